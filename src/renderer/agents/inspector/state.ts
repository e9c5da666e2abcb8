import { arrange, useSession } from '../../session'
import { slice } from '../../slice'

/** What the reader picked in the inspector besides moving the cursor; it holds as long as the cursor stays at `at`. */
export type Picked = { kind: 'turn'; id: string; at: string } | { kind: 'live' | 'head'; at: string }

/** Parts of a turn in the inspector. */
export type TurnTab = 'told' | 'said' | 'did' | 'withheld' | 'changed'

/** How the inspector is being looked at: lasts as long as the window, so that another view can be visited in between. */
export interface Inspecting {
  /** What is searched for, as it was typed. */
  query: string
  /** Whose turns are listed; everybody's when absent. */
  seat?: string
  tab: TurnTab
  /** Pieces of a context, by id, that were folded or unfolded by hand. */
  folds: Readonly<Record<string, boolean>>
  picked?: Picked
  /** Two beats, by commit, that are looked at side by side. */
  pair?: readonly [string, string]
}

/** How turns are looked at. */
export const useInspecting = slice<Inspecting>('inspecting', { query: '', tab: 'told', folds: {} })

/** Looks at turns in another way, and opens the inspector where it is not open. */
export function lookAt(part: Partial<Inspecting>): void {
  useInspecting.set(part)
  if (useSession.getState().desk.view !== 'agents') arrange({ view: 'agents' })
}

/** Leaves two turns side by side when another beat is looked at. Returns how to stop. */
export const leavePair = (): (() => void) =>
  useSession.subscribe((now, before) => {
    if (now.cursor !== before.cursor && useInspecting.get().pair) useInspecting.set({ pair: undefined })
  })
