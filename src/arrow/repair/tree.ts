import { isId, nextSeed, partsOf } from '../ids'
import type { JsonMap, JsonTree } from '../json/reader'
import { CHECKS, isConnection, isIdKey, isIdList, isPair, MANDATORY, SETS } from '../validate'

/** Records a repair in one sentence; equal ones are counted. */
export type Note = (sentence: string) => void

const isBranch = (tree: JsonTree | undefined): tree is JsonMap => tree instanceof Map

/** Adds everything that Arrow requires to a tree, in place. Removes values that can't be resources. */
export function repairTree(root: JsonMap, note: Note): void {
  if (typeof root.get('title') !== 'string') {
    root.set('title', 'Untitled')
    note('The document got a title.')
  }
  const resources = root.get('resources')
  const sets: JsonMap = isBranch(resources) ? resources : new Map<string, JsonTree>()
  if (sets !== resources) {
    root.set('resources', sets)
    note('The document got its missing resources.')
  }
  for (const name of sets.keys()) {
    if ((SETS as readonly string[]).includes(name)) continue
    sets.delete(name)
    note(`The set “${name}”, which Arrow doesn’t know, was left out.`)
  }
  for (const name of SETS) repairSet(sets, name, note)
  repairMeta(root, sets, note)
}

function repairSet(sets: JsonMap, name: (typeof SETS)[number], note: Note): void {
  const set = sets.get(name)
  if (!isBranch(set)) {
    sets.set(name, new Map<string, JsonTree>())
    note(`The set of ${name} was missing.`)
    return
  }
  for (const [id, resource] of set) {
    if (!isIdKey(id) || !isBranch(resource)) {
      set.delete(id)
      note(`“${id}” among the ${name} was left out, because it is not a resource.`)
      continue
    }
    if (repairResource(name, id, resource)) note(`A member of ${name} ${id} was corrected.`)
    if (CHECKS[name](resource) === undefined) continue
    set.delete(id)
    note(`“${id}” among the ${name} was left out, because it can’t be read.`)
  }
}

const DEFAULTS: Readonly<Record<(typeof SETS)[number], Readonly<Record<string, (id: string) => JsonTree>>>> = {
  scenes: { name: (id) => `scene_${Number(id).toString(36)}`, entry: () => -1, map: () => new Map<string, JsonTree>() },
  nodes: { type: () => 'marker', name: (id) => Number(id).toString(36), data: () => new Map<string, JsonTree>() },
  variables: { name: (id) => `var_${Number(id).toString(36)}`, type: () => 'str', init: () => '' },
  characters: { name: (id) => `char_${Number(id).toString(36)}`, color: () => 'ffffff' }
}
const TEXTS = ['name', 'notes', 'type', 'color']

/** Corrects the members of a resource; returns whether any needed it. */
function repairResource(set: (typeof SETS)[number], id: string, resource: JsonMap): boolean {
  let changed = false
  const put = (name: string, value: JsonTree | undefined): void => {
    if (value === undefined) resource.delete(name)
    else resource.set(name, value)
    changed = true
  }
  for (const name of MANDATORY[set])
    if (!resource.has(name)) put(name, name === 'type' && set === 'variables' ? typeOf(resource.get('init')) : (DEFAULTS[set][name]?.(id) ?? ''))
  for (const name of TEXTS) {
    const value = resource.get(name)
    if (value === undefined || typeof value === 'string') continue
    put(name, typeof value === 'number' || typeof value === 'boolean' ? String(value) : DEFAULTS[set][name]?.(id))
  }
  // Both lists are recomputed afterwards.
  for (const name of ['use', 'ref']) if (resource.has(name) && !isIdList(resource.get(name))) put(name, undefined)
  if (set === 'nodes' && !isBranch(resource.get('data'))) put('data', new Map<string, JsonTree>())
  if (set === 'characters' && resource.has('tags') && !isBranch(resource.get('tags'))) put('tags', undefined)
  if (set === 'variables') {
    const type = resource.get('type')
    const known = type === 'num' || type === 'str' || type === 'bool' ? type : typeOf(resource.get('init'))
    if (known !== type) put('type', known)
    if (typeof resource.get('init') === 'object') put('init', { num: 0, str: '', bool: false }[known])
  }
  if (set === 'scenes') changed = repairMap(resource) || changed
  return changed
}

