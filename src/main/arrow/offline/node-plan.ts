import { type ArrowId, idByName, type NodeType, safeName } from '../../../arrow'
import { listed } from '../../../shared/words/labels'
import { findNode, isSameName, ClarifyingQuestion, quoted, shown, type LookupScope } from './find'
import { sentence } from './lines'
import type { NodeStep, RequestStep, SpeechStep } from './steps'

/** A node to create: its type, its data in the protocol's form, a description, and a note for the user. */
export interface NodePlan {
  readonly type: NodeType
  readonly data: Readonly<Record<string, unknown>>
  readonly words: string
  readonly remark?: string
}

type Step = Exclude<NodeStep, SpeechStep>
type Known = (id: ArrowId) => string | ArrowId

/** Plans the node of a step. `known` is the form of a node's id in calls. Throws a Question about an unknown name. */
export function planNode(step: Step, where: LookupScope, known: Known): NodePlan {
  switch (step.do) {
    case 'content': {
      const text = step.lines.length > 0 ? step.lines.join('\n') : step.about === '' ? '' : sentence(step.about)
      const data = { content: text, ...(step.title !== undefined && { title: step.title }) }
      return { type: 'content', data, words: `add a content node with ${quoted(text || (step.title ?? ''))}` }
    }
    case 'choice': {
      const [first = '', ...others] = step.options
      return {
        type: 'interaction',
        data: { actions: step.options },
        words: `add a choice between ${listed(step.options.map(quoted))}`,
        ...(others.length > 0 && { remark: `What follows goes on after ${quoted(first)}; connect the other options yourself.` })
      }
    }
    case 'condition':
      return {
        type: 'condition',
        data: { variable: variableNamed(where, step.variable), operator: step.operator, compare_to: operand(where, step.value) },
        words: `add a condition on ${quoted(step.variable)}`,
        remark: 'What follows goes on where the condition is true.'
      }
    case 'update':
      return {
        type: 'variable_update',
        data: { variable: variableNamed(where, step.variable), operation: step.operation, value: operand(where, step.value) },
        words: `add a change of ${quoted(step.variable)}`
      }
    case 'generate': {
      const { resources } = where.document
      const variable = variableNamed(where, step.variable)
      const type = resources.variables.get(idByName(resources, 'variables', variable) ?? -1)?.type
      const standard = type === 'bool' ? 'random_bool' : type === 'str' ? 'ascii' : 'random_int'
      return { type: 'generator', data: { generator_type: standard, ...step.data, variable }, words: `add a generator of ${quoted(step.variable)}` }
    }
    case 'input': {
      const data = { variable: variableNamed(where, step.variable), prompt: step.prompt }
      return { type: 'user_input', data, words: `add a user input that asks ${quoted(step.prompt)}` }
    }
    case 'tag': {
      const character = nameOf(where, 'character', step.who)
      const data = { character, ...step.data }
      if (step.type === 'tag_edit') return { type: step.type, data, words: `add a change of a tag of ${quoted(character)}` }
      return { type: step.type, data, words: `add a check of a tag of ${quoted(character)}`, remark: 'What follows goes on where the tag matches.' }
    }
    case 'jump': {
      const [target, words] = jumpTarget(where, step, known)
      return { type: 'jump', data: { target, ...(step.reason !== undefined && { reason: step.reason }) }, words: `add a jump to ${words}` }
    }
    case 'macro':
      return { type: 'macro_use', data: { macro: nameOf(where, 'macro', step.name) }, words: `add a use of the macro ${quoted(step.name)}` }
    default:
      return step
  }
}

function operand({ document }: LookupScope, value: string): unknown {
  const isVariable = idByName(document.resources, 'variables', safeName(value)) !== undefined
  return isVariable
    ? { type: 'variable', value: safeName(value) }
    : { type: 'value', value: value.replace(/^(?:yes|on)$/i, 'true').replace(/^(?:no|off)$/i, 'false') }
}

/** The name of an existing variable. */
function variableNamed({ document }: LookupScope, name: string): string {
  if (idByName(document.resources, 'variables', safeName(name)) !== undefined) return safeName(name)
  throw new ClarifyingQuestion(
    `There is no variable ${quoted(name)}. Shall I create it? Say “create a number ${safeName(name)}” first, or a text, or a flag.`
  )
}

/** The name of an existing character or macro. */
function nameOf({ document }: LookupScope, noun: 'character' | 'macro', wanted: string): string {
  const { characters, scenes } = document.resources
  const names = noun === 'character' ? [...characters.values()] : [...scenes.values()].filter(({ macro }) => macro)
  const existing = names.find(({ name }) => isSameName(name, wanted))
  if (existing) return existing.name
  throw new ClarifyingQuestion(`There is no ${noun} ${quoted(wanted)}. Say “create a ${noun} called ${wanted}” first.`)
}

/** The target of a jump, in the protocol's form and in words: a node, or a scene or marker by its name. */
function jumpTarget(where: LookupScope, { to, kind }: Extract<Step, { do: 'jump' }>, known: Known): [target: unknown, words: string] {
  const { nodes, scenes } = where.document.resources
  const markers = [...nodes].filter(([, { type, data }]) => type === 'marker' && typeof data['label'] === 'string' && isSameName(data['label'], to))
  const [marker] = markers
  if (kind === 'marker' && !marker) throw new ClarifyingQuestion(`There is no marker ${quoted(to)}. Say “add a marker called ${to}” first.`)
  if (kind !== 'scene' && marker && markers.length === 1) return [known(marker[0]), `the marker ${quoted(to)}`]
  const node = kind === 'scene' ? undefined : findNode(where, to)
  if (node !== undefined) return [known(node), shown(where.document, node)]
  const scene = [...scenes.values()].find(({ name }) => isSameName(name, to))
  if (scene) return [{ type: 'scene', id: { by_name: scene.name } }, `the scene ${quoted(scene.name)}`]
  throw new ClarifyingQuestion(`There is no node, marker or scene ${quoted(to)} to jump to. Give its number or its name.`)
}

/** The function that creates a character, a variable or a scene, with its arguments and the words for it. */
export function creationOf(step: Extract<RequestStep, { do: 'character' | 'variable' | 'scene' }>): {
  name: string
  input: Readonly<Record<string, unknown>>
  words: string
} {
  const { name } = step
  switch (step.do) {
    case 'character':
      return {
        name: 'create_character',
        input: { name, ...(step.color !== undefined && { color: step.color }) },
        words: `create the character ${quoted(safeName(name))}`
      }
    case 'variable': {
      const type = step.type ?? typeOf(step.value)
      const value = step.value === undefined ? {} : { initial_value: valueOf(type, step.value) }
      return { name: 'create_variable', input: { name, type, ...value }, words: `create the variable ${quoted(safeName(name))}` }
    }
    default:
      return { name: 'create_scene', input: { name, is_macro: step.macro }, words: `create the ${step.macro ? 'macro' : 'scene'} ${quoted(name)}` }
  }
}

/** The type that a value looks like; a number without one. */
const typeOf = (value: string | undefined): 'num' | 'str' | 'bool' =>
  value === undefined || /^-?\d+$/.test(value) ? 'num' : /^(?:true|false|yes|no)$/i.test(value) ? 'bool' : 'str'
const valueOf = (type: 'num' | 'str' | 'bool', value: string): string | number | boolean =>
  type === 'num' ? (/^-?\d+$/.test(value) ? Number(value) : value) : type === 'bool' ? /^(?:true|yes)$/i.test(value) : value
