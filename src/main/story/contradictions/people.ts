import type { Lore } from '../../../shared/lore'
import { own } from '../../../shared/json'
import type { GameState } from '../../../shared/state'
import type { Cut, Sentence } from './text'

/** Somebody named in a text. `isOwner`: as in "Wren's rope". */
export interface Mention {
  id: string
  from: number
  to: number
  isOwner: boolean
}

/** A way in which somebody is named. `word`: its first word, without which it can't stand in a text. */
interface Name {
  id: string
  word: string
  pattern: RegExp
}

/** Who can be named in a text, and how. */
export class People {
  readonly #names: readonly Name[]

  constructor(
    private readonly actors: GameState['actors'],
    places: GameState['places'],
    private readonly lore: Lore
  ) {
    const key = JSON.stringify([Object.entries(actors).map(([id, { name }]) => [id, name]), Object.values(places).map(({ name }) => name)])
    if (key !== last.key) last = { key, names: namesOf(actors, places) }
    this.#names = last.names
  }

  /** Everybody named in a text, in order; of names within each other the longest counts. */
  mentions(plain: string): Mention[] {
    const all = this.#names.flatMap(({ id, word, pattern }) =>
      !plain.includes(word)
        ? []
        : [...plain.matchAll(pattern)].map(({ index, 0: found }): Mention => {
            const to = index + found.length
            return { id, from: index, to, isOwner: /^'s?(?!\p{L})/u.test(plain.slice(to)) }
          })
    )
    const sorted = all.toSorted((a, b) => a.from - b.from || b.to - a.to)
    return sorted.filter((one, i) => !sorted.slice(0, i).some((other) => other.to > one.from && other.from <= one.from && other.to >= one.to))
  }

  pronounOf(id: string): 'she' | 'he' | 'they' | 'it' {
    return own(this.lore.actors, id)?.pronoun ?? 'they'
  }

  /** Everybody whose public description begins with that noun: "A boy of sixteen". */
  described(noun: string): string[] {
    return Object.keys(this.actors).filter((id) => FIRST_NOUN.exec(own(this.lore.actors, id)?.public ?? '')?.[1] === noun)
  }

  isPlayer(id: string): boolean {
    return own(this.actors, id)?.kind === 'player'
  }
}

/** The names that were worked out last: the same people are there from entry to entry. */
let last: { key: string; names: readonly Name[] } = { key: '', names: [] }

function namesOf(actors: GameState['actors'], places: GameState['places']): Name[] {
  const taken = new Map<string, number>()
  for (const actor of Object.values(actors)) for (const word of new Set(actor.name.split(/\s+/))) taken.set(word, (taken.get(word) ?? 0) + 1)
  for (const { name } of Object.values(places)) for (const word of name.split(/\s+/)) taken.set(word, 2)
  return Object.entries(actors).flatMap(([id, { name }]) =>
    variantsOf(id, name, taken).map((variant) => ({ id, word: variant.split(/\s+/)[0] ?? variant, pattern: patternOf(variant) }))
  )
}

const FIRST_NOUN = /^(?:an?|the)\s+(?:[\p{Ll}-]+\s+){0,3}?(\p{Ll}+)(?=\s+(?:of|in|with|who|whose|from|at|on|by)\b|[.,;]|$)/iu

const TITLES = new Set(
  'Mother Father Mister Mistress Miss Mr Mrs Old Young King Queen Lord Lady Sir Dame Captain Skipper Reeve Sergeant Doctor Saint Brother Sister Aunt Uncle Little Big The Of A An'.split(
    ' '
  )
)

