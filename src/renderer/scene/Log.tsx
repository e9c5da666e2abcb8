import { ArrowDown, Lock, LockOpen, PenLine, X } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type MouseEvent, type ReactElement } from 'react'
import { fetchContradictions } from '../contradictions'
import { fetchLog, cursorIndex, goTo, useSession } from '../session'
import { castOf } from '../store/cast'
import { logOf, rowsOf, type LogRow, type SceneSpan } from '../store/story'
import { type TextPart, WRITER_KINDS } from '../../shared/story/writers'
import { runAtMenu, spotAt, useSpots } from '../line-spot'
import { fetchWriters, useWriters } from '../writers'
import { modelsIn, partsOfRow, passes, type WriterFilter } from '../store/line-writers'
import { useBeatMenu } from '../ui/BeatMenu'
import { Pick } from '../ui/Pick'
import { nameOf } from '../ui/names'
import { Blank, CommandButton } from '../ui/Parts'
import { isDrafting } from './draft-text'
import { BEGINNING_PX, follows, type ScrollPosition } from './follow'
import { StoryRow } from './Row'
import { logTexts as t } from './texts'
import { FeatureSlot } from '../ui/Slot'
import './scene.css'

/** A row, and the parts of its text with their writers, if the log shows them. */
interface Written {
  row: LogRow
  parts: readonly TextPart[]
}

const NO_PARTS: readonly TextPart[] = []

