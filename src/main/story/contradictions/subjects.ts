import type { Mention, People } from './people'
import type { Cut, Sentence } from './text'

/** Finds the subjects of verbs in a text. */
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

  /** The subject of the verb at an offset of the text: the name or pronoun just before it, or before an "and". Undefined where it is unclear. */
  before(sentence: Sentence, at: number): string | undefined {
    const lead = stripped(sentence.said.slice(0, at - sentence.from))
    const named = this.#named(sentence, lead)
    if (named !== undefined) return named
    // In "The old woman on her pail stirs", the phrase with the preposition is not the subject.
    const without = lead.replace(STANDING, '')
    if (without !== lead) {
      const who = this.#named(sentence, without)
      if (who !== undefined && BEGINS.test(sentence.said.slice(0, this.#start(sentence, without) - sentence.from))) return who
    }
    // In "Gant, whip around his neck, lifts …", the phrase between commas belongs to the subject.
    const apart = lead.replace(APART, '')
    if (apart !== lead) {
      const who = this.#named(sentence, apart)
      if (who !== undefined && BEGINS.test(sentence.said.slice(0, this.#start(sentence, apart) - sentence.from))) return who
    }
    return /(?:^|[\s,;])(?:and|then|but)$|[,;]$/u.test(lead) ? this.#carriedOn(sentence, lead) : undefined
  }

  /** The person whom the last words of a part of a sentence name. */
  #named(sentence: Sentence, lead: string): string | undefined {
    const end = sentence.from + lead.length
    const one = this.in(sentence).find(({ to, isOwner }) => to === end && !isOwner)
    if (one) return PREPOSITION.test(sentence.said.slice(0, one.from - sentence.from)) ? undefined : this.#alone(sentence, one)
    const pronoun = /(?:^|[^\p{L}])(he|she|they)$/iu.exec(lead)?.[1]?.toLowerCase()
    return pronoun === undefined ? undefined : this.pronoun(sentence, pronoun, end - pronoun.length)
  }

  /** The offset at which the name or pronoun at the end of a part of a sentence begins. */
  #start(sentence: Sentence, lead: string): number {
    const end = sentence.from + lead.length
    return this.in(sentence).find(({ to }) => to === end)?.from ?? end - (/\p{L}+$/u.exec(lead)?.[0].length ?? 0)
  }

  /** The subject that continues after an "and" or a comma: the one at the head of the last clause before it, otherwise the sentence's first. */
  #carriedOn(sentence: Sentence, lead: string): string | undefined {
    const said = sentence.said
    const pronouns = [...lead.matchAll(/(?<!\p{L})(?:he|she|they)(?!\p{L})/giu)].map(({ index, 0: word }) => ({
      at: index,
      word: word.toLowerCase()
    }))
    const heads = [
      ...this.in(sentence).flatMap((one) => (one.isOwner || one.to > sentence.from + lead.length ? [] : [{ at: one.from - sentence.from, one }])),
      ...pronouns.map(({ at, word }) => ({ at, word }))
    ].toSorted((a, b) => b.at - a.at)
    for (const head of heads) {
      if (!CLAUSE.test(said.slice(0, head.at))) continue
      const to = 'one' in head ? head.one.to - sentence.from : head.at + head.word.length
      const isApposition = lead.endsWith(',') && /^,[^,]*,$/.test(lead.slice(to))
      if (!isApposition && OTHER_SUBJECT.test(lead.slice(to))) return undefined
      return 'one' in head ? this.#alone(sentence, head.one) : this.pronoun(sentence, head.word, sentence.from + head.at)
    }
    return this.lead(sentence)
  }

  /** The subject with which a sentence begins. */
  lead(sentence: Sentence): string | undefined {
    const [first] = this.in(sentence)
    const begins = sentence.said.search(/[\p{L}]/u)
    const opening = first && sentence.said.slice(begins, first.from - sentence.from)
    if (first && opening !== undefined && !first.isOwner && (INTRODUCED.test(opening) || SET_OFF.test(opening))) return this.#alone(sentence, first)
    const pronoun = /^\W*(?:(?:then|now|and|but|so|\p{L}+ly|at last|somehow),? )*(he|she|they)\b/iu.exec(sentence.said)
    return pronoun ? this.pronoun(sentence, pronoun[1]?.toLowerCase() ?? '', sentence.from + pronoun[0].length) : undefined
  }

  /**
   * The person to whom a pronoun refers: the only one with this pronoun who is named in this sentence before it or in the two sentences before.
   * Undefined if there are several.
   */
  pronoun(sentence: Sentence, pronoun: string, at: number): string | undefined {
    const index = this.text.sentences.indexOf(sentence)
    const from = this.text.sentences[Math.max(0, index - 2)]?.from ?? 0
    const named = this.#mentions.filter((one) => one.from >= from && one.to <= at && this.people.pronounOf(one.id) === pronoun)
    const ids = new Set(named.map(({ id }) => id))
    return ids.size === 1 ? named[0]?.id : undefined
  }

  /** The person of a mention; undefined if the mention ends a list ("Wren and Tobit"), whose members act together. */
  #alone(sentence: Sentence, { id, from }: Mention): string | undefined {
    const isJoined = this.in(sentence).some(
      (one) =>
        one.to <= from &&
        !one.isOwner &&
        /^(?:\s+and|,|,\s+and)\s+(?:the\s+)?$/i.test(sentence.said.slice(one.to - sentence.from, from - sentence.from))
    )
    return isJoined ? undefined : id
  }
}

/** What may precede the name of a sentence's subject. */
const INTRODUCED = /^(?:the |an? |old |poor |then |now |and |but |so |at last |\p{L}+ly |\W)*$/iu
/** A phrase of place or time that may precede the subject: "Under the iron roof ", "For a moment, ". */
const SET_OFF =
  /^(?:(?:up|down|out|over|back|away)\s+)?(?:under|in|inside|at|on|from|beside|behind|by|near|outside|across|above|below|beneath|between|after|for|with|without|against|through|around|before)\s+(?:[\p{L}'’-]+\s+){0,6}?[\p{L}'’-]+,?\s+(?:the |old |poor |then |\p{L}+ly )*$/iu

/** Words that may stand between a subject and its verb. "Had" is not among them, because a past perfect is about an earlier time. */
const BETWEEN =
  /(?:^|(?<=[\s,"]))(?:\p{L}+ly|then|now|just|still|also|even|both|already|again|suddenly|once more|at once|at last|at length|in turn|too|there|back|has|have|(?:begins?|began|starts?|started|manages?|managed|proceeds?) to)$/iu

/** A part of a sentence without the words between its subject and its verb. In "it is the reeve who", the reeve is the subject. */
function stripped(part: string): string {
  for (let lead = part.trimEnd(); ;) {
    const shorter = lead.replace(BETWEEN, '').trimEnd()
    if (shorter === lead) return lead.replace(/(\b(?:it|that) (?:is|was) [^,;]{2,40}?),? who$/i, '$1')
    lead = shorter
  }
}

/** A phrase between commas behind a subject, without a name in it. */
const APART = /,\s+[^,;:."\p{Lu}]{3,60},$/u
/** A phrase between a subject and its verb that says where somebody is or what they have. */
const STANDING = /\s+(?:on|in|at|by|with|from|under|behind|beside|near|across)\s+(?:(?:the|an?|his|her|their)\s+)?(?:\p{Ll}+\s+)?\p{Ll}+$/u
/** A preposition before a name that therefore isn't the subject: "A letter from Hask says …". */
const PREPOSITION = /\b(?:of|from|beside|behind|to|with|near|like|by|at|on|toward|towards|against|past|than|without|about|between)\s+$/i
/** What may precede the subject of a clause. */
const BEGINS =
  /^(?:\W*|.*(?:[,;:—–]|\b(?:and|but|as|while|when|then|before|after|until|so|because|where))\s+|.*"\s*|\W*\p{L}+(?:\s+\p{L}+){0,4}\s+)$/iu
const CLAUSE = /^\W*$|(?:[,;:—–"]|\b(?:and|but|as|while|when|then|before|after|until|so|because|where))\s+(?:\p{L}+ly\s+|then\s+)?$/iu
/** Another subject between a subject and the verb after an "and": "Wren watches as the chain slips and …". */
const OTHER_SUBJECT =
  /(?:;|\b(?:as|while|when|where|which|that|who|until|because|so|and|but)\b)\s+(?:the|an?|his|her|its|their|some|every|all|one|both|it|there|what|\p{Lu}\p{L}+)\b/u
