import type { Actor } from '../story/state'
import type { StateParts } from './parts'
import type { Node, Value } from './tree'

/** The value of an expression in a state. */
export function evaluate(node: Node, from: StateParts, each?: Actor): Value {
  switch (node.kind) {
    case 'leaf':
      return node.read(from, each)
    case 'value':
      return node.value
    case 'not':
      return !isTruthy(evaluate(node.of, from, each))
    case 'and':
      return isTruthy(evaluate(node.left, from, each)) && isTruthy(evaluate(node.right, from, each))
    case 'or':
      return isTruthy(evaluate(node.left, from, each)) || isTruthy(evaluate(node.right, from, each))
    case 'compare':
      return compared(node.op, evaluate(node.left, from, each), evaluate(node.right, from, each))
    case 'sum':
      return reckoned(node.op, evaluate(node.left, from, each), evaluate(node.right, from, each))
    default: {
      const group = from.actors(node.of)
      const is = (one: Actor): boolean => isTruthy(evaluate(node.body, from, one))
      return node.how === 'any' ? group.some(is) : group.every(is)
    }
  }
}

/** Returns whether a value counts as true. False, 0, an empty text and nothing don't. */
export const isTruthy = (value: Value): boolean => value !== undefined && value !== false && value !== 0 && value !== ''

function compared(op: string, a: Value, b: Value): boolean {
  if (op === '==') return a === b
  if (op === '!=') return a !== b
  if (typeof a !== 'number' || typeof b !== 'number') return false
  return op === '<' ? a < b : op === '<=' ? a <= b : op === '>' ? a > b : a >= b
}

/** An operation with a missing operand, and a division by zero, yields nothing. */
function reckoned(op: string, a: Value, b: Value): Value {
  if (typeof a !== 'number' || typeof b !== 'number') return undefined
  const value = op === '+' ? a + b : op === '-' ? a - b : op === '*' ? a * b : a / b
  return Number.isFinite(value) ? value : undefined
}
