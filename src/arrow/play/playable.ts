import type { ArrowCharacter, ArrowDocument, ArrowId, ArrowNode, ArrowVariable } from '../document'
import { memoized } from '../../shared/base/memoized'

/** The target of an output slot. */
export interface Next {
  readonly id: ArrowId
  readonly slot: number
}

/** A node prepared for play: its scene, whether it is skipped, and the targets of its outputs. Of two connections at a slot the last counts. */
export interface PlayableNode {
  readonly id: ArrowId
  readonly node: ArrowNode
  /** undefined for a node that lies in no scene. */
  readonly scene: ArrowId | undefined
  readonly skip: boolean
  readonly next: ReadonlyMap<number, Next>
}

/** A document prepared for play. Variables and characters are in the runtime's order of iteration. */
export interface Playable {
  readonly document: ArrowDocument
  readonly nodes: ReadonlyMap<ArrowId, PlayableNode>
  readonly variables: readonly (readonly [ArrowId, ArrowVariable])[]
  readonly characters: readonly (readonly [ArrowId, ArrowCharacter])[]
  /** Variables and characters by name; the first of equal names. */
  readonly variableNamed: ReadonlyMap<string, ArrowId>
  readonly characterNamed: ReadonlyMap<string, ArrowId>
}

/** Prepares a document for play, once. */
export const playable = memoized(prepare)

function prepare(document: ArrowDocument): Playable {
  const { scenes, nodes, variables, characters } = document.resources
  const playables = new Map<ArrowId, PlayableNode>()
  for (const [scene, { map }] of inRuntimeOrder(scenes)) {
    for (const [id, item] of map) {
      const node = nodes.get(id)
      if (!node || playables.has(id)) continue
      const next = new Map<number, Next>()
      for (const [from, fromSlot, to, toSlot] of item.io ?? []) if (from === id) next.set(fromSlot, { id: to, slot: toSlot })
      playables.set(id, { id, node, scene, skip: item.skip === true, next })
    }
  }
  for (const [id, node] of nodes) if (!playables.has(id)) playables.set(id, { id, node, scene: undefined, skip: false, next: new Map() })
  const orderedVariables = inRuntimeOrder(variables)
  const orderedCharacters = inRuntimeOrder(characters)
  return {
    document,
    nodes: playables,
    variables: orderedVariables,
    characters: orderedCharacters,
    variableNamed: firstByName(orderedVariables),
    characterNamed: firstByName(orderedCharacters)
  }
}

/** The largest key that a JavaScript object keeps in numeric order. */
const LAST_INDEX = 2 ** 32 - 2

/** The order of a JavaScript object's members: array indices ascending, then the others in insertion order. */
function inRuntimeOrder<T>(resources: ReadonlyMap<ArrowId, T>): (readonly [ArrowId, T])[] {
  const all = [...resources]
  const indices = all.filter(([id]) => id <= LAST_INDEX).sort(([a], [b]) => a - b)
  return [...indices, ...all.filter(([id]) => id > LAST_INDEX)]
}

function firstByName(resources: readonly (readonly [ArrowId, { readonly name: string }])[]): Map<string, ArrowId> {
  const names = new Map<string, ArrowId>()
  for (const [id, { name }] of resources) if (!names.has(name)) names.set(name, id)
  return names
}
