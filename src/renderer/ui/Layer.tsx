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
  // Asked once the dialog has seen who had the keys before. It would give them on a frame later, so it is told that there is nothing left to do.
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
