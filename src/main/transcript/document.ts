import type { Hue } from '../../shared/story/hues'
import type { MapImage } from '../../shared/map-image/shape'
import type { LogEntry } from '../../shared/story/play'
import type { PrivateLine } from '../engine/project'
import type { DirectorNote } from '../../shared/story/director-notes'
import { type SceneWriters, type Writer, mayBeModels, type TextPart, writersOf, writerWords } from '../../shared/story/writers'
import { DM } from '../engine/people'
import { clean, dayOf, oneLine, rollWords, summaryLines, type SummaryLine } from './words'
import { counted } from '../../shared/words/labels'

/** What a transcript does with the writers of its texts: whether it names them, and whether it leaves out what a model wrote or may have written. */
export interface Attribution {
  says: boolean
  withoutModels: boolean
}

/** What an attribution makes of a text: what is left of it, its writers if they are named, and those whose words are left out. */
interface Attributed {
  text: string
  wrote?: string
  leftOut: Writer[]
}

/** The sign in a text for words that are left out. */
const GAP = '[…]'

/** A text with its writers named, or without the words of models. `parts` cover it. */
function attributed(text: string, parts: readonly TextPart[], { says, withoutModels }: Attribution): Attributed {
  const isOut = ({ writer }: TextPart): boolean => withoutModels && mayBeModels(writer)
  const out = parts.filter(isOut)
  const kept = parts.filter((part) => !isOut(part))
  const isEmpty = kept.every(({ from, to }) => text.slice(from, to).trim() === '')
  const gapped = (): string => parts.map((part) => (isOut(part) ? ` ${GAP} ` : text.slice(part.from, part.to))).join('')
  const left =
    out.length === 0
      ? text
      : isEmpty
        ? ''
        : gapped()
            .replace(/ *(\[…\] *)+/g, ` ${GAP} `)
            .trim()
  return { text: left, ...(says && left !== '' ? { wrote: wroteWords(writersOf(kept)) } : {}), leftOut: writersOf(out) }
}

/** The same for a text with one writer. */
const attributedTo = (text: string, writer: Writer, attribution: Attribution): Attributed =>
  attributed(text, [{ from: 0, to: text.length, writer }], attribution)

const wroteWords = (writers: readonly Writer[]): string => writers.map(writerWords).join(', ')

/** A sentence about texts that are left out in one place: `Left out here: 3 lines (claude-haiku-4-5).` */
const leftOutWords = (what: string, writers: readonly Writer[]): string =>
  `Left out here: ${what} (${wroteWords(writersOf(writers.map((writer) => ({ from: 0, to: 0, writer }))))}).`

/** Lines in words, for `leftOutWords`. */
const linesWords = (count: number): string => counted(count, 'line')

/** A passage of a transcript. Its texts are plain and may have several lines. `wrote`: its writers, if the transcript names them. */
export type Passage = PassageBody & { wrote?: string }

type PassageBody =
  | { kind: 'session'; title: string }
  | { kind: 'scene'; title: string; place?: string }
  | { kind: 'told'; text: string }
  | { kind: 'said'; who: string; hue: Hue; text: string; by?: string }
  | { kind: 'result'; text: string; rolls: string[] }
  | { kind: 'turned'; text: string }
  | { kind: 'private'; who: string; text: string }
  | { kind: 'summary'; title: string; lines: SummaryLine[] }
  | { kind: 'still'; still: Still }
  | { kind: 'left-out'; text: string }
  | { kind: 'note'; head: string; text: string }
  | { kind: 'picture'; src: string; alt: string }

/** A passage that a log entry becomes. */
export type EntryPassage = Extract<Passage, { kind: 'told' | 'said' | 'turned' | 'result' }>

/** A picture that a scene shows: the beat that shows it, its `data:` address, and its alternative text. */
export interface TranscriptPicture {
  beat: number
  src: string
  alt: string
}

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
  /** Its pictures in order, each after the entries of its beat. Absent if it has none. */
  pictures?: readonly TranscriptPicture[]
  /** Private talk by player; empty if it is left out. */
  private: Readonly<Record<string, readonly PrivateLine[]>>
  summary?: string
  /** Who wrote what, in the order of `entries` and `private`; absent if the transcript doesn't ask. */
  writers?: SceneWriters
  /** The director's notes on its beats; absent if the transcript leaves them out. */
  notes?: readonly (DirectorNote & { n: number })[]
}

