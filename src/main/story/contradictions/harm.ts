import type { Contradiction, FactSource } from '../../../shared/analysis/contradictions'
import { own } from '../../../shared/base/json'
import type { LogEntry } from '../../../shared/story/play'
import { ableness, at, isUnreal, nameOf, type Reading, sheetOf } from './situation'
import { signsOfHarm, spared } from './harm-signs'
import type { Sentence } from './text'
import { finite, inflected } from './verbs'

const UNHURT =
  /\b(?:unhurt|unharmed|unscathed|uninjured|unwounded|unbloodied|untouched|unbruised|unmarked|unscarred|intact|without (?:so much as )?(?:a|one) (?:single )?(?:scratch|bruise|mark|torn \w+|hair out of place)|(?:perfectly|quite|entirely|miraculously|wholly) (?:whole|fine|all right|unmarked)|not (?:so much as )?(?:a|one) (?:single )?(?:scratch|bruise|mark)|(?:not|none|no) the worse for|no worse for|none the worse|as (?:sound|whole|hale|fit|well) as (?:ever|before|he|she|they)|nothing (?:is |was )?wrong with (?:him|her|them)|in one piece|safe and (?:sound|whole)|(?:is|are|was|were|stays?|remains?) (?:quite |perfectly |still )?(?:fine|whole|all right)|not hurt|not been hurt|(?:is|are|was|were) (?:\w+ )?missed entirely)\b|(?:n't|\bnot|\bnever) (?:been )?(?:so much as |even )?(?:hurt|harmed|injured|wounded|grazed|scratched|singed|bruised|(?:touched|marked)(?= (?:him|her|them)\b))\b/gi
const ALL = /\b(?:every(?:body|one)|all (?:of them|three|four|five)|the (?:whole )?party|the others|they all|both)\b/i
const NONE_HURT =
  /\b(?:nobody|no one|no-one|none of (?:them|the party)|neither of them)\b[^.!?]{0,20}\b(?:hurt|harmed|injured|wounded|scratched)\b|\b(?:nobody|no one|no-one|none of (?:them|the \w+)|neither of them|not one of (?:them|the \w+)) (?:has|had|shows|showed|bears|bore) (?:so much as )?an? (?:single )?(?:scratch|bruise|mark|cut|graze)\b/gi

const HURT =
  /\b(?:(?:is|lies|goes|comes|comes up|comes away|stands|falls|was|lay) (?:\w+ )?(?:bleeding|bloodied|wounded|injured|badly hurt|hurt)|bleeds|bled|limps|limped|(?:has|had) an? (?:\w+ ){0,2}(?:gash|wound|burn|broken \w+|split lip|black eye)\b|(?:slumps|slumped|sags|sagged)[^.!?"]{0,50}\beyes (?:rolled|roll|rolling) (?:back|up)|(?:takes|took) an? (?:\w+ )?(?:wound|cut|gash|blow|hit|arrow|blade)|(?:drops|falls|fell|collapses|collapsed|sinks|sank)(?:[^.!?"]{0,20})\b(?:bleeding|wounded|unconscious|senseless|lifeless|dying|dead)|collapses|collapsed|crumples|crumpled|passes out|passed out|faints|fainted|blacks out|blacked out|(?:is|lies|lay|was|goes|went) (?:\w+ ){0,6}out cold|(?:lies|lay) (?:\w+ )?motionless|(?:is|lies|lay|was) (?:unconscious|senseless|dying)|(?:clutches|clutched|nurses|nursed) (?:a|an|the|his|her|their) (?:\w+ )?(?:wound|broken \w+|bleeding \w+)|(?:breaks|broke) (?:an?|his|her|their) (?:arm|leg|wrist|ankle|rib|finger)|(?<!\b(?:has|have|had) )(?:loses|lost) (?:an?|one|two|three|half|his|her|their) (?:\w+ )?(?:tooth|teeth|fingers?|ear|eye|toes?))\b/gi
