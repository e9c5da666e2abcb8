import { useMemo } from 'react'
import { own } from '../../shared/base/json'
import type { ProblemData } from '../../shared/base/problem'
import type { CampaignFile } from '../../shared/contract/workshop-calls'
import type { EditedFile } from '../edited-files'
import { useSession, type Session } from '../session'
import { slice } from '../slice'
import { FIRST_PANEL } from './panels'

/** A file that is open in the workshop. Its unsaved text is in the editor (`live.ts`). */
export interface OpenFile extends EditedFile<string> {
  isDirty: boolean
  /** An initial unsaved text, before an editor shows the file. */
  draft?: string | undefined
}

/** The comparison in place of the editor: the differences to a commit, or the three versions of a file that changed on both sides. */
export type OpenComparison = { what: 'commit'; path: string; commit: string; label: string } | { what: 'three'; path: string }

interface WorkshopState {
  files?: readonly CampaignFile[] | undefined
  problem?: string | undefined
  /** The paths of the open files, in the order of their tabs. */
  tabs: readonly string[]
  active?: string | undefined
  /** Closed tabs, the most recent last. */
  closed: readonly string[]
  open: Readonly<Record<string, OpenFile>>
  broken: Readonly<Record<string, ProblemData>>
  /** A position that the editor is about to show; `focus`: the number of the focus request that belongs to it. */
  goal?: { path: string; line: number; column: number; focus: number } | undefined
  /** Counts the edits of all files, at most a few times a second: whatever depends on unsaved texts follows it. */
  edits: number
  comparison?: OpenComparison | undefined
  isDocked: boolean
  panel: string
  /** Whether the panel takes the focus when it is rendered: in the editor, Tab types into the text. */
  isPanelWanted: boolean
  /** The focused row of the tree: a file or a folder. */
  row?: string | undefined
  folds: Readonly<Record<string, boolean>>
  /** The path input that is open, for a new file or in place of the row's path. */
  naming?: { what: 'create' | 'copy' | 'move'; path: string } | undefined
  saving: readonly string[]
  question?: 'open' | undefined
}

export const useWorkshop = slice<WorkshopState>('workshop', {
  tabs: [],
  closed: [],
  open: {},
  broken: {},
  edits: 0,
  isDocked: false,
  panel: FIRST_PANEL,
  isPanelWanted: false,
  folds: { world: true },
  saving: []
})

/** Changes fields of an open file. */
export function putFile(path: string, part: Partial<OpenFile>): void {
  const { open } = useWorkshop.get()
  const one = own(open, path)
  if (one) useWorkshop.set({ open: { ...open, [path]: { ...one, ...part } } })
}

/** Shows a panel below the editor. The editor keeps the focus. */
export const showPanel = (panel: string): void => useWorkshop.set({ isDocked: true, panel })

/** Shows a panel below the editor and focuses it. */
export const goToPanel = (panel: string): void => useWorkshop.set({ isDocked: true, panel, isPanelWanted: true })

/** The file in view, with its path; undefined while there is none. */
export const activeFile = ({ active, open }: WorkshopState = useWorkshop.get()): OpenFile | undefined =>
  active === undefined ? undefined : own(open, active)

/** The files of the campaign, with those of tabs that were created or saved since they were listed; in the past, only the files of that time. */
export function listedFiles(
  { files, tabs, broken }: Pick<WorkshopState, 'files' | 'tabs' | 'broken'> = useWorkshop.get(),
  { cursor }: Pick<Session, 'cursor'> = useSession.getState()
): readonly CampaignFile[] | undefined {
  if (!files || cursor !== undefined) return files
  const listed = new Set(files.map(({ path }) => path))
  const others = tabs.filter((path) => !listed.has(path) && !Object.hasOwn(broken, path))
  return others.length === 0 ? files : [...files, ...others.map((path) => ({ path }))]
}

/** The same in a component. */
export function useListedFiles(): readonly CampaignFile[] | undefined {
  const files = useWorkshop((s) => s.files)
  const tabs = useWorkshop((s) => s.tabs)
  const broken = useWorkshop((s) => s.broken)
  const cursor = useSession((s) => s.cursor)
  return useMemo(() => listedFiles({ files, tabs, broken }, cursor === undefined ? {} : { cursor }), [files, tabs, broken, cursor])
}

/** Whether the workshop is in view. */
export const isShown = (): boolean => {
  const { present, desk, coverView } = useSession.getState()
  return present !== undefined && desk.view === 'workshop' && coverView === undefined
}
