import type { ArrowDocument, ArrowId, ArrowResources, ArrowScene, ArrowValue, Connection, MapItem } from './document'
import { DocumentDraft } from './draft'
import { relinked } from './edit/relink'
import { idsAfter, renumbered } from './edit/renumber'
import { change, membersOf, type MemberChanges } from './json/members'
import { SETS } from './validate'

/** A document that combines two edits of another one. Where both changed the same value, `mine` wins; `conflicts` counts those places. */
export interface MergedDocument {
  readonly document: ArrowDocument
  readonly conflicts: number
}

/** Merges two edits: resources by id, members one by one, connections by slot. A resource that one removed and the other changed is kept. */
export function mergeDocuments(base: ArrowDocument, mine: ArrowDocument, theirs: ArrowDocument): MergedDocument {
  const count = { conflicts: 0 }
  const sets = (['scenes', 'nodes', 'variables', 'characters'] as const).map((set) => {
    const [was, my, their] = [base.resources[set], mine.resources[set], theirs.resources[set]] as readonly ReadonlyMap<ArrowId, object>[]
    return [set, byId(was ?? EMPTY, my ?? EMPTY, their ?? EMPTY, count, set === 'scenes' ? mergeScene : mergeMembers)] as const
  })
  const resources = settled(change(mine.resources, Object.fromEntries(sets) as MemberChanges<ArrowDocument['resources']>), [mine, theirs])
  const meta = change(mine.meta, { authors: seeds(mine, theirs) })
  const top = mergeMembers(omit(base), omit(mine), omit(theirs), count) as { title: string; entry: ArrowId }
  const entry = resources.nodes.has(top.entry) ? top.entry : mine.entry
  return { document: change(mine, { title: top.title, entry, meta, resources }), conflicts: count.conflicts }
}

/** `mine` with new ids for resources that both edits added under one id, because each counted on: a merge would take the two for one. */
export function withOwnIds(base: ArrowDocument, mine: ArrowDocument, theirs: ArrowDocument): ArrowDocument {
  const has = ({ resources }: ArrowDocument, id: ArrowId): boolean => SETS.some((set) => resources[set].has(id))
  const draft = new DocumentDraft(mine)
  const fresh = idsAfter(draft, mine, theirs, base)
  const added = (set: keyof ArrowResources): Map<ArrowId, ArrowId> =>
    new Map(
      [...mine.resources[set]].flatMap(([id, resource]) =>
        has(base, id) || !has(theirs, id) || same(resource, theirs.resources[set].get(id)) ? [] : [[id, fresh()] as const]
      )
    )
  const ids = { scenes: added('scenes'), nodes: added('nodes'), variables: added('variables'), characters: added('characters') }
  return SETS.every((set) => ids[set].size === 0) ? mine : relinked(renumbered(draft.finish(), ids))
}

/** Replaces every part of a document that equals a part of another one by that very object, so that differences are found by identity. */
export function sharedWith(base: ArrowDocument, document: ArrowDocument): ArrowDocument {
  const resources = Object.fromEntries(
    (['scenes', 'nodes', 'variables', 'characters'] as const).map((set) => {
      const baseSet = base.resources[set] as ReadonlyMap<ArrowId, object>
      return [set, sharedMap(baseSet, document.resources[set], set === 'scenes' ? sharedScene : shared)]
    })
  )
  return change(document, { resources: change(document.resources, resources), meta: shared(base.meta, document.meta) })
}

const shared = <T>(was: T | undefined, now: T): T => (was !== undefined && same(was, now) ? was : now)
const sharedMap = <T>(
  was: ReadonlyMap<ArrowId, T>,
  now: ReadonlyMap<ArrowId, T>,
  share: (was: T | undefined, now: T) => T
): ReadonlyMap<ArrowId, T> => {
  const map = new Map([...now].map(([id, one]) => [id, share(was.get(id), one)] as const))
  return map.size === was.size && [...map].every(([id, one]) => was.get(id) === one) ? was : map
}
function sharedScene(was: object | undefined, now: object): object {
  const [old, scene] = [was as ArrowScene | undefined, now as ArrowScene]
  return old ? shared(old, change(scene, { map: sharedMap(old.map, scene.map, shared) })) : scene
}

interface Count {
  conflicts: number
}
const EMPTY: ReadonlyMap<ArrowId, object> = new Map()
const omit = ({ title, entry }: ArrowDocument): { title: string; entry: ArrowId } => ({ title, entry })

/** Restores the invariants: every node lies in one scene, every map item has its node, and connections have both ends. */
function settled(resources: ArrowResources, sides: readonly ArrowDocument[]): ArrowResources {
  const home = new Map<ArrowId, ArrowId>()
  for (const [id, { map }] of resources.scenes) for (const node of map.keys()) if (resources.nodes.has(node) && !home.has(node)) home.set(node, id)
  const lost = new Map<ArrowId, (readonly [ArrowId, MapItem])[]>()
  for (const node of resources.nodes.keys()) {
    if (home.has(node)) continue
    const holder = sides.flatMap((side) =>
      [...side.resources.scenes].flatMap(([id, { map }]) => (map.has(node) ? [[id, map.get(node)] as const] : []))
    )[0]
    const scene = holder && resources.scenes.has(holder[0]) ? holder[0] : resources.scenes.keys().next().value
    if (scene === undefined) continue
    home.set(node, scene)
    lost.set(scene, [...(lost.get(scene) ?? []), [node, { offset: holder?.[1]?.offset ?? [0, 0] }]])
  }
  const scenes = new Map(
    [...resources.scenes].map(([id, scene]) => {
      const items = [...scene.map, ...(lost.get(id) ?? [])].filter(([node]) => home.get(node) === id)
      const map = new Map(
        items.map(([node, item]) => {
          const io = item.io?.filter(([, , to]) => home.get(to) === id)
          return [node, io?.length === item.io?.length ? item : change(item, { io: io && io.length > 0 ? io : undefined })] as const
        })
      )
      return [id, change(scene, { map, entry: map.has(scene.entry) ? scene.entry : (map.keys().next().value ?? scene.entry) })] as const
    })
  )
  return change(resources, { scenes })
}

