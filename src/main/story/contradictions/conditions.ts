import { memoized } from '../../../shared/base/memoized'
import { own } from '../../../shared/base/json'
import { abilityOf, isUnreal, nameOf, sheetOf, type Check, type PassageContext } from './situation'

/** Other words for being dead, and for being unable to act, that games use rarely as names of conditions. */
const DEAD = 'dead|killed|lifeless|no more'
const DOWN = 'unconscious|senseless|out cold|dying'
/** Verbs that say that somebody has a condition. */
const IS = String.raw`(?:is|was|lies|lay|falls|fell|drops|dropped|collapses|collapsed|looks|stays|remains|feels|goes|went|sits|stands|has been|gets|got)(?: \p{Ll}+ly| still| now| stone| badly| half)*`
/** Verbs that say that somebody hasn't got a condition, or has lost it. */
const NOT = String.raw`(?:(?:is|was|are) (?:no longer|not|never|neither)|(?:is|was)n't|no longer|rid of|free (?:of|from)|freed (?:of|from)|(?:recovers|recovered) from being)(?: \p{Ll}+ly| so much as| even)*`
const DIES =
  /(?<=^|[\s,])(?:dies|died|breathes (?:his|her|their|its) last|stops breathing|is no longer breathing|bleeds to death|drowns)(?=[\s.,;!—]|$)/giu
const GETS_UP =
  /(?<=^|[\s,])(?:gets up|got up|stands up|stood up|is (?:back )?on (?:his|her|their) feet(?: again)?|is up again|comes round|wakes|opens (?:his|her|their) eyes)(?=[\s.,;!—]|$)/giu

/** Contradictions of kind `harm`: somebody is said to have a condition that they don't have, or to be without one that they have. */
export const conditions: Check = (reading, sentence) => {
  if (reading.entry.kind !== 'narration' || sentence.isQuestion) return undefined
  const { clauses, game, after } = reading
  const { said } = sentence
  const who = (at: number): string | undefined => {
    const id = clauses.before(sentence, at)?.id
    return id !== undefined && own(after.actors, id) && !isUnreal(sentence, at) ? id : undefined
  }
  for (const { index } of said.matchAll(DIES)) {
    const id = who(index)
    if (id !== undefined && abilityOf(reading, id) !== 'dead') return { fact: `${nameOf(reading, id)} is alive.`, source: sheetOf(reading, id) }
  }
  for (const { index } of said.matchAll(GETS_UP)) {
    const id = who(index)
    const able = id === undefined ? 'able' : abilityOf(reading, id)
    if (id !== undefined && able !== 'able')
      return { fact: `${nameOf(reading, id)} is ${able === 'dead' ? 'dead' : 'down'}.`, source: sheetOf(reading, id) }
  }
  for (const { name, ids, kind, has: hasIt, lacks } of namesOf(game.conditions)) {
    for (const { index, 0: found } of said.matchAll(hasIt)) {
      const id = who(index)
      if (id === undefined || has(reading, id, ids) || /\b(?:not|never)\b/.test(found)) continue
      if (kind !== 'other' && (kind === 'dead' ? abilityOf(reading, id) === 'dead' : abilityOf(reading, id) !== 'able')) continue
      const fact = kind === 'dead' ? 'is alive' : kind === 'down' ? 'is up and can act' : `is not ${name}`
      return { fact: `${nameOf(reading, id)} ${fact}.`, source: sheetOf(reading, id) }
    }
    for (const { index } of said.matchAll(lacks)) {
      const id = who(index)
      if (id === undefined || !isSure(reading, id, ids)) continue
      return { fact: `${nameOf(reading, id)} is ${name}.`, source: sheetOf(reading, id) }
    }
  }
  return undefined
}

interface Named {
  /** The condition's name in lower case. */
  name: string
  ids: readonly string[]
  kind: 'dead' | 'down' | 'other'
  /** Says that somebody has the condition. */
  has: RegExp
  /** Says that somebody hasn't got the condition. */
  lacks: RegExp
}

/** `words`: the condition's name, and other words for it, as alternatives of a pattern. */
const named = (words: string, ids: readonly string[], kind: Named['kind']): Named => ({
  name: words.split('|')[0] ?? words,
  ids,
  kind,
  has: new RegExp(
    String.raw`(?:(?<=^|[\s,])${IS},? |(?<=\p{L}),(?: still| now| already| \p{Ll}+ly)? )(?:${words})(?=[\s.,;!—]|$)(?! (?:on|of|tired|certain|calm|quiet|set|silent|sure)\b)`,
    'giu'
  ),
  lacks: new RegExp(String.raw`(?<=^|[\s,])${NOT} (?:${words})(?=[\s.,;!—]|$)`, 'giu')
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
