import { useEffect, useLayoutEffect, useRef } from 'react'
import { useCamera } from '../canvas/camera'
import { fitRect, viewportAround, type Viewport } from '../canvas/viewport'
import { boundsOf, centreOf, intersects } from '../../shared/geometry/shapes'
import { useSession } from '../session'
import { foldedRegions } from './folded-regions'
import { useLayoutState } from './layout/spots'
import { uncoveredRect, worldRect } from './map-rects'
import type { Drawn } from './use-drawing'

const MIN_COMPACT_ZOOM = 0.82
const MAX_COMPACT_ZOOM = 1.25
const WIDE_WINDOW_PX = 1500
const FOLLOW_MS = 200

/**
 * Moves the camera: to the whole map at first, after a layout, and when regions are folded or hidden places shown. An edit leaves it where it is. The
 * compact map shows all of a small world; in a larger one it follows the party.
 */
export function MapCamera({ drawn, here, compact }: { drawn: Drawn; here: string | undefined; compact: boolean }): null {
  const camera = useCamera()
  const { isReady, width, height } = camera
  const { bounds, boxes, boxOf } = drawn.drawing
  const fitted = useRef<{ reason: string; view: Viewport } | undefined>(undefined)
  const latest = useRef(bounds)
  useLayoutEffect(() => {
    latest.current = bounds
  }, [bounds])
  const layout = useLayoutState(({ of, layouts }) => `${of}\n${layouts}`)
  const shown = useSession((s) => `${s.mapState.fog} ${foldedRegions().join()}`)
  const reason = `${layout}\n${shown}\n${width} ${height}`
  const isEmpty = boxes.length === 0
  useEffect(() => {
    if (compact || !isReady || isEmpty || fitted.current?.reason === reason) return
    const last = fitted.current?.view
    const now = camera.viewport()
    // Once the user has moved the map, the camera stays.
    if (last && (last.x !== now.x || last.y !== now.y || last.zoom !== now.zoom)) return
    camera.show(fitRect(worldRect(latest.current), uncoveredRect(width, height, false)))
    fitted.current = { reason, view: camera.viewport() }
  }, [compact, isReady, width, height, isEmpty, reason, camera])

  // Folding a region at a large zoom would leave the screen empty, so the camera follows the region.
  const cards = useRef<ReadonlySet<string> | undefined>(undefined)
  useEffect(() => {
    const before = cards.current
    const now = new Set(boxes.flatMap(({ what, of }) => (what === 'region' ? [of] : [])))
    cards.current = now
    const region = before && ([...now].find((one) => !before.has(one)) ?? [...before].find((one) => !now.has(one)))
    if (compact || !isReady || region === undefined) return
    const visible = camera.visible()
    if (boxes.some((one) => intersects(visible, one))) return
    const own = boxes.filter((one) => (one.what === 'region' ? one.of : one.region) === region)
    const selected = useSession.getState().mapState.selection.at(-1)?.id
    const goal = own.find(({ of }) => of === selected) ?? (own.length === 1 ? own[0] : undefined)
    if (goal) camera.centreOn(centreOf(goal), camera.viewport().zoom, FOLLOW_MS)
    else camera.show(fitRect(boundsOf(own), uncoveredRect(width, height, false)), FOLLOW_MS)
  }, [compact, isReady, boxes, width, height, camera])

  const box = boxes[boxOf.get(here ?? '') ?? -1]
  const followed = useRef<{ box: string; view: Viewport } | undefined>(undefined)
  useEffect(() => {
    if (!compact || !isReady || !box) return
    const last = followed.current
    const now = camera.viewport()
    const isTouched = last && Math.abs(last.view.x - now.x) + Math.abs(last.view.y - now.y) > 1
    // Once the user has moved it, the camera keeps their zoom and moves only with the party.
    if (isTouched && last.box === box.id) return
    const [whole, room] = [worldRect(bounds), uncoveredRect(width, height, true)]
    const closest = innerWidth > WIDE_WINDOW_PX ? 1 : MIN_COMPACT_ZOOM
    const zoom = isTouched ? now.zoom : Math.max(closest, fitRect(whole, room, MAX_COMPACT_ZOOM).zoom)
    const view = viewportAround(centreOf(box), whole, room, zoom)
    followed.current = { box: box.id, view }
    camera.show(view, last ? FOLLOW_MS : 0)
  }, [box, bounds, compact, isReady, width, height, camera])
  return null
}
