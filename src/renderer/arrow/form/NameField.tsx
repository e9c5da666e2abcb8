import { useState, type ReactElement } from 'react'
import { Field } from '../../ui/Field'
import { useClosed } from './controls'

/** A name. Enter and leaving the field save it; an invalid name stays in the field with the reason, and Esc restores the old one. */
export function NameField({
  label,
  now,
  faultOf,
  onSave,
  hint,
  field
}: {
  label: string
  now: string
  faultOf: (name: string) => string | undefined
  onSave: (name: string) => void
  hint?: string
  field?: string
}): ReactElement {
  const isClosed = useClosed()
  const [typed, setTyped] = useState<string | undefined>(undefined)
  const text = typed ?? now
  const fault = typed === undefined || typed === now ? undefined : faultOf(typed.trim())
  const save = (): void => {
    if (typed === undefined || fault !== undefined) return
    setTyped(undefined)
    if (typed.trim() !== now && typed.trim() !== '') onSave(typed.trim())
  }
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(tied) => (
        <input
          type="text"
          spellCheck={false}
          autoComplete="off"
          data-field={field}
          data-saved={typed === undefined ? '' : undefined}
          maxLength={200}
          {...tied}
          className="field-input"
          value={text}
          readOnly={isClosed}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={save}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
              event.preventDefault()
              save()
            } else if (event.key === 'Escape' && typed !== undefined) {
              event.preventDefault()
              setTyped(undefined)
            }
          }}
        />
      )}
    </Field>
  )
}
