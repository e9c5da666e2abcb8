/**
 * A document of Arrow, the narrative design tool: scenes of nodes, with the variables and characters they use. Source of every fact: mhgolkar/Arrow 3.1.0.
 *
 * Documents never change: an edit returns a new document that shares what it didn't touch, so an earlier document is an undo step. Ids are integers below
 * 2^53; the resources are Maps because files keep their own order of ids. Extra members that we don't know stay where they are and are saved again.
 */

/** A resource id: `(chapter << 43) | (author << 37) | seed`. One id space for scenes, nodes, variables and characters. −1 means none. */
export type ArrowId = number

/** Any value inside a document. Numbers are integers. */
export type ArrowValue = string | number | boolean | null | readonly ArrowValue[] | ArrowObject
export interface ArrowObject {
  readonly [key: string]: ArrowValue
}

/** `[from node, from slot, to node, to slot]`. The map item of its `from` node holds it; slots count from 0, inputs and outputs separately. */
export type Connection = readonly [from: ArrowId, fromSlot: number, to: ArrowId, toSlot: number]

/** The placement of a node in its scene. `offset` is its top left corner in graph coordinates. Without `skip` the node is played. */
export interface MapItem {
  readonly offset: readonly [x: number, y: number]
  readonly io?: readonly Connection[]
  readonly skip?: boolean
}

/** A scene, or a macro: a scene that `macro_use` nodes call. A node belongs to exactly one scene's map. */
export interface ArrowScene {
  readonly name: string
  readonly entry: ArrowId
  readonly map: ReadonlyMap<ArrowId, MapItem>
  readonly macro?: boolean
  readonly use?: readonly ArrowId[]
  readonly notes?: string
}

/** A node. `data` depends on its type (`node-types.ts`); `use` are the nodes that refer to it, `ref` the resources it refers to. */
export interface ArrowNode {
  readonly type: string
  readonly name: string
  readonly data: ArrowObject
  readonly notes?: string
  /** The descriptions of the pictures in its texts, by the paths there. Arrow itself doesn't know this member and keeps it. */
  readonly alt?: ArrowObject
  readonly use?: readonly ArrowId[]
  readonly ref?: readonly ArrowId[]
}

export type VariableType = 'num' | 'str' | 'bool'

/** A variable of the whole document. `init` is an integer, a text or a boolean, by its type. */
export interface ArrowVariable {
  readonly name: string
  readonly type: VariableType
  readonly init: number | string | boolean
  readonly use?: readonly ArrowId[]
  readonly notes?: string
}

/** A character: a speaker, or a holder of tags. `color` is six lower-case hex digits without `#`. */
export interface ArrowCharacter {
  readonly name: string
  readonly color: string
  readonly tags?: Readonly<Record<string, string>>
  readonly use?: readonly ArrowId[]
  readonly notes?: string
}

/** The identity of a document among those that share ids. `authors` counts the next seed of each author; with `epoch` ids are made from the time. */
export interface ArrowMeta {
  readonly chapter?: number
  readonly authors?: ReadonlyMap<number, readonly [info: string, nextSeed: number, ...rest: ArrowValue[]]>
  readonly epoch?: number
  /** UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly last_save?: string | null
  readonly editor?: string
}

export interface ArrowResources {
  readonly scenes: ReadonlyMap<ArrowId, ArrowScene>
  readonly nodes: ReadonlyMap<ArrowId, ArrowNode>
  readonly variables: ReadonlyMap<ArrowId, ArrowVariable>
  readonly characters: ReadonlyMap<ArrowId, ArrowCharacter>
}

/** White space before and after the document in its file, which a save keeps. It is not a member of the file. */
export const SURROUND = Symbol('surround')

export interface ArrowDocument {
  readonly [SURROUND]?: readonly [before: string, after: string]
  readonly title: string
  /** The node where play starts. */
  readonly entry: ArrowId
  readonly meta: ArrowMeta
  readonly resources: ArrowResources
}

/** The character of a dialog or monolog that names none. */
export const ANONYMOUS = { name: 'Anonymous', color: 'ffffff' } as const

/** The largest id: ids are exact in a double. */
export const MAX_ID = Number.MAX_SAFE_INTEGER

/** The place of a node: its scene and its item there. */
export function placeOf({ resources }: ArrowDocument, id: ArrowId): { readonly scene: ArrowId; readonly item: MapItem } | undefined {
  for (const [scene, { map }] of resources.scenes) {
    const item = map.get(id)
    if (item) return { scene, item }
  }
  return undefined
}
