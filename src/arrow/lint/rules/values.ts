import type { ArrowDocument, ArrowId, ArrowNode, ArrowValue, VariableType } from '../../document'
import { dataOf, isNodeType, listOf, NODE_TYPE_FACTS } from '../../node-types'
import { comparedVariable } from '../../references'
import type { DocumentFacts } from '../facts'
import { nodeRules, type Fix, type NodeFault, type Rule, type RuleFinding } from '../finding'
import { fix, safe, setData } from '../fixes'
import { formFault } from '../forms'
import { regexFault } from '../regex'
import { nodeLabel, sentence, short, shown } from '../words'
import { updateCharacter } from '../../edit/characters'
import { fitsType, updateVariable } from '../../edit/variables'
import { change } from '../../json/members'
import { safeName } from '../../names'
import { CONDITIONS, GENERATORS, UPDATES } from '../../words'

const TYPE_WORDS: Readonly<Record<VariableType, string>> = { num: 'a number', str: 'a text', bool: 'true or false' }

const perNode = nodeRules('error')

/** The resource that a node needs to have any effect; dialogs and monologs may be anonymous. */
const NEEDED = { variables: 'variable', characters: 'character', nodes: 'target', scenes: 'macro' } as const

/** Whether the values in nodes, variables and characters have the form that Arrow plays. */
export const VALUES: readonly Rule[] = [
  { id: 'missing-reference', severity: 'error', finds: 'a variable, character, macro or target that does not exist', check: missing },
  perNode('data-shape', 'a value of another form than its type needs', ({ node }, { document }) => formFault(node, document)),
  perNode('operator', 'an operator that does not fit the variable’s type', ({ node }, { document }) => {
    const allowed = operatorsOf(node, document)
    const operator = dataOf(node, 'operator')
    if (!allowed || (typeof operator === 'string' && Object.hasOwn(allowed.operators, operator))) return undefined
    return {
      field: 'operator',
      message: `The operator “${shown(operator)}” does not work on “${allowed.name}”, which holds ${TYPE_WORDS[allowed.type]}. Choose another.`
    }
  }),
  perNode('value-type', 'a value that does not fit the variable’s type', ({ node }, { document }) => valueFault(node, document)),
  perNode('generator', 'a generator whose method or arguments do not fit', ({ node }, { document }) =>
    node.type === 'generator' ? generatorFault(node, document) : undefined
  ),
  perNode('input-form', 'a user input whose limits do not fit its variable', ({ node }, { document }) =>
    node.type === 'user_input' ? inputFault(node, document) : undefined
  ),
  perNode('regex', 'a regular expression that is broken or may take too long', ({ node }, { document }) => {
    for (const [field, pattern] of patternsOf(node, document)) {
      const fault = regexFault(pattern)
      if (fault !== undefined) return { field, message: `The pattern “${short(pattern)}” can't be used, because ${fault}. Change it.` }
    }
    return undefined
  }),
  perNode('slots', 'a number of slots outside 2 to 10', ({ id, node }, { document }) => {
    if (!isNodeType(node.type) || ![NODE_TYPE_FACTS[node.type].inputs, NODE_TYPE_FACTS[node.type].outputs].includes('slots')) return undefined
    const slots = dataOf(node, 'slots')
    if (typeof slots === 'number' && slots >= 2 && slots <= 10) return undefined
    const fitting = typeof slots === 'number' ? Math.min(10, Math.max(2, slots)) : 2
    return {
      field: 'slots',
      message: `${sentence(nodeLabel(node, document))} has ${shown(slots)} slots, but Arrow allows 2 to 10.`,
      fix: setData(`Set to ${fitting} slots`, id, { slots: fitting })
    }
  }),
  perNode('colour', 'a colour that Arrow can’t read', ({ id, node }) => {
    if (node.type !== 'marker' && node.type !== 'frame') return undefined
    const color = dataOf(node, 'color')
    if (typeof color === 'string' && /^[\da-f]{8}$/i.test(color)) return undefined
    return {
      field: 'color',
      message: `The colour “${shown(color)}” is not eight hexadecimal digits: red, green, blue and opacity.`,
      fix: safe(setData('Correct the colour', id, { color: repairedColour(color, 8) }))
    }
  }),
  { id: 'character-colour', severity: 'error', finds: 'a character’s colour that Arrow can’t read', check: characterColours },
  { id: 'variable-value', severity: 'error', finds: 'an initial value of another type than its variable', check: initialValues },
  { id: 'unsafe-name', severity: 'error', finds: 'a name that a text can’t show', check: unsafeNames },
  { id: 'float', severity: 'error', finds: 'a number that is not whole', check: floats }
]

