import { arrange, useSession } from '../../session'
import { slice } from '../../slice'

/** A turn that the user selected in the inspector. It is valid as long as the cursor stays at `at`. */
export type TurnSelection = { kind: 'turn'; id: string; at: string } | { kind: 'live' | 'head'; at: string }

/** Parts of a turn in the inspector. */
export type TurnTab = 'told' | 'said' | 'plan' | 'did' | 'withheld' | 'changed'

interface InspectorState {
  query: string
  /** Lists the turns of this seat only; all seats if absent. */
  seat?: string
  tab: TurnTab
  /** Pieces of a context, by id, that the user folded or unfolded. */
  folds: Readonly<Record<string, boolean>>
  selection?: TurnSelection
  /** Two beats, by commit, that are compared side by side. */
  pair?: readonly [string, string]
}

/** The inspector's slice of the store. */
export const useInspector = slice<InspectorState>('inspecting', { query: '', tab: 'told', folds: {} })

/** Changes the state of the inspector and opens it if it is closed. */
export function openInspector(part: Partial<InspectorState>): void {
  useInspector.set(part)
  if (useSession.getState().desk.view !== 'agents') arrange({ view: 'agents' })
}

/** Ends the comparison of two turns when the cursor moves. Returns a function that removes the listener. */
export const leavePair = (): (() => void) =>
  useSession.subscribe((now, before) => {
    if (now.cursor !== before.cursor && useInspector.get().pair) useInspector.set({ pair: undefined })
  })

let listener: () => void = () => undefined

/** Focuses the search of turns. Does nothing while the list is not visible. */
export const find = (): void => listener()

/** Registers the search field that `find` focuses. Returns a function that unregisters it. */
export function onFocusSearch(focus: () => void): () => void {
  listener = focus
  return () => {
    listener = () => undefined
  }
}
