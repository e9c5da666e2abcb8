import { own } from '../base/json'
import type { Node, Value } from './tree'

/**
 * How the truth of an expression probably changes along a line of history: it `rises` once from false to true, `falls` once, stays the same
 * (`still`), or does `any` of these. This is a habit of the game and no guarantee: an external change can set back a clock.
 */
export type Monotonicity = 'rises' | 'falls' | 'still' | 'any'

const TURNED: Record<Monotonicity, Monotonicity> = { rises: 'falls', falls: 'rises', still: 'still', any: 'any' }

/** The monotonicity that an expression's shape suggests. */
export function monotonicityOf(node: Node): Monotonicity {
  switch (node.kind) {
    case 'value':
      return 'still'
    case 'leaf':
      return node.grows === undefined ? 'any' : 'rises'
    case 'not':
      return TURNED[monotonicityOf(node.of)]
    case 'and':
    case 'or':
      return both(monotonicityOf(node.left), monotonicityOf(node.right))
    case 'compare':
      return comparison(node.op, node.left, node.right)
    default:
      return 'any'
  }
}

function both(a: Monotonicity, b: Monotonicity): Monotonicity {
  if (a === 'still') return b
  return b === 'still' || a === b ? a : 'any'
}

const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' }

function comparison(op: string, left: Node, right: Node): Monotonicity {
  if (left.kind === 'value' && right.kind === 'value') return 'still'
  if (left.kind === 'value' && right.kind === 'leaf') return ordered(own(MIRRORED, op) ?? op, right, left.value)
  return left.kind === 'leaf' && right.kind === 'value' ? ordered(op, left, right.value) : 'any'
}

function ordered(op: string, leaf: Node & { kind: 'leaf' }, value: Value): Monotonicity {
  if (leaf.grows === 'number') return op === '>' || op === '>=' ? 'rises' : op === '<' || op === '<=' ? 'falls' : 'any'
  if (leaf.grows !== 'once' || typeof value !== 'boolean' || (op !== '==' && op !== '!=')) return 'any'
  return (op === '==') === value ? 'rises' : 'falls'
}
