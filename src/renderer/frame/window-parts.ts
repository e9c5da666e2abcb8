import { focusFirst } from '../ui/first-field'

/** The parts of the window in reading order. */
const PARTS = '.title-bar,.past-bar,.rail,main.stage,aside.side,.frame-times,.status-line'

/** Where the keys were in each part when they left it. */
const left = new WeakMap<HTMLElement, HTMLElement>()

/** Gives the keys to the next part of the window, with -1 to the one before: to where they were in it last, else to where Tab would stop first. */
export function goToPart(by: 1 | -1): void {
  const parts = [...document.querySelectorAll<HTMLElement>(PARTS)].filter((part) => part.checkVisibility({ visibilityProperty: true }))
  const focus = document.activeElement
  const here = parts.find((part) => part.contains(focus))
  if (here && focus instanceof HTMLElement) left.set(here, focus)
  const order = by > 0 ? parts : parts.toReversed()
  const from = here ? order.indexOf(here) + 1 : 0
  for (const part of [...order.slice(from), ...order.slice(0, from)]) {
    const before = left.get(part)
    if (before && part.contains(before)) before.focus()
    if (!part.contains(document.activeElement)) focusFirst(part)
    // A part may have nothing to give the keys to.
    if (part.contains(document.activeElement)) return
  }
}
