import type { Beat } from '../../shared/play'

/** What the timeline shows: pixels a beat takes, and the beat number (with fraction) at its left edge. */
export interface Window {
  perBeat: number
  left: number
}

/** Room at both ends, in pixels: the newest beat and its branch's name must not stick to the border. */
export const PAD = { left: 24, right: 132 }
/** Pixels a beat takes at least and at most. */
export const SCALE = { least: 0.02, most: 40, roomy: 14, tight: 5 }

/** The scale that shows `count` beats in `width` pixels. */
export function fitScale(count: number, width: number): number {
  return Math.max(SCALE.least, Math.min(SCALE.roomy, (width - PAD.left - PAD.right) / Math.max(1, count - 1)))
}

/** The scale nobody chose: everything while beats stay easy to hit, else as tight as they can be hit. */
export function easyScale(count: number, width: number): number {
  return Math.max(SCALE.tight, fitScale(count, width))
}

/** Where beat `n` is drawn. */
export const xOf = (n: number, view: Window): number => PAD.left + (n - view.left) * view.perBeat

/** The beat number at a pixel, with fraction. */
export const nAt = (x: number, view: Window): number => view.left + (x - PAD.left) / view.perBeat

/** Numbers of the beats that can be seen, with one more on each side. */
export function visible(view: Window, width: number): { from: number; to: number } {
  return { from: Math.floor(nAt(0, view)) - 1, to: Math.ceil(nAt(width, view)) + 1 }
}

/** The window moved so that it shows nothing before beat `first` and no more emptiness than the padding after `last`. */
export function clamped(view: Window, first: number, last: number, width: number): Window {
  const room = (width - PAD.left - PAD.right) / view.perBeat
  const most = Math.max(first, last - room)
  return { perBeat: view.perBeat, left: Math.max(first, Math.min(most, view.left)) }
}

/** The window moved as little as it takes to show beat `n` with some beats around it. */
export function showing(view: Window, n: number, first: number, last: number, width: number): Window {
  const room = Math.max(1, (width - PAD.left - PAD.right) / view.perBeat)
  const margin = Math.min(8, room / 6)
  let left = view.left
  if (n - margin < left) left = n - margin
  if (n + margin > left + room) left = n + margin - room
  return clamped({ perBeat: view.perBeat, left }, first, last, width)
}

/** The window zoomed by a factor, with the beat under pixel `x` staying where it is. */
export function zoomed(view: Window, factor: number, x: number, first: number, last: number, width: number): Window {
  const least = Math.min(fitScale(last - first + 1, width), SCALE.tight)
  const perBeat = Math.max(least, Math.min(SCALE.most, view.perBeat * factor))
  const n = nAt(x, view)
  return clamped({ perBeat, left: n - (x - PAD.left) / perBeat }, first, last, width)
}

/** How a beat is drawn: what matters to the story stands taller. */
export type Shape = 'scene' | 'story' | 'act' | 'talk' | 'small' | 'edit'

const SHAPES: Record<string, Shape> = {
  open_session: 'scene',
  end_session: 'scene',
  open_scene: 'scene',
  end_scene: 'scene',
  narrate: 'story',
  summarise: 'story',
  speak: 'talk',
  whisper: 'talk',
  call_on: 'small',
  pass: 'small',
  record: 'small',
  remember: 'small',
  roll_table: 'act'
}

/** The shape of a beat by what it was. */
export function shapeOf(beat: Pick<Beat, 'kind' | 'action'>): Shape {
  if (beat.kind !== 'play' && beat.kind !== 'script') return 'edit'
  return SHAPES[beat.action] ?? 'act'
}

const WEIGHT: Record<Shape, number> = { scene: 5, edit: 4, act: 3, story: 2, talk: 1, small: 0 }

/** First index of a track's beats with a number of at least `n`; the track's numbers count up. */
export function firstFrom(beats: readonly Beat[], n: number): number {
  let low = 0
  let high = beats.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((beats[middle]?.n ?? 0) < n) low = middle + 1
    else high = middle
  }
  return low
}

/** The beats of a track to draw: those in sight, and at most one a pixel column, the one that matters most. */
export function ticks(beats: readonly Beat[], view: Window, width: number): { beat: Beat; x: number }[] {
  const { from, to } = visible(view, width)
  const drawn: { beat: Beat; x: number }[] = []
  for (let i = firstFrom(beats, from); i < beats.length; i++) {
    const beat = beats[i]
    if (!beat || beat.n > to) break
    const x = xOf(beat.n, view)
    const last = drawn.at(-1)
    if (last && Math.round(last.x) === Math.round(x)) {
      if (WEIGHT[shapeOf(beat)] > WEIGHT[shapeOf(last.beat)]) last.beat = beat
    } else drawn.push({ beat, x })
  }
  return drawn
}

/** The beat of a track nearest to a pixel, if one is within reach of the pointer. */
export function nearest(beats: readonly Beat[], x: number, view: Window): Beat | undefined {
  const n = nAt(x, view)
  const at = firstFrom(beats, n)
  const candidates = [beats[at - 1], beats[at]].filter((one): one is Beat => one !== undefined)
  const reach = Math.max(10, view.perBeat * 0.75)
  return candidates.filter((one) => Math.abs(xOf(one.n, view) - x) <= reach).toSorted((a, b) => Math.abs(a.n - n) - Math.abs(b.n - n))[0]
}

/** Heights of the timeline's parts for a number of lanes, in pixels: the whole, and the middle line of each lane. */
export function lanesOf(count: number): { height: number; middles: number[] } {
  const lane = count <= 2 ? 30 : count <= 4 ? 22 : 14
  const top = 30
  return { height: top + lane * Math.max(1, count) + 8, middles: Array.from({ length: Math.max(1, count) }, (_, i) => top + lane * i + lane / 2) }
}
