import { useSyncExternalStore } from 'react'

/** What the timeline on the screen shows: the place `left` (with fraction) stands at pixel `pad`, and each beat takes `perBeat` pixels of `width`. */
export interface TimeWindow {
  perBeat: number
  left: number
  pad: number
  width: number
}

let shown: TimeWindow = { perBeat: 1, left: 0, pad: 0, width: 0 }
const listeners = new Set<() => void>()

/** Told by the timeline whenever what it shows is another. */
export function showTimes(next: TimeWindow): void {
  if (next.perBeat === shown.perBeat && next.left === shown.left && next.pad === shown.pad && next.width === shown.width) return
  shown = next
  for (const listener of listeners) listener()
}

const listen = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What the timeline shows, for whatever is drawn along with it. */
export const useTimeWindow = (): TimeWindow => useSyncExternalStore(listen, () => shown)

/** Where a place of the line stands, in pixels. */
export const timeX = (place: number, { perBeat, left, pad }: TimeWindow): number => pad + (place - left) * perBeat
