import type { Game } from '../../shared/story/game'
import { mergePatch } from '../../shared/base/json'
import type { Dice, Params } from '../../shared/story/play'
import type { GameState } from '../../shared/story/state'
import { execute } from '../engine/actions'
import { diceFrom } from '../engine/dice'
import { ONE, plus, type Ratio, ratio, ratioText, sum, times, ZERO } from './ratio'

/** Tries every face of every die separately: the slow, plain reference for the counted odds. Returns the chance of each result of `run`, as JSON. */
export function faceByFace(run: (dice: Dice) => unknown): Record<string, Ratio> {
  const chances: Record<string, Ratio> = {}
  const wheels: { face: number; sides: number }[] = []
  do {
    const dice = diceFrom((k, sides) => {
      wheels[k] ??= { face: 1, sides }
      return wheels[k].face
    })
    const answer = JSON.stringify(run(dice))
    const chance = wheels.reduce((product, { sides }) => times(product, ratio(1, sides)), ONE)
    chances[answer] = plus(chances[answer] ?? ZERO, chance)
    while (wheels.length > 0 && ++wheels.at(-1)!.face > wheels.at(-1)!.sides) wheels.pop()
  } while (wheels.length > 0)
  return chances
}

/** The reference for one action in a given state, without odds.ts: what `read` returns for each roll, and how likely it is. */
export function plainly<T>(
  state: GameState,
  game: Game,
  actor: string,
  action: string,
  params: Params,
  read: (ended: ReturnType<typeof execute>) => T
): [T, Ratio][] {
  const chances = faceByFace((dice: Dice) => read(execute(state, game, dice, actor, action, params)))
  return Object.entries(chances).map(([answer, chance]) => [JSON.parse(answer) as T, chance])
}
/** The total chance of the results for which a condition holds, as a fraction. */
export const share = <T>(results: readonly [T, Ratio][], holds: (value: T) => boolean): string =>
  ratioText(sum(results.filter(([value]) => holds(value)).map(([, chance]) => chance)))
/** The average amount, as a fraction. */
export const mean = (results: readonly [number, Ratio][]): string => ratioText(sum(results.map(([amount, chance]) => times(ratio(amount), chance))))

/** The state with one actor alone at the start of a journey, built by hand. */
export function alone(state: GameState, actor: string, journey: string): GameState {
  const taken = state.journeys[journey]
  const others = Object.fromEntries(
    Object.keys(state.actors).map((one) => [
      one,
      one === actor ? { location: taken?.from } : state.actors[one]?.location === taken?.from ? { location: taken?.to } : {}
    ])
  )
  return mergePatch(state, { actors: others, facts: taken?.requires === undefined ? {} : { [taken.requires]: true } })
}