function* missing({ document, lying, scenes }: DocumentFacts): Generator<RuleFinding> {
  for (const { id, node, scene } of lying) {
    if (!isNodeType(node.type)) continue
    const place = { scene, node: id }
    const other = comparedVariable(node)
    if (other !== undefined && !document.resources.variables.has(other))
      yield {
        ...place,
        field: 'with',
        message: `The ${nodeLabel(node, document)} compares or computes with variable ${other}, which does not exist. Choose another.`
      }
    for (const [field, kind] of Object.entries(NODE_TYPE_FACTS[node.type].refers)) {
      const target = dataOf(node, field)
      const word = NEEDED[kind]
      if (target === -1 || target === undefined) {
        if (!NODE_TYPE_FACTS[node.type].exposes.some((member) => member !== 'prompt'))
          yield { ...place, field, message: `The ${nodeLabel(node, document)} has no ${word}. Choose one.` }
      } else if (typeof target !== 'number' || !document.resources[kind].has(target)) {
        yield {
          ...place,
          field,
          message: `The ${nodeLabel(node, document)} refers to ${kind === 'nodes' ? 'node' : word} ${shown(target)}, which does not exist. Choose another.`
        }
      } else if (kind === 'scenes' && !scenes.get(target)?.macro) {
        yield {
          ...place,
          field,
          message: `The ${nodeLabel(node, document)} uses “${scenes.get(target)?.name}”, which is a scene and not a macro. Choose a macro.`
        }
      }
    }
  }
}

/** The operators that a node may have, if its variable exists. */
function operatorsOf(
  node: ArrowNode,
  { resources }: ArrowDocument
): { operators: Readonly<Record<string, string>>; name: string; type: VariableType } | undefined {
  if (node.type !== 'condition' && node.type !== 'variable_update') return undefined
  const variable = resources.variables.get(Number(dataOf(node, 'variable')))
  if (!variable || !Object.hasOwn(GENERATORS, variable.type)) return undefined
  return { operators: (node.type === 'condition' ? CONDITIONS : UPDATES)[variable.type], name: variable.name, type: variable.type }
}

/** Null, the value of a new node, fits no type: it marks a value that is still missing. */
function valueFault(node: ArrowNode, document: ArrowDocument): NodeFault | undefined {
  const worked = operatorsOf(node, document)
  const side = dataOf(node, 'with')
  if (!worked || !Array.isArray(side)) return undefined
  const [mode, value] = side
  if (mode === 0 && !fitsType(worked.type, value))
    return {
      field: 'with',
      message: `“${worked.name}” holds ${TYPE_WORDS[worked.type]}, but the ${nodeLabel(node, document)} has the value ${typeof value === 'string' ? JSON.stringify(short(value)) : shown(value)}. Enter a value that fits.`
    }
  const other = mode === 1 ? document.resources.variables.get(Number(value)) : undefined
  if (other && other.type !== worked.type)
    return {
      field: 'with',
      message: `“${worked.name}” holds ${TYPE_WORDS[worked.type]}, but “${other.name}” holds ${TYPE_WORDS[other.type]}. Choose a variable of the same type.`
    }
  return undefined
}

