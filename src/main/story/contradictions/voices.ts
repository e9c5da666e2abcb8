import type { Contradiction } from '../../../shared/contradictions'
import { own } from '../../../shared/json'
import { ableness, at, isUnreal, nameOf, type Reading, sheetOf } from './situation'
import { type Sentence, wordsOf } from './text'

/** Verbs of speech, with a tail for what is said. */
export const SAYS =
  'says?|said|asks?|asked|answers?|answered|repl(?:y|ies|ied)|whispers?|whispered|mutters?|muttered|murmurs?|murmured|shouts?|shouted|calls?|called|cries|cried|adds?|added|tells?|told|warns?|warned|growls?|growled|snaps?|snapped|hisses|hissed|insists?|insisted|explains?|explained|announces?|announced|begs?|begged|laughs?|laughed|agrees?|agreed|admits?|admitted|promises|promised|continues|continued|remarks?|remarked|observes?|observed|grumbles?|grumbled|mumbles?|mumbled|declares?|declared|offers?|offered|suggests?|suggested|sighs?|sighed|croaks?|croaked|rasps?|rasped|breathes|bellows?|bellowed|roars?|roared|chuckles?|chuckled|groans?|groaned|exclaims?|exclaimed|responds?|responded|urges?|urged|pleads?|pleaded|demands?|demanded|drawls?|drawled|squeaks?|squeaked|protests?|protested|pipes up|piped up|speaks up|spoke up|concludes?|concluded|confides?|confided'
const ACTS =
  'nods?|nodded|smiles?|smiled|grins?|grinned|shrugs?|shrugged|frowns?|frowned|winks?|winked|beckons?|beckoned|points?|pointed|waves?|waved|bows?|bowed|stands? up|stood up|gets? up|got up|steps?|stepped|walks?|walked|turns?|turned|draws?|drew|lifts?|lifted|raises?|raised|reaches for|takes?|took|hands?|handed|charges|charged|attacks|attacked|strikes|struck|leaps?|leapt|lunges?|lunged|swings?|swung|hops?|hopped|holds out|held out|wipes?|wiped|pats?|patted|shakes?|shook|leans?|leaned|leant|clears?|cleared|sets? down|looks up|looked up|adjusts?|adjusted|climbs?|climbed|runs?|ran|sits? (?:up|down)|sat (?:up|down)|picks? up|picked up|pulls?|pulled|pushes|pushed|opens?|opened|crosses|crossed|kneels?|knelt|spits?|spat'
const SPOKEN = new RegExp(String.raw`\b(?:${SAYS})\b`, 'gi')
/** What somebody does just before their own words, which then stand alone. */
const BEAT = new RegExp(String.raw`\b(?:${ACTS}|sighs?|sighed|laughs?|laughed|coughs?|coughed|sniffs?|sniffed|snorts?|snorted)\b`, 'i')
const ACTED = new RegExp(String.raw`\b(?:${ACTS})\b`, 'gi')

/** The dead, the fallen and the absent have no voice and do nothing. */
export function voices(reading: Reading): Contradiction[] {
  const { entry, text } = reading
  if (entry.kind === 'speech') {
    const [first] = text.sentences
    const why = first && whyMute(reading, entry.by)
    return why ? [at(reading, 'voice', { from: first.from, to: first.to }, why, sheetOf(reading, entry.by))] : []
  }
  const contradictions = [...spoken(reading), ...acted(reading), ...touched(reading), ...led(reading)]
  return contradictions.filter((one, i) => contradictions.findIndex(({ from }) => from === one.from) === i)
}

/** Why somebody can't be heard here; undefined if they can, and for whoever is not an actor. */
function whyMute(reading: Reading, id: string): string | undefined {
  const actor = own(reading.after.actors, id) ?? own(reading.before.actors, id)
  if (!actor) return undefined
  const able = ableness(reading, id)
  const name = nameOf(reading, id)
  if (able === 'dead') return `${name} is dead.`
  if (able === 'down') return `${name} is down and can't act.`
  return isAbsent(reading, id) ? `${name} is at ${placeName(reading, actor.location)}, and nobody of the party is there.` : undefined
}

const placeName = ({ after }: Reading, id: string): string => own(after.places, id)?.name ?? id

function isAbsent({ before, after, places }: Reading, id: string): boolean {
  const at = [before, after].flatMap(({ actors }) => own(actors, id)?.location ?? [])
  return places.size > 0 && at.length > 0 && !at.some((place) => places.has(place))
}

/** Words said in the narration, by whoever a verb of speech gives them to. */
function spoken(reading: Reading): Contradiction[] {
  const contradictions: Contradiction[] = []
  for (const sentence of reading.text.sentences)
    for (const { index, 0: verb } of sentence.said.matchAll(SPOKEN)) {
      const from = sentence.from + index
      const isQuoted = sentence.said.includes('"')
      const id = speakerAt(reading, sentence, from, from + verb.length)
      if (id === undefined || isUnreal(sentence, from)) continue
      const why = whyMute(reading, id)
      if (ableness(reading, id) === 'able' && isToldElsewhere(reading, sentence, id)) continue
      // What is told in the past and quotes nothing may have been before.
      if (!isQuoted && PAST.test(verb)) continue
      if (
        why === undefined ||
        (!isQuoted &&
          ableness(reading, id) === 'able' &&
          !AT_ONCE.test(verb) &&
          !/\b(?:to (?:them|you|her|him|everybody)|aloud)\b/.test(sentence.said))
      )
        continue
      contradictions.push(at(reading, 'voice', sentence, why, sheetOf(reading, id)))
      break
    }
  return contradictions
}

