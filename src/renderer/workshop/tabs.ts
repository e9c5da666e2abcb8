import { own } from '../../shared/base/json'
import type { NoteDraft } from '../../shared/story/ruling'
import { arrange, useSession } from '../session'
import { drafts, readFile } from './documents'
import { askFocus, giveFocus } from './focus'
import { draftOf, dropLiveText } from './live'
import { useWorkshop, type OpenFile } from './state'

const MAX_CLOSED = 50

/** Opens a file in a tab and shows it, at a position if given. Lines and columns count from 1. */
export async function showFile(path: string, line?: number, column = 1): Promise<void> {
  const { tabs, active } = useWorkshop.get()
  const at = active === undefined ? tabs.length : tabs.indexOf(active) + 1
  useWorkshop.set({
    active: path,
    comparison: undefined,
    ...(tabs.includes(path) ? {} : { tabs: tabs.toSpliced(at, 0, path) }),
    ...(line === undefined ? {} : { goal: { path, line, column, focus: askFocus() } })
  })
  remember()
  await readFile(path)
}

/** Opens a new file with a suggested unsaved text. If the designer left an unsaved text at this path, it is shown instead. */
export async function showDraft({ path, text, line, column }: NoteDraft): Promise<void> {
  const isLeft = own(useWorkshop.get().open, path) !== undefined || (await drafts.draftOf(path)) !== undefined
  await (isLeft ? showFile(path, line, column) : showNewFile(path, text, line, column))
}

/** Opens a new file that isn't saved yet: its first save makes it part of the story. */
export async function showNewFile(path: string, text: string, line?: number, column?: number): Promise<void> {
  const { open, broken } = useWorkshop.get()
  const { [path]: _, ...sound } = broken
  dropLiveText(path)
  useWorkshop.set({ broken: sound, open: { ...open, [path]: { path, version: null, saved: '', isDirty: true, draft: text } } })
  await Promise.all([showFile(path, line, column), drafts.put(path, { text, over: null })])
}

/** Opens a file in a tab and focuses the editor, unless the focus moved elsewhere while the file was read. */
export async function editFile(path: string): Promise<void> {
  const request = askFocus()
  await showFile(path)
  requestAnimationFrame(() => giveFocus(request))
}

function remember(): void {
  const { present, desk } = useSession.getState()
  if (!present) return
  const { tabs, active } = useWorkshop.get()
  arrange({ tabs: { ...desk.tabs, [present.campaign.dir]: { paths: [...tabs], ...(active === undefined ? {} : { active }) } } })
}

/** Opens the tabs again that were open when the window was left, and files with unsaved changes; only the one on the screen is read. */
export async function reopenTabs(): Promise<void> {
  const { present, desk } = useSession.getState()
  const last = own(desk.tabs, present?.campaign.dir ?? '')
  const unsaved = await drafts.paths()
  if (useWorkshop.get().tabs.length > 0) return
  const tabs = [...new Set([...(last?.paths ?? []), ...unsaved])]
  const active = last?.active ?? tabs[0]
  useWorkshop.set({ tabs, active })
  if (active !== undefined) await readFile(active)
}

/** Closes a tab. Keeps unsaved changes for the next time the file is opened, unless they are to be discarded. */
export function closeTab(path: string, draft: 'keep' | 'forget' = 'keep'): void {
  const { tabs, active, closed, open, broken, comparison } = useWorkshop.get()
  const at = tabs.indexOf(path)
  if (at < 0) return
  if (draft === 'keep' && draftOf(path) !== undefined) drafts.keepNow(path)
  const left = tabs.toSpliced(at, 1)
  const { [path]: _, ...others } = open
  const { [path]: __, ...sound } = broken
  const next = active === path ? (left[at] ?? left[at - 1]) : active
  useWorkshop.set({
    tabs: left,
    active: next,
    open: others,
    broken: sound,
    closed: [...closed.filter((one) => one !== path), path].slice(-MAX_CLOSED),
    ...(comparison?.path === path ? { comparison: undefined } : {})
  })
  dropLiveText(path)
  remember()
  if (next !== undefined) void readFile(next)
}

/** Reopens the tab that was closed last. */
export function reopenTab(): void {
  const { closed } = useWorkshop.get()
  const path = closed.at(-1)
  if (path === undefined) return
  useWorkshop.set({ closed: closed.slice(0, -1) })
  void showFile(path)
}

/** Shows the tab beside the active one. */
export function goToTab(by: 1 | -1): void {
  const { tabs, active } = useWorkshop.get()
  const next = tabs[(tabs.indexOf(active ?? '') + by + tabs.length) % tabs.length]
  if (next !== undefined) void showFile(next)
}

/** Moves a tab to another position in the row. */
export function moveTab(path: string, to: number): void {
  const { tabs } = useWorkshop.get()
  const others = tabs.filter((one) => one !== path)
  if (others.length === tabs.length) return
  useWorkshop.set({ tabs: others.toSpliced(Math.max(0, Math.min(others.length, to)), 0, path) })
  remember()
}

/** Moves the active tab by one position. */
export function moveActive(by: 1 | -1): void {
  const { tabs, active } = useWorkshop.get()
  if (active !== undefined) moveTab(active, tabs.indexOf(active) + by)
}

/** Updates the tabs after files moved. `moved`: the current states of the open ones, by path. */
export function renameTabs(rename: (path: string) => string, moved: Readonly<Record<string, OpenFile>>): void {
  const { tabs, active, open } = useWorkshop.get()
  const movedTabs = tabs.filter((path) => rename(path) !== path)
  if (movedTabs.length === 0) return
  for (const path of movedTabs) dropLiveText(path)
  useWorkshop.set({
    tabs: tabs.map(rename),
    active: active === undefined ? undefined : rename(active),
    open: { ...Object.fromEntries(Object.entries(open).filter(([path]) => rename(path) === path)), ...moved }
  })
  remember()
  const { active: now } = useWorkshop.get()
  if (now !== undefined) void readFile(now)
}