function generatorFault(node: ArrowNode, { resources }: ArrowDocument): NodeFault | undefined {
  const variable = resources.variables.get(Number(dataOf(node, 'variable')))
  const method = dataOf(node, 'method')
  if (!variable || !Object.hasOwn(GENERATORS, variable.type)) return undefined
  if (typeof method !== 'string' || !Object.hasOwn(GENERATORS[variable.type], method))
    return {
      field: 'method',
      message: `The method “${shown(method)}” can't generate ${TYPE_WORDS[variable.type]} for “${variable.name}”. Choose another.`
    }
  const argumentList = dataOf(node, 'arguments')
  const list = Array.isArray(argumentList) ? argumentList : []
  const whole = (value: ArrowValue | undefined): boolean => typeof value === 'number' && Number.isInteger(value) && value >= 0
  if (method === 'randi' && !(list.length === 5 && whole(list[0]) && whole(list[1]) && list.slice(2).every((one) => typeof one === 'boolean')))
    return {
      field: 'arguments',
      message: 'A random number needs its range, two whole numbers of at least 0, and whether it is negative, even and odd. Enter them again.'
    }
  if (method === 'randi' && Number(list[0]) > Number(list[1]))
    return { field: 'arguments', message: `The range goes from ${shown(list[0])} down to ${shown(list[1])}. Swap the numbers.` }
  if (method === 'ascii' && !(list.length === 2 && typeof list[0] === 'string' && whole(list[1])))
    return { field: 'arguments', message: 'A random text needs the characters to choose from and its length, a whole number. Enter them again.' }
  if (method === 'strst' && (typeof argumentList !== 'string' || argumentList.split('|').every((one) => one === '')))
    return { field: 'arguments', message: 'A random choice needs its texts, with | between them. Enter them again.' }
  return undefined
}

/** Missing limits are a warning of their own (`input-without-limits`), because Arrow's console accepts them. */
function inputFault(node: ArrowNode, { resources }: ArrowDocument): NodeFault | undefined {
  const variable = resources.variables.get(Number(dataOf(node, 'variable')))
  const custom = dataOf(node, 'custom')
  if (!variable || custom === undefined || (Array.isArray(custom) && custom.length === 0)) return undefined
  const list = Array.isArray(custom) ? custom : []
  if (variable.type === 'str' && !(list.length <= 3 && list.length > 0 && list.every((one) => typeof one === 'string')))
    return { field: 'custom', message: 'The input of a text needs a pattern, a default and a placeholder. Enter them again.' }
  if (variable.type === 'bool' && !(typeof list[0] === 'string' && typeof list[1] === 'string' && typeof list[2] === 'boolean'))
    return {
      field: 'custom',
      message: 'The input of true or false needs two texts, for false and for true, and which one is the default. Enter them again.'
    }
  if (variable.type !== 'num') return undefined
  if (!(list.length === 4 && list.every((one) => typeof one === 'number' && Number.isInteger(one))))
    return { field: 'custom', message: 'The input of a number needs a minimum, a maximum, a step and a default, all whole. Enter them again.' }
  const [min = 0, max = 0] = list.map(Number)
  return min > max ? { field: 'custom', message: `No number is at least ${min} and at most ${max}. Swap the limits.` } : undefined
}

/** The regular expressions in a node, each with its member. */
function patternsOf(node: ArrowNode, { resources }: ArrowDocument): [field: string, pattern: string][] {
  if (node.type === 'condition' && dataOf(node, 'operator') === 'rgx') {
    const side = dataOf(node, 'with')
    return Array.isArray(side) && side[0] === 0 && typeof side[1] === 'string' ? [['with', side[1]]] : []
  }
  if (node.type === 'tag_match' && dataOf(node, 'regex') === true) {
    const patterns = dataOf(node, 'patterns')
    return Array.isArray(patterns) ? patterns.flatMap((one): [string, string][] => (typeof one === 'string' ? [['patterns', one]] : [])) : []
  }
  if (node.type !== 'user_input' || resources.variables.get(Number(dataOf(node, 'variable')))?.type !== 'str') return []
  const custom = dataOf(node, 'custom')
  return Array.isArray(custom) && typeof custom[0] === 'string' ? [['custom', custom[0]]] : []
}

