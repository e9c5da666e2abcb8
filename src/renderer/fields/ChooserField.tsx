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
  words: string
  title: string
  none: string
  isWaiting?: boolean
  find: (query: string) => readonly Choosable[]
  onChoose: (id: string) => void
}

/** A field whose value is selected from a searchable list. */
export function ChooserField({ label, hint, words, title, none, isWaiting = false, find, onChoose }: ChooserFieldProps): ReactElement {
  const [open, setOpen] = useState(false)
  const closed = useSession((s) => uneditableReason(s) !== undefined)
  return (
    <Field label={label} hint={hint}>
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
