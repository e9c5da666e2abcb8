import type { Actor } from '../state'
import type { Group, Part, Parts } from './parts'
import type { Reach } from './tokens'

/** What an expression comes to. Undefined is "nothing": somebody, or something of theirs, that is not there. */
export type Value = number | string | boolean | undefined

export type ValueType = 'number' | 'text' | 'truth' | 'any'

/** Lists that names of an expression are looked up in. */
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

/** A name that an expression uses. `met` is true where a state has something of that name. */
export interface NameUse extends Reach {
  kind: NameKind
  id: string
  met(from: Parts): boolean
}

/** A value that is read: `actor.Wren.hp`. */
export interface Leaf extends Reach {
  kind: 'leaf'
  type: ValueType
  part: Part
  names: readonly NameUse[]
  /** Set where each of a group has one, `any.player.hp`: then `read` is given one of them after the other. */
  over?: { how: 'any' | 'all'; of: Group } | undefined
  /** A number that is not known to fall, or something that once true is not known to end. Habits of the game, no promises. */
  grows?: 'number' | 'once' | undefined
  /** Set where its texts are ids of places. */
  places?: boolean | undefined
  read(from: Parts, each?: Actor): Value
}

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>='
export type Sum = '+' | '-' | '*' | '/'

/** An expression as a tree. `each` asks its body of everybody of a group. */
export type Node =
  | Leaf
  | (Reach & { kind: 'value'; value: Value })
  | (Reach & { kind: 'not'; of: Node })
  | (Reach & { kind: 'and' | 'or'; left: Node; right: Node })
  | (Reach & { kind: 'compare'; op: Comparison; left: Node; right: Node })
  | (Reach & { kind: 'sum'; op: Sum; left: Node; right: Node })
  | (Reach & { kind: 'each'; how: 'any' | 'all'; of: Group; body: Node })

/** All leaves of a tree, in the order they are written. */
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

/** What a tree comes to, in types. */
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
