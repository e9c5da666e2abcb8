import type { ArrowId, ArrowObject, ArrowValue, VariableType } from '../document'
import type { NodeType } from '../node-types'
import { refusal } from '../refuse'
import { CONDITIONS, UPDATES } from '../words'
import { chain, single, type Expansion, type Workbench } from './expansion'
import { isRecord, Members, toInteger, toType, toValue } from './members'
import { refer } from './refer'

export type Converter = (bench: Workbench, given: Members, current: ArrowObject) => Expansion

const mismatch = (message: string): Error => refusal('TYPE_MISMATCH', message)

/** The id of a variable or character that a caller names; by default the node's current one, or −1. */
export function referred(bench: Workbench, given: Members, current: ArrowObject, member: 'variable' | 'character'): ArrowId {
  const value = given.take(member, `${member}_id`, `${member}_name`)
  if (value === -1 || value === '-1' || value === 'anonymous') return -1
  if (value !== undefined) return refer(bench, `${member}s`, value)
  const now = current[member]
  return typeof now === 'number' ? now : -1
}

const typeOf = (bench: Workbench, variable: ArrowId): VariableType | undefined => bench.document.resources.variables.get(variable)?.type

/** The operand of a comparison or an update: `[0, value]` or `[1, variable]`. */
function operand(bench: Workbench, given: Members, type: VariableType | undefined, names: string[]): readonly ArrowValue[] | undefined {
  const value = given.take('with', ...names)
  if (value === undefined) return undefined
  const [mode, inner] = Array.isArray(value)
    ? [value[0] === 1, value[1] as unknown]
    : isRecord(value)
      ? [value['type'] === 'variable', operandOf(value)]
      : [false, value]
  if (!mode)
    return [0, inner === null ? null : type ? toType(type, inner, names[0] ?? 'with', given.notes) : toValue(inner, names[0] ?? 'with', given.notes)]
  const variable = refer(bench, 'variables', inner)
  if (type && typeOf(bench, variable) !== type)
    throw mismatch(`Variable ${variable} is of another type than the one it is compared with. Choose one of the type ${type}.`)
  return [1, variable]
}
const operandOf = (value: Readonly<Record<string, unknown>>): unknown =>
  value['value'] ?? value['id'] ?? value['variable'] ?? value['variable_id'] ?? value['by_name']

const codeOf = ({ operator }: ArrowObject, standard: string): string => (typeof operator === 'string' ? operator : standard)

const COMPARISONS: Readonly<Record<string, string>> = {
  '==': 'eq',
  '=': 'eq',
  '===': 'eq',
  '!=': 'nq',
  '<>': 'nq',
  '>': 'gt',
  '>=': 'gte',
  '<': 'ls',
  '<=': 'lse'
}
/** A pattern that only one text matches. */
const exactly = (text: string): string => `^${text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}$`

export const condition: Converter = (bench, given, current) => {
  const variable = referred(bench, given, current, 'variable')
  const type = typeOf(bench, variable)
  const spelled = given.text('operator', 'comparison')
  const against = operand(bench, given, type, ['compare_to', 'value'])
  const value = against ?? (Array.isArray(current['with']) ? (current['with'] as readonly ArrowValue[]) : [0, null])
  const code = spelled === undefined ? codeOf(current, 'eq') : (COMPARISONS[spelled.trim()] ?? spelled.trim())
  if (type === 'str' && spelled !== undefined && (code === 'eq' || code === 'nq')) {
    if (value[0] === 1) throw mismatch('Texts of two variables can’t be compared for equality in Arrow. Compare with a value, or use bgn and end.')
    const data = { variable, operator: 'rgx', with: [0, exactly(typeof value[1] === 'string' ? value[1] : '')] }
    const note = 'Arrow compares texts by patterns, so the condition uses one that only this text matches.'
    return single('condition', data, { remember: true, negated: code === 'nq', note })
  }
  if (type && !Object.hasOwn(CONDITIONS[type], code))
    throw mismatch(
      `A variable of the type ${type} can’t be compared by “${spelled ?? code}”. Use one of ${Object.keys(CONDITIONS[type]).join(', ')}.`
    )
  if (!type && !Object.values(CONDITIONS).some((codes) => Object.hasOwn(codes, code))) throw mismatch(`“${code}” is no comparison.`)
  return single('condition', { variable, operator: code, with: value })
}

