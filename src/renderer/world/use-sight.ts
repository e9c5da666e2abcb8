import { useStoreApi } from '@xyflow/react'
import { useEffect, useState } from 'react'
import { drawnOf, levelOf, sightOf, type Level } from './detail'
import type { SpatialGrid } from '../../shared/geometry/spatial-grid'
import { onView } from './on-view'
import type { Rect } from '../../shared/geometry/shapes'

/** What of the map is drawn node by node. */
export interface Sight {
  level: Level
  drawn: Rect
  /** Whether it is looked at so closely that journeys may speak without being asked. */
  loud: boolean
  /** About how many pixels of the map a pixel of the screen is. */
  scale: number
}

const LOUD = 1.25
/** Smaller changes of the scale are not told. */
const STEP = 1.15
const FIRST: Sight = { level: 'far', drawn: { x: 0, y: 0, width: 0, height: 0 }, loud: false, scale: 1 }

/** Follows the view in big steps: what it answers changes seldom while the map is moved. */
export function useSight(boxGrid: SpatialGrid): Sight {
  const store = useStoreApi()
  const [sight, setSight] = useState(FIRST)
  useEffect(() => {
    const look = (): void => {
      const { transform, width, height } = store.getState()
      if (width === 0) return
      const seen = sightOf({ x: transform[0], y: transform[1], zoom: transform[2] }, width, height)
      const loud = transform[2] >= LOUD
      setSight((last) => {
        const drawn = drawnOf(seen, last.drawn)
        const level = levelOf(boxGrid.query(seen).length, last.level)
        const scale = seen.width / width
        const close = scale < last.scale * STEP && last.scale < scale * STEP
        const same = drawn === last.drawn && loud === last.loud && level === last.level && close
        return same ? last : { level, drawn, loud, scale: close ? last.scale : scale }
      })
    }
    look()
    return onView(store, look)
  }, [store, boxGrid])
  return sight
}
