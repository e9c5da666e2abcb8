// Runs inside the sandbox. Checks the shape of what rules answer.
import type { ParamDef } from '../../../shared/game'
import type { ActionResult, FollowUp } from '../../../shared/play'
import { isObject, Nonsense, plain, put, wellFormed } from './plain'

const ROOTS = ['actors', 'places', 'facts', 'clock', 'combat']
const TYPES = ['string', 'number', 'enum', 'target']
const FOLLOW_UPS = 16
const NARRATIVE = 4000

function followUp(value: unknown, index: number): FollowUp {
  if (typeof value === 'string') return value
  if (!isObject(value)) throw new Nonsense(`answered something else than an action as "followUp[${index}]"`)
  // An imported action stands for its name.
  if (typeof value['execute'] === 'function' && typeof value['name'] === 'string') return value['name']
  const copy = plain(value, `followUp[${index}]`) as Record<string, unknown>
  if (typeof copy['action'] !== 'string') throw new Nonsense(`answered a "followUp[${index}]" without an action`)
  for (const key of Object.keys(copy)) {
    if (!['action', 'actor', 'params'].includes(key)) throw new Nonsense(`answered "${key}" in "followUp[${index}]", which nobody reads`)
  }
  if (copy['actor'] !== undefined && typeof copy['actor'] !== 'string')
    throw new Nonsense(`answered an actor that is no name in "followUp[${index}]"`)
  if (copy['params'] !== undefined && !isObject(copy['params'])) throw new Nonsense(`answered params that are no object in "followUp[${index}]"`)
  return copy as unknown as FollowUp
}

/** The answer of `execute` as plain JSON. Throws Nonsense. */
export function checkedResult(answer: unknown): ActionResult {
  if (answer instanceof Promise) throw new Nonsense('answered a promise; "execute" cannot be async or wait for anything')
  if (!isObject(answer)) throw new Nonsense('answered no result; give back {stateDelta, narrative}')
  const delta = plain(answer['stateDelta'] ?? null, 'stateDelta')
  if (!isObject(delta)) throw new Nonsense('answered no "stateDelta"; give back an object with what changes')
  for (const key of Object.keys(delta)) {
    if (!ROOTS.includes(key)) throw new Nonsense(`changes "${key}"; a rule may change only ${ROOTS.join(', ')}`)
    if (!isObject(delta[key]) && !(key === 'combat' && delta[key] === null)) throw new Nonsense(`answered no object as "stateDelta.${key}"`)
  }
  const narrative = answer['narrative']
  const followed = Array.isArray(answer['followUp']) && answer['followUp'].length > 0
  // What follows may do all the telling.
  if (typeof narrative !== 'string' || (narrative.trim() === '' && !followed))
    throw new Nonsense('answered no "narrative"; tell in a sentence what happened')
  if (narrative.length > NARRATIVE) throw new Nonsense(`answered a "narrative" longer than ${NARRATIVE} characters`)
  wellFormed(narrative, 'narrative')
  const outcome: Pick<ActionResult, 'result'> = {}
  if (answer['result'] !== undefined) {
    const result = plain(answer['result'], 'result')
    if (!isObject(result)) throw new Nonsense('answered no object as "result"')
    outcome.result = result
  }
  const more = answer['followUp']
  if (more === undefined) return { stateDelta: delta, narrative, ...outcome }
  if (!Array.isArray(more) || more.length > FOLLOW_UPS)
    throw new Nonsense(`answered a "followUp" that is not a list of at most ${FOLLOW_UPS} actions`)
  return { stateDelta: delta, narrative, ...outcome, ...(more.length === 0 ? {} : { followUp: more.map(followUp) }) }
}

const CHOICES = 1000
const WORDS = 400

/** A text of an enum or a label; long enough for people, too short to be an attack. */
function word(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new Nonsense(`gives "${name}" a choice that is not a text`)
  if (value.length > WORDS) throw new Nonsense(`gives "${name}" a choice longer than ${WORDS} characters`)
  return wellFormed(value, name)
}

/** One parameter as plain JSON; every field is read once. Throws Nonsense. */
export function checkedParam(value: unknown, index: number): ParamDef {
  if (!isObject(value)) throw new Nonsense(`answered no object as "params[${index}]"`)
  const { name, type, description, required, many, labels, enum: values } = value
  if (typeof name !== 'string' || name === '' || name.length > WORDS) throw new Nonsense(`answered a "params[${index}]" without a name`)
  if (typeof type !== 'string' || !TYPES.includes(type)) throw new Nonsense(`gives "${name}" a type that is none of ${TYPES.join(', ')}`)
  if (typeof description !== 'string' || description.length > NARRATIVE) throw new Nonsense(`gives "${name}" no description`)
  const out: ParamDef = { name, type: type as ParamDef['type'], description, required: required === true }
  if (values !== undefined) {
    if (!Array.isArray(values) || values.length > CHOICES)
      throw new Nonsense(`gives "${name}" an enum that is not a list of at most ${CHOICES} texts`)
    out.enum = []
    for (const each of values) out.enum.push(word(each, name))
    if (out.enum.length > 1 && new Set(out.enum).size !== out.enum.length) throw new Nonsense(`gives "${name}" the same choice twice`)
  }
  if (labels !== undefined) {
    const keys = isObject(labels) ? Object.keys(labels) : []
    if (!isObject(labels) || keys.length > CHOICES) throw new Nonsense(`gives "${name}" labels that are not a map of at most ${CHOICES} texts`)
    out.labels = {}
    for (const key of keys) put(out.labels, key, word(labels[key], name))
  }
  if (many === true) out.many = true
  return out
}
