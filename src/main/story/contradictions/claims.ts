import { own } from '../../../shared/base/json'
import { abilityOf, isUnreal, nameOf, sheetOf, type Check, type PassageContext } from './situation'
import type { Sentence } from './text'

/** Whether an entry is what a player says at the table. */
export const isPlayersSpeech = ({ entry, clauses }: Pick<PassageContext, 'entry' | 'clauses'>): boolean =>
  entry.kind === 'speech' && clauses.isPlayer(entry.by)

/** Words that make what a player says a condition, a threat or a plan. */
const SUPPOSED = /\b(?:if|unless|when|whenever|until|till|before|after|once|lest|or|suppose|every time|next time|tomorrow)\b/i
const FIRST_PERSON = /(?<!\p{L})(?:I|we|my|our)(?!\p{L})/iu

/** Whether a player's words claim an outcome: a statement about someone in sight that isn't a question, a condition or a threat. */
export function isClaim({ before, after, entry }: PassageContext, { said, isQuestion }: Sentence, at: number, id: string): boolean {
  const isThere = [before, after].some(({ actors }) => own(actors, id)?.location === own(actors, entry.by)?.location)
  const lead = said.slice(0, at)
  const isThreat = /[,;]?\s(?:and|then)\s+(?:\p{L}+\s+){0,3}$/u.test(lead) && !FIRST_PERSON.test(lead)
  return isThere && id !== entry.by && !isQuestion && !SUPPOSED.test(said) && !isThreat
}

/** What somebody does to somebody: the verb, what has to follow the person, and what it does to them. */
const DEEDS: readonly (readonly [verb: string, behind: RegExp, to: 'dead' | 'down'])[] = [
  ['kill(?:ed)?|slay|slew|slain|murder(?:ed)?|behead(?:ed)?|decapitate|execute|finish(?:es)? off|finish', /^(?!'s?\b)/, 'dead'],
  ['cut|slit|slash(?:es)?', /^(?:'s?)? (?:\p{Ll}+ )?throat\b/u, 'dead'],
  ['break|snap|wring', /^(?:'s?)? neck\b/, 'dead'],
  ['run|strike|shoot|stab|cut|hack|beat', /^ (?:through|dead|down dead|to death)\b/, 'dead'],
  ['knock|strike|club|punch(?:es)?|hit', /^ (?:out|out cold|cold|unconscious|senseless)\b/, 'down']
]
const ADVERBS = String.raw`(?:\p{Ll}+ly |just |then |simply |now |have )*`
const PERSON = String.raw`(?:(?:the |old |poor |that )*(?=\p{Lu}|the )|(?<pronoun>him|her|his|them|their)(?!\p{L}))`
/** The player before a verb, also before an "and" without another verb's infinitive between: "I swing the hook and knock …". */
const MINE = new RegExp(
  String.raw`(?<!\p{L})(?:I(?:'ve)?|my (?:\p{Ll}+ )?\p{Ll}+) (?:(?:(?! to )[^.;:!?"])*(?:,| and|, and) (?:then )?)?${ADVERBS}$`,
  'iu'
)
const deeds = DEEDS.map(([verb, behind, to]) => ({ verb: new RegExp(String.raw`(?<!\p{L})(?:${verb})s? ${PERSON}`, 'giu'), behind, to }))

/** Contradictions of kind `harm`: somebody is said to kill somebody or to knock them out who is alive and up. */
export const kills: Check = (reading, sentence) => {
  const { entry, clauses } = reading
  const isSpeech = isPlayersSpeech(reading)
  if (entry.kind !== 'narration' && !isSpeech) return undefined
  for (const { verb, behind, to } of deeds)
    for (const { index, 0: found, groups } of sentence.said.matchAll(verb)) {
      const end = index + found.length
      const named = groups?.['pronoun'] === undefined ? clauses.in(sentence).find(({ from }) => Math.abs(from - end) < 5 && from >= index) : undefined
      const id = named?.id ?? (groups?.['pronoun'] === undefined ? undefined : clauses.pronoun(sentence, groups['pronoun'], index))
      if (id === undefined || !behind.test(sentence.said.slice(named?.to ?? end)) || isUnreal(sentence, index)) continue
      const isDone = isSpeech
        ? MINE.test(sentence.said.slice(0, index)) && isClaim(reading, sentence, index, id)
        : isTold(reading, sentence, index, id)
      const able = abilityOf(reading, id)
      if (isDone && own(reading.after.actors, id) && (to === 'dead' ? able !== 'dead' : able === 'able'))
        return { fact: `${nameOf(reading, id)} is ${to === 'dead' ? 'alive' : 'up and can act'}.`, source: sheetOf(reading, id) }
    }
  return undefined
}

/** Whether a narration tells at an offset that somebody else does it now. The past tense may be about an earlier time. */
const isTold = ({ clauses }: PassageContext, sentence: Sentence, at: number, id: string): boolean =>
  clauses.acts(sentence).some(({ from, verb, who }) => from === at && verb.endsWith('s') && who !== id)
