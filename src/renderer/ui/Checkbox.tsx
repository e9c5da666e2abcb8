import type { ReactElement, ReactNode } from 'react'

interface Props {
  label: ReactNode
  /** More about the choice, below the label. */
  hint?: string | undefined
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** A check box with its label. */
export function Checkbox({ label, hint, checked, disabled, onChange }: Props): ReactElement {
  return (
    <label className="check">
      <input type="checkbox" checked={checked} disabled={disabled} onChange={(event) => onChange(event.target.checked)} />
      <span>
        {label}
        {hint !== undefined && <small>{hint}</small>}
      </span>
    </label>
  )
}
