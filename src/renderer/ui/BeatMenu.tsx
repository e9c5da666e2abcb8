import { useMemo, type MouseEvent, type ReactElement } from 'react'
import { goTo, useSession } from '../session'
import { useCommandMenu } from './CommandMenu'

/** The commands about the beat at the cursor. */
const COMMANDS = ['continue', 'today.restart', 'today.bring', 'analysis.compare', 'pin'] as const

interface BeatMenuState {
  /** The menu while it is open. */
  menu: ReactElement | null
  /** Moves to a beat and opens its menu at the pointer, or below the element with the focus. */
  open: (event: MouseEvent, commit: string | undefined) => void
}

const NONE: readonly string[] = []

/** The menu of a beat, for the timeline and the log. `before`: commands that come first. It must be the same list on every render. */
export function useBeatMenu(before: readonly string[] = NONE): BeatMenuState {
  const ids = useMemo(() => [...before, ...COMMANDS], [before])
  const { menu, open } = useCommandMenu(ids)
  return {
    menu,
    open: (event, commit) => {
      // At the last beat the window stays in the present.
      if (commit !== undefined) goTo(commit === useSession.getState().present?.head ? undefined : commit)
      open(event)
    }
  }
}
