import { useMemo } from 'react'
import { flushSync } from 'react-dom'
import { nearestNode, nodeAt } from '../canvas/graph'
import type { EdgeEnd } from '../canvas/use-pointer'
import type { Point } from '../../shared/geometry/shapes'
import { selectOnMap, updateMap } from '../session'
import { addPlace, connect } from './edit/edit-world'
import { focusField } from './edit/focus'
import { centredAt } from './positions'
import { mapTexts as t } from './texts'
import type { Drawn } from './use-drawing'

/** Drawing on the map: a double click on the ground adds a place, a line drawn from a place's grip to another a journey. */
export function useMapCreation({ graph }: Drawn): { addHere: (point: Point) => void; join: (from: EdgeEnd, to: EdgeEnd) => void } {
  return useMemo(
    () => ({
      addHere: (point) => {
        if (nodeAt(graph, point) !== undefined) return
        // What is new has not been seen by anybody.
        updateMap({ fog: false })
        void addPlace(t.newPlace, nearestNode(graph, point)?.region, centredAt(point)).then((id) => {
          if (id === undefined) return
          // Drawn at once, so that the next key already lands in it.
          flushSync(() => selectOnMap({ what: 'place', id }))
          focusField(`place:${id}/name`)
        })
      },
      join: (from, to) => {
        const goal = graph.nodes[graph.nodeNumbers.get(to.node) ?? -1]
        if (goal?.what === 'place' && goal.id !== from.node) void connect([from.node], goal.of)
      }
    }),
    [graph]
  )
}
