import { ChevronDown, ChevronUp, ChevronsUpDown, Plus, X } from 'lucide-react'
import { useState, type ReactElement } from 'react'
import { Chooser, type Choosable } from '../../ui/Chooser'
import { Field } from '../../ui/Field'
import { endStep } from '../edits'
import { formTexts } from './texts'

const t = formTexts.fields

interface LiveTextProps {
  label: string
  value: string
  onChange: (text: string) => void
  hint?: string | undefined
  fault?: string | undefined
  /** Lines of a text area; one line of text if absent. */
  lines?: number
  /** Texts of the story are set in the story's typeface. */
  isStory?: boolean
  isFirst?: boolean
  isMono?: boolean
  isClosed: boolean
  list?: string
  placeholder?: string
}

/** A text of a node. Every letter is an edit immediately; letters typed without leaving the field are one undo step. */
export function LiveText({
  label,
  value,
  onChange,
  hint,
  fault,
  lines,
  isStory,
  isFirst,
  isMono,
  isClosed,
  list,
  placeholder
}: LiveTextProps): ReactElement {
  const control = {
    'data-saved': '',
    'data-first': isFirst ? '' : undefined,
    value,
    readOnly: isClosed,
    spellCheck: isStory === true,
    autoComplete: 'off',
    placeholder,
    className: `input ${isStory ? 'of-story' : ''} ${isMono ? 'mono' : ''} ${lines === undefined ? '' : 'room'}`,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
    onBlur: endStep
  }
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(tied) => (lines === undefined ? <input type="text" list={list} {...tied} {...control} /> : <textarea rows={lines} {...tied} {...control} />)}
    </Field>
  )
}

/** An integer. Any other text stays in the field with the reason, and changes nothing. */
export function LiveNumber({
  label,
  value,
  onChange,
  isClosed,
  hint,
  isFirst = false
}: {
  label: string
  value: number
  onChange: (value: number) => void
  isClosed: boolean
  hint?: string
  isFirst?: boolean
}): ReactElement {
  const [typed, setTyped] = useState<string | undefined>(undefined)
  const text = typed ?? String(value)
  const isWhole = /^\s*[-−]?\d+\s*$/.test(text) && Number.isSafeInteger(Number(text.replace('−', '-')))
  return (
    <Field label={label} hint={hint} fault={isWhole ? undefined : t.wholeNumber}>
      {(tied) => (
        <input
          type="text"
          inputMode="numeric"
          autoComplete="off"
          data-saved={typed === undefined ? '' : undefined}
          data-first={isFirst ? '' : undefined}
          {...tied}
          className="input numbers"
          value={text}
          readOnly={isClosed}
          onChange={({ target }) => {
            const number = Number(target.value.replace('−', '-'))
            const sound = /^\s*[-−]?\d+\s*$/.test(target.value) && Number.isSafeInteger(number)
            setTyped(sound ? undefined : target.value)
            if (sound) onChange(number)
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
export function LiveCheck({
  label,
  isOn,
  onChange,
  hint,
  isClosed
}: {
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
  hint?: string
  isClosed: boolean
}): ReactElement {
  return (
    <label className="arrow-check">
      <input type="checkbox" checked={isOn} disabled={isClosed} onChange={({ target }) => onChange(target.checked)} />
      <span>{label}</span>
      {hint !== undefined && <span className="hint">{hint}</span>}
    </label>
  )
}

/** A choice among a few values, by name. */
export function LiveSelect<T extends string | number>({
  label,
  value,
  options,
  onChange,
  isClosed
}: {
  label: string
  value: T
  options: readonly { value: T; label: string }[]
  onChange: (value: T) => void
  isClosed: boolean
}): ReactElement {
  const known = options.some((one) => one.value === value)
  return (
    <Field label={label}>
      {(tied) => (
        <select
          {...tied}
          className="input"
          disabled={isClosed}
          value={String(value)}
          onChange={({ target }) => {
            const picked = options.find((one) => String(one.value) === target.value)
            if (picked) onChange(picked.value)
          }}
        >
          {!known && <option value={String(value)}>{String(value)}</option>}
          {options.map((one) => (
            <option key={one.value} value={String(one.value)}>
              {one.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** A field whose choice is found by typing. `creates` are the kinds of resources that can be created with the typed name. */
export function PickField<T extends Choosable>({
  label,
  title,
  words,
  placeholder,
  none,
  find,
  onChoose,
  isClosed,
  isFirst = false,
  dot
}: {
  label: string
  title: string
  /** The current choice, in words. */
  words: string
  placeholder: string
  none: string
  find: (query: string) => readonly T[]
  onChoose: (one: T) => void
  isClosed: boolean
  isFirst?: boolean
  /** A colour to show before the choice. */
  dot?: string | undefined
}): ReactElement {
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
            className="input picker"
            disabled={isClosed}
            onClick={() => setOpen(true)}
          >
            {dot !== undefined && <span className="arrow-dot" style={{ background: dot }} />}
            <span className="clip">{words}</span>
            <ChevronsUpDown size={13} aria-hidden="true" />
          </button>
          {isOpen && (
            <Chooser title={title} now={words} placeholder={placeholder} none={none} find={find} onChoose={onChoose} onClose={() => setOpen(false)} />
          )}
        </>
      )}
    </Field>
  )
}

/** Texts in order: lines, actions or values. */
export function TextItems({
  title,
  items,
  label,
  adds,
  onText,
  onMove,
  onRemove,
  onAdd,
  isClosed,
  isStory = true
}: {
  title: string
  items: readonly string[]
  label: (n: number) => string
  adds: string
  onText: (index: number, text: string) => void
  onMove: (index: number, by: -1 | 1) => void
  onRemove: (index: number) => void
  onAdd: () => void
  isClosed: boolean
  isStory?: boolean
}): ReactElement {
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
              className={`input room ${isStory ? 'of-story' : ''}`}
              spellCheck={isStory}
              value={text}
              readOnly={isClosed}
              onChange={({ target }) => onText(k, target.value)}
              onBlur={endStep}
              onKeyDown={(event) => {
                if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
                  event.preventDefault()
                  onMove(k, event.key === 'ArrowUp' ? -1 : 1)
                } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
                  event.preventDefault()
                  onAdd()
                }
              }}
            />
            {!isClosed && (
              <span className="arrow-item-tools">
                <button type="button" className="icon-button small" aria-label={t.up(name)} disabled={k === 0} onClick={() => onMove(k, -1)}>
                  <ChevronUp size={13} />
                </button>
                <button
                  type="button"
                  className="icon-button small"
                  aria-label={t.down(name)}
                  disabled={k === items.length - 1}
                  onClick={() => onMove(k, 1)}
                >
                  <ChevronDown size={13} />
                </button>
                <button
                  type="button"
                  className="icon-button small"
                  aria-label={t.removeItem(name)}
                  disabled={items.length === 1}
                  onClick={() => onRemove(k)}
                >
                  <X size={13} />
                </button>
              </span>
            )}
          </div>
        )
      })}
      {!isClosed && (
        <button type="button" className="button small" onClick={onAdd}>
          <Plus size={12} /> {adds}
        </button>
      )}
    </fieldset>
  )
}
