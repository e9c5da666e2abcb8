import { MenuPopup, MenuItem } from '../ui/Menu'
import { Menu } from '@base-ui/react/menu'
import { AlignCenterVertical, CloudFog, Plus, Search } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState, type ReactElement } from 'react'
import { loreAtCursor, updateMap, useSession } from '../session'
import { Chooser } from '../ui/Chooser'
import { command, run } from '../ui/commands'
import { CommandButton, Tip, Button } from '../ui/Parts'
import { useCamera } from '../canvas/camera'
import { fitRect, fitRectClearOf } from '../canvas/viewport'
import { ZoomButtons } from '../canvas/ZoomButtons'
import { findPlaces } from './edit/fields/choices'
import { HeatLegend, HeatMenu } from './heat/HeatMenu'
import { onMapRequest, type MapRequest } from './map-requests'
import { uncoveredRect, worldRect } from './map-rects'
import { boxesOf } from './selection'
import { boundsOf, centreOf, intersects, type Rect, containsRect } from '../../shared/geometry/shapes'
import { mapTexts as t } from './texts'
import type { Drawn } from './use-drawing'
import { startLayout, stopLayout, useLayoutState } from './layout/spots'

/** The areas of the legends, notes and the minimap over the map, in its pixels. */
function floatsOver(map: HTMLElement | null): Rect[] {
  const from = map?.getBoundingClientRect()
  return [...(map?.parentElement?.querySelectorAll('.heat-legend, .map-note, .canvas-minimap') ?? [])].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect()
    return { x: x - (from?.x ?? 0), y: y - (from?.y ?? 0), width, height }
  })
}

/** The buttons on the map: zoom and overview; on the full map also search and arrangement. */
export function MapTools({ drawn, compact }: { drawn: Drawn; compact: boolean }): ReactElement {
  const camera = useCamera()
  const { width, height, panel } = camera
  const { drawing } = drawn
  const { bounds } = drawing
  const [finding, setFinding] = useState(false)
  const fit = useCallback(
    () => camera.show(fitRectClearOf(worldRect(bounds), uncoveredRect(width, height, compact), floatsOver(panel)), FIT_MS),
    [camera, bounds, width, height, compact, panel]
  )
  useEffect(() => {
    if (compact) return undefined
    const showSelection = (): void => {
      const { mapState, snapshot } = useSession.getState()
      const rects = snapshot ? boxesOf(mapState.selection, snapshot.state, drawing) : []
      const visible = camera.visible()
      if (rects.length === 0 || (camera.viewport().zoom >= LEGIBLE_ZOOM && rects.every((rect) => containsRect(visible, rect)))) return
      camera.show(fitRect(boundsOf(rects), uncoveredRect(width, height, false), FOUND_ZOOM), SHOW_MS)
    }
    const reveal = (): void => {
      const { mapState, snapshot } = useSession.getState()
      const rects = snapshot ? boxesOf(mapState.selection, snapshot.state, drawing) : []
      const visible = camera.visible()
      // A single thing is shown whole; of several, one that is in view is enough.
      const isInView = rects.length === 1 ? rects.every((rect) => containsRect(visible, rect)) : rects.some((rect) => intersects(visible, rect))
      if (rects.length > 0 && !isInView) camera.centreOn(centreOf(boundsOf(rects)), camera.viewport().zoom, SHOW_MS)
    }
    const does: Record<MapRequest, () => void> = { find: () => setFinding(true), fit, selection: showSelection, reveal }
    return onMapRequest((what) => does[what]())
  }, [compact, fit, camera, drawing, width, height])
  return (
    <>
      {!compact && (
        <div className="map-strip" role="toolbar" aria-label="Map tools">
          <CommandButton id="place.add" icon={<Plus size={14} />} className="small" />
          <CommandButton id="map.find" icon={<Search size={14} />} className="small" />
          <Fog />
          <HeatMenu />
          <Arrange />
        </div>
      )}
      <ZoomButtons words={{ zoomIn: 'Zoom map in', zoomOut: 'Zoom map out', fit: t.fit }} onFit={fit} />
      {finding && <Finder drawn={drawn} onClose={() => setFinding(false)} />}
      {!compact && <HeatLegend />}
      <LayoutNote />
    </>
  )
}

function Fog(): ReactElement {
  const fog = useSession((s) => s.mapState.fog)
  return <CommandButton id="map.fog" icon={<CloudFog size={14} />} className="small" pressed={fog} />
}

/** The zoom that shows a found place, and the smallest at which its text is legible. */
const FOUND_ZOOM = 0.9
const LEGIBLE_ZOOM = 0.5
const FIT_MS = 160
const SHOW_MS = 180

function Finder({ drawn, onClose }: { drawn: Drawn; onClose: () => void }): ReactElement | null {
  const state = useSession((s) => s.snapshot?.state)
  const camera = useCamera()
  const { places, regions } = state ?? { places: {}, regions: {} }
  const find = useMemo(() => findPlaces({ places, regions }), [places, regions])
  const go = (id: string): void => {
    const box = drawn.drawing.boxes[drawn.drawing.boxOf.get(id) ?? -1]
    updateMap({ selection: [{ what: 'place', id }] })
    if (!box) return
    camera.centreOn(centreOf(box), Math.max(FOUND_ZOOM, camera.viewport().zoom), SHOW_MS)
  }
  return (
    <Chooser
      title={t.find}
      placeholder="Name or ID of a place"
      none="No place matches."
      find={find}
      onChoose={(one) => go(one.id)}
      onClose={onClose}
    />
  )
}

const GROUPS = [
  ['map.left', 'map.across', 'map.right'],
  ['map.top', 'map.down', 'map.bottom'],
  ['map.spread-across', 'map.spread-down'],
  ['map.fold', 'map.again', 'map.keep', 'map.forget']
]

function Arrange(): ReactElement {
  return (
    <Menu.Root>
      <Tip text={t.arrange}>
        <Menu.Trigger className="icon-button small" aria-label={t.arrange}>
          <AlignCenterVertical size={14} />
        </Menu.Trigger>
      </Tip>
      <MenuPopup align="start">
        {GROUPS.map((group, k) => (
          <Menu.Group key={group.join(' ')}>
            {k > 0 && <Menu.Separator className="menu-line" />}
            {group.map((id) => (
              <MenuItem key={id} label={command(id).label} disabled={command(id).when?.() === false} onClick={() => run(id)} />
            ))}
          </Menu.Group>
        ))}
      </MenuPopup>
    </Menu.Root>
  )
}

function LayoutNote(): ReactElement | null {
  const { working, problem } = useLayoutState()
  const world = useSession((s) => s.snapshot?.state)
  const map = useSession((s) => loreAtCursor(s)?.map)
  if (problem && world)
    return (
      <div className="map-note" role="alert">
        <span title={problem.message}>Couldn’t lay out the map, so the places stand in rows.</span>
        <Button label="Try again" small onClick={() => startLayout(world, new Map(Object.entries(map ?? {})))} />
      </div>
    )
  if (!working) return null
  return (
    <output className="map-note">
      <progress max={working.of} value={working.done} aria-label="Laying out the map" />
      <span className="numbers">{`Laying out the map: ${working.done} of ${working.of}`}</span>
      <Button label="Stop layout" small onClick={stopLayout} />
    </output>
  )
}
