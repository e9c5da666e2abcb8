import { ChevronDown, ChevronUp, ChevronsUpDown, Plus, X } from 'lucide-react'
import { createContext, useContext, useState, type ReactElement } from 'react'
import { Chooser, type Choosable } from '../../ui/Chooser'
import { Field } from '../../ui/Field'
import { Button, IconButton } from '../../ui/Parts'
import { endStep } from '../edits'
import { formTexts } from './form-texts'

const t = formTexts.fields

/** Whether the fields of a form are read-only. */
export const ClosedForm = createContext(false)
export const useClosed = (): boolean => useContext(ClosedForm)

/** The properties of every field. Each change is an edit immediately. */
export interface LiveProps<T> {
  label: string
  value: T
  onChange: (value: T) => void
  hint?: string | undefined
  /** Whether the field is focused when its form is opened. */
  isFirst?: boolean
}

/** How a text field looks. */
export interface TextStyle {
  /** Lines of a text area; one line of text if absent. */
  lines?: number
  /** Texts of the story are set in the story's typeface. */
  isStory?: boolean
  isMono?: boolean
  /** The id of a list of suggestions. */
  list?: string
}

/** A text. Letters typed without leaving the field are one undo step. */
export function LiveText({ label, value, onChange, hint, isFirst, lines, isStory, isMono, list }: LiveProps<string> & TextStyle): ReactElement {
  const control = {
    'data-saved': '',
    'data-first': isFirst ? '' : undefined,
    value,
    readOnly: useClosed(),
    spellCheck: isStory === true,
    autoComplete: 'off',
    className: `field-input ${isStory ? 'of-story' : ''} ${isMono ? 'mono' : ''} ${lines === undefined ? '' : 'room'}`,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
    onBlur: endStep
  }
  return (
    <Field label={label} hint={hint}>
      {(tied) => (lines === undefined ? <input type="text" list={list} {...tied} {...control} /> : <textarea rows={lines} {...tied} {...control} />)}
    </Field>
  )
}

/** The integer in a text; undefined for any other text. */
function integerIn(text: string): number | undefined {
  const number = Number(text.replace('−', '-'))
  return /^\s*[-−]?\d+\s*$/.test(text) && Number.isSafeInteger(number) ? number : undefined
}

/** An integer. Any other text stays in the field with the reason, and changes nothing. */
export function LiveNumber({ label, value, onChange, hint, isFirst }: LiveProps<number>): ReactElement {
  const isClosed = useClosed()
  const [typed, setTyped] = useState<string | undefined>(undefined)
  const text = typed ?? String(value)
  return (
    <Field label={label} hint={hint} fault={integerIn(text) === undefined ? 'Enter a whole number.' : undefined}>
      {(tied) => (
        <input
          type="text"
          inputMode="numeric"
          autoComplete="off"
          data-saved={typed === undefined ? '' : undefined}
          data-first={isFirst ? '' : undefined}
          {...tied}
          className="field-input numbers"
          value={text}
          readOnly={isClosed}
          onChange={({ target }) => {
            const number = integerIn(target.value)
            setTyped(number === undefined ? target.value : undefined)
            if (number !== undefined) onChange(number)
          }}
          onBlur={() => {
            setTyped(undefined)
            endStep()
          }}
        />
      )}
    </Field>
  )
}

/** A boolean as a check box. */
export const LiveCheck = ({ label, value, onChange, hint }: LiveProps<boolean>): ReactElement => (
  <label className="arrow-check">
    <input type="checkbox" checked={value} disabled={useClosed()} onChange={({ target }) => onChange(target.checked)} />
    <span>{label}</span>
    {hint !== undefined && <span className="hint">{hint}</span>}
  </label>
)

interface SelectProps<T> extends LiveProps<T> {
  options: readonly { value: T; label: string }[]
}

