import { equal } from '../../../shared/base/json'
import { counted } from '../../../shared/words/labels'
import { fenced, setIn } from '../../agents/context/fence'
import { beginning, tokensOf } from '../../agents/context/tokens'

/** A log entry of a run: the number of its beat, and what happened. */
export interface RunEntry {
  beat: number
  text: string
}

/** A scene of a run, with its recap once it is over. */
export interface RunScene {
  title: string
  recap?: string
  entries: readonly RunEntry[]
}

/** A recorded part of a story that judges compare with others. Its texts name neither branches nor models nor people at the keyboard. */
export interface Run {
  name: string
  from: number
  to: number
  scenes: readonly RunScene[]
  /** What its campaign is about, and who the players' characters are. */
  about?: string
  /** The commits of its beats. */
  commits?: ReadonlyMap<number, string>
}

/** A line of a transcript. Only a line with a beat is evidence. */
interface RunLine {
  beat?: number
  text: string
}

/** A transcript that fits into a request. */
export interface FittedRun {
  lines: readonly RunLine[]
  /** The number of entries that were left out. */
  leftOut: number
}

/** What judges read about a pair of runs: what they are about, the beginning that both share, and the rest of each. */
export interface PairTexts {
  about: string
  both: FittedRun
  shared: number
  first: FittedRun
  second: FittedRun
}

/** The share of a transcript that one entry may take, and the part of it that the shared beginning may take. */
const MAX_ENTRY_SHARE = 1 / 4
const SHARED_SHARE = 1 / 4
/** The share of a cut transcript that is kept from its beginning; the rest is its end. */
const BEGINNING_SHARE = 1 / 3
/** The tokens of a line that says what is left out, and of a label such as "A12. ". */
const NOTE_TOKENS = 25
const LABEL_TOKENS = 4

/** The texts of a pair of runs, each at most so many tokens long. */
export function pairTexts(first: Run, second: Run, tokens: number): PairTexts {
  const parts = apart(first.scenes, second.scenes)
  return {
    about: [...new Set([first.about ?? '', second.about ?? ''])].toSorted().join('\n\n').trim(),
    both: fitted(parts.both, tokens * SHARED_SHARE, 0),
    shared: entriesIn(parts.both),
    first: fitted(parts.first, tokens),
    second: fitted(parts.second, tokens)
  }
}

export const entriesIn = (scenes: readonly RunScene[]): number => scenes.reduce((sum, { entries }) => sum + entries.length, 0)

/** The beginning that two runs share, and the rest of each. If one of them is only that beginning, nothing is shared. */
function apart(first: readonly RunScene[], second: readonly RunScene[]): Record<'both' | 'first' | 'second', readonly RunScene[]> {
  let whole = 0
  while (whole < first.length && equal(first[whole], second[whole])) whole++
  const both = first.slice(0, whole)
  const [a, b] = [first.slice(whole), second.slice(whole)]
  const [x, y] = [a[0], b[0]]
  if (x && y && x.title === y.title) {
    let same = 0
    while (same < x.entries.length && equal(x.entries[same], y.entries[same])) same++
    if (same > 0) both.push({ title: x.title, entries: x.entries.slice(0, same) })
    const title = same > 0 ? `${x.title}, continued` : x.title
    a[0] = { ...x, title, entries: x.entries.slice(same) }
    b[0] = { ...y, title, entries: y.entries.slice(same) }
  }
  return entriesIn(a) === 0 || entriesIn(b) === 0 ? { both: [], first, second } : { both, first: a, second: b }
}

/**
 * The lines of scenes within so many tokens. If they are too long, scenes are told by their recaps, the middle ones first, then the first; the last
 * one is never. If that isn't enough, lines are left out of the middle. Every omission has a line that says so.
 */
export function fitted(scenes: readonly RunScene[], tokens: number, beginningShare = BEGINNING_SHARE): FittedRun {
  const told = scenes
    .filter(({ entries }) => entries.length > 0)
    .map((scene) => {
      const whole = [{ text: scene.title }, ...scene.entries.map(({ beat, text }) => ({ beat, text: clipped(text, tokens * MAX_ENTRY_SHARE) }))]
      const short = inShort(scene)
      return { lines: whole, short, saved: short ? sizeOf(whole) - sizeOf(short) : 0, leftOut: 0, entries: scene.entries.length }
    })
  let size = told.reduce((sum, { lines }) => sum + sizeOf(lines), 0)
  for (const scene of [...told.slice(1, -1), ...told.slice(0, 1)]) {
    if (size <= tokens || told.length < 2) break
    if (!scene.short || scene.saved <= 0) continue
    scene.lines = scene.short
    scene.leftOut = scene.entries
    size -= scene.saved
  }
  const lines: RunLine[] = told.flatMap((scene) => scene.lines)
  const leftOut = told.reduce((sum, scene) => sum + scene.leftOut, 0)
  if (size <= tokens) return { lines, leftOut }
  const [start, end] = cut(lines, tokens - NOTE_TOKENS, beginningShare)
  const gone = lines.slice(start, end).flatMap(({ beat }) => beat ?? [])
  const note = gone.length === 0 ? [] : [{ text: omission(gone) }]
  return { lines: [...lines.slice(0, start), ...note, ...lines.slice(end)], leftOut: leftOut + gone.length }
}

const clipped = (text: string, tokens: number): string => {
  const part = beginning(text, tokens)
  return part === text ? text : `${part}…`
}

function inShort({ title, recap, entries }: RunScene): RunLine[] | undefined {
  if (recap === undefined || recap.trim() === '') return undefined
  return [{ text: title }, { text: `${omission(entries.map(({ beat }) => beat))} In short: ${recap}` }]
}

const omission = (beats: readonly number[]): string => {
  const span = beats.at(-1) === beats[0] ? `beat ${beats[0]}` : `beats ${beats[0]} to ${beats.at(-1)}`
  return `(${counted(beats.length, 'entry', 'entries')} of ${span} ${beats.length === 1 ? 'is' : 'are'} left out here.)`
}

const sizeOf = (lines: readonly RunLine[]): number => lines.reduce((sum, { text }) => sum + tokensOf(text) + LABEL_TOKENS, 0)

/** The lines to leave out so that the rest fits: from `start` up to `end`. */
function cut(lines: readonly RunLine[], tokens: number, beginningShare: number): [start: number, end: number] {
  const sizes = lines.map((line) => sizeOf([line]))
  let [start, used] = [0, 0]
  for (; start < lines.length && used + (sizes[start] ?? 0) <= tokens * beginningShare; start++) used += sizes[start] ?? 0
  let end = lines.length
  for (; end > start && used + (sizes[end - 1] ?? 0) <= tokens; end--) used += sizes[end - 1] ?? 0
  return [start, end]
}

/** A transcript between story marks, in which each entry is labelled by its beat: "A12. The gate is open." */
export function labelled(piece: string, { lines }: FittedRun, label: string): string {
  return fenced(piece, lines.map(({ beat, text }) => setIn(beat === undefined ? text : `${label}${beat}. ${text}`)).join('\n'))
}

/** What a campaign is about between story marks; empty if that isn't known. */
export const aboutCampaign = (about: string): string => (about === '' ? '' : `${fenced('campaign', about)}\n\n`)

/** The text of a beat in a transcript; undefined if none of its entries is in it. */
export function textOfBeat({ lines }: FittedRun, beat: number): string | undefined {
  const texts = lines.flatMap((line) => (line.beat === beat ? [line.text] : []))
  return texts.length === 0 ? undefined : texts.join(' ')
}
