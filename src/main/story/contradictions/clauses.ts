import { own } from '../../../shared/base/json'
import type { Lore } from '../../../shared/story/lore'
import type { GameState } from '../../../shared/story/state'
import { mentionsIn, type Mention } from './people'
import type { SentenceText, Sentence } from './text'

/** A finite verb of a sentence and who acts. `from` and `to` are the verb's offsets in the sentence, `subject` is that of its subject. */
export interface Act {
  who: string
  verb: string
  subject: number
  from: number
  to: number
}

/** Finds who is named in the sentences of a text, and who does what. */
export class Clauses {
  readonly #mentions: readonly Mention[]
  readonly #acts = new Map<Sentence, readonly Act[]>()

  constructor(
    private readonly text: SentenceText,
    private readonly world: Pick<GameState, 'actors' | 'places'>,
    private readonly lore: Lore
  ) {
    this.#mentions = mentionsIn(text.plain, world, lore)
  }

  /** Everybody named outside quotes in a sentence, at offsets of the sentence. */
  in({ from, to, said }: Sentence): Mention[] {
    return this.#mentions.flatMap((one) =>
      one.from >= from && one.to <= to && said.slice(one.from - from, one.to - from).trim() !== ''
        ? { ...one, from: one.from - from, to: one.to - from }
        : []
    )
  }

  isPlayer = (id: string): boolean => own(this.world.actors, id)?.kind === 'player'
  pronounOf = (id: string): 'she' | 'he' | 'they' | 'it' => own(this.lore.actors, id)?.pronoun ?? 'they'

  /** The finite verbs of a sentence whose subject is clear, in order. */
  acts(sentence: Sentence): readonly Act[] {
    const cached = this.#acts.get(sentence)
    if (cached) return cached
    const acts = [...sentence.said.matchAll(/\p{Ll}+/gu)].flatMap(({ index, 0: verb }) => {
      if (!isFinite(verb)) return []
      const subject = this.before(sentence, index)
      return subject ? [{ who: subject.id, verb, subject: subject.from, from: index, to: index + verb.length }] : []
    })
    this.#acts.set(sentence, acts)
    return acts
  }

  /** The subject of the verb at an offset: the name or pronoun just before it, or before an "and". Undefined where it is unclear. */
  before(sentence: Sentence, at: number): Subject | undefined {
    const lead = stripped(sentence.said.slice(0, at))
    const named = this.#named(sentence, lead)
    if (named) return named
    // In "The old woman on her pail stirs" and "Gant, whip around his neck, lifts …", the phrase behind the name belongs to the subject.
    for (const pattern of [STANDING, APART]) {
      const shorter = lead.replace(pattern, '')
      const subject = shorter === lead ? undefined : this.#named(sentence, shorter)
      if (subject && BEGINS.test(sentence.said.slice(0, subject.from))) return subject
    }
    return /(?:^|[\s,;])(?:and|then|but)$|[,;]$/u.test(lead) ? this.#continued(sentence, lead) : undefined
  }

  /** The person whom the last words of a part of a sentence name. */
  #named(sentence: Sentence, lead: string): Subject | undefined {
    const one = this.in(sentence).find(({ to, isOwner }) => to === lead.length && !isOwner)
    if (one) return PREPOSITION.test(lead.slice(0, one.from)) ? undefined : this.#alone(sentence, one)
    const pronoun = /(?:^|[^\p{L}])(he|she|they)$/iu.exec(lead)?.[1]
    return pronoun === undefined ? undefined : this.#subject(sentence, pronoun, lead.length - pronoun.length)
  }

  /** The subject that continues after an "and" or a comma: the one at the head of the last clause before it, otherwise the sentence's first. */
  #continued(sentence: Sentence, lead: string): Subject | undefined {
    const pronouns = [...lead.matchAll(/(?<!\p{L})(?:he|she|they)(?!\p{L})/giu)].map(({ index, 0: word }) => ({
      from: index,
      to: index + word.length,
      subject: this.#subject(sentence, word, index)
    }))
    const named = this.in(sentence).filter((one) => !one.isOwner && one.to <= lead.length)
    const heads = [...named.map((one) => ({ ...one, subject: this.#alone(sentence, one) })), ...pronouns].toSorted((a, b) => b.from - a.from)
    for (const { from, to, subject } of heads) {
      if (!CLAUSE.test(lead.slice(0, from))) continue
      const isApposition = lead.endsWith(',') && /^,[^,]*,$/.test(lead.slice(to))
      return !isApposition && OTHER_SUBJECT.test(lead.slice(to)) ? undefined : subject
    }
    return this.first(sentence)
  }

  /** The subject with which a sentence begins. */
  first(sentence: Sentence): Subject | undefined {
    const [first] = this.in(sentence)
    const opening = first && sentence.said.slice(sentence.said.search(/\p{L}/u), first.from)
    if (first && opening !== undefined && !first.isOwner && (INTRODUCED.test(opening) || SET_OFF.test(opening))) return this.#alone(sentence, first)
    const [all, pronoun] = /^\W*(?:(?:then|now|and|but|so|\p{L}+ly|at last|somehow),? )*(he|she|they)\b/iu.exec(sentence.said) ?? []
    return all !== undefined && pronoun !== undefined ? this.#subject(sentence, pronoun, all.length - pronoun.length) : undefined
  }

  /** The person whom a pronoun means: the only one with it named before in this sentence or the last two. Undefined if there are several. */
  pronoun(sentence: Sentence, pronoun: string, at: number): string | undefined {
    const subjectForm = own(SUBJECT_FORMS, pronoun.toLowerCase()) ?? pronoun.toLowerCase()
    const index = this.text.sentences.indexOf(sentence)
    const from = this.text.sentences[Math.max(0, index - 2)]?.from ?? 0
    const fitting = this.#mentions.filter((one) => one.from >= from && one.to <= sentence.from + at && this.pronounOf(one.id) === subjectForm)
    return new Set(fitting.map(({ id }) => id)).size === 1 ? fitting[0]?.id : undefined
  }

  #subject(sentence: Sentence, pronoun: string, from: number): Subject | undefined {
    const id = this.pronoun(sentence, pronoun, from)
    return id === undefined ? undefined : { id, from }
  }

  /** The person of a mention; undefined if the mention ends a list ("Wren and Tobit"), whose members act together. */
  #alone(sentence: Sentence, { id, from }: Mention): Subject | undefined {
    const isJoined = this.in(sentence).some(
      (one) => one.to <= from && !one.isOwner && /^(?:\s+and|,|,\s+and)\s+(?:the\s+)?$/i.test(sentence.said.slice(one.to, from))
    )
    return isJoined ? undefined : { id, from }
  }
}

