import { useMemo, useState, type MouseEvent, type ReactElement } from 'react'
import { goTo, useSession } from '../session'
import { run } from './commands'
import { useCommandMenu } from './CommandMenu'

/** The commands about the beat at the cursor. */
const COMMANDS = ['continue', 'today.restart', 'today.bring', 'analysis.compare', 'pin'] as const

interface BeatMenuState {
  /** The menu while it is open. */
  menu: ReactElement | null
  /** Opens the menu of a beat at the pointer, or below the element with the focus. The cursor moves only once a command about the beat is chosen. */
  open: (event: MouseEvent, commit: string | undefined) => void
}

const NONE: readonly string[] = []

/** The menu of a beat, for the timeline and the log. `before`: commands that come first, and `runLine` runs them. `before` must stay the same list. */
export function useBeatMenu(before: readonly string[] = NONE, runLine: (id: string) => void = run): BeatMenuState {
  const ids = useMemo(() => [...before, ...COMMANDS], [before])
  const [commit, setCommit] = useState<string>()
  const runHere = (id: string): void => {
    if (before.includes(id)) return runLine(id)
    // At the last beat the window stays in the present.
    if (commit !== undefined) goTo(commit === useSession.getState().present?.head ? undefined : commit)
    run(id)
  }
  const { menu, open } = useCommandMenu(ids, undefined, { at: commit, run: runHere })
  return {
    menu,
    open: (event, at) => {
      setCommit(at)
      open(event)
    }
  }
}
