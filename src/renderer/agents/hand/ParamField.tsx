import { useId, type ReactElement, useState } from 'react'
import type { ParamDef } from '../../../shared/story/game'
import { inputKindOf, labelOf, type ParamFault, choicesOf } from './forms'
import { handTexts as t } from './texts'
import { SearchField } from '../../ui/Field'

/** Parameters with a single-line field; all other texts have a larger one. */
const SHORT: readonly string[] = ['title', 'note_path', 'query', 'link_target', 'seed']
const MAX_CHARACTERS = 20_000

interface ParamFieldProps {
  def: ParamDef
  value: string | readonly string[]
  fault: ParamFault | undefined
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
          className="field-input"
          value={text}
          maxLength={MAX_CHARACTERS}
          autoComplete="off"
          inputMode={inputKind === 'number' ? 'decimal' : 'text'}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <textarea
          {...field}
          className="field-input hand-text"
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

function wordsOf(fault: ParamFault, inputKind: ReturnType<typeof inputKindOf>): string {
  if (fault === 'number') return 'Enter a number, such as 3.'
  return inputKind === 'choice' ? t.chooseOne : inputKind === 'choices' ? 'Select at least one.' : 'Fill in this field.'
}

/** The most choices for radio buttons, and for a list; beyond that, the field has a search. */
const MAX_RADIOS = 8
const MAX_UNFILTERED = 24
const MAX_DRAWN = 200

type Chosen = ReturnType<typeof choicesOf>

function Choice({ def, value, onChange }: { def: ParamDef; value: string; onChange: (value: string) => void }): ReactElement {
  const name = useId()
  const all = choicesOf(def)
  const none = { value: '', words: t.nobody }
  if (all.length === 0) return <p className="quiet">{t.noChoice}</p>
  if (all.length <= MAX_RADIOS)
    return (
      <div className="options">
        {(def.required ? all : [none, ...all]).map((one) => (
          <label key={one.value} className="option">
            <input type="radio" name={name} checked={value === one.value} onChange={() => onChange(one.value)} />
            {one.words}
          </label>
        ))}
      </div>
    )
  if (all.length <= MAX_UNFILTERED)
    return (
      <select className="field-input" aria-label={labelOf(def)} value={value} onChange={(event) => onChange(event.target.value)}>
        {(!def.required || value === '') && <option value="">{def.required ? t.chooseOne : t.nobody}</option>}
        <Options list={all} />
      </select>
    )
  return (
    <Searched def={def} most={all.length}>
      {(found) => (
        <select className="field-input is-long" size={6} aria-label={labelOf(def)} value={value} onChange={(event) => onChange(event.target.value)}>
          {!def.required && <option value="">{t.nobody}</option>}
          {/* The selected choices stay visible while the user searches others. */}
          <Options list={withChosen(found, all, [value])} />
        </select>
      )}
    </Searched>
  )
}

function Options({ list }: { list: Chosen }): ReactElement[] {
  return list.map((one) => (
    <option key={one.value} value={one.value}>
      {one.words}
    </option>
  ))
}

function Choices({ def, value, onChange }: { def: ParamDef; value: readonly string[]; onChange: (value: readonly string[]) => void }): ReactElement {
  const all = choicesOf(def)
  const boxes = (list: Chosen): ReactElement[] =>
    list.map((one) => (
      <label key={one.value} className="option">
        <input
          type="checkbox"
          checked={value.includes(one.value)}
          onChange={(event) => onChange(event.target.checked ? [...value, one.value] : value.filter((other) => other !== one.value))}
        />
        {one.words}
      </label>
    ))
  if (all.length === 0) return <p className="quiet">{t.noChoice}</p>
  if (all.length <= MAX_UNFILTERED) return <div className="options">{boxes(all)}</div>
  return (
    <Searched def={def} most={all.length}>
      {(found) => (
        <>
          <div className="options long scrolls">{boxes(withChosen(found, all, value))}</div>
          <span className="hint numbers">{`${value.length} selected`}</span>
        </>
      )}
    </Searched>
  )
}

function withChosen(choices: Chosen, all: Chosen, values: readonly string[]): Chosen {
  const missing = all.filter((one) => values.includes(one.value) && !choices.some((other) => other.value === one.value))
  return [...missing, ...choices]
}

function Searched({ def, most, children }: { def: ParamDef; most: number; children: (found: Chosen) => ReactElement }): ReactElement {
  const [query, setQuery] = useState('')
  const choices = choicesOf(def, query)
  return (
    <>
      <SearchField label={`Search: ${labelOf(def)}`} placeholder={`Search ${most.toLocaleString('en')} choices`} query={query} onQuery={setQuery} />
      {choices.length === 0 ? <span className="hint">No choice matches.</span> : children(choices.slice(0, MAX_DRAWN))}
      {choices.length > MAX_DRAWN && (
        <span className="hint numbers">{`${MAX_DRAWN} of ${choices.length.toLocaleString('en')} choices. Type more to narrow the list.`}</span>
      )}
    </>
  )
}
