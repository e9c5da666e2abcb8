import { isId, MAX_CHAPTER, nextSeed, partsOf } from './ids'
import type { JsonMap, JsonTree } from './json/reader'

/**
 * Converts the tree of an older document to the present form, in place, as Arrow does on open. Where Arrow misreads version 1, it follows version 1's
 * meaning: colours of markers and frames, dialogs without `playable`, the members of `meta`. Returns one sentence for each kind of change.
 */
export function migrate(root: JsonMap): string[] {
  const done: string[] = []
  const meta = root.get('meta')
  if (!(meta instanceof Map)) return done
  const seed = root.get('next_resource_seed') ?? meta.get('next_resource_seed')
  if (typeof seed === 'number' && seed >= 0) {
    root.delete('next_resource_seed')
    meta.delete('next_resource_seed')
    meta.set('chapter', 0)
    meta.set('authors', new Map([['0', ['Anonymous Contributor', seed]]]))
    done.push('The document is of Arrow 1: its counter of ids became chapter 0 and author 0.')
    done.push(...migrateNodes(root))
  }
  done.push(...migrateMeta(root, meta))
  return done
}

function migrateMeta(root: JsonMap, meta: JsonMap): string[] {
  const done: string[] = []
  if (meta.has('arrow_editor_version')) {
    const version = meta.get('arrow_editor_version') as JsonTree
    if (meta.has('editor')) meta.delete('arrow_editor_version')
    else rename(meta, 'arrow_editor_version', 'editor', version)
    done.push('The version of the editor is called “editor” now.')
  }
  const saved = meta.get('last_save')
  if (saved instanceof Map) {
    meta.set('last_save', timeOf(saved))
    done.push('The time of the last save is a text now.')
  }
  const chapter = meta.get('chapter')
  if (!meta.has('authors') && typeof chapter === 'number' && chapter >= 0 && chapter <= MAX_CHAPTER) {
    meta.set('authors', countersFor(chapter, idsIn(root)))
    done.push('The document has no counters of new ids, as exports for players have none: they were computed from its ids.')
  }
  const authors = meta.get('authors')
  if (authors instanceof Map) {
    const plain = [...authors].filter(([, author]) => typeof author === 'string')
    for (const [id, name] of plain) authors.set(id, [name, meta.has('epoch') ? -1 : 0])
    if (plain.length > 0) done.push('Authors that were only a name have a counter of ids now.')
  }
  return done
}

/** A counter for each author whose ids are in use, and for author 0. */
const countersFor = (chapter: number, ids: readonly number[]): JsonMap =>
  new Map(
    [...new Set([0, ...ids.map(partsOf).flatMap((parts) => (parts.chapter === chapter ? [parts.author] : []))])]
      .sort((a, b) => a - b)
      .map((author) => [String(author), ['Anonymous Contributor', nextSeed(chapter, author, ids)]])
  )

function idsIn(root: JsonMap): number[] {
  const resources = root.get('resources')
  const sets = resources instanceof Map ? [...resources.values()] : []
  return sets
    .flatMap((set) => (set instanceof Map ? [...set.keys()] : []))
    .map(Number)
    .filter(isId)
}

/** Renames a member where it stands. */
function rename(branch: JsonMap, from: string, to: string, value: JsonTree): void {
  const members = [...branch]
  branch.clear()
  for (const [name, old] of members) branch.set(name === from ? to : name, name === from ? value : old)
}

/** The time of version 1 as `YYYY-MM-DD HH:MM:SS` in UTC; null if it has none. */
function timeOf(saved: JsonMap): string | null {
  const utc = saved.get('utc') ?? saved.get('local')
  if (!(utc instanceof Map)) return null
  const part = (name: string, digits = 2): string => {
    const value = utc.get(name)
    return String(typeof value === 'number' ? value : 0).padStart(digits, '0')
  }
  return `${part('year', 4)}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}:${part('second')}`
}

function migrateNodes(root: JsonMap): string[] {
  let colours = 0
  let dialogs = 0
  const resources = root.get('resources')
  const nodes = resources instanceof Map ? resources.get('nodes') : undefined
  for (const node of nodes instanceof Map ? nodes.values() : []) {
    const data = node instanceof Map ? node.get('data') : undefined
    if (!(node instanceof Map) || !(data instanceof Map)) continue
    const type = node.get('type')
    const color = data.get('color')
    if ((type === 'marker' || type === 'frame') && typeof color === 'string' && /^[\da-f]{8}$/i.test(color)) {
      data.set('color', color.slice(2) + color.slice(0, 2))
      colours++
    }
    if (type === 'dialog' && !data.has('playable')) {
      data.set('playable', true)
      dialogs++
    }
  }
  return [
    ...(colours > 0 ? [`The colours of ${counted(colours, 'marker or frame', 'markers and frames')} hold their opacity at the end now.`] : []),
    ...(dialogs > 0 ? [`${counted(dialogs, 'dialog says', 'dialogs say')} now that the player chooses the line, which was the rule of Arrow 1.`] : [])
  ]
}

const counted = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`