const BODY =
  'arm|leg|hand|wrist|ankle|knee|shoulder|elbow|rib|ribs|finger|fingers|foot|thigh|shin|scalp|cheek|skull|head|side|chest|back|neck|throat|face|eye|jaw'
/** Words just before a name that say that something wounds its bearer. "Chilled to the bone" is no wound. */
const WOUNDS =
  /\b(?:opens|opened|gashes|gashed|slashes|slashed|stabs|stabbed|pierces|pierced|rips|ripped|tears|tore|cuts|cut|slices|sliced|bites|bit|burns|burned|burnt|scalds|scalded|crushes|crushed|breaks|broke|snaps|snapped|shatters|shattered|impales|impaled|skewers|skewered)\s+(?:into |through |deep into )?$/i
const WHERE = new RegExp(
  String.raw`^(?:'s?\s+(?:left |right |upper |lower )?(?:${BODY})\b|\s+(?:(?:from|across|along|down|in|through|on) (?:the |his |her |their )?(?:left |right )?(?:${BODY})\b|open\b))`,
  'i'
)
const OWNED = String.raw`(?:left |right |upper |lower |bare |good )?(?:${BODY}|fingers|sleeve|brow|forehead|forearm|temple|lip|mouth|nose|palm|calf|hip|neck|hair)\b`
/** Blood that comes from somebody's body. Blood that rises into a face or drains from it only expresses a feeling. */
const BLEEDS = new RegExp(
  String.raw`\b(?:blood|red|crimson|gore)\b[^.!?;:"]{0,20}\b(?:${inflected('run pour drip well stream trickle spurt soak spread seep flow spill sheet ooze')})\b(?! cold)[^.!?;:"]{0,12}\b(?:down|from|between|through|over|along|across|under)\s+(?:(his|her|their)\s+${OWNED})?`,
  'gi'
)
/** Something that pierces somebody's limb. */
const PIERCES = new RegExp(
  String.raw`\b(?:${inflected('go pass punch drive slice stab')}|gone|driven) (?:clean|straight|right|deep) (?:through|into) (his|her|their) ${OWNED}`,
  'gi'
)
/** Blood on somebody. It is their own if nobody else was hurt just before. */
const BLOODY = /\b(?:slick|wet|red|sticky|soaked|dark|warm|drenched) with (?:(?:his|her|their) own )?blood\b/i

/** An injury to a limb: it leaves its socket, or hangs useless. */
const LIMB = new RegExp(
  String.raw`^(?:'s?)\s+${OWNED}(?: (?:${inflected('leave')}) its socket|[^.!?;:"]{0,30}\b(?:out of (?:its|the) (?:socket|joint)|hang(?:s|ing)? (?:useless|limp|broken)|bent the wrong way|at a wrong angle))`,
  'i'
)
/** Words before a name whose bearer is injured together with something that breaks: "and with it" somebody's arm. */
const WITH_IT = new RegExp(String.raw`\b(?:${finite('snap break shatter crack crush')})\b[^.!?;:"]{0,10},? and with (?:it|them) $`, 'i')
const DEAD =
  /\b(?:(?:is|lies|lay|was|falls|fell|drops|dropped) (?:stone )?dead|dies|died|(?:breathes|breathed|draws|drew) (?:his|her|their|its) last(?: breath)?|is killed|was killed|(?:is|was) no more|(?:is|was) no longer breathing|(?:isn't|wasn't) breathing|(?:does|did) not (?:draw|take) another breath|stops breathing|stopped breathing|no longer breathes|(?:bleeds|bled) to death|(?:drowns|drowned)(?= |\.|$))\b/gi
const BROKEN = new RegExp(
  String.raw`^'s?\s+(?:left |right |upper |lower )?(?:${BODY})\b(?: (?:is|was) (?:broken|shattered|crushed|bleeding|cut|torn|gashed)| (?:breaks|broke|snaps|snapped|shatters|shattered|bleeds|bled)\b)`,
  'i'
)
const DOWN = /out cold|rolled|roll|motionless|black(?:s|ed) out|unconscious|senseless|passe[sd] out|faint|collapse|crumple|dying|lifeless/i