/** A session without its scenes; the still shows its end. */
export interface SessionContents {
  title?: string
  summary?: string
  still?: Still
  /** Who wrote the title and the summary; absent if the transcript doesn't ask. */
  writers?: { title: Writer; summary: Writer }
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
  /** What is done with the writers of its texts; absent: nothing. */
  attribution?: Attribution
}

const PLAIN: Attribution = { says: false, withoutModels: false }
const DESIGNER: Writer = { by: 'designer' }

/** Arranges the contents in reading order. */
export function transcriptOf(source: TranscriptSource): Transcript {
  const passages: Passage[] = []
  for (const [i, scene] of source.scenes.entries()) {
    const session = source.sessions.get(scene.session)
    if (source.scenes[i - 1]?.session !== scene.session) {
      const title = attributedTo(session?.title ?? '', session?.writers?.title ?? DESIGNER, source.attribution ?? PLAIN)
      passages.push({ kind: 'session', title: sessionTitle(scene.session, title.text) }, ...leftOut('the title', title.leftOut))
    }
    passages.push(...scenePassages(scene, source))
    if (source.scenes[i + 1]?.session === scene.session) continue
    if (session?.still) passages.push({ kind: 'still', still: { ...session.still, words: oneLine(session.still.words) } })
    if (session?.summary !== undefined)
      passages.push(...summaryPassages(`Session ${scene.session} in short`, session.summary, session.writers?.summary, source.attribution))
  }
  const { title, premise, time, portraits } = source
  return { title: oneLine(title), premise: clean(premise), span: spanWords(source), time, passages, ...(portraits ? { portraits } : {}) }
}

const sessionTitle = (number: number, title = ''): string => (oneLine(title) === '' ? `Session ${number}` : `Session ${number}: ${oneLine(title)}`)

const leftOut = (what: string, writers: readonly Writer[]): Passage[] =>
  writers.length === 0 ? [] : [{ kind: 'left-out', text: leftOutWords(what, writers) }]

function summaryPassages(title: string, text: string, writer = DESIGNER, attribution = PLAIN): Passage[] {
  const { text: left, leftOut: out, ...wrote } = attributedTo(text, writer, attribution)
  return out.length > 0 ? leftOut('the summary', out) : [{ kind: 'summary', title, lines: summaryLines(left), ...('wrote' in wrote ? wrote : {}) }]
}

type Teller = Pick<TranscriptSource, 'from' | 'to' | 'nameOf' | 'hueOf' | 'portraits'>

/** The entries of a scene that a transcript tells, with their places in its log, in the order of play. */
function told(scene: SceneContents, { from, to }: Teller): { entry: LogEntry; place: number }[] {
  // The entry that opens a scene only repeats its heading, and the DM's records are no part of the story.
  const isTold = ({ beat, kind }: LogEntry): boolean =>
    beat >= from && beat <= to && kind !== 'record' && !(kind === 'scene' && beat === scene.opened)
  return scene.entries.flatMap((entry, place) => (isTold(entry) ? [{ entry, place }] : []))
}

function passageOf(entry: LogEntry, { nameOf, hueOf, portraits }: Teller): EntryPassage {
  const passage = entryPassage(entry, (id) => oneLine(nameOf(id)), hueOf)
  return portraits && passage.kind === 'said' ? { ...passage, by: entry.by } : passage
}

/** The entries of a scene that a transcript tells, with their beats, in the order of play. */
export const toldEntries = (scene: SceneContents, teller: Teller): { beat: number; passage: EntryPassage }[] =>
  told(scene, teller).map(({ entry }) => ({ beat: entry.beat, passage: passageOf(entry, teller) }))

/** A line of a scene: a passage, or the writers of one that is left out. */
type Line = { beat: number } & ({ passage: Passage } | { out: readonly Writer[] })

