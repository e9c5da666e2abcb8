import { useStoreApi } from '@xyflow/react'
import { useEffect, useLayoutEffect, useRef, type ReactElement } from 'react'
import { onView } from './on-view'
import type { Picture } from './paint'
import { Sheet } from './sheet'

/** The painted layer under the nodes of the map. It follows the view frame by frame, without React. */
export function Paper({ picture }: { picture: Picture }): ReactElement {
  const ref = useRef<HTMLCanvasElement>(null)
  const latest = useRef(picture)
  const repaint = useRef<() => void>(() => undefined)
  const store = useStoreApi()
  useEffect(() => {
    const sheet = new Sheet()
    let frame = 0
    const now = (): void => {
      frame = 0
      const { width, height, transform } = store.getState()
      const [x, y, zoom] = transform
      if (ref.current && width > 0) sheet.show(ref.current, latest.current, { x, y, zoom }, width, height)
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
