import { useStoreApi } from '@xyflow/react'
import { useEffect, useMemo, useState } from 'react'
import { boundsOf, type Rect } from '../../shared/geometry/shapes'
import { onViewportChange, panelOf } from './flow-store'
import { nodesIn, type Graph } from './graph'
import { cullingRect, detailLevel, MAX_NEAR_NODES, visibleRect, type DetailLevel } from './viewport'

/** The drawn part of a canvas, and its level of detail. */
export interface Visible {
  level: DetailLevel
  rect: Rect
  /** What is in sight, without the margin. */
  sight: Rect
  isCloseUp: boolean
  /** The approximate number of plane pixels per screen pixel. */
  scale: number
}

const CLOSE_UP_ZOOM = 1.25
/** The smallest change of the scale, as a factor, that is reported. */
const SCALE_STEP = 1.15
const NOWHERE: Rect = { x: 0, y: 0, width: 0, height: 0 }
const FIRST: Visible = { level: 'far', rect: NOWHERE, sight: NOWHERE, isCloseUp: false, scale: 1 }

/** Follows the viewport in large steps, so that the result seldom changes while the canvas moves. A small graph is drawn whole. */
export function useVisible(graph: Graph): Visible {
  const store = useStoreApi()
  const [visible, setVisible] = useState(FIRST)
  const whole = useMemo(() => (graph.nodes.length <= MAX_NEAR_NODES ? boundsOf(graph.nodes) : undefined), [graph])
  useEffect(() => {
    const look = (): void => {
      const panel = panelOf(store)
      if (!panel) return
      const seen = visibleRect(panel.viewport, panel.width, panel.height)
      const isCloseUp = panel.viewport.zoom >= CLOSE_UP_ZOOM
      setVisible((last) => {
        const rect = whole ?? cullingRect(seen, last.rect)
        const level = detailLevel(nodesIn(graph, seen).length, panel.viewport.zoom, graph.nodes.length, last.level)
        const scale = 1 / panel.viewport.zoom
        const isNear = scale < last.scale * SCALE_STEP && last.scale < scale * SCALE_STEP
        const isSame = rect === last.rect && isCloseUp === last.isCloseUp && level === last.level && isNear
        return isSame ? last : { level, rect, sight: seen, isCloseUp, scale: isNear ? last.scale : scale }
      })
    }
    look()
    return onViewportChange(store, look)
  }, [store, graph, whole])
  return visible
}
