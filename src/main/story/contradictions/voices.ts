import type { Contradiction } from '../../../shared/analysis/contradictions'
import { own } from '../../../shared/base/json'
import { ableness, at, isUnreal, nameOf, type Reading, sheetOf } from './situation'
import { hereIn } from './here'
import { actsOf } from './acts'
import { comesTo } from './arrivals'
import { type Sentence, wordsOf } from './text'
import { verbsOf } from './verb-classes'
import { finite, inflected, thirds } from './verbs'

/** Verbs of speech, as alternatives of a pattern. */
export const SAYS = finite(
  'say ask answer reply whisper mutter murmur shout call cry add tell warn growl snap hiss insist explain announce beg laugh agree admit promise continue ' +
    'remark observe grumble mumble declare offer suggest sigh croak rasp breathe bellow roar chuckle groan exclaim respond urge plead demand drawl squeak ' +
    'protest pipe_up speak_up conclude confide repeat interject interrupt venture counter retort quip muse snarl bark drone intone stammer stutter scoff ' +
    'sneer wheeze blurt confess scold coo ' +
    verbsOf('speak')
)
const GESTURES =
  'nod smile grin shrug frown wink beckon point wave bow stand_up get_up step walk turn draw lift raise reach_for take hand charge attack strike leap lunge ' +
  'swing hop hold_out hold_up wipe pat shake lean clear set_down look_up adjust climb run sit_up sit_down pick_up pull push open cross kneel spit stir ' +
  'stride hurry pace tap rub scratch tilt put_on tug tuck thump slap clap kick glance glare scowl grimace yawn sniff swallow whistle hum chew count ' +
  'hobble shuffle limp crawl creep stamp wander talk speak hug sob weep begin put bring carry throw pass fetch catch follow drink eat help watch search hide show mop mend sew ' +
  'cut write light blow ring polish stroke dust drum rock fidget hesitate insist refuse decide toss fling grab seize snatch press stroke peer squint straighten gesture wring pour pluck'
/** Verbs of actions that others can see, so the actor must be here. */
const COMES = 'emerge appear arrive enter join step stride walk hurry return stumble burst shuffle sweep come climb'
const ACTS = finite(GESTURES)
const SPOKEN = new RegExp(String.raw`\b(?:${SAYS})\b`, 'gi')
/** Verbs of actions after which a quotation without a verb of speech belongs to the actor. */
const BEAT = new RegExp(String.raw`\b(?:${ACTS}|${finite('sigh laugh cough sniff snort')})\b`, 'i')
const ACTED = new RegExp(String.raw`\b(?:${ACTS})\b`, 'gi')
const PRESENT = new RegExp(String.raw`\b(?:${inflected(`${GESTURES} ${COMES} count speak begin look stand sit`)}|to count)\b`, 'gi')

/** Contradictions of kind `voice`: characters who are dead, down or absent speak or act. */
export function voices(reading: Reading): Contradiction[] {
  const { entry, text } = reading
  if (entry.kind === 'speech') {
    const [first] = text.sentences
    const why = first && whyMute(reading, entry.by)
    return why ? [at(reading, 'voice', { from: first.from, to: first.to }, why, sheetOf(reading, entry.by))] : []
  }
  const contradictions = [
    ...attributedQuotes(reading),
    ...actsOfUnable(reading),
    ...touchesOfAbsent(reading),
    ...visibleActs(reading),
    ...arrivals(reading),
    ...presentations(reading),
    ...bareQuotes(reading)
  ]
  return contradictions.filter((one, i) => contradictions.findIndex(({ from }) => from === one.from) === i)
}

/** Why a speaker can't be heard here. Undefined if they can, or if they aren't an actor. */
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

/** Quotations that a verb of speech attributes to a speaker who can't speak here. */
function attributedQuotes(reading: Reading): Contradiction[] {
  const contradictions: Contradiction[] = []
  for (const sentence of reading.text.sentences)
    for (const { index, 0: verb } of sentence.said.matchAll(SPOKEN)) {
      const from = sentence.from + index
      const isQuoted = sentence.said.includes('"')
      const id = speakerAt(reading, sentence, from, from + verb.length)
      if (id === undefined || isUnreal(sentence, from)) continue
      const why = whyMute(reading, id)
      if (ableness(reading, id) === 'able' && isToldElsewhere(reading, sentence, id)) continue
      // In the past tense and without a quotation, speech may be about an earlier time.
      if (!isQuoted && PAST.test(verb)) continue
      if (
        why === undefined ||
        (!isQuoted &&
          ableness(reading, id) === 'able' &&
          !AT_ONCE.test(verb) &&
          !MANNER.test(sentence.said.slice(index + verb.length)) &&
          !/\b(?:to (?:them|you|her|him|everybody)|aloud)\b/.test(sentence.said))
      )
        continue
      contradictions.push(at(reading, 'voice', sentence, why, sheetOf(reading, id)))
      break
    }
  return contradictions
}

