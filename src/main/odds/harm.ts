import { own } from '../../shared/base/json'
import type { Game } from '../../shared/story/game'
import type { Actor, GameState } from '../../shared/story/state'

/** How many points an actor lost between two states, over all stats that have a maximum on the sheet. */
export function harmTo(before: GameState, after: GameState, game: Game, id: string): number {
  const [was, is] = [own(before.actors, id), own(after.actors, id)]
  if (!was || !is || was === is) return 0
  const stats = Object.keys(game.manifest.stats).filter((stat) => game.manifest.stats[stat]?.has_max)
  return stats.reduce((lost, stat) => lost + Math.max(0, (own(was.stats, stat) ?? 0) - (own(is.stats, stat) ?? 0)), 0)
}

/** The stats that are hit points: those the game names, otherwise `hp`, otherwise every stat that has a maximum. */
function hitPointStats({ manifest: { odds, stats } }: Game): string[] {
  if (odds.hit_points.length > 0) return odds.hit_points
  if (stats['hp']?.has_max) return ['hp']
  return Object.keys(stats).filter((stat) => stats[stat]?.has_max)
}

/** An actor's total hit points: the current number, and the number when rested. */
export function hitPointsOf(actor: Actor, game: Game): { now: number; rested: number; stats: { label: string; now: number; rested: number }[] } {
  const stats = hitPointStats(game).map((stat) => {
    const now = own(actor.stats, stat) ?? 0
    return { label: own(game.manifest.stats, stat)?.label ?? stat, now, rested: Math.max(now, own(actor.max, stat) ?? 0) }
  })
  const sum = (each: 'now' | 'rested'): number => stats.reduce((all, stat) => all + stat[each], 0)
  return { now: sum('now'), rested: sum('rested'), stats }
}

/** How many hit points an actor lost between two states. */
export function hitPointsLost(before: GameState, after: GameState, game: Game, id: string): number {
  const [was, is] = [own(before.actors, id), own(after.actors, id)]
  return was && is ? Math.max(0, hitPointsOf(was, game).now - hitPointsOf(is, game).now) : 0
}

/** Returns whether an actor is worse off: hurt, with one more condition, or without an item they had. */
export function worseOff(before: GameState, after: GameState, game: Game, id: string): boolean {
  const [was, is] = [own(before.actors, id), own(after.actors, id)]
  if (!was || !is || was === is) return false
  if (harmTo(before, after, game, id) > 0 || Object.keys(is.conditions).some((condition) => !Object.hasOwn(was.conditions, condition))) return true
  return Object.entries(was.inventory).some(([key, { count = 1 }]) => {
    const remaining = own(is.inventory, key)
    return remaining === undefined || (remaining.count ?? 1) < count
  })
}
