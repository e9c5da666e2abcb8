import { Problem } from '../../../shared/base/problem'
import { EMPTY_TREE, type TreeEntry, FOLDER, type Oid, byteOrder, sameEntry } from './oid'

export type GitTree = ReadonlyMap<string, TreeEntry>

/** One path that differs between two trees. */
export interface Change {
  path: string
  from?: TreeEntry
  to?: TreeEntry
}

/** Reads a tree by its name. */
export type ReadTree = (oid: Oid) => GitTree

const MAX_TREE_DEPTH = 100
const MAX_TREE_ENTRIES = 1_000_000
/** The maximum length of a file or folder name, in characters. File systems allow 255 bytes. */
const MAX_NAME_LENGTH = 1000

/** Why a tree entry's name must never be written to a disk, as the end of a sentence; undefined if it may. */
export function hostileName(name: string): string | undefined {
  if (name === '' || name === '.' || name === '..') return 'it is empty or dots'
  if (name.length > MAX_NAME_LENGTH) return 'it is longer than any system allows'
  // Most names match this pattern and can't become .git or git~1 in any way. Each beat checks a dozen names.
  if (/^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/.test(name)) return undefined
  if (/[/\\\0]/.test(name)) return 'it contains a slash, a backslash or a NUL'
  // macOS drops some characters and Windows drops some endings, which would turn these names into .git.
  const plain = name
    .replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, '')
    .replace(/:.*$/s, '')
    .replace(/[. ]+$/, '')
    .toLowerCase()
  return plain === '.git' || /^git~\d+$/.test(plain) ? 'git reserves this name' : undefined
}

/** Why a path with slashes can't be a file of a campaign; undefined if it can. */
export function hostilePath(path: string): string | undefined {
  if (path.length > 4000) return 'it is too long'
  for (const name of path.split('/')) {
    const why = hostileName(name)
    if (why) return why
  }
  return undefined
}

/** Throws a Problem `bad-input` for a path that can't be a file of a campaign. */
export function checkTreePath(path: string): void {
  const why = hostilePath(path)
  if (why) throw new Problem('bad-input', `The path ${JSON.stringify(path)} can't be saved, because ${why}.`, { path })
}

/** The entries of a tree object in git's order. Throws a Problem if a name is hostile, duplicated or not UTF-8. */
export function parseTree(body: Buffer, oid: Oid): GitTree {
  const entries = new Map<string, TreeEntry>()
  const bad = (what: string): Problem =>
    new Problem('bad-repository', `A folder in the history can't be used, because ${what}. Don't trust this repository.`, { oid })
  let at = 0
  while (at < body.length) {
    const space = body.indexOf(0x20, at)
    const end = body.indexOf(0, space)
    if (space < 0 || end < 0 || end + 21 > body.length) throw bad('it is damaged')
    const mode = Number.parseInt(body.toString('latin1', at, space), 8)
    const name = body.toString('utf8', space + 1, end)
    if (name.includes('\uFFFD') && Buffer.byteLength(name) !== end - space - 1) throw bad(`the name ${JSON.stringify(name)} is not UTF-8`)
    const why = hostileName(name)
    if (why) throw bad(`the name ${JSON.stringify(name)} is not allowed: ${why}`)
    if (entries.has(name)) throw bad(`it contains the name ${JSON.stringify(name)} twice`)
    entries.set(name, { mode, oid: body.toString('hex', end + 1, end + 21) })
    at = end + 21
  }
  return entries
}

/** The same entries in git's order. */
export function sortTree(entries: GitTree): GitTree {
  const rows = [...entries].map((row) => ({ row, key: byteOrder(row[1].mode === FOLDER ? `${row[0]}/` : row[0]) }))
  if (rows.every(({ key }, i) => i === 0 || (rows[i - 1]?.key ?? '') < key)) return entries
  return new Map(rows.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ row }) => row))
}

/** Encodes a tree object from entries in git's order. */
export function encodeTree(entries: GitTree): Buffer {
  let size = 0
  for (const [name, entry] of entries) size += Buffer.byteLength(name) + entry.mode.toString(8).length + 22
  const bytes = Buffer.allocUnsafe(size)
  let at = 0
  for (const [name, entry] of entries) {
    at += bytes.write(`${entry.mode.toString(8)} ${name}\0`, at)
    at += bytes.write(entry.oid, at, 'hex')
  }
  return bytes
}

/** Every file below a tree, by full path. */
export function flatten(read: ReadTree, tree: Oid, under = ''): Map<string, TreeEntry> {
  if (under === '') return walkFiles(read, tree, '')
  const start = entryAt(read, tree, under)
  return start?.mode === FOLDER ? walkFiles(read, start.oid, `${under}/`) : new Map(start ? [[under, start]] : [])
}

