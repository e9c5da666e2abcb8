import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'

const Rectangle = z.object({ x: z.int(), y: z.int(), width: z.int().min(1).max(100_000), height: z.int().min(1).max(100_000) })
type Rectangle = z.infer<typeof Rectangle>
const WindowPlace = Rectangle.extend({ isMaximized: z.boolean() })
/** Where a window is, in pixels that don't depend on the screen's density. */
export type WindowPlace = z.infer<typeof WindowPlace>

/** The first place of a window. Without x and y, the system centres it. */
const FIRST: { width: number; height: number; isMaximized: boolean } = { width: 1280, height: 800, isMaximized: false }

/** The part of a window that must be on a screen, so that it can be seen and moved. */
const MIN_SEEN = { width: 200, height: 100 }

const overlap = (from: number, length: number, otherFrom: number, otherLength: number): number =>
  Math.min(from + length, otherFrom + otherLength) - Math.max(from, otherFrom)

/** The kept place if enough of its top is on a screen that exists now, otherwise the first one. `screens`: their areas for windows. */
export function placeOn(kept: WindowPlace | undefined, screens: readonly Rectangle[]): typeof FIRST | WindowPlace {
  const isSeen = ({ x, y, width, height }: WindowPlace): boolean =>
    screens.some(
      (one) =>
        overlap(x, width, one.x, one.width) >= Math.min(MIN_SEEN.width, width) &&
        overlap(y, height, one.y, one.height) >= Math.min(MIN_SEEN.height, height) &&
        y >= one.y
    )
  return kept && isSeen(kept) ? kept : FIRST
}

/** Reads the kept place from a file; undefined if there is none or it is damaged. */
export function readPlace(file: string): WindowPlace | undefined {
  try {
    return WindowPlace.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

/** Keeps a place. A disk that can't be written to loses nothing but that. */
export function keepPlace(file: string, place: WindowPlace): void {
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(place))
  } catch {
    // The next window opens at the previous place.
  }
}
