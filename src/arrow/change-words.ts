import type { ArrowDocument, ArrowId, ArrowNode, ArrowResources } from './document'
import { listed } from '../shared/words/labels'
import { dataOf, isNodeType } from './node-types'
import { clipped } from '../shared/words/clipped'

/** The most changes that a message names; it counts the rest. */
const MAX_NAMED = 3
/** Nouns for the node types whose identifiers are not English words. */
const NOUNS: Readonly<Record<string, string>> = {
  user_input: 'user input',
  variable_update: 'variable update',
  macro_use: 'macro use',
  tag_edit: 'tag edit',
  tag_match: 'tag match',
  tag_pass: 'tag pass',
  content: 'content node'
}

/** The changes from one document to another as the subject of a beat: “The storm: added 2 dialogs, edited Elena's line, arranged nodes”. */
export function changeSubject(before: ArrowDocument | undefined, after: ArrowDocument): string {
  const title = after.title.trim() === '' ? 'Untitled scene' : clipped(after.title.trim(), 60)
  return before ? `${title}: ${changeWords(before, after) || 'saved'}` : `Added the scene document ${title}`
}

/** The changes from one document to another in words: “added 2 dialogs, connected nodes”; empty if there are none. */
export function changeWords(before: ArrowDocument, after: ArrowDocument): string {
  const changes = changesIn(before, after)
  const named = changes.slice(0, MAX_NAMED)
  const more = changes.length - named.length
  return `${named.join(', ')}${more > 0 ? ` and ${more} more ${more === 1 ? 'change' : 'changes'}` : ''}`
}

function changesIn(before: ArrowDocument, after: ArrowDocument): string[] {
  const [was, is] = [before.resources, after.resources]
  const added = [...is.nodes].filter(([id]) => !was.nodes.has(id))
  const removed = [...was.nodes].filter(([id]) => !is.nodes.has(id))
  const edited = [...is.nodes].filter(([id, node]) => was.nodes.has(id) && isEdited(was.nodes.get(id), node))
  return [
    ...(before.title === after.title ? [] : [`renamed from ${before.title.trim() || 'untitled'}`]),
    ...named('scene', was.scenes, is.scenes),
    ...counted('added', added),
    ...editedWords(after, edited),
    ...counted('removed', removed),
    ...named('variable', was.variables, is.variables),
    ...named('character', was.characters, is.characters),
    ...mapWords(was, is),
    ...entryWords(was, is),
    ...(before.entry === after.entry ? [] : ['moved the start'])
  ]
}

/** Whether a node was edited. Changes of `use` and `ref` don't count, because they follow from other edits. */
const isEdited = (a: ArrowNode | undefined, b: ArrowNode): boolean => a !== b && (a?.data !== b.data || a.name !== b.name || a.notes !== b.notes)

const noun = (type: string): string => (isNodeType(type) ? (NOUNS[type] ?? type) : 'node')

function counted(verb: string, nodes: readonly (readonly [ArrowId, ArrowNode])[]): string[] {
  const parts = countsOf(nodes.map(([, node]) => node))
  return parts.length === 0 ? [] : [parts.length > MAX_NAMED ? `${verb} ${nodes.length} nodes` : `${verb} ${listed(parts)}`]
}

/** Nodes counted by their types: “2 dialogs and a hub”. */
export const countedNodes = (nodes: readonly ArrowNode[]): string => listed(countsOf(nodes))

function countsOf(nodes: readonly ArrowNode[]): string[] {
  const counts = new Map<string, number>()
  for (const { type } of nodes) counts.set(noun(type), (counts.get(noun(type)) ?? 0) + 1)
  return [...counts].map(([type, n]) =>
    n === 1 ? `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}` : `${n} ${type.replace(/ch$/, 'che').replace(/ss$/, 'sse').replace(/y$/, 'ie')}s`
  )
}

function editedWords({ resources }: ArrowDocument, nodes: readonly (readonly [ArrowId, ArrowNode])[]): string[] {
  const [first, ...rest] = nodes
  if (!first) return []
  if (rest.length > 0) return [`edited ${nodes.length} nodes`]
  const [, node] = first
  const who = resources.characters.get(Number(dataOf(node, 'character')))?.name
  const what = noun(node.type)
  return [
    who !== undefined && (node.type === 'dialog' || node.type === 'monolog')
      ? `edited ${who}'s ${what}`
      : `edited ${/^[aeio]/.test(what) ? 'an' : 'a'} ${what}`
  ]
}

/** The additions, removals, renames and changes among resources with names. */
function named<T extends { name: string }>(what: string, was: ReadonlyMap<ArrowId, T>, is: ReadonlyMap<ArrowId, T>): string[] {
  if (was === is) return []
  const words: string[] = []
  for (const [id, { name }] of is) {
    const before = was.get(id)
    if (!before) words.push(`added the ${what} ${name}`)
    else if (before.name !== name) words.push(`renamed the ${what} ${before.name} to ${name}`)
  }
  for (const [id, { name }] of was) if (!is.has(id)) words.push(`removed the ${what} ${name}`)
  const edited = what === 'scene' ? [] : [...is].filter(([id, one]) => was.has(id) && was.get(id)?.name === one.name && isOther(was.get(id), one))
  return [...words, ...edited.map(([, { name }]) => `edited the ${what} ${name}`)]
}

/** Whether anything but `use` differs. */
function isOther(a: object | undefined, b: object): boolean {
  if (a === b || !a) return false
  const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>]
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].some((key) => key !== 'use' && one[key] !== other[key])
}

/** The scenes whose entry changed. */
const entryWords = (was: ArrowResources, is: ArrowResources): string[] =>
  [...is.scenes].flatMap(([id, { name, entry }]) => (was.scenes.has(id) && was.scenes.get(id)?.entry !== entry ? [`moved the start of ${name}`] : []))

/** The changes in the positions and connections of nodes that both documents have. */
function mapWords(was: ArrowResources, is: ArrowResources): string[] {
  let [moved, connected, skipped] = [false, false, false]
  for (const [id, { map }] of is.scenes) {
    const before = was.scenes.get(id)?.map
    if (!before || before === map) continue
    for (const [node, item] of map) {
      const old = before.get(node)
      if (!old || old === item) continue
      moved ||= old.offset[0] !== item.offset[0] || old.offset[1] !== item.offset[1]
      connected ||= old.io !== item.io
      skipped ||= old.skip !== item.skip
    }
  }
  return [...(connected ? ['changed connections'] : []), ...(skipped ? ['changed skips'] : []), ...(moved ? ['arranged nodes'] : [])]
}
