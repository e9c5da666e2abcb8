import type { Mark } from '../../shared/chronicle'
import { sceneNumbers, type Span } from '../store/story'
import { visible, xOf, type Window } from './geometry'

/** A stretch of the line as it is drawn: its edges in pixels, and which of the spans it is. */
export interface Stretch {
  at: number
  x: number
  end: number
}

/** A session's stretch of a line, as indexes into it. */
export interface SessionSpan extends Omit<Span, 'scene'> {
  session: number
}

/** The sessions of a line, oldest first, from its scenes. */
export function sessionsOf(spans: readonly Span[]): SessionSpan[] {
  const sessions: SessionSpan[] = []
  for (const { scene, from, to } of spans) {
    const session = sceneNumbers(scene)?.session ?? 0
    const last = sessions.at(-1)
    if (last?.session === session) last.to = to
    else sessions.push({ session, from, to })
  }
  return sessions
}

/** The spans in sight that are wide enough to be told apart, in pixels; of narrower neighbours only every so manieth edge is drawn. */
export function stretches(spans: readonly Omit<Span, 'scene'>[], line: readonly Mark[], view: Window, width: number, least: number): Stretch[] {
  const { from, to } = visible(view, width)
  const out: Stretch[] = []
  const placeAt = (index: number): number => line[index]?.place ?? 0
  let low = 0
  for (let high = spans.length; low < high;) {
    const middle = (low + high) >> 1
    if (placeAt(spans[middle]?.to ?? 0) < from) low = middle + 1
    else high = middle
  }
  for (let at = low; at < spans.length; at++) {
    const span = spans[at]
    if (!span || placeAt(span.from) > to) break
    const x = Math.round(xOf(placeAt(span.from), view) - view.perBeat / 2) + 0.5
    const last = out.at(-1)
    if (last && x - last.x < least) continue
    if (last) last.end = x
    out.push({ at, x, end: Math.round(xOf(placeAt(span.to), view) + view.perBeat / 2) + 0.5 })
  }
  return out
}
