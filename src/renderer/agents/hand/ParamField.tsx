import { useId, type ReactElement } from 'react'
import type { ParamDef } from '../../../shared/story/game'
import { Choice, Choices } from './Choice'
import { inputKindOf, labelOf, type Fault } from './forms'
import { handTexts as t } from './texts'

/** Parameters with a single-line field; all other texts have a larger one. */
const SHORT: readonly string[] = ['title', 'note_path', 'query', 'link_target', 'seed']
/** The longest text that the table accepts, in characters. */
const MAX_CHARACTERS = 20_000

interface ParamFieldProps {
  def: ParamDef
  value: string | readonly string[]
  fault: Fault | undefined
  onChange: (value: string | readonly string[]) => void
}

/** One parameter of a tool as a field of its form, with its description and its fault. */
export function ParamField({ def, value, fault, onChange }: ParamFieldProps): ReactElement {
  const id = useId()
  const inputKind = inputKindOf(def)
  const wrong = fault && wordsOf(fault, inputKind)
  const hint = inputKind === 'list' ? `${def.description} Separate entries with commas.` : def.description
  const label = (
    <>
      {labelOf(def)}
      {!def.required && <small> optional</small>}
    </>
  )
  const below = (wrong ?? hint) && (
    <span id={`${id}-hint`} className={wrong ? 'fault' : 'hint'}>
      {wrong ?? hint}
    </span>
  )
  const field = { id, 'aria-describedby': `${id}-hint`, 'aria-invalid': wrong !== undefined, 'aria-required': def.required }
  if (inputKind === 'choice' || inputKind === 'choices')
    return (
      <fieldset className="field param" data-param={def.name} aria-describedby={`${id}-hint`}>
        <legend>{label}</legend>
        {inputKind === 'choice' ? (
          <Choice def={def} value={String(value)} onChange={onChange} />
        ) : (
          <Choices def={def} value={typeof value === 'string' ? [] : value} onChange={onChange} />
        )}
        {below}
      </fieldset>
    )
  const text = typeof value === 'string' ? value : value.join(', ')
  const isShort = inputKind !== 'text' || SHORT.includes(def.name)
  return (
    <div className="field param" data-param={def.name}>
      <label htmlFor={id}>{label}</label>
      {isShort ? (
        <input
          {...field}
          className="input"
          value={text}
          maxLength={MAX_CHARACTERS}
          autoComplete="off"
          inputMode={inputKind === 'number' ? 'decimal' : 'text'}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <textarea
          {...field}
          className="input hand-text"
          rows={2}
          value={text}
          maxLength={MAX_CHARACTERS}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {below}
    </div>
  )
}

function wordsOf(fault: Fault, inputKind: ReturnType<typeof inputKindOf>): string {
  if (fault === 'number') return 'Enter a number, such as 3.'
  return inputKind === 'choice' ? t.chooseOne : inputKind === 'choices' ? 'Select at least one.' : 'Fill in this field.'
}
