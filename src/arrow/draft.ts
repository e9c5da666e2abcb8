import type { ArrowCharacter, ArrowDocument, ArrowId, ArrowNode, ArrowResources, ArrowScene, ArrowVariable, MapItem } from './document'
import { nextId, type IdSource } from './ids'
import { change, withItem } from './json/members'
import { nameIndex, referencesOf, type NameIndex } from './references'
import { refusal, type ArrowCode } from './refuse'

type SetName = keyof ArrowResources
const SETS: readonly SetName[] = ['nodes', 'variables', 'characters', 'scenes']
type Resource<S extends SetName> = { scenes: ArrowScene; nodes: ArrowNode; variables: ArrowVariable; characters: ArrowCharacter }[S]
type MutableSets = { [S in SetName]?: Map<ArrowId, Resource<S>> }

/** The code of a missing resource of each set, and the noun for one. */
export const MISSING: Readonly<Record<SetName, readonly [ArrowCode, string]>> = {
  nodes: ['INVALID_NODE_ID', 'node'],
  scenes: ['INVALID_SCENE_ID', 'scene'],
  variables: ['INVALID_VARIABLE_ID', 'variable'],
  characters: ['INVALID_CHARACTER_ID', 'character']
}

/** The refusal for an id that isn't in a set. */
export const missing = (set: SetName, id: ArrowId): Error =>
  refusal(MISSING[set][0], `There is no ${MISSING[set][1]} ${id} in the document. Choose one that is there.`, { id })

/** The next version of a document while an edit builds it. A set is copied at its first change. `putNode` keeps `use` and `ref` symmetric. */
export class DocumentDraft {
  #document: ArrowDocument
  #sets: MutableSets = {}
  #maps = new Map<ArrowId, Map<ArrowId, MapItem>>()
  #names: NameIndex | undefined

  constructor(document: ArrowDocument) {
    this.#document = document
  }

