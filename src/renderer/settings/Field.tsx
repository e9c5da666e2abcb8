import { useId, type ReactElement } from 'react'

/** A text field with its label, a hint, and what is wrong with what was typed. */
export function Field({
  label,
  value,
  onChange,
  hint,
  fault,
  type = 'text',
  placeholder,
  className = '',
  list
}: {
  label: string
  value: string
  onChange: (value: string) => void
  hint?: string | undefined
  fault?: string | undefined
  type?: 'text' | 'password'
  placeholder?: string | undefined
  className?: string
  /** Id of a list of proposals. */
  list?: string
}): ReactElement {
  const id = useId()
  return (
    <div className={`field ${className}`}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
        type={type}
        value={value}
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        list={list}
        aria-invalid={fault !== undefined}
        aria-describedby={hint === undefined && fault === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
      />
      {(fault ?? hint) && (
        <span id={`${id}-hint`} className={fault ? 'fault' : 'hint'}>
          {fault ?? hint}
        </span>
      )}
    </div>
  )
}
