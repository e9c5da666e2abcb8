import { own } from '../../../shared/base/json'
import type { FileKind } from '../../../shared/story/layout'
import type { CampaignFile } from '../../../shared/contract/workshop-calls'
import type { TreeRow } from '../../canvas/tree'

/** A row of the tree of files: a folder or a file. */
export interface FileRow extends TreeRow {
  path: string
  isFolder: boolean
  kind?: FileKind | undefined
}

const FIRST = ['world', 'rules', 'direction', 'tests', 'player-notes', 'sessions']

interface Folder {
  folders: Map<string, Folder>
  files: [name: string, file: CampaignFile][]
}

/** The visible rows. `open` tells which folders are open; with a query, all files whose path contains it. */
export function fileRows(files: readonly CampaignFile[], open: Readonly<Record<string, boolean>>, query: string): FileRow[] {
  const wanted = query.trim().toLowerCase()
  const top: Folder = { folders: new Map(), files: [] }
  for (const file of files) {
    if (wanted !== '' && !file.path.toLowerCase().includes(wanted)) continue
    const names = file.path.split('/')
    const name = names.pop() ?? ''
    let at = top
    for (const folder of names) {
      let next = at.folders.get(folder)
      if (!next) at.folders.set(folder, (next = { folders: new Map(), files: [] }))
      at = next
    }
    at.files.push([name, file])
  }
  const rows: FileRow[] = []
  const add = ({ folders, files }: Folder, prefix: string, level: number, above: number | undefined): void => {
    const order = (name: string): number => (level > 1 || !FIRST.includes(name) ? FIRST.length : FIRST.indexOf(name))
    const names = [...folders.keys()].toSorted((a, b) => order(a) - order(b) || byName(a, b))
    const size = names.length + files.length
    const under = above === undefined ? {} : { above }
    names.forEach((name, i) => {
      const path = `${prefix}${name}`
      const isOpen = wanted !== '' || (own(open, path) ?? false)
      const at = rows.length
      rows.push({ key: path, path, label: name, level, open: isOpen, position: i + 1, size, isFolder: true, ...under })
      const inner = folders.get(name)
      if (isOpen && inner) add(inner, `${path}/`, level + 1, at)
    })
    files
      .toSorted(([a], [b]) => byName(a, b))
      .forEach(([name, { path, kind }], i) =>
        rows.push({ key: path, path, label: name, level, position: names.length + i + 1, size, isFolder: false, kind, ...under })
      )
  }
  add(top, '', 1, undefined)
  return rows
}

const { compare: byName } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** The folders above a path, from the top. */
export const foldersAbove = (path: string): string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, i, names) => names.slice(0, i + 1).join('/'))