/** An impact: `STRIKES` matches before the name, `STRUCK` behind it. Cold, smells and light do no harm. */
const STRIKES =
  /^(?!.*\b(?:cold|wind|draught|air|smell|light|glow|laugh|thought|word|silence)\b).*\b(?:takes|took|hits|hit|strikes|struck|catches|caught)\s+$/i
const STRUCK =
  /^ (?:full |square )?(?:in|on|across|between) the (?:chest|head|throat|back|ribs|stomach|belly|thigh|temple|skull|shoulder|shoulders|jaw|knee)\b/i
/** An adjective of injury before a name: "Scalded to the bone, Ada …". */
const INJURED = /^\W*(?:badly |half )?(?:scalded|burned|burnt|wounded|bleeding|gashed|stabbed|bloodied|mauled|crushed|maimed)\b[^,;:.!?"]{0,40},\s*$/i

/** Contradictions of kind `harm`: somebody is said to be unhurt who was just hurt by the record, or hurt, down or dead who isn't by the record. */
export function harm(reading: Reading): Contradiction[] {
  if (reading.entry.kind !== 'narration') return []
  const lost = lostBy(reading)
  return reading.text.sentences.flatMap((sentence) => {
    const contradiction = unhurt(reading, sentence, lost) ?? claimedHarm(reading, sentence, lost)
    return contradiction ? [contradiction] : []
  })
}

const SUBJECT_OF: Readonly<Record<string, string>> = { him: 'he', her: 'she', them: 'they' }

function unhurt(reading: Reading, sentence: Sentence, lost: Lost): Contradiction | undefined {
  if (lost.size === 0 || sentence.isQuestion) return undefined
  const none = [...sentence.said.matchAll(NONE_HURT)][0]
  const party = [...lost.keys()].filter((id) => reading.people.isPlayer(id))
  if (none && party[0] !== undefined) return atHarm(reading, sentence, party[0], lost)
  for (const { index, 0: words } of sentence.said.matchAll(UNHURT)) {
    if (/^,? (?:or |and )?(?:near enough|nearly|almost|for now|only|just)\b/i.test(sentence.said.slice(index + words.length))) continue
    const lead = sentence.said.slice(0, index)
    const [, whom] = /\bwith (him|her|them)$/i.exec(words) ?? []
    const withWhom = whom === undefined ? undefined : reading.subjects.pronoun(sentence, SUBJECT_OF[whom.toLowerCase()] ?? '', sentence.from + index)
    if (withWhom !== undefined && lost.has(withWhom)) return atHarm(reading, sentence, withWhom, lost)
    if (
      /\b(?:would|could|might|may|should|if|almost|nearly|never|hopes?|hoped|wishes|not (?:quite )?)\s*(?:be |been |have been |get |come )?$/i.test(
        lead
      ) ||
      /\b(?:if|unless)\b/i.test(lead)
    )
      continue
    if (ALL.test(lead) && party[0] !== undefined) return atHarm(reading, sentence, party[0], lost)
    const touched = TOUCHED.exec(sentence.said.slice(index + words.length))?.[1]
    const whole =
      touched === undefined ? undefined : reading.subjects.pronoun(sentence, SUBJECT_OF[touched.toLowerCase()] ?? '', sentence.from + index)
    if (touched !== undefined) {
      if (whole !== undefined && lost.has(whole)) return atHarm(reading, sentence, whole, lost)
      continue
    }
    const named = reading.subjects.in(sentence).filter((one) => !one.isOwner && one.from < sentence.from + index)
    const id = named.length > 0 ? (nearest(sentence, named, index) ? named.at(-1)?.id : undefined) : reading.subjects.lead(sentence)
    const all = named.length > 1 && isListed(sentence, named) ? named.map((one) => one.id) : id === undefined ? [] : [id]
    const one = all.find((who) => lost.has(who))
    if (one !== undefined) return atHarm(reading, sentence, one, lost)
  }
  const missed = MISSED.exec(sentence.said)
  const whom = !missed
    ? undefined
    : missed[1] === undefined
      ? reading.subjects.in(sentence).find(({ from }) => from > sentence.from + missed.index)?.id
      : reading.subjects.pronoun(sentence, SUBJECT_OF[missed[1].toLowerCase()] ?? '', sentence.from + missed.index)
  if (whom !== undefined && lost.has(whom) && !SORE.test(reading.text.plain)) return atHarm(reading, sentence, whom, lost)
  const safe = spared(reading, sentence, new Set(lost.keys()))
  return safe === undefined ? undefined : atHarm(reading, sentence, safe, lost)
}

/** The object behind "not touched". */
const TOUCHED = /^ (him|her|them)\b/i
/** A miss. It doesn't count if the text mentions an injury. */
const MISSED = /\bmiss(?:es|ed) (?:(him|her|them)|\p{Lu}[\p{L}'-]+) (?:entirely|completely|altogether|clean|by (?:an?|the))\b/iu
const SORE = /\b(?:blood\w*|bleed\w*|wound\w*|hurts?|bruise\w*|cut|gash\w*|pain\w*|graze\w*|second|other|another)\b/i

type Named = readonly { id: string; from: number; to: number }[]
/** Whether the words up to an offset are about the last person named, with no new clause between. */
const nearest = ({ said, from }: Sentence, named: Named, index: number): boolean =>
  !/[;:]|\b(?:but|while|whereas|beside|who|whom|whose)\b/.test(said.slice((named.at(-1)?.to ?? 0) - from, index))
/** Whether names form one list: "Wren, Tobit and Pym". */
const isListed = ({ said, from }: Sentence, named: Named): boolean =>
  named.every((one, i) => i === 0 || /^(?:,|,?\s*and(?:\s+the)?)$/i.test(said.slice((named[i - 1]?.to ?? 0) - from, one.from - from).trim()))

const atHarm = (reading: Reading, sentence: Sentence, id: string, lost: Lost): Contradiction =>
  at(reading, 'harm', sentence, `${nameOf(reading, id)} ${lost.get(id)?.words ?? 'was hurt'}.`, { beat: lost.get(id)?.beat ?? reading.entry.beat })

/** For each actor who was hurt, a description of the loss and its beat. */
type Lost = ReadonlyMap<string, { words: string; beat: number }>

/** Everybody who was hurt since the previous narration, with the record of it. Leaves out those who have recovered completely. */
function lostBy(reading: Reading): Lost {
  const lost = new Map<string, { words: string; beat: number }>()
  for (const { changes, beat } of reading.recent)
    for (const [id, { damage = 0, now, stats = {} }] of Object.entries(changes?.actors ?? {})) {
      if (damage <= 0 && now !== 'down' && now !== 'dead') continue
      const [stat, change] = Object.entries(stats).find(([, { from = 0, to = 0 }]) => to < from) ?? []
      const words = change ? `went from ${change.from} to ${change.to} ${stat === 'hp' ? 'HP' : stat} in beat ${beat}` : `went down in beat ${beat}`
      if (!isWhole(reading, id)) lost.set(id, { words, beat })
    }
  return lost
}

/** Whether an actor has the full value of every stat with a maximum, and no condition. */
function isWhole({ after, before }: Reading, id: string): boolean {
  return [before, after].every(({ actors }) => {
    const actor = own(actors, id)
    return (
      actor !== undefined &&
      Object.keys(actor.conditions).length === 0 &&
      Object.entries(actor.max).every(([stat, max]) => (own(actor.stats, stat) ?? max) >= max)
    )
  })
}

function claimedHarm(reading: Reading, sentence: Sentence, lost: Lost): Contradiction | undefined {
  for (const { id, from, to, isOwner } of reading.subjects.in(sentence)) {
    const [lead, rest] = [sentence.said.slice(0, from - sentence.from), sentence.said.slice(to - sentence.from)]
    const isHit = (WOUNDS.test(lead) && WHERE.test(rest)) || (STRIKES.test(lead) && STRUCK.test(rest)) || (!isOwner && INJURED.test(lead))
    const isLimb = isOwner && (LIMB.test(rest) || BLED.test(lead) || (WITH_IT.test(lead) && WHERE.test(rest)))
    const found = (isHit || isLimb) && own(reading.after.actors, id) && !isUnreal(sentence, from) ? contradicted(reading, id, 'hurt') : undefined
    if (found) return at(reading, 'harm', sentence, found.fact, found.source)
    const broken =
      isOwner && BROKEN.test(sentence.said.slice(to - sentence.from)) && !isUnreal(sentence, from) ? contradicted(reading, id, 'hurt') : undefined
    if (broken) return at(reading, 'harm', sentence, broken.fact, broken.source)
  }
  const bloody = BLOODY.exec(sentence.said)
  const [only, ...others] = new Set(reading.subjects.in(sentence).map(({ id }) => id))
  if (bloody && only !== undefined && others.length === 0 && !isUnreal(sentence, sentence.from + bloody.index) && lost.size === 0) {
    const found = contradicted(reading, only, 'hurt')
    if (found) return at(reading, 'harm', sentence, found.fact, found.source)
  }
  for (const { index, 0: words, 1: whose } of [...sentence.said.matchAll(BLEEDS), ...sentence.said.matchAll(PIERCES)]) {
    const id =
      whose === undefined ? undefined : reading.subjects.pronoun(sentence, POSSESSOR[whose.toLowerCase()] ?? '', sentence.from + index + words.length)
    const bled = id === undefined || isUnreal(sentence, sentence.from + index) ? undefined : contradicted(reading, id, 'hurt')
    if (bled) return at(reading, 'harm', sentence, bled.fact, bled.source)
  }
  for (const [pattern, isDeath] of [
    [DEAD, true],
    [HURT, false]
  ] as const)
    for (const { index, 0: words } of sentence.said.matchAll(pattern)) {
      const from = sentence.from + index
      const id = reading.subjects.before(sentence, from)
      if (id === undefined || own(reading.after.actors, id) === undefined || isUnreal(sentence, from)) continue
      const claim = isDeath || /\bdead\b/i.test(words) ? 'dead' : DOWN.test(words) ? 'down' : 'hurt'
      const contradiction = contradicted(reading, id, claim)
      if (contradiction) return at(reading, 'harm', sentence, contradiction.fact, contradiction.source)
    }
  for (const sign of signsOfHarm(reading, sentence)) {
    if (own(reading.after.actors, sign.id) === undefined || isUnreal(sentence, sentence.from + sign.at)) continue
    const found = contradicted(reading, sign.id, sign.claim)
    if (found) return at(reading, 'harm', sentence, found.fact, found.source)
  }
  return undefined
}

const POSSESSOR: Readonly<Record<string, string>> = { his: 'he', her: 'she', their: 'they' }
/** Words before a name that say that blood runs down its bearer. */
const BLED = new RegExp(`${BLEEDS.source}$`, 'i')

/** The fact by which an actor can't be hurt, down or dead; undefined if the record allows it. */
function contradicted(reading: Reading, id: string, claim: 'hurt' | 'down' | 'dead'): { fact: string; source: FactSource } | undefined {
  const able = ableness({ ...reading, before: reading.after }, id)
  const name = nameOf(reading, id)
  const source = sheetOf(reading, id)
  if (claim === 'dead') return able === 'dead' ? undefined : { fact: `${name} is alive.`, source }
  if (able !== 'able' || !isUntouched(reading, id))
    return claim === 'down' && able === 'able' ? { fact: `${name} is up and can act.`, source } : undefined
  return { fact: `${name} has lost nothing and has no condition.`, source }
}

const hit = ({ changes }: LogEntry, id: string): boolean => {
  const actor = own(changes?.actors, id)
  return actor !== undefined && ((actor.damage ?? 0) > 0 || actor.now === 'down' || (actor.conditions ?? []).some(({ on }) => on))
}
const isUntouched = (reading: Reading, id: string): boolean => isWhole(reading, id) && !reading.earlier.some((entry) => hit(entry, id))
