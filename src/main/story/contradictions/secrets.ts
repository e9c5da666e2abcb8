import type { Contradiction } from '../../../shared/contradictions'
import { own } from '../../../shared/json'
import { actorFolder, fileName, pathOf } from '../../../shared/layout'
import type { Feature } from '../../../shared/state'
import type { Lore, StoryEvent } from '../../../shared/lore'
import { DM } from '../../engine/people'
import { holds, isOver } from '../../../shared/premises'
import { at, type Reading, type World } from './situation'
import { placeFile } from './things'
import { cut, stemsOf, wordsOf } from './text'

/** A sentence that nobody at the table has been told, with the file it stands in and what it is. */
interface Secret {
  /** Every `RUN_WORDS` words in a row of it. */
  runs: ReadonlySet<string>
  stems: ReadonlySet<string>
  file: string
  what: string
}

/** So many words of weight in a quotation that nobody has heard make it one of something new. */
const MIN_NEW_STEMS = 2
/** So many words in a row are a quotation, wherever they stand; a long one needs less that is new. */
const RUN_WORDS = 6
const LONG_RUN_WORDS = 9
/** Stems shared with a secret sentence that make it a paraphrase: so many in all, so many of what nobody knows yet, and so much of that. */
const SHARED = { stems: 5, new: 3, share: 0.6 }

/** Where one statement of a sentence ends and another begins. */
const CLAUSE_ENDS = /[;:]\s|,?\s+(?:so that|because|although|though|whereas)\s+|,\s+(?:and|but|which|who|where|so)\s+/u

/** Most of a short sentence is one too: this share of its stems and so many in all, so many of them said nearly nowhere else. */
const MOST = { share: 0.7, stems: 3, rare: 2, places: 3 }

/** Sentences that give away what is in the DM's guide, in features not found, in what people haven't revealed and in the story to come. */
export function secrets(reading: Reading): Contradiction[] {
  if (index.size > MAX_PARTS) [index, cache] = [new Index(), new WeakMap()]
  const parts = new Map(secretsOf(reading).map((part, i) => [part, i]))
  let table: Known | undefined
  return reading.text.sentences.flatMap((sentence, i) => {
    const plain = reading.text.plain.slice(sentence.from, sentence.to)
    const words = wordsOf(plain)
    const own = stemsOf(plain)
    // "It is inside the heron": what it is, the sentence before says.
    const before = reading.text.sentences[i - 1]
    const stems = before && MEANS_BEFORE.test(plain) ? new Set([...own, ...stemsOf(reading.text.plain.slice(before.from, before.to))]) : own
    const runs = runsOf(words)
    const near = index.near(parts, runs, stems)
    if (near.length === 0) return []
    const { known, run } = (table ??= knownTo(reading))
    if (run.includes(` ${words.join(' ')} `)) return []
    const found = near.find(
      (secret) =>
        isRun(secret, words, runs, run, known) ||
        (isParaphrase(secret, stems, known, (one) => index.isRare(one, parts)) &&
          (stems === own || [...secret.stems].some((one) => own.has(one) && !known.has(one) && index.isRare(one, parts))))
    )
    return found ? [at(reading, 'secret', sentence, `${found.what} hasn't been found out.`, { file: found.file })] : []
  })
}

