import { shallow } from 'zustand/shallow'
import { refusalsOf, type Refusal, type SceneLog, type StudioEvent } from '../../shared/table/present'
import type { Mark } from '../../shared/analysis/chronicle'
import { isObject, own } from '../../shared/base/json'
import type { LogEntry } from '../../shared/story/play'
import { withNumber } from './beats'

/** A scene's range on a line, as indexes. `to` is the last beat before the next scene, so summaries between belong to the scene before. */
export interface SceneSpan {
  scene: string
  from: number
  to: number
}

/** The scenes of a line, oldest first. */
export function spansOf(line: readonly Mark[]): SceneSpan[] {
  const spans: SceneSpan[] = []
  line.forEach((beat, i) => {
    const last = spans.at(-1)
    if (beat.scene !== undefined && beat.scene !== last?.scene) spans.push({ scene: beat.scene, from: i, to: i })
    else if (last) last.to = i
  })
  return spans
}

/** The log of a span, or of the same scene a few beats earlier while the newest is fetched, to avoid flicker. */
export function logOf(logs: ReadonlyMap<string, SceneLog>, line: readonly Mark[], span: SceneSpan): SceneLog | undefined {
  for (let i = span.to; i >= span.from && i > span.to - 200; i--) {
    const log = logs.get(line[i]?.id ?? '')
    if (log?.scene === span.scene) return log
  }
  return undefined
}

/** `sessions/session-1/002-scene` as numbers; undefined for a folder with another name. */
export function sceneNumbers(scene: string): { session: number; scene: number } | undefined {
  const match = /session-(\d+)\/(\d+)-/.exec(scene)
  return match ? { session: Number(match[1]), scene: Number(match[2]) } : undefined
}

type BeatEvent = Extract<StudioEvent, { kind: 'beat' }>

/** The scene's log with one more beat, for the new beat's id. Undefined if it has to be fetched: no log before, or a new summary. */
export function withEvent(before: SceneLog | undefined, event: BeatEvent, scene: string | undefined): SceneLog | undefined {
  if (scene === undefined || event.beat.action === 'summarise') return undefined
  const opens = event.beat.action === 'open_scene'
  const base = opens ? { scene, title: '', ...openedFrom(event), entries: [], private: {} } : before
  if (!base || base.scene !== scene) return undefined
  const talk = new Map(Object.entries(base.private))
  for (const { player, ...line } of event.private) talk.set(player, [...(talk.get(player) ?? []), line])
  const refused = refusalsOf(event.beat.n, event.toolCalls)
  return {
    ...base,
    entries: event.log.length ? [...base.entries, ...event.log] : base.entries,
    private: Object.fromEntries(talk),
    ...(refused.length > 0 ? { refused: [...(base.refused ?? []), ...refused] } : {})
  }
}

/** The title, the place and the story event of the scene that a beat opened, from its changes. */
export function openedFrom(event: Pick<BeatEvent, 'changes'>): Pick<Partial<SceneLog>, 'title' | 'place' | 'story'> {
  const opened: Pick<Partial<SceneLog>, 'title' | 'place' | 'story'> = {}
  for (const { path, to } of event.changes)
    for (const key of ['title', 'place', 'story'] as const) {
      const value = path === `/scene/${key}` ? to : path === '/scene' && isObject(to) ? own(to, key) : undefined
      if (typeof value === 'string') opened[key] = value
    }
  return opened
}

/** The title of a scene from the subject of its opening beat: `Scene 2: A rope into the dark, at The well`. */
export function titleOf(opening: Mark | undefined): string {
  const match = opening?.action === 'open_scene' ? /^Scene(?: \d+)?: (.+?)(?:, at [^,]*)?$/.exec(opening.subject ?? '') : null
  return match?.[1] ?? ''
}

