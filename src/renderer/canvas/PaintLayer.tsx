import { useStoreApi } from '@xyflow/react'
import { useEffect, useLayoutEffect, useRef, type ReactElement } from 'react'
import { onViewportChange, panelOf } from './flow-store'
import { PaintCache, type Painter } from './paint-cache'

/** The painted layer under the nodes. It follows the viewport in every frame without React; a new painter causes a repaint. */
export function PaintLayer({ painter }: { painter: Painter }): ReactElement {
  const ref = useRef<HTMLCanvasElement>(null)
  const latest = useRef(painter)
  const repaint = useRef<() => void>(() => undefined)
  const store = useStoreApi()
  useEffect(() => {
    const cache = new PaintCache()
    let frame = 0
    const now = (): void => {
      frame = 0
      const panel = panelOf(store)
      if (ref.current && panel) cache.show(ref.current, latest.current, panel.viewport, panel.width, panel.height)
    }
    repaint.current = () => {
      frame ||= requestAnimationFrame(now)
    }
    const stop = onViewportChange(store, () => repaint.current())
    repaint.current()
    return () => {
      stop()
      cancelAnimationFrame(frame)
    }
  }, [store])
  useLayoutEffect(() => {
    latest.current = painter
    repaint.current()
  }, [painter])
  return <canvas ref={ref} className="canvas-paint" aria-hidden="true" />
}