/** The subject of a verb, at an offset of the sentence. */
interface Subject {
  id: string
  from: number
}

const SUBJECT_FORMS: Readonly<Record<string, string>> = { him: 'he', his: 'he', her: 'she', hers: 'she', them: 'they', their: 'they' }

const IRREGULAR = new Set(
  (
    'began bent bit bled blew bore bought broke brought burst came caught chose clung crept cut dealt did drank drew drove dug fed fell felt fled flew flung ' +
    'forgot fought found gave got ground grew had held hid hit hung hurt kept knelt knew laid lay leant leapt led left let lit lost made met overheard paid put ran rang ' +
    'read rode rose said sang sank sat saw sent set shook shot shut slept slid slung sold spat spoke spat split sprang spun stole stood stuck strode struck swam ' +
    'swept swore swung taught thought threw told took tore trod turned understood went wept woke won wore wound wrote was'
  ).split(' ')
)
/** Whether a word may be a finite verb of the third person or of the past. Nouns in "s" have no subject before them. */
const isFinite = (word: string): boolean => /[^s]s$|[^e]ed$/.test(word) || IRREGULAR.has(word)

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
const PREPOSITION = /\b(?:of|from|beside|behind|to|with|near|like|by|at|on|toward|towards|against|past|than|without|about|between)\s+(?:the\s+)?$/i
/** What may precede the subject of a clause. */
const BEGINS =
  /^(?:\W*|.*(?:[,;:—–]|\b(?:and|but|as|while|when|then|before|after|until|so|because|where))\s+|.*"\s*|\W*\p{L}+(?:\s+\p{L}+){0,4}\s+)$/iu
const CLAUSE = /^\W*$|(?:[,;:—–"]|\b(?:and|but|as|while|when|then|before|after|until|so|because|where))\s+(?:\p{L}+ly\s+|then\s+)?$/iu
/** Another subject between a subject and the verb after an "and": "Wren watches as the chain slips and …". */
const OTHER_SUBJECT =
  /(?:;|\b(?:as|while|when|where|which|that|who|until|because|so|and|but)\b)\s+(?:the|an?|his|her|its|their|some|every|all|one|both|it|there|what|\p{Lu}\p{L}+)\b/u
/** What may precede the name of a sentence's subject. */
const INTRODUCED = /^(?:the |an? |old |poor |then |now |and |but |so |at last |\p{L}+ly |\W)*$/iu
/** A phrase of place or time that may precede the subject: "Under the iron roof ", "For a moment, ". */
const SET_OFF =
  /^(?:(?:up|down|out|over|back|away)\s+)?(?:under|in|inside|at|on|from|beside|behind|by|near|outside|across|above|below|beneath|between|after|for|with|without|against|through|around|before)\s+(?:[\p{L}'’-]+\s+){0,6}?[\p{L}'’-]+,?\s+(?:the |old |poor |then |\p{L}+ly )*$/iu
