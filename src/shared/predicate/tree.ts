import type { Actor } from '../story/state'
import type { Group, StatePart, StateParts } from './parts'
import type { TextSpan } from './tokens'

/** The value of an expression. Undefined is "nothing": the actor or thing doesn't exist, or has no such value. */
export type Value = number | string | boolean | undefined

export type ValueType = 'number' | 'text' | 'truth' | 'any'

/** The lists in which names of an expression are looked up. */
export type NameKind =
  | 'actor'
  | 'place'
  | 'journey'
  | 'fact'
  | 'stat'
  | 'tag'
  | 'feature'
  | 'item'
  | 'condition'
  | 'quest'
  | 'faction'
  | 'thread'
  | 'relationship'

/** A name that an expression uses. `met` returns true if a state has something of that name. */
export interface NameUse extends TextSpan {
  kind: NameKind
  id: string
  exists(from: StateParts): boolean
}

/** A value that the expression reads: `actor.Wren.hp`. */
export interface Leaf extends TextSpan {
  kind: 'leaf'
  type: ValueType
  part: StatePart
  names: readonly NameUse[]
  /** Set if each member of a group has a value, `any.player.hp`: `read` is then called with one member after the other. */
  over?: { how: 'any' | 'all'; of: Group } | undefined
  /** `number`: not known to fall. `once`: once true, not known to end. These are habits of the game and no guarantees. */
  grows?: 'number' | 'once' | undefined
  /** Set if its texts are ids of places. */
  places?: boolean | undefined
  read(from: StateParts, each?: Actor): Value
}

export type ComparisonOperator = '==' | '!=' | '<' | '<=' | '>' | '>='
export type ArithmeticOperator = '+' | '-' | '*' | '/'

/** An expression as a tree. `each` evaluates its body for every member of a group. */
export type Node =
  | Leaf
  | (TextSpan & { kind: 'value'; value: Value })
  | (TextSpan & { kind: 'not'; of: Node })
  | (TextSpan & { kind: 'and' | 'or'; left: Node; right: Node })
  | (TextSpan & { kind: 'compare'; op: ComparisonOperator; left: Node; right: Node })
  | (TextSpan & { kind: 'sum'; op: ArithmeticOperator; left: Node; right: Node })
  | (TextSpan & { kind: 'each'; how: 'any' | 'all'; of: Group; body: Node })

/** All leaves of a tree, in source order. */
export function leavesOf(node: Node): Leaf[] {
  switch (node.kind) {
    case 'leaf':
      return [node]
    case 'value':
      return []
    case 'not':
      return leavesOf(node.of)
    case 'each':
      return leavesOf(node.body)
    default:
      return [...leavesOf(node.left), ...leavesOf(node.right)]
  }
}

/** The type of a tree's value. */
export function typeOf(node: Node): ValueType {
  switch (node.kind) {
    case 'leaf':
      return node.type
    case 'value':
      return typeof node.value === 'number' ? 'number' : typeof node.value === 'string' ? 'text' : typeof node.value === 'boolean' ? 'truth' : 'any'
    case 'sum':
      return 'number'
    default:
      return 'truth'
  }
}
