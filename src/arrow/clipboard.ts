import { Problem } from '../shared/base/problem'
import type { ArrowDocument, ArrowId, ArrowNode, ArrowObject, ArrowResources, ArrowScene, ArrowValue, MapItem } from './document'
import { DocumentDraft } from './draft'
import { checkHome } from './edit/data'
import { relinkNames } from './edit/renames'
import { rewritePlaceholders, splits } from './exposure'
import { change } from './json/members'
import { printJson } from './json/printer'
import { JsonFault, parseJson, type JsonMap, type JsonTree } from './json/reader'
import { uniqueName } from './names'
import { resourcesOf } from './read'
import { directReferences } from './references'
import { refusal } from './refuse'
import { faultInResources } from './validate'
import { ARROW_VERSION } from './write'

type SetName = keyof ArrowResources
const SETS: readonly SetName[] = ['scenes', 'nodes', 'variables', 'characters']

/** Resources on the clipboard with everything that they refer to. `list` are the copied nodes, `dependencies` the resources that come with them. */
export interface Chunk {
  readonly title: string
  readonly chapter: number
  readonly list: readonly ArrowId[]
  readonly dependencies: readonly ArrowId[]
  readonly resources: ArrowResources
}

/** Copies nodes as Arrow's clipboard text, with their references, positions and connections. Throws a refusal for a missing node. */
export function copyNodes(document: ArrowDocument, ids: Iterable<ArrowId>): string {
  const { resources } = document
  const draft = new DocumentDraft(document)
  const list = [...new Set(ids)]
  const taken = new Set<ArrowId>()
  const homes = new Map<ArrowId, Set<ArrowId>>()
  const waiting = [...list]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (taken.has(id)) continue
    const scene = resources.scenes.get(id)
    const node = resources.nodes.get(id)
    if (scene) waiting.push(...scene.map.keys(), scene.entry)
    if (node) {
      const { scene: home } = draft.place(id)
      const entry = resources.scenes.get(home)?.entry
      homes.set(home, (homes.get(home) ?? new Set()).add(id))
      waiting.push(...(node.ref ?? []), ...(entry === undefined ? [] : [entry]))
    }
    taken.add(id)
  }
  for (const id of list) if (!resources.nodes.has(id)) draft.get('nodes', id)
  const scenes = [...homes].map(([id, nodes]) => [id, shellOf(resources.scenes.get(id) as ArrowScene, nodes, taken)] as const)
  const chunk: Chunk = {
    title: document.title,
    chapter: document.meta.chapter ?? 0,
    list,
    dependencies: [...taken].filter((id) => !list.includes(id)),
    resources: {
      scenes: new Map(scenes),
      nodes: picked(resources.nodes, taken),
      variables: picked(resources.variables, taken),
      characters: picked(resources.characters, taken)
    }
  }
  return printJson({ arrow: { version: ARROW_VERSION }, chunk })
}

/** The resources of a set that belong to the copy; their `use` lists only copied resources. */
function picked<R extends { readonly use?: readonly ArrowId[] }>(set: ReadonlyMap<ArrowId, R>, taken: ReadonlySet<ArrowId>): Map<ArrowId, R> {
  return new Map([...set].filter(([id]) => taken.has(id)).map(([id, resource]) => [id, usedBy(resource, taken)] as const))
}
function usedBy<R extends { readonly use?: readonly ArrowId[] }>(resource: R, taken: ReadonlySet<ArrowId>): R {
  const use = resource.use?.filter((user) => taken.has(user))
  return change<R>(resource, { use: use && use.length > 0 ? use : undefined } as Partial<R>)
}

/** A scene reduced to some of its nodes and the connections between copied nodes. */
function shellOf(scene: ArrowScene, nodes: ReadonlySet<ArrowId>, taken: ReadonlySet<ArrowId>): ArrowScene {
  const map = new Map<ArrowId, MapItem>()
  for (const [id, item] of scene.map) {
    if (!nodes.has(id)) continue
    const io = item.io?.filter(([, , to]) => taken.has(to))
    map.set(id, change(item, { io: io && io.length > 0 ? io : undefined }))
  }
  return change(usedBy(scene, taken), { map })
}

/** How pasted resources get ids: `reuse` shares variables, characters and free ids with this document, `recreate` creates everything anew. */
export type PasteMode = 'reuse' | 'recreate'

/** A document after a paste. `nodes` are the pasted nodes in the order in which they were copied. */
export interface Pasted {
  readonly document: ArrowDocument
  readonly nodes: readonly ArrowId[]
}

