import { WIZARDS } from '../../shared/contract/wizards'
import { uneditableReason } from '../editing'
import { useSession } from '../session'
import type { Command } from '../ui/commands'
import { discardDraft, isOutside, saveAll, saveFile } from './documents'
import { focusEditor, focusTree } from './focus'
import { draftsForCore } from './live'
import { languageCommands } from './language/commands'
import { PANELS } from './panels'
import { activeFile, goToPanel, isShown, useWorkshop } from './state'
import { closeTab, goToTab, moveActive, reopenTab } from './tabs'
import { workshopTexts } from './texts'
import { askPath, hasRow, isTreeEditable, removeRow } from './tree/change'
import { askWizard, canAdd, useWizard } from './wizards/state'
import { wizardTexts } from './wizards/texts'

const t = workshopTexts.commands
const { group } = t

const hasFile = (): boolean => isShown() && useWorkshop.get().active !== undefined
const isWritable = (): boolean => isShown() && uneditableReason(useSession.getState()) === undefined

/** Keys that apply to the row of the tree while it has the focus. */
const inTree = (focus: Element | null): boolean => focus?.closest('#workshop-tree') != null

/** The commands of the workshop. Their keys are active only while it is in view, except for those of the wizards. */
export const workshopCommands: readonly Command[] = [
  ...languageCommands,
  {
    id: 'workshop.save',
    group,
    label: t.save,
    shortcut: 'mod+s',
    when: isShown,
    run: async () => {
      const { active } = useWorkshop.get()
      const one = activeFile()
      if (active !== undefined && isWritable() && (one?.isDirty || isOutside(active))) await saveFile(active)
    }
  },
  {
    id: 'workshop.saveAll',
    group,
    label: t.saveAll,
    when: () => isWritable() && Object.keys(draftsForCore()).length > 0,
    run: saveAll
  },
  {
    id: 'workshop.discard',
    group,
    label: t.discard,
    when: () => isWritable() && activeFile()?.isDirty === true,
    run: () => {
      const { active } = useWorkshop.get()
      if (active !== undefined) discardDraft(active)
    }
  },
  { id: 'workshop.open', group, label: t.open, shortcut: 'mod+p', when: isShown, run: () => useWorkshop.set({ question: 'open' }) },
  { id: 'workshop.new', group, label: t.new, shortcut: 'insert', heard: inTree, when: isTreeEditable, run: () => askPath('create') },
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
    label: wizardTexts.command(wizardTexts.kinds[what]),
    when: canAdd,
    run: () => askWizard(what)
  })),
  { id: 'workshop.rename', group, label: t.rename, shortcut: 'f2', heard: inTree, when: hasRow, run: () => askPath('move') },
  { id: 'workshop.copy', group, label: t.copy, shortcut: 'shift+insert', heard: inTree, when: hasRow, run: () => askPath('copy') },
  { id: 'workshop.remove', group, label: t.remove, shortcut: 'delete', heard: inTree, when: hasRow, run: removeRow },
  {
    id: 'workshop.close',
    group,
    label: t.close,
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
    label: t.reopen,
    shortcut: 'alt+shift+w',
    when: () => isShown() && useWorkshop.get().closed.length > 0,
    run: reopenTab
  },
  { id: 'workshop.next', group, label: t.next, shortcut: 'alt+pagedown', when: hasFile, run: () => goToTab(1) },
  { id: 'workshop.previous', group, label: t.previous, shortcut: 'alt+pageup', when: hasFile, run: () => goToTab(-1) },
  { id: 'workshop.moveRight', group, label: t.moveRight, shortcut: 'alt+shift+pagedown', when: hasFile, run: () => moveActive(1) },
  { id: 'workshop.moveLeft', group, label: t.moveLeft, shortcut: 'alt+shift+pageup', when: hasFile, run: () => moveActive(-1) },
  { id: 'workshop.tree', group, label: t.focusTree, shortcut: 'alt+1', when: isShown, run: focusTree },
  { id: 'workshop.editor', group, label: t.focusEditor, shortcut: 'alt+2', when: hasFile, run: focusEditor },
  {
    id: 'workshop.dock',
    group,
    label: t.dock,
    shortcut: 'mod+j',
    when: isShown,
    run: () => useWorkshop.set({ isDocked: !useWorkshop.get().isDocked })
  },
  ...PANELS.map(({ id, title, shortcut }) => ({
    id: `workshop.panel.${id}`,
    group,
    label: t.panel(title),
    ...(shortcut === undefined ? {} : { shortcut }),
    when: isShown,
    run: () => goToPanel(id)
  }))
]
