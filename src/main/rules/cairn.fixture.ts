import { expect } from 'vitest'
import type { Game } from '../../shared/game'
import { mergePatch } from '../../shared/json'
import type { ActionResult, Params } from '../../shared/play'
import type { GameState } from '../../shared/state'
import { scriptedDice } from './scripted-dice'
import { tinyWorld } from './tiny-world'

/** The tiny world, with a light in it. */
export const world = (patch: Record<string, unknown> = {}): GameState =>
  mergePatch(mergePatch(tinyWorld(), { actors: { Wren: { inventory: { lantern: { item: 'lantern' } } } } }), patch)
/** Both players in the cellar, and the ghoul gone. */
export const cellar = (patch: Record<string, unknown> = {}): GameState =>
  mergePatch(world({ actors: { Wren: { location: 'cellar' }, Oswin: { location: 'cellar' }, Ghoul: { location: 'cave' } } }), patch)
/** Both players and the ghoul in the cellar, fighting. */
export const fight = (patch: Record<string, unknown> = {}): GameState =>
  mergePatch(
    cellar({ actors: { Ghoul: { location: 'cellar' } }, combat: { initiative: { Ghoul: 2, Oswin: 1, Wren: 3 } }, next: { mode: 'combat' } }),
    patch
  )

/** Who plays what in which state, and how the dice fall, face by face. */
export type Call = [state: GameState, actor: string, action: string, params: Params, ...faces: number[]]

/** What an action answers and its rolls in short, when the dice fall as told; every face given must be used up. */
export function played(game: Game, ...[state, actor, action, params, ...faces]: Call): ActionResult & { rolled: string[] } {
  const dice = scriptedDice(...faces)
  const result = game.execute(state, actor, action, params, dice)
  const rolled = dice.rolled.map(({ expr, total, label, target }) => [expr, total, label, target].join(' '))
  expect(dice.rolled.flatMap((roll) => roll.dice)).toEqual(faces)
  return { ...result, rolled }
}
/** What an action answers, without the words it is told in. */
export interface Done {
  stateDelta: ActionResult['stateDelta']
  rolled: string[]
  followUp?: ActionResult['followUp']
  result?: ActionResult['result']
}
/** As `played`, without the words. */
export function done(game: Game, ...call: Call): Done {
  const { narrative: _, ...rest } = played(game, ...call)
  return rest
}
/** What could be chosen for each parameter of an action, in words; undefined when it is not offered. */
export const choices = (game: Game, state: GameState, actor: string, action: string): (Record<string, string> | undefined)[] | undefined =>
  game.offers(state, actor, [action])[0]?.params.map(({ labels }) => labels)
