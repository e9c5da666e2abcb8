import { own } from '../../shared/base/json'
import type { Game } from '../../shared/story/game'
import type { AttackOdds } from '../../shared/analysis/odds'
import type { GameState } from '../../shared/story/state'
import { execute, type ExecutedAction } from '../engine/actions'
import { canAct } from '../engine/people'
import { averageOf, chanceOf, counts, spread } from './count'
import { harmTo } from './harm'
import { callsOf, fighting, type PossibleCall } from './suppose'

/** For each actor, whom they could attack if everybody were in one place and fighting, by the rules' own offers. */
export function targetsOf(state: GameState, game: Game): Map<string, string[]> {
  const { attack } = game.manifest.odds
  const everybody = Object.keys(state.actors)
  const [first] = everybody
  if (attack === undefined || first === undefined) return new Map()
  const fight = fighting(state, own(state.actors, first)?.location ?? '', everybody)
  return new Map(
    everybody.map((id) => {
      const params = game.offers(fight, id, [attack])[0]?.params ?? []
      const values = new Set(params.flatMap((param) => param.enum ?? []))
      return [id, everybody.filter((other) => other !== id && values.has(other))]
    })
  )
}

/** Why an actor has nobody to attack, in words. */
export const noAttack = (state: GameState, game: Game, id: string): string | undefined =>
  game.manifest.odds.attack === undefined
    ? 'this game has no attacks'
    : (game.whyNot(fighting(state, state.actors[id]?.location ?? '', Object.keys(state.actors)), id, game.manifest.odds.attack) ??
      'there is nobody to attack')

/** An actor's attacks on a target, one for each weapon. Both are supposed to be alone where the target is. Yields after every few runs of a rule. */
export function* attacking(state: GameState, game: Game, actor: string, target: string): Generator<undefined, AttackOdds[]> {
  const action = game.manifest.odds.attack ?? ''
  const supposed = fighting(state, own(state.actors, target)?.location ?? '', [actor, target])
  const all: AttackOdds[] = []
  for (const call of callsOf(game, supposed, actor, action, target)) all.push(yield* attack(supposed, game, action, target, call))
  return all
}

function* attack(
  state: GameState,
  game: Game,
  action: string,
  target: string,
  { by, params, choice }: PossibleCall
): Generator<undefined, AttackOdds> {
  const who = { target, name: own(state.actors, target)?.name ?? target, ...(choice === undefined ? {} : { with: choice }), params }
  const counted = yield* counts((dice) => {
    const { state: after, done } = execute(state, game, dice, by, action, params)
    return { harm: returnedDamage(done) ?? harmTo(state, after, game, target), down: !canAct(after, game, target) }
  })
  if (!('leaves' in counted)) return { ...who, ...counted }
  const { leaves, runs } = counted
  return {
    ...who,
    counted: {
      damage: spread(leaves, ({ harm }) => harm),
      mean: averageOf(leaves, ({ harm }) => harm),
      hurt: chanceOf(leaves, ({ harm }) => harm > 0),
      down: chanceOf(leaves, ({ down }) => down)
    },
    runs
  }
}

/** The damage that the rule itself returns. */
const returnedDamage = (done: readonly ExecutedAction[]): number | undefined => {
  const damage = done[0]?.result?.['damage']
  return typeof damage === 'number' ? damage : undefined
}
