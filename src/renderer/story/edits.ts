import { flushSync } from 'react-dom'
import { api } from '../client'
import { ifEditable, savedEdit } from '../editing'
import { editWorld } from '../fields/save-edits'
import { runCall } from '../run-call'
import { useSession } from '../session'
import { focusStory, useStory } from './state'

const select = (event: string | undefined): void => flushSync(() => useStory.set({ event, query: '' }))

/** Creates a story event and selects it. */
export async function createEvent(title: string): Promise<void> {
  const created = await editWorld([{ op: 'put-event', title }])
  if (created?.[0] !== undefined) select(created[0])
  focusStory()
}

/** Changes the title of a story event; the id stays. */
export const retitleEvent = (id: string, title: string): Promise<unknown> => editWorld([{ op: 'put-event', id, title }])

/** Copies a story event and selects the copy. */
export async function copyEvent(id: string): Promise<void> {
  const created = await editWorld([{ op: 'copy-event', id }])
  if (created?.[0] !== undefined) select(created[0])
}

/** Removes a story event; its neighbour is selected. */
export async function removeEvent(id: string): Promise<void> {
  const ids = useSession.getState().present?.lore.story.map((event) => event.id) ?? []
  const at = ids.indexOf(id)
  if (await editWorld([{ op: 'remove-event', id }])) select(ids[at + 1] ?? ids[at - 1])
}

/** Moves a story event before another one, or to the end. */
export const moveEvent = (id: string, before: string | undefined): Promise<unknown> =>
  editWorld([{ op: 'move-event', id, ...(before === undefined ? {} : { before }) }])

/** Moves a story event one position up or down. */
export function stepEvent(id: string, by: 1 | -1): void {
  const ids = useSession.getState().present?.lore.story.map((event) => event.id) ?? []
  const at = ids.indexOf(id)
  const to = at + by
  if (at >= 0 && to >= 0 && to < ids.length) void moveEvent(id, ids[by < 0 ? to : to + 1])
}

/** Renames a fact everywhere. */
export const renameFact = (id: string, to: string): Promise<unknown> =>
  ifEditable(async () => {
    const beat = await runCall(() => api.renameName.mutate({ kind: 'fact', id, to, possible: false, drafts: {} }))
    if (!beat) return
    await savedEdit(beat)
    useStory.set({ fact: to })
  })