/** Verbs of speech that only the moment has: what somebody says, admits or insists on may be hearsay. */
const AT_ONCE =
  /^(?:asks|answers|replies|whispers|mutters|murmurs|shouts|cries|growls|hisses|laughs|sighs|croaks|rasps|bellows|roars|chuckles|groans|exclaims|responds|squeaks|pipes up|speaks up|grumbles|mumbles)$/i
const PAST = /^(?:said|told|.*(?:ed|ied))$/i

/** Words that stand by themselves behind what somebody does, or behind a colon: "Jory nods. “Later.”" */
function led(reading: Reading): Contradiction[] {
  const { sentences } = reading.text
  return sentences.flatMap((sentence, i) => {
    const before = sentences[i - 1]
    const isAlone = /^"\s*"\W*$/.test(sentence.said.trim())
    const introduced = /^[^"]*:\s*"\s*"\W*$/.test(sentence.said.trim())
      ? sentence
      : isAlone && before && !before.said.includes('"')
        ? before
        : undefined
    if (!introduced || (introduced !== sentence && !BEAT.test(introduced.said))) return []
    const id = reading.subjects.lead(introduced) ?? reading.subjects.lead(lastClause(introduced))
    if (id === undefined || isUnreal(introduced, introduced.to)) return []
    const why = whyMute(reading, id)
    return why === undefined || (ableness(reading, id) === 'able' && isToldElsewhere(reading, introduced, id))
      ? []
      : [at(reading, 'voice', sentence, why, sheetOf(reading, id))]
  })
}

/** What follows the last "and" or semicolon of a sentence, as a sentence. */
function lastClause({ from, to, said, isQuestion }: Sentence): Sentence {
  const at = Math.max(0, ...[...said.matchAll(/(?:;|,? and|,? but|,? while)\s+/g)].map(({ index, 0: words }) => index + words.length))
  return { from: from + at, to, said: said.slice(at), isQuestion }
}

/** Whether a sentence says itself that it is about the place where somebody really is. */
function isToldElsewhere({ after }: Reading, { said }: Sentence, id: string): boolean {
  const place = own(after.actors, id)?.location ?? ''
  return wordsOf(`${own(after.places, place)?.name ?? ''} ${place.replaceAll('-', ' ')}`).some(
    (word) => word.length > 3 && wordsOf(said).includes(word)
  )
}

/** Who speaks: the one before the verb, or behind it after a quotation (`"…" says Jory`). */
export function speakerAt({ subjects, text }: Reading, sentence: Reading['text']['sentences'][number], from: number, to: number): string | undefined {
  const before = sentence.said.slice(0, from - sentence.from)
  const behind = text.plain.slice(to, to + 3).length
  if (behind > 0 && /["]\s*$/.test(before)) {
    const named = subjects
      .in(sentence)
      .find((one) => !one.isOwner && /^\s*(?:the |old |poor )?$/i.test(text.plain.slice(to, one.from)) && one.from >= to)
    if (named) return named.id
  }
  return subjects.before(sentence, from)
}

/** What one only does to somebody who is there: the person follows at once, or the gesture goes to them. */
const TOUCHES =
  /\b(?:(?:takes|grips|touches|kisses|pushes|pulls|hands|gives|shows|reads|hugs|embraces|slaps|stops|meets|greets|catches|beckons|nudges|grabs|leads|offers)(?=\s+(?<whom>them|you|\p{Lu}[\p{L}'-]+))|(?:nods|smiles|waves|winks|grins|scowls|beckons|(?:shakes|nods) (?:his|her|their) head|(?:shakes|wags) a finger)(?=\s+(?:at|to) (?<to>them|you|\p{Lu}[\p{L}'-]+)))/gu

/** What the absent do to those who are there. */
function touched(reading: Reading): Contradiction[] {
  return reading.text.sentences.flatMap((sentence) => {
    for (const { index, 0: words, groups } of sentence.said.matchAll(TOUCHES)) {
      const from = sentence.from + index
      const id = reading.subjects.before(sentence, from)
      if (id === undefined || reading.people.isPlayer(id) || isUnreal(sentence, from) || isToldElsewhere(reading, sentence, id)) continue
      const others = reading.subjects.in(sentence).filter((one) => one.id !== id)
      const isGroup = /^(?:them|you)$/.test(groups?.['whom'] ?? groups?.['to'] ?? '')
      const isPresent = isGroup
        ? others.length === 0
        : others.some((one) => !one.isOwner && one.from >= from && one.from < from + words.length + 6 && reading.people.isPlayer(one.id))
      const why = isPresent ? whyMute(reading, id) : undefined
      if (why !== undefined) return [at(reading, 'voice', sentence, why, sheetOf(reading, id))]
    }
    return []
  })
}

/** Actions of the dead and the fallen. A narration may tell what absent characters do. */
function acted(reading: Reading): Contradiction[] {
  return reading.text.sentences.flatMap((sentence) => {
    for (const { index } of sentence.said.matchAll(ACTED)) {
      const id = reading.subjects.before(sentence, sentence.from + index)
      if (id === undefined || isUnreal(sentence, sentence.from + index) || ableness(reading, id) === 'able') continue
      return [at(reading, 'voice', sentence, whyMute(reading, id) ?? '', sheetOf(reading, id))]
    }
    return []
  })
}
