import { Menu } from '@base-ui/react/menu'
import { useReactFlow, useStore } from '@xyflow/react'
import { AlignCenterVertical, CloudFog, Maximize, Minus, Plus, Search } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState, type ReactElement } from 'react'
import { onMap, useSession } from '../session'
import { Chooser } from '../ui/Chooser'
import { command, run } from '../ui/commands'
import { CommandButton, Tip } from '../ui/Parts'
import { byKeyboard } from '../ui/Pick'
import { ease } from './Camera'
import { fitting, fittingClear, roomOf, wholeOf } from './detail'
import { findPlaces } from './edit/choices'
import { HeatLegend } from './heat/HeatLegend'
import { HeatMenu } from './heat/HeatMenu'
import { LayoutNote } from './LayoutNote'
import { onAsked, type Asked } from './on-screen'
import { boxesOf } from './choosing'
import { boundsOf, centreOf, type Rect, containsRect } from '../../shared/geometry/shapes'
import { mapTexts as t } from './texts'
import type { Drawn } from './use-drawing'

/** Where legends, notes and the small map stand over the map, in its own pixels. */
function floatsOver(map: HTMLElement | null): Rect[] {
  const from = map?.getBoundingClientRect()
  return [...(map?.parentElement?.querySelectorAll('.heat-legend, .map-note, .minimap') ?? [])].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect()
    return { x: x - (from?.x ?? 0), y: y - (from?.y ?? 0), width, height }
  })
}

/** The buttons on the map: closer, farther, the whole; on the full map also what finds and arranges places. */
export function MapTools({ drawn, compact }: { drawn: Drawn; compact: boolean }): ReactElement {
  const flow = useReactFlow()
  const width = useStore((s) => s.width)
  const height = useStore((s) => s.height)
  const dom = useStore((s) => s.domNode)
  const { drawing } = drawn
  const { bounds } = drawing
  const [finding, setFinding] = useState(false)
  const fit = useCallback(
    () => void flow.setViewport(fittingClear(wholeOf(bounds), roomOf(width, height, compact), floatsOver(dom)), { duration: ease(160) }),
    [flow, bounds, width, height, compact, dom]
  )
  useEffect(() => {
    if (compact) return undefined
    const showChosen = (): void => {
      const { mapping, shown } = useSession.getState()
      const rects = shown ? boxesOf(mapping.chosen, shown.state, drawing) : []
      const { x, y, zoom } = flow.getViewport()
      const sight = { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom }
      if (rects.length === 0 || (zoom >= LEGIBLE && rects.every((rect) => containsRect(sight, rect)))) return
      void flow.setViewport(fitting(boundsOf(rects), roomOf(width, height, false), CLOSE), { duration: ease(180) })
    }
    const does: Record<Asked, () => void> = { find: () => setFinding(true), fit, chosen: showChosen }
    return onAsked((what) => does[what]())
  }, [compact, fit, flow, drawing, width, height])
  const buttons = [
    { text: t.closer, icon: <Plus size={14} />, act: () => void flow.zoomIn({ duration: ease(120) }) },
    { text: t.farther, icon: <Minus size={14} />, act: () => void flow.zoomOut({ duration: ease(120) }) },
    { text: t.fit, icon: <Maximize size={13} />, act: fit }
  ]
  return (
    <>
      {!compact && (
        <div className="map-strip" role="toolbar" aria-label={t.tools}>
          <CommandButton id="place.add" icon={<Plus size={14} />} className="small" />
          <CommandButton id="map.find" icon={<Search size={14} />} className="small" />
          <Fog />
          <HeatMenu />
          <Arrange />
        </div>
      )}
      <div className="map-buttons">
        {buttons.map(({ text, icon, act }) => (
          <Tip key={text} text={text} side="left">
            <button type="button" className="icon-button small" aria-label={text} onClick={act}>
              {icon}
            </button>
          </Tip>
        ))}
      </div>
      {finding && <Finder drawn={drawn} onClose={() => setFinding(false)} />}
      {!compact && <HeatLegend />}
      <LayoutNote />
    </>
  )
}

/** Hides and shows what the party has not seen. */
function Fog(): ReactElement {
  const fog = useSession((s) => s.mapping.fog)
  return <CommandButton id="map.fog" icon={<CloudFog size={14} />} className="small" pressed={fog} />
}

/** So closely a place is looked at that was looked for, and the least at which what stands on it can be read. */
const CLOSE = 0.9
const LEGIBLE = 0.5

/** Finds a place by its name or id, chooses it and goes there. */
function Finder({ drawn, onClose }: { drawn: Drawn; onClose: () => void }): ReactElement | null {
  const state = useSession((s) => s.shown?.state)
  const flow = useReactFlow()
  const { places, regions } = state ?? { places: {}, regions: {} }
  const find = useMemo(() => findPlaces({ places, regions }), [places, regions])
  const go = (id: string): void => {
    const box = drawn.drawing.boxes[drawn.drawing.boxOf.get(id) ?? -1]
    onMap({ chosen: [{ what: 'place', id }] })
    if (!box) return
    const { x, y } = centreOf(box)
    void flow.setCenter(x, y, { zoom: Math.max(CLOSE, flow.getZoom()), duration: ease(180) })
  }
  return <Chooser title={t.find} placeholder={t.findHint} none={t.notFound} find={find} onChoose={(one) => go(one.id)} onClose={onClose} />
}

const GROUPS = [
  ['map.left', 'map.across', 'map.right'],
  ['map.top', 'map.down', 'map.bottom'],
  ['map.spread-across', 'map.spread-down'],
  ['map.fold', 'map.again', 'map.keep', 'map.forget']
]

/** The menu of what puts places in order. */
function Arrange(): ReactElement {
  return (
    <Menu.Root>
      <Tip text={t.arrange}>
        <Menu.Trigger className="icon-button small" aria-label={t.arrange}>
          <AlignCenterVertical size={14} />
        </Menu.Trigger>
      </Tip>
      <Menu.Portal>
        <Menu.Positioner className="menu-layer" sideOffset={6} align="start">
          <Menu.Popup className="menu" finalFocus={byKeyboard}>
            {GROUPS.map((group, k) => (
              <Menu.Group key={group.join(' ')}>
                {k > 0 && <Menu.Separator className="menu-line" />}
                {group.map((id) => (
                  <Menu.Item key={id} className="menu-item" disabled={command(id).when?.() === false} onClick={() => run(id)}>
                    {command(id).label}
                  </Menu.Item>
                ))}
              </Menu.Group>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