/** The legible digits of a colour, padded to a length. */
function repairedColour(color: ArrowValue | undefined, length: 6 | 8): string {
  const digits = typeof color === 'string' ? color.replace(/^#/, '').toLowerCase() : ''
  if (/^[\da-f]{3}$/.test(digits)) return repairedColour(digits.replace(/./g, '$&$&'), length)
  return /^(?:[\da-f]{6}|[\da-f]{8})$/.test(digits) ? `${digits}ff`.slice(0, length) : 'ffffffff'.slice(0, length)
}

function* characterColours({ document: { resources } }: DocumentFacts): Generator<RuleFinding> {
  for (const [character, one] of resources.characters) {
    if (/^[\da-f]{6}$/.test(one.color)) continue
    const color = repairedColour(one.color, 6)
    yield {
      character,
      field: 'color',
      message: `The colour “${short(one.color)}” of “${one.name}” is not six hexadecimal digits in lower case.`,
      fix: safe(
        fix('Correct the colour', (draft) => {
          const found = draft.find('characters', character)
          if (found) draft.put('characters', character, change(found, { color }))
        })
      )
    }
  }
}

function* initialValues({ document: { resources } }: DocumentFacts): Generator<RuleFinding> {
  for (const [variable, { name, type, init }] of resources.variables) {
    if (!Object.hasOwn(GENERATORS, type))
      yield { variable, field: 'type', message: `The variable “${name}” has the type “${type}”. Choose num, str or bool.` }
    else if (!fitsType(type, init))
      yield {
        variable,
        field: 'init',
        message: `The variable “${name}” holds ${TYPE_WORDS[type]}, but begins with ${JSON.stringify(init)}. Enter another initial value.`
      }
  }
}

const UNSAFE = /[{}.:;`'" \t\r\n]/

function* unsafeNames({ document, lying }: DocumentFacts): Generator<RuleFinding> {
  const { resources } = document
  const signs = 'spaces, quotes, dots, colons, semicolons and braces'
  const rename = (apply: Fix['apply']): Fix => ({ label: 'Replace those signs by _', apply })
  for (const [variable, { name }] of resources.variables)
    if (name === '' || UNSAFE.test(name)) {
      const message = `Texts can't show the variable “${name}”, because names can't contain ${signs}. Rename it.`
      yield {
        variable,
        field: 'name',
        message,
        ...(name === '' ? {} : { fix: rename((before) => updateVariable(before, variable, { name: safeName(name) })) })
      }
    }
  for (const [character, { name, tags = {} }] of resources.characters) {
    if (name === '' || UNSAFE.test(name)) {
      const message = `Texts can't show tags of “${name}”, because names can't contain ${signs}. Rename the character.`
      yield {
        character,
        field: 'name',
        message,
        ...(name === '' ? {} : { fix: rename((before) => updateCharacter(before, character, { name: safeName(name) })) })
      }
    }
    for (const key of Object.keys(tags)) if (unsafeTag(key)) yield { character, field: 'tags', message: tagMessage(key, `of “${name}”`) }
  }
  for (const { id, node, scene } of lying)
    for (const key of tagKeysOf(node))
      if (key !== '' && unsafeTag(key)) yield { scene, node: id, message: tagMessage(key, `in the ${nodeLabel(node, document)}`) }

  function tagMessage(key: string, where: string): string {
    if (key === '') return `A tag ${where} has no name, so texts and tag nodes can't refer to it. Name it, or remove it.`
    if (/^\d+$/.test(key)) return `The tag “${key}” ${where} has only digits, so Arrow reads it as a number and never finds it. Rename it.`
    return `Texts can't show the tag “${short(key)}” ${where}, because tags can't contain ${signs}. Rename it.`
  }
}

const unsafeTag = (key: string): boolean => UNSAFE.test(key) || /^\d*$/.test(key)

/** The tags that a node sets or checks. */
export function tagKeysOf(node: ArrowNode): string[] {
  const texts = (values: readonly unknown[]): string[] => values.filter((one): one is string => typeof one === 'string')
  if (node.type === 'tag_match') return texts([dataOf(node, 'tag_key')])
  if (node.type === 'tag_edit') return texts([listOf(dataOf(node, 'edit'))[1]])
  if (node.type === 'tag_pass') return texts(listOf(listOf(dataOf(node, 'pass'))[1]).map((one) => listOf(one)[0]))
  return []
}

function* floats({ lying, document }: DocumentFacts): Generator<RuleFinding> {
  for (const { id, node, scene, item } of lying) {
    const value = floatIn(node.data) ?? floatIn([...item.offset])
    if (value !== undefined)
      yield {
        scene,
        node: id,
        message: `The ${nodeLabel(node, document)} holds ${value}, but Arrow keeps only whole numbers and would cut it. Enter a whole number.`
      }
  }
}

function floatIn(value: ArrowValue | undefined): ArrowId | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? undefined : value
  if (value === null || typeof value !== 'object') return undefined
  for (const one of Array.isArray(value) ? value : Object.values(value)) {
    const float = floatIn(one as ArrowValue)
    if (float !== undefined) return float
  }
  return undefined
}
