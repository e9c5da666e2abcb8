import type { Reading } from './situation'
import type { Sentence } from './text'
import { type VerbClass, VERBS } from './verb-classes'

/**
 * A finite verb of a sentence and who acts. `from` and `to` are offsets in the sentence. `who` is an actor's id, `PARTY`, or undefined if unclear.
 */
export interface Act {
  from: number
  to: number
  lemma: string
  classes: ReadonlySet<VerbClass>
  who: string | undefined
}

/** Stands for several or all of the players, who act together. */
export const PARTY = '*party'

/** Words after which a verb form is not a finite verb, but a noun or an infinitive. */
const NO_VERB = /(?:^|[^\p{L}])(?:the|an?|his|her|its|their|your|my|our|no|some|any|this|these|of|to|in|at|with|had|one last|each|every|'s)\s*$/iu
const TOGETHER =
  /(?:^|[^\p{L}])(?:you|they|we|all (?:of (?:them|you)|two|three|four|five|six)|the (?:two|three|four|five|six)(?: of (?:them|you))?|both(?: of (?:them|you))?|the (?:whole )?party|everybody|everyone|one by one|one after (?:the other|another)|in single file)[\s,]*(?:(?:are|were|have|all|both|now|then|soon|already|at last|\p{L}+ly)[\s,]*)*$/iu
const GOES_ON = /(?:^|[\s,;])(?:and|then|but)(?:\s+(?:then|now|\p{L}+ly))?$|,$/u

const cache = new WeakMap<Sentence, readonly Act[]>()

/** The finite verbs of a sentence in order, each with who acts. `who` is undefined where that is unclear. */
export function actsOf(reading: Reading, sentence: Sentence): readonly Act[] {
  const before = cache.get(sentence)
  if (before) return before
  const acts: Act[] = []
  for (const { index, 0: word } of sentence.said.matchAll(/\p{L}+/gu)) {
    const form = VERBS.get(word)
    if (!form) continue
    const lead = sentence.said.slice(0, index)
    if (NO_VERB.test(lead)) continue
    const who = actor(reading, sentence, lead, acts.at(-1))
    if (form.isBase && who !== PARTY) continue
    acts.push({ from: index, to: index + word.length, lemma: form.lemma, classes: form.classes, who })
  }
  cache.set(sentence, acts)
  return acts
}

function actor(reading: Reading, sentence: Sentence, lead: string, last: Act | undefined): string | undefined {
  const { subjects, people } = reading
  const id = subjects.before(sentence, sentence.from + lead.length)
  if (id !== undefined) return id
  if (TOGETHER.test(lead) || isInverted(sentence, lead)) return PARTY
  // In "Juno and Teo are …" the party acts if all of these names are players'.
  const named = subjects.in(sentence).filter((one) => !one.isOwner && one.to <= sentence.from + lead.length)
  const end = named.at(-1)
  const joined = named.filter(
    (_, i) =>
      i === named.length - 1 || JOINED.test(sentence.said.slice((named[i]?.to ?? 0) - sentence.from, (named[i + 1]?.from ?? 0) - sentence.from))
  )
  if (end && joined.length > 1 && /^\s*(?:both|all|then|now)?\s*$/.test(lead.slice(end.to - sentence.from)))
    return joined.every((one) => people.isPlayer(one.id)) ? PARTY : undefined
  return last && GOES_ON.test(lead.trimEnd()) ? last.who : undefined
}

const JOINED = /^(?:,|,?\s+and(?:\s+the)?)\s*$/i
/** Whether a lead is inverted: "Down the stair they go." */
const isInverted = ({ said }: Sentence, lead: string): boolean =>
  /^(?:down|up|in|out|over|through|across|back|along|on|into)\b[^,;:.]{0,60}\s(?:they|you)\s*$/i.test(said.slice(0, lead.length))
