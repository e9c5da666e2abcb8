import type { Contradiction } from '../../../shared/analysis/contradictions'
import { DM } from '../../engine/people'
import { actsOf } from './acts'
import { at, isUnreal, nameOf, type Reading } from './situation'
import { SAYS, speakerAt } from './voices'
import { type Sentence, wordsOf } from './text'
import { inflected } from './verbs'

/**
 * Verbs of actions that are a player's decision, some with the words that must follow. A DM may narrate them only after the player has chosen them.
 */
const DECISIONS: readonly (readonly [verbs: string, of?: string])[] = [
  [
    'attack strike stab slash shoot charge lunge kill fire grab snatch pick_up pocket drink unlock smash push climb jump leap run flee dive agree ' +
      'promise accept refuse decide surrender pay sign kneel confess kiss steal follow set_off punch slap shove weep resolve vow choose embrace hug threaten ' +
      'dip drain vault burst_into_tears start_down start_up stalk_off storm_off storm_out slip_away seize hurl scramble plunge sprint barter bargain volunteer ' +
      'challenge apologise apologize pledge fling barge'
  ],
  ['take', String.raw`(?:the|his|her|up the|an? (?!(?:\w+ )?(?:breath|step|moment|look|turn|while|seat|pause)))`],
  ['draw', String.raw`(?:his|her|their|the|an?) (?!(?:\w+ )?(?:breath|line|map|picture|circle|attention|conclusion))`],
  ['open', '(?:the|an?|(?:his|her|their) (?!mouth|eyes|arms|hands?|lips|fist))'],
  ['swear', '(?:to|that|an oath)'],
  ['kick', '(?:in|open|the|down)'],
  ['pull', '(?:the|open)'],
  ['hand', '(?:over|the|his|her)'],
  ['give', '(?:the|his|her|him|them|up)'],
  ['walk', '(?:out|off|away|up|down|into|through)'],
  ['step', '(?:into|through|forward|between|up to)'],
  ['light', '(?:the|a|his|her)'],
  ['ring cut', '(?:the|loose)'],
  ['tear', '(?:up|the|it|his|her)'],
  ['spit', '(?:at|on|in)'],
  ['throw', '(?:the|his|her|a|down|open)'],
  ['drop', '(?:the|his|her)'],
  ['press slip tuck push', String.raw`(?:the|an?|his|her|their) (?:\w+ ){1,3}into`],
  ['make', String.raw`(?:up (?:his|her|their) mind|(?:[\w ]{1,20} )?(?:an?|the) (?:\w+ )?(?:promise|vow|bargain))`],
  ['pick carry fetch pour', '(?:the|him|her|them|it|an?|out)'],
  ['bow', 'to'],
  ['swallow', '(?:it|the|a|his|her)'],
  ['tell', String.raw`(?:him|her|them|[\p{L}'-]+) (?:everything|the truth|all|about|that|of)`]
]
const CHOSEN = new RegExp(
  String.raw`\b(?:${DECISIONS.map(([verbs, of]) => (of === undefined ? inflected(verbs) : `(?:${inflected(verbs)}) ${of}`)).join('|')}|bolts|casts)\b`,
  'giu'
)
const YOU =
  /\byou (?:agree|decide|promise|swear|accept|refuse|surrender|attack|strike|draw your|charge|grab|pocket|drink|open the|unlock|kick|pay|sign|follow|flee|run|climb|jump|hand over|kneel|confess)\b/gi

/** An object that isn't part of the body of the character who handles it. */
const HANDLED =
  /^ (?:(?:out|up|down|off|open|back|away) )?(?:the|an?|it|(?:his|her|their) (?!(?:\p{L}+ )?(?:hands?|arms?|heads?|eyes?|eyebrows?|brows?|fingers?|shoulders?|teeth|lips?|face|chin|foot|feet|breath|nose|voice|palms?|fists?|hair|weight|way)\b))/u

/** Verbs of speech that commit the speaker to something. */
const COMMITS: ReadonlySet<string> = new Set(
  'admit agree announce argue assure beg boast claim confess declare demand insist offer order plead promise proclaim swear threaten volunteer vow'.split(
    ' '
  )
)

/** The number of words from which a quotation is more than an exclamation that accompanies an action. */
const LONG_QUOTE_WORDS = 4

/**
 * Contradictions of kind `player`: the DM narrates actions or words of a player's character that the player hasn't chosen since the previous
 * narration.
 */
export function players(reading: Reading): Contradiction[] {
  const { entry } = reading
  if (entry.kind !== 'narration' || entry.by !== DM) return []
  return reading.text.sentences.flatMap((sentence) => {
    const contradiction = inventedQuote(reading, sentence) ?? actionClaims(reading, sentence)
    return contradiction ? [contradiction] : []
  })
}

