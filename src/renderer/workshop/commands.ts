import { WIZARDS } from '../../shared/contract/wizards'
import { uneditableReason } from '../editing'
import { arrange, useSession, notify } from '../session'
import type { Command } from '../ui/commands'
import { discardDraft, isOutside, saveAll, saveFile } from './documents'
import { focusEditor, focusTree, cursorPlace } from './focus'
import { draftsForCore } from './live'
import { PANELS } from './panels'
import { replayUnder } from './replay/state'
import { activeFile, goToPanel, isShown, useWorkshop, showPanel } from './state'
import { closeTab, goToTab, moveActive, reopenTab, showFile } from './tabs'
import { askPath, hasRow, isTreeEditable, removeRow } from './tree/change'
import { askWizard, canAdd, useWizard } from './wizards/state'
import { wizardTexts } from './wizards/texts'
import { problemsByFile, useProblems } from './problems/state'
import { askRename, findReferences, nameHere, useSearch } from './search/state'

const group = 'Workshop'

const hasFile = (): boolean => isShown() && useWorkshop.get().active !== undefined
const isWritable = (): boolean => isShown() && uneditableReason(useSession.getState()) === undefined

const languageCommands: readonly Command[] = [
  {
    id: 'workshop.definition',
    group,
    label: 'Go to definition',
    shortcut: 'f12',
    when: hasFile,
    run: async () => {
      const place = (await nameHere())?.definitions[0]
      if (place) await showFile(place.path, place.line, place.column)
    }
  },
  { id: 'workshop.references', group, label: 'Find all references', shortcut: 'shift+f12', when: hasFile, run: findReferences },
  {
    id: 'workshop.renameName',
    group,
    label: 'Rename in all files…',
    shortcut: 'f2',
    when: hasFile,
    // In the tree the key renames the file.
    heard: (focus) => !focus?.closest('.workshop-files'),
    run: async () => {
      if (uneditableReason(useSession.getState()) !== undefined) notify('You can’t rename in the past. Press Back to now first.')
      else await askRename()
    }
  },
  {
    id: 'workshop.search',
    group,
    label: 'Search in files…',
    shortcut: 'mod+shift+f',
    when: isShown,
    run: () => {
      useSearch.set({ references: undefined, focus: useSearch.get().focus + 1 })
      showPanel('search')
    }
  },
  {
    id: 'workshop.nextProblem',
    group,
    label: 'Next problem',
    shortcut: 'alt+f8',
    when: isShown,
    run: async () => {
      const all = problemsByFile(useProblems.get()).flatMap(([, problems]) => problems)
      const { active } = useWorkshop.get()
      const cursor = cursorPlace()
      const isAfter = (path: string, line: number, column: number): boolean =>
        path > (active ?? '') || (path === active && (line > cursor.line || (line === cursor.line && column > cursor.column)))
      const next = all.find(({ path, line, column }) => isAfter(path, line, column)) ?? all[0]
      if (next) await showFile(next.path, next.line, next.column)
    }
  }
]

/** Keys that apply to the row of the tree while it has the focus. */
const inTree = (focus: Element | null): boolean => focus?.closest('#workshop-tree') != null

/** The commands of the workshop. Their keys are active only while it is in view, except for those of the wizards. */
export const workshopCommands: readonly Command[] = [
  ...languageCommands,
  {
    id: 'workshop.save',
    group,
    label: 'Save file',
    shortcut: 'mod+s',
    when: isShown,
    run: async () => {
      const { active } = useWorkshop.get()
      const one = activeFile()
      if (active !== undefined && isWritable() && (one?.isDirty || isOutside(active))) await saveFile(active)
    }
  },
  { id: 'workshop.saveAll', group, label: 'Save all files', when: () => isWritable() && Object.keys(draftsForCore()).length > 0, run: saveAll },
  {
    id: 'workshop.discard',
    group,
    label: 'Discard unsaved changes',
    when: () => isWritable() && activeFile()?.isDirty === true,
    run: () => {
      const { active } = useWorkshop.get()
      if (active !== undefined) discardDraft(active)
    }
  },
  { id: 'workshop.open', group, label: 'Open a file by name…', shortcut: 'mod+p', when: isShown, run: () => useWorkshop.set({ question: 'open' }) },
  { id: 'workshop.new', group, label: 'New file…', shortcut: 'insert', heard: inTree, when: isTreeEditable, run: () => askPath('create') },
  {
    id: 'workshop.wizard',
    group: wizardTexts.group,
    label: wizardTexts.title,
    shortcut: 'alt+n',
    when: canAdd,
    run: () => askWizard(useWizard.get().what)
  },
  ...WIZARDS.map((what) => ({
    id: `workshop.wizard.${what}`,
    group: wizardTexts.group,
    label: `New ${wizardTexts.kinds[what].toLowerCase()}…`,
    when: canAdd,
    run: () => askWizard(what)
  })),
  { id: 'workshop.rename', group, label: 'Rename or move file…', shortcut: 'f2', heard: inTree, when: hasRow, run: () => askPath('move') },
  { id: 'workshop.copy', group, label: 'Duplicate file…', shortcut: 'shift+insert', heard: inTree, when: hasRow, run: () => askPath('copy') },
  { id: 'workshop.remove', group, label: 'Delete file', shortcut: 'delete', heard: inTree, when: hasRow, run: removeRow },
  {
    id: 'workshop.close',
    group,
    label: 'Close tab',
    shortcut: 'alt+w',
    when: hasFile,
    run: () => {
      const { active } = useWorkshop.get()
      if (active !== undefined) closeTab(active)
    }
  },
  {
    id: 'workshop.reopen',
    group,
    label: 'Reopen closed tab',
    shortcut: 'alt+shift+w',
    when: () => isShown() && useWorkshop.get().closed.length > 0,
    run: reopenTab
  },
  { id: 'workshop.next', group, label: 'Next tab', shortcut: 'alt+pagedown', when: hasFile, run: () => goToTab(1) },
  { id: 'workshop.previous', group, label: 'Previous tab', shortcut: 'alt+pageup', when: hasFile, run: () => goToTab(-1) },
  { id: 'workshop.moveRight', group, label: 'Move tab right', shortcut: 'alt+shift+pagedown', when: hasFile, run: () => moveActive(1) },
  { id: 'workshop.moveLeft', group, label: 'Move tab left', shortcut: 'alt+shift+pageup', when: hasFile, run: () => moveActive(-1) },
  { id: 'workshop.tree', group, label: 'Go to the file tree', shortcut: 'alt+1', when: isShown, run: focusTree },
  { id: 'workshop.editor', group, label: 'Go to the editor', shortcut: 'alt+2', when: hasFile, run: focusEditor },
  {
    id: 'workshop.dock',
    group,
    label: 'Show or hide the panels',
    shortcut: 'mod+j',
    when: isShown,
    run: () => useWorkshop.set({ isDocked: !useWorkshop.get().isDocked })
  },
  {
    id: 'today.replay',
    group: 'Time',
    label: 'Replay with today’s world…',
    when: () => useSession.getState().present !== undefined,
    run: () => {
      replayUnder('world')
      arrange({ view: 'workshop' })
      goToPanel('replay')
    }
  },
  ...PANELS.map(({ id, title, shortcut }) => ({
    id: `workshop.panel.${id}`,
    group,
    label: `Show ${title}`,
    ...(shortcut === undefined ? {} : { shortcut }),
    when: isShown,
    run: () => goToPanel(id)
  }))
]
