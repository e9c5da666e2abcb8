import { useStoreApi } from '@xyflow/react'
import { useEffect, useLayoutEffect, useRef, type ReactElement } from 'react'
import { sightOf } from './detail'
import { onView } from './on-view'
import { paint, type Picture } from './paint'

/** The painted layer under the nodes of the map. It follows the view frame by frame, without React. */
export function Paper({ picture }: { picture: Picture }): ReactElement {
  const ref = useRef<HTMLCanvasElement>(null)
  const latest = useRef(picture)
  const repaint = useRef<() => void>(() => undefined)
  const store = useStoreApi()
  useEffect(() => {
    let frame = 0
    const now = (): void => {
      frame = 0
      const canvas = ref.current
      const pen = canvas?.getContext('2d')
      const { width, height, transform } = store.getState()
      if (!canvas || !pen || width === 0) return
      const ratio = window.devicePixelRatio || 1
      const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)]
      if (canvas.width !== wide || canvas.height !== high) {
        canvas.width = wide
        canvas.height = high
      }
      const view = { x: transform[0], y: transform[1], zoom: transform[2] }
      pen.setTransform(ratio, 0, 0, ratio, 0, 0)
      paint(pen, latest.current, view, sightOf(view, width, height))
    }
    repaint.current = () => {
      frame ||= requestAnimationFrame(now)
    }
    const stop = onView(store, () => repaint.current())
    repaint.current()
    return () => {
      stop()
      cancelAnimationFrame(frame)
    }
  }, [store])
  useLayoutEffect(() => {
    latest.current = picture
    repaint.current()
  }, [picture])
  return <canvas ref={ref} className="map-paper" aria-hidden="true" />
}
