import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import type { FactUses, GameItem } from '../../shared/contract/language-calls'
import { api } from '../client'
import { focusFirstField } from '../fields/focus-field'
import { problemOf } from '../problem-of'
import { useSession } from '../session'
import { slice } from '../slice'

/** What the view lists. */
export const TABS = ['events', 'facts', 'items', 'tables'] as const
export type StoryTab = (typeof TABS)[number]

interface StoryState {
  tab: StoryTab
  query: string
  /** Whether events and facts are shown as one graph. */
  isGraph: boolean
  /** The ids of the selected rows; the last one is current and has its form beside the view. */
  selected: Readonly<Record<StoryTab, readonly string[]>>
  /** The id of the row whose name is being edited, or `new` while the name of a new one is asked for. */
  naming?: { id: string } | 'new' | undefined
  /** The fact for which another one is asked that takes its place. */
  merging?: string | undefined
  /** Where every fact is set and needed; undefined until it is known. */
  uses?: readonly FactUses[] | undefined
  /** Every item of the game; undefined until they are known. */
  items?: readonly GameItem[] | undefined
  /** Every table of the game; undefined until they are known. */
  tables?: readonly GameItem[] | undefined
  /** Why facts, items or tables couldn't be read at a commit. They are read again at another one, and when this is cleared. */
  unread?: { head: string; message: string } | undefined
}

/** The story's slice of the store. */
export const useStory = slice<StoryState>('story-view', {
  tab: 'events',
  query: '',
  isGraph: false,
  selected: { events: [], facts: [], items: [], tables: [] }
})

/** Shows rows as selected; the last one is current. */
export const select = (tab: StoryTab, ids: readonly string[]): void => useStory.set({ selected: { ...useStory.get().selected, [tab]: ids } })

/** Shows new rows as selected, even if the search would hide them. */
export const selectNew = (tab: StoryTab, ids: readonly string[]): void =>
  flushSync(() => useStory.set({ tab, selected: { ...useStory.get().selected, [tab]: ids }, query: '' }))

/** The current row of the tab in view. */
export const currentRow = ({ tab, selected }: Pick<StoryState, 'tab' | 'selected'> = useStory.get()): string | undefined => selected[tab].at(-1)

/** The list, or the graph in its place. */
export const storyElement = (): HTMLElement | null => document.getElementById('story')

/** Focuses the list. */
export const focusStory = (): void => storyElement()?.focus()

/** Focuses the first field of the form beside the list. */
export const focusForm = (): void => focusFirstField('.story-form')

/** Reads where every fact is set and needed, and items or tables while they are in view, again after every beat. */
export function useReadStory(): void {
  const head = useSession((s) => s.present?.head)
  const isUnread = useStory((s) => s.unread !== undefined && s.unread.head === head)
  const list = useStory((s) => (s.tab === 'items' || s.tab === 'tables' ? s.tab : undefined))
  useEffect(() => {
    if (head === undefined || isUnread) return undefined
    const stop = new AbortController()
    const show = <T>(reading: Promise<T>, shown: (value: T) => object): void =>
      void reading.then(
        (value) => !stop.signal.aborted && useStory.set({ ...shown(value), unread: undefined }),
        (error: unknown) => !stop.signal.aborted && useStory.set({ unread: { head, message: problemOf(error).message } })
      )
    if (list) show(api[list].query(undefined, { signal: stop.signal }), (all) => ({ [list]: all }))
    else show(api.factUses.query({ drafts: {} }, { signal: stop.signal }), (uses) => ({ uses }))
    return () => stop.abort()
  }, [head, isUnread, list])
}
