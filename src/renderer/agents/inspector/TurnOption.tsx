import { memo, type ReactElement, type ReactNode } from 'react'
import type { TurnLine } from '../../../shared/table/turns'
import type { Session } from '../../session'
import type { LiveTurn } from '../../store/live'
import { hueOf } from '../../../shared/story/hues'
import { agentName, nameOf } from '../../ui/names'
import { Token } from '../../ui/Parts'
import { Highlighted } from './Highlighted'
import { count, dollars, sent, span } from '../../ui/amounts'
import { inspectorTexts as t } from './texts'

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

/** A turn as one option of the list. */
export const Line = memo(function Line({ line, query, actors, ...rest }: LineProps & { line: TurnLine; query: string }): ReactElement {
  const { who, n, seat, words, beat, usage, ms, refused } = line
  const name = nameOf(actors, who)
  return (
    <Option {...rest} className={beat === undefined ? 'broken' : ''}>
      <Token name={name} hue={hueOf(actors, who)} npc={who === 'DM'} size="small" />
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
          ...(usage ? [t.tokens(count(sent(usage) + usage.output))] : []),
          ...(usage?.cost === undefined ? [] : [dollars(usage.cost)]),
          span(ms)
        ].join(' · ')}
        {beat === undefined && <b className="turn-bad"> · {t.brokenOff}</b>}
        {refused > 0 && <b className="turn-bad"> · {`${refused} refused`}</b>}
      </span>
    </Option>
  )
})

/** The turn in progress as the last option of the list. */
export function LiveLine({ live, actors, ...rest }: LineProps & { live: LiveTurn }): ReactElement {
  const name = nameOf(actors, live.who)
  return (
    <Option {...rest} className="playing">
      <Token name={name} hue={hueOf(actors, live.who)} npc={live.who === 'DM'} size="small" />
      <span className="clip turn-words">{t.speaking(name)}</span>
      <span className="turn-n numbers">{live.n}</span>
      <span className="turn-facts clip">
        {t.playing}
        {live.seat && ` · ${live.seat.model ?? agentName(live.seat.agent)}`}
      </span>
    </Option>
  )
}
