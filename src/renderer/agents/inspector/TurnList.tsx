import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactElement, memo, type ReactNode } from 'react'
import type { TurnLine } from '../../../shared/table/turns'
import { useSession, type Session } from '../../session'
import type { LiveTurn } from '../../store/live'
import { Blank, RetryAlert, ActorToken } from '../../ui/Parts'
import { openInspector } from './state'
import type { KnownTurns } from './turn-lines'
import { inspectorTexts as t } from './texts'
import { hueOf } from '../../../shared/story/hues'
import { agentName, nameOf } from '../../ui/names'
import { Highlighted } from './Highlighted'
import { count, dollars, sentTokens, span } from '../../ui/amounts'

const ROW_PX = 46
/** The largest distance from the end, in px, at which the reader counts as being at the end. */
const END = 2 * ROW_PX

interface Props {
  turns: KnownTurns & { again: () => void }
  lines: readonly TurnLine[]
  playing: LiveTurn | undefined
  /** The inspected line, or the nearest one if `exact` is false; -1 if there is none. */
  index: number
  exact: boolean
  query: string
  onChoose: (index: number) => void
}

/** The list of turns, oldest first like the log. Only the visible lines are drawn. */
export function TurnListbox({ turns, lines, playing, index, exact, query, onChoose }: Props): ReactElement {
  const actors = useSession((s) => s.snapshot?.state.actors)
  const past = useSession((s) => s.cursor !== undefined)
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const size = lines.length + (playing ? 1 : 0)
  // oxlint-disable-next-line react/incompatible-library -- its methods are called only in effects and in answer to the reader
  const virtual = useVirtualizer({
    count: size,
    getScrollElement: () => box.current,
    getItemKey: (i) => lines[i]?.id ?? i,
    estimateSize: () => ROW_PX,
    overscan: 12,
    paddingEnd: 6
  })
  const atEnd = useRef(true)
  const onScroll = (): void => {
    const el = box.current
    if (el) atEnd.current = el.scrollHeight - el.scrollTop - el.clientHeight <= END
  }
  const some = size > 0
  useLayoutEffect(() => {
    // While the table plays, a list that the user has scrolled up keeps its position.
    if (some && index >= 0 && (past || atEnd.current)) virtual.scrollToIndex(index, { align: 'auto' })
  }, [some, index, past, virtual])
  useLayoutEffect(() => {
    if (size > 0 && atEnd.current && !past) virtual.scrollToIndex(size - 1, { align: 'end' })
  }, [size, past, virtual])
  useEffect(() => {
    if (!some || !box.current) return undefined
    let height = box.current.clientHeight
    const watch = new ResizeObserver(([entry]) => {
      const now = entry?.target.clientHeight ?? height
      if (now !== height && index >= 0) virtual.scrollToIndex(index, { align: 'auto' })
      height = now
    })
    watch.observe(box.current)
    return () => watch.disconnect()
  }, [some, index, virtual])

  const page = (): number => Math.max(1, Math.floor((box.current?.clientHeight ?? ROW_PX) / ROW_PX) - 1)
  const onKey = (event: KeyboardEvent): void => {
    const by: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, PageUp: -page(), PageDown: page(), Home: -size, End: size }
    const step = by[event.key]
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) {
      if (event.key !== 'Enter') return
      document.getElementById('turn')?.focus()
    } else if (size > 0) {
      const to = Math.max(0, Math.min(size - 1, index + step))
      onChoose(to)
      virtual.scrollToIndex(to, { align: 'auto' })
    }
    event.preventDefault()
  }

  if (turns.problem !== undefined) return <RetryAlert problem={turns.problem} again={turns.again} className="turns-problem" />
  if (size === 0)
    return turns.waiting ? (
      <p className="turns-waiting quiet">{t.loading}</p>
    ) : (
      <Blank
        title={query === '' ? 'This seat has no turns yet.' : 'No turn contains these words.'}
        button={{ label: 'Show all turns', onClick: () => openInspector({ query: '', seat: undefined }) }}
      />
    )
  return (
    <div
      id="turn-list"
      ref={box}
      className="turn-list scrolls"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no tag is a list of options that stays open and draws only what is seen
      role="listbox"
      tabIndex={0}
      aria-label={t.list}
      aria-busy={turns.waiting}
      aria-activedescendant={index >= 0 && exact ? `${id}-${index}` : undefined}
      onScroll={onScroll}
      onKeyDown={onKey}
    >
      <div className="turn-column" role="presentation" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const line = lines[item.index]
          const props = {
            id: `${id}-${item.index}`,
            index: item.index,
            size,
            top: item.start,
            chosen: exact && item.index === index,
            actors,
            onChoose
          }
          return line ? <Line key={item.key} {...props} line={line} query={query} /> : playing && <LiveLine key="live" {...props} live={playing} />
        })}
      </div>
    </div>
  )
}

interface LineProps {
  id: string
  index: number
  size: number
  top: number
  chosen: boolean
  actors: NonNullable<Session['snapshot']>['state']['actors'] | undefined
  onChoose: (index: number) => void
}
type OptionProps = Omit<LineProps, 'actors'> & { children: ReactNode; className?: string }

function Option({ id, index, size, top, chosen, onChoose, children, className = '' }: OptionProps): ReactElement {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are heard by the list, which has the focus
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see the list
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      aria-setsize={size}
      aria-posinset={index + 1}
      className={`turn-line ${className}`}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => onChoose(index)}
    >
      {children}
    </div>
  )
}

const Line = memo(function Line({ line, query, actors, ...rest }: LineProps & { line: TurnLine; query: string }): ReactElement {
  const { who, n, seat, words, beat, usage, ms, refused } = line
  const name = nameOf(actors, who)
  return (
    <Option {...rest} className={beat === undefined ? 'broken' : ''}>
      <ActorToken id={who} name={name} hue={hueOf(actors, who)} npc={who === 'DM'} size="small" />
      <span className="unseen">{`${name}, beat ${n}`}: </span>
      <span className="clip turn-words">
        <Highlighted text={words} query={query} />
      </span>
      <span className="turn-n numbers" aria-hidden="true">
        {n}
      </span>
      <span className="turn-facts clip numbers">
        {[
          seat.model ?? agentName(seat.agent),
          ...(usage ? [t.tokens(count(sentTokens(usage) + usage.output))] : []),
          ...(usage?.cost === undefined ? [] : [dollars(usage.cost)]),
          span(ms)
        ].join(' · ')}
        {beat === undefined && <b className="turn-bad"> · {t.brokenOff}</b>}
        {refused > 0 && <b className="turn-bad"> · {`${refused} refused`}</b>}
      </span>
    </Option>
  )
})

function LiveLine({ live, actors, ...rest }: LineProps & { live: LiveTurn }): ReactElement {
  const name = nameOf(actors, live.who)
  return (
    <Option {...rest} className="playing">
      <ActorToken id={live.who} name={name} hue={hueOf(actors, live.who)} npc={live.who === 'DM'} size="small" />
      <span className="clip turn-words">{t.speaking(name)}</span>
      <span className="turn-n numbers">{live.n}</span>
      <span className="turn-facts clip">
        {t.playing}
        {live.seat && ` · ${live.seat.model ?? agentName(live.seat.agent)}`}
      </span>
    </Option>
  )
}