/** Returns whether a text looks like a copy from an Arrow document. */
export const isChunk = (text: string): boolean => /^\s*\{\s*"arrow"\s*:/.test(text)

/** Reads the clipboard's text. Throws Problem `bad-input`. */
export function readChunk(text: string): Chunk {
  const wrong = (message: string): Problem => new Problem('bad-input', message, { arrowCode: 'PARSE_ERROR' })
  const none = 'The clipboard contains no Arrow nodes. Copy some nodes first.'
  let root: JsonTree
  try {
    root = parseJson(text).value
  } catch (fault) {
    if (fault instanceof JsonFault) throw wrong(none)
    throw fault
  }
  const chunk = root instanceof Map ? root.get('chunk') : undefined
  const resources = chunk instanceof Map ? chunk.get('resources') : undefined
  if (!(chunk instanceof Map) || !(resources instanceof Map)) throw wrong(none)
  const whole: JsonMap = new Map(SETS.map((set) => [set, resources.get(set) ?? new Map<string, JsonTree>()]))
  const fault = faultInResources(whole)
  if (fault) throw wrong(`What was copied is damaged at ${fault.path.join('.')}: ${fault.message} Copy it again.`)
  const ids = (tree: JsonTree | undefined): ArrowId[] => (Array.isArray(tree) ? tree.filter((id) => typeof id === 'number') : [])
  const chapter = chunk.get('chapter')
  const title = chunk.get('title')
  const read = resourcesOf(whole)
  return {
    title: typeof title === 'string' ? title : '',
    chapter: typeof chapter === 'number' ? chapter : 0,
    list: ids(chunk.get('list')).filter((id) => read.nodes.has(id)),
    dependencies: ids(chunk.get('dependencies')),
    resources: read
  }
}

/**
 * The mode that a user most likely means. `reuse` within a document, and between chapters, which share variables and characters by id. Other
 * documents of the same chapter use the same ids for other resources, so there it is `recreate`.
 */
export const suggestedMode = (document: ArrowDocument, { title, chapter }: Chunk): PasteMode =>
  title === document.title || chapter !== (document.meta.chapter ?? 0) ? 'reuse' : 'recreate'

/** The target of a paste: its top left corner. By default 30 to the right and below the original. */
export interface PasteTarget {
  readonly scene: ArrowId
  readonly at?: readonly [x: number, y: number]
  readonly mode: PasteMode
}

/** Pastes a copy, also from another document. References and placeholders change to the new ids and names. Throws a Problem. */
export function pasteNodes(document: ArrowDocument, text: string, target: PasteTarget): Pasted {
  const chunk = readChunk(text)
  if (chunk.list.length === 0) throw refusal('INVALID_NODE_ID', 'The clipboard holds no nodes that can be pasted. Copy some nodes first.')
  const draft = new DocumentDraft(document)
  draft.get('scenes', target.scene)
  const table = idsFor(draft, chunk, target.mode)
  const names = putPeople(draft, chunk, table)
  putScenes(draft, chunk, table)
  putNodes(draft, chunk, table, { ...target, names })
  relinkNames(draft, [...names.values()])
  return { document: draft.finish(), nodes: chunk.list.map((id) => table.ids.get(id) ?? id) }
}

/** The new id of each copied resource, and which of them are created; the document has the others already. */
interface IdTable {
  readonly ids: ReadonlyMap<ArrowId, ArrowId>
  readonly put: ReadonlySet<ArrowId>
}

function idsFor(draft: DocumentDraft, chunk: Chunk, mode: PasteMode): IdTable {
  const ids = new Map<ArrowId, ArrowId>()
  const put = new Set<ArrowId>()
  const list = new Set(chunk.list)
  const used = new Set<ArrowId>()
  const homes = new Map([...chunk.resources.scenes].flatMap(([scene, { map }]) => [...map.keys()].map((node) => [node, scene] as const)))
  // A node here can stand for a copied one only in the same scene. Scenes come first, so their matches are known.
  const isHome = (set: SetName, id: ArrowId): boolean => {
    const home = homes.get(id)
    return set !== 'nodes' || (home !== undefined && ids.get(home) === home && !put.has(home) && draft.map(home).has(id))
  }
  const free = (id: ArrowId): boolean => SETS.every((set) => draft.find(set, id) === undefined) && !used.has(id)
  for (const set of SETS) {
    for (const [id, resource] of chunk.resources[set]) {
      if (mode === 'reuse' && !list.has(id) && isSame(draft, set, id, resource) && isHome(set, id)) {
        ids.set(id, id)
        continue
      }
      let now = mode === 'reuse' && free(id) ? id : draft.newId({})
      while (used.has(now)) now = draft.newId({})
      used.add(now)
      ids.set(id, now)
      put.add(id)
    }
  }
  return { ids, put }
}

/**
 * Returns whether the document has a resource that can stand for a copied one: the same id and kind and, where it has one, the same type. Documents
 * don't share nodes and scenes, so these must also have the same name.
 */
function isSame(draft: DocumentDraft, set: SetName, id: ArrowId, resource: { readonly name: string }): boolean {
  const here: { readonly name: string } | undefined = draft.find(set, id)
  const isShared = set === 'variables' || set === 'characters'
  return here !== undefined && typeOf(here) === typeOf(resource) && (isShared || here.name === resource.name)
}
const typeOf = (resource: object): unknown => ('type' in resource ? resource.type : undefined)

/** Creates variables and characters. Returns the new names of those whose old name is taken here. */
function putPeople(draft: DocumentDraft, { resources }: Chunk, { ids, put }: IdTable): Map<string, string> {
  const names = new Map<string, string>()
  for (const set of ['variables', 'characters'] as const) {
    for (const [id, resource] of resources[set]) {
      const now = ids.get(id)
      if (now === undefined) continue
      if (!put.has(id)) {
        const here = draft.get(set, now).name
        if (here !== resource.name) names.set(resource.name, here)
        continue
      }
      const name = uniqueName(draft, set, resource.name)
      if (name !== resource.name) names.set(resource.name, name)
      draft.put(set, now, change<typeof resource>(resource, { name, use: undefined }))
    }
  }
  return names
}

/** Creates the dependencies that are scenes: macros and targets of jumps. A scene with only copied nodes and an entry isn't needed. */
function putScenes(draft: DocumentDraft, { resources, list }: Chunk, { ids, put }: IdTable): void {
  for (const [id, scene] of resources.scenes) {
    const rest = [...scene.map.keys()].filter((node) => !list.includes(node) && put.has(node))
    const isNeeded = [...resources.nodes.values()].some((node) => directReferences(node).some((one) => one.id === id || rest.includes(one.id)))
    if (!put.has(id) || !isNeeded || rest.length === 0) continue
    // A copied entry goes where the copied nodes go; the scene then begins with another of its nodes.
    const entry = ids.get(list.includes(scene.entry) ? (rest[0] ?? scene.entry) : scene.entry) ?? -1
    draft.putScene(ids.get(id) ?? id, change(scene, { name: uniqueName(draft, 'scenes', scene.name), entry, map: new Map(), use: undefined }))
  }
}

function putNodes(
  draft: DocumentDraft,
  { resources, list }: Chunk,
  { ids, put }: IdTable,
  target: PasteTarget & { names: ReadonlyMap<string, string> }
): void {
  const items = new Map([...resources.scenes.values()].flatMap(({ map }) => [...map]))
  const copied = new Set(list)
  const offsets = list.flatMap((id) => items.get(id)?.offset ?? [])
  const [left, top] = [Math.min(...offsets.filter((_, i) => i % 2 === 0)), Math.min(...offsets.filter((_, i) => i % 2 === 1))]
  const [dx, dy] = target.at ? [Math.floor(target.at[0]) - left, Math.floor(target.at[1]) - top] : [30, 30]
  const placed: [ArrowId, ArrowNode][] = []
  for (const [home, scene] of resources.scenes) {
    for (const [id, item] of scene.map) {
      const node = resources.nodes.get(id)
      const now = ids.get(id)
      const into = copied.has(id) ? target.scene : ids.get(home)
      if (!node || now === undefined || !put.has(id) || into === undefined || !draft.find('scenes', into)) continue
      const [x, y] = item.offset
      const io = item.io
        ?.filter(([, , to]) => put.has(to) && copied.has(to) === copied.has(id))
        .map(([, slot, to, input]) => [now, slot, ids.get(to) ?? to, input] as const)
      checkHome(draft, node, into)
      draft.put('nodes', now, change(node, { name: uniqueName(draft, 'nodes', node.name), use: undefined, ref: undefined }))
      draft.putItem(into, now, change(item, { offset: copied.has(id) ? [x + dx, y + dy] : item.offset, io: io && io.length > 0 ? io : undefined }))
      placed.push([now, node])
    }
  }
  // References are recorded once every resource that they may name exists.
  for (const [id, node] of placed) draft.putNode(id, translated(draft.get('nodes', id), node, ids, target.names))
}

/** A node with the ids and placeholders of the document that it is pasted into. What the caller's form stored about other nodes is dropped. */
function translated(now: ArrowNode, copied: ArrowNode, ids: ReadonlyMap<ArrowId, ArrowId>, names: ReadonlyMap<string, string>): ArrowNode {
  const changes: Record<string, ArrowValue> = {}
  for (const { member, id } of directReferences(copied)) changes[member] = member === 'with' ? [1, ids.get(id) ?? -1] : (ids.get(id) ?? -1)
  const { agent } = now as ArrowNode & { readonly agent?: ArrowObject }
  const withoutAgent = agent && Object.hasOwn(agent, 'nodes') ? { agent: undefined } : {}
  const node = change<ArrowNode & { readonly agent?: ArrowObject }>(now, { data: change<ArrowObject>(now.data, changes), ...withoutAgent })
  return rewritePlaceholders(node, (inner) => {
    const whole = names.get(inner)
    if (whole !== undefined) return whole
    const placeholder = splits(inner).find(({ name }) => names.has(name))
    return placeholder && `${names.get(placeholder.name) ?? placeholder.name}.${placeholder.tag}`
  })
}
