import { useMemo, useState } from 'react'
import type { Point } from '../../shared/geometry/shapes'

/** Top left corners, by id. */
export type Positions = ReadonlyMap<string, Point>

/** A drag that is going on. */
export interface Drag {
  /** What is dragged is now so far from where it began, in pixels of the plane. */
  move(by: Point): void
  drop(): void
}

/** Positions after all were moved by the same offset, in whole pixels. */
export const movedBy = (positions: Positions, by: Point): Map<string, Point> =>
  new Map([...positions].map(([id, { x, y }]) => [id, { x: Math.round(x + by.x), y: Math.round(y + by.y) }]))

/**
 * Positions of what is being dragged: each from the first move on, until `save` of the drop has resolved. A drag begins with where everything
 * that moves along stands.
 */
export function useMoving(save: (moved: Positions) => Promise<unknown>): { moving: Positions | undefined; drag: (from: Positions) => Drag } {
  const [moving, setMoving] = useState<Positions | undefined>(undefined)
  const drag = useMemo(
    () =>
      (from: Positions): Drag => {
        let moved: Positions | undefined
        return {
          move: (by) => {
            const next = movedBy(from, by)
            moved = next
            setMoving((others) => new Map([...(others ?? []), ...next]))
          },
          drop: () => {
            const dropped = moved
            if (dropped) void save(dropped).finally(() => setMoving((now) => without(now, dropped)))
          }
        }
      },
    [save]
  )
  return { moving, drag }
}

/** What is still being moved after these have arrived. */
function without(now: Positions | undefined, arrived: Positions): Positions | undefined {
  const left = [...(now ?? [])].filter(([id, position]) => arrived.get(id) !== position)
  return left.length ? new Map(left) : undefined
}
