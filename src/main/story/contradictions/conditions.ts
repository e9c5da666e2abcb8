import { memoized } from '../../../shared/base/memoized'
import { own } from '../../../shared/base/json'
import { isClaim, isPlayersSpeech } from './claims'
import { abilityOf, isUnreal, nameOf, sheetOf, type Check, type PassageContext } from './situation'
import type { Sentence } from './text'

/** Other words for being dead, and for being unable to act, that games use rarely as names of conditions. */
const DEAD = 'dead|killed|lifeless|no more(?=[.,;!…—]|$)'
const DOWN = 'unconscious|senseless|out cold|dying'
/** Verbs that say that somebody has a condition. */
const IS = String.raw`(?:is|was|lies|lay|falls|fell|drops|dropped|collapses|collapsed|looks|stays|remains|feels|goes|went|sits|stands|has been|gets|got)(?: \p{Ll}+ly| still| now| stone| badly| half)*`
/** Verbs that say that somebody hasn't got a condition, or has lost it. */
const NOT = String.raw`(?:(?:is|was|are) (?:no longer|not|never|neither)|(?:is|was)n't|no longer|rid of|free (?:of|from)|freed (?:of|from)|(?:recovers|recovered) from being)(?: \p{Ll}+ly| so much as| even)*`
const DIES =
  /(?<=^|[\s,])(?:dies|died|breathes (?:his|her|their|its) last|stops breathing|is no longer breathing|bleeds to death|drowns)(?=[\s.,;!…—]|$)/giu
