import type { ArrowDocument, ArrowId, ArrowResources } from '../document'
import { DocumentDraft } from '../draft'
import { hidingDuplicates } from '../duplicates'
import { idsAfter, renumbered, withNewReferences, type NewIds } from '../edit/renumber'
import { change } from '../json/members'
import { printJson } from '../json/printer'
import type { JsonMap, JsonReading, JsonTree } from '../json/reader'
import { seeds } from '../merge'
import { migrate } from '../migrate'
import { uniqueName } from '../names'
import { documentOf } from '../read'
import { NOUNS, SETS } from '../validate'
import { repairTree, type Note } from './tree'
import { clipped } from '../../shared/words/clipped'

/** The maximum number of copies of one id that are kept. */
const MAX_COPIES = 8
/** The members that hold resources, their places, connections and counters. Equal names there stand for several things. */
const HOLDS_RESOURCES =
  /^(?:resources(?:\/(?:scenes|nodes|variables|characters)(?:\/[^/]*)?)?|resources\/scenes\/[^/]*\/map(?:\/[^/]*(?:\/io)?)?|meta(?:\/authors(?:\/[^/]*)?)?)$/

/**
 * The documents that a text with duplicate ids contains besides the one that the last values make, the one of the earliest values first. A merge in
 * git leaves such a text when both sides added a resource. Other values that a duplicate hides are noted.
 */
export function copiesIn(reading: JsonReading, root: JsonMap, note: Note): ArrowDocument[] {
  const hidden = new Map<JsonMap, Map<string, JsonTree[]>>()
  for (const { branch, name, value } of hidingDuplicates(reading)) {
    const names = hidden.get(branch) ?? new Map<string, JsonTree[]>()
    hidden.set(branch, names.set(name, [...(names.get(name) ?? []), value].slice(0, MAX_COPIES)))
  }
  if (hidden.size === 0) return []
  let count = 0
  const copyOf = (tree: JsonTree, path: string, k: number): JsonTree => {
    if (!(tree instanceof Map)) return tree
    const names = hidden.get(tree)
    return new Map(
      [...tree].map(([name, last]) => {
        const at = path === '' ? name : `${path}/${name}`
        const earlier = names?.get(name) ?? []
        const isKept = HOLDS_RESOURCES.test(at)
        if (isKept) count = Math.max(count, earlier.length)
        else if (k < 0)
          for (const value of earlier) note(`“${name}” stood twice with different values. ${clipped(printJson(value), 80)} was left out.`)
        return [name, copyOf((isKept ? earlier[k] : undefined) ?? last, at, k)] as const
      })
    )
  }
  copyOf(root, '', -1)
  return Array.from({ length: count }, (_, k) => {
    const copy = copyOf(root, '', k) as JsonMap
    migrate(copy)
    repairTree(copy, () => {})
    return documentOf(copy, ['', ''])
  })
}

/** A document with the resources, places and connections of its copies. Resources whose id is taken get a new one. */
export const withCopies = (document: ArrowDocument, copies: readonly ArrowDocument[], note: Note): ArrowDocument =>
  copies.reduce((whole, copy, k) => withCopy(whole, copy, copies.length - k, note), document)

function withCopy(document: ArrowDocument, copy: ArrowDocument, copiesLeft: number, note: Note): ArrowDocument {
  const draft = new DocumentDraft(change(document, { meta: change(document.meta, { authors: seeds(document, copy) }) }))
  const ids = newIds(draft, document, copy)
  const { resources } = renumbered(copy, ids)
  const added = { scenes: new Set<ArrowId>(), nodes: new Set<ArrowId>(), variables: new Set<ArrowId>(), characters: new Set<ArrowId>() }
  for (const set of SETS)
    for (const [id, resource] of resources[set]) {
      if (draft.find(set, id)) continue
      const name = uniqueName(draft, set, resource.name)
      draft.put<typeof set>(set, id, change<{ readonly name: string }>(resource, { name }) as never)
      added[set].add(id)
    }
  for (const set of SETS)
    for (const [id, now] of ids[set]) {
      note(`Two ${NOUNS[set]}s had the id ${id}: “${draft.get(set, now).name}” has the id ${now} now. Check what leads or refers to the two.`)
      moveUsers(draft, set, id, now, copy.resources[set].get(id)?.use ?? [])
    }
  for (const [scene, { map }] of resources.scenes) {
    if (added.scenes.has(scene)) continue
    for (const [node, item] of map) {
      const here = draft.map(scene).get(node)
      if (here) {
        const taken = new Set(here.io?.map(([, slot]) => slot))
        const missed = item.io?.filter(([, slot]) => !taken.has(slot)) ?? []
        if (missed.length > 0) draft.putItem(scene, node, change(here, { io: [...(here.io ?? []), ...missed] }))
      } else if (added.nodes.has(node)) draft.putItem(scene, node, item)
    }
  }
  for (const [id, now] of ids.nodes) settleCopy(draft, id, now, copiesLeft)
  return draft.finish()
}

