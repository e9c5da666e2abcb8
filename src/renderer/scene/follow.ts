/** The scroll position of a list, in pixels. */
export interface ScrollPosition {
  top: number
  height: number
  view: number
}

/** The largest distance from the end at which the reader counts as being at the end. */
const END_PX = 72

/** The distance from the beginning at which earlier scenes are fetched. */
export const BEGINNING_PX = 700

/** Whether the list is at its end and should follow new rows. */
export const atEnd = (scroll: ScrollPosition): boolean => scroll.height - scroll.top - scroll.view <= END_PX

/** Whether the list still follows new rows after a scroll. Only the reader's own upward scroll stops it, not a change of the list's size. */
export function follows(before: boolean, from: ScrollPosition, to: ScrollPosition): boolean {
  if (atEnd(to)) return true
  const movedUp = to.top < from.top - 1 && to.height === from.height
  return movedUp ? false : before
}
