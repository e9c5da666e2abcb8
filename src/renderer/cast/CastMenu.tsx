import { Menu } from '@base-ui/react/menu'
import type { ReactElement } from 'react'
import { isEditable } from '../editing'
import { inspect, useSession } from '../session'
import { anchorAt, MenuItem, type MenuPlace, MenuPopup } from '../ui/Menu'
import { copySelected, removeSelected } from './edits'
import { currentId, focusCast, focusCharacter, useCast } from './state'
import { castTexts } from './texts'

const t = castTexts.menu

/** The menu of the selected characters. */
export function CastMenu({ place, shown, onClose }: { place: MenuPlace; shown: readonly string[]; onClose: () => void }): ReactElement {
  const several = useCast((s) => s.selected.length > 1)
  const closed = useSession(() => !isEditable())
  const item = (label: string, keys: string, run: () => void, disabled = false): ReactElement => (
    <MenuItem label={label} shortcut={keys} disabled={disabled} onClick={run} />
  )
  const id = currentId()
  return (
    <Menu.Root open onOpenChange={(open) => !open && onClose()}>
      <MenuPopup anchor={anchorAt(place)} align="start" finalFocus={() => document.getElementById('cast')}>
        {item(t.open, 'enter', () => queueMicrotask(focusCharacter), several)}
        {item(t.rename, 'f2', () => id !== undefined && useCast.set({ naming: { id } }), several || closed)}
        {item(t.copy, 'mod+d', () => void copySelected(), closed)}
        {item(t.remove, 'delete', () => void removeSelected(shown).finally(focusCast), closed)}
        {item(t.sheet, '', () => id !== undefined && inspect(id), several)}
      </MenuPopup>
    </Menu.Root>
  )
}
