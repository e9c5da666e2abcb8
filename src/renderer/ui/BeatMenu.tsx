import { Menu } from '@base-ui/react/menu'
import { type MouseEvent, type ReactElement, useState } from 'react'
import { goTo, useSession } from '../session'
import { command, run } from './commands'
import { anchorAt, MenuItem, MenuPopup } from './Menu'

/** The commands about the beat at the cursor. */
const COMMANDS = ['continue', 'today.restart', 'today.bring', 'analysis.compare', 'pin'] as const

interface BeatMenuState {
  /** The menu while it is open. */
  menu: ReactElement | null
  /** Moves to a beat and opens its menu at the pointer, or below the element with the focus. */
  open: (event: MouseEvent, commit: string | undefined) => void
}

/** The menu of a beat, for the timeline and the log. */
export function useBeatMenu(): BeatMenuState {
  const [place, setPlace] = useState<{ x: number; y: number }>()
  const open: BeatMenuState['open'] = (event, commit) => {
    event.preventDefault()
    // At the last beat the window stays in the present.
    if (commit !== undefined) goTo(commit === useSession.getState().present?.head ? undefined : commit)
    const box = event.currentTarget.getBoundingClientRect()
    const isPointed = event.clientX > 0 || event.clientY > 0
    setPlace(isPointed ? { x: event.clientX, y: event.clientY } : { x: box.left + 24, y: box.top + 24 })
  }
  return { menu: place ? <BeatMenu {...place} onClose={() => setPlace(undefined)} /> : null, open }
}

function BeatMenu({ x, y, onClose }: { x: number; y: number; onClose: () => void }): ReactElement {
  const [before] = useState(() => document.activeElement)
  return (
    <Menu.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <MenuPopup anchor={anchorAt({ x, y })} align="start" finalFocus={() => (before instanceof HTMLElement ? before : null)}>
        {COMMANDS.map((id) => {
          const { label, shortcut, when } = command(id)
          return <MenuItem key={id} label={label} shortcut={shortcut} disabled={when?.() === false} onClick={() => queueMicrotask(() => run(id))} />
        })}
      </MenuPopup>
    </Menu.Root>
  )
}
