import { logFile } from '../../../shared/story/layout'
import type { BeatHit, BeatHits } from '../../../shared/analysis/chronicle'
import type { BeatRows } from '../../campaign/chronicle/rows'
import { lanesOf } from './branches'
import type { StoryReader } from '../reader'

/** The maximum number of hits in one answer, and of scenes whose logs one answer searches. */
const MAX_HITS = 500
const MAX_SCENES_SEARCHED = 60
/** The number of characters around a hit. */
const EXCERPT_MARGIN_CHARS = 60

/**
 * Beats whose subject or log entry contains a text, case-insensitively: on the line that ends at `along`, otherwise on every branch. Hits in subjects
 * come first, then hits in logs, newest first. `after` is the `next` of the previous answer. Each answer is bounded, so a caller that stops asking
 * leaves no work behind.
 */
export async function searchBeats(campaign: StoryReader, text: string, along?: string, after?: string): Promise<BeatHits> {
  const search = text.trim().toLowerCase()
  if (search === '') return { hits: [] }
  const rows = await campaign.chronicle.upToDate()
  const inside = along === undefined ? reachable(rows, campaign) : new Uint8Array(rows.length)
  if (along !== undefined) for (const row of rows.line(along) ?? []) inside[row] = 1
  const [phase, from] = /^(subject|log):(\d+)$/.exec(after ?? '')?.slice(1) ?? ['subject', String(rows.length)]
  return phase === 'subject' ? inSubjects(rows, inside, search, Number(from)) : inLogs(campaign, rows, inside, search, Number(from))
}

function reachable(rows: BeatRows, { history }: StoryReader): Uint8Array {
  const inside = new Uint8Array(rows.length)
  for (const { head } of lanesOf(history)) {
    for (let row = rows.rowOf(head) ?? -1; row >= 0 && !inside[row]; row = rows.parentOf(row)) inside[row] = 1
  }
  return inside
}

function inSubjects(rows: BeatRows, inside: Uint8Array, search: string, from: number): BeatHits {
  const hits: BeatHit[] = []
  for (let row = Math.min(from, rows.length) - 1; row >= 0; row--) {
    const { id, subject } = rows.list[row]!
    if (!inside[row] || !subject.toLowerCase().includes(search)) continue
    hits.push({ id, words: subject })
    if (hits.length === MAX_HITS) return { hits, next: `subject:${row}` }
  }
  return { hits, next: `log:${rows.length}` }
}

/** The rows of the last beat of each scene on each branch. At that beat, the scene's log is complete. */
function lastRowsOfScenes(rows: BeatRows, inside: Uint8Array, below: number): number[] {
  const goesOn = new Uint8Array(rows.length)
  const candidates: number[] = []
  for (let row = rows.length - 1; row >= 0; row--) {
    const { scene, parent } = rows.list[row]!
    if (!inside[row] || scene < 0) continue
    if (rows.list[parent]?.scene === scene) goesOn[parent] = 1
    if (!goesOn[row] && row < below) candidates.push(row)
  }
  return candidates
}

async function inLogs(campaign: StoryReader, rows: BeatRows, inside: Uint8Array, search: string, from: number): Promise<BeatHits> {
  const scenes = lastRowsOfScenes(rows, inside, from)
  const hits = new Map<string, BeatHit>()
  for (const [i, tip] of scenes.entries()) {
    if (i === MAX_SCENES_SEARCHED || hits.size >= MAX_HITS) return { hits: [...hits.values()], next: `log:${scenes[i - 1] ?? 0}` }
    const { tree } = campaign.history.commit(rows.idOf(tip))
    for (const { beat, text } of entriesWith(campaign, tree, rows.scenes.list[rows.list[tip]?.scene ?? -1] ?? '', search)) {
      let at = rows.list[tip]
      while (at && at.n > beat) at = rows.list[at.parent]
      if (at?.n === beat && !hits.has(at.id)) hits.set(at.id, { id: at.id, words: excerpt(text, search) })
    }
    // Reading the logs of sixty scenes takes some milliseconds, so other work gets a turn in between.
    if (i % 8 === 7) await new Promise((done) => setImmediate(done))
  }
  return { hits: [...hits.values()] }
}

/** The entries of a scene's log that contain the text, newest first. */
function* entriesWith(campaign: StoryReader, tree: string, scene: string, search: string): Generator<{ beat: number; text: string }> {
  // The text as JSON escapes it. A line that doesn't contain it needs no parsing.
  const raw = JSON.stringify(search).slice(1, -1)
  for (let n = 1; ; n++) {
    const log = campaign.past.files.text(tree, logFile(scene, n))
    if (log === undefined) return
    if (!log.toLowerCase().includes(raw)) continue
    for (const line of log.split('\n').toReversed()) {
      const entry = line.toLowerCase().includes(raw) ? readEntry(line) : undefined
      if (entry?.text.toLowerCase().includes(search)) yield entry
    }
  }
}

function readEntry(line: string): { beat: number; text: string } | undefined {
  try {
    const { beat, text } = JSON.parse(line.replace(/^- /, '')) as { beat?: unknown; text?: unknown }
    return typeof beat === 'number' && typeof text === 'string' ? { beat, text } : undefined
  } catch {
    return undefined
  }
}

function excerpt(text: string, search: string): string {
  const at = text.toLowerCase().indexOf(search)
  const [from, to] = [Math.max(0, at - EXCERPT_MARGIN_CHARS), Math.min(text.length, at + search.length + EXCERPT_MARGIN_CHARS)]
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`
}
