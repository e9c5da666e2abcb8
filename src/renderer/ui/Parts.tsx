import { Tooltip } from '@base-ui/react/tooltip'
import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useState, type ReactElement, type ReactNode } from 'react'
import { useSession } from '../session'
import { command, keysOf, run } from './commands'
import type { Hue } from '../../shared/story/hues'
import { Layer } from './Layer'
import { texts } from './texts'
import './controls.css'
import './forms.css'
import './layers.css'
import './marks.css'
import './panel.css'
import './edit-form.css'
import './findings.css'

/** A shortcut as key caps. */
export function Keys({ shortcut }: { shortcut: string }): ReactElement {
  return (
    <span className="kbd">
      {keysOf(shortcut).map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  )
}

/** Anything focusable with a tooltip. `children` is the trigger itself. */
export function Tip({
  text,
  shortcut,
  side,
  children
}: {
  text: ReactNode
  shortcut?: string
  side?: 'top' | 'bottom' | 'right' | 'left'
  children: ReactElement<Record<string, unknown>>
}): ReactElement {
  const [open, setOpen] = useState(false)
  return (
    <Tooltip.Root
      open={open}
      onOpenChange={(next, details) => {
        // Esc hides the tooltip and still reaches other handlers.
        if (details.reason === 'escape-key') {
          details.cancel()
          details.allowPropagation()
        }
        setOpen(next)
      }}
    >
      <Tooltip.Trigger render={children} />
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} side={side ?? 'bottom'} className="menu-layer">
          <Tooltip.Popup className="tooltip">
            <span>{text}</span>
            {shortcut && <Keys shortcut={shortcut} />}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}

/** A button with an icon for a command; name, tooltip and shortcut come from the registry. */
export function CommandButton({
  id,
  icon,
  label,
  className,
  pressed
}: {
  id: string
  icon: ReactNode
  label?: string
  className?: string
  pressed?: boolean
}): ReactElement {
  const it = command(id)
  const able = useSession(() => it.when?.() ?? true)
  const name = label ?? it.label
  return (
    <Tip text={name} {...(it.shortcut ? { shortcut: it.shortcut } : {})}>
      <button
        type="button"
        className={`icon-button ${className ?? ''}`}
        aria-label={name}
        aria-pressed={pressed}
        disabled={!able}
        onClick={() => run(id)}
      >
        {icon}
      </button>
    </Tip>
  )
}

/** A modal window with a title; `onClose` is called on Esc, a click outside and the close button. */
export function Modal({
  title,
  onClose,
  children,
  foot,
  className
}: {
  title: string
  onClose: () => void
  children: ReactNode
  foot?: ReactNode
  className?: string
}): ReactElement {
  return (
    <Layer className={className ?? ''} onClose={onClose}>
      <header className="dialog-head">
        <Dialog.Title>{title}</Dialog.Title>
      </header>
      <div className="dialog-body">{children}</div>
      {foot && <footer className="dialog-foot">{foot}</footer>}
      <Dialog.Close className="icon-button dialog-close" aria-label={texts.notice.close}>
        <X size={16} />
      </Dialog.Close>
    </Layer>
  )
}

/**
 * A named region that scrolls separately and can be reached and scrolled with the keyboard. `onEscape`: called on Esc if nothing in it has handled
 * the key.
 */
export function Scroll({
  label,
  className,
  onEscape,
  children
}: {
  label: string
  className: string
  onEscape?: () => void
  children: ReactNode
}): ReactElement {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc leaves what has the focus in it
    <section
      className={`${className} scrolls`}
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable without a pointer
      tabIndex={0}
      onKeyDown={
        onEscape &&
        ((event) => {
          if (event.key !== 'Escape' || event.defaultPrevented) return
          event.preventDefault()
          onEscape()
        })
      }
    >
      {children}
    </section>
  )
}

interface BlankProps {
  title: string
  children?: ReactNode
  /** A button with the remedy; `action` for anything else. */
  button?: { label: string; onClick: () => void } | undefined
  action?: ReactNode
}

/** An empty state: what is missing, and the remedy. */
export function Blank({ title, children, button, action }: BlankProps): ReactElement {
  return (
    <div className="blank">
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {button && (
        <button type="button" className="button" onClick={button.onClick}>
          {button.label}
        </button>
      )}
      {action}
    </div>
  )
}

/** An actor's mark: a disc for players, a square for others, so that colour is never the only distinction. */
export function Token({
  name,
  hue,
  npc,
  size,
  down
}: {
  name: string
  hue: Hue
  npc?: boolean
  size?: 'small' | 'large'
  down?: boolean
}): ReactElement {
  return (
    <span className={`token hue-${hue} ${npc ? 'npc' : ''} ${size ?? ''} ${down ? 'down' : ''}`} aria-hidden="true">
      {Array.from(name)[0]?.toUpperCase()}
    </span>
  )
}
