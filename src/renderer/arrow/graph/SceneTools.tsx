import { FilePlus2, LayoutDashboard, Play, Search } from 'lucide-react'
import { useEffect, useRef, type ReactElement } from 'react'
import { boundsOf, centreOf, containsRect, inflate, type Rect } from '../../../shared/geometry/shapes'
import { useCamera } from '../../canvas/camera'
import { nodesIn, type Graph } from '../../canvas/graph'
import { fitRect, visibleRect, type Viewport } from '../../canvas/viewport'
import { ZoomButtons } from '../../canvas/ZoomButtons'
import { CommandButton } from '../../ui/Parts'
import { currentOf, useArrow } from '../state'
import type { SceneEdge, SceneNode } from './scene-graph'
/** The duration of a camera movement, in ms. */
const FOLLOW_MS = 180
/** The smallest zoom at which the text on a node is readable. */
const READABLE_ZOOM = 0.55
/** The zoom at which a scene opens at its beginning if it is too large to be readable as a whole. */
const FIRST_ZOOM = 0.85
/** The space between the scene and the tools around it, in screen pixels. */
const MARGIN_PX = 48

const rooms = (width: number, height: number): Rect => ({ x: MARGIN_PX, y: MARGIN_PX, width: width - 2 * MARGIN_PX, height: height - 2 * MARGIN_PX })

/** Brings the scene into view when it is opened, and the selection or the playing node on request. */
export function SceneCamera({ graph }: { graph: Graph<SceneNode, SceneEdge> }): null {
  const camera = useCamera()
  const { isReady, width, height } = camera
  const key = useArrow((s) => `${s.path ?? ''} ${currentOf(s)?.scene ?? ''}`)
  const shown = useArrow((s) => s.shown)
  const fitted = useArrow((s) => s.fitted)
  const revealed = useArrow((s) => s.revealed)
  const done = useRef({ key: '', shown, fitted, revealed })
  const move = useRef<{ to: Viewport; endsAt: number }>(undefined)
  useEffect(() => {
    // What is in view now may not be in view when a motion has ended.
    const visibleSoon = (): Rect =>
      move.current && performance.now() < move.current.endsAt ? visibleRect(move.current.to, width, height) : camera.visible()
    if (!isReady || graph.nodes.length === 0) return
    const last = done.current
    const isNew = last.key !== key
    const isAsked = last.shown !== shown
    const isFit = last.fitted !== fitted
    const wanted = last.revealed === revealed ? [] : revealed
    done.current = { key, shown, fitted, revealed }
    const around = boundsOf(graph.nodes.filter(({ arrow }) => wanted.includes(arrow)))
    const all = fitRect(around, rooms(width, height), 1)
    const whole = fitRect(graph.bounds, rooms(width, height), 1)
    const goal = goalIn(graph)
    if (wanted.length > 0 && around.width > 0 && all.zoom >= READABLE_ZOOM) {
      if (isNew || !containsRect(visibleSoon(), around)) {
        move.current = { to: all, endsAt: performance.now() + FOLLOW_MS * 2 }
        camera.show(all, isNew ? 0 : FOLLOW_MS)
      }
    } else if (isAsked && goal) {
      const [view, visible] = [camera.viewport(), camera.visible()]
      const isSeen = view.zoom >= READABLE_ZOOM && containsRect(inflate(visible, -24 / view.zoom), goal)
      if (isNew || !isSeen) camera.centreOn(centreOf(goal), Math.max(view.zoom, isNew ? FIRST_ZOOM : READABLE_ZOOM), isNew ? 0 : FOLLOW_MS)
    } else if (isFit) camera.show(whole, FOLLOW_MS)
    else if (isNew || nodesIn(graph, camera.visible()).length === 0)
      camera.show(whole.zoom >= READABLE_ZOOM ? whole : beginning(graph, width, height))
  }, [isReady, width, height, graph, key, shown, fitted, revealed, camera])
  return null
}

/** The box to bring into view: of the last selected node, or around both ends of a connection. */
function goalIn({ nodes, nodeNumbers, edges }: Graph<SceneNode, SceneEdge>): Rect | undefined {
  const last = currentOf(useArrow.get())?.selection.at(-1)
  const nodeOf = (id: string): SceneNode | undefined => nodes[nodeNumbers.get(id) ?? -1]
  if (last?.kind !== 'edge') return last && nodeOf(last.id)
  const edge = edges.find(({ id }) => id === last.id)
  const ends = edge ? [nodeOf(edge.from), nodeOf(edge.to)].filter((one) => one !== undefined) : []
  return ends.length > 0 ? boundsOf(ends) : undefined
}

/** The viewport of a large scene: its entry at the left, at a readable size. */
function beginning({ nodes }: Graph<SceneNode, SceneEdge>, _width: number, height: number): { x: number; y: number; zoom: number } {
  const one = currentOf(useArrow.get())
  const entry = one?.document.resources.scenes.get(one.scene)?.entry
  const first = nodes.find(({ arrow }) => arrow === entry) ?? nodes[0] ?? { x: 0, y: 0, width: 0, height: 0 }
  return { x: MARGIN_PX - first.x * FIRST_ZOOM, y: height / 2 - centreOf(first).y * FIRST_ZOOM, zoom: FIRST_ZOOM }
}

/** The tools on top of the graph. */
export function SceneTools({ isEditable }: { isEditable: boolean }): ReactElement {
  return (
    <>
      <div className="arrow-strip">
        {isEditable && <CommandButton id="arrow.add" className="small" icon={<FilePlus2 size={14} />} />}
        {isEditable && <CommandButton id="arrow.layout" className="small" icon={<LayoutDashboard size={14} />} />}
        <CommandButton id="arrow.find" className="small" icon={<Search size={14} />} />
        <CommandButton id="arrow.play" className="small" icon={<Play size={14} />} />
      </div>
      <ZoomButtons
        words={{ zoomIn: 'Zoom in', zoomOut: 'Zoom out', fit: 'Show the whole scene' }}
        onFit={() => useArrow.set({ fitted: useArrow.get().fitted + 1 })}
      />
    </>
  )
}
