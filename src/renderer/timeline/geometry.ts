import type { Mark } from '../../shared/analysis/chronicle'

/** The visible part of the timeline: pixels per beat, and the place at its left edge: a beat number, but for external commits, fractional. */
export interface TimelineWindow {
  perBeat: number
  left: number
}

/** The padding at both ends, in pixels: the newest beat and its branch's name must not touch the border. */
export const PAD = { left: 24, right: 132 }
/** The minimum and maximum width of a beat, in pixels. */
const SCALE = { least: 0.004, most: 40, roomy: 14, tight: 5 }

/** The scale that shows `count` beats in `width` pixels. */
export function fitScale(count: number, width: number): number {
  return Math.max(SCALE.least, Math.min(SCALE.roomy, (width - PAD.left - PAD.right) / Math.max(1, count - 1)))
}

/** The default scale: the whole history if beats are still easy to click, otherwise the densest scale at which they are. */
export function easyScale(count: number, width: number): number {
  return Math.max(SCALE.tight, fitScale(count, width))
}

/** The x position of beat `n`. */
export const xOf = (n: number, view: TimelineWindow): number => PAD.left + (n - view.left) * view.perBeat

/** The beat number at a pixel, with fraction. */
export const nAt = (x: number, view: TimelineWindow): number => view.left + (x - PAD.left) / view.perBeat

/** The numbers of the visible beats, with one more on each side. */
export function visible(view: TimelineWindow, width: number): { from: number; to: number } {
  return { from: Math.floor(nAt(0, view)) - 1, to: Math.ceil(nAt(width, view)) + 1 }
}

/** The window, moved so that it shows nothing before beat `first` and no more space than the padding after `last`. */
export function clamped(view: TimelineWindow, first: number, last: number, width: number): TimelineWindow {
  const room = (width - PAD.left - PAD.right) / view.perBeat
  const most = Math.max(first, last - room)
  return { perBeat: view.perBeat, left: Math.max(first, Math.min(most, view.left)) }
}

/** The window, moved by the smallest distance that shows beat `n` with some beats around it. */
export function showing(view: TimelineWindow, n: number, first: number, last: number, width: number): TimelineWindow {
  const room = Math.max(1, (width - PAD.left - PAD.right) / view.perBeat)
  const margin = Math.min(8, room / 6)
  let left = view.left
  if (n - margin < left) left = n - margin
  if (n + margin > left + room) left = n + margin - room
  return clamped({ perBeat: view.perBeat, left }, first, last, width)
}

/** The window, zoomed by a factor; the beat under pixel `x` stays in place. */
export function zoomed(view: TimelineWindow, factor: number, x: number, first: number, last: number, width: number): TimelineWindow {
  const least = Math.min(fitScale(last - first + 1, width), SCALE.tight)
  const perBeat = Math.max(least, Math.min(SCALE.most, view.perBeat * factor))
  const n = nAt(x, view)
  return clamped({ perBeat, left: n - (x - PAD.left) / perBeat }, first, last, width)
}

/** The beat of a track nearest to a pixel, if one is within reach of the pointer. */
export function nearest(beats: readonly Mark[], x: number, view: TimelineWindow): Mark | undefined {
  const at = Math.round(nAt(x, view) - (beats[0]?.place ?? 0))
  const candidate = beats[Math.max(0, Math.min(beats.length - 1, at))]
  const reach = Math.max(10, view.perBeat * 0.75)
  return candidate && Math.abs(xOf(candidate.place, view) - x) <= reach ? candidate : undefined
}

/** Heights of the timeline's parts, in pixels. */
export interface TimelineRows {
  /** Sessions and scenes, which don't scroll with the lanes. */
  head: number
  lane: number
  /** The height of all lanes, and of the visible ones. */
  lanes: number
  seen: number
  height: number
}

/** The two rows of spans, and the foot under the lanes. */
export const SPAN = { session: 15, scene: 18, foot: 6 }
const MOST_SEEN = { usual: 186, tall: 320 }

/** The heights for a number of lanes; `tall` to show many. */
export function rowsFor(count: number, tall: boolean): TimelineRows {
  const lanes = Math.max(1, count)
  const lane = lanes <= 2 ? 30 : lanes <= 4 ? 24 : 18
  const head = SPAN.session + SPAN.scene
  const all = lane * lanes + SPAN.foot
  const seen = Math.min(all, tall ? MOST_SEEN.tall : MOST_SEEN.usual)
  return { head, lane, lanes: all, seen, height: head + seen }
}

/** The middle line of a lane in the drawing, with lanes scrolled up by `top`. */
export const middleOf = (lane: number, rows: TimelineRows, top: number): number => rows.head + rows.lane * (lane + 0.5) - top

/** The lane at a height in the drawing. */
export const laneAt = (y: number, rows: TimelineRows, top: number): number => Math.max(0, Math.floor((y - rows.head + top) / rows.lane))
