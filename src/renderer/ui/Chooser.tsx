/* oxlint-disable jsx-a11y/prefer-tag-over-role -- no tag is a combobox that keeps the focus while its list moves */
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react'
import { Keys, Layer } from './Parts'

/** An option of a chooser. */
export interface Choosable {
  id: string
  label: string
  /** Shown before the label, in a quiet colour. */
  group?: ReactNode
  /** Shown after the label. */
  detail?: string | undefined
  shortcut?: string | undefined
}

const MAX_DRAWN = 200

/** A search field with its matches: arrows move, Enter selects, Esc closes. */
export function Chooser<T extends Choosable>({
  title,
  now,
  placeholder,
  none,
  isWaiting = false,
  find,
  onQuery,
  onChoose,
  onClose,
  className = '',
  children
}: {
  title: string
  now?: string
  placeholder: string
  none: string
  /** Whether the options are still being fetched: Enter then selects as soon as there is one. */
  isWaiting?: boolean
  find: (query: string) => readonly T[]
  /** Called with the query, so that more matches can be fetched. */
  onQuery?: (query: string) => void
  onChoose: (one: T) => void
  onClose: () => void
  className?: string
  /** Shown below the list. */
  children?: ReactNode
}): ReactElement {
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const list = useMemo(() => find(query), [find, query])
  const drawn = list.length > MAX_DRAWN ? list.slice(0, MAX_DRAWN) : list
  const id = useId()
  const ul = useRef<HTMLDivElement>(null)
  const isEntered = useRef(false)
  const highlighted = Math.min(at, drawn.length - 1)

  const choose = (one: T | undefined): void => {
    if (!one) return
    onClose()
    onChoose(one)
  }
  useEffect(() => {
    if (!isEntered.current || isWaiting) return
    isEntered.current = false
    choose(drawn[0])
  })
  const move = (to: number): void => {
    const next = drawn.length ? (to + drawn.length) % drawn.length : 0
    setAt(next)
    ul.current?.children[next]?.scrollIntoView({ block: 'nearest' })
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') move(highlighted + 1)
    else if (event.key === 'ArrowUp') move(highlighted - 1)
    else if (event.key === 'Enter') {
      if (isWaiting) isEntered.current = true
      else choose(drawn[highlighted])
    } else return
    event.preventDefault()
  }

  return (
    <Layer label={title} className={`palette ${className}`} onClose={onClose}>
      <p className="palette-title">
        <b>{title}</b> {now !== undefined && <span className="clip">{`Now: ${now}`}</span>}
      </p>
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={drawn[highlighted] ? `${id}-${highlighted}` : undefined}
        aria-label={title}
        placeholder={placeholder}
        spellCheck={false}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value)
          onQuery?.(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKey}
      />
      {drawn.length ? (
        <div id={id} ref={ul} role="listbox" aria-label={title} className="scrolls">
          {drawn.map((one, i) => (
            <div
              key={one.id}
              id={`${id}-${i}`}
              role="option"
              tabIndex={-1}
              aria-selected={i === highlighted}
              onPointerMove={() => setAt(i)}
              onClick={() => choose(one)}
              onKeyDown={onKey}
            >
              <span className={one.detail === undefined ? undefined : 'clip'}>
                {one.group !== undefined && <span className="group">{one.group}</span>}
                {one.label}
              </span>
              {one.detail !== undefined && <span className="quiet clip">{one.detail}</span>}
              {one.shortcut && <Keys shortcut={one.shortcut} />}
            </div>
          ))}
        </div>
      ) : (
        <p className="none" id={id} hidden={none === ''}>
          {none}
        </p>
      )}
      {list.length > drawn.length && (
        <p className="more numbers">{`${drawn.length} of ${list.length.toLocaleString('en')}. Type more to narrow the list.`}</p>
      )}
      {children}
    </Layer>
  )
}
