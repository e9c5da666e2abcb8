import { own } from '../../shared/base/json'
import type { Game } from '../../shared/story/game'
import type { SaveOdds } from '../../shared/analysis/odds'
import { statOf } from '../../shared/story/sheet'
import type { GameState } from '../../shared/story/state'
import { chanceOf, counts } from './count'
import { finished } from './outcomes'

/** The chance of each of the game's saves, with the current stat, including everything that changes it. */
export function savesOf(state: GameState, game: Game, id: string): SaveOdds[] {
  const actor = own(state.actors, id)
  const { saves, dice: expr } = game.manifest.odds
  return saves.flatMap((stat) => {
    if (!actor || own(actor.stats, stat) === undefined) return []
    const value = statOf(actor, stat, game)
    const counted = finished(counts((dice) => dice.roll(expr, { under: value }).outcome))
    if (!('leaves' in counted)) return []
    const chance = chanceOf(counted.leaves, (outcome) => outcome === 'success')
    return [{ stat, label: own(game.manifest.stats, stat)?.label ?? stat, value, dice: expr, chance }]
  })
}
