import { fold } from '../../shared/story/names'
import { focusFirstField } from '../fields/focus-field'
import { useSession } from '../session'
import { slice } from '../slice'
import type { CastOrder } from './rows'
import { castTexts } from './texts'

interface CastState {
  query: string
  order: CastOrder
  /** The ids of the selected characters; the last one is current and has its form beside the view. */
  selected: readonly string[]
  /** The id of the character whose name is being edited, or the kind of a new one whose name is asked for. */
  naming?: { id: string } | { kind: 'player' | 'npc' } | undefined
}

/** The cast's slice of the store. */
export const useCast = slice<CastState>('cast', { query: '', order: { by: 'kind', isDown: false }, selected: [] })

/** The current character of the cast, if it exists at the cursor. */
export function currentId(): string | undefined {
  const id = useCast.get().selected.at(-1)
  return id !== undefined && selectedIds().includes(id) ? id : undefined
}

/** The selected characters that exist now. */
export function selectedIds(): readonly string[] {
  const actors = useSession.getState().snapshot?.state.actors ?? {}
  return useCast.get().selected.filter((id) => Object.hasOwn(actors, id))
}

/** What to say about a name that another character than this one has, in whatever capitals; '' if none has. */
export function nameHint(typed: string, id?: string): string {
  const { actors = {} } = useSession.getState().present?.state ?? {}
  const [, other] = Object.entries(actors).find(([one, { name }]) => one !== id && fold(name) === fold(typed.trim())) ?? []
  return other === undefined ? '' : castTexts.sameName(other.name)
}

/** The cards or the table. */
export const castElement = (): HTMLElement | null => document.getElementById('cast')

/** Focuses the cards or the table. */
export const focusCast = (): void => castElement()?.focus()

/** Focuses the first field of the form beside the cast. */
export const focusCharacter = (): void => focusFirstField('.cast-form')
