import { Tooltip } from '@base-ui/react/tooltip'
import { Dialog } from '@base-ui/react/dialog'
import { X, ChevronRight } from 'lucide-react'
import { type ComponentProps, type ReactElement, type ReactNode, useRef, useState } from 'react'
import { useSession } from '../session'
import { command, keysOf, run } from './commands'
import type { Hue } from '../../shared/story/hues'
import { texts } from './texts'
import { focusFirst } from './first-field'
import { isPointed } from './keep-focus'
import { usePortrait } from './pictures'
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

interface TipProps {
  text: ReactNode
  shortcut?: string | undefined
  side?: 'top' | 'bottom' | 'right' | 'left'
  children: ReactElement<Record<string, unknown>>
}

/** Anything focusable with a tooltip. `children` is the trigger itself. */
export function Tip({ text, shortcut, side, children }: TipProps): ReactElement {
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

interface ModalProps {
  title: string
  onClose: () => void
  children: ReactNode
  foot?: ReactNode
  className?: string
}

/** A modal window with a title; `onClose` is called on Esc, a click outside and the close button. */
export function Modal({ title, onClose, children, foot, className }: ModalProps): ReactElement {
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

interface ScrollProps {
  label: string
  className: string
  onEscape?: () => void
  children: ReactNode
}

/** A named region that scrolls, also with the keyboard. `onEscape`: called on Esc if nothing in it has handled the key. */
export function Scroll({ label, className, onEscape, children }: ScrollProps): ReactElement {
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
      {button && <Button label={button.label} onClick={button.onClick} />}
      {action}
    </div>
  )
}

interface TokenProps {
  /** The id of the character whose portrait is shown, if there is one. */
  id?: string
  name: string
  hue: Hue
  npc?: boolean
  size?: 'small' | 'large'
  down?: boolean
}

/** An actor's mark: a disc for players, a square for others, so that colour is never the only distinction. It holds the portrait, else the initial. */
export function ActorToken({ id, name, hue, npc, size, down }: TokenProps): ReactElement {
  const portrait = usePortrait(id)
  return (
    <span className={classes('token', `hue-${hue}`, npc && 'npc', size, down && 'down', portrait !== undefined && 'pictured')} aria-hidden="true">
      {portrait === undefined ? Array.from(name)[0]?.toUpperCase() : <img src={portrait} alt={name} />}
    </span>
  )
}

interface ButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'type'> {
  label: ReactNode
  icon?: ReactElement
  small?: boolean
}

const classes = (...all: (string | false | undefined)[]): string => all.filter(Boolean).join(' ')

/** A button. `main`: the suggested one of several; `submit`: it submits its form; `shortcut`: shown in a tooltip. */
export function Button({
  label,
  icon,
  small,
  main,
  submit,
  shortcut,
  className,
  ...rest
}: ButtonProps & { main?: boolean; submit?: boolean; shortcut?: string }): ReactElement {
  const button = (
    <button {...rest} type={submit ? 'submit' : 'button'} className={classes('push-button', small && 'small', main && 'main', className)}>
      {icon}
      {label}
    </button>
  )
  return shortcut === undefined ? (
    button
  ) : (
    <Tip text={label} shortcut={shortcut}>
      {button}
    </Tip>
  )
}

/** A button within a text. */
export const LinkButton = ({ label, icon, className, ...rest }: Omit<ButtonProps, 'small'>): ReactElement => (
  <button {...rest} type="button" className={classes('link', className)}>
    {icon}
    {icon && ' '}
    {label}
  </button>
)

interface IconButtonProps extends Omit<ButtonProps, 'label'> {
  /** The accessible name. */
  label: string
  icon: ReactElement
  /** A tooltip: the label, or another text. */
  tip?: ReactNode
  shortcut?: string | undefined
}

/** A button that shows only an icon. */
export function IconButton({ label, icon, small, tip, shortcut, className, ...rest }: IconButtonProps): ReactElement {
  const button = (
    <button {...rest} type="button" className={classes('icon-button', small && 'small', className)} aria-label={label}>
      {icon}
    </button>
  )
  return tip ? (
    <Tip text={tip === true ? label : tip} shortcut={shortcut}>
      {button}
    </Tip>
  ) : (
    button
  )
}

interface CommandButtonProps {
  id: string
  icon: ReactElement
  label?: string
  className?: string
  pressed?: boolean
}

/** A button with an icon for a command; name, tooltip and shortcut come from the registry. */
export function CommandButton({ id, label, pressed, ...rest }: CommandButtonProps): ReactElement {
  const it = command(id)
  const isAble = useSession(() => it.when?.() ?? true)
  return (
    <IconButton {...rest} label={label ?? it.label} tip shortcut={it.shortcut} aria-pressed={pressed} disabled={!isAble} onClick={() => run(id)} />
  )
}

interface Failure {
  problem: string
  again: () => void
}

/** What went wrong, for the eyes and at once for screen readers; nothing if nothing did. */
export const Fault = ({ children }: { children: string | undefined }): ReactElement | null =>
  children === undefined || children === '' ? null : (
    <p className="fault" role="alert">
      {children}
    </p>
  )

/** Shown instead of a view whose data couldn't be read: the problem, and a button that tries again. */
export function RetryBlank({ title, problem, again }: Failure & { title: string }): ReactElement {
  return (
    <Blank title={title} action={<RetryButton again={again} />}>
      {problem}
    </Blank>
  )
}

/** Beside other content: the problem, announced at once, and a button that tries again. */
export function RetryAlert({ problem, again, className }: Failure & { className?: string }): ReactElement {
  return (
    <div className={className} role="alert">
      <p>{problem}</p>
      <RetryButton again={again} />
    </div>
  )
}

function RetryButton({ again }: Pick<Failure, 'again'>): ReactElement {
  return <Button label="Try again" small onClick={again} />
}

interface LayerProps {
  label?: string
  className: string
  onClose: () => void
  children: ReactNode
}

/**
 * A layer above the window that takes the focus while it is open: its first field has the focus before the next key press. `label` is its accessible
 * name if it has no title; `onClose` is called on Esc and on a click outside.
 */
export function Layer({ label, className, onClose, children }: LayerProps): ReactElement {
  const popup = useRef<HTMLDivElement>(null)
  // Called after the dialog has stored the previous focus, and again when it lists its controls anew: then the focus stays where the user put it. The
  // dialog would move the focus a frame later; false means that it was moved already.
  const takeKeys = (how: string): false => {
    if (popup.current?.contains(document.activeElement)) return false
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

/** Content that its title shows and hides. */
export const Disclosure = ({ title, children, ...rest }: Omit<ComponentProps<'details'>, 'title'> & { title: ReactNode }): ReactElement => (
  <details {...rest}>
    <summary>
      <ChevronRight size={13} aria-hidden="true" /> {title}
    </summary>
    {children}
  </details>
)
