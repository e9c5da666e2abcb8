import { ChevronDown } from 'lucide-react'
import { useState, type ReactElement } from 'react'
import { useSession } from '../session'
import { Chooser, type Choosable } from '../ui/Chooser'
import { Field } from '../ui/Field'
import { uneditableReason } from '../editing'
import { fieldTexts as t } from './texts'

interface ChooserFieldProps {
  label: string
  hint?: string
  fault?: string
  words: string
  title: string
  none: string
  isWaiting?: boolean
  /** Whether the value is no edit of the story, so that it can be chosen in the past. */
  isReading?: boolean
  find: (query: string) => readonly Choosable[]
  onChoose: (id: string) => void
}

/** A field whose value is selected from a searchable list. */
export function ChooserField({
  label,
  hint,
  fault,
  words,
  title,
  none,
  isWaiting = false,
  isReading = false,
  find,
  onChoose
}: ChooserFieldProps): ReactElement {
  const [open, setOpen] = useState(false)
  const closed = useSession((s) => !isReading && uneditableReason(s) !== undefined)
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(tied) => (
        <>
          <button type="button" className="field-input picker" {...tied} aria-haspopup="dialog" disabled={closed} onClick={() => setOpen(true)}>
            <span className="clip" dir="auto">
              {words}
            </span>
            <ChevronDown size={13} aria-hidden="true" />
          </button>
          {open && (
            <Chooser
              title={title}
              now={words}
              placeholder={t.placeholder}
              none={none}
              isWaiting={isWaiting}
              find={find}
              onChoose={(one) => onChoose(one.id)}
              onClose={() => setOpen(false)}
            />
          )}
        </>
      )}
    </Field>
  )
}
