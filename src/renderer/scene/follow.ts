/** The scroll position of a list, in pixels. */
export interface Scroll {
  top: number
  height: number
  view: number
}

/** Within this distance of the end the reader counts as being at the end. */
const END_PX = 72

/** How close to the beginning earlier scenes are fetched. */
export const BEGINNING_PX = 700

/** Whether the list is at its end and should follow new rows. */
export const atEnd = (scroll: Scroll): boolean => scroll.height - scroll.top - scroll.view <= END_PX

/**
 * Whether the list follows after it was scrolled. Only the reader's own move up stops it: when the list itself grew or
 * shrank, the same position is no decision.
 */
export function follows(before: boolean, from: Scroll, to: Scroll): boolean {
  if (atEnd(to)) return true
  const movedUp = to.top < from.top - 1 && to.height === from.height
  return movedUp ? false : before
}
