import { expect } from 'vitest'
import type { Game } from '../../shared/story/game'
import { mergePatch } from '../../shared/base/json'
import type { ActionResult, Params } from '../../shared/story/play'
import type { GameState } from '../../shared/story/state'
import { scriptedDice } from './scripted-dice.fixture'
import { tinyWorld } from './tiny-world.fixture'

/** The tiny world with a light in it. */
export const world = (patch: Record<string, unknown> = {}): GameState =>
  mergePatch(mergePatch(tinyWorld(), { actors: { Wren: { inventory: { lantern: { item: 'lantern' } } } } }), patch)
/** Both players in the cellar, without the ghoul. */
export const cellar = (patch: Record<string, unknown> = {}): GameState =>
  mergePatch(world({ actors: { Wren: { location: 'cellar' }, Oswin: { location: 'cellar' }, Ghoul: { location: 'cave' } } }), patch)
/** Both players in the cellar, in a fight with the ghoul. */
export const fight = (patch: Record<string, unknown> = {}): GameState =>
  mergePatch(
    cellar({ actors: { Ghoul: { location: 'cellar' } }, combat: { initiative: { Ghoul: 2, Oswin: 1, Wren: 3 } }, next: { mode: 'combat' } }),
    patch
  )

/** The state, the actor, the action with its parameters, and each face that the dice show. */
export type Call = [state: GameState, actor: string, action: string, params: Params, ...faces: number[]]

/** The result of an action with its rolls in short. The dice show the given faces, all of which must be used. */
export function played(game: Game, ...[state, actor, action, params, ...faces]: Call): ActionResult & { rolled: string[] } {
  const dice = scriptedDice(...faces)
  const result = game.execute(state, actor, action, params, dice)
  const rolled = dice.rolled.map(({ expr, total, label, target }) => [expr, total, label, target].join(' '))
  expect(dice.rolled.flatMap((roll) => roll.dice)).toEqual(faces)
  return { ...result, rolled }
}
/** The result of an action without its narrative. */
export interface Done {
  stateDelta: ActionResult['stateDelta']
  rolled: string[]
  followUp?: ActionResult['followUp']
  result?: ActionResult['result']
}
/** Like `played`, without the narrative. */
export function done(game: Game, ...call: Call): Done {
  const { narrative: _, ...rest } = played(game, ...call)
  return rest
}
/** The choices for each parameter of an action, with labels; undefined if the action isn't offered. */
export const choices = (game: Game, state: GameState, actor: string, action: string): (Record<string, string> | undefined)[] | undefined =>
  game.offers(state, actor, [action])[0]?.params.map(({ labels }) => labels)
