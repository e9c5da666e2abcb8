// Runs inside the sandbox. Checks the shape of what rules answer.
import type { ActionResult, FollowUp, Params } from '../../../shared/story/play'
import { isObject, InvalidRuleValue, plain, wellFormed } from './plain'

const ROOTS = ['actors', 'places', 'facts', 'clock', 'combat', 'quests', 'factions', 'relationships', 'threads'] as const
/** A part of the state that rules may change. */
export type StateRoot = (typeof ROOTS)[number]
export const MAX_FOLLOW_UPS = 16
const MAX_NARRATIVE_CHARS = 4000

/** An action that a rule returns as an object, with its actor and parameters if it says whose and which. */
export interface ActionObject {
  object: Readonly<Record<string, unknown>>
  actor?: string
  params?: Params
}

const isAction = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isObject(value) && typeof value['execute'] === 'function' && typeof value['name'] === 'string'

function followUp(value: unknown, index: number): FollowUp | ActionObject {
  if (typeof value === 'string') return value
  if (!isObject(value)) throw new InvalidRuleValue(`returned something other than an action as "followUp[${index}]"`)
  if (isAction(value)) return { object: value }
  const object = value['action']
  if (isAction(object)) {
    const { action: _, ...more } = callOf({ ...(value as object), action: object['name'] }, index)
    return { object, ...more }
  }
  return callOf(value, index)
}

function callOf(value: Readonly<Record<string, unknown>>, index: number): { action: string; actor?: string; params?: Params } {
  const copy = plain(value, `followUp[${index}]`) as Record<string, unknown>
  if (typeof copy['action'] !== 'string') throw new InvalidRuleValue(`returned a "followUp[${index}]" without an action`)
  for (const key of Object.keys(copy)) {
    if (!['action', 'actor', 'params'].includes(key)) throw new InvalidRuleValue(`returned the unknown key "${key}" in "followUp[${index}]"`)
  }
  if (copy['actor'] !== undefined && typeof copy['actor'] !== 'string')
    throw new InvalidRuleValue(`returned an actor that is not a text in "followUp[${index}]"`)
  if (copy['params'] !== undefined && !isObject(copy['params']))
    throw new InvalidRuleValue(`returned params that are not an object in "followUp[${index}]"`)
  return copy as unknown as { action: string; actor?: string; params?: Params }
}

/** A result whose follow-ups may be objects that are still to run. */
export interface CheckedResult extends Omit<ActionResult, 'followUp'> {
  followUp: (FollowUp | ActionObject)[]
}

/** The answer of `execute` as plain JSON, except for actions that are objects. Throws InvalidRuleValue. */
export function checkedResult(answer: unknown): CheckedResult {
  if (answer instanceof Promise) throw new InvalidRuleValue('returned a promise, but "execute" can\'t be async')
  if (!isObject(answer)) throw new InvalidRuleValue('returned no result. Return {stateDelta, narrative}')
  const delta = plain(answer['stateDelta'] ?? null, 'stateDelta')
  if (!isObject(delta)) throw new InvalidRuleValue('returned no "stateDelta". Return an object with the changes')
  for (const key of Object.keys(delta)) {
    if (!(ROOTS as readonly string[]).includes(key)) throw new InvalidRuleValue(`changes "${key}", but a rule can change only ${ROOTS.join(', ')}`)
    if (!isObject(delta[key]) && !(key === 'combat' && delta[key] === null))
      throw new InvalidRuleValue(`returned something other than an object as "stateDelta.${key}"`)
  }
  const narrative = answer['narrative']
  // An empty text of the world may be all there is to tell. The engine then says who did what.
  if (typeof narrative !== 'string') throw new InvalidRuleValue('returned no "narrative". Return a sentence that says what happened')
  if (narrative.length > MAX_NARRATIVE_CHARS) throw new InvalidRuleValue(`returned a "narrative" of more than ${MAX_NARRATIVE_CHARS} characters`)
  wellFormed(narrative, 'narrative')
  const outcome: Pick<ActionResult, 'result'> = {}
  if (answer['result'] !== undefined) {
    const result = plain(answer['result'], 'result')
    if (!isObject(result)) throw new InvalidRuleValue('returned something other than an object as "result"')
    outcome.result = result
  }
  const more = answer['followUp']
  if (more === undefined) return { stateDelta: delta, narrative, ...outcome, followUp: [] }
  if (!Array.isArray(more) || more.length > MAX_FOLLOW_UPS)
    throw new InvalidRuleValue(`returned a "followUp" that is not a list of at most ${MAX_FOLLOW_UPS} actions`)
  return { stateDelta: delta, narrative, ...outcome, followUp: more.map(followUp) }
}
