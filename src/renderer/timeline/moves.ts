import { cursorIndex, goBy, goTo, useSession } from '../session'
import { neighbourLanes } from './lane-neighbours'
import { sessionsOf } from './spans'
import { screenful } from './zoom'

const get = useSession.getState

/** Moves the cursor by a screenful of beats. */
export const goPage = (direction: 1 | -1): void => goBy(direction * Math.max(1, screenful() - 1))

/** Moves the cursor to the first beat of this scene (or session), from there to the previous one's, or to the next one's. */
function goSpan(spans: readonly { from: number }[], direction: 1 | -1): void {
  const session = get()
  const at = cursorIndex(session)
  const span = direction > 0 ? spans.find((one) => one.from > at) : spans.findLast((one) => one.from < at)
  if (span) goTo(session.line[span.from]?.id)
  else if (direction > 0) goTo(undefined)
}
export const goScene = (direction: 1 | -1): void => goSpan(get().spans, direction)
export const goSession = (direction: 1 | -1): void => goSpan(sessionsOf(get().spans), direction)

/** Moves the cursor to the same time in another lane. */
export function goLane(direction: 1 | -1): void {
  const { beats, line } = get()
  const from = line[cursorIndex(get())]
  const to = from && neighbourLanes(beats, from, direction)
  if (to) goTo(to.id)
}
