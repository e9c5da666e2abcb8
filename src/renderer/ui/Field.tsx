import { type ComponentProps, type ReactElement, type ReactNode, useId } from 'react'
import { Button } from './Parts'
import { texts } from './texts'

/** Attributes that connect a control with its label and its hint. Spread them on the control. */
interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean
}

interface Words {
  label: string
  hint?: string | undefined
  /** The fault of the value, shown instead of the hint. */
  fault?: string | undefined
  className?: string
}

/** A control with its label above and a hint or fault below. `children` renders the control with the connecting attributes. */
export function Field({ label, hint, fault, className = '', children }: Words & { children: (control: ControlProps) => ReactNode }): ReactElement {
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
      {(control) => (
        <input
          type="text"
          spellCheck={false}
          autoComplete="off"
          {...input}
          {...control}
          className={mono ? 'field-input mono' : 'field-input'}
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
      {(control) => (
        <select
          {...control}
          className="field-input"
          value={value}
          onChange={(event) => onChange(options[event.target.selectedIndex]?.value ?? value)}
        >
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

interface Props {
  label: ReactNode
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

interface SearchFieldProps extends Pick<ComponentProps<'input'>, 'placeholder' | 'maxLength' | 'onKeyDown' | 'ref'> {
  label: string
  query: string
  onQuery: (query: string) => void
}

/** A field whose text searches or filters a list. */
export const SearchField = ({ label, query, onQuery, placeholder = label, maxLength = 200, ...rest }: SearchFieldProps): ReactElement => (
  <input
    {...rest}
    type="search"
    className="field-input"
    aria-label={label}
    placeholder={placeholder}
    maxLength={maxLength}
    spellCheck={false}
    autoComplete="off"
    value={query}
    onChange={({ target }) => onQuery(target.value)}
  />
)

const MAX_SUGGESTIONS = 300

/** Suggestions for text fields: each list by the id that a field names in its `list` attribute. Repeated entries appear once. */
export function Suggestions({ lists }: { lists: Readonly<Record<string, readonly string[]>> }): ReactElement {
  return (
    <>
      {Object.entries(lists).map(([id, entries]) => (
        <datalist key={id} id={id}>
          {[...new Set(entries)].slice(0, MAX_SUGGESTIONS).map((entry) => (
            <option key={entry}>{entry}</option>
          ))}
        </datalist>
      ))}
    </>
  )
}

/** A form that calls `onSubmit` instead of leaving the page. */
export const Form = ({ onSubmit, ...rest }: Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: () => void }): ReactElement => (
  <form
    {...rest}
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit()
    }}
  />
)

interface FormFootProps {
  cancel?: string
  onCancel: () => void
  submit: string
  disabled?: boolean
}

/** The buttons at the end of a dialog's form: cancel and submit. */
export const FormFoot = ({ cancel = texts.cancel, onCancel, submit, disabled = false }: FormFootProps): ReactElement => (
  <footer className="form-foot">
    <Button label={cancel} onClick={onCancel} />
    <Button label={submit} main submit disabled={disabled} />
  </footer>
)
