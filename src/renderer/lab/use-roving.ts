import { useState, type FocusEvent, type KeyboardEvent } from 'react'

const STOP = '[data-stop]'

interface Roving {
  /** The index of the entry that is the tab stop. */
  stop: number
  /** Of the element with the entries. */
  keys: { onKeyDown: (event: KeyboardEvent<HTMLElement>) => void; onFocus: (event: FocusEvent<HTMLElement>) => void }
}

/** Entries of which one is a tab stop, and among which arrows, Home and End move. Each is an element with `data-stop`, in the order of the page. */
export function useRoving(count: number): Roving {
  const [at, setAt] = useState(0)
  const stop = Math.max(0, Math.min(at, count - 1))
  const entriesIn = (box: HTMLElement): HTMLElement[] => [...box.querySelectorAll<HTMLElement>(STOP)]
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -count, End: count }[event.key]
    if (step === undefined || !(event.target instanceof HTMLElement) || !event.target.matches(STOP)) return
    event.preventDefault()
    entriesIn(event.currentTarget)[Math.max(0, Math.min(count - 1, stop + step))]?.focus()
  }
  const onFocus = ({ target, currentTarget }: FocusEvent<HTMLElement>): void => {
    const index = entriesIn(currentTarget).indexOf(target)
    if (index >= 0) setAt(index)
  }
  return { stop, keys: { onKeyDown, onFocus } }
}
