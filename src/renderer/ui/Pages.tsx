import { useRef, useState, type ReactElement, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { texts } from './texts'
import { Button } from './Parts'

const PAGE_ROWS = 100

interface PagesProps<T> {
  items: readonly T[]
  className?: string
  renderRow: (one: T) => ReactNode
}

/** A list of any length, a page at a time. The button for more moves the focus to the first new row, or to its button. */
export function Pages<T>({ items, className, renderRow }: PagesProps<T>): ReactElement {
  const [shown, setShown] = useState(PAGE_ROWS)
  const list = useRef<HTMLUListElement>(null)
  const rest = items.length - shown
  const more = (): void => {
    flushSync(() => setShown(shown + PAGE_ROWS))
    const first = list.current?.children[shown]
    if (first instanceof HTMLElement) (first.querySelector('button') ?? first).focus()
  }
  return (
    <>
      <ul ref={list} className={className}>
        {items.slice(0, shown).map((one, i) => (
          <li key={i} tabIndex={-1}>
            {renderRow(one)}
          </li>
        ))}
      </ul>
      {rest > 0 && <Button label={texts.pages.more(Math.min(PAGE_ROWS, rest), rest)} small className="more-rows" onClick={more} />}
    </>
  )
}
