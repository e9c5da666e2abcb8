import { useReactFlow, useStoreApi } from '@xyflow/react'
import { useEffect, useLayoutEffect, useRef, type PointerEvent, type ReactElement } from 'react'
import { useSession } from '../session'
import { token } from '../ui/theme'
import { fitting, sightOf } from './detail'
import type { Drawing } from '../../shared/map/drawing'
import { onView } from './on-view'
import { mapTexts as t } from './texts'

const WIDTH = 172
const HEIGHT = 116

/** The whole map in small, with a frame around what is in sight; the pointer moves the frame. What it does the keys of the map do as well. */
export function Minimap({ drawing, here }: { drawing: Drawing; here: string | undefined }): ReactElement {
  const ground = useRef<HTMLCanvasElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const look = useSession((s) => s.look)
  const flow = useReactFlow()
  const store = useStoreApi()
  const view = fitting(drawing.bounds, { x: 0, y: 0, width: WIDTH, height: HEIGHT }, 1, 0)
  const { x, y, zoom } = view
  useLayoutEffect(() => {
    const pen = ground.current?.getContext('2d')
    if (!pen) return
    const ratio = window.devicePixelRatio || 1
    pen.canvas.width = WIDTH * ratio
    pen.canvas.height = HEIGHT * ratio
    pen.setTransform(ratio * zoom, 0, 0, ratio * zoom, ratio * x, ratio * y)
    const least = 1.5 / zoom
    pen.fillStyle = token(look, '--ground')
    for (const { bounds } of drawing.areas) pen.fillRect(bounds.x, bounds.y, bounds.width, bounds.height)
    pen.fillStyle = token(look, '--ink-3')
    for (const box of drawing.boxes) pen.fillRect(box.x, box.y, Math.max(least, box.width), Math.max(least, box.height))
    const at = drawing.boxes[drawing.boxOf.get(here ?? '') ?? -1]
    if (!at) return
    pen.fillStyle = token(look, '--moment')
    const side = Math.max(5 / zoom, at.height)
    pen.fillRect(at.x + (at.width - side) / 2, at.y + (at.height - side) / 2, side, side)
  }, [drawing, here, look, x, y, zoom])
  useEffect(() => {
    const follow = (): void => {
      const { transform, width, height } = store.getState()
      const sight = sightOf({ x: transform[0], y: transform[1], zoom: transform[2] }, width, height)
      const left = Math.max(0, x + sight.x * zoom)
      const top = Math.max(0, y + sight.y * zoom)
      const { style } = frame.current ?? {}
      if (!style) return
      style.transform = `translate(${left}px, ${top}px)`
      style.width = `${Math.max(4, Math.min(WIDTH, x + (sight.x + sight.width) * zoom) - left)}px`
      style.height = `${Math.max(4, Math.min(HEIGHT, y + (sight.y + sight.height) * zoom) - top)}px`
    }
    follow()
    return onView(store, follow)
  }, [store, x, y, zoom])
  const go = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.buttons !== 1) return
    const rect = event.currentTarget.getBoundingClientRect()
    void flow.setCenter((event.clientX - rect.left - x) / zoom, (event.clientY - rect.top - y) / zoom, { zoom: flow.getZoom() })
  }
  return (
    <div
      className="minimap"
      aria-hidden="true"
      title={t.whole}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        go(event)
      }}
      onPointerMove={go}
    >
      <canvas ref={ground} style={{ width: WIDTH, height: HEIGHT }} />
      <div ref={frame} className="minimap-frame" />
    </div>
  )
}
