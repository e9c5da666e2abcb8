import { equal } from '../shared/base/json'
import type { ArrowDocument, ArrowId, Connection, MapItem } from './document'
import { membersOf } from './json/members'

/** The added, removed and changed resources of a set. `members`: what changed, such as `name` or `data.lines`, of nodes `offset`, `skip`, `scene`. */
export interface SetDiff {
  readonly added: readonly ArrowId[]
  readonly removed: readonly ArrowId[]
  readonly changed: readonly { readonly id: ArrowId; readonly members: readonly string[] }[]
}

/** The difference between two documents. `use` and `ref`, counters of ids and the time of the save don't count. */
export interface DocumentDiff {
  readonly nodes: SetDiff
  readonly scenes: SetDiff
  readonly variables: SetDiff
  readonly characters: SetDiff
  readonly connections: { readonly added: readonly Connection[]; readonly removed: readonly Connection[] }
  /** Members of the document itself: `title`, `entry`. */
  readonly document: readonly string[]
}

/** Compares two documents by nodes and connections. Skips objects that both share. */
export function diffDocuments(before: ArrowDocument, after: ArrowDocument): DocumentDiff {
  const [a, b] = [before.resources, after.resources]
  const places = a.scenes === b.scenes ? undefined : ([placesOf(before), placesOf(after)] as const)
  const moved = (id: ArrowId): string[] => (places ? placeMembers(places[0].get(id), places[1].get(id)) : [])
  return {
    nodes: diffSet(a.nodes, b.nodes, moved),
    scenes: diffSet(a.scenes, b.scenes),
    variables: diffSet(a.variables, b.variables),
    characters: diffSet(a.characters, b.characters),
    connections: places ? diffConnections(places[0], places[1]) : { added: [], removed: [] },
    document: ['title', 'entry'].filter((name) => before[name as 'title'] !== after[name as 'title'])
  }
}

/** Returns whether a difference is empty. */
export const isEmptyDiff = ({ nodes, scenes, variables, characters, connections, document }: DocumentDiff): boolean =>
  [nodes, scenes, variables, characters].every(({ added, removed, changed }) => added.length + removed.length + changed.length === 0) &&
  connections.added.length + connections.removed.length + document.length === 0

interface Placed {
  readonly scene: ArrowId
  readonly item: MapItem
}

function placesOf({ resources }: ArrowDocument): Map<ArrowId, Placed> {
  const places = new Map<ArrowId, Placed>()
  for (const [scene, { map }] of resources.scenes) for (const [id, item] of map) if (!places.has(id)) places.set(id, { scene, item })
  return places
}

function placeMembers(a: Placed | undefined, b: Placed | undefined): string[] {
  if (!a || !b) return []
  const members = a.scene === b.scene ? [] : ['scene']
  if (a.item === b.item) return members
  if (a.item.offset[0] !== b.item.offset[0] || a.item.offset[1] !== b.item.offset[1]) members.push('offset')
  if ((a.item.skip ?? false) !== (b.item.skip ?? false)) members.push('skip')
  return members
}

const UNCOUNTED = new Set(['use', 'ref', 'map'])

function diffSet<R extends object>(a: ReadonlyMap<ArrowId, R>, b: ReadonlyMap<ArrowId, R>, more: (id: ArrowId) => string[] = () => []): SetDiff {
  const changed: { id: ArrowId; members: string[] }[] = []
  for (const [id, now] of b) {
    const then = a.get(id)
    if (!then) continue
    const members = [...(then === now ? [] : changedMembers(then, now)), ...more(id)]
    if (members.length > 0) changed.push({ id, members })
  }
  return { added: [...b.keys()].filter((id) => !a.has(id)), removed: [...a.keys()].filter((id) => !b.has(id)), changed }
}

/** The members in which two resources differ; those of `data` one by one. */
function changedMembers(a: object, b: object): string[] {
  const [before, after] = [a as Readonly<Record<string, unknown>>, b as Readonly<Record<string, unknown>>]
  return [...new Set([...membersOf(a), ...membersOf(b)])]
    .filter((name) => !UNCOUNTED.has(name) && !equal(before[name], after[name]))
    .flatMap((name) => {
      const [x, y] = [before[name], after[name]]
      return name === 'data' && isObject(x) && isObject(y) ? changedMembers(x, y).map((inner) => `data.${inner}`) : [name]
    })
}
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function diffConnections(a: ReadonlyMap<ArrowId, Placed>, b: ReadonlyMap<ArrowId, Placed>): DocumentDiff['connections'] {
  const added: Connection[] = []
  const removed: Connection[] = []
  for (const [id, { item }] of b) {
    const before = a.get(id)?.item.io
    if (item.io !== before) added.push(...(item.io ?? []).filter((one) => !before?.some((other) => equal(one, other))))
  }
  for (const [id, { item }] of a) {
    const after = b.get(id)?.item.io
    if (item.io !== after) removed.push(...(item.io ?? []).filter((one) => !after?.some((other) => equal(one, other))))
  }
  return { added, removed }
}
