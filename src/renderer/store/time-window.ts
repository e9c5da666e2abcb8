import { useSyncExternalStore } from 'react'

/** The visible part of the timeline: the (fractional) place `left` is at pixel `pad`, and each beat takes `perBeat` pixels of `width`. */
export interface TimeWindow {
  perBeat: number
  left: number
  pad: number
  width: number
}

let shown: TimeWindow = { perBeat: 1, left: 0, pad: 0, width: 0 }
const listeners = new Set<() => void>()

/** Set by the timeline whenever its visible part changes. */
export function showTimes(next: TimeWindow): void {
  if (next.perBeat === shown.perBeat && next.left === shown.left && next.pad === shown.pad && next.width === shown.width) return
  shown = next
  for (const listener of listeners) listener()
}

const listen = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The visible part of the timeline, for everything that shares its axis. */
export const useTimeWindow = (): TimeWindow => useSyncExternalStore(listen, () => shown)

/** The position of a place on the line, in pixels. */
export const timeX = (place: number, { perBeat, left, pad }: TimeWindow): number => pad + (place - left) * perBeat
