import { useId, type ComponentProps, type ReactElement, type ReactNode } from 'react'

/** Attributes that connect a control with its label and its hint. Spread them on the control. */
export interface Tied {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean
}

interface Words {
  label: string
  /** The hint below the field. */
  hint?: string | undefined
  /** The fault of the value, shown instead of the hint. */
  fault?: string | undefined
  className?: string
}

/** A control with its label above and a hint or fault below. `children` renders the control with the connecting attributes. */
export function Field({ label, hint, fault, className = '', children }: Words & { children: (tied: Tied) => ReactNode }): ReactElement {
  const id = useId()
  const below = fault ?? hint
  return (
    <div className={`field ${className}`}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': below === undefined ? undefined : `${id}-hint`, 'aria-invalid': fault !== undefined })}
      {below && (
        <span id={`${id}-hint`} className={fault ? 'fault' : 'hint'}>
          {below}
        </span>
      )}
    </div>
  )
}

interface TextFieldProps extends Words, Omit<ComponentProps<'input'>, 'id' | 'value' | 'onChange' | 'className'> {
  value: string
  onChange: (value: string) => void
  /** Ids, seeds and paths use the monospaced typeface. */
  mono?: boolean
}

/** A field for one line of text. */
export function TextField({ label, hint, fault, className, value, onChange, mono, ...input }: TextFieldProps): ReactElement {
  return (
    <Field label={label} hint={hint} fault={fault} {...(className === undefined ? {} : { className })}>
      {(tied) => (
        <input
          type="text"
          spellCheck={false}
          autoComplete="off"
          {...input}
          {...tied}
          className={mono ? 'input mono' : 'input'}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

interface SelectFieldProps<T extends string> extends Words {
  options: readonly { value: T; label: string }[]
  value: T
  onChange: (value: T) => void
}

/** A field with a few choices. */
export function SelectField<T extends string>({ options, value, onChange, ...words }: SelectFieldProps<T>): ReactElement {
  return (
    <Field {...words}>
      {(tied) => (
        <select {...tied} className="input" value={value} onChange={(event) => onChange(options[event.target.selectedIndex]?.value ?? value)}>
          {options.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