/** Verbs of speech for the present moment only. "Says", "admits" or "insists" may introduce hearsay. */
const AT_ONCE =
  /^(?:asks|answers|replies|whispers|mutters|murmurs|shouts|cries|growls|hisses|laughs|sighs|croaks|rasps|bellows|roars|chuckles|groans|exclaims|responds|squeaks|pipes up|speaks up|grumbles|mumbles)$/i
/** A manner of speaking, which only somebody who hears it can know. */
const MANNER =
  /^ (?!(?:only|really|actually|certainly|usually|generally|frequently|rarely|reportedly|apparently|supposedly|possibly|probably|early|daily|weekly|nightly|family)\b)\p{Ll}+ly\b|^ (?:in|with) (?:an?|the|his|her|their) (?:\p{Ll}+ ){0,2}(?:voice|whisper|tone|murmur|breath|growl|smile|grin|shrug|sigh)\b/u
const PAST = /^(?:said|told|.*(?:ed|ied))$/i

/** Quotations without a verb of speech, after an action or a colon: "Jory nods. “Later.”" */
function bareQuotes(reading: Reading): Contradiction[] {
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

/** The part of a sentence behind its last "and", "but", "while" or semicolon, as a sentence. */
function lastClause({ from, to, said, isQuestion }: Sentence): Sentence {
  const at = Math.max(0, ...[...said.matchAll(/(?:;|,? and|,? but|,? while)\s+/g)].map(({ index, 0: words }) => index + words.length))
  return { from: from + at, to, said: said.slice(at), isQuestion }
}

/** Whether a sentence itself names the place where somebody really is. */
function isToldElsewhere({ after }: Reading, { said }: Sentence, id: string): boolean {
  const place = own(after.actors, id)?.location ?? ''
  return wordsOf(`${own(after.places, place)?.name ?? ''} ${place.replaceAll('-', ' ')}`).some(
    (word) => word.length > 3 && wordsOf(said).includes(word)
  )
}

/** The speaker for a verb of speech: the subject before it, or after a quotation the name behind it (`"…" says Jory`). */
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

const HANDLES = thirds(
  'take grip touch kiss push pull hand give show read hug embrace slap stop meet greet catch beckon nudge grab lead offer tell ask follow join face corner ' +
    'approach address interrupt pass help watch study usher hush scold thank warn remind invite hold'
)
const TURNS_TO = `${thirds('nod smile wave wink grin scowl beckon look stare glance glare point turn lean bow spit come squint peer')}|(?:shakes|nods) (?:his|her|their) head|(?:shakes|wags) a finger`
/** Verbs with an object that must be present: the person follows the verb at once, or a preposition. */
const TOUCHES = new RegExp(
  String.raw`\b(?:(?:${HANDLES}|(?<=\bhas )(?:followed|joined|caught|taken|met))(?=\s+(?<whom>them|you|\p{Lu}[\p{L}'-]+))|(?:${TURNS_TO})(?=(?:\s+(?:over|up|down|back|round))?\s+(?:at|to|past|toward|towards|over)\s+(?<to>them|you|\p{Lu}[\p{L}'-]+)))`,
  'gu'
)

/** A part of a present person that somebody touches: "takes Merrin's chin". */
const BODY =
  /^'s? (?:left |right |other )?(?:hands?|arms?|chin|face|shoulders?|sleeve|elbow|wrist|collar|hair|cheek|ear|eye|fingers?|knee|back|neck|coat|head)\b/

/** Actions of absent characters towards players who are here. */
function touchesOfAbsent(reading: Reading): Contradiction[] {
  return reading.text.sentences.flatMap((sentence) => {
    for (const { from, to, who } of actsOf(reading, sentence)) {
      const whose = reading.subjects.in(sentence).find((one) => one.isOwner && one.from === sentence.from + to + 1 && reading.people.isPlayer(one.id))
      if (!whose || who === undefined || reading.people.isPlayer(who) || !BODY.test(sentence.said.slice(whose.to - sentence.from))) continue
      const why = isUnreal(sentence, sentence.from + from) || isToldElsewhere(reading, sentence, who) ? undefined : whyMute(reading, who)
      if (why !== undefined) return [at(reading, 'voice', sentence, why, sheetOf(reading, who))]
    }
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

/** Actions of characters who are dead or down. Actions of absent characters don't count, because a narration may tell them. */
function actsOfUnable(reading: Reading): Contradiction[] {
  return reading.text.sentences.flatMap((sentence) => {
    const gestures = [...sentence.said.matchAll(ACTED)].map(({ index }) => ({ index, who: reading.subjects.before(sentence, sentence.from + index) }))
    const acts = actsOf(reading, sentence).flatMap(({ from, who, lemma, classes }) =>
      classes.has('be') || classes.has('speak') || HAPPENS.has(lemma) ? [] : [{ index: from, who }]
    )
    for (const { index, who } of [...gestures, ...acts]) {
      if (who === undefined || isUnreal(sentence, sentence.from + index)) continue
      const why = ableness(reading, who) === 'able' ? undefined : whyMute(reading, who)
      if (why !== undefined) return [at(reading, 'voice', sentence, why, sheetOf(reading, who))]
    }
    return []
  })
}

/** Verbs that may also describe a lifeless body. */
const HAPPENS: ReadonlySet<string> = new Set(
  'fall drop slide sink slip settle roll float drift go move come drip leave lose keep wear shake swing hang sway weigh show spill pass flow wash tumble land rest hold drain empty stay gape stare lower stir turn fold unfold curl bury'.split(
    ' '
  )
)

/** A phrase that presents somebody as being here: "It is Tallis, leaning in the doorway". */
const PRESENTED =
  /(?:^|[.!?;:]\s+|\band )(?:it is|it's|that is|there is|there's|here is|(?:in|up|over|out|down|along|here|there) (?:comes?|steps?|walks?|stands?|sits?|strolls?|strides?|shuffles?|hobbles?|runs?))\s+(?=(?:the |old |poor )?(?<name>\p{L}))/giu

function presentations(reading: Reading): Contradiction[] {
  return reading.text.sentences.flatMap((sentence) => {
    for (const { index, 0: words } of sentence.said.matchAll(PRESENTED)) {
      const end = sentence.from + index + words.length
      const one = reading.subjects.in(sentence).find(({ from, isOwner }) => !isOwner && from >= end && from <= end + 9)
      if (!one || reading.people.isPlayer(one.id) || isUnreal(sentence, one.to) || ELSEWHERE.test(sentence.said)) continue
      const rest = sentence.said.slice(one.to - sentence.from)
      const isIt = /\b(?:it|that) ?(?:is|'s)\s+$/i.test(words)
      if (isIt && !/^(?:,[^,]{2,40},|,)?\s+(?:\p{L}+ly )?\p{L}{2,}ing\b/u.test(rest)) continue
      if (ableness(reading, one.id) !== 'able' || isToldElsewhere(reading, sentence, one.id)) continue
      const why = whyMute(reading, one.id)
      if (why !== undefined) return [at(reading, 'voice', sentence, why, sheetOf(reading, one.id))]
    }
    return []
  })
}

/** Words behind a verb of motion that mean towards the party. */
const HITHER =
  /^(?: \p{Ll}+ly)? (?:in(?= (?:under|through|from|out of|behind|past|and|with|as)\b|[,.;])|forward|closer|nearer|(?:in)?to (?:view|sight|the light|the lamplight|the torchlight|the candlelight)|out of the (?:dark|darkness|shadows?|rain|fog|mist|gloom|night|crowd)|from the (?:dark|darkness|shadows?|rain|fog|mist|gloom|night|crowd)|up (?:to|beside|behind) (?:them|you|him|her)\b|between them|among them|over to (?:them|you)\b|up\b(?=[,.;]))/u
const ELSEWHERE =
  /\b(?:elsewhere|meanwhile|somewhere|far (?:away|off|below|above)|miles|upstairs|at that (?:same )?moment|at home|in another|across the (?:water|harbour|valley|town|village))\b/i

/** Whether the words behind a verb put the actor beside a player: "drops to one knee beside Teo". */
function isBesidePlayer({ subjects, people }: Reading, sentence: Sentence, at: number): boolean {
  const [found] = /^[^.!?;:,"]{0,40}?\b(?:beside|next to|behind|between|in front of|up to|past|alongside) /.exec(sentence.said.slice(at)) ?? []
  return found !== undefined && subjects.in(sentence).some((one) => one.from === sentence.from + at + found.length && people.isPlayer(one.id))
}

/** Absent characters who arrive here. */
function arrivals(reading: Reading): Contradiction[] {
  return reading.text.sentences.flatMap((sentence) => {
    for (const { from, to, classes, who } of actsOf(reading, sentence)) {
      if (who === undefined || !classes.has('go') || own(reading.after.actors, who) === undefined || reading.people.isPlayer(who)) continue
      const isHere =
        HITHER.test(sentence.said.slice(to)) ||
        isBesidePlayer(reading, sentence, to) ||
        [...reading.places].some((place) => comesTo(reading, sentence, place, who))
      if (!isHere || isUnreal(sentence, sentence.from + from) || ELSEWHERE.test(sentence.said)) continue
      if (ableness(reading, who) === 'able' && isToldElsewhere(reading, sentence, who)) continue
      const why = whyMute(reading, who)
      if (why !== undefined) return [at(reading, 'voice', sentence, why, sheetOf(reading, who))]
    }
    return []
  })
}

/** Visible actions of absent characters at a thing that only a place of the party has. */
function visibleActs(reading: Reading): Contradiction[] {
  return reading.text.sentences.flatMap((sentence) => {
    for (const { index, 0: verb } of sentence.said.matchAll(PRESENT)) {
      const from = sentence.from + index
      const id = reading.subjects.before(sentence, from)
      if (id === undefined || reading.people.isPlayer(id) || isUnreal(sentence, from) || ableness(reading, id) !== 'able') continue
      if (!hereIn(reading, sentence.said.slice(index + verb.length), own(reading.after.actors, id)?.location ?? '')) continue
      const why = isToldElsewhere(reading, sentence, id) ? undefined : whyMute(reading, id)
      if (why !== undefined) return [at(reading, 'voice', sentence, why, sheetOf(reading, id))]
    }
    return []
  })
}
