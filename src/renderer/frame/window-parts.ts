import { focusFirst } from '../ui/first-field'

/** The parts of the window in reading order. */
const PARTS = '.title-bar,.past-bar,.rail,main.stage,aside.side,.frame-times,.status-line'

/** The last focused element of each part. */
const left = new WeakMap<HTMLElement, HTMLElement>()

/** Focuses the next part of the window, or with -1 the previous one: its last focused element, else its first tab stop. */
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
    // A part may have nothing to focus.
    if (part.contains(document.activeElement)) return
  }
}
