import type { OnNodeDrag } from '@xyflow/react'
import { useMemo, useRef, type Dispatch, type SetStateAction } from 'react'
import { useSession } from '../session'
import { put } from './arranging'
import { choiceOf, isChosen } from './choosing'
import type { Box, Spots, World } from '../../shared/map/drawing'
import { movedBy, placesIn } from './moving'
import type { MapNode } from './nodes'
import type { Point } from '../../shared/geometry/shapes'
import type { Drawn } from './use-drawing'

/** A drag that is going on: which places, from where, and where the box that is held stood. */
interface Drag {
  ids: readonly string[]
  from: Spots
  at: Point
  moved?: Spots
}

/** What React Flow tells of drags. */
export type Dragging = Record<'onNodeDragStart' | 'onNodeDrag' | 'onNodeDragStop', OnNodeDrag<MapNode>>

/** Lets places be dragged: the held one, or all that are chosen with it. They are drawn where they are dragged to; the drop is one beat. */
export function useDragging(drawn: Drawn, world: World, setMoving: Dispatch<SetStateAction<Spots | undefined>>): Dragging {
  const drag = useRef<Drag | undefined>(undefined)
  return useMemo(() => {
    const held = (id: string): Box | undefined => drawn.drawing.boxes.find((box) => box.id === id)
    return {
      onNodeDragStart: (_, node) => {
        const box = held(node.id)
        if (!box) return
        const one = choiceOf(box)
        const { chosen } = useSession.getState().mapping
        drag.current = { ids: placesIn(isChosen(chosen, one) ? chosen : [one], world), from: drawn.spots, at: { x: box.x, y: box.y } }
      },
      onNodeDrag: (_, node) => {
        const { current } = drag
        if (!current) return
        const by = { x: node.position.x - current.at.x, y: node.position.y - current.at.y }
        const moved = movedBy(current.ids, current.from, by)
        current.moved = moved
        setMoving((others) => new Map([...(others ?? []), ...moved]))
      },
      onNodeDragStop: () => {
        const moved = drag.current?.moved
        drag.current = undefined
        if (!moved) return
        void put(moved).finally(() => setMoving((now) => without(now, moved)))
      }
    }
  }, [drawn, world, setMoving])
}

/** What is still being moved after these have arrived. */
function without(now: Spots | undefined, arrived: Spots): Spots | undefined {
  const left = [...(now ?? [])].filter(([id, spot]) => arrived.get(id) !== spot)
  return left.length ? new Map(left) : undefined
}
