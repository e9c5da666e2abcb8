import { own } from '../../../shared/base/json'
import type { Act } from './clauses'
import { abilityOf, actorOf, isUnreal, nameOf, placeName, sheetOf, type Check, type Finding, type PassageContext } from './situation'
import { wordsOf, type Sentence } from './text'

/** Contradictions of kind `voice`: characters who are dead, down or absent speak or act. */
export const voices: Check = (reading, sentence) => {
  const { entry, text, clauses } = reading
  if (entry.kind === 'speech') return sentence === text.sentences[0] ? mute(reading, entry.by) : undefined
  for (const act of clauses.acts(sentence)) {
    const { who, verb, subject } = act
    if (isUnreal(sentence, act.from) || REPORTED.test(sentence.said.slice(0, subject))) continue
    const isSeen = abilityOf(reading, who) === 'able' ? !clauses.isPlayer(who) && isHere(reading, sentence, act) : !HAPPENS.test(verb)
    const finding = isSeen ? mute(reading, who) : undefined
    if (finding) return finding
  }
  const someone = speakerBehind(reading, sentence) ?? appearing(reading, sentence)
  return someone === undefined ? undefined : mute(reading, someone)
}

/** Somebody whom a sentence puts before the party: "here comes Gant", "a hand on your arm: it is Sim Gant". */
function appearing(reading: PassageContext, sentence: Sentence): string | undefined {
  const one = reading.clauses.in(sentence).find(({ id, from, to, isOwner }) => {
    const [lead, rest] = [sentence.said.slice(0, from), sentence.said.slice(to)]
    return (
      !isOwner &&
      !isUnreal(sentence, from) &&
      APPEARS.test(lead) &&
      /^(?:[.,;!]| (?:with|in|and|himself|herself|again|at last)\b|$)/.test(rest) &&
      abilityOf(reading, id) === 'able'
    )
  })
  return one && !isElsewhere(reading, sentence, one.id) ? one.id : undefined
}
const APPEARS =
  /(?:(?:^|[,;:—–] )(?:and )?(?:here (?:is|comes)|there (?:is|stands|sits)|(?:in|up|out|along) (?:comes|walks|strides|steps|runs)|behind (?:them|you|him|her) (?:is|stands)|(?:over |up |out )?(?:by|at|beside|behind|under|against|near|in|on) (?:the|a) [^,;:."]{3,40} (?:stands|sits|waits|leans|crouches|squats))|[:—–] (?:it is|it's)) (?:the |old |poor )?$/iu

/** Why an actor can't be heard or seen here. Undefined if they can, or if they aren't an actor. */
function mute(reading: PassageContext, id: string): Finding | undefined {
  const { before, after, places } = reading
  const actor = actorOf(reading, id)
  if (!actor) return undefined
  const [able, name, source] = [abilityOf(reading, id), nameOf(reading, id), sheetOf(reading, id)]
  if (able !== 'able') {
    const beat = reading.earlier.findLast(({ changes }) => own(changes?.actors, id)?.now === able)?.beat
    const fact = `${name} is ${able === 'dead' ? 'dead' : "down and can't act"}${beat === undefined ? '' : ` (since beat ${beat})`}.`
    return { fact, source: beat === undefined ? source : { beat } }
  }
  const isAbsent = places.size > 0 && [before, after].every(({ actors }) => !places.has(own(actors, id)?.location ?? ''))
  return isAbsent ? { fact: `${name} is at ${placeName(reading, actor.location)}, and nobody of the party is there.`, source } : undefined
}

/** Verbs that may also describe a lifeless body, or be about an earlier time. */
const HAPPENS =
  /^(?:is|was|has|had|lies|lay|rests|rested|falls|fell|drops|dropped|slides|slid|sinks|sank|slips|slipped|settles|settled|rolls|rolled|floats|floated|drifts|drifted|drips|dripped|leaves|left|loses|lost|keeps|kept|wears|wore|hangs|hung|sways|swayed|weighs|weighed|washes|washed|stays|stayed|remains|remained|gapes|gaped|stares|stared|folds|folded|curls|curled|does|did|looks|looked|seems|seemed|makes|made|sold|lived|died|dies|bleeds|bled|slept|sleeps|dreams|breathes|breathed|needs|needed)$/
/** Verbs that say what somebody is, knows, or did before. */
const STATES =
  /^(?:is|was|has|had|does|did|knows|knew|loves|loved|hates|hated|fears|feared|trusts|trusted|owes|owed|owns|owned|taught|told|sold|sent|gave|made|left|lives|lived|keeps|kept|means|meant|likes|liked|misses|missed|expects|expected|needs|needed|thinks|thought|believes|believed|seems|seemed|built|bought|found|stole|paid|promised|ordered|married|became)$/
/** Words before a subject that make it part of what somebody says or thinks: "what the reeve told them". */
const REPORTED =
  /\b(?:that|what|how|why|where|whether|which|whom|since|when|whenever|as|than|because|everything|all|things?|words?)\s+(?:the\s+|old\s+|poor\s+)?$/i

/** Whether an act of an absent character is told as if they were here: they are heard, they touch or face a player, or come, or gesture. */
function isHere(reading: PassageContext, sentence: Sentence, { who, verb, subject, from, to }: Act): boolean {
  const { clauses, text } = reading
  const { said } = sentence
  if (isElsewhere(reading, sentence, who)) return false
  const rest = said.slice(to)
  const isAlone = (until: number): boolean => !clauses.in(sentence).some((one) => one.from >= to && one.to <= until && one.id !== who && !one.isOwner)
  // A quotation behind the verb, before the subject, or alone in the next sentence is theirs: "Jory nods. “Later.”"
  const quote = /^[^"]*"/.exec(rest)?.[0]
  if (quote !== undefined && isAlone(to + quote.length) && !/\bthat\b/.test(quote)) return true
  if (/"\s*(?:the |old |poor )?$/i.test(said.slice(0, Math.min(subject, from)))) return true
  const next = text.sentences[text.sentences.indexOf(sentence) + 1]?.said ?? ''
  if (!STATES.test(verb) && !said.includes('"') && /^"\s*"\W*$/.test(next.trim()) && isAlone(said.length)) return true
  if (SAYS.test(verb) && MANNER.test(rest)) return true
  if (STATES.test(verb)) return false
  if (AT_ONCE.test(verb) || (GESTURE.test(rest) && !POSTURE.test(verb)) || HITHER.test(rest)) return true
  // The past tense may be about an earlier time.
  if (!verb.endsWith('s') && !/\bhas\s+$/.test(said.slice(0, from))) return false
  if (
    /^(?:[^.!?;:"]{0,40}\b(?:at|to|past|towards?|over|beside|before|among|between|in front of))? (?:the (?:two|three|four|five|six) of )?(?:them|you)\b/.test(
      rest
    )
  )
    return true
  return clauses.in(sentence).some((one) => one.from > to && one.id !== who && clauses.isPlayer(one.id) && !NOT_FACED.test(said.slice(to, one.from)))
}

const ELSEWHERE =
  /\b(?:elsewhere|meanwhile|somewhere|far (?:away|off|below|above)|miles|upstairs|at that (?:same )?moment|at home|in another|across the (?:water|harbour|valley|town|village)|above them|below them|behind a door)\b/i
/** Whether a sentence tells of somewhere else, or names the place where somebody really is. */
function isElsewhere(reading: PassageContext, { said }: Sentence, id: string): boolean {
  const place = actorOf(reading, id)?.location ?? ''
  const words = wordsOf(said)
  return (
    ELSEWHERE.test(said) || wordsOf(`${placeName(reading, place)} ${place.replaceAll('-', ' ')}`).some((one) => one.length > 3 && words.includes(one))
  )
}

/** The speaker of a quotation whose verb precedes the name: `"…" says Jory`. */
function speakerBehind(reading: PassageContext, sentence: Sentence): string | undefined {
  const found = /"\s*\p{Ll}+(?:s|ed|id)(?: \p{Ll}+ly)? (?=(?:the |old |poor )?\p{L})/u.exec(sentence.said)
  const end = found ? found.index + found[0].length : Infinity
  const one = reading.clauses.in(sentence).find(({ from, isOwner }) => !isOwner && from >= end && from <= end + 9)
  return one && found && !isElsewhere(reading, sentence, one.id) && !isUnreal(sentence, found.index) ? one.id : undefined
}

/** Words between a verb and a name that don't put the two at one place. */
const NOT_FACED = /\b(?:of|for|about|like|than|without|from)\s+(?:the\s+)?$|[.;:]/i
/** Verbs of speech and expression that only somebody who is there can hear or see. */
const AT_ONCE =
  /^(?:asks|answers|replies|whispers|mutters|murmurs|shouts|cries|growls|hisses|laughs|sighs|croaks|rasps|bellows|roars|chuckles|groans|exclaims|responds|squeaks|grumbles|mumbles|nods|smiles|grins|shrugs|frowns|winks|bows|coughs|spits|beckons|sniffs|snorts|giggles|yawns|waves|glares|scowls|blinks|points)$/
/** A verb of speech with words behind it that say how it was said, which only somebody who hears it can know. */
const SAYS = /^(?:says|said|tells|told|adds|added|speaks|spoke)$/
const MANNER = /^ (?:\p{Ll}+ly|aloud|(?:in|with) an?)\b/u
/** Verbs of posture. A scene may describe the posture of a character whom the party has not reached yet. */
const POSTURE = /^(?:lies|lay|rests|rested|sleeps|slept|hangs|hung)$/
/** A gesture: something done with a part of the body. */
const GESTURE =
  /^[^.!?;:"]{0,30}\b(?:his|her|their) (?:\p{Ll}+ )?(?:head|hands?|arms?|eyes?|eyebrows?|lips?|throat|nose|fingers?|shoulders?|feet|foot|chin|sleeves?|hat|finger|palms?)\b/u
/** Words behind a verb of motion that mean towards the party. */
const HITHER =
  /^(?: \p{Ll}+ly)? (?:in(?= (?:under|through|from|out of|behind|past|and|with|as)\b|[,.;])|forward|closer|nearer|(?:in)?to (?:view|sight|the light|the lamplight|the torchlight|the candlelight)|(?:out of|from) the (?:dark|darkness|shadows?|rain|fog|mist|gloom|night|crowd)|up (?:to|beside|behind) (?:them|you|him|her)\b|between them|among them|over to (?:them|you)\b|through the (?:onlookers|crowd|others))/u
