import { Dialog } from '@base-ui/react/dialog'
import { useRef, type ReactElement, type ReactNode } from 'react'
import { focusFirst } from './first-field'
import { isPointed } from './keep-focus'
import './layers.css'

/**
 * A layer above the window that takes the focus while it is open: its first field has the focus before the next key press. `label` is its accessible
 * name if it has no title; `onClose` is called on Esc and on a click outside.
 */
export function Layer({
  label,
  className,
  onClose,
  children
}: {
  label?: string
  className: string
  onClose: () => void
  children: ReactNode
}): ReactElement {
  const popup = useRef<HTMLDivElement>(null)
  // Called after the dialog has stored the previous focus. The dialog would move the focus a frame later; false means that it was moved already.
  const takeKeys = (how: string): false => {
    if (how === 'touch') popup.current?.focus({ preventScroll: true })
    else if (popup.current) focusFirst(popup.current)
    return false
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="veil" />
        <Dialog.Popup ref={popup} className={`dialog ${className}`} aria-label={label} initialFocus={takeKeys} finalFocus={() => !isPointed()}>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
