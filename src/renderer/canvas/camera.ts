import { useReactFlow, useStore } from '@xyflow/react'
import { useMemo } from 'react'
import type { Point, Rect } from '../../shared/geometry/shapes'
import { visibleRect, type Viewport } from './viewport'

/** The viewport of a canvas, and the methods that move it. Durations are in milliseconds; with reduced motion they are 0. */
interface Camera {
  isReady: boolean
  width: number
  height: number
  panel: HTMLElement | null
  viewport: () => Viewport
  /** The part of the plane that is visible now. */
  visible: () => Rect
  show: (viewport: Viewport, durationMs?: number) => void
  centreOn: (point: Point, zoom: number, durationMs?: number) => void
  zoomIn: () => void
  zoomOut: () => void
}

const ZOOM_MS = 120

/** The duration of a motion; 0 with reduced motion. */
const eased = (durationMs: number): number => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : durationMs)

/** The camera of the enclosing canvas. */
export function useCamera(): Camera {
  const flow = useReactFlow()
  const width = useStore((s) => s.width)
  const height = useStore((s) => s.height)
  const panel = useStore((s) => s.domNode)
  return useMemo(
    () => ({
      isReady: flow.viewportInitialized && width > 0,
      width,
      height,
      panel,
      viewport: () => flow.getViewport(),
      visible: () => visibleRect(flow.getViewport(), width, height),
      show: (viewport, durationMs = 0) => void flow.setViewport(viewport, { duration: eased(durationMs) }),
      centreOn: ({ x, y }, zoom, durationMs = 0) => void flow.setCenter(x, y, { zoom, duration: eased(durationMs) }),
      zoomIn: () => void flow.zoomIn({ duration: eased(ZOOM_MS) }),
      zoomOut: () => void flow.zoomOut({ duration: eased(ZOOM_MS) })
    }),
    [flow, width, height, panel]
  )
}