/** Statements that life leaves somebody, who is named behind them or before them. */
const LIFE_LEAVES =
  /\b(?:last (?:breath|rattle|gasp)|life)\b[^.;!?"]{0,30}?\b(?:goes out of|leaves|has left|passes from|drains (?:out of|from)|slips from) (?:the |old |poor )?$/iu
const HEART_STOPS = /^'s? heart (?:stops|has stopped|gives out)(?=[.,;!…—]|$)/u
const GETS_UP =
  /(?<=^|[\s,])(?:gets up|got up|stands up|stood up|is (?:back )?on (?:his|her|their) feet(?: again)?|is up again|comes round|wakes|opens (?:his|her|their) eyes)(?=[\s.,;!…—]|$)/giu

/** Contradictions of kind `harm`: a condition said to be or not to be there. A player's words count only for "dead" or "down". */
export const conditions: Check = (reading, sentence) => {
  const isSpeech = isPlayersSpeech(reading)
  if ((reading.entry.kind !== 'narration' && !isSpeech) || sentence.isQuestion) return undefined
  const { clauses, game, after } = reading
  const { said } = sentence
  const who = (at: number): string | undefined => {
    const subject = clauses.before(sentence, at)
    if (!subject || !own(after.actors, subject.id) || isUnreal(sentence, at)) return undefined
    return !isSpeech || isClaim(reading, sentence, subject.from, subject.id) ? subject.id : undefined
  }
  for (const { index, 0: words } of said.matchAll(DIES)) {
    const id = isSpeech && !/^(?:[.,;!…—]|$| (?:now|here|at once|instantly|and)\b)/.test(said.slice(index + words.length)) ? undefined : who(index)
    if (id !== undefined && abilityOf(reading, id) !== 'dead') return { fact: `${nameOf(reading, id)} is alive.`, source: sheetOf(reading, id) }
  }
  for (const { id, from, to } of clauses.in(sentence)) {
    const isDying = LIFE_LEAVES.test(said.slice(0, from)) || HEART_STOPS.test(said.slice(to))
    if (isDying && !isSpeech && !isUnreal(sentence, from) && own(after.actors, id) && abilityOf(reading, id) !== 'dead')
      return { fact: `${nameOf(reading, id)} is alive.`, source: sheetOf(reading, id) }
  }
  for (const { index } of isSpeech ? [] : said.matchAll(GETS_UP)) {
    const id = who(index)
    const able = id === undefined ? 'able' : abilityOf(reading, id)
    if (id !== undefined && able !== 'able')
      return { fact: `${nameOf(reading, id)} is ${able === 'dead' ? 'dead' : 'down'}.`, source: sheetOf(reading, id) }
  }
  for (const { name, ids, kind, has: hasIt, lacks, wearsOff } of namesOf(game.conditions)) {
    if (isSpeech && kind === 'other') continue
    for (const { index, 0: found } of said.matchAll(hasIt)) {
      const id = who(index)
      if (id === undefined || has(reading, id, ids) || /\b(?:not|never)\b/.test(found)) continue
      if (kind !== 'other' && (kind === 'dead' ? abilityOf(reading, id) === 'dead' : abilityOf(reading, id) !== 'able')) continue
      const fact = kind === 'dead' ? 'is alive' : kind === 'down' ? 'is up and can act' : `is not ${name}`
      return { fact: `${nameOf(reading, id)} ${fact}.`, source: sheetOf(reading, id) }
    }
    if (isSpeech) continue
    for (const { index } of said.matchAll(lacks)) {
      const id = who(index)
      if (id === undefined || !isSure(reading, id, ids)) continue
      return { fact: `${nameOf(reading, id)} is ${name}.`, source: sheetOf(reading, id) }
    }
    const cured = wearsOff && curedIn(reading, sentence, wearsOff)
    if (cured !== undefined && isSure(reading, cured, ids)) return { fact: `${nameOf(reading, cured)} is ${name}.`, source: sheetOf(reading, cured) }
  }
  return undefined
}

/** The only person whom a sentence names, if it says that what ails them has passed, and nobody only says so. */
function curedIn({ clauses, after }: PassageContext, sentence: Sentence, wearsOff: RegExp): string | undefined {
  const found = wearsOff.exec(sentence.said)
  const named = new Set(clauses.in(sentence).map(({ id }) => id))
  const [id] = named
  if (!found || named.size !== 1 || id === undefined || !own(after.actors, id)) return undefined
  return isUnreal(sentence, found.index) || REPORTED.test(sentence.said.slice(0, found.index)) ? undefined : id
}
const REPORTED = /\b(?:says?|said|thinks?|thought|hopes?|swears?|insists?|insisted|claims?|claimed|believes?)\b/

interface Named {
  /** The condition's name in lower case. */
  name: string
  ids: readonly string[]
  kind: 'dead' | 'down' | 'other'
  /** Says that somebody has the condition. */
  has: RegExp
  /** Says that somebody hasn't got the condition. */
  lacks: RegExp
  /** Says that the condition's cause has passed: "the poison wears off". */
  wearsOff?: RegExp
}

/** `words`: the condition's name, and other words for it, as alternatives of a pattern. */
const named = (words: string, ids: readonly string[], kind: Named['kind']): Named => ({
  name: words.split('|')[0] ?? words,
  ids,
  kind,
  has: new RegExp(
    String.raw`(?:(?<=^|[\s,])${IS},? |(?<=\p{L}),(?: still| now| already| \p{Ll}+ly)? )(?:${words})(?=[\s.,;!…—]|$)(?! (?:on|of|tired|certain|calm|quiet|set|silent|sure|wrong|right|serious|slow|straight|against|keen|sober|ahead|drunk|to the world|to rights)\b)`,
    'giu'
  ),
  lacks: new RegExp(String.raw`(?<=^|[\s,])${NOT} (?:${words})(?=[\s.,;!…—]|$)`, 'giu'),
  ...(kind === 'other' && /[^e]ed$/.test(words)
    ? {
        wearsOff: new RegExp(
          String.raw`\b(?:the|his|her|their) ${words.slice(0, -'ed'.length)}(?:ing)? (?:has run its course|wears off|has worn off|passes|has passed|breaks|has broken|leaves|has left|is gone|is out of)\b`,
          'iu'
        )
      }
    : {})
})

/** The conditions of a game whose names are adjectives, and all that mean dead or unable to act. */
const namesOf = memoized((conditions: PassageContext['game']['conditions']): readonly Named[] => {
  const all = Object.entries(conditions)
  const ids = (fits: (one: (typeof all)[number][1]) => boolean | undefined): string[] => all.flatMap(([id, one]) => (fits(one) ? id : []))
  const adjectives = all.flatMap(([id, { name, dead, cannot_act: isDown }]): Named[] =>
    !dead && !isDown && /(?:ed|ied|oomed|urning|ed fast)$/i.test(name) ? [named(name.toLowerCase(), [id], 'other')] : []
  )
  return [
    named(
      DEAD,
      ids(({ dead }) => dead),
      'dead'
    ),
    named(
      DOWN,
      ids(({ cannot_act: isDown }) => isDown),
      'down'
    ),
    ...adjectives
  ]
})

/** Whether an actor has one of some conditions before or after the beat. */
const has = ({ before, after }: PassageContext, id: string, ids: readonly string[]): boolean =>
  [before, after].some(({ actors }) => ids.some((one) => own(own(actors, id)?.conditions, one)))
/** Whether an actor has one of some conditions before and after the beat. */
const isSure = ({ before, after }: PassageContext, id: string, ids: readonly string[]): boolean =>
  [before, after].every(({ actors }) => ids.some((one) => own(own(actors, id)?.conditions, one)))
