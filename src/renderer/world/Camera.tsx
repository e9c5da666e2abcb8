import { useReactFlow, useStore, type Viewport } from '@xyflow/react'
import { useEffect, useRef } from 'react'
import { useSession } from '../session'
import { fitting, roomOf, viewAround, wholeOf } from './detail'
import type { Drawn } from './use-drawing'
import { boundsOf, intersects, centreOf } from '../../shared/geometry/shapes'

/** How closely the compact map is looked at, at least and at most. */
const LEGIBLE = 0.82
const CLOSEST = 1.25

const calm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** How long the view takes to move to somewhere else, in ms; none where motion is not wanted. */
export const ease = (duration: number): number => (calm() ? 0 : duration)

/**
 * Puts the view where it belongs: the whole map at first and after it was laid out; in the compact one the whole of a small world, else the party
 * whenever it moves.
 */
export function Camera({ drawn, here, compact }: { drawn: Drawn; here: string | undefined; compact: boolean }): null {
  const flow = useReactFlow()
  const width = useStore((s) => s.width)
  const height = useStore((s) => s.height)
  const { bounds, boxes, boxOf } = drawn.drawing
  const ready = flow.viewportInitialized
  const fitted = useRef<Viewport | undefined>(undefined)
  useEffect(() => {
    if (compact || !ready || width === 0 || boxes.length === 0) return
    const last = fitted.current
    const now = flow.getViewport()
    // Once the reader has moved the map it stays where it is.
    if (last && (last.x !== now.x || last.y !== now.y || last.zoom !== now.zoom)) return
    const view = fitting(wholeOf(bounds), roomOf(width, height, false))
    void flow.setViewport(view)
    fitted.current = flow.getViewport()
  }, [compact, ready, width, height, boxes, bounds, flow])

  // Who folds or opens a region from close by would have nothing before them: the view follows what they looked at.
  const cards = useRef<ReadonlySet<string> | undefined>(undefined)
  useEffect(() => {
    const before = cards.current
    const now = new Set(boxes.flatMap(({ what, of }) => (what === 'region' ? [of] : [])))
    cards.current = now
    const region = before && ([...now].find((one) => !before.has(one)) ?? [...before].find((one) => !now.has(one)))
    if (compact || !ready || region === undefined) return
    const { x, y, zoom } = flow.getViewport()
    const sight = { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom }
    if (boxes.some((one) => intersects(sight, one))) return
    const own = boxes.filter((one) => (one.what === 'region' ? one.of : one.region) === region)
    const chosen = useSession.getState().mapping.chosen.at(-1)?.id
    const goal = own.find(({ of }) => of === chosen) ?? (own.length === 1 ? own[0] : undefined)
    const middle = goal && centreOf(goal)
    if (middle) void flow.setCenter(middle.x, middle.y, { zoom, duration: ease(200) })
    else void flow.setViewport(fitting(boundsOf(own), roomOf(width, height, false)), { duration: ease(200) })
  }, [compact, ready, boxes, width, height, flow])

  const box = boxes[boxOf.get(here ?? '') ?? -1]
  const followed = useRef<{ box: string; view: Viewport } | undefined>(undefined)
  useEffect(() => {
    if (!compact || !ready || !box || width === 0) return
    const last = followed.current
    const now = flow.getViewport()
    const isTouched = last && Math.abs(last.view.x - now.x) + Math.abs(last.view.y - now.y) > 1
    // Where the reader has moved it, it goes on with the party at their zoom, and stays until then.
    if (isTouched && last.box === box.id) return
    const [whole, room] = [wholeOf(bounds), roomOf(width, height, true)]
    const zoom = isTouched ? now.zoom : Math.max(innerWidth > 1500 ? 1 : LEGIBLE, fitting(whole, room, CLOSEST).zoom)
    const view = viewAround(centreOf(box), whole, room, zoom)
    followed.current = { box: box.id, view }
    void flow.setViewport(view, { duration: last ? ease(200) : 0 })
  }, [box, bounds, compact, ready, width, height, flow])
  return null
}
