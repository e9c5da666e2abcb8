import type { Game, Manifest } from '../../../shared/story/game'

/** What a game says about sheets: a new character's stats, which have a maximum, the limits of every stat, and the ids of the conditions that mean death. */
export interface Newcomer {
  stats: Record<string, number>
  limits: Manifest['stats']
  max: string[]
  dead: string[]
}

/** The hit points of a new character whose hit points are not given. */
const HP = 10

/** The default sheet of new characters in a game. */
export function newcomerOf({ manifest: { stats, newcomer }, conditions }: Game): Newcomer {
  const max = Object.keys(stats).filter((stat) => stats[stat]?.has_max)
  const dead = Object.entries(conditions).flatMap(([id, condition]) => (condition.dead ? id : []))
  return { stats: { hp: HP, ...newcomer.stats }, limits: stats, max, dead }
}