/** A choice among a few values, by name. */
export function LiveSelect<T extends string | number>({ label, value, options, onChange }: SelectProps<T>): ReactElement {
  const isClosed = useClosed()
  const all = options.some((one) => one.value === value) ? options : [{ value, label: String(value) }, ...options]
  return (
    <Field label={label}>
      {(tied) => (
        <select
          {...tied}
          className="field-input"
          disabled={isClosed}
          value={String(value)}
          onChange={({ target }) => {
            const picked = options.find((one) => String(one.value) === target.value)
            if (picked) onChange(picked.value)
          }}
        >
          {all.map((one) => (
            <option key={one.value} value={String(one.value)}>
              {one.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface PickProps<T> {
  label: string
  title: string
  /** The current choice, in words. */
  words: string
  placeholder: string
  none: string
  find: (query: string) => readonly T[]
  onChoose: (one: T) => void
  isFirst?: boolean
  /** A colour to show before the choice. */
  dot?: string | undefined
}

/** A field whose choice is found by typing. */
export function PickField<T extends Choosable>({ label, isFirst, dot, words, ...chooser }: PickProps<T>): ReactElement {
  const isClosed = useClosed()
  const [isOpen, setOpen] = useState(false)
  return (
    <Field label={label}>
      {(tied) => (
        <>
          <button
            type="button"
            {...tied}
            aria-invalid={undefined}
            aria-label={`${label}: ${words}`}
            data-first={isFirst ? '' : undefined}
            className="field-input picker"
            disabled={isClosed}
            onClick={() => setOpen(true)}
          >
            {dot !== undefined && <span className="arrow-dot" style={{ background: dot }} />}
            <span className="clip">{words}</span>
            <ChevronsUpDown size={13} aria-hidden="true" />
          </button>
          {isOpen && <Chooser {...chooser} now={words} onClose={() => setOpen(false)} />}
        </>
      )}
    </Field>
  )
}

interface ItemsProps {
  title: string
  items: readonly string[]
  label: (n: number) => string
  adds: string
  onText: (index: number, text: string) => void
  onMove: (index: number, by: -1 | 1) => void
  onRemove: (index: number) => void
  onAdd: () => void
  isStory: boolean
}

/** Texts in order: lines, actions or values. */
export function TextItems({ title, items, label, adds, onText, onMove, onRemove, onAdd, isStory }: ItemsProps): ReactElement {
  const isClosed = useClosed()
  return (
    <fieldset className="arrow-items">
      <legend>{title}</legend>
      {items.map((text, k) => {
        const name = label(k + 1)
        return (
          // oxlint-disable-next-line react/no-array-index-key -- an item is its place
          <div key={k} className="arrow-item">
            <textarea
              rows={1}
              aria-label={name}
              data-saved=""
              data-first={k === 0 ? '' : undefined}
              data-item={k}
              className={`field-input room ${isStory ? 'of-story' : ''}`}
              spellCheck={isStory}
              value={text}
              readOnly={isClosed}
              onChange={({ target }) => onText(k, target.value)}
              onBlur={endStep}
              onKeyDown={(event) => {
                const by = event.altKey ? { ArrowUp: -1 as const, ArrowDown: 1 as const }[event.key] : undefined
                if (by === undefined && !(event.key === 'Enter' && (event.ctrlKey || event.metaKey))) return
                event.preventDefault()
                if (by === undefined) onAdd()
                else onMove(k, by)
              }}
            />
            {!isClosed && (
              <span className="arrow-item-tools">
                <IconButton label={`Move ${name} up`} icon={<ChevronUp size={13} />} small disabled={k === 0} onClick={() => onMove(k, -1)} />
                <IconButton
                  label={`Move ${name} down`}
                  icon={<ChevronDown size={13} />}
                  small
                  disabled={k === items.length - 1}
                  onClick={() => onMove(k, 1)}
                />
                <IconButton label={t.removeItem(name)} icon={<X size={13} />} small disabled={items.length === 1} onClick={() => onRemove(k)} />
              </span>
            )}
          </div>
        )
      })}
      {!isClosed && <Button label={adds} icon={<Plus size={12} />} small onClick={onAdd} />}
    </fieldset>
  )
}
