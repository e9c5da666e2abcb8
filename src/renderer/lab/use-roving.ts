import { useState, type FocusEvent, type KeyboardEvent } from 'react'

const STOP = '[data-stop]'

interface Roving {
  /** The index of the entry that is the tab stop. */
  stop: number
  /** Of the element with the entries. */
  keys: { onKeyDown: (event: KeyboardEvent) => void; onFocus: (event: FocusEvent) => void }
}

type Entry = HTMLElement | SVGElement

/** Entries of which one is a tab stop, and among which arrows, Home and End move. Each is an element with `data-stop`, in the order of the page. */
export function useRoving(count: number): Roving {
  const [at, setAt] = useState(0)
  const stop = Math.max(0, Math.min(at, count - 1))
  const entriesIn = (box: Element): Entry[] => [...box.querySelectorAll<Entry>(STOP)]
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -count, End: count }[event.key]
    if (step === undefined || !(event.target instanceof Element) || !event.target.matches(STOP)) return
    event.preventDefault()
    entriesIn(event.currentTarget)[Math.max(0, Math.min(count - 1, stop + step))]?.focus()
  }
  const onFocus = ({ target, currentTarget }: FocusEvent): void => {
    const index = entriesIn(currentTarget).indexOf(target as Entry)
    if (index >= 0) setAt(index)
  }
  return { stop, keys: { onKeyDown, onFocus } }
}
