import { own } from '../../../shared/base/json'
import { badName } from '../../../shared/story/names'
import type { TreeChange } from '../../../shared/contract/workshop-calls'
import { api } from '../../client'
import { savedEdit, uneditableReason } from '../../editing'
import { notifyLinks } from '../../operations'
import { runCall } from '../../run-call'
import { useSession } from '../../session'
import { draftOf } from '../live'
import { changeInOrder, drafts, loadFiles } from '../documents'
import { focusTree } from '../focus'
import { isShown, listedFiles, useWorkshop } from '../state'
import { closeTab, renameTabs, showFile, showNewFile } from '../tabs'
import { clipped } from '../../../shared/words/clipped'
/** Whether the files of the tree can be changed now. */
export const isTreeEditable = (): boolean => isShown() && uneditableReason(useSession.getState()) === undefined
/** Whether a row of the tree is selected that can be renamed, copied or removed. */
export const hasRow = (): boolean => isTreeEditable() && useWorkshop.get().row !== undefined

const isFolder = (path: string): boolean => listedFiles()?.every((file) => file.path !== path) === true
const isUnder = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)
/** Whether a path, or anything in a folder, was ever saved: new files are only in the editor. */
const isSaved = (path: string): boolean => {
  const { files, open } = useWorkshop.get()
  return files?.some((one) => isUnder(one.path, path)) === true || Object.values(open).some((one) => isUnder(one.path, path) && one.version !== null)
}

/** Asks for the path of a new file beside the row, or for another path of the row. */
export function askPath(what: 'create' | 'copy' | 'move'): void {
  const { row = 'world/misc' } = useWorkshop.get()
  const folder = isFolder(row) ? row : row.slice(0, Math.max(0, row.lastIndexOf('/')))
  useWorkshop.set({ naming: { what, path: what === 'create' ? (folder === '' ? '' : `${folder}/`) : row } })
}

/** One sentence that says why a path is invalid; undefined if it is valid. */
export function badPath(path: string, from: string | undefined): string | undefined {
  if (path === '' || path.endsWith('/')) return 'Enter a path that ends with a name, such as world/misc/mill.md.'
  const bad = path
    .split('/')
    .map(badName)
    .find((why) => why !== undefined)
  if (bad !== undefined) return `This path can’t be used, because ${bad}.`
  return path !== from && listedFiles()?.some((file) => file.path === path) ? `${path} already exists.` : undefined
}

/** Runs the requested change with the entered path. */
export async function applyPath(written: string): Promise<void> {
  const { naming } = useWorkshop.get()
  const path = written.trim()
  if (!naming || badPath(path, naming.path) !== undefined) return
  useWorkshop.set({ naming: undefined })
  const { what } = naming
  if (what === 'create') return showNewFile(path, path.endsWith('.md') ? `# ${titleOf(path)}\n` : '', path.endsWith('.md') ? 2 : 1)
  focusTree()
  if (path === naming.path) return
  await changeInOrder(() => moveOrCopy({ what, path: naming.path, to: path }))
}

const titleOf = (path: string): string => {
  const names = path.replace(/\.md$/, '').split('/')
  return (names.at(-1) === 'ABOUT' ? names.at(-2) : names.at(-1)) ?? ''
}

async function moveOrCopy(change: TreeChange & { what: 'move' | 'copy' }): Promise<void> {
  const { path, to, what } = change
  const moved = (one: string): string => (isUnder(one, path) ? `${to}${one.slice(path.length)}` : one)
  const isFile = !isFolder(path)
  const isNew = !isSaved(path)
  const before = Object.values(useWorkshop.get().open).filter((one) => isUnder(one.path, path))
  if (!isNew && !(await changeTree(change, what === 'move' ? `Moved ${path} to ${to}` : `Copied ${path} to ${to}`))) return
  // Unsaved changes move with their file.
  const carried = before.map((one) => ({ from: one.path, file: { ...one, path: moved(one.path), draft: draftOf(one.path) } }))
  if (what === 'move') {
    for (const { from, file } of carried) {
      if (file.draft !== undefined) await drafts.put(file.path, { text: file.draft, over: file.version })
      await drafts.forget(from)
    }
    renameTabs(moved, Object.fromEntries(carried.map(({ file }) => [file.path, file])))
  } else if (isNew) for (const { file } of carried) await showNewFile(file.path, file.draft ?? '')
  else if (isFile) await showFile(to)
  useWorkshop.set({ row: to })
}

/** Removes the row of the tree: a file, or a folder with all its files. Undo restores them. */
export const removeRow = (): Promise<void> => {
  const { row } = useWorkshop.get()
  return changeInOrder(() => remove(row))
}

async function remove(row: string | undefined): Promise<void> {
  // The previous change may have removed it.
  if (row === undefined || listedFiles()?.every(({ path }) => !isUnder(path, row))) return
  const { tabs, open } = useWorkshop.get()
  if (isSaved(row) && !(await changeTree({ what: 'remove', path: row }, `Removed ${row}`))) return
  for (const path of tabs) {
    if (!isUnder(path, row)) continue
    const isNew = own(open, path)?.version === null
    if (isNew) await drafts.forget(path)
    closeTab(path, isNew ? 'forget' : 'keep')
  }
  if (useWorkshop.get().row === row) useWorkshop.set({ row: row.includes('/') ? row.slice(0, row.lastIndexOf('/')) : undefined })
}

async function changeTree(change: TreeChange, subject: string): Promise<boolean> {
  const beat = await runCall(() => api.changeFiles.mutate({ change, subject: clipped(subject, 300) }))
  if (!beat) return false
  await savedEdit(beat)
  if (beat.links) notifyLinks(beat.links)
  await loadFiles()
  return true
}