function begun(spans: readonly SceneSpan[], at: number): number {
  let [low, high] = [0, spans.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((spans[middle]?.from ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low
}

/** The story up to the cursor: its last `scenes` scenes as rows. Fetches missing logs. */
function useStory(scenes: number): { rows: Written[]; more: boolean } {
  const line = useSession((s) => s.line)
  const spans = useSession((s) => s.spans)
  const logs = useSession((s) => s.logs)
  const open = useSession((s) => s.desk.talk)
  const at = useSession(cursorIndex)
  const upto = line[at]?.n ?? -1
  const shown = begun(spans, at)
  const seen = useMemo(() => spans.slice(Math.max(0, shown - scenes), shown), [spans, shown, scenes])
  useEffect(() => seen.forEach((span) => fetchLog(span)), [seen])
  const filter = useWriters((known) => known.filter)
  const written = useWriters((known) => (filter === 'off' ? undefined : known.scenes))
  useEffect(() => {
    if (filter !== 'off') seen.forEach((span) => fetchWriters(span))
  }, [seen, filter])
  const rows = useMemo(() => {
    const scenes = seen.map((span) => ({ span, log: logOf(logs, line, span) }))
    return scenes.flatMap(({ span, log }) => {
      const all = rowsOf(span, log, line, upto, open)
      if (!written) return all.map((row) => ({ row, parts: NO_PARTS }))
      const { writers } = written.get(span.scene) ?? {}
      const isOfAll = filter === 'shown'
      return all
        .map((row) => ({ row, parts: partsOfRow(writers, row) }))
        .filter(({ row, parts }) => isOfAll || row.kind === 'scene' || parts.some(({ writer }) => passes(filter, writer)))
    })
  }, [seen, logs, line, upto, open, written, filter])
  return { rows, more: shown > seen.length }
}

const DRAFT: Written = { row: { kind: 'draft', key: 'draft' }, parts: NO_PARTS }
/** The commands about a line, before those about its beat. */
const LINE_COMMANDS = ['line.why', 'line.fix', 'line.note', 'line.copy'] as const
/** The number of rows rendered at first, and the number added when they don't fill the view or the reader gets near the first one. */
const PAGE_ROWS = 24

/** The visible part of a log: its end, or how many of its rows are rendered. */
interface Reader {
  cursor: string | undefined
  following: boolean
  most: number
  of: number
}
const AT_END: Reader = { cursor: undefined, following: true, most: 0, of: 0 }

/** The scroll position of the list. It is anchored at its end (see scene.css), so that 0 is the end and earlier positions are negative. */
const scrollOf = (el: HTMLElement): ScrollPosition => ({
  top: el.scrollHeight - el.clientHeight + el.scrollTop,
  height: el.scrollHeight,
  view: el.clientHeight
})

/** The scene log. It follows its end unless the user has scrolled up. */
function Log(): ReactElement {
  const [scenes, setScenes] = useState(3)
  const cursor = useSession((s) => s.cursor)
  const { rows: logRows, more } = useStory(scenes)
  const [scrolled, setScrolled] = useState<Reader>({ ...AT_END, cursor })
  // When the cursor moves, its line becomes the last one, whatever the scroll position.
  const { following, most, of } = scrolled.cursor === cursor ? scrolled : AT_END
  const [least, setLeast] = useState(PAGE_ROWS)
  // The visible rows keep their positions while rows are added below.
  const drawn = Math.max(least, following ? 0 : most + Math.max(0, logRows.length - of))
  const writing = useSession((s) => s.cursor === undefined && s.live.some(isDrafting))
  const rows = useMemo(() => [...logRows.slice(-drawn), ...(writing ? [DRAFT] : [])], [logRows, drawn, writing])
  const actors = useSession((s) => castOf(s.snapshot?.state.actors))
  const head = useSession((s) => s.present?.head)
  useEffect(fetchContradictions, [head])
  const box = useRef<HTMLDivElement>(null)
  const last = useRef<ScrollPosition>({ top: 0, height: 0, view: 0 })
  const isOff = useRef(false)
  const follower = useRef(following)

  useLayoutEffect(() => {
    follower.current = following
    // At the end, nothing is set, because that would force a layout of every row.
    if (following && isOff.current && box.current) box.current.scrollTop = 0
    isOff.current &&= !following
  })

  // When the list or its view changes its size, the end stays in view; that isn't a decision of the reader.
  const watch = useCallback((el: HTMLDivElement) => {
    box.current = el
    const watcher = new ResizeObserver(() => {
      if (follower.current && el.scrollTop !== 0) el.scrollTop = 0
      last.current = scrollOf(el)
      const count = el.firstElementChild?.childElementCount ?? 0
      if (last.current.height < last.current.view * 1.25) setLeast((now) => (count < now ? now : now + PAGE_ROWS))
    })
    for (const one of [el, ...el.children]) watcher.observe(one)
    return () => watcher.disconnect()
  }, [])

  const onScroll = (): void => {
    const el = box.current
    if (!el) return
    const now = scrollOf(el)
    const next = follows(following, last.current, now)
    isOff.current = el.scrollTop !== 0
    last.current = now
    const wanted = !next && now.top < BEGINNING_PX
    const hidden = logRows.length > drawn
    if (wanted && more && !hidden) setScenes(scenes + 3)
    if (next !== following || (wanted && hidden))
      setScrolled({ cursor, following: next, most: wanted && hidden ? drawn + PAGE_ROWS : drawn, of: logRows.length })
  }
  const jump = (): void => {
    goTo(undefined)
    setScrolled(AT_END)
  }

  const { menu, open } = useBeatMenu(LINE_COMMANDS, runAtMenu)
  const isFiltered = useWriters(({ filter }) => filter.startsWith('by:'))
  if (!rows.length) return <Blank title="The stage is set.">Press Space to start the table. Proscenium saves every beat as one commit.</Blank>
  const past = cursor !== undefined
  const openMenu = (event: MouseEvent): void => {
    const spot = event.target instanceof Element ? spotAt(event.target) : undefined
    if (!spot) return
    useSpots.set({ menu: spot })
    open(event, spot.commit)
  }
  return (
    <section className={past ? 'log past' : 'log'} aria-label={t.title}>
      {menu}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the menu of a line; its beat's link opens it by key */}
      <div
        ref={watch}
        className="log-scroll scrolls"
        onScroll={onScroll}
        onContextMenu={openMenu}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable without a pointer
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label={t.title}
      >
        <div className="log-column">
          {rows.map(({ row, parts }) => (
            <div key={row.key} className="log-row">
              <StoryRow row={row} actors={actors} parts={parts} />
            </div>
          ))}
          {isFiltered && rows.every(({ row }) => row.kind === 'scene') && (
            <p className="log-none quiet">{t.writers.none(more || logRows.length > drawn)}</p>
          )}
        </div>
      </div>
      {(!following || past) && (
        <button type="button" className="log-jump" onClick={jump}>
          <ArrowDown size={14} aria-hidden="true" />
          {past ? 'Jump to now' : 'Jump to the latest line'}
        </button>
      )}
      <Herald rows={logRows} />
    </section>
  )
}

/** Announces the newest line to screen readers, at most one every two seconds, so that fast play does not overwhelm them. */
function Herald({ rows }: { rows: readonly Written[] }): ReactElement {
  const [text, setText] = useState('')
  const actors = useSession((s) => castOf(s.snapshot?.state.actors))
  const row = rows.at(-1)?.row
  const line = row?.kind === 'entry' ? (row.entry.kind === 'speech' ? `${nameOf(actors, row.entry.by)}: ${row.entry.text}` : row.entry.text) : ''
  useEffect(() => {
    const timer = setTimeout(() => setText(line), text === '' ? 0 : 2000)
    return () => clearTimeout(timer)
  }, [line, text])
  return (
    <div className="unseen" aria-live="polite">
      {text}
    </div>
  )
}

/** The log, with the choice of writers above it and the tools of a seat under manual control below it. */
export function LogPanel(): ReactElement {
  const isShown = useWriters(({ filter }) => filter !== 'off')
  return (
    <div className="log-side">
      {isShown && <WriterBar />}
      <Log />
      <FeatureSlot name="log-foot" />
    </div>
  )
}

/** Shows the writers of all lines, or only the lines of some writers. */
function WriterBar(): ReactElement {
  const filter = useWriters((known) => known.filter)
  const names = useWriters((known) => modelsIn(known).join('\n'))
  const items: { value: WriterFilter; label: string }[] = [
    { value: 'shown', label: 'All lines, with their writers' },
    ...WRITER_KINDS.map((kind) => ({ value: `by:${kind}` as const, label: t.writers.by[kind] })),
    ...names.split('\n').flatMap((name) => (name === '' ? [] : [{ value: `by:model:${name}` as const, label: name }]))
  ]
  return (
    <div className="log-bar">
      <Pick label="Who wrote this" items={items} value={filter} align="start" onPick={(filter) => useWriters.set({ filter })} />
      <CommandButton id="log.writers" className="small" label={t.writers.hide} icon={<X size={14} />} />
    </div>
  )
}

/** The tools of the log: who wrote it, and private talk. */
export function LogTools(): ReactElement {
  const isShown = useWriters(({ filter }) => filter !== 'off')
  return (
    <div className="side-tool log-tools">
      <CommandButton
        id="log.writers"
        className="small"
        label={isShown ? t.writers.hide : 'Show who wrote the lines'}
        icon={<PenLine size={14} />}
        pressed={isShown}
      />
      <TalkButton />
    </div>
  )
}

/** Shows private talk in the log, or hides it. */
function TalkButton(): ReactElement {
  const talk = useSession((s) => s.desk.talk)
  return (
    <CommandButton
      id="talk"
      className="small"
      label={talk ? 'Hide private talk' : 'Show private talk'}
      icon={talk ? <LockOpen size={14} /> : <Lock size={14} />}
      pressed={talk}
    />
  )
}
