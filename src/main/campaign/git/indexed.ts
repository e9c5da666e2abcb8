import { type Row, rowOid, rowMode, rowPath, rowPromised, rowStage } from './index-file'
import { type Entry, FOLDER, type Oid, byteOrder, oidOf } from './oid'
import { type ReadTree, walkFiles } from './trees'

/** A folder in the index: its rows, and the tree they form; no tree if one of the rows can't be in a tree. */
interface Indexed {
  oid: Oid | undefined
  from: number
  to: number
}

/** Computed once for each list of rows. */
const known = new WeakMap<readonly Row[], ReadonlyMap<string, Indexed>>()

/** Every folder of the index by its path with a trailing slash, '' for the top. Paths are byte strings, as in the index. */
function foldersOf(rows: readonly Row[]): ReadonlyMap<string, Indexed> {
  const before = known.get(rows)
  if (before) return before
  const folders = new Map<string, Indexed>()
  const fold = (from: number, prefix: string): Indexed => {
    let body = ''
    let fits = true
    let at = from
    for (;;) {
      const row = rows[at]
      if (!row?.key.startsWith(prefix)) break
      const slash = row.key.indexOf('/', prefix.length)
      if (slash < 0) {
        body += `${rowMode(row).toString(8)} ${row.key.slice(prefix.length)}\0${Buffer.from(rowOid(row), 'hex').toString('latin1')}`
        fits &&= rowStage(row) === 0 && !rowPromised(row)
        at++
      } else {
        const below = fold(at, row.key.slice(0, slash + 1))
        body += `${FOLDER.toString(8)} ${row.key.slice(prefix.length, slash)}\0${Buffer.from(below.oid ?? '', 'hex').toString('latin1')}`
        fits &&= below.oid !== undefined
        at = below.to
      }
    }
    const folder = { oid: fits ? oidOf('tree', Buffer.from(body, 'latin1')) : undefined, from, to: at }
    folders.set(prefix, folder)
    return folder
  }
  fold(0, '')
  known.set(rows, folders)
  return folders
}

/** Every file below a tree, like `flatten`. Folders that the index has unchanged are taken from it and not read. */
export function filesBeside(read: ReadTree, tree: Oid, rows: readonly Row[]): Map<string, Entry> {
  const folders = foldersOf(rows)
  const fromIndex = (oid: Oid, path: string, files: Map<string, Entry>): boolean => {
    const folder = folders.get(byteOrder(path))
    if (folder?.oid !== oid) return false
    for (const row of rows.slice(folder.from, folder.to)) files.set(rowPath(row), { mode: rowMode(row), oid: rowOid(row) })
    return true
  }
  return walkFiles(read, tree, '', fromIndex)
}