const OPERATIONS: Readonly<Record<string, string>> = {
  '=': 'set',
  assign: 'set',
  '+': 'add',
  '+=': 'add',
  increment: 'add',
  subtract: 'sub',
  decrement: 'sub',
  '-': 'sub',
  '-=': 'sub',
  multiply: 'mul',
  '*': 'mul',
  '*=': 'mul',
  divide: 'div',
  '/': 'div',
  '/=': 'div',
  remainder: 'rem',
  modulo: 'rem',
  '%': 'rem'
}

export const variableUpdate: Converter = (bench, given, current) => {
  const variable = referred(bench, given, current, 'variable')
  const type = typeOf(bench, variable)
  const spelled = given.text('operation', 'operator')
  const value =
    operand(bench, given, type, ['value', 'amount']) ?? (Array.isArray(current['with']) ? (current['with'] as readonly ArrowValue[]) : [0, null])
  let code = spelled === undefined ? codeOf(current, 'set') : (OPERATIONS[spelled.trim()] ?? spelled.trim())
  if (type === 'str' && (code === 'add' || code === 'append')) code = 'ins'
  if (type && !Object.hasOwn(UPDATES[type], code))
    throw mismatch(`A variable of the type ${type} can’t be changed by “${spelled ?? code}”. Use one of ${Object.keys(UPDATES[type]).join(', ')}.`)
  if (!type && !Object.values(UPDATES).some((codes) => Object.hasOwn(codes, code))) throw mismatch(`“${code}” is no operation.`)
  return single('variable_update', { variable, operator: code, with: value })
}

/** The largest dice roll that is expanded into nodes. */
const MAX_DICE = 20

export const generator: Converter = (bench, given, current) => {
  const variable = referred(bench, given, current, 'variable')
  const type = typeOf(bench, variable)
  const needs = (wanted: VariableType): void => {
    if (type !== undefined && type !== wanted)
      throw mismatch(`This generator needs a variable of the type ${wanted}, but variable ${variable} is of the type ${type}.`)
  }
  const dice = given.text('dice')
  const kind = given.text('generator_type', 'method') ?? (dice === undefined ? undefined : 'dice')
  switch (kind) {
    case 'dice':
      needs('num')
      return rolled(bench, variable, dice ?? '')
    case 'random_int':
    case 'randi': {
      needs('num')
      const list = given.take('arguments')
      if (Array.isArray(list))
        return single('generator', { variable, method: 'randi', arguments: list.map((one) => toValue(one, 'arguments', given.notes)) })
      return between(variable, given.integer('min', 'from') ?? 0, given.integer('max', 'to') ?? 100)
    }
    case 'random_bool':
    case 'rnbln':
      needs('bool')
      return single('generator', { variable, method: 'rnbln' })
    case 'ascii':
    case 'random_string': {
      needs('str')
      const list = given.take('arguments')
      const pool = given.text('pool', 'characters') ?? ''
      return single('generator', {
        variable,
        method: 'ascii',
        arguments: Array.isArray(list) ? list.map((one) => toValue(one, 'arguments', given.notes)) : [pool, given.integer('length') ?? 8]
      })
    }
    case 'strst':
    case 'string_set': {
      needs('str')
      const options = given.texts('options', 'strings', 'values')
      if (options?.some((option) => option.includes('|')))
        throw mismatch('An option can’t contain “|”, which separates the options in Arrow. Leave it out.')
      const text = given.text('arguments') ?? options?.join('|')
      if (text === undefined) throw mismatch('A generator of the method strst needs “options”: the texts to choose from.')
      return single('generator', { variable, method: 'strst', arguments: text })
    }
    case undefined:
      return single('generator', { method: 'rnbln', ...current, variable })
    default:
      throw mismatch(`“${kind}” is no kind of generator: choose random_int, random_bool, dice, ascii or strst.`)
  }
}

const randi = (variable: ArrowId, from: number, to: number): { type: NodeType; data: ArrowObject } => ({
  type: 'generator',
  data: { variable, method: 'randi', arguments: [from, to, false, true, true] }
})
const update = (variable: ArrowId, operator: string, value: number, mode: 0 | 1 = 0): { type: NodeType; data: ArrowObject } => ({
  type: 'variable_update',
  data: { variable, operator, with: [mode, value] }
})

/** A number in a range, both ends included. Arrow generates only positive ones, so others are shifted afterwards. */
function between(variable: ArrowId, a: number, b: number): Expansion {
  const [min, max] = a <= b ? [a, b] : [b, a]
  if (min >= 0) return chain([randi(variable, min, max)], '')
  return chain([randi(variable, 0, max - min), update(variable, 'sub', -min)], 'Arrow generates no negative numbers, so an update shifts the result.')
}

