// Runs inside the sandbox. Every effect of YAML actions by its word, and how they are run.
import type { ActionResult, FollowUp, Params } from '../../../shared/story/play'
import type { ParamDef } from '../../../shared/story/game'
import type { RuleState } from '../rule-state'
import { conditions } from './conditions'
import { pass } from './counting'
import { Draft } from './draft'
import { effectsOfFlow } from './effects-flow'
import { effectsOnPeople } from './effects-people'
import { effectsOnStory } from './effects-story'
import { effectsOnWorld } from './effects-world'
import { InvalidRuleValue, isObject, own } from './plain'
import type { Effect, EffectContext } from './running'
import { type KnownNames, misused } from './shapes'
import { bindings, common, filled, person } from './templates'
import type { Tools } from './tools'
import { cap } from './words'

declare const game: Tools['game']

export const effects: Readonly<Record<string, Effect>> = { ...effectsOnPeople, ...effectsOfFlow, ...effectsOnWorld, ...effectsOnStory }

/** The names for checking a value whose `{…}` are filled. An item may be named by its inventory key, so any name is accepted. */
const known: KnownNames = {
  conditions,
  effects,
  names: (kind) => (kind === 'condition' ? new Set(Object.keys(game.conditions)) : kind === 'table' ? new Set(Object.keys(game.tables)) : undefined)
}
const MAX_DEPTH = 40

function runMap(map: unknown, running: EffectContext, path: readonly (string | number)[]): void {
  if (path.length > MAX_DEPTH) throw new InvalidRuleValue(`nests effects more than ${MAX_DEPTH} levels deep`)
  if (Array.isArray(map)) return map.forEach((each, i) => runMap(each, running, [...path, i]))
  if (!isObject(map)) throw new InvalidRuleValue('has a value that is not a map of effects')
  for (const [word, raw] of Object.entries(map)) {
    const here = [...path, word]
    try {
      const effect = own(effects, word)
      if (!effect) throw new InvalidRuleValue(`uses the effect "${word}", which doesn't exist. Use one of ${Object.keys(effects).join(', ')}`)
      // `say` fills its line itself, because it knows where sentences begin.
      const argument = word === 'say' ? raw : filled(raw, effect.takes, running.names)
      const wrong = misused(word, effect, argument, known, [])
      if (wrong) throw new InvalidRuleValue(`is wrong: ${wrong.message}`)
      if (effect.beside === undefined) pass(map, word, '')
      const within = (at: readonly (string | number)[]): readonly (string | number)[] =>
        at[0] === '..' ? [...path, ...at.slice(1)] : [...here, ...at]
      effect.run(argument, { ...running, run: (inner, at, actor = running.actor) => runMap(inner, { ...running, actor }, within(at)) }, map)
    } catch (thrown) {
      if (thrown instanceof InvalidRuleValue) thrown.path ??= here
      throw thrown
    }
  }
}

/** Runs effects on a draft. The narrative has the lines of `say` first and then the other effects. Returns the actions that follow. */
function runOn(draft: Draft, map: unknown, action: string, actor: string, names: Map<string, () => unknown>): FollowUp[] {
  if (!names.has('target')) names.set('target', () => person(draft.state, actor))
  const running: EffectContext = { draft, action, actor, names, said: [], used: [], did: [], follow: [], run: () => undefined }
  runMap(map, running, [])
  // A `say` about using an item replaces the plain "uses the …"; the results are told in either case.
  for (const line of running.said.length > 0 ? [...running.said, ...running.did] : [...running.used, ...running.did]) draft.say(cap(line))
  return running.follow
}

/** Runs the effects of a YAML action in order. */
export function runEffects(
  action: string,
  map: unknown,
  state: RuleState,
  actor: string,
  params: Params,
  defined: readonly Pick<ParamDef, 'name' | 'type'>[]
): ActionResult {
  const draft = new Draft(state)
  const follow = runOn(
    draft,
    map,
    action,
    actor,
    bindings(() => draft.state, actor, params, defined)
  )
  const { narrative, ...rest } = draft.result(follow)
  return { ...rest, narrative: narrative || `${cap(state.actors[actor]?.name ?? actor)} does it.` }
}

/**
 * For rules in TypeScript: applies effects in the words of YAML actions, such as those of an item or a table row, to an actor. `names` are what
 * `{…}` can stand for besides `actor`, `place`, `facts` and `clock`. Returns the actions that follow.
 */
export function applyEffects(draft: Draft, effects: unknown, actor: string, action = '', names: Readonly<Record<string, unknown>> = {}): FollowUp[] {
  const all = common(() => draft.state, actor)
  for (const [name, value] of Object.entries(names)) all.set(name, () => value)
  return runOn(draft, effects, action, actor, all)
}