function actionClaims(reading: Reading, sentence: Sentence): Contradiction | undefined {
  const beat = { beat: reading.recent.at(-1)?.beat ?? reading.entry.beat }
  for (const { index } of sentence.said.matchAll(CHOSEN)) {
    const id = reading.subjects.before(sentence, sentence.from + index)
    if (id === undefined || !reading.people.isPlayer(id) || isUnreal(sentence, sentence.from + index) || didSomething(reading, id)) continue
    return at(reading, 'player', sentence, `${nameOf(reading, id)} did nothing of their own since the last narration.`, beat)
  }
  const acts = actsOf(reading, sentence)
  for (const { to, who } of acts) {
    // A reaction may handle one object. Two objects in a row are a decision.
    const others = acts.filter((one) => one.who === who && one.classes.has('handle') && HANDLED.test(sentence.said.slice(one.to)))
    if (
      who === undefined ||
      others.length < 2 ||
      !reading.people.isPlayer(who) ||
      isUnreal(sentence, sentence.from + to) ||
      didSomething(reading, who)
    )
      continue
    return at(reading, 'player', sentence, `${nameOf(reading, who)} did nothing of their own since the last narration.`, beat)
  }
  for (const { from, to, lemma, who } of acts) {
    if (who === undefined || !reading.people.isPlayer(who) || !COMMITS.has(lemma) || /^ (?:him|her|them)sel/.test(sentence.said.slice(to))) continue
    if (isUnreal(sentence, sentence.from + from) || didSomething(reading, who)) continue
    return at(reading, 'player', sentence, `${nameOf(reading, who)} said nothing of the kind since the last narration.`, beat)
  }
  if (reading.recent.some(({ by, kind }) => reading.people.isPlayer(by) && (kind === 'system' || kind === 'speech'))) return undefined
  for (const { index } of sentence.said.matchAll(YOU))
    if (!isUnreal(sentence, sentence.from + index)) return at(reading, 'player', sentence, 'No player did anything since the last narration.', beat)
  return undefined
}

/** Whether an actor acted, spoke, or was involved in other actions since the previous narration. Also true in the opening of a scene. */
function didSomething({ recent, people, earlier }: Reading, id: string): boolean {
  const isAbout = (text: string): boolean => people.mentions(text).some((one) => one.id === id)
  const opening = earlier.every(({ kind }) => kind === 'scene' || kind === 'narration')
  return opening || recent.some((one) => one.by === id || (one.kind === 'system' && (isAbout(one.text) || one.changes?.actors?.[id] !== undefined)))
}

const SPOKEN = new RegExp(String.raw`\b(?:${SAYS})\b`, 'gi')

/** Whether a sentence begins with a quotation without a speaker. */
const isAlone = (said = ''): boolean => /^"\s*"(?:\W*$|\s+\p{Lu})/u.test(said) && !AT_ONCE_SAID.test(said)
const AT_ONCE_SAID = new RegExp(String.raw`^"\s*"[^.!?]{0,30}\b(?:${SAYS})\b`, 'i')

/** A contradiction if a sentence attributes to a player a quotation that they didn't say in this scene. */
function inventedQuote(reading: Reading, sentence: Sentence): Contradiction | undefined {
  // Quotations without a speaker that follow the sentence belong to the same speaker.
  const { sentences } = reading.text
  let last = sentence
  for (let i = sentences.indexOf(sentence) + 1; isAlone(sentences[i]?.said); i++) last = sentences[i] ?? last
  const quotes = reading.text.quotes.filter(({ from, to }) => from >= sentence.from && to <= last.to)
  const long = quotes.filter((quote) => wordsOf(quote.words).length >= LONG_QUOTE_WORDS)
  if (long.length === 0) return undefined
  for (const { index, 0: verb } of sentence.said.matchAll(SPOKEN)) {
    const id = speakerAt(reading, sentence, sentence.from + index, sentence.from + index + verb.length)
    if (id === undefined || !reading.people.isPlayer(id)) continue
    const earlierWords = reading.earlier
      .filter(({ by, kind, text }) => (by === id && kind === 'speech') || (kind === 'system' && /["“]/.test(text)))
      .map(({ text }) => ` ${wordsOf(text).join(' ')} `)
    const own = long.find((quote) => !earlierWords.some((text) => text.includes(` ${wordsOf(quote.words).join(' ')} `)))
    if (own)
      return at(reading, 'player', sentence, `${nameOf(reading, id)} did not say that.`, { beat: reading.earlier.at(-1)?.beat ?? reading.entry.beat })
  }
  return undefined
}
