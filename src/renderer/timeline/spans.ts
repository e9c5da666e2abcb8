import type { Mark } from '../../shared/analysis/chronicle'
import { sceneNumbers, type SceneSpan } from '../store/story'
import { visible, xOf, type TimelineWindow } from './geometry'

/** The drawn range of a span: its edges in pixels, and the span's index. */
interface SpanStretch {
  at: number
  x: number
  end: number
}

/** A session's range on a line, as indexes into it. */
export interface SessionSpan extends Omit<SceneSpan, 'scene'> {
  session: number
}

/** The sessions of a line, oldest first, from its scenes. */
export function sessionsOf(spans: readonly SceneSpan[]): SessionSpan[] {
  const sessions: SessionSpan[] = []
  for (const { scene, from, to } of spans) {
    const session = sceneNumbers(scene)?.session ?? 0
    const last = sessions.at(-1)
    if (last?.session === session) last.to = to
    else sessions.push({ session, from, to })
  }
  return sessions
}

/** The visible spans that are wide enough, in pixels. Of narrower neighbours only every n-th edge is drawn. */
export function stretches(
  spans: readonly Omit<SceneSpan, 'scene'>[],
  line: readonly Mark[],
  view: TimelineWindow,
  width: number,
  least: number
): SpanStretch[] {
  const { from, to } = visible(view, width)
  const out: SpanStretch[] = []
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

/** The minimum extra room for a shortened name beyond the next shorter one, in pixels: three letters and a dot are more helpful than none. */
const MIN_GAIN_PX = 24

/**
 * The name on a span of a width in pixels: the first that fits, from the longest to the shortest. The longest is shortened if it begins like the next
 * one and still adds something. Empty if not even the shortest fits.
 */
export function nameFor(names: readonly string[], room: number, widthOf: (text: string) => number): string {
  const [whole = '', next = ''] = names
  if (widthOf(whole) > room && next !== '' && next !== whole && whole.startsWith(next) && room - widthOf(next) >= MIN_GAIN_PX)
    return cut(whole, room, widthOf)
  return names.find((name) => widthOf(name) <= room) ?? ''
}

function cut(text: string, room: number, widthOf: (text: string) => number): string {
  let shortened = text
  while (shortened.length > 1 && widthOf(`${shortened}…`) > room) shortened = shortened.slice(0, -1)
  return `${shortened.trimEnd()}…`
}

/** The interval between numbered spans, given the pixels between two of them: large enough for a number, and round. */
export function numberEvery(pixels: number): number {
  const ROOM = 30
  const least = ROOM / Math.max(pixels, 0.001)
  const ten = 10 ** Math.floor(Math.log10(Math.max(1, least)))
  return [1, 2, 5, 10].map((k) => k * ten).find((step) => step >= least) ?? 10 * ten
}