/** Every file below a tree whose path is `prefix`. `known` can provide the files of a folder from another source, so that the folder isn't read. */
export function walkFiles(
  read: ReadTree,
  tree: Oid,
  prefix: string,
  known: (oid: Oid, prefix: string, files: Map<string, TreeEntry>) => boolean = () => false
): Map<string, TreeEntry> {
  const files = new Map<string, TreeEntry>()
  const walk = (oid: Oid, at: string, depth: number): void => {
    if (depth > MAX_TREE_DEPTH || files.size > MAX_TREE_ENTRIES)
      throw new Problem('bad-repository', 'The history has more folders or files than a campaign can have. Open another repository.', { oid })
    if (known(oid, at, files)) return
    for (const [name, entry] of read(oid)) {
      if (entry.mode === FOLDER) walk(entry.oid, `${at}${name}/`, depth + 1)
      else files.set(at + name, entry)
    }
  }
  walk(tree, prefix, 0)
  return files
}

/** The entry at a path of a tree, file or folder. */
export function entryAt(read: ReadTree, tree: Oid, path: string): TreeEntry | undefined {
  let entry: TreeEntry | undefined = { mode: FOLDER, oid: tree }
  for (const name of path.split('/')) {
    if (entry?.mode !== FOLDER) return undefined
    entry = read(entry.oid).get(name)
  }
  return entry
}

/** The files that differ between two trees, in no particular order. Equal folders aren't read. */
export function difference(read: ReadTree, a: Oid, b: Oid): Change[] {
  const changes: Change[] = []
  const side = (entry: TreeEntry | undefined): GitTree => (entry?.mode === FOLDER ? read(entry.oid) : new Map())
  const walk = (from: GitTree, to: GitTree, prefix: string, depth: number): void => {
    if (depth > MAX_TREE_DEPTH || changes.length > MAX_TREE_ENTRIES)
      throw new Problem('bad-repository', 'The history has more folders or files than a campaign can have. Open another repository.')
    for (const name of new Set([...from.keys(), ...to.keys()])) {
      const x = from.get(name)
      const y = to.get(name)
      if (sameEntry(x, y)) continue
      const path = prefix + name
      if (x?.mode === FOLDER || y?.mode === FOLDER) walk(side(x), side(y), `${path}/`, depth + 1)
      const change: Change = { path }
      if (x && x.mode !== FOLDER) change.from = x
      if (y && y.mode !== FOLDER) change.to = y
      if (change.from || change.to) changes.push(change)
    }
  }
  if (a !== b) walk(read(a), read(b), '', 0)
  return changes
}

const NOTHING: GitTree = new Map()

/** Returns whether a map that was derived from another by setting and deleting is certainly in git's order. */
function hasSameOrder(before: GitTree, after: GitTree): boolean {
  if (after.size > before.size) return false
  // A name that changes between file and folder sorts differently.
  for (const [name, { mode }] of after) {
    const was = before.get(name)
    if (was === undefined || (was.mode === FOLDER) !== (mode === FOLDER)) return false
  }
  return true
}

/** Writes the tree that results from setting (or, with null, removing) files in another one. Writes only the folders that contain these files. */
export function withChangedFiles(
  read: ReadTree,
  write: (tree: GitTree, isSorted: boolean) => Oid,
  base: Oid,
  files: ReadonlyMap<string, TreeEntry | null>
): Oid {
  const writeFolder = (oid: Oid | undefined, changes: Map<string, TreeEntry | null>): Oid | undefined => {
    const old = oid === undefined ? NOTHING : read(oid)
    const entries = new Map(old)
    const below = new Map<string, Map<string, TreeEntry | null>>()
    for (const [path, entry] of changes) {
      const slash = path.indexOf('/')
      if (slash < 0) {
        if (entry) entries.set(path, entry)
        else entries.delete(path)
        continue
      }
      const name = path.slice(0, slash)
      const inside = below.get(name) ?? new Map<string, TreeEntry | null>()
      below.set(name, inside.set(path.slice(slash + 1), entry))
    }
    for (const [name, inside] of below) {
      const was = entries.get(name)
      const folder = writeFolder(was?.mode === FOLDER ? was.oid : undefined, inside)
      if (folder !== undefined) entries.set(name, { mode: FOLDER, oid: folder })
      else if (was?.mode === FOLDER) entries.delete(name)
    }
    return entries.size === 0 ? undefined : write(entries, hasSameOrder(old, entries))
  }
  return writeFolder(base === EMPTY_TREE ? undefined : base, new Map(files)) ?? write(NOTHING, true)
}
