import { own } from '../../../shared/json'
import { badName } from '../../../shared/names'
import type { TreeChange } from '../../../shared/workshop-calls'
import { api } from '../../client'
import { savedEdit, uneditableReason } from '../../editing'
import { notifyLinks } from '../../operations'
import { runCall } from '../../run-call'
import { useSession } from '../../session'
import { kept } from '../drafts'
import { draftOf } from '../live'
import { loadFiles } from '../documents'
import { isShown, useWorkshop } from '../state'
import { closeTab, renameTabs, showFile } from '../tabs'
import { workshopTexts } from '../texts'

const t = workshopTexts.naming

/** Whether the files of the tree can be changed now. */
export const isTreeEditable = (): boolean => isShown() && uneditableReason(useSession.getState()) === undefined
/** Whether a row of the tree is chosen that can be renamed, copied or removed. */
export const hasRow = (): boolean => isTreeEditable() && useWorkshop.get().row !== undefined

const isFolder = (path: string): boolean => useWorkshop.get().files?.every((file) => file.path !== path) === true

/** Asks for the path of a new file beside the row, or for another path of the row. */
export function askPath(what: 'create' | 'copy' | 'move'): void {
  const { row = 'world/misc' } = useWorkshop.get()
  const folder = isFolder(row) ? row : row.slice(0, Math.max(0, row.lastIndexOf('/')))
  useWorkshop.set({ naming: { what, path: what === 'create' ? (folder === '' ? '' : `${folder}/`) : row } })
}

/** Why a path can't be given, in one sentence; undefined if it can. */
export function badPath(path: string, from: string | undefined): string | undefined {
  if (path === '' || path.endsWith('/')) return t.missing
  const bad = path
    .split('/')
    .map(badName)
    .find((why) => why !== undefined)
  if (bad !== undefined) return t.bad(bad)
  return path !== from && useWorkshop.get().files?.some((file) => file.path === path) ? t.taken(path) : undefined
}

/** Does what was asked with the path that was written. */
export async function applyPath(written: string): Promise<void> {
  const { naming } = useWorkshop.get()
  const path = written.trim()
  if (!naming || badPath(path, naming.path) !== undefined) return
  useWorkshop.set({ naming: undefined })
  if (naming.what === 'create') return createFile(path)
  if (path === naming.path) return
  await moveOrCopy({ what: naming.what, path: naming.path, to: path })
}

/** Opens a new file that isn't saved yet: its first save makes it part of the story. */
async function createFile(path: string): Promise<void> {
  await kept.put(path, { text: path.endsWith('.md') ? `# ${titleOf(path)}\n` : '', over: null })
  await showFile(path, path.endsWith('.md') ? 2 : 1)
}

const titleOf = (path: string): string => {
  const names = path.replace(/\.md$/, '').split('/')
  return (names.at(-1) === 'ABOUT' ? names.at(-2) : names.at(-1)) ?? ''
}

async function moveOrCopy(change: TreeChange & { what: 'move' | 'copy' }): Promise<void> {
  const { path, to, what } = change
  const moved = (one: string): string => (one === path || one.startsWith(`${path}/`) ? `${to}${one.slice(path.length)}` : one)
  const drafts = Object.values(useWorkshop.get().open).flatMap((one) => {
    const text = draftOf(one.path)
    return text === undefined || moved(one.path) === one.path ? [] : [{ path: one.path, text, over: one.version }]
  })
  if (!(await changeTree(change, what === 'move' ? t.moves(path, to) : t.copies(path, to)))) return
  if (what === 'move') {
    // Unsaved work goes with its file.
    for (const { path: from, ...draft } of drafts) {
      await kept.put(moved(from), draft)
      await kept.forget(from)
    }
    renameTabs(moved)
  } else if (!isFolder(path)) await showFile(to)
  useWorkshop.set({ row: to })
}

/** Removes the row of the tree: a file, or a folder with all its files. Undo brings them back. */
export async function removeRow(): Promise<void> {
  const { row, tabs } = useWorkshop.get()
  if (row === undefined) return
  if (own(useWorkshop.get().open, row)?.version === null) {
    await kept.forget(row)
    closeTab(row, 'forget')
    return
  }
  if (!(await changeTree({ what: 'remove', path: row }, t.removes(row)))) return
  for (const path of tabs) if (path === row || path.startsWith(`${row}/`)) closeTab(path)
  useWorkshop.set({ row: row.includes('/') ? row.slice(0, row.lastIndexOf('/')) : undefined })
}

async function changeTree(change: TreeChange, subject: string): Promise<boolean> {
  const beat = await runCall(() => api.changeFiles.mutate({ change, subject: subject.slice(0, 300) }))
  if (!beat) return false
  await savedEdit(beat)
  if (beat.links) notifyLinks(beat.links)
  await loadFiles()
  return true
}
