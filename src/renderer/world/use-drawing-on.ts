import { useReactFlow, type OnConnectEnd } from '@xyflow/react'
import { useMemo, type MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { choose, onMap } from '../session'
import { addPlace, connect } from './edit-verbs'
import { reachField } from './edit/reach'
import { boxAt, regionNear } from './hit'
import { centredAt } from './moving'
import { mapTexts as t } from './texts'
import type { Drawn } from './use-drawing'

/** Drawing on the map: a double click on the ground adds a place, a line drawn from a place's grip to another a journey. */
export function useDrawingOn(drawn: Drawn): { addHere: (event: MouseEvent) => void; onConnectEnd: OnConnectEnd } {
  const flow = useReactFlow()
  return useMemo(
    () => ({
      addHere: (event) => {
        const point = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY })
        if (boxAt(drawn, point) !== undefined) return
        // What is new has not been seen by anybody.
        onMap({ fog: false })
        void addPlace(t.newPlace, regionNear(drawn, point), centredAt(point)).then((id) => {
          if (id === undefined) return
          // Drawn at once, so that the next key already lands in it.
          flushSync(() => choose({ what: 'place', id }))
          reachField(`place:${id}/name`)
        })
      },
      onConnectEnd: (event, { fromNode }) => {
        const pointer = 'changedTouches' in event ? event.changedTouches[0] : event
        if (!fromNode || !pointer) return
        const point = flow.screenToFlowPosition({ x: pointer.clientX, y: pointer.clientY })
        const goal = drawn.drawing.boxes[boxAt(drawn, point, 12) ?? -1]
        if (goal?.what === 'place' && goal.id !== fromNode.id) void connect([fromNode.id], goal.of)
      }
    }),
    [drawn, flow]
  )
}
