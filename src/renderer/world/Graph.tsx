import { ReactFlow, useReactFlow } from '@xyflow/react'
import { memo, useMemo, useRef, useState, type CSSProperties, type MouseEvent, type ReactElement } from 'react'
import type { GameState } from '../../shared/state'
import { inspect, useSession } from '../session'
import { hereOf } from '../../shared/map/here'
import { hueOf } from '../../shared/hues'
import { token } from '../ui/theme'
import { Camera } from './Camera'
import { crowdsOf } from '../../shared/map/crowd'
import type { Spots } from '../../shared/map/drawing'
import { shut } from './edit-verbs'
import { fold } from './folding'
import { boxAt, nearOf } from './hit'
import { MapTools } from './MapTools'
import type { Marks } from './marks'
import { Minimap } from './Minimap'
import { nameRect, placedLabels } from './labels'
import { areaNode, boxNode, crowdNodes, Kept, markOf, wayEdge, type MapNode, type Scene, type WayEdge } from './nodes'
import { Paper } from './Paper'
import type { Picture } from './paint'
import { intersects, type Rect } from '../../shared/geometry/shapes'
import { mapTexts as t } from './texts'
import { useChoosing } from './use-choosing'
import { useDragging } from './use-dragging'
import { useDrawingOn } from './use-drawing-on'
import { useDrawing, type Drawn } from './use-drawing'
import { useSight, type Sight } from './use-sight'
import { EDGE_TYPES, NODE_TYPES } from './views'

/** What a map is drawn of. */
interface Shown {
  state: GameState
  moves: Scene['moves']
  marks: Marks
}

/** What changes on the map with play, with the choice and with what is drawn over it. */
function useScene({ state, moves, marks }: Shown, drawn: Drawn, loud: boolean, editable: boolean): Scene {
  const selected = useSession((s) => s.selected)
  const choice = useSession((s) => s.mapping.chosen)
  const crowds = useMemo(() => crowdsOf(state.actors, drawn.drawing), [state.actors, drawn.drawing])
  const chosen = useMemo(() => new Set(choice.map((one) => (one.what === 'region' ? `~${one.id}` : one.id))), [choice])
  return useMemo(
    () => ({ state, here: hereOf(state), crowds, chosen, selected, marks, moves, loud, editable }),
    [state, crowds, chosen, selected, marks, moves, loud, editable]
  )
}

/** Tokens of more people than this leave room for one line of a place's name. */
const CROWD = 2
/** So many pixels wide on the screen a region must be to be named. */
const LEAST = 50

interface Elements {
  nodes: MapNode[]
  edges: WayEdge[]
  /** Labels of journeys that have no room at this zoom. */
  hidden: number
}

/** The nodes and edges of what is near. Those that say the same as before stay the same, so that only what changed is drawn again. */
function useElements(drawn: Drawn, sight: Sight, scene: Scene, pointed: string | undefined): Elements {
  const [kept] = useState(() => ({ nodes: new Kept<MapNode>(), edges: new Kept<WayEdge>() }))
  const near = useMemo(() => (sight.level === 'near' ? nearOf(drawn, sight.drawn) : undefined), [drawn, sight])
  return useMemo(() => {
    const { drawing } = drawn
    const boxes = near?.boxes ?? (pointed === undefined ? [] : drawing.boxes.flatMap((box, k) => (box.id === pointed ? [k] : [])))
    const named = drawing.areas.filter(({ bounds }) => intersects(bounds, sight.drawn) && bounds.width > LEAST * sight.scale)
    const scale = Math.max(1, sight.scale)
    const areas = named.map((area) => areaNode(area, drawing))
    const names = areas.map(({ position, height = 0, data }) => nameRect({ x: position.x, y: position.y + height }, data.name, scale))
    const nodes: MapNode[] = [...areas]
    for (const k of boxes) {
      const box = drawing.boxes[k]
      if (!box) continue
      const people = near ? scene.crowds.get(k) : undefined
      nodes.push(boxNode(box, (people?.length ?? 0) > CROWD, scene))
      if (people) nodes.push(...crowdNodes(box, people, drawing, scene))
    }
    const ways = (near?.ways ?? []).flatMap((k) => drawing.ways[k] ?? [])
    const lines = ways.flatMap((way) => {
      const label = markOf(way, scene.marks)?.label ?? ''
      return label === '' ? [] : [{ id: way.id, curve: way.curve, text: label }]
    })
    const labels = placedLabels(lines, [...drawing.boxes, ...names], scale)
    const edges = ways.map((way) => wayEdge(way, drawing, scene, labels.get(way.id)))
    return { nodes: kept.nodes.reused(nodes), edges: kept.edges.reused(edges), hidden: lines.length - labels.size }
  }, [drawn, near, sight, scene, pointed, kept])
}

