import { equal } from '../shared/base/json'
import type { ArrowDocument, ArrowId, ArrowNode, ArrowScene, Connection, MapItem } from './document'
import { DocumentDraft } from './draft'
import { relinked } from './edit/relink'
import { change, membersOf } from './json/members'
import { documentProblems } from './sound'

/** A document with a step applied, or why that failed: clauses such as "the text of “5” has changed since". */
export type AppliedStep = { readonly document: ArrowDocument } | { readonly conflicts: readonly string[] }

/** The values of a document's units. Units are merged as a whole. */
type Units = ReadonlyMap<string, unknown>

/**
 * Applies the changes from one document to another to a third, which may have changed since. The units are a node (its type, name, data and notes), a
 * node's place in a scene, a connection, and a member of a scene, a variable, a character or the document. A unit with another value in the third
 * document is a conflict, and so is a result with a reference to a removed resource.
 */
export function applyStep(from: ArrowDocument, to: ArrowDocument, ours: ArrowDocument): AppliedStep {
  const units = [unitsOf(from), unitsOf(to), unitsOf(ours)] as const
  const changed = new Map<string, unknown>()
  const conflicts: string[] = []
  for (const key of new Set([...units[0].keys(), ...units[1].keys()])) {
    const [then, now, here] = units.map((one) => one.get(key))
    if (same(then, now) || same(here, now)) continue
    if (same(here, then)) changed.set(key, now)
    else conflicts.push(`${unitWords(key, [ours, from, to])} has changed since`)
  }
  if (conflicts.length > 0) return { conflicts }
  if (changed.size === 0) return { document: ours }
  const document = counted(applied(ours, to, changed), from, to)
  // Faults that either document had before don't count.
  const before = new Set([...documentProblems(ours), ...documentProblems(to)])
  const problems = documentProblems(document).filter((problem) => !before.has(problem))
  return problems.length > 0 ? { conflicts: problems } : { document: relinked(document) }
}

const same = (a: unknown, b: unknown): boolean => a === b || equal(a, b)

/** Members that belong to other units, or that follow from them. */
const DERIVED = new Set(['use', 'ref', 'map', 'io'])

function unitsOf(document: ArrowDocument): Units {
  const units = new Map<string, unknown>([
    ['title', document.title],
    ['entry', document.entry]
  ])
  const { scenes, nodes, variables, characters } = document.resources
  for (const [id, node] of nodes) units.set(`node ${id}`, change<ArrowNode>(node, { use: undefined, ref: undefined }))
  for (const [set, resources] of [
    ['scene', scenes],
    ['variable', variables],
    ['character', characters]
  ] as const) {
    for (const [id, resource] of resources) {
      for (const name of membersOf(resource))
        if (!DERIVED.has(name)) units.set(`${set} ${id} ${name}`, (resource as object as Record<string, unknown>)[name])
    }
  }
  for (const [scene, { map }] of scenes) {
    for (const [id, item] of map) {
      units.set(`place ${id}`, { scene, item: change<MapItem>(item, { io: undefined }) })
      for (const [, slot, to, input] of item.io ?? []) units.set(`connection ${id} ${slot}`, [to, input])
    }
  }
  return units
}

const WORDS: Readonly<Record<string, string>> = { node: 'the content of', place: 'the place of', connection: 'the connection from' }

function unitWords(key: string, documents: readonly ArrowDocument[]): string {
  const [kind = '', id, member] = key.split(' ')
  if (id === undefined) return kind === 'title' ? 'the title of the document' : 'the entry of the document'
  const set = kind === 'scene' ? 'scenes' : kind === 'variable' ? 'variables' : kind === 'character' ? 'characters' : 'nodes'
  const name = documents.map(({ resources }) => resources[set].get(Number(id))?.name).find((one) => one !== undefined)
  return `${WORDS[kind] ?? `“${member ?? ''}” of`} “${name ?? id}”`
}

/** A document with changed values of units. New resources come whole from `to`. */
function applied(ours: ArrowDocument, to: ArrowDocument, changed: ReadonlyMap<string, unknown>): ArrowDocument {
  const draft = new DocumentDraft(ours)
  const keys = [...changed].map(([key, value]) => ({ parts: key.split(' '), value }))
  const of = (kind: string) => keys.filter(({ parts }) => parts[0] === kind)
  for (const kind of ['scene', 'variable', 'character'] as const)
    for (const { parts, value } of of(kind)) putMember(draft, to, kind, Number(parts[1]), parts[2] ?? '', value)
  for (const { parts, value } of of('node')) draft.put('nodes', Number(parts[1]), value as ArrowNode | undefined)
  for (const { parts, value } of of('place')) putPlace(draft, Number(parts[1]), value as { scene: ArrowId; item: MapItem } | undefined)
  for (const { parts, value } of of('connection'))
    putConnection(draft, Number(parts[1]), Number(parts[2]), value as readonly [number, number] | undefined)
  const entry = changed.get('entry')
  const title = changed.get('title')
  draft.set({ ...(typeof entry === 'number' && { entry }), ...(typeof title === 'string' && { title }) })
  return draft.finish()
}

function putMember(
  draft: DocumentDraft,
  to: ArrowDocument,
  kind: 'scene' | 'variable' | 'character',
  id: ArrowId,
  name: string,
  value: unknown
): void {
  const set = `${kind}s` as const
  const theirs = to.resources[set].get(id)
  const here = draft.find(set, id)
  if (!theirs) {
    if (kind === 'scene') draft.removeScene(id)
    else draft.put(set, id, undefined)
  } else if (!here) {
    const fresh =
      kind === 'scene'
        ? change<ArrowScene>(theirs as ArrowScene, { map: new Map(), use: undefined })
        : change<{ use?: readonly ArrowId[] }>(theirs, { use: undefined })
    draft.put(set, id, fresh as never)
  } else draft.put(set, id, change(here, { [name]: value }))
}

function putPlace(draft: DocumentDraft, id: ArrowId, place: { scene: ArrowId; item: MapItem } | undefined): void {
  const home = draft.sceneOf(id)
  const io = home === undefined ? undefined : draft.map(home).get(id)?.io
  if (home !== undefined && home !== place?.scene) draft.putItem(home, id, undefined)
  if (place && draft.find('scenes', place.scene)) draft.putItem(place.scene, id, change(place.item, { io }))
}

function putConnection(draft: DocumentDraft, from: ArrowId, slot: number, end: readonly [number, number] | undefined): void {
  const scene = draft.sceneOf(from)
  const item = scene === undefined ? undefined : draft.map(scene).get(from)
  if (scene === undefined || !item) return
  const rest = (item.io ?? []).filter(([, out]) => out !== slot)
  const io: readonly Connection[] = end ? [...rest, [from, slot, end[0], end[1]]] : rest
  draft.putItem(scene, from, change(item, { io: io.length > 0 ? io : undefined }))
}

/** A document whose counters are past the ids of all three, so that a removed id is never reused. */
function counted(document: ArrowDocument, ...others: readonly ArrowDocument[]): ArrowDocument {
  const authors = new Map(document.meta.authors)
  for (const { meta } of others) {
    for (const [id, [info, seed, ...rest]] of meta.authors ?? []) {
      const ours = authors.get(id)
      if (!ours || ours[1] < seed) authors.set(id, [ours?.[0] ?? info, seed, ...rest])
    }
  }
  return equal([...authors], [...(document.meta.authors ?? [])]) ? document : change(document, { meta: change(document.meta, { authors }) })
}
