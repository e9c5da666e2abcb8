import type { ArrowCharacter, ArrowDocument, ArrowId, ArrowNode, ArrowObject, ArrowScene, ArrowVariable, Connection, MapItem } from './document'

/** A node of a test's document: its type, its data, and the targets of its outputs (`undefined`: unconnected). */
export interface Made {
  type: string
  data?: ArrowObject
  to?: readonly (ArrowId | undefined)[]
  at?: readonly [number, number]
  skip?: boolean
  name?: string
  ref?: readonly ArrowId[]
  use?: readonly ArrowId[]
  notes?: string
  alt?: ArrowObject
}

/** One scene of a test's document. The first node is its entry. */
export const sceneOf = (name: string, nodes: Readonly<Record<ArrowId, Made>>, more: Partial<ArrowScene> = {}): ArrowScene => ({
  name,
  entry: Number(Object.keys(nodes)[0]),
  map: new Map(
    Object.entries(nodes).map(([id, { to = [], at, skip }], k): [ArrowId, MapItem] => {
      const io = to.flatMap((target, slot): Connection[] => (target === undefined ? [] : [[Number(id), slot, target, 0]]))
      return [Number(id), { offset: at ?? [100 + 400 * k, 100], ...(io.length > 0 ? { io } : {}), ...(skip ? { skip } : {}) }]
    })
  ),
  ...more
})

/** A document from plain records. Scene ids, node ids and resource ids share one space, as in files. */
export function documentOf(
  scenes: Readonly<Record<ArrowId, { name?: string; macro?: boolean; nodes: Readonly<Record<ArrowId, Made>>; use?: readonly ArrowId[] }>>,
  {
    variables = {},
    characters = {}
  }: { variables?: Readonly<Record<ArrowId, ArrowVariable>>; characters?: Readonly<Record<ArrowId, ArrowCharacter>> } = {}
): ArrowDocument {
  const byId = <Value>(record: Readonly<Record<ArrowId, Value>>): Map<ArrowId, Value> =>
    new Map(Object.entries(record).map(([id, value]) => [Number(id), value]))
  const nodes = Object.values(scenes).flatMap((scene) =>
    Object.entries(scene.nodes).map(([id, { type, data = {}, name = `node_${id}`, ref, use, notes, alt }]): [ArrowId, ArrowNode] => [
      Number(id),
      { type, name, data, ...(notes === undefined ? {} : { notes }), ...(use ? { use } : {}), ...(ref ? { ref } : {}), ...(alt ? { alt } : {}) }
    ])
  )
  const all = [...nodes.map(([id]) => id), ...[scenes, variables, characters].flatMap((one) => Object.keys(one).map(Number))]
  const first = Object.values(scenes)[0]
  return {
    title: 'Made',
    entry: Number(Object.keys(first?.nodes ?? {})[0]),
    meta: { chapter: 0, authors: new Map([[0, ['Anonymous Contributor', Math.max(...all) + 1]]]), last_save: null, editor: '3.1.0' },
    resources: {
      scenes: new Map(
        Object.entries(scenes).map(([id, { name = `scene_${id}`, macro, nodes: made, use }]) => [
          Number(id),
          sceneOf(name, made, { ...(macro ? { macro } : {}), ...(use ? { use } : {}) })
        ])
      ),
      nodes: new Map(nodes),
      variables: byId(variables),
      characters: byId(characters)
    }
  }
}
