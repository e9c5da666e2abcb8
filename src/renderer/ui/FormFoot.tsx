import type { ReactElement } from 'react'
import { texts } from './texts'

/** The buttons at the end of a dialog's form: cancel and submit. */
export function FormFoot({ cancel = texts.cancel, onCancel, submit, disabled = false }: FormFootProps): ReactElement {
  return (
    <footer className="form-foot">
      <button type="button" className="button" onClick={onCancel}>
        {cancel}
      </button>
      <button type="submit" className="button main" disabled={disabled}>
        {submit}
      </button>
    </footer>
  )
}

interface FormFootProps {
  cancel?: string
  onCancel: () => void
  submit: string
  disabled?: boolean
}