function scenePassages(scene: SceneContents, source: TranscriptSource): Passage[] {
  const { from, to, nameOf, attribution = PLAIN } = source
  const { writers } = scene
  const within = (beat: number): boolean => beat >= from && beat <= to
  const name = (id: string): string => oneLine(nameOf(id))
  const lines: Line[] = told(scene, source).map(({ entry, place }): Line => {
    const parts = writers?.entries[place]
    const { text, leftOut: out, ...wrote } = parts ? attributed(entry.text, parts, attribution) : { ...entry, leftOut: [] as Writer[] }
    if (text === '' && out.length > 0) return { beat: entry.beat, out }
    return { beat: entry.beat, passage: { ...passageOf({ ...entry, text }, source), ...('wrote' in wrote ? { wrote: wrote.wrote } : {}) } }
  })
  for (const { beat, src, alt } of scene.pictures ?? [])
    // The picture with which a scene opens stands before everything that is told.
    lines.splice(beat <= scene.opened ? 0 : lines.length, 0, { beat, passage: { kind: 'picture', src, alt: oneLine(alt) } })
  for (const [player, talk] of Object.entries(scene.private)) {
    for (const [i, { by, text, beat }] of talk.entries()) {
      if (!within(beat)) continue
      const who = by === DM ? `${DM} to ${name(player)}, privately` : `${name(by)} to the ${DM}, privately`
      const left = attributedTo(text, writers?.private[player]?.[i] ?? DESIGNER, attribution)
      const wrote = writers && left.wrote !== undefined ? { wrote: left.wrote } : {}
      lines.push(left.leftOut.length > 0 ? { beat, out: left.leftOut } : { beat, passage: { kind: 'private', who, text: clean(text), ...wrote } })
    }
  }
  for (const note of scene.notes ?? []) if (within(note.n)) lines.push({ beat: note.n, passage: notePassage(note) })
  const place = scene.place === undefined ? {} : { place: oneLine(scene.place) }
  const opening = scene.entries.findIndex(({ kind, beat }) => kind === 'scene' && beat === scene.opened)
  const title = attributed(scene.title, partsOfTitle(scene.title, writers?.entries[opening]), attribution)
  return [
    { kind: 'scene', title: title.text === '' ? `Scene ${scene.number}` : `Scene ${scene.number}: ${oneLine(title.text)}`, ...place },
    ...leftOut('the title', title.leftOut),
    ...joined(lines.toSorted((a, b) => a.beat - b.beat)),
    ...(scene.summary === undefined ? [] : summaryPassages('The scene in short', scene.summary, writers?.summary, source.attribution))
  ]
}

/** The parts of a scene's title, with which its opening entry begins. */
function partsOfTitle(title: string, opening: SceneWriters['entries'][number] = []): SceneWriters['entries'][number] {
  const parts = opening.flatMap((part) => (part.from < title.length ? [{ ...part, to: Math.min(part.to, title.length) }] : []))
  return parts.length > 0 ? parts : [{ from: 0, to: title.length, writer: DESIGNER }]
}

/** Lines as passages. Lines that are left out one after another become one sentence. */
function joined(lines: readonly Line[]): Passage[] {
  const passages: Passage[] = []
  let out: Extract<Line, { out: unknown }>[] = []
  const close = (): void => {
    passages.push(
      ...leftOut(
        linesWords(out.length),
        out.flatMap((one) => one.out)
      )
    )
    out = []
  }
  for (const line of lines) {
    if ('out' in line) out.push(line)
    else {
      close()
      passages.push(line.passage)
    }
  }
  close()
  return passages
}

function notePassage({ text, quote, by, done }: DirectorNote): Passage {
  const head = ['Director’s note', ...(by === undefined ? [] : [`by ${oneLine(by)}`]), ...(done ? ['(done)'] : [])].join(' ')
  return { kind: 'note', head: quote === undefined ? head : `${head} on “${oneLine(quote)}”`, text: clean(text) }
}

function entryPassage(entry: LogEntry, name: (id: string) => string, hueOf: TranscriptSource['hueOf']): EntryPassage {
  const text = clean(entry.text)
  if (entry.kind === 'narration') return { kind: 'told', text }
  if (entry.kind === 'speech') return { kind: 'said', who: name(entry.by), hue: hueOf(entry.by), text }
  if (entry.kind === 'scene') return { kind: 'turned', text: oneLine(text) }
  const chosen = entry.action === 'choose_option' && entry.by !== DM ? `${name(entry.by)} chooses: ${text}` : text
  return { kind: 'result', text: chosen, rolls: (entry.rolls ?? []).map((roll) => oneLine(rollWords(roll, name))) }
}

function spanWords({ from, to, scenes }: TranscriptSource): string {
  const days = scenes.flatMap(({ entries }) => entries.filter(({ beat }) => beat >= from && beat <= to).map(({ at }) => at))
  const [first, last] = [dayOf(days[0]), dayOf(days.at(-1))]
  const beats = from === to ? `Beat ${from}` : `Beats ${from} to ${to}`
  return first === undefined || last === undefined ? beats : `${beats}, ${first === last ? first : `${first} to ${last}`}`
}