function rolled(bench: Workbench, variable: ArrowId, dice: string): Expansion {
  const parts = /^(\d{0,9})d(\d{1,9})(?:([+-])(\d{1,9}))?$/i.exec(dice.length > 40 ? '' : dice.replaceAll(' ', ''))
  const count = Number(parts?.[1] === '' ? 1 : (parts?.[1] ?? 0))
  const sides = Number(parts?.[2] ?? 0)
  if (!parts || count < 1 || count > MAX_DICE || sides < 2 || sides > 1_000_000) {
    throw mismatch(`“${dice.slice(0, 40)}” is no roll that can be written out: use up to ${MAX_DICE} dice, such as 2d6+3.`)
  }
  if (variable < 0) throw mismatch('A roll of dice needs a variable to put its result into.')
  const nodes = [randi(variable, 1, sides)]
  const die = count > 1 ? bench.helper('die', 'num') : -1
  if (die === variable) throw mismatch('The variable “die” holds single dice. Put the result into another one.')
  for (let i = 1; i < count; i++) nodes.push(randi(die, 1, sides), update(variable, 'add', die, 1))
  const bonus = toInteger(parts[4] ?? 0, 'dice', [])
  if (bonus > 0) nodes.push(update(variable, parts[3] === '-' ? 'sub' : 'add', bonus))
  return chain(nodes, `${dice} became ${nodes.length} nodes, because Arrow rolls no dice.`)
}

const SLOTS = { min: 2, max: 10 } as const
function slotCount(value: number, what: string): number {
  if (value < SLOTS.min || value > SLOTS.max) throw mismatch(`“${what}” must be ${SLOTS.min} to ${SLOTS.max}, which is how many outputs Arrow has.`)
  return value
}

export const randomizer: Converter = (_, given, current) => {
  const weights = given.take('weights')
  const paths = given.integer('paths', 'slots')
  if (weights === undefined) return single('randomizer', { slots: slotCount(paths ?? Number(current['slots'] ?? 2), 'paths') })
  if (!Array.isArray(weights) || weights.length < 2) throw mismatch('“weights” must be a list of at least two whole numbers above 0.')
  const whole = weights.map((weight) => (typeof weight === 'number' && Number.isInteger(weight) ? weight : 0))
  if (whole.some((weight) => weight < 1)) throw mismatch('“weights” must be whole numbers above 0.')
  if (paths !== undefined && paths !== whole.length)
    throw mismatch(`There are ${paths} paths but ${whole.length} weights. Give one weight for each path.`)
  const divisor = whole.reduce(greatestDivisor)
  const shares = whole.map((weight) => weight / divisor)
  const slots = shares.reduce((sum, share) => sum + share, 0)
  if (slots > SLOTS.max) throw mismatch(`These weights need ${slots} outputs, but a randomizer has at most ${SLOTS.max}. Use smaller weights.`)
  let next = 0
  const outs = shares.map((share) => Array.from({ length: share }, () => [0, next++] as const))
  if (slots === shares.length) return single('randomizer', { slots: slotCount(slots, 'paths') })
  return single('randomizer', { slots }, { outs, remember: true, note: 'Arrow’s randomizer has no weights, so likelier paths have several outputs.' })
}
const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b))

/** `slots`: Arrow's sequencer, which plays all outputs in one visit. `paths`: the protocol's, one output a visit; expanded with a counter. */
export const sequencer: Converter = (bench, given, current) => {
  const paths = given.integer('paths')
  const reset = given.flag('reset', 'loop') ?? true
  if (paths === undefined) return single('sequencer', { slots: slotCount(given.integer('slots') ?? Number(current['slots'] ?? 2), 'slots') })
  slotCount(paths, 'paths')
  const counter = bench.fresh('sequence', 'num')
  const checks = Array.from({ length: paths - 1 }, (_, i) => ({
    type: 'condition' as const,
    data: { variable: counter, operator: 'eq', with: [0, i] }
  }))
  const steps = Array.from({ length: paths }, (_, i) => update(counter, 'set', i < paths - 1 ? i + 1 : reset ? 0 : i))
  const stepAt = (i: number): number => checks.length + i
  const links = checks.flatMap((_, i) => [[i, 1, stepAt(i), 0] as const, [i, 0, i + 1 < checks.length ? i + 1 : stepAt(paths - 1), 0] as const])
  return {
    nodes: [...checks, ...steps],
    links,
    outs: steps.map((_, i) => [[stepAt(i), 0] as const]),
    remember: true,
    note: 'Arrow’s sequencer plays all its outputs at once, so a counter with conditions takes one at a time.'
  }
}