const typeOf = (init: JsonTree | undefined): 'num' | 'str' | 'bool' => (typeof init === 'number' ? 'num' : typeof init === 'boolean' ? 'bool' : 'str')

function repairMap(scene: JsonMap): boolean {
  let changed = false
  if (typeof scene.get('entry') !== 'number') scene.set('entry', -1)
  if (scene.has('macro') && typeof scene.get('macro') !== 'boolean') scene.set('macro', Boolean(scene.get('macro')))
  const map = scene.get('map')
  if (!isBranch(map)) {
    scene.set('map', new Map<string, JsonTree>())
    return true
  }
  for (const [id, item] of map) {
    if (!isIdKey(id) || !isBranch(item)) {
      map.delete(id)
      changed = true
      continue
    }
    if (!isPair(item.get('offset'))) {
      item.set('offset', [100, 100])
      changed = true
    }
    const io = item.get('io')
    if (io !== undefined && !(Array.isArray(io) && io.every(isConnection))) {
      const rest = Array.isArray(io) ? io.filter(isConnection) : []
      if (rest.length > 0) item.set('io', rest)
      else item.delete('io')
      changed = true
    }
    if (item.has('skip') && typeof item.get('skip') !== 'boolean') {
      item.set('skip', Boolean(item.get('skip')))
      changed = true
    }
  }
  return changed
}

/** Rebuilds the counters for new ids from the existing ids. */
function repairMeta(root: JsonMap, sets: JsonMap, note: Note): void {
  let meta = root.get('meta')
  if (!isBranch(meta)) {
    meta = new Map<string, JsonTree>()
    root.set('meta', meta)
    note('The document got its missing meta.')
  }
  const ids = SETS.flatMap((name) => [...(sets.get(name) as JsonMap).keys()].map(Number)).filter(isId)
  const epoch = meta.get('epoch')
  if (epoch !== undefined && (typeof epoch !== 'number' || epoch <= 0)) meta.delete('epoch')
  const chapter = meta.get('chapter')
  const isChapter = typeof chapter === 'number' && chapter >= 0 && chapter <= 1023
  if (!isChapter && (chapter !== undefined || !meta.has('epoch'))) {
    meta.set('chapter', Math.max(0, ...ids.map((id) => partsOf(id).chapter)))
    note('The chapter was found out from the ids.')
  }
  for (const name of ['editor', 'last_save']) {
    const value = meta.get(name)
    if (value !== undefined && value !== null && typeof value !== 'string') meta.set(name, name === 'editor' ? '' : null)
  }
  repairAuthors(meta, ids, note)
}

function repairAuthors(meta: JsonMap, ids: readonly number[], note: Note): void {
  const chapter = Number(meta.get('chapter') ?? 0)
  const old = meta.get('authors')
  const authors: JsonMap = new Map<string, JsonTree>()
  let changed = !isBranch(old)
  for (const [id, author] of isBranch(old) ? old : []) {
    const [info, seed] = Array.isArray(author) ? author : [author, undefined]
    if (!isIdKey(id) || Number(id) > 63) changed = true
    else if (Array.isArray(author) && typeof info === 'string' && typeof seed === 'number') authors.set(id, author)
    else {
      authors.set(id, [typeof info === 'string' ? info : 'Anonymous Contributor', 0])
      changed = true
    }
  }
  if (authors.size === 0) {
    authors.set('0', ['Anonymous Contributor', 0])
    changed = true
  }
  if (!meta.has('epoch')) {
    for (const [id, author] of authors) {
      const next = nextSeed(chapter, Number(id), ids)
      if (!Array.isArray(author) || Number(author[1]) >= next) continue
      authors.set(id, [author[0] ?? '', next, ...author.slice(2)])
      changed = true
    }
  }
  if (!changed) return
  meta.set('authors', authors)
  note('The counters of new ids were set past the largest id.')
}