/** One row of the displayed story. */
export type LogRow =
  | { kind: 'scene'; key: string; scene: string; title: string; number: number; beat: string; place?: string; story?: string }
  /** `place`: its place in the scene's log; `line`: among the entries of its beat. Both count from 0. */
  | { kind: 'entry'; key: string; entry: LogEntry; beat: string | undefined; quiet: boolean; place: number; line: number }
  /** `place`: its place in the player's private talk, from 0. */
  | { kind: 'private'; key: string; player: string; by: string; text: string; beat: string | undefined; n: number; place: number }
  /** An action that was refused or failed, without effect. */
  | { kind: 'refused'; key: string; refusal: Refusal; beat: string | undefined }
  | { kind: 'summary'; key: string; text: string }
  | { kind: 'waiting'; key: string; scene: string }
  /** A model's draft. The row doesn't contain the words, so that it stays the same while they grow. */
  | { kind: 'draft'; key: string }

const rowCache = new WeakMap<object, LogRow>()

/** The previous row if nothing has changed, so that it isn't rendered again. */
function rowOf(of: object, row: LogRow): LogRow {
  const known: LogRow | undefined = rowCache.get(of)
  if (known?.key === row.key && shallow(known, row)) return known
  rowCache.set(of, row)
  return row
}

/** The rows of one scene up to the beat `upto` (by number). `beatAt` finds the beat on the line by its number. */
export function rowsOf(span: SceneSpan, log: SceneLog | undefined, line: readonly Mark[], upto: number, openTalk: boolean): LogRow[] {
  const first = line[span.from]
  if (!first) return []
  const beatAt = (n: number): string | undefined => withNumber(line, n)?.id
  const head = rowOf(first, {
    kind: 'scene',
    key: `${span.scene}#`,
    scene: span.scene,
    title: log?.title || titleOf(first),
    number: sceneNumbers(span.scene)?.scene ?? 0,
    beat: first.id,
    ...(log?.place === undefined ? {} : { place: log.place }),
    ...(log?.story === undefined ? {} : { story: log.story })
  })
  if (!log) return [head, { kind: 'waiting', key: `${span.scene}…`, scene: span.scene }]
  const numbered: { n: number; row: LogRow }[] = []
  const seen = new Map<number, number>()
  for (const [place, entry] of log.entries.entries()) {
    if (entry.beat > upto || (entry.kind === 'scene' && entry.beat === first.n)) continue
    const k = seen.get(entry.beat) ?? 0
    seen.set(entry.beat, k + 1)
    numbered.push({
      n: entry.beat,
      row: rowOf(entry, {
        kind: 'entry',
        key: `${span.scene}#${entry.beat}.${k}`,
        entry,
        beat: beatAt(entry.beat),
        quiet: entry.kind === 'system' || entry.kind === 'record',
        place,
        line: k
      })
    })
  }
  if (openTalk) {
    for (const [player, lines] of Object.entries(log.private)) {
      lines.forEach((talk, k) => {
        if (talk.beat <= upto)
          numbered.push({
            n: talk.beat,
            row: rowOf(talk, {
              kind: 'private',
              key: `${span.scene}#${player}${k}`,
              player,
              by: talk.by,
              text: talk.text,
              beat: beatAt(talk.beat),
              n: talk.beat,
              place: k
            })
          })
      })
    }
  }
  // Before the entries of the same beat, because the attempt came first.
  const refused = (log.refused ?? []).flatMap((refusal, k) =>
    refusal.beat > upto
      ? []
      : [{ n: refusal.beat, row: rowOf(refusal, { kind: 'refused', key: `${span.scene}#-${k}`, refusal, beat: beatAt(refusal.beat) }) }]
  )
  numbered.unshift(...refused)
  numbered.sort((a, b) => a.n - b.n)
  const rows = [head, ...numbered.map((one) => one.row)]
  const whole = (line[span.to]?.n ?? 0) <= upto
  if (log.summary && whole) rows.push(rowOf(log, { kind: 'summary', key: `${span.scene}!`, text: log.summary }))
  return rows
}
