// Runs inside the sandbox. Compiles a YAML action to the same rule as one in TypeScript.
import type { ParamDef } from '../../../shared/story/game'
import type { ActionResult, Params } from '../../../shared/story/play'
import type { RuleState } from '../rule-state'
import { LazyQuestion } from './question'
import { choices, type NameLabels } from './choices'
import { conditions, verdictOf } from './conditions'
import { runEffects } from './effects'
import { InvalidRuleValue, isObject, own } from './plain'

/** A parameter as a file has it. `from` says what fills its choices. */
type YamlParam = Omit<ParamDef, 'required'> & { required?: boolean; from?: string }
export interface YamlAction {
  name: string
  file: string
  params: YamlParam[]
  available: unknown
  execute: unknown
}
interface Compiled {
  available(state: RuleState, actor: string): true | string
  params(state: RuleState, actor: string): unknown[]
  execute(state: RuleState, actor: string, input: Params): ActionResult
}

/** The rule for a YAML action. */
export function compileAction({ name, params, available, execute }: YamlAction): Compiled {
  return {
    available(state, actor) {
      const { holds, words } = verdictOf(available, new LazyQuestion(state, actor))
      return holds || words
    },
    params: (state, actor) => params.map((param) => filledParam(param, available, state, actor)),
    execute: (state, actor, input) => runEffects(name, execute, state, actor, input, params)
  }
}

/** Fills a choice without values from `from:`, or from the action's first condition about such things; a target from everybody else here. */
function filledParam(param: YamlParam, available: unknown, state: RuleState, actor: string): unknown {
  const { from, ...rest } = param
  if (rest.enum || (rest.type !== 'enum' && rest.type !== 'target')) return rest
  const labels = from === undefined ? inferred(rest.type, available, state, actor) : own(choices, from)?.of(state, actor)
  if (!labels) throw new InvalidRuleValue(`has no choices for "${rest.name}". Give it an "enum" or "from:" (${Object.keys(choices).join(', ')})`)
  return { ...rest, enum: Object.keys(labels), labels }
}

function inferred(type: string, available: unknown, state: RuleState, actor: string): NameLabels | undefined {
  const question = new LazyQuestion(state, actor)
  for (const word of isObject(available) ? Object.keys(available) : []) {
    const argument = (available as Record<string, unknown>)[word]
    if (argument === false || (type === 'target') !== (word === 'target_present')) continue
    const labels = own(conditions, word)?.offers?.(argument, question)
    if (labels) return labels
  }
  return type === 'target' ? choices['people_here']?.of(state, actor) : undefined
}

/** Whether a choice can be filled at all. Checked when a game is read. */
export const canFill = ({ type, enum: values, from }: Pick<YamlParam, 'type' | 'enum' | 'from'>, available: unknown): boolean =>
  values !== undefined ||
  from !== undefined ||
  type !== 'enum' ||
  Object.entries(isObject(available) ? available : {}).some(
    ([word, argument]) => argument !== false && word !== 'target_present' && own(conditions, word)?.offers !== undefined
  )
