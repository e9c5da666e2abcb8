import { useStoreApi } from '@xyflow/react'
import { useEffect, useMemo, useState } from 'react'
import { boundsOf, type Rect } from '../../shared/geometry/shapes'
import { followViewport, panelOf } from './flow-store'
import { nodesIn, type Graph } from './graph'
import { cullingRect, detailLevel, MAX_WHOLE_NODES, visibleRect, type DetailLevel } from './viewport'

/** The drawn part of a canvas, and its level of detail. */
export interface Visible {
  level: DetailLevel
  rect: Rect
  /** What is in sight, without the margin. */
  sight: Rect
  isCloseUp: boolean
  /** Whether the user moved on to nodes that are not elements yet. */
  isBehind: boolean
  /** The approximate number of plane pixels per screen pixel. */
  scale: number
}

const CLOSE_UP_ZOOM = 1.25
/** The smallest change of the scale, as a factor, that is reported. */
const SCALE_STEP = 1.15
const NOWHERE: Rect = { x: 0, y: 0, width: 0, height: 0 }
export const NOTHING_VISIBLE: Visible = { level: 'far', rect: NOWHERE, sight: NOWHERE, isCloseUp: false, isBehind: false, scale: 1 }

/** What is drawn next of a graph. A small graph has `whole`, the rectangle around all its nodes, which are all drawn. */
export function nextVisible(graph: Graph, whole: Rect | undefined, { viewport, width, height, isMoving }: MovingPanel, last: Visible): Visible {
  const sight = visibleRect(viewport, width, height)
  const isCloseUp = viewport.zoom >= CLOSE_UP_ZOOM
  const rect = whole ?? cullingRect(sight, last.rect)
  const level = detailLevel(nodesIn(graph, sight).length, viewport.zoom, graph.nodes.length, last.level)
  const scale = 1 / viewport.zoom
  const isNear = scale < last.scale * SCALE_STEP && last.scale < scale * SCALE_STEP
  const isSame = rect === last.rect && isCloseUp === last.isCloseUp && level === last.level && isNear
  const isLater = !isSame && isMoving && !whole && (level === 'near' || last.level === 'near')
  if (isSame || isLater) return last.isBehind === isLater ? last : { ...last, isBehind: isLater }
  return { level, rect, sight, isCloseUp, isBehind: false, scale: isNear ? last.scale : scale }
}

type MovingPanel = NonNullable<ReturnType<typeof panelOf>> & { isMoving: boolean }

/** Follows the viewport in large steps. Nodes become elements, or cease to be, only while it stands still: that takes more than a frame. */
export function useVisible(graph: Graph): Visible {
  const store = useStoreApi()
  const [visible, setVisible] = useState(NOTHING_VISIBLE)
  const whole = useMemo(() => (graph.nodes.length <= MAX_WHOLE_NODES ? boundsOf(graph.nodes) : undefined), [graph])
  useEffect(() => {
    const look = (isMoving: boolean): void => {
      const panel = panelOf(store)
      if (panel) setVisible((last) => nextVisible(graph, whole, { ...panel, isMoving }, last))
    }
    look(false)
    return followViewport(store, look)
  }, [store, graph, whole])
  return visible
}
