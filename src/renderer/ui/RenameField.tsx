import { useRef, useState, type ReactElement } from 'react'
import { useFirstFocus } from './first-field'

interface RenameFieldProps {
  now: string
  /** Called once, with the new name, or with undefined if it stays. */
  onDone: (name: string | undefined) => void
  /** The list, which gets the focus after Enter and Esc. */
  list: () => HTMLElement | null
}

/** The field in place of a name in a list. Enter and leaving it save, Esc cancels. */
export function RenameField({ now, onDone, list }: RenameFieldProps): ReactElement {
  const [name, setName] = useState(now)
  const input = useRef<HTMLInputElement>(null)
  const isDone = useRef(false)
  useFirstFocus(input)
  const leave = (isSaved: boolean): void => {
    if (isDone.current) return
    isDone.current = true
    const typed = name.trim()
    onDone(isSaved && typed !== '' && typed !== now ? typed : undefined)
  }
  return (
    <input
      ref={input}
      className="field-input rename-field"
      aria-label="New name"
      dir="auto"
      value={name}
      maxLength={200}
      spellCheck={false}
      autoComplete="off"
      onChange={({ target }) => setName(target.value)}
      onBlur={() => leave(true)}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        // Its keys are not those of the list around it.
        event.stopPropagation()
        if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
        event.preventDefault()
        leave(event.key === 'Enter')
        list()?.focus()
      }}
    />
  )
}
