import { Menu } from '@base-ui/react/menu'
import type { ReactElement } from 'react'
import { inTurn, uneditableReason } from '../editing'
import { notify, useSession } from '../session'
import { anchorAt, MenuItem, type MenuPlace, MenuPopup } from './Menu'

/** Something that can be done with the selected rows of a list, from its menu or by its key. */
export interface RowAction {
  label: string
  /** The shortcut while the list has the focus; '' if there is none. */
  keys: string
  /** Gets the ids of the selected rows; the last one is current. A promise that it returns is awaited before the next action. */
  run: (ids: readonly string[]) => unknown
  /** Whether it is for one row only. */
  isAlone?: boolean
  /** Whether it changes nothing, so that it is possible in the past. */
  isReading?: boolean
}

/** Whether an action is for as many rows as are selected. */
export const fits = ({ isAlone }: RowAction, count: number): boolean => count > 0 && !(isAlone && count > 1)

/** Runs an action on the rows that are selected when it is its turn. While nothing can be edited it shows why. */
export function runAction(action: RowAction, selected: () => readonly string[]): void {
  const reason = action.isReading ? undefined : uneditableReason(useSession.getState())
  if (reason !== undefined) return notify(reason)
  inTurn(() => {
    const ids = selected()
    return fits(action, ids.length) ? action.run(ids) : undefined
  })
}

interface RowMenuProps {
  place: MenuPlace
  actions: readonly RowAction[]
  selected: () => readonly string[]
  /** The list, which gets the focus when the menu closes. */
  list: () => HTMLElement | null
  onClose: () => void
}

/** The menu of the selected rows. While nothing can be edited it says why. */
export function RowMenu({ place, actions, selected, list, onClose }: RowMenuProps): ReactElement {
  const reason = useSession(uneditableReason)
  const count = selected().length
  return (
    <Menu.Root open onOpenChange={(open) => !open && onClose()}>
      <MenuPopup anchor={anchorAt(place)} align="start" finalFocus={list}>
        {actions.map((action) => (
          <MenuItem
            key={action.label}
            label={action.label}
            shortcut={action.keys}
            disabled={!fits(action, count) || (reason !== undefined && !action.isReading)}
            onClick={() => queueMicrotask(() => runAction(action, selected))}
          />
        ))}
        {reason !== undefined && <p className="menu-reason quiet">{reason}</p>}
      </MenuPopup>
    </Menu.Root>
  )
}
