import { useMemo, useState } from 'react'
import type { Point } from '../../shared/geometry/shapes'

/** Top left corners, by id. */
export type Positions = ReadonlyMap<string, Point>

/** A drag in progress. */
export interface Drag {
  move(by: Point): void
  drop(): void
}

/** Positions after a move by the same offset, in whole pixels. */
export const movedBy = (positions: Positions, by: Point): Map<string, Point> =>
  new Map([...positions].map(([id, { x, y }]) => [id, { x: Math.round(x + by.x), y: Math.round(y + by.y) }]))

/** The positions of dragged nodes, until `save` of the drop has resolved. `begin` takes the initial ones of all nodes that move. */
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

function without(now: Positions | undefined, arrived: Positions): Positions | undefined {
  const left = [...(now ?? [])].filter(([id, position]) => arrived.get(id) !== position)
  return left.length ? new Map(left) : undefined
}