/** What is painted under the nodes. */
function usePicture(drawn: Drawn, level: Sight['level'], { state, chosen, here, crowds, marks }: Scene): Picture {
  const look = useSession((s) => s.look)
  const { actors, facts, places } = state
  return useMemo(() => {
    const colour = (name: string): string => token(look, name)
    const people = new Map([...crowds].map(([k, ids]) => [k, ids.map((id) => colour(`--hue-${hueOf(actors, id)}`))]))
    return { ...drawn, level, facts, places, chosen, here, people, marks, token: colour }
  }, [drawn, level, actors, facts, places, chosen, here, crowds, marks, look])
}

/** From so many pixels of the map a pixel of the screen on, names of places are written larger. */
const AFAR = 1.35
/** Names of regions grow as the map shrinks. */
const counter = (scale: number): CSSProperties => ({ '--counter': Math.max(1, scale) }) as CSSProperties

/** The place or card under the pointer, from afar: only it is a node then, so that it can be dragged and joined. */
function usePointed(drawn: Drawn, level: Sight['level']): [pointed: string | undefined, point: (event: MouseEvent) => void] {
  const flow = useReactFlow()
  const [pointed, setPointed] = useState<string | undefined>(undefined)
  const point = (event: MouseEvent): void => {
    if (level === 'near' || event.buttons !== 0) return
    const k = boxAt(drawn, flow.screenToFlowPosition({ x: event.clientX, y: event.clientY }), 2 / flow.getZoom())
    setPointed(k === undefined ? undefined : drawn.drawing.boxes[k]?.id)
  }
  return [pointed, point]
}

/** The drawn map: what is near as nodes, from afar everything painted under them. The full map can be drawn on; the compact one shows. */
export const Graph = memo(function Graph({ state, moves, compact, marks }: Shown & { compact: boolean }): ReactElement {
  const section = useRef<HTMLElement>(null)
  const [moving, setMoving] = useState<Spots | undefined>(undefined)
  const drawn = useDrawing(state, moving, compact)
  const sight = useSight(drawn.boxGrid)
  const able = useSession((s) => !compact && shut(s) === undefined)
  const scene = useScene({ state, moves, marks }, drawn, sight.loud && !compact, able)
  const [pointed, point] = usePointed(drawn, sight.level)
  const { nodes, edges, hidden } = useElements(drawn, sight, scene, pointed)
  const picture = usePicture(drawn, sight.level, scene)
  const choosing = useChoosing(drawn, section)
  const dragging = useDragging(drawn, state, setMoving)
  const { addHere, onConnectEnd } = useDrawingOn(drawn)
  return (
    <section
      ref={section}
      className={`map ${sight.level} ${sight.scale > AFAR ? 'afar' : ''} ${compact ? 'compact' : ''}`}
      aria-label={t.label}
      style={counter(sight.scale)}
      {...(compact
        ? {}
        : {
            onPointerDownCapture: choosing.press,
            onMouseDownCapture: choosing.beginFrame,
            onDoubleClick: (event: MouseEvent) => able && isGround(event.target) && addHere(event)
          })}
    >
      <Paper picture={picture} />
      <ReactFlow<MapNode, WayEdge>
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        onNodeClick={(event, node) => (node.type === 'token' ? inspect(node.data.id) : compact || choosing.clickBox(event))}
        onNodeDoubleClick={(_, node) => node.type === 'card' && fold(node.data.id, false)}
        {...(compact
          ? {}
          : {
              ...dragging,
              onConnectEnd,
              onEdgeClick: (event: MouseEvent, edge: WayEdge) => choosing.pickWay(edge.id, event),
              onPaneClick: choosing.clickGround,
              onPaneMouseMove: point
            })}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        elevateNodesOnSelect={false}
        selectNodesOnDrag={false}
        selectionKeyCode={null}
        multiSelectionKeyCode={null}
        deleteKeyCode={null}
        panActivationKeyCode={null}
        disableKeyboardA11y
        // The whole map names who made what draws it; on the small one there is no room for a link that the Tab key comes to first.
        proOptions={{ hideAttribution: compact }}
        minZoom={0.004}
        maxZoom={2}
        nodeDragThreshold={3}
        zoomOnScroll={!compact}
        zoomOnDoubleClick={false}
        preventScrolling={!compact}
        panOnScroll={false}
      >
        <Camera drawn={drawn} here={scene.here} compact={compact} />
      </ReactFlow>
      {choosing.frame && <div className="map-frame" style={frameStyle(choosing.frame)} />}
      {hidden > 0 && !compact && <p className="map-hidden">{t.hiddenLabels(hidden)}</p>}
      <MapTools drawn={drawn} compact={compact} />
      {!compact && drawn.drawing.boxes.length > 40 && <Minimap drawing={drawn.drawing} here={scene.here} />}
    </section>
  )
})

/** Whether something is the ground of the map, with nothing on it. */
const isGround = (target: EventTarget): boolean => target instanceof Element && target.classList.contains('react-flow__pane')

const frameStyle = ({ x, y, width, height }: Rect): CSSProperties => ({ transform: `translate(${x}px, ${y}px)`, width, height })