/** The ways in which a name is said: whole, without its article, and by each word of it that nobody else and no place bears. */
function variantsOf(id: string, name: string, taken: ReadonlyMap<string, number>): string[] {
  const whole = name.replaceAll(/[‘’]/g, "'").trim()
  const bare = whole.replace(/^(?:the|an?|some)\s+/i, '')
  const words = bare.split(/\s+/)
  const hasArticle = bare !== whole
  const alone = words.filter(
    (word) => /^\p{Lu}[\p{L}'-]{2,}$/u.test(word) && !TITLES.has(word) && taken.get(word) === 1 && (words.length > 1 ? !hasArticle : true)
  )
  const head = words.at(-1) ?? ''
  const common = hasArticle && /^\p{Ll}{4,}$/u.test(head) && taken.get(head) === 1 ? [head] : []
  return [
    ...new Set([bare, ...alone, ...common, ...(/^\p{Lu}/u.test(id) && id.length > 2 && !TITLES.has(id) && words.includes(id) ? [id] : [])])
  ].filter((variant) => variant.length > 1)
}

/** Matches a name as whole words. Capitals matter, but for the first letter of names that begin small. */
function patternOf(variant: string): RegExp {
  const known = patterns.get(variant)
  if (known) return known
  const escaped = variant.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`)
  const pattern = new RegExp(`(?<![\\p{L}'-])${escaped}(?![\\p{L}-])`, 'gu')
  if (patterns.size >= MAX_PATTERNS) patterns.clear()
  patterns.set(variant, pattern)
  return pattern
}

/** Patterns of names that come again with every entry. */
const patterns = new Map<string, RegExp>()
const MAX_PATTERNS = 5000

/** Who does what a word of a sentence says. */
export class Subjects {
  readonly #mentions: Mention[]

  constructor(
    private readonly text: Cut,
    private readonly people: People
  ) {
    this.#mentions = people.mentions(text.plain)
  }

  /** Everybody named outside quotes in a sentence. */
  in({ from, to, said }: Sentence): Mention[] {
    return this.#mentions.filter((one) => one.from >= from && one.to <= to && said.slice(one.from - from, one.to - from).trim() !== '')
  }

  /** Who does what begins at an offset of the text: the name or pronoun just before it, or before an "and"; undefined where that is unclear. */
  before(sentence: Sentence, at: number): string | undefined {
    let lead = sentence.said.slice(0, at - sentence.from).trimEnd()
    for (let shorter = lead; ; lead = shorter) {
      shorter = lead.replace(ADVERB, '').trimEnd()
      if (shorter === lead) break
    }
    const end = sentence.from + lead.length
    const named = this.in(sentence).find((one) => one.to === end && !one.isOwner)
    if (named) return this.#alone(sentence, named)
    const pronoun = /(?:^|[^\p{L}])(he|she|they)$/iu.exec(lead)?.[1]?.toLowerCase()
    if (pronoun !== undefined) return this.pronoun(sentence, pronoun, end - pronoun.length)
    const noun = /\bthe (\p{Ll}{3,})$/u.exec(lead)?.[1]
    if (noun !== undefined) return this.#described(noun, end)
    return /(?:^|[\s,;])(?:and|then|but)$|[,;]$/u.test(lead) ? this.lead(sentence) : undefined
  }

  /** Who a sentence is about from its first words on. */
  lead(sentence: Sentence): string | undefined {
    const [first] = this.in(sentence)
    const begins = sentence.said.search(/[\p{L}]/u)
    const opening = first && sentence.said.slice(begins, first.from - sentence.from)
    if (first && opening !== undefined && !first.isOwner && (INTRODUCED.test(opening) || SET_OFF.test(opening))) return this.#alone(sentence, first)
    const pronoun = /^\W*(?:(?:then|now|and|but|so|\p{L}+ly|at last|somehow),? )*(he|she|they)\b/iu.exec(sentence.said)
    return pronoun ? this.pronoun(sentence, pronoun[1]?.toLowerCase() ?? '', sentence.from + pronoun[0].length) : undefined
  }

  /** Whom a pronoun stands for: the one named last before it who goes by it, if only one of the two sentences before and this one is. */
  pronoun(sentence: Sentence, pronoun: string, at: number): string | undefined {
    const index = this.text.sentences.indexOf(sentence)
    const from = this.text.sentences[Math.max(0, index - 2)]?.from ?? 0
    const named = this.#mentions.filter((one) => one.from >= from && one.to <= at && this.people.pronounOf(one.id) === pronoun)
    const ids = new Set(named.map(({ id }) => id))
    return ids.size === 1 ? named[0]?.id : undefined
  }

  /** Who is meant by "the boy": somebody named before in the text, who is described as one and is the only one who is. */
  #described(noun: string, at: number): string | undefined {
    const ids = this.people.described(noun)
    const [id] = ids
    return ids.length === 1 && this.#mentions.some((one) => one.id === id && one.to <= at) ? id : undefined
  }

  /** Somebody named alone; undefined for one of several ("Wren and Tobit"), who do it together. */
  #alone(sentence: Sentence, { id, from }: Mention): string | undefined {
    return /(?:\band|,)\s*(?:the\s+)?$/i.test(sentence.said.slice(0, from - sentence.from)) &&
      this.in(sentence).some((one) => one.to < from && !one.isOwner && from - one.to < 8)
      ? undefined
      : id
  }
}

/** What may stand before the name of who a sentence is about. */
const INTRODUCED = /^(?:the |an? |old |poor |then |now |and |but |so |at last |\p{L}+ly |\W)*$/iu
/** The same with where or when it is: "Under the iron roof ", "For a moment, ". */
const SET_OFF =
  /^(?:(?:up|down|out|over|back|away)\s+)?(?:under|in|inside|at|on|from|beside|behind|by|near|outside|across|above|below|beneath|between|after|for|with|without|against|through|around|before)\s+(?:[\p{L}'’-]+\s+){0,6}?[\p{L}'’-]+,?\s+(?:the |old |poor |then |\p{L}+ly )*$/iu

const ADVERB = /(?:^|(?<=[\s,"]))(?:\p{L}+ly|then|now|just|still|also|even|both|already|again|suddenly|once more|at once|at last|too|there|back)$/iu
