import type { Game } from '../../shared/game'
import type { GameState } from '../../shared/state'

/** What somebody has lost between two states: points of every stat that has a maximum on the sheet. */
export function harmTo(before: GameState, after: GameState, game: Game, id: string): number {
  const [was, is] = [before.actors[id], after.actors[id]]
  if (!was || !is || was === is) return 0
  const stats = Object.keys(game.manifest.stats).filter((stat) => game.manifest.stats[stat]?.has_max)
  return stats.reduce((lost, stat) => lost + Math.max(0, (was.stats[stat] ?? 0) - (is.stats[stat] ?? 0)), 0)
}

/** Whether somebody is the worse for it: hurt, under a condition more, or without a thing they had. */
export function worseOff(before: GameState, after: GameState, game: Game, id: string): boolean {
  const [was, is] = [before.actors[id], after.actors[id]]
  if (!was || !is || was === is) return false
  if (harmTo(before, after, game, id) > 0 || Object.keys(is.conditions).some((condition) => !(condition in was.conditions))) return true
  return Object.entries(was.inventory).some(([key, { count = 1 }]) => {
    const left = is.inventory[key]
    return left === undefined || (left.count ?? 1) < count
  })
}
