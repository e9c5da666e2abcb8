import { uneditableReason } from '../../editing'
import { notify, useSession } from '../../session'
import type { Command } from '../../ui/commands'
import { cursorPlace } from '../focus'
import { showFile } from '../tabs'
import { isShown, showPanel, useWorkshop } from '../state'
import { problemsByFile, useProblems } from '../problems/state'
import { askRename, findReferences, nameHere, useSearch } from '../search/state'
import { workshopTexts } from '../texts'
const { group } = workshopTexts.commands

const hasFile = (): boolean => isShown() && useWorkshop.get().active !== undefined

/** The commands about names, search and problems in files. */
export const languageCommands: readonly Command[] = [
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
