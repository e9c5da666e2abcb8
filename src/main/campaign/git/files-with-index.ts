import { type IndexRow, rowOid, rowMode, rowPath, rowPromised, rowStage } from './index-file'
import { type TreeEntry, FOLDER, type Oid, byteOrder, oidOf } from './oid'
import { type ReadTree, walkFiles } from './trees'
import { memoized } from '../../../shared/base/memoized'

/** A folder in the index: the range of its rows, and the id of the tree that they form; undefined if one of the rows can't be in a tree. */
interface Indexed {
  oid: Oid | undefined
  from: number
  to: number
}

/** Every folder of the index by its path with a trailing slash; the top folder has the path ''. Paths are byte strings, as in the index. */
const foldersOf = memoized((rows: readonly IndexRow[]): ReadonlyMap<string, Indexed> => {
  const folders = new Map<string, Indexed>()
  const addFolder = (from: number, prefix: string): Indexed => {
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
        const below = addFolder(at, row.key.slice(0, slash + 1))
        body += `${FOLDER.toString(8)} ${row.key.slice(prefix.length, slash)}\0${Buffer.from(below.oid ?? '', 'hex').toString('latin1')}`
        fits &&= below.oid !== undefined
        at = below.to
      }
    }
    const folder = { oid: fits ? oidOf('tree', Buffer.from(body, 'latin1')) : undefined, from, to: at }
    folders.set(prefix, folder)
    return folder
  }
  addFolder(0, '')
  return folders
})

/** Every file below a tree, like `flatten`. Folders that are the same in the index are taken from the index instead of being read. */
export function filesWithIndex(read: ReadTree, tree: Oid, rows: readonly IndexRow[]): Map<string, TreeEntry> {
  const folders = foldersOf(rows)
  const fromIndex = (oid: Oid, path: string, files: Map<string, TreeEntry>): boolean => {
    const folder = folders.get(byteOrder(path))
    if (folder?.oid !== oid) return false
    for (const row of rows.slice(folder.from, folder.to)) files.set(rowPath(row), { mode: rowMode(row), oid: rowOid(row) })
    return true
  }
  return walkFiles(read, tree, '', fromIndex)
}
