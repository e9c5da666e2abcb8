import { isId, MAX_AUTHOR, MAX_CHAPTER } from './ids'
import type { JsonMap, JsonTree } from './json/reader'

/** A fault of a tree: its position and one sentence. */
export interface TreeFault {
  readonly path: readonly (string | number)[]
  readonly message: string
}

type Path = readonly (string | number)[]
export const SETS = ['scenes', 'nodes', 'variables', 'characters'] as const
type ResourceSet = (typeof SETS)[number]

/** Returns the first reason why Arrow would refuse to open a migrated tree, or why its parts can't be typed; undefined if there is none. */
export function faultIn(root: JsonMap): TreeFault | undefined {
  for (const name of ['title', 'entry', 'meta', 'resources']) if (!root.has(name)) return { path: [], message: `The document has no “${name}”.` }
  if (typeof root.get('title') !== 'string') return { path: ['title'], message: 'The title must be a text.' }
  return faultInMeta(root.get('meta')) ?? faultInResources(root.get('resources')) ?? faultInEntries(root)
}

function faultInMeta(meta: JsonTree | undefined): TreeFault | undefined {
  const path = ['meta']
  if (!(meta instanceof Map)) return { path, message: 'meta must be an object.' }
  const chapter = meta.get('chapter')
  const epoch = meta.get('epoch')
  if (chapter !== undefined && (typeof chapter !== 'number' || chapter < 0 || chapter > MAX_CHAPTER)) {
    return { path: ['meta', 'chapter'], message: `The chapter must be a whole number from 0 to ${MAX_CHAPTER}.` }
  }
  if (epoch !== undefined && (typeof epoch !== 'number' || epoch <= 0)) {
    return { path: ['meta', 'epoch'], message: 'The epoch must be a number of milliseconds above 0.' }
  }
  if (chapter === undefined && epoch === undefined) return { path, message: 'meta has neither a chapter nor an epoch.' }
  const authors = meta.get('authors')
  if (!(authors instanceof Map) || authors.size === 0) return { path, message: 'meta has no authors, whose counters new ids come from.' }
  for (const [id, author] of authors) {
    if (!isIdKey(id) || Number(id) > MAX_AUTHOR)
      return { path: ['meta', 'authors'], message: `“${id}” is not a number of an author: that is 0 to ${MAX_AUTHOR}.` }
    if (!Array.isArray(author) || typeof author[0] !== 'string' || typeof author[1] !== 'number') {
      return { path: ['meta', 'authors', id], message: 'An author must be a list of a name and the next number.' }
    }
  }
  for (const name of ['editor', 'last_save']) {
    const value = meta.get(name)
    if (value !== undefined && value !== null && typeof value !== 'string') return { path: ['meta', name], message: `${name} must be a text.` }
  }
  return undefined
}

/** Returns the first fault in the four sets of resources. */
export function faultInResources(resources: JsonTree | undefined): TreeFault | undefined {
  if (!(resources instanceof Map)) return { path: ['resources'], message: 'resources must be an object.' }
  for (const set of SETS) if (!(resources.get(set) instanceof Map)) return { path: ['resources'], message: `The resources have no set “${set}”.` }
  for (const [name, set] of resources) {
    if (!isSet(name)) return { path: ['resources', name], message: `“${name}” is no set that Arrow knows; it refuses documents with others.` }
    for (const [id, resource] of set as JsonMap) {
      const path = ['resources', name, id]
      if (!isIdKey(id)) return { path, message: `“${id}” is not an id: that is a whole number from 0 to 2^53 − 1.` }
      if (!(resource instanceof Map)) return { path, message: 'A resource must be an object.' }
      const message = missing(resource, name) ?? CHECKS[name](resource)
      if (message) return typeof message === 'string' ? { path, message } : { path: [...path, ...message.path], message: message.message }
    }
  }
  return undefined
}

const isSet = (name: string): name is ResourceSet => (SETS as readonly string[]).includes(name)
/** Returns whether a name of a member is an id as Arrow writes it. */
export const isIdKey = (name: string): boolean => /^(?:0|[1-9]\d{0,15})$/.test(name) && isId(Number(name))

