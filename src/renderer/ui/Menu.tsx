import { Menu } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { Keys } from './Parts'
import { byKeyboard } from './Pick'

type MenuPopupProps = Pick<ComponentProps<typeof Menu.Positioner>, 'align' | 'side' | 'anchor' | 'children'> &
  Pick<ComponentProps<typeof Menu.Popup>, 'finalFocus'>

/** The popup of a menu. Without `finalFocus` the focus returns to the menu's button only from the keyboard. */
export const MenuPopup = ({ children, finalFocus = byKeyboard, ...place }: MenuPopupProps): ReactElement => (
  <Menu.Portal>
    <Menu.Positioner className="menu-layer" sideOffset={6} {...place}>
      <Menu.Popup className="menu" finalFocus={finalFocus}>
        {children}
      </Menu.Popup>
    </Menu.Positioner>
  </Menu.Portal>
)

type MenuItemProps = Omit<ComponentProps<typeof Menu.Item>, 'label'> & { label: ReactNode; shortcut?: string | undefined }

/** An item of a menu, with its shortcut if it has one. */
export const MenuItem = ({ label, shortcut = '', ...rest }: MenuItemProps): ReactElement => (
  <Menu.Item className="menu-item" {...rest}>
    {label} {shortcut !== '' && <Keys shortcut={shortcut} />}
  </Menu.Item>
)

/** Where a context menu opens: below an element, or at a point of the window. */
export type MenuPlace = { element: HTMLElement | undefined } | { x: number; y: number }

/** The anchor of a menu at a place. */
export const anchorAt = (place: MenuPlace): MenuPopupProps['anchor'] =>
  'x' in place ? { getBoundingClientRect: () => new DOMRect(place.x, place.y, 0, 0) } : (place.element ?? null)

/** One of the choices of a menu; the current one has a check mark. */
export const MenuChoice = ({ label, ...rest }: Omit<ComponentProps<typeof Menu.RadioItem>, 'label'> & { label: ReactNode }): ReactElement => (
  <Menu.RadioItem className="menu-item" closeOnClick {...rest}>
    <span className="mark">
      <Menu.RadioItemIndicator>
        <Check size={14} />
      </Menu.RadioItemIndicator>
    </span>
    {label}
  </Menu.RadioItem>
)
