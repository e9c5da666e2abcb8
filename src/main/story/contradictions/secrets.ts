import { own } from '../../../shared/base/json'
import { actorFolder, fileName, pathOf } from '../../../shared/story/layout'
import type { Line, Lore, StoryEvent } from '../../../shared/story/lore'
import { holds, isOver } from '../../../shared/story/premises'
import type { Feature } from '../../../shared/story/state'
import { DM } from '../../engine/people'
import { nameOf, placeFile, placeName, type Check, type PassageContext } from './situation'
import { splitSentences, stemsOf, wordsOf } from './text'

/** The words and stems of a sentence or clause. */
interface Studied {
  words: string
  runs: ReadonlySet<string>
  stems: ReadonlySet<string>
}

/** A text that the table doesn't know, with its file and a description of it. */
interface Secret {
  text: string
  file: string
  what: string
}

/** The number of consecutive words that makes a quotation, and the minimum of unknown stems in them. */
const [RUN_WORDS, MIN_NEW_STEMS] = [6, 2]
/** The minimum stems that a sentence shares with a secret to paraphrase it: in all, unknown ones, and the share of the secret's unknown stems. */
const SHARED = { stems: 5, new: 3, share: 0.6 }
/** The same for a short secret: the share of all its stems, their number, and how many of them are rare. A stem is rare if few parts have it. */
const MOST = { share: 0.7, stems: 3, rare: 2, parts: 3 }

/** Contradictions of kind `secret`: what the DM's guide, unfound features, reveals or story events to come say, and nobody has found out. */
export const secrets: Check = (reading, sentence) => {
  const { sentences, plain } = reading.text
  const said = studied(plain.slice(sentence.from, sentence.to).replaceAll(PUT_IN, ' '))
  if (said.stems.size < MIN_NEW_STEMS) return undefined
  // In "It is inside the heron", the previous sentence says what "it" is.
  const before = MEANS_BEFORE.test(said.words) ? sentences[sentences.indexOf(sentence) - 1] : undefined
  const stems = before ? new Set([...said.stems, ...studied(plain.slice(before.from, before.to)).stems]) : said.stems
  const all = secretsOf(reading)
  const near = all.flatMap((secret) => partsOf(secret.text).flatMap((part) => (isNear(part, said, stems) ? { secret, part } : [])))
  if (near.length === 0) return undefined
  const known = knownTo(reading)
  if (known.text.includes(` ${said.words} `)) return undefined
  const isRare = (one: string): boolean =>
    all.reduce((sum, { text }) => sum + partsOf(text).filter(({ stems: its }) => its.has(one)).length, 0) <= MOST.parts
  const found = near.find(
    ({ part }) =>
      isQuotation(part, said, known) ||
      (isParaphrase(part, stems, known, isRare) &&
        (!before || [...part.stems].some((one) => said.stems.has(one) && !known.stems.has(one) && isRare(one))))
  )
  return found && { fact: `${found.secret.what} hasn't been found out.`, source: { file: found.secret.file } }
}

