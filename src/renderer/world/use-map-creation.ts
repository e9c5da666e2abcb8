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

/** Adds to the map: a double click on the ground adds a place, and a line from one place's grip to another adds a journey. */
export function useMapCreation({ graph }: Drawn): { addHere: (point: Point) => void; join: (from: EdgeEnd, to: EdgeEnd) => void } {
  return useMemo(
    () => ({
      addHere: (point) => {
        if (nodeAt(graph, point) !== undefined) return
        // The party has not seen a new place, so fog would hide it.
        updateMap({ fog: false })
        void addPlace(t.newPlace, nearestNode(graph, point)?.region, centredAt(point)).then((id) => {
          if (id === undefined) return
          // Rendered synchronously, so that the next key goes to its field.
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
