import { showPanel, useSession } from '../../session'
import { slice } from '../../slice'
import type { Command } from '../../ui/commands'
import { focusFieldSoon } from '../../fields/focus-field'
import { STORY_FIELDS, type ListKind } from './fields'
import { storyTexts as t } from './texts'

/** The list in the panel, the holder of the beliefs, and the search. */
export const storyList = slice<{ kind: ListKind; who: string | undefined; query: string }>('story', { kind: 'quest', who: undefined, query: '' })

/** Shows an entry of a list in the panel, with its first field focused; among all others if `isAmongAll`, else alone. */
export function showEntry(kind: Exclude<ListKind, 'belief'>, id: string, isAmongAll = false): void {
  storyList.set({ kind, query: isAmongAll ? '' : id })
  showPanel('story')
  focusFieldSoon(`${kind}::${id}/${STORY_FIELDS[kind].find((one) => one.kind === 'text')?.key}`)
}

const open = (): boolean => useSession.getState().present !== undefined

/** A command for each list. */
export const storyCommands: readonly Command[] = (['quest', 'faction', 'relationship', 'thread', 'belief', 'narrative'] as const).map((kind) => ({
  id: `story.${kind}`,
  group: 'World',
  label: `Edit ${t.lists[kind].toLowerCase()}`,
  when: open,
  run: () => {
    storyList.set({ kind, query: '' })
    showPanel('story')
  }
}))
