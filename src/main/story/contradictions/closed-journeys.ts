import type { Contradiction } from '../../../shared/analysis/contradictions'
import { own } from '../../../shared/base/json'
import { pathOf } from '../../../shared/story/layout'
import { holds } from '../../../shared/story/premises'
import { at, closedWords, isUnreal, type Reading } from './situation'
import { tellsArrival } from './arrivals'
import { inflected } from './verbs'

const MOVES =
  /\b(?:enters?|entered|reach(?:es)?|reached|arrives? (?:at|in)|arrived (?:at|in)|(?:steps?|stepped|goes|go|went|walks?|walked|climbs?|climbed|passes|pass|passed|slips?|slipped|squeezes?|squeezed|crawls?|crawled|descends?|descended|comes?|came|runs?|ran|wades?|waded|drops?|dropped|heads?|headed|makes? (?:his|her|their|your) way|made (?:his|her|their) way|pushes|pushed|ducks?|ducked|hurr(?:y|ies|ied)|follows? (?:him|her|them)|strides?|strode|swims?|swam|rides?|rode|dives?|dived|plunges?|plunged|jumps?|jumped|leaps?|leapt|tumbles?|tumbled|spills?|spilled|spilt|bursts?|piles?|piled|crowds?|crowded|files|filed|troops?|trooped|scrambles?|scrambled|clambers?|clambered|creeps?|crept|slides?|slid|returns?|returned|hurry|marches|marched|leads? (?:them|you|the way)|led (?:them|the way)|\p{L}+ (?:his|her|their|your) way)(?: \p{L}+)? (?:into|through|onto|out (?:onto|into|at)|down(?: (?:into|to|through))?|up(?: (?:into|to|through))?|past|across|over|under|to|in|beyond|between))\s+(?=(?<rest>[^.!?";:]{1,60}))/giu

/** A motion whose destination comes later in the sentence: "goes down hand over hand to …", or a state after a motion: "is home at …". */
const ENDS =
  /\b(?:(?:goes|go|went|steps?|stepped|walks?|walked|climbs?|climbed|crawls?|crawled|descends?|descended|comes?|came|runs?|ran|wades?|waded|drops?|dropped|hurr(?:y|ies|ied)|squeezes?|squeezed|swims?|swam|dives?|dived|jumps?|jumped|leaps?|leapt|scrambles?|scrambled|clambers?|clambered|slides?|slid|slips?|slipped|marches|marched|rides?|rode|lowers? (?:himself|herself|themselves)|lowered (?:himself|herself|themselves)|lets? (?:himself|herself|themselves) down|let (?:himself|herself|themselves) down)\b(?:(?! (?:and|but|which|that|where|who|way|road|path|until|toward|towards)\b|look|lead|listen|call|shout|talk|point)[^.!?";:]){0,60}? (?:to|into|onto|at|in|on)|(?:is|are|was|were|stands?|stood|finds? (?:himself|herself|themselves)|found (?:himself|herself|themselves))(?: (?:home|back|soon|now|already|all|both|at last|there|together|standing|sitting|waiting|crouching|lying|safe|(?!want|need|expect|interest|believ|suppos|barr|forbid|mention|nam|seen|told|hear|refus|deni)\p{Ll}{3,}(?:ed|en)))* (?:at|in|inside|on))\s+(?=(?<end>[^.!?";:]{1,60}))/giu

/** A sentence in which the place moves towards the people: "the ledge comes up to meet them". */
const MEETS =
  /(?<end>[^.!?";:]{3,80}?) (?:comes?|came|rises?|rose|swings?|swung|opens?|opened|gapes?|gaped|yawns?|yawned|waits?|waited)(?: [^.!?";:]{1,25})? (?:up |out |down )?to (?:meet|receive|swallow|greet) (?:them|you|us|him|her)\b|(?<around>[^.!?";:]{3,80}?) clos(?:es|ed) (?:in )?(?:around|round|about|over) (?:them|you|us|him|her)\b/giu

/** A sentence in which something takes people to a place: "a single bound carries Tansy down to …". */
const BROUGHT = new RegExp(
  String.raw`\b(?:${inflected('carry take bring lower drop sweep lead drag haul land deliver wash tip pitch')}) (?:them|you|(?:the (?:two|three|four|five|six)|all|both) of (?:them|you)|(?<whom>\p{Lu}[\p{L}'-]+(?: and \p{Lu}[\p{L}'-]+)?))(?:(?! (?:and|but|which|that|where|who|way|road|path|until|toward|towards)\b)[^.!?";:]){0,60}? (?:to|into|onto|in|on) (?=(?<end>[^.!?";:]{1,60}))`,
  'gu'
)
/** A sentence in which a door or a hatch opens. */
const OPENS = new RegExp(
  String.raw`(?<end>[^.!?";:]{0,60}\b(?:door|hatch|gate|grate|grille|trapdoor|lock|padlock)\b[^.!?";:,]{0,40}?) (?:${inflected('give open burst yield fly splinter swing')})\b(?! (?:no|nothing|him|her|them|on(?:to)?|over|into|back|shut|to|a|the)\b)`,
  'giu'
)

/** Contradictions of kind `way`: sentences in which somebody takes a journey that is closed before and after the beat. */
export function closedJourneys(reading: Reading): Contradiction[] {
  if (reading.entry.kind !== 'narration') return []
  const { before, after, places } = reading
  const shut = Object.entries(after.journeys).filter(
    ([, { from, to, requires }]) =>
      requires !== undefined && places.has(from) && !places.has(to) && !holds(before.facts, [requires]) && !holds(after.facts, [requires])
  )
  if (shut.length === 0) return []
  return reading.text.sentences.flatMap((sentence) => {
    const moves = [...sentence.said.matchAll(MOVES), ...sentence.said.matchAll(ENDS)].map(({ index, groups }) => ({
      index,
      rest: groups?.['rest'] ?? groups?.['end']?.split(/,| (?:and|but|where|while|as) /)[0] ?? '',
      isTaken: isTravel(reading, sentence, sentence.from + index)
    }))
    const met = [...sentence.said.matchAll(MEETS)].map(({ index, 0: words }) => ({ index: index + words.length, rest: words, isTaken: true }))
    const brought = [...sentence.said.matchAll(BROUGHT)].map(({ index, groups }) => ({
      index,
      rest: groups?.['end']?.split(/,| (?:and|but|where|while|as) /)[0] ?? '',
      isTaken:
        groups?.['whom'] === undefined ||
        reading.subjects.in(sentence).some((one) => one.from > sentence.from + index && reading.people.isPlayer(one.id))
    }))
    const opened = [...sentence.said.matchAll(OPENS)].map(({ index, 0: words }) => ({ index: index + words.length, rest: words, isTaken: true }))
    for (const { index, rest, isTaken } of [...moves, ...met, ...brought, ...opened]) {
      if (!isTaken || isUnreal(sentence, sentence.from + index)) continue
      const [id, journey] = shut.find(([one]) => leadsTo(reading, one, rest)) ?? []
      if (id === undefined || journey === undefined) continue
      return [at(reading, 'way', sentence, closedWords(reading, journey), { file: pathOf('journeys', { region: journey.region }) })]
    }
    // A place that an open journey leads to can be reached without the closed one.
    const [, journey] = shut.find(([, { to }]) => tellsArrival(reading, sentence, to) && !isOpen(reading, to)) ?? []
    if (journey) return [at(reading, 'way', sentence, closedWords(reading, journey), { file: pathOf('journeys', { region: journey.region }) })]
    return []
  })
}

/** Whether an open journey leads to a place from a place where players are. */
function isOpen({ before, after, places }: Reading, to: string): boolean {
  return Object.values(after.journeys).some(
    (one) =>
      one.to === to &&
      places.has(one.from) &&
      (one.requires === undefined || holds(before.facts, [one.requires]) || holds(after.facts, [one.requires]))
  )
}

/** Whether the verb at an offset has a subject who can travel: an actor, or the party as a group. */
function isTravel({ subjects, people, after }: Reading, sentence: Reading['text']['sentences'][number], index: number): boolean {
  const id = subjects.before(sentence, index)
  if (id !== undefined) return own(after.actors, id) !== undefined
  const lead = sentence.said.slice(0, index - sentence.from)
  return (
    /\b(?:you|they|we|all (?:of them|of you|two|three|four|five|six)|the (?:two|three|four|five|six)(?: of (?:them|you))?|both(?: of (?:them|you))?|the party|everybody|everyone|one by one|in single file|and)\W*(?:\w+ly\W*|all\W*)?$/i.test(
      lead
    ) || subjects.in(sentence).some((one) => people.isPlayer(one.id) && one.to <= index)
  )
}

/** Words in a fact's name that describe a state, not a thing. */
const STATE =
  /^(?:is|not|open|opened|unlocked|free|freed|known|found|clear|cleared|down|up|raised|lowered|broken|mended|lit|safe|shut|closed|gone|key)$/

const bareName = (name: string): string =>
  name
    .replace(/^(?:the|an?)\s+/i, '')
    .replaceAll(/['‘’]/g, '')
    .toLowerCase()

/** Whether the words after a verb name the destination of a closed journey, or the thing that closes it. */
function leadsTo({ after }: Reading, id: string, rest: string): boolean {
  const journey = own(after.journeys, id)
  const text = rest.toLowerCase().replaceAll(/['‘’]/g, '')
  const without = Object.values(after.places).reduce((left, { name }) => left.replace(bareName(name), ' '), text)
  const name = bareName(own(after.places, journey?.to ?? '')?.name ?? '')
  if (name.length > 3 && new RegExp(String.raw`\b${name.replaceAll(/[^\p{L}\d\s]/gu, '.')}\b`, 'u').test(text)) return true
  const gates = (journey?.requires ?? '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 3 && !STATE.test(word))
  return gates.length > 0 && gates.every((word) => new RegExp(String.raw`\b${word}s?\b`, 'u').test(without))
}