  /** The document with all changes so far. The draft remains usable. */
  finish(): ArrowDocument {
    const sets = Object.keys(this.#sets)
    for (const [id, map] of this.#maps) {
      const scene = this.get('scenes', id)
      if (scene) this.put('scenes', id, change(scene, { map }))
    }
    if (sets.length > 0 || this.#maps.size > 0) {
      this.#document = change(this.#document, { resources: change(this.#document.resources, this.#sets) })
      this.#sets = {}
      this.#maps = new Map()
      this.#names = undefined
    }
    return this.#document
  }

  all<S extends SetName>(set: S): ArrowResources[S] {
    return (this.#sets[set] ?? this.#document.resources[set]) as ArrowResources[S]
  }
  find<S extends SetName>(set: S, id: ArrowId): Resource<S> | undefined {
    return (this.all(set) as ReadonlyMap<ArrowId, Resource<S>>).get(id)
  }
  /** A required resource. Throws Problem `not-found`. */
  get<S extends SetName>(set: S, id: ArrowId): Resource<S> {
    const resource = this.find(set, id)
    if (resource === undefined) throw missing(set, id)
    return resource
  }

  /** Puts a resource, or removes it. It doesn't update the references of nodes: `putNode` does. */
  put<S extends SetName>(set: S, id: ArrowId, resource: Resource<S> | undefined): void {
    if (resource !== undefined && this.find(set, id) === resource) return
    const copies = this.#sets as { [K in S]?: Map<ArrowId, Resource<K>> }
    const copy = (copies[set] ??= new Map(this.all(set) as ReadonlyMap<ArrowId, Resource<S>>))
    if (set === 'variables' || set === 'characters') {
      if (copy.get(id)?.name !== resource?.name) this.#names = undefined
    }
    if (resource === undefined) copy.delete(id)
    else copy.set(id, resource)
  }

  /** Puts a node, or removes it, and updates the `use` of the resources that it refers to now or did before. */
  putNode(id: ArrowId, node: ArrowNode | undefined): void {
    const before = this.find('nodes', id)
    // A new node is stored before its references are resolved, because it may refer to itself.
    if (node) this.put('nodes', id, node)
    const wanted = node ? referencesOf(node, this.#resources(), this.names()) : new Set<ArrowId>()
    const noted = before && !node ? referencesOf(before, this.#resources(), this.names()) : []
    for (const old of new Set([...(before?.ref ?? []), ...(node?.ref ?? []), ...noted])) if (!wanted.has(old)) this.#use(old, id, false)
    // The node's previous references list it already; a search through thousands of users would be slow.
    const known = new Set(before?.ref)
    for (const now of wanted) if (!known.has(now)) this.#use(now, id, true)
    if (!node) {
      this.put('nodes', id, undefined)
      return
    }
    const present = this.get('nodes', id)
    const ref = (present.ref ?? []).filter((old, i, all) => wanted.has(old) && all.indexOf(old) === i)
    for (const now of wanted) if (!ref.includes(now)) ref.push(now)
    if (!sameList(ref, present.ref ?? [])) this.put('nodes', id, change(present, { ref: ref.length > 0 ? ref : undefined }))
  }

  #resources(): ArrowResources {
    return { scenes: this.all('scenes'), nodes: this.all('nodes'), variables: this.all('variables'), characters: this.all('characters') }
  }

  names(): NameIndex {
    if (this.#names) return this.#names
    // A set that was copied still changes, so its index is built from a copy.
    this.#names = nameIndex({
      variables: this.#sets.variables ? new Map(this.#sets.variables) : this.#document.resources.variables,
      characters: this.#sets.characters ? new Map(this.#sets.characters) : this.#document.resources.characters
    })
    return this.#names
  }

  /** Adds a node to a resource's users, or removes it. */
  #use(id: ArrowId, user: ArrowId, present: boolean): void {
    for (const set of SETS) {
      const resource = this.find(set, id)
      const use = withItem(resource?.use, user, present)
      if (resource && use !== resource.use) this.put(set, id, change<Resource<typeof set>>(resource, { use }))
    }
  }

  /** Returns whether a node refers to a resource. */
  refersTo(node: ArrowId, id: ArrowId): boolean {
    return referencesOf(this.get('nodes', node), this.#resources(), this.names()).has(id)
  }

  /** The scene in whose map a node is; undefined if it is in none. */
  sceneOf(node: ArrowId): ArrowId | undefined {
    for (const id of this.all('scenes').keys()) if (this.map(id).has(node)) return id
    return undefined
  }
  map(scene: ArrowId): ReadonlyMap<ArrowId, MapItem> {
    return this.#maps.get(scene) ?? this.get('scenes', scene).map
  }
  /** Puts a node into a scene's map, or removes it from there. */
  putItem(scene: ArrowId, node: ArrowId, item: MapItem | undefined): void {
    if (item !== undefined && this.map(scene).get(node) === item) return
    let copy = this.#maps.get(scene)
    if (!copy) this.#maps.set(scene, (copy = new Map(this.get('scenes', scene).map)))
    if (item === undefined) copy.delete(node)
    else copy.set(node, item)
  }
  /** The scene of a node and its placement there. Throws Problem `not-found` if the node is in no scene. */
  place(node: ArrowId): { scene: ArrowId; item: MapItem } {
    this.get('nodes', node)
    const scene = this.sceneOf(node)
    const item = scene === undefined ? undefined : this.map(scene).get(node)
    if (scene === undefined || item === undefined)
      throw refusal('INVALID_NODE_ID', `Node ${node} lies in no scene. Repair the document first.`, { id: node })
    return { scene, item }
  }

  newId(source: IdSource): ArrowId {
    const isTaken = (id: ArrowId): boolean => SETS.some((set) => this.find(set, id) !== undefined)
    const { meta, id } = nextId(this.#document.meta, isTaken, source)
    this.#document = change(this.#document, { meta })
    return id
  }
  /** The node where play starts. */
  get entry(): ArrowId {
    return this.#document.entry
  }
  set(changes: { readonly entry?: ArrowId; readonly title?: string }): void {
    this.#document = change(this.#document, changes)
  }
  removeScene(id: ArrowId): void {
    this.#maps.delete(id)
    this.put('scenes', id, undefined)
  }
  putScene(id: ArrowId, scene: ArrowScene): void {
    this.put('scenes', id, scene)
  }
}

const sameList = (a: readonly number[], b: readonly number[]): boolean => a.length === b.length && a.every((item, i) => item === b[i])

/** Runs an edit on a draft of a document. An edit that throws changes nothing. */
export function edited(document: ArrowDocument, edit: (draft: DocumentDraft) => void): ArrowDocument {
  const draft = new DocumentDraft(document)
  edit(draft)
  return draft.finish()
}
