import { Menu } from '@base-ui/react/menu'
import type { ReactElement } from 'react'
import { isEditable } from '../editing'
import { inspect, useSession } from '../session'
import { MenuItem, MenuPopup } from '../ui/Menu'
import { Keys } from '../ui/Parts'
import { copySelected, removeSelected } from './edits'
import { currentId, focusCast, focusCharacter, useCast } from './state'
import { castTexts } from './texts'

const t = castTexts.menu

/** Where a menu opens: below an element, or at a point of the window. */
export type MenuPlace = { element: HTMLElement | undefined } | { x: number; y: number }

/** The menu of the selected characters. */
export function CastMenu({ place, shown, onClose }: { place: MenuPlace; shown: readonly string[]; onClose: () => void }): ReactElement {
  const several = useCast((s) => s.selected.length > 1)
  const closed = useSession(() => !isEditable())
  const anchor = 'x' in place ? { getBoundingClientRect: () => new DOMRect(place.x, place.y, 0, 0) } : (place.element ?? null)
  const item = (label: string, keys: string, run: () => void, disabled = false): ReactElement => (
    <MenuItem
      label={
        <>
          {label} {keys !== '' && <Keys shortcut={keys} />}
        </>
      }
      disabled={disabled}
      onClick={run}
    />
  )
  const id = currentId()
  return (
    <Menu.Root open onOpenChange={(open) => !open && onClose()}>
      <MenuPopup anchor={anchor} align="start" finalFocus={() => document.getElementById('cast')}>
        {item(t.open, 'enter', () => queueMicrotask(focusCharacter), several)}
        {item(t.rename, 'f2', () => id !== undefined && useCast.set({ naming: { id } }), several || closed)}
        {item(t.copy, 'mod+d', () => void copySelected(), closed)}
        {item(t.remove, 'delete', () => void removeSelected(shown).finally(focusCast), closed)}
        {item(t.sheet, '', () => id !== undefined && inspect(id), several)}
      </MenuPopup>
    </Menu.Root>
  )
}
