import { Menu } from '@base-ui/react/menu'
import { useState, type MouseEvent, type ReactElement } from 'react'
import { command, run } from './commands'
import { anchorAt, MenuItem, MenuPopup } from './Menu'

interface CommandMenuState {
  /** The menu while it is open. */
  menu: ReactElement | null
  /** Opens the menu at the pointer, or at an element for the keyboard. */
  open: (at: MouseEvent | Element) => void
}

/** The menu of a selection: commands with keys. `keys`: those only of the focused list; `about`: the menu's beat, and how to run there. */
export function useCommandMenu(ids: readonly string[], keys: Readonly<Record<string, string>> = {}, about?: MenuBeat): CommandMenuState {
  const [place, setPlace] = useState<{ x: number; y: number }>()
  const open: CommandMenuState['open'] = (at) => {
    if ('preventDefault' in at) at.preventDefault()
    const isPointed = 'clientX' in at && (at.clientX > 0 || at.clientY > 0)
    const box = ('currentTarget' in at ? at.currentTarget : at).getBoundingClientRect()
    setPlace(isPointed ? { x: at.clientX, y: at.clientY } : { x: box.left + 24, y: box.top + 24 })
  }
  return { menu: place ? <CommandMenu {...place} ids={ids} keys={keys} about={about} onClose={() => setPlace(undefined)} /> : null, open }
}

interface MenuBeat {
  at: string | undefined
  run: (id: string) => void
}

interface CommandMenuProps {
  about: MenuBeat | undefined
  x: number
  y: number
  ids: readonly string[]
  keys: Readonly<Record<string, string>>
  onClose: () => void
}

function CommandMenu({ x, y, ids, keys, about, onClose }: CommandMenuProps): ReactElement {
  const [before] = useState(() => document.activeElement)
  return (
    <Menu.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <MenuPopup anchor={anchorAt({ x, y })} align="start" finalFocus={() => (before instanceof HTMLElement ? before : null)}>
        {ids.map((id) => {
          const { label, shortcut = keys[id], when } = command(id)
          return (
            <MenuItem
              key={id}
              label={label}
              shortcut={shortcut}
              disabled={when?.(about?.at) === false}
              onClick={() => queueMicrotask(() => (about?.run ?? run)(id))}
            />
          )
        })}
      </MenuPopup>
    </Menu.Root>
  )
}
