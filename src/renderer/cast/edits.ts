import { flushSync } from 'react-dom'
import { own } from '../../shared/base/json'
import { editWorld } from '../fields/save-edits'
import { useSession } from '../session'
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

/** Copies the selected characters as one beat and selects the copies. */
export async function copySelected(): Promise<void> {
  const ids = selectedNow()
  if (ids.length === 0) return
  const created = await editWorld(ids.map((id) => ({ op: 'copy-character', id })))
  if (created) select(created)
}

/** Removes the selected characters as one beat. The next character in `shown` becomes current. */
export async function removeSelected(shown: readonly string[]): Promise<void> {
  const ids = selectedNow()
  if (ids.length === 0) return
  const next = nextAfter(shown, ids)
  if (await editWorld(ids.map((id) => ({ op: 'remove-character', id })))) select(next === undefined ? [] : [next])
}

/** The neighbour of removed characters: the next one that stays, else the one before. */
function nextAfter(shown: readonly string[], removed: readonly string[]): string | undefined {
  const at = shown.indexOf(removed.at(-1) ?? '')
  const stays = (id: string): boolean => !removed.includes(id)
  return shown.slice(at + 1).find(stays) ?? shown.slice(0, Math.max(0, at)).findLast(stays)
}

function selectedNow(): string[] {
  const actors = useSession.getState().present?.state.actors
  return useCast.get().selected.filter((id) => own(actors, id) !== undefined)
}
