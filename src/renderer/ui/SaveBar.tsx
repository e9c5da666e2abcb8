import { useId, useState, type ReactElement } from 'react'
import { Button, Keys } from './Parts'
import { texts } from './texts'
import './save-bar.css'
import { Form } from './Field'

const t = texts.save

interface Props {
  /** The accessible name of the field. */
  label: string
  /** The user's message; undefined for the suggested one. */
  message: string | undefined
  proposed: string
  isSaving: boolean
  /** Whether the user has to answer a question about the file first. */
  isAsked: boolean
  onMessage: (message: string | undefined) => void
  onSave: () => void
  /** Absent if there is no saved version. */
  onDiscard?: (() => void) | undefined
}

/** Shown below a file with unsaved changes: the message of the next save, suggested from the changes. */
export function SaveBar({ label, message, proposed, isSaving, isAsked, onMessage, onSave, onDiscard }: Props): ReactElement {
  const id = useId()
  // The suggested message must not change while the user edits it.
  const [begun, setBegun] = useState<string>()
  return (
    <Form className="save-bar" onSubmit={onSave}>
      <label htmlFor={id}>{t.bar}</label>
      <input
        id={id}
        className="field-input"
        aria-label={label}
        value={message ?? begun ?? proposed}
        onFocus={({ target }) => setBegun(target.value)}
        onBlur={() => setBegun(undefined)}
        maxLength={300}
        onChange={({ target }) => onMessage(target.value === proposed ? undefined : target.value)}
      />
      {onDiscard && <Button label="Discard changes" small onClick={onDiscard} />}
      <button type="submit" className="push-button small main" disabled={isSaving || isAsked}>
        {isSaving ? 'Saving…' : 'Save'} <Keys shortcut="mod+s" />
      </button>
    </Form>
  )
}
