import { Dialog } from '@base-ui/react/dialog'
import { useRef, type ReactElement, type ReactNode } from 'react'
import { focusFirst } from './first-field'
import { isPointed } from './keep-focus'
import './layers.css'

/**
 * What lies above the window and has the keys until it is left: its first field has them before the next key comes. `label` names what has no title of
 * its own; `onClose` is called for Esc and for a click outside.
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
  // Called after the dialog has stored the previous focus. It would move the focus a frame later, so false says that this is done.
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
