import { Handle, Position, ReactFlow, ReactFlowProvider, useReactFlow, type EdgeProps, type NodeProps } from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import { Maximize, Minus, Plus } from 'lucide-react'
import { memo, useEffect, useMemo, useRef, type ReactElement } from 'react'
import { inspect, useSession } from '../session'
import { hereOf } from '../store/here'
import { Blank, Tip, Token } from '../ui/Parts'
import { texts } from '../ui/texts'
import { border, edgesOf, nodesOf, spotsOf, type PlaceNode, type TokenNode, type WayEdge } from './graph'
import { byHand, PLACE, type Spot } from './layout'
import './world.css'

const t = texts.map

const PlaceView = memo(function PlaceView({ data }: NodeProps<PlaceNode>): ReactElement {
  return (
    <div className={`map-place ${data.visited ? '' : 'unvisited'} ${data.here ? 'here' : ''}`} title={`${data.name} · ${data.region}`}>
      <Handle type="source" position={Position.Top} isConnectable={false} />
      <Handle type="target" position={Position.Top} isConnectable={false} />
      <b className="clip">{data.name}</b>
      <span className="clip">{data.region}</span>
    </div>
  )
})

const TokenView = memo(function TokenView({ data, selected }: NodeProps<TokenNode>): ReactElement {
  return (
    <span className={`map-token ${selected ? 'chosen' : ''}`} title={data.name}>
      <Token name={data.name} hue={data.hue} npc={data.npc} down={data.down} />
    </span>
  )
})

const NONE: Spot[] = []
/** A straight way from border to border; an arrow where there is no way back. */
const WayView = memo(function WayView({ sourceX, sourceY, targetX, targetY, data }: EdgeProps<WayEdge>): ReactElement {
  const from = { x: sourceX, y: sourceY }
  const to = { x: targetX, y: targetY }
  const a = border(to, from, 2)
  const b = border(from, to, 4)
  const angle = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI
  return (
    <>
      <path className="react-flow__edge-path" d={`M${a.x},${a.y}L${b.x},${b.y}`} />
      {data?.oneWay && <path className="way-arrow" d="M-9,-4.5L0,0L-9,4.5z" transform={`translate(${b.x},${b.y}) rotate(${angle})`} />}
    </>
  )
})

const EDGE_TYPES = { way: WayView }
const NODE_TYPES = { place: PlaceView, token: TokenView }

/** The map of the world with everybody on it. `compact` follows the party; the full map is left to the reader. */
export function WorldMap({ compact = false }: { compact?: boolean }): ReactElement {
  const empty = useSession((s) => Object.keys(s.shown?.state.places ?? {}).length === 0)
  if (empty) return <Blank title={t.empty}>{t.emptyHint}</Blank>
  return (
    <ReactFlowProvider>
      <Graph compact={compact} />
    </ReactFlowProvider>
  )
}

function Graph({ compact }: { compact: boolean }): ReactElement | null {
  const state = useSession((s) => s.shown?.state)
  const selected = useSession((s) => s.selected)
  const map = useSession((s) => s.present?.lore.map)
  const places = state?.places
  const drawn = useMemo(() => (places ? byHand(places, map) : undefined), [places, map])
  const spots = drawn ?? (state ? spotsOf(state) : NONE)
  const nodes = useMemo(() => (state ? nodesOf(state, spots, selected) : []), [state, spots, selected])
  const journeys = state?.journeys
  const facts = state?.facts
  const edges = useMemo(() => (places && journeys && facts ? edgesOf({ places, journeys, facts }) : []), [places, journeys, facts])
  const here = state && hereOf(state)
  if (!state) return null
  return (
    <section className="map" aria-label={t.label}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        onNodeClick={(_, node) => node.type === 'token' && inspect(node.id.slice(1))}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        onlyRenderVisibleElements={nodes.length > 300}
        minZoom={0.15}
        maxZoom={1.6}
        fitView={!compact}
        fitViewOptions={{ padding: 0.14, maxZoom: 1.05 }}
        zoomOnScroll={!compact}
        preventScrolling={!compact}
        panOnScroll={false}
      >
        <Camera spot={spots.find((one) => one.id === here)} compact={compact} />
      </ReactFlow>
    </section>
  )
}

/** Eases the map to the party when it moves, and draws the buttons. */
function Camera({ spot, compact }: { spot: { id: string; x: number; y: number } | undefined; compact: boolean }): ReactElement {
  const flow = useReactFlow()
  const before = useRef<string | undefined>(undefined)
  useEffect(() => {
    const first = before.current === undefined
    if (!spot || before.current === spot.id) return
    before.current = spot.id
    if (!compact && first) return
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    const zoom = first ? (innerWidth > 1500 ? 1 : 0.82) : flow.getZoom()
    const centre = (): void => void flow.setCenter(spot.x + PLACE.width / 2, spot.y + PLACE.height / 2, { zoom, duration: calm || first ? 0 : 200 })
    if (first) requestAnimationFrame(centre)
    else if (compact) centre()
  }, [spot, compact, flow])
  return (
    <div className="map-buttons">
      <Tip text={t.closer} side="left">
        <button type="button" className="icon-button small" aria-label={t.closer} onClick={() => void flow.zoomIn({ duration: 120 })}>
          <Plus size={14} />
        </button>
      </Tip>
      <Tip text={t.farther} side="left">
        <button type="button" className="icon-button small" aria-label={t.farther} onClick={() => void flow.zoomOut({ duration: 120 })}>
          <Minus size={14} />
        </button>
      </Tip>
      <Tip text={t.fit} side="left">
        <button
          type="button"
          className="icon-button small"
          aria-label={t.fit}
          onClick={() => void flow.fitView({ padding: 0.12, maxZoom: 1.05, duration: 160 })}
        >
          <Maximize size={13} />
        </button>
      </Tip>
    </div>
  )
}
