import type { Contradiction } from '../../../shared/analysis/contradictions'
import { own } from '../../../shared/base/json'
import { actorFolder, fileName, pathOf } from '../../../shared/story/layout'
import type { Feature } from '../../../shared/story/state'
import type { Lore, StoryEvent } from '../../../shared/story/lore'
import { DM } from '../../engine/people'
import { holds, isOver } from '../../../shared/story/premises'
import { at, type Reading, type World } from './situation'
import { placeFile } from './things'
import { cut, stemsOf, wordsOf } from './text'

/** A sentence or clause that the table doesn't know, with its file and a description of its text. */
interface Secret {
  /** Every sequence of `RUN_WORDS` words in the sentence. */
  runs: ReadonlySet<string>
  stems: ReadonlySet<string>
  file: string
  what: string
}

/** The minimum number of unknown stems in a quotation of a secret. */
const MIN_NEW_STEMS = 2
/** The number of consecutive words that makes a quotation. A long quotation needs only one unknown stem. */
const RUN_WORDS = 6
const LONG_RUN_WORDS = 9
/** The minimum stems that a sentence shares with a secret to paraphrase it: in all, unknown ones, and the share of the secret's unknown stems. */
const SHARED = { stems: 5, new: 3, share: 0.6 }

/** The boundary between two clauses of a sentence. */
const CLAUSE_ENDS = /[;:]\s|,?\s+(?:so that|because|although|though|whereas)\s+|,\s+(?:and|but|which|who|where|so)\s+/u

/**
 * The minimum for a paraphrase of a short secret: the share of its stems, their number, and how many of them are rare. A stem is rare if at most
 * `places` secrets have it.
 */
const MOST = { share: 0.7, stems: 3, rare: 2, places: 3 }

/**
 * Contradictions of kind `secret`: sentences that give away the DM's guide, unfound features, what characters haven't revealed, or story events to
 * come.
 */
export function secrets(reading: Reading): Contradiction[] {
  if (index.size > MAX_PARTS) [index, cache] = [new Index(), new WeakMap()]
  const parts = new Map(secretsOf(reading).map((part, i) => [part, i]))
  let table: Known | undefined
  return reading.text.sentences.flatMap((sentence, i) => {
    const plain = reading.text.plain.slice(sentence.from, sentence.to)
    const words = wordsOf(plain)
    const own = stemsOf(plain)
    // In "It is inside the heron", the previous sentence says what "it" is.
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

/** A pronoun that may refer to something in the previous sentence. */
const MEANS_BEFORE = /(?<![\p{L}'])(?:it|he|she|they|him|them|this|that was)(?!\p{L})/iu

/** The table's knowledge: the stems of all known texts, and the texts themselves joined into one. */
interface Known {
  known: ReadonlySet<string>
  run: string
}

/** The secrets of one text, in the order of its sentences. */
type Part = readonly Secret[]

/** Finds the few secrets that a sentence may give away among hundreds. Every text is indexed once. Each query names the parts that count. */
class Index {
  readonly #parts = new Map<string, Part>()
  readonly #byRun = new Map<string, Entry[]>()
  readonly #byStem = new Map<string, Entry[]>()

  /** The sentences and clauses of a text as secrets. */
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

  /** Whether at most `MOST.places` secrets of these parts have a stem. Parts of other campaigns don't count. */
  isRare(one: string, parts: ReadonlyMap<Part, number>): boolean {
    let places = 0
    for (const { part } of this.#byStem.get(one) ?? []) if (parts.has(part) && ++places > MOST.places) return false
    return true
  }

  /** The secrets of some parts that share a run of words or enough stems with a sentence, in the order of the parts. */
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

/** A secret by its index in a part. */
interface Entry {
  part: Part
  at: number
}

const add = (map: Map<string, Entry[]>, key: string, entry: Entry): void => {
  const entries = map.get(key)
  if (entries) entries.push(entry)
  else map.set(key, [entry])
}

/** The index of all texts so far, and their parts by the object of the lore or state that holds the text. */
let index = new Index()
let cache = new WeakMap<object, Map<string, Part>>()
/** The maximum number of indexed texts. Beyond it, the index starts empty again. */
const MAX_PARTS = 5000

/** Every sequence of `RUN_WORDS` words in a text. */
const runsOf = (words: readonly string[]): string[] => words.slice(RUN_WORDS - 1).map((_, i) => words.slice(i, i + RUN_WORDS).join(' '))

/** Whether a sentence quotes a secret: a run of its words is in the secret, is in no known text, and has unknown stems. */
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

/** The table's knowledge: the log, the places where the party is, and the public descriptions of all actors. */
function knownTo({ earlier, places, after, lore }: Reading): Known {
  // A fact that holds reveals the feature that gives it, wherever the party learnt it.
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
  // The DM may narrate the foreshadowing of an event word for word before the event.
  const announced = lore.story.flatMap(({ foreshadow }) => foreshadow.map((line) => study(typeof line === 'string' ? line : line.text)))
  return { known, run: ` ${[...studied, ...announced].map(({ words }) => words).join('   ')} ` }
}

/** Words and stems of texts of the log and of the world, cached because every entry needs the same ones. */
const studies = new Map<string, { words: string; stems: ReadonlySet<string> }>()
const MAX_STUDIES = 5000

function study(text: string): { words: string; stems: ReadonlySet<string> } {
  const cached = studies.get(text)
  if (cached) return cached
  if (studies.size >= MAX_STUDIES) studies.clear()
  const searchable = { words: wordsOf(text).join(' '), stems: stemsOf(text) }
  studies.set(text, searchable)
  return searchable
}

/** All present and later wants of an actor, as one text. */
const wantsOf = (wants: Lore['actors'][string]['wants']): string => (typeof wants === 'string' ? wants : wants.map(({ want }) => want).join(' '))

const NO_SECRETS: Part = []

/** The secrets of a text, cached by `owner`, the object of the lore or state that holds the text. */
function secretsIn(owner: object, text: string, file: string, what: string): Part {
  if (text === '') return NO_SECRETS
  const ofOwner = cache.get(owner) ?? new Map<string, Part>()
  const cached = ofOwner.get(text)
  if (cached) return cached
  const secrets = index.part(text, file, what)
  cache.set(owner, ofOwner.set(text, secrets))
  return secrets
}

/** The secrets in a situation: those of the places where the party is, of actors, and of the story. */
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

/** The secret texts of story events, by whether the event runs or could begin. Cached, because joining the lines for every entry takes long. */
const texts = new WeakMap<StoryEvent, Map<number, string>>()

function ofEvent(after: World, event: StoryEvent): Part {
  if (isOver(event, after)) return NO_SECRETS
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
