import { useId, useState, type ReactElement } from 'react'
import { Keys } from './Parts'
import { texts } from './texts'
import './save-bar.css'

const t = texts.save

interface Props {
  /** What the field is called for screen readers. */
  label: string
  /** The user's message; undefined while the proposed one is used. */
  message: string | undefined
  proposed: string
  isSaving: boolean
  /** Whether a question about the file has to be answered first. */
  isAsked: boolean
  onMessage: (message: string | undefined) => void
  onSave: () => void
  /** Absent where there is nothing to go back to. */
  onDiscard?: (() => void) | undefined
}

/** Below a file while it has unsaved changes: the message of the next save, proposed from what changed. */
export function SaveBar({ label, message, proposed, isSaving, isAsked, onMessage, onSave, onDiscard }: Props): ReactElement {
  const id = useId()
  // The name that the user begins to edit must not change while they type.
  const [begun, setBegun] = useState<string>()
  return (
    <form
      className="save-bar"
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
    >
      <label htmlFor={id}>{t.bar}</label>
      <input
        id={id}
        className="input"
        aria-label={label}
        value={message ?? begun ?? proposed}
        onFocus={({ target }) => setBegun(target.value)}
        onBlur={() => setBegun(undefined)}
        maxLength={300}
        onChange={({ target }) => onMessage(target.value === proposed ? undefined : target.value)}
      />
      {onDiscard && (
        <button type="button" className="button small" onClick={onDiscard}>
          {t.discard}
        </button>
      )}
      <button type="submit" className="button small main" disabled={isSaving || isAsked}>
        {isSaving ? t.saving : t.save} <Keys shortcut="mod+s" />
      </button>
    </form>
  )
}
