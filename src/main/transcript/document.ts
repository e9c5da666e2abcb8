import type { Hue } from '../../shared/story/hues'
import type { MapImage } from '../../shared/map-image/shape'
import type { LogEntry } from '../../shared/story/play'
import type { PrivateLine } from '../engine/project'
import { DM } from '../engine/people'
import { clean, dayOf, oneLine, rollWords, summaryLines, type SummaryLine } from './words'

/** A passage of a transcript. Its texts are plain and may have several lines. */
export type Passage =
  | { kind: 'session'; title: string }
  | { kind: 'scene'; title: string; place?: string }
  | { kind: 'told'; text: string }
  | { kind: 'said'; who: string; hue: Hue; text: string; by?: string }
  | { kind: 'result'; text: string; rolls: string[] }
  | { kind: 'turned'; text: string }
  | { kind: 'private'; who: string; text: string }
  | { kind: 'summary'; title: string; lines: SummaryLine[] }
  | { kind: 'still'; still: Still }

/** A passage that a log entry becomes. */
export type EntryPassage = Extract<Passage, { kind: 'told' | 'said' | 'turned' | 'result' }>

/** The map around the party, and its description. */
export interface Still {
  image: MapImage
  words: string
}

/** A part of a story in reading order, from which every format of a transcript is made. */
export interface Transcript {
  title: string
  premise: string
  /** A description of the part in one line. */
  span: string
  /** The time of its last beat, in ms since 1970. */
  time: number
  passages: Passage[]
  /** The portraits of those who speak, as `data:` addresses by the `by` of what they say; absent if nobody has one. */
  portraits?: ReadonlyMap<string, string>
}

/** The part of a scene in the transcript. */
export interface SceneContents {
  session: number
  number: number
  title: string
  place?: string
  opened: number
  entries: readonly LogEntry[]
  /** Private talk by player; empty if it is left out. */
  private: Readonly<Record<string, readonly PrivateLine[]>>
  summary?: string
}

/** A session without its scenes; the still shows its end. */
export interface SessionContents {
  title?: string
  summary?: string
  still?: Still
}

/** The contents of a transcript. `from` and `to`: the numbers of its first and last beats. */
export interface TranscriptSource {
  title: string
  premise: string
  from: number
  to: number
  /** The time of the last beat, in ms since 1970. */
  time: number
  scenes: readonly SceneContents[]
  sessions: ReadonlyMap<number, SessionContents>
  nameOf: (id: string) => string
  hueOf: (id: string) => Hue
  /** The portraits of those who speak, as `data:` addresses by character; absent if nobody has one. */
  portraits?: ReadonlyMap<string, string>
}

/** Arranges the contents in reading order. */
export function transcriptOf(source: TranscriptSource): Transcript {
  const passages: Passage[] = []
  for (const [i, scene] of source.scenes.entries()) {
    const session = source.sessions.get(scene.session)
    if (source.scenes[i - 1]?.session !== scene.session) passages.push({ kind: 'session', title: sessionTitle(scene.session, session?.title) })
    passages.push(...scenePassages(scene, source))
    if (source.scenes[i + 1]?.session === scene.session) continue
    if (session?.still) passages.push({ kind: 'still', still: { ...session.still, words: oneLine(session.still.words) } })
    if (session?.summary !== undefined)
      passages.push({ kind: 'summary', title: `Session ${scene.session} in short`, lines: summaryLines(session.summary) })
  }
  const { title, premise, time, portraits } = source
  return { title: oneLine(title), premise: clean(premise), span: spanWords(source), time, passages, ...(portraits ? { portraits } : {}) }
}

const sessionTitle = (number: number, title = ''): string => (oneLine(title) === '' ? `Session ${number}` : `Session ${number}: ${oneLine(title)}`)

/** The entries of a scene that a transcript tells, with their beats, in the order of play. */
export function toldEntries(
  scene: SceneContents,
  { from, to, nameOf, hueOf, portraits }: Pick<TranscriptSource, 'from' | 'to' | 'nameOf' | 'hueOf' | 'portraits'>
): { beat: number; passage: EntryPassage }[] {
  // The entry that opens a scene only repeats its heading, and the DM's records are no part of the story.
  const isTold = ({ beat, kind }: LogEntry): boolean =>
    beat >= from && beat <= to && kind !== 'record' && !(kind === 'scene' && beat === scene.opened)
  return scene.entries.filter(isTold).map((entry) => {
    const passage = entryPassage(entry, (id) => oneLine(nameOf(id)), hueOf)
    return { beat: entry.beat, passage: portraits && passage.kind === 'said' ? { ...passage, by: entry.by } : passage }
  })
}

function scenePassages(scene: SceneContents, source: TranscriptSource): Passage[] {
  const { from, to, nameOf } = source
  const place = scene.place === undefined ? {} : { place: oneLine(scene.place) }
  const head: Passage = { kind: 'scene', title: `Scene ${scene.number}: ${oneLine(scene.title)}`, ...place }
  const within = (beat: number): boolean => beat >= from && beat <= to
  const name = (id: string): string => oneLine(nameOf(id))
  const lines: { beat: number; passage: Passage }[] = toldEntries(scene, source)
  for (const [player, talk] of Object.entries(scene.private)) {
    for (const { by, text, beat } of talk) {
      const who = by === DM ? `${DM} to ${name(player)}, privately` : `${name(by)} to the ${DM}, privately`
      if (within(beat)) lines.push({ beat, passage: { kind: 'private', who, text: clean(text) } })
    }
  }
  const passages = [head, ...lines.toSorted((a, b) => a.beat - b.beat).map(({ passage }) => passage)]
  if (scene.summary !== undefined) passages.push({ kind: 'summary', title: 'The scene in short', lines: summaryLines(scene.summary) })
  return passages
}

function entryPassage(entry: LogEntry, name: (id: string) => string, hueOf: TranscriptSource['hueOf']): EntryPassage {
  const text = clean(entry.text)
  if (entry.kind === 'narration') return { kind: 'told', text }
  if (entry.kind === 'speech') return { kind: 'said', who: name(entry.by), hue: hueOf(entry.by), text }
  if (entry.kind === 'scene') return { kind: 'turned', text: oneLine(text) }
  return { kind: 'result', text, rolls: (entry.rolls ?? []).map((roll) => oneLine(rollWords(roll, name))) }
}

function spanWords({ from, to, scenes }: TranscriptSource): string {
  const days = scenes.flatMap(({ entries }) => entries.filter(({ beat }) => beat >= from && beat <= to).map(({ at }) => at))
  const [first, last] = [dayOf(days[0]), dayOf(days.at(-1))]
  const beats = from === to ? `Beat ${from}` : `Beats ${from} to ${to}`
  if (first === undefined || last === undefined) return beats
  return `${beats}, ${first === last ? first : `${first} to ${last}`}`
}