/** The counters of the next ids: the larger one of each author, so that no id is used twice. */
export function seeds(mine: ArrowDocument, theirs: ArrowDocument): ArrowDocument['meta']['authors'] {
  const authors = new Map(mine.meta.authors)
  for (const [id, author] of theirs.meta.authors ?? []) {
    const own = authors.get(id)
    if (!own || own[1] < author[1]) authors.set(id, own ? [own[0], author[1]] : author)
  }
  return authors.size > 0 ? authors : undefined
}

type Merge = (base: object, mine: object, theirs: object, count: Count) => object

/** Merges sets by id: applies each side's additions and removals, and merges the resources of both. */
function byId(
  base: ReadonlyMap<ArrowId, object>,
  mine: ReadonlyMap<ArrowId, object>,
  theirs: ReadonlyMap<ArrowId, object>,
  count: Count,
  merge: Merge
): ReadonlyMap<ArrowId, object> {
  const merged = new Map<ArrowId, object>()
  for (const id of new Set([...mine.keys(), ...theirs.keys()])) {
    const [was, my, their] = [base.get(id), mine.get(id), theirs.get(id)]
    if (my && their) merged.set(id, my === their ? my : merge(was ?? my, my, their, count))
    else if (!was) merged.set(id, (my ?? their) as object)
    else if (!same(was, my ?? their)) {
      count.conflicts++
      merged.set(id, (my ?? their) as object)
    }
  }
  return merged
}

const mergeScene: Merge = (base, mine, theirs, count) => {
  const maps = [base, mine, theirs].map((scene) => (scene as { map: ReadonlyMap<ArrowId, MapItem> }).map)
  const [was, my, their] = maps
  const rest = mergeMembers({ ...base, map: null }, { ...mine, map: null }, { ...theirs, map: null }, count)
  return change(mine, { ...rest, map: byId(was ?? EMPTY, my ?? EMPTY, their ?? EMPTY, count, mergeItem) })
}

const mergeItem: Merge = (base, mine, theirs, count) => {
  const [was, my, their] = [base, mine, theirs].map(
    (item) => new Map(((item as MapItem).io ?? []).map((connection) => [connection[1], connection] as const))
  )
  const io: Connection[] = []
  for (const slot of new Set([...(my?.keys() ?? []), ...(their?.keys() ?? []), ...(was?.keys() ?? [])])) {
    const merged = pick(was?.get(slot), my?.get(slot), their?.get(slot), count)
    if (merged) io.push(merged)
  }
  const rest = mergeMembers({ ...base, io: null }, { ...mine, io: null }, { ...theirs, io: null }, count)
  return change(mine, { ...rest, io: io.length > 0 ? io : undefined })
}

/** Merges the members of an object one by one; nested objects likewise, while a list is one value. */
const mergeMembers: Merge = (base, mine, theirs, count) => {
  const [was, my, their] = [base, mine, theirs] as readonly Readonly<Record<string, ArrowValue | undefined>>[]
  const changes: Record<string, ArrowValue | undefined> = {}
  for (const name of new Set([...membersOf(mine), ...membersOf(theirs)])) {
    if (name === 'use' || name === 'ref') {
      changes[name] = joined(was?.[name], my?.[name], their?.[name])
      continue
    }
    const [a, b, c] = [own(was, name), own(my, name), own(their, name)]
    changes[name] = isObject(a) && isObject(b) && isObject(c) ? (mergeMembers(a, b, c, count) as ArrowValue) : pick(a, b, c, count)
  }
  return change(mine, changes as MemberChanges<object>)
}

const own = (object: Readonly<Record<string, ArrowValue | undefined>> | undefined, name: string): ArrowValue | undefined =>
  object && Object.hasOwn(object, name) ? object[name] : undefined
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Map)

/** The changed one of two values; mine if both changed. */
function pick<T>(base: T, mine: T, theirs: T, count: Count): T {
  if (same(mine, theirs) || same(base, theirs)) return mine
  if (same(base, mine)) return theirs
  count.conflicts++
  return mine
}

/** Merges lists of ids: includes the additions of either side and excludes the removals of either. */
function joined(base: ArrowValue | undefined, mine: ArrowValue | undefined, theirs: ArrowValue | undefined): ArrowValue | undefined {
  const [was, my, their] = [base, mine, theirs].map((list) => (Array.isArray(list) ? (list as readonly ArrowValue[]) : []))
  const ids = [...new Set([...(my ?? []), ...(their ?? [])])].filter((id) => !(was?.includes(id) && !(my?.includes(id) && their?.includes(id))))
  return ids.length > 0 ? ids : undefined
}

/** Whether two values are deeply equal. */
function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (a instanceof Map && b instanceof Map) return a.size === b.size && [...a].every(([key, value]) => same(value, b.get(key)))
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((value, k) => same(value, b[k]))
  if (!isObject(a) || !isObject(b)) return false
  const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>]
  const keys = Object.keys(one)
  return keys.length === Object.keys(other).length && keys.every((key) => Object.hasOwn(other, key) && same(one[key], other[key]))
}
