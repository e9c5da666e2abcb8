import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown } from 'lucide-react'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactElement } from 'react'
import type { SceneLog } from '../../shared/present'
import type { Mark } from '../../shared/chronicle'
import { askLog, cursorIndex, goTo, useSession } from '../session'
import { rowsOf, type Row, type Span } from '../store/story'
import { nameOf } from '../ui/names'
import { Blank } from '../ui/Parts'
import { texts } from '../ui/texts'
import { isDrafting } from './drafted'
import { BEGINNING, END, follows, guessHeight, type Scroll } from './follow'
import { StoryRow } from './Row'
import './scene.css'

const t = texts.log

/** The log of a span, or of the same scene a few beats before while the newest is fetched: nothing may flicker. */
function logOf(logs: ReadonlyMap<string, SceneLog>, line: readonly Mark[], span: Span): SceneLog | undefined {
  for (let i = span.to; i >= span.from && i > span.to - 200; i--) {
    const log = logs.get(line[i]?.id ?? '')
    if (log?.scene === span.scene) return log
  }
  return undefined
}

interface Story {
  rows: Row[]
  more: boolean
}

/** The story up to the cursor: its last `scenes` scenes as rows. Asks for logs that are not here yet. */
function useStory(scenes: number): Story {
  const line = useSession((s) => s.line)
  const spans = useSession((s) => s.spans)
  const logs = useSession((s) => s.logs)
  const open = useSession((s) => s.desk.talk)
  const at = useSession(cursorIndex)
  const upto = line[at]?.n ?? -1
  const told = useMemo(() => spans.filter((span) => span.from <= at), [spans, at])
  const seen = useMemo(() => told.slice(-scenes), [told, scenes])
  useEffect(() => seen.forEach((span) => askLog(span)), [seen])
  const rows = useMemo(() => {
    const found = seen.map((span) => ({ span, log: logOf(logs, line, span) }))
    return found.flatMap(({ span, log }) => rowsOf(span, log, line, upto, open))
  }, [seen, logs, line, upto, open])
  return { rows, more: told.length > seen.length }
}

const DRAFT: Row = { kind: 'draft', key: 'draft' }

/** The scene log: the story as it was told, following its end unless the reader scrolled up. */
export function Log(): ReactElement {
  const [scenes, setScenes] = useState(3)
  const { rows: told, more } = useStory(scenes)
  const writing = useSession((s) => s.cursor === undefined && isDrafting(s.live))
  const rows = useMemo(() => (writing ? [...told, DRAFT] : told), [told, writing])
  const actors = useSession((s) => s.shown?.state.actors)
  const cursor = useSession((s) => s.cursor)
  const [following, setFollowing] = useState(true)
  const box = useRef<HTMLDivElement>(null)
  const last = useRef<Scroll>({ top: 0, height: 0, view: 0 })
  // oxlint-disable-next-line react/incompatible-library -- its methods are called only in effects and in answer to the reader
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    getItemKey: (i) => rows[i]?.key ?? i,
    estimateSize: (i) => guess(rows[i]),
    overscan: 8,
    anchorTo: 'end',
    followOnAppend: following,
    scrollEndThreshold: END,
    paddingStart: 28,
    paddingEnd: 56
  })

  // Another moment is looked at: its line is the last one, wherever the reader was.
  useLayoutEffect(() => {
    setFollowing(true)
    virtual.scrollToEnd()
  }, [cursor, virtual])
  const total = virtual.getTotalSize()
  // What opens at the log's foot makes its view smaller; its end stays in sight.
  const view = virtual.scrollRect?.height
  useLayoutEffect(() => {
    if (following) virtual.scrollToEnd()
  }, [rows.length, total, view, following, virtual])

  const onScroll = (): void => {
    const el = box.current
    if (!el) return
    const now: Scroll = { top: el.scrollTop, height: el.scrollHeight, view: el.clientHeight }
    setFollowing(follows(following, last.current, now))
    if (more && now.top < BEGINNING && !following) setScenes(scenes + 3)
    last.current = now
  }
  const jump = (): void => {
    goTo(undefined)
    setFollowing(true)
    virtual.scrollToEnd()
  }

  if (!rows.length) return <Blank title={t.empty}>{t.emptyHint}</Blank>
  const past = cursor !== undefined
  return (
    <section className="log" aria-label={t.title}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable without a pointer */}
      <div ref={box} className="log-scroll scrolls" onScroll={onScroll} tabIndex={0} role="log" aria-live="off" aria-label={t.title}>
        <div className="log-column" style={{ height: total }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index]
            return (
              row && (
                <div
                  key={item.key}
                  ref={virtual.measureElement}
                  data-index={item.index}
                  className="log-row"
                  style={{ transform: `translateY(${item.start}px)` }}
                >
                  <StoryRow row={row} actors={actors} />
                </div>
              )
            )
          })}
        </div>
      </div>
      {(!following || past) && (
        <button type="button" className="log-jump" onClick={jump}>
          <ArrowDown size={14} aria-hidden="true" />
          {past ? t.jump : t.latest}
        </button>
      )}
      <Herald rows={told} />
    </section>
  )
}

function guess(row: Row | undefined): number {
  if (!row) return 60
  if (row.kind === 'entry') return guessHeight(row.entry.kind, row.entry.text.length)
  return guessHeight(row.kind, 'text' in row ? row.text.length : 0)
}

/** Reads the newest line to screen readers, at most one every two seconds, so that fast play does not drown them. */
function Herald({ rows }: { rows: readonly Row[] }): ReactElement {
  const [text, setText] = useState('')
  const actors = useSession((s) => s.shown?.state.actors)
  const row = rows.at(-1)
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
