import { Menu } from '@base-ui/react/menu'
import type { ReactElement } from 'react'
import { isEditable } from '../editing'
import { useSession } from '../session'
import { anchorAt, MenuItem, type MenuPlace, MenuPopup } from '../ui/Menu'

/** Something that can be done with the selected rows, from the menu or by its key. */
export interface RowAction {
  label: string
  /** The shortcut while the list has the focus; '' if there is none. */
  keys: string
  /** Gets the ids of the selected rows; the last one is current. */
  run: (ids: readonly string[]) => unknown
  /** Whether it is for one row only. */
  isAlone?: boolean
  /** Whether it changes nothing, so that it is possible in the past. */
  isReading?: boolean
}

/** Whether an action is possible for the selected rows now. */
export const isPossible = ({ isAlone, isReading }: RowAction, count: number): boolean =>
  count > 0 && !(isAlone && count > 1) && (isReading === true || isEditable())

/** The menu of the selected rows. */
export function RowMenu({
  place,
  actions,
  selected,
  onClose
}: {
  place: MenuPlace
  actions: readonly RowAction[]
  selected: readonly string[]
  onClose: () => void
}): ReactElement {
  useSession((s) => s.cursor)
  return (
    <Menu.Root open onOpenChange={(open) => !open && onClose()}>
      <MenuPopup anchor={anchorAt(place)} align="start" finalFocus={() => document.getElementById('story')}>
        {actions.map((action) => (
          <MenuItem
            key={action.label}
            label={action.label}
            shortcut={action.keys}
            disabled={!isPossible(action, selected.length)}
            onClick={() => queueMicrotask(() => action.run(selected))}
          />
        ))}
      </MenuPopup>
    </Menu.Root>
  )
}
