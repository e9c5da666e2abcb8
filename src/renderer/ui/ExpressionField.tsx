/* oxlint-disable jsx-a11y/prefer-tag-over-role -- no tag is a combobox that keeps the focus while its list moves */
import { useId, useLayoutEffect, useMemo, useRef, useState, type ComponentProps, type KeyboardEvent, type ReactElement, type RefObject } from 'react'
import { complete } from '../../shared/predicate/complete'
import { MAX_EXPRESSION_LENGTH } from '../../shared/predicate/tokens'
import type { Vocabulary } from '../../shared/predicate/vocabulary'

interface ExpressionFieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value'> {
  field: RefObject<HTMLInputElement | null>
  value: string
  vocabulary: Vocabulary | undefined
  /** Whether the list opens above the field. */
  up?: boolean
  onChange: (value: string) => void
  onEnter: () => void
  /** Called when Esc has no list to close. */
  onEscape: (event: KeyboardEvent) => void
}

/** An expression with a name of this campaign that needs no quotes. */
const exampleOf = (vocabulary: Vocabulary | undefined): string => {
  const actor = vocabulary?.actor.find((id) => /^[a-z][\w-]*$/i.test(id))
  return actor === undefined ? '' : `actor.${actor}.hp == 0`
}

/** A field for an expression, with completions at the caret: arrows move, Tab or Enter accepts, Esc closes the list. */
export function ExpressionField({ field, value, vocabulary, onChange, onEnter, onEscape, onBlur, up, ...input }: ExpressionFieldProps): ReactElement {
  const id = useId()
  // The caret while completions are shown.
  const [caret, setCaret] = useState<number>()
  const [at, setAt] = useState(-1)
  const list = useMemo(() => (caret === undefined || !vocabulary ? undefined : complete(value, caret, vocabulary)), [value, caret, vocabulary])
  const options = list?.options ?? []
  // The caret after an accepted completion. It is set before the next key press, which would otherwise go elsewhere.
  const caretTo = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (caretTo.current !== undefined) field.current?.setSelectionRange(caretTo.current, caretTo.current)
    caretTo.current = undefined
  })

  const offer = (caret: number): void => {
    setCaret(caret)
    setAt(-1)
  }
  const close = (): void => setCaret(undefined)
  const take = (index: number): void => {
    const option = options[index]
    const input = field.current
    if (!list || !option || !input) return
    const text = value.slice(0, list.from) + option.text + value.slice(list.to)
    caretTo.current = list.from + option.text.length
    onChange(text)
    offer(caretTo.current)
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
        close()
        onEnter()
      }
    } else if (event.key === 'Escape') {
      // An outer form must not take the key that closes the list.
      if (open) close()
      else return onEscape(event)
    } else return
    event.preventDefault()
  }
  return (
    <div className={up ? 'expression opens-up' : 'expression'}>
      <input
        placeholder={exampleOf(vocabulary)}
        {...input}
        ref={field}
        type="text"
        role="combobox"
        className="field-input mono"
        aria-expanded={options.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        maxLength={MAX_EXPRESSION_LENGTH}
        spellCheck={false}
        autoComplete="off"
        value={value}
        onChange={(event) => {
          onChange(event.target.value)
          offer(event.target.selectionStart ?? event.target.value.length)
        }}
        onFocus={() => value === '' && !input.readOnly && offer(0)}
        onBlur={(event) => {
          close()
          onBlur?.(event)
        }}
        onKeyDown={onKey}
      />
      <div
        id={id}
        role="listbox"
        aria-label="Suggestions"
        className="expression-options scrolls"
        hidden={options.length === 0}
        // A form that scrolls would cut it off.
        ref={(el) => {
          if (el?.hidden === false) el.scrollIntoView({ block: 'nearest' })
        }}
      >
        {options.map(({ text, what }, i) => (
          <div
            key={text}
            id={`${id}-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === at}
            ref={i === at ? (el) => el?.scrollIntoView({ block: 'nearest' }) : undefined}
            // On pointer down, before the field loses the focus and the list closes.
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