/** A document in which resources of two kinds don't share an id, as after a merge of a new node and a new variable. */
export function withoutCollisions(document: ArrowDocument, note: Note): ArrowDocument {
  const seen = new Map<ArrowId, keyof ArrowResources>()
  const ids = Object.fromEntries(SETS.map((set) => [set, new Map<ArrowId, ArrowId>()])) as Record<keyof ArrowResources, Map<ArrowId, ArrowId>>
  const draft = new DocumentDraft(document)
  const fresh = idsAfter(draft, document)
  for (const set of SETS)
    for (const [id, { name }] of document.resources[set]) {
      const other = seen.get(id)
      if (other === undefined) seen.set(id, set)
      else {
        const now = fresh()
        ids[set].set(id, now)
        note(`A ${NOUNS[other]} and the ${NOUNS[set]} “${name}” had the id ${id}: the ${NOUNS[set]} has the id ${now} now.`)
      }
    }
  return ids.nodes.size + ids.variables.size + ids.characters.size === 0 ? document : renumbered(draft.finish(), ids)
}

/** A new id for each resource of a copy that differs from the document's with the same id. */
function newIds(draft: DocumentDraft, document: ArrowDocument, copy: ArrowDocument): NewIds {
  const fresh = idsAfter(draft, document, copy)
  const of = (set: keyof ArrowResources): ReadonlyMap<ArrowId, ArrowId> =>
    new Map(
      [...copy.resources[set]].flatMap(([id, resource]) => {
        const here = document.resources[set].get(id)
        return here && contentOf(here) !== contentOf(resource) ? [[id, fresh()] as const] : []
      })
    )
  return { scenes: of('scenes'), nodes: of('nodes'), variables: of('variables'), characters: of('characters') }
}

/** What makes a resource differ from another with its id. Places and connections are compared one by one; `use` and `ref` follow from the rest. */
const contentOf = (resource: object): string =>
  printJson(change<{ map?: unknown; use?: unknown; ref?: unknown }>(resource, { map: undefined, use: undefined, ref: undefined }))

/** Lets the nodes that only the copy lists as its users refer to the copy. */
function moveUsers(draft: DocumentDraft, set: keyof ArrowResources, id: ArrowId, now: ArrowId, users: readonly ArrowId[]): void {
  const kept = new Set(draft.get(set, id).use)
  const none = new Map<ArrowId, ArrowId>()
  const moved: NewIds = { scenes: none, nodes: none, variables: none, characters: none, [set]: new Map([[id, now]]) }
  for (const user of users) {
    const node = kept.has(user) ? undefined : draft.find('nodes', user)
    if (node) draft.put('nodes', user, withNewReferences(node, moved))
  }
}

/** Puts a node's copy beside it. If as many outputs lead to the node as it has copies, each copy gets one: each side had connected its own. */
function settleCopy(draft: DocumentDraft, id: ArrowId, now: ArrowId, copiesLeft: number): void {
  const homes = [...draft.all('scenes').keys()].filter((scene) => draft.map(scene).has(id))
  const [first] = homes
  if (first === undefined) return
  // Each side had put its node into another scene.
  if (homes.length > 1 && draft.map(first).has(now)) {
    draft.putItem(first, id, undefined)
    for (const other of homes.slice(1)) draft.putItem(other, now, undefined)
    return
  }
  const [here, copy] = [draft.map(first).get(id), draft.map(first).get(now)]
  if (copy && here && copy.offset.join() === here.offset.join())
    draft.putItem(first, now, change(copy, { offset: [copy.offset[0], copy.offset[1] + 200] }))
  const incoming = [...draft.map(first).entries()].flatMap(([from, item]) =>
    (item.io ?? []).flatMap(([, slot, to]) => (to === id ? [{ from, slot }] : []))
  )
  const outputs = incoming.filter(({ from, slot }, k) => incoming.findIndex((one) => one.from === from && one.slot === slot) === k)
  const [output] = outputs
  if (!output || outputs.length !== copiesLeft + 1) return
  const item = draft.map(first).get(output.from)
  if (item)
    draft.putItem(
      first,
      output.from,
      change(item, { io: item.io?.map((one) => (one[1] === output.slot && one[2] === id ? ([one[0], one[1], now, one[3]] as const) : one)) })
    )
}