/** A pronoun that stands for what the sentence before names. */
const MEANS_BEFORE = /(?<![\p{L}'])(?:it|he|she|they|him|them|this|that was)(?!\p{L})/iu

/** What the table knows: stems of words, and all of its texts as one. */
interface Known {
  known: ReadonlySet<string>
  run: string
}

/** The secrets of one text, in the order of its sentences. */
type Part = readonly Secret[]

/** Finds the secrets that a sentence may give away, among hundreds. Every secret is indexed once; which of them count now is said with each question. */
class Index {
  readonly #parts = new Map<string, Part>()
  readonly #byRun = new Map<string, Entry[]>()
  readonly #byStem = new Map<string, Entry[]>()

  /** Sentences of a text as secrets. */
  part(text: string, file: string, what: string): Part {
    const key = `${file}\n${what}\n${text}`
    const known = this.#parts.get(key)
    if (known) return known
    const { sentences, plain } = cut(text)
    const part = sentences.flatMap(({ from, to }): Secret[] => {
      const sentence = plain.slice(from, to)
      const clauses = [...new Set([...sentence.split(/[;:]\s/), ...sentence.split(CLAUSE_ENDS)])].filter((clause) => clause !== sentence)
      return [
        { runs: new Set(runsOf(wordsOf(sentence))), stems: stemsOf(sentence), file, what },
        ...clauses.map((clause) => ({ runs: new Set<string>(), stems: stemsOf(clause), file, what }))
      ].filter(({ runs, stems }) => runs.size > 0 || stems.size >= MOST.stems)
    })
    this.#parts.set(key, part)
    for (const [at, { runs, stems }] of part.entries()) {
      for (const run of runs) add(this.#byRun, run, { part, at })
      for (const one of stems) add(this.#byStem, one, { part, at })
    }
    return part
  }

  get size(): number {
    return this.#parts.size
  }

  /** Whether a stem stands in so few secrets of these parts that it is no word of the campaign's everyday. Other campaigns' parts don't count. */
  isRare(one: string, parts: ReadonlyMap<Part, number>): boolean {
    let places = 0
    for (const { part } of this.#byStem.get(one) ?? []) if (parts.has(part) && ++places > MOST.places) return false
    return true
  }

  /** The secrets of some parts, by their place in the order, with a run of these words or with enough of these stems. */
  near(parts: ReadonlyMap<Part, number>, runs: readonly string[], stems: ReadonlySet<string>): Secret[] {
    const found = new Set<Secret>()
    const order = new Map<Secret, number>()
    const take = ({ part, at }: Entry, place: number): void => {
      const secret = part[at]
      if (secret) order.set(secret, place + at / part.length)
      if (secret) found.add(secret)
    }
    for (const run of runs)
      for (const entry of this.#byRun.get(run) ?? []) {
        const place = parts.get(entry.part)
        if (place !== undefined) take(entry, place)
      }
    if (stems.size >= MOST.stems) {
      const shared = new Map<Secret, number>()
      for (const one of stems)
        for (const entry of this.#byStem.get(one) ?? []) {
          const place = parts.get(entry.part)
          const secret = entry.part[entry.at]
          if (place === undefined || !secret) continue
          const many = (shared.get(secret) ?? 0) + 1
          shared.set(secret, many)
          if (many >= SHARED.stems || (many >= MOST.stems && many >= MOST.share * secret.stems.size)) take(entry, place)
        }
    }
    return [...found].toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0))
  }
}

/** A secret by its place in the text that it stands in. */
interface Entry {
  part: Part
  at: number
}

const add = (map: Map<string, Entry[]>, key: string, entry: Entry): void => {
  const entries = map.get(key)
  if (entries) entries.push(entry)
  else map.set(key, [entry])
}

/** The secrets of all texts that came up, and by which object of the lore or state each text was found last. */
let index = new Index()
let cache = new WeakMap<object, Map<string, Part>>()
/** Texts that are indexed before all are forgotten. */
const MAX_PARTS = 5000

/** Every `RUN_WORDS` words in a row of a text. */
const runsOf = (words: readonly string[]): string[] => words.slice(RUN_WORDS - 1).map((_, i) => words.slice(i, i + RUN_WORDS).join(' '))

/** Whether words in a row stand in a secret and in nothing that is known, and say something that nobody knows. */
function isRun(secret: Secret, words: readonly string[], runs: readonly string[], text: string, known: ReadonlySet<string>): boolean {
  let inARow = 0
  for (const [i, run] of runs.entries()) {
    if (!secret.runs.has(run)) {
      inARow = 0
      continue
    }
    inARow++
    const isNew = (from: number, needed: number): boolean => {
      const part = words.slice(from, i + RUN_WORDS).join(' ')
      return !text.includes(` ${part} `) && [...stemsOf(part)].filter((one) => !known.has(one)).length >= needed
    }
    if (isNew(i, MIN_NEW_STEMS)) return true
    const more = LONG_RUN_WORDS - RUN_WORDS
    if (inARow > more && isNew(i - more, 1)) return true
  }
  return false
}

function isParaphrase(secret: Secret, stems: ReadonlySet<string>, known: ReadonlySet<string>, isRare: (one: string) => boolean): boolean {
  let all = 0
  let of = 0
  let shared = 0
  let rare = 0
  for (const one of secret.stems) {
    if (stems.has(one)) all++
    if (known.has(one)) continue
    of++
    if (!stems.has(one)) continue
    shared++
    if (isRare(one)) rare++
  }
  if (shared >= SHARED.new && all >= SHARED.stems && shared >= SHARED.share * of) return true
  if (all < MOST.share * secret.stems.size) return false
  return (all >= SHARED.stems && shared > 0 && shared === of) || (all >= MOST.stems && rare >= MOST.rare)
}

/** What the table has heard and sees: the log, the places where the party is, and what everybody knows of those present. */
function knownTo({ earlier, places, after, lore }: Reading): Known {
  // Who knows the fact knows what stands for it, wherever it was learnt.
  const isOpen = ({ searched, fact }: Feature): boolean => searched === true || (fact !== undefined && holds(after.facts, [fact]))
  const texts = [
    lore.premise,
    ...earlier.map(({ text }) => text),
    ...[...places].flatMap((id) => {
      const place = own(after.places, id)
      const prose = own(lore.places, id)
      const seen = Object.values(place?.features ?? {}).filter((one) => isOpen(one) || !one.hidden || place?.tags['explored'])
      return [
        place?.name ?? '',
        prose?.description ?? '',
        ...(prose?.senses ?? []),
        ...seen.map(({ name }) => name),
        ...seen.flatMap((one) => (isOpen(one) ? one.text : []))
      ]
    }),
    ...Object.values(lore.actors).map((one) => one.public),
    ...Object.entries(after.actors).flatMap(([id, { kind, name }]) => [
      name,
      ...(kind === 'player' ? [wantsOf(own(lore.actors, id)?.wants ?? ''), own(lore.actors, id)?.about ?? ''] : [])
    ]),
    ...Object.values(after.places).map(({ name }) => name)
  ]
  const known = new Set<string>()
  const studied = texts.map((text) => study(text))
  for (const { stems } of studied) for (const one of stems) known.add(one)
  // What announces an event is written to be told before it, word for word.
  const announced = lore.story.flatMap(({ foreshadow }) => foreshadow.map((line) => study(typeof line === 'string' ? line : line.text)))
  return { known, run: ` ${[...studied, ...announced].map(({ words }) => words).join('   ')} ` }
}

/** Words and stems of texts that come again with every entry: those of the log and of the world. */
const studies = new Map<string, { words: string; stems: ReadonlySet<string> }>()
const MAX_STUDIES = 5000

function study(text: string): { words: string; stems: ReadonlySet<string> } {
  const known = studies.get(text)
  if (known) return known
  if (studies.size >= MAX_STUDIES) studies.clear()
  const searchable = { words: wordsOf(text).join(' '), stems: stemsOf(text) }
  studies.set(text, searchable)
  return searchable
}

/** All that somebody wants, or will want, as one text. */
const wantsOf = (wants: Lore['actors'][string]['wants']): string => (typeof wants === 'string' ? wants : wants.map(({ want }) => want).join(' '))

const none: Part = []

/** Sentences of a text as secrets, worked out once for each text; `owner` is the object of the lore or state that holds it. */
function secretsIn(owner: object, text: string, file: string, what: string): Part {
  if (text === '') return none
  const ofOwner = cache.get(owner) ?? new Map<string, Part>()
  const known = ofOwner.get(text)
  if (known) return known
  const secrets = index.part(text, file, what)
  cache.set(owner, ofOwner.set(text, secrets))
  return secrets
}

/** The secrets at a moment, text by text: those of the places where the party is, of people, and of the story. */
function secretsOf(reading: Reading): Part[] {
  const { before, after, lore, places, entry } = reading
  return [
    ...[...places].flatMap((id) => ofPlace(reading, id)),
    ...Object.keys(after.actors).flatMap((id) => ofActor(before, after, id, entry.by)),
    ...(entry.by === DM || entry.kind === 'speech' ? lore.story.map((event) => ofEvent(after, event)) : [])
  ]
}

function ofPlace(reading: Reading, id: string): Part[] {
  const { before, after, lore } = reading
  const file = placeFile(reading, id)
  const prose = own(lore.places, id)
  const name = own(after.places, id)?.name ?? id
  const features = Object.entries(own(after.places, id)?.features ?? {}).flatMap(([key, feature]) => {
    const isFound =
      feature.searched === true ||
      (feature.fact !== undefined && holds(after.facts, [feature.fact])) ||
      own(own(before.places, id)?.features, key)?.searched === true
    return isFound || feature.text === '' ? [] : [secretsIn(feature, feature.text, file, `What is to be found at ${feature.name}`)]
  })
  return [...(prose ? [secretsIn(prose, prose.gm_guide, file, `The guide to ${name}`)] : []), ...features]
}

function ofActor(before: World, after: World, id: string, speaker: string): Part[] {
  const actor = own(after.actors, id)
  if (!actor?.reveals || speaker === id) return []
  const file = `${actorFolder(actor.kind, id)}/${fileName('sheet')}`
  return Object.entries(actor.reveals).flatMap(([fact, reveal]) =>
    holds(before.facts, [fact]) || holds(after.facts, [fact]) ? [] : [secretsIn(reveal, reveal.text, file, `What ${actor.name} can reveal`)]
  )
}

/** What of a story event is secret, by whether it runs or could: joining its lines again for every entry would take long. */
const texts = new WeakMap<StoryEvent, Map<number, string>>()

function ofEvent(after: World, event: StoryEvent): Part {
  if (isOver(event, after)) return none
  const isRunning = after.scene?.story === event.id
  const isReady = isRunning || holds(after.facts, event.starts_when)
  const ofIt = texts.get(event) ?? new Map<number, string>()
  texts.set(event, ofIt)
  const stage = (isRunning ? 1 : 0) + (isReady ? 2 : 0)
  let text = ofIt.get(stage)
  if (text === undefined) {
    const lines = [...(isRunning ? [] : event.closing), ...(isReady ? [] : event.opening)]
    text = [event.body, ...lines.map((line) => (typeof line === 'string' ? line : line.text))].join('\n')
    ofIt.set(stage, text)
  }
  return secretsIn(event, text, pathOf('storyEvent', { id: event.id }), `The story event “${event.title}”`)
}