/** The members without which Arrow refuses a resource. */
export const MANDATORY: Readonly<Record<ResourceSet, readonly string[]>> = {
  scenes: ['name', 'entry', 'map'],
  nodes: ['type', 'name', 'data'],
  variables: ['name', 'type', 'init'],
  characters: ['name', 'color']
}
/** The noun for one resource of each set. */
export const NOUNS: Readonly<Record<ResourceSet, string>> = { scenes: 'scene', nodes: 'node', variables: 'variable', characters: 'character' }

function missing(resource: JsonMap, set: ResourceSet): string | undefined {
  const name = MANDATORY[set].find((member) => !resource.has(member))
  return name === undefined ? undefined : `The ${NOUNS[set]} has no “${name}”.`
}

const text = (of: JsonMap, ...names: string[]): string | undefined => {
  const wrong = names.find((name) => of.has(name) && typeof of.get(name) !== 'string')
  return wrong === undefined ? undefined : `“${wrong}” must be a text.`
}
/** Returns whether a tree is a list of ids. */
export const isIdList = (tree: JsonTree | undefined): tree is number[] =>
  Array.isArray(tree) && tree.every((id) => typeof id === 'number' && isId(id))
const ids = (of: JsonMap, name: string): string | undefined =>
  of.has(name) && !isIdList(of.get(name)) ? `“${name}” must be a list of ids.` : undefined

/** The fault of a resource that has its mandatory members. */
export const CHECKS: Readonly<Record<ResourceSet, (resource: JsonMap) => string | TreeFault | undefined>> = {
  scenes: (scene) =>
    text(scene, 'name', 'notes') ??
    ids(scene, 'use') ??
    (typeof scene.get('entry') === 'number' ? undefined : 'The entry of a scene must be the id of a node.') ??
    (scene.has('macro') && typeof scene.get('macro') !== 'boolean' ? '“macro” must be true or false.' : undefined) ??
    faultInMap(scene.get('map')),
  nodes: (node) =>
    text(node, 'type', 'name', 'notes') ??
    ids(node, 'use') ??
    ids(node, 'ref') ??
    (node.get('data') instanceof Map ? undefined : 'The data of a node must be an object.'),
  variables: (variable) => {
    const type = variable.get('type')
    const init = variable.get('init')
    if (type !== 'num' && type !== 'str' && type !== 'bool') return 'The type of a variable must be num, str or bool.'
    if (!['string', 'number', 'boolean'].includes(typeof init)) return '“init” must be a number, a text, true or false.'
    return text(variable, 'name', 'notes') ?? ids(variable, 'use')
  },
  characters: (character) =>
    text(character, 'name', 'color', 'notes') ??
    ids(character, 'use') ??
    (character.has('tags') && !(character.get('tags') instanceof Map) ? 'The tags of a character must be an object.' : undefined)
}

function faultInMap(map: JsonTree | undefined): string | TreeFault | undefined {
  if (!(map instanceof Map)) return 'The map of a scene must be an object.'
  for (const [id, item] of map) {
    const path: Path = ['map', id]
    if (!isIdKey(id)) return { path, message: `“${id}” is not an id of a node.` }
    if (!(item instanceof Map)) return { path, message: 'An item of a map must be an object.' }
    const message = faultInItem(item)
    if (message) return { path, message }
  }
  return undefined
}

function faultInItem(item: JsonMap): string | undefined {
  if (!isPair(item.get('offset'))) return '“offset” must be a list of two numbers.'
  const io = item.get('io')
  if (io !== undefined && !(Array.isArray(io) && io.every(isConnection))) return '“io” must be a list of connections, each of four numbers.'
  return item.has('skip') && typeof item.get('skip') !== 'boolean' ? '“skip” must be true or false.' : undefined
}

/** Returns whether a tree is a position. */
export const isPair = (tree: JsonTree | undefined): boolean => Array.isArray(tree) && tree.length === 2 && tree.every((n) => typeof n === 'number')
/** Returns whether a tree is a connection: four numbers that can be ids and slots. */
export const isConnection = (tree: JsonTree): boolean =>
  Array.isArray(tree) && tree.length === 4 && tree.every((n) => typeof n === 'number' && isId(n))

function faultInEntries(root: JsonMap): TreeFault | undefined {
  const entry = root.get('entry')
  const nodes = (root.get('resources') as JsonMap).get('nodes') as JsonMap
  if (typeof entry !== 'number' || !nodes.has(String(entry))) return { path: ['entry'], message: 'The entry of the document is not a node of it.' }
  return undefined
}