/** Words put into a sentence that only say who notices it: "The pin, she sees, was never hammered over". */
const PUT_IN = /, (?:the )?\p{L}+ (?:now |then )?(?:notices?|sees?|realises?|realizes?|finds?|thinks?|understands?|knows?|notes?|says?|adds?),/giu
/** A pronoun that may refer to something in the previous sentence. */
const MEANS_BEFORE = /(?<![\p{L}'])(?:it|he|she|they|him|them|this|that was)(?!\p{L})/iu
/** The boundaries between the clauses of a sentence. */
const CLAUSE_ENDS = [/[;:]\s/, /[;:]\s|,?\s+(?:so that|because|although|though|whereas)\s+|,\s+(?:and|but|which|who|where|so)\s+/u]

/** A cache of texts of the world and the log, which most entries need again. */
function cached<T>(compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const old = known.get(text)
    if (old !== undefined) return old
    if (known.size >= MAX_CACHED) known.clear()
    const value = compute(text)
    known.set(text, value)
    return value
  }
}
const MAX_CACHED = 5000

const studied = cached((text: string): Studied => {
  const words = wordsOf(text)
  const runs = words.slice(RUN_WORDS - 1).map((_, i) => words.slice(i, i + RUN_WORDS).join(' '))
  return { words: words.join(' '), runs: new Set(runs), stems: stemsOf(text) }
})

/** The sentences and clauses of a secret. */
const partsOf = cached((text: string): readonly Studied[] =>
  splitSentences(text)
    .sentences.flatMap(({ from, to }) => {
      const sentence = text.slice(from, to)
      return [...new Set([sentence, ...CLAUSE_ENDS.flatMap((end) => sentence.split(end))])].map(studied)
    })
    .filter(({ runs, stems }) => runs.size > 0 || stems.size >= MOST.stems)
)

const countOf = (all: ReadonlySet<string>, fits: (one: string) => boolean): number => {
  let count = 0
  for (const one of all) if (fits(one)) count++
  return count
}

/** Whether a sentence shares a run of words or enough stems with a part of a secret. */
function isNear(part: Studied, said: Studied, stems: ReadonlySet<string>): boolean {
  const shared = countOf(part.stems, (one) => stems.has(one))
  if (shared >= SHARED.stems || (shared >= MOST.stems && shared >= MOST.share * part.stems.size)) return true
  return shared > 0 && countOf(said.runs, (run) => part.runs.has(run)) > 0
}

/** Whether a sentence quotes a secret: a run of its words is in the secret, is in no known text, and has unknown stems. */
const isQuotation = (part: Studied, said: Studied, known: Known): boolean =>
  countOf(
    said.runs,
    (run) => part.runs.has(run) && !known.text.includes(` ${run} `) && countOf(stemsOf(run), (one) => !known.stems.has(one)) >= MIN_NEW_STEMS
  ) > 0

function isParaphrase({ stems: its }: Studied, stems: ReadonlySet<string>, known: Known, isRare: (one: string) => boolean): boolean {
  const shared = [...its].filter((one) => stems.has(one))
  const fresh = shared.filter((one) => !known.stems.has(one))
  const of = countOf(its, (one) => !known.stems.has(one))
  if (fresh.length >= SHARED.new && shared.length >= SHARED.stems && fresh.length >= SHARED.share * of) return true
  if (shared.length < MOST.share * its.size) return false
  return (
    (shared.length >= SHARED.stems && fresh.length > 0 && fresh.length === of) ||
    (shared.length >= MOST.stems && fresh.filter(isRare).length >= MOST.rare)
  )
}

/** The table's knowledge: the stems of all known texts, and their words, which also include the foreshadowing that the DM may narrate. */
interface Known {
  stems: ReadonlySet<string>
  text: string
}

/** A fact that holds reveals the feature that gives it, wherever the party learnt it. */
const isFound = ({ searched, fact }: Feature, { after }: PassageContext): boolean =>
  searched === true || (fact !== undefined && holds(after.facts, [fact]))
const textOf = (line: Line): string => (typeof line === 'string' ? line : line.text)
const wantsOf = (wants: Lore['actors'][string]['wants']): string => (typeof wants === 'string' ? wants : wants.map(({ want }) => want).join(' '))

/** What the table knows: the log, the places where the party is, and the public descriptions of all actors. */
function knownTo(reading: PassageContext): Known {
  const { earlier, places, after, lore } = reading
  const texts = [
    lore.premise,
    ...earlier.map(({ text }) => text),
    ...[...places].flatMap((id) => {
      const place = own(after.places, id)
      const { description = '', senses = [] } = own(lore.places, id) ?? {}
      const seen = Object.values(place?.features ?? {}).filter((one) => isFound(one, reading) || !one.hidden || place?.tags['explored'])
      return [description, ...senses, ...seen.flatMap((one) => [one.name, ...(isFound(one, reading) ? [one.text] : [])])]
    }),
    ...Object.entries(lore.actors).flatMap(([id, { public: seen, about, wants }]) =>
      own(after.actors, id)?.kind === 'player' ? [seen, about, wantsOf(wants)] : [seen]
    ),
    ...[after.actors, after.places].flatMap((all) => Object.values(all).map(({ name }) => name))
  ].map(studied)
  const announced = lore.story.flatMap(({ foreshadow }) => foreshadow.map((line) => studied(textOf(line))))
  return { stems: new Set(texts.flatMap(({ stems }) => [...stems])), text: ` ${[...texts, ...announced].map(({ words }) => words).join('   ')} ` }
}

/** The secrets of the places where the party is, of actors, and of the story. A character may say what they alone know. */
function secretsOf(reading: PassageContext): Secret[] {
  const { before, after, lore, places, entry } = reading
  const isKnown = (fact: string): boolean => holds(before.facts, [fact]) || holds(after.facts, [fact])
  return [
    ...[...places].flatMap((id): Secret[] => {
      const file = placeFile(reading, id)
      const features = Object.entries(own(after.places, id)?.features ?? {}).flatMap(([key, one]) =>
        isFound(one, reading) || own(own(before.places, id)?.features, key)?.searched === true
          ? []
          : { text: one.text, file, what: `What is to be found at ${one.name}` }
      )
      return [{ text: own(lore.places, id)?.gm_guide ?? '', file, what: `The guide to ${placeName(reading, id)}` }, ...features]
    }),
    ...Object.entries(after.actors).flatMap(([id, { kind, reveals = {} }]): Secret[] =>
      entry.by === id
        ? []
        : Object.entries(reveals).flatMap(([fact, { text }]) =>
            isKnown(fact) ? [] : { text, file: `${actorFolder(kind, id)}/${fileName('sheet')}`, what: `What ${nameOf(reading, id)} can reveal` }
          )
    ),
    ...(entry.by === DM || entry.kind === 'speech' ? lore.story.flatMap((event) => eventSecret(reading, event)) : [])
  ].filter(({ text }) => text !== '')
}

/** What a story event that isn't over keeps secret: its body, its end, and its opening as long as it can't begin. */
function eventSecret({ after }: PassageContext, event: StoryEvent): Secret[] {
  if (isOver(event, after)) return []
  const isRunning = after.scene?.story === event.id
  const lines = [...(isRunning ? [] : event.closing), ...(isRunning || holds(after.facts, event.starts_when) ? [] : event.opening)]
  return [
    { text: [event.body, ...lines.map(textOf)].join('\n'), file: pathOf('storyEvent', { id: event.id }), what: `The story event “${event.title}”` }
  ]
}
