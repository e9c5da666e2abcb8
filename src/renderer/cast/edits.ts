import { flushSync } from 'react-dom'
import { editWorld } from '../fields/save-edits'
import { nextAfter } from '../ui/row-selection'
import { focusCast, useCast } from './state'

const select = (selected: readonly string[]): void => flushSync(() => useCast.set({ selected, query: '' }))

/** Creates a character and selects them. */
export async function createCharacter(kind: 'player' | 'npc', name: string): Promise<void> {
  const created = await editWorld([{ op: 'put-character', kind, name }])
  if (created?.[0] !== undefined) select([created[0]])
  focusCast()
}

/** Renames a character; the id stays. */
export const renameCharacter = (id: string, name: string): Promise<unknown> => editWorld([{ op: 'put-character', id, name }])

/** Copies characters as one beat and selects the copies. */
export async function copyCharacters(ids: readonly string[]): Promise<void> {
  const created = await editWorld(ids.map((id) => ({ op: 'copy-character', id })))
  if (created) select(created)
}

/** Removes characters as one beat. The next character in `shown` becomes current. */
export async function removeCharacters(ids: readonly string[], shown: readonly string[]): Promise<void> {
  const next = nextAfter(shown, ids)
  if (await editWorld(ids.map((id) => ({ op: 'remove-character', id })))) select(next === undefined ? [] : [next])
  focusCast()
}
