import { Select } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import type { ReactElement } from 'react'
import { isPointed } from './keep-focus'

/** Whether a menu was closed with the keyboard. Only then the focus returns to its button; otherwise Space must keep its meaning of play. */
export const byKeyboard = (): boolean => !isPointed()

interface PickProps<T extends string | number> {
  label: string
  items: readonly { value: T; label: string }[]
  value: T
  onPick: (value: T) => void
  align?: 'start' | 'center'
}

/** A quiet button that shows the current choice and opens a menu of the others. */
export function Pick<T extends string | number>({ label, items, value, onPick, align = 'center' }: PickProps<T>): ReactElement {
  return (
    <Select.Root items={items} value={value} onValueChange={(picked) => picked !== null && onPick(picked)}>
      <Select.Trigger className="pick" aria-label={label}>
        <Select.Value />
        <ChevronDown size={13} aria-hidden="true" />
      </Select.Trigger>
      <Select.Portal>
        <Select.Positioner className="menu-layer" sideOffset={6} align={align} alignItemWithTrigger={false}>
          <Select.Popup className="menu" finalFocus={byKeyboard}>
            {items.map((one) => (
              <Select.Item key={one.value} value={one.value} className="menu-item">
                <span className="mark">
                  <Select.ItemIndicator>
                    <Check size={14} />
                  </Select.ItemIndicator>
                </span>
                <Select.ItemText>{one.label}</Select.ItemText>
              </Select.Item>
            ))}
          </Select.Popup>
        </Select.Positioner>
      </Select.Portal>
    </Select.Root>
  )
}
