/* oxlint-disable jsx-a11y/prefer-tag-over-role -- no tag is a combobox that keeps the focus while its list moves */
import { useId, useState, type KeyboardEvent, type ReactElement, type RefObject } from 'react'
import { complete, type Completion } from '../../shared/predicate/complete'
import { LONGEST } from '../../shared/predicate/tokens'
import type { Vocabulary } from '../../shared/predicate/vocabulary'
import { momentTexts } from '../ui/moment-texts'

const t = momentTexts.find

/** A field for an expression. What can stand at the caret is listed: arrows choose, Tab or Enter takes, Esc puts the list away. */
export function ExpressionField({
  field,
  value,
  vocabulary,
  fault,
  onChange,
  onEnter,
  onEscape
}: {
  field: RefObject<HTMLInputElement | null>
  value: string
  vocabulary: Vocabulary | undefined
  /** Id of what says what is wrong. */
  fault: string | undefined
  onChange: (value: string) => void
  onEnter: () => void
  onEscape: () => void
}): ReactElement {
  const id = useId()
  const [list, setList] = useState<Completion>()
  const [at, setAt] = useState(-1)
  const options = list?.options ?? []

  const offer = (text: string, caret: number): void => {
    setList(vocabulary && complete(text, caret, vocabulary))
    setAt(-1)
  }
  const take = (index: number): void => {
    const option = options[index]
    const input = field.current
    if (!list || !option || !input) return
    const text = value.slice(0, list.from) + option.text + value.slice(list.to)
    const caret = list.from + option.text.length
    onChange(text)
    offer(text, caret)
    requestAnimationFrame(() => input.setSelectionRange(caret, caret))
    input.focus()
  }
  const onKey = (event: KeyboardEvent): void => {
    const open = options.length > 0
    if (open && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      const next = event.key === 'ArrowDown' ? at + 1 : at - 1
      setAt(next < 0 ? options.length - 1 : next % options.length)
    } else if (open && event.key === 'Tab' && !event.shiftKey) take(Math.max(0, at))
    else if (event.key === 'Enter') {
      if (open && at >= 0) take(at)
      else {
        setList(undefined)
        onEnter()
      }
    } else if (event.key === 'Escape') {
      if (open) setList(undefined)
      else onEscape()
    } else return
    event.preventDefault()
  }
  return (
    <div className="expression">
      <input
        ref={field}
        type="text"
        role="combobox"
        className="input mono"
        aria-label={t.field}
        aria-expanded={options.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        aria-invalid={fault !== undefined}
        aria-describedby={fault}
        placeholder={t.hint}
        maxLength={LONGEST}
        spellCheck={false}
        autoComplete="off"
        value={value}
        onChange={(event) => {
          onChange(event.target.value)
          offer(event.target.value, event.target.selectionStart ?? event.target.value.length)
        }}
        onFocus={(event) => value === '' && offer('', event.target.selectionStart ?? 0)}
        onBlur={() => setList(undefined)}
        onKeyDown={onKey}
      />
      <div id={id} role="listbox" data-stays aria-label={t.options} className="expression-options scrolls" hidden={options.length === 0}>
        {options.map(({ text, what }, i) => (
          <div
            key={text}
            id={`${id}-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === at}
            ref={i === at ? (el) => el?.scrollIntoView({ block: 'nearest' }) : undefined}
            // Before the field loses the focus, which puts the list away.
            onPointerDown={(event) => {
              event.preventDefault()
              take(i)
            }}
          >
            <span className="mono">{text}</span>
            {what !== 'word' && <span className="quiet">{what}</span>}
          </div>
        ))}
      </div>
    </div>
  )
}
