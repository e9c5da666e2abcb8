import { memo, useCallback, useMemo, useState, type ReactElement } from 'react'
import { type ArrowDocument, type ArrowId, connect, type Connection, freeOutput, moveNodes, type Spread, AS_SAVED } from '../../../arrow'
import type { Point } from '../../../shared/geometry/shapes'
import { Canvas } from '../../canvas/Canvas'
import type { Graph } from '../../canvas/graph'
import { Minimap } from '../../canvas/Minimap'
import type { CanvasDrawing, PaintedPart } from '../../canvas/props'
import type { Selection } from '../../canvas/selection'
import { useMoving, type Drag, type Positions } from '../../canvas/use-moving'
import type { EdgeEnd } from '../../canvas/use-pointer'
import { notify, useSession } from '../../session'
import { useCommandMenu } from '../../ui/CommandMenu'
import { token } from '../../ui/theme'
import { edit, nodeItem, select, selectWithFrames, showNode, showScene } from '../edits'
import { focusForm } from '../focus'
import { SCENE_MENU } from '../menu'
import { useArrow } from '../state'
import { arrowTexts } from '../arrow-texts'
import { drawnNode, type ArrowDrawn, type CardData, type Overlay } from './cards'
import { paintScene } from './paint'
import { edgeId, SceneGraphs, slotOf, type RemovedItems, type SceneEdge, type SceneNode, type SpreadGraph } from './scene-graph'
import { SceneCamera, SceneTools } from './SceneTools'
import { ConnectionView, NODE_VIEWS, type EdgeData } from './views'
import './arrow.css'
import { Button } from '../../ui/Parts'
import { layOut } from '../layout'

/** Says that cards cover each other, or that they are drawn further apart than saved, and offers to arrange them. */
function SpreadNote({ spread, covering, isEditable }: Omit<SpreadGraph, 'graph'> & { isEditable: boolean }): ReactElement {
  const isArranging = useArrow((s) => s.arranging !== undefined && s.arranging === s.path)
  const text = isArranging
    ? 'Arranging the nodes…'
    : covering > 0
      ? covering === 1
        ? 'One node covers another.'
        : `${covering} nodes cover others.`
      : spread === AS_SAVED
        ? undefined
        : 'The nodes are shown further apart than in the file, so that none covers another.'
  return (
    <output>
      {text !== undefined && (
        <span className="arrow-spread">
          {text}
          {isEditable && !isArranging && <Button small label="Arrange" onClick={layOut} />}
        </span>
      )}
    </output>
  )
}

const t = arrowTexts.canvas

type SceneGraph = Graph<SceneNode, SceneEdge>

/** A drawn point in the file's coordinates. */
const savedPoint = ({ x, y }: Point, spread: Spread): Point => ({ x: x / spread.x, y: y / spread.y })

/** Saves the new positions of dragged nodes. */
const savePositions = async (moved: Positions): Promise<void> => {
  edit((document) =>
    moveNodes(
      document,
      [...moved].map(([id, { x, y }]) => [Number(id), [x, y]] as const)
    )
  )
}

const isRemovedItem = ({ kind, id }: Selection[number], { nodes, connections }: RemovedItems): boolean =>
  kind === 'node' ? nodes.some((one) => String(one.id) === id) : connections.some((one) => edgeId(one) === id)

/** Connects the ends of a drawn edge. An edge drawn from an input comes from the first unconnected output of the other node. */
function join(document: ArrowDocument, graph: SceneGraph, from: EdgeEnd, to: EdgeEnd): void {
  const [start, end] = [slotOf(from.slot), slotOf(to.slot)]
  const nodeOf = (id: string): SceneNode | undefined => graph.nodes[graph.nodeNumbers.get(id) ?? -1]
  let connection: Connection | undefined
  if (start?.side === 'out' && end?.side === 'in') connection = [Number(from.node), start.slot, Number(to.node), end.slot]
  else if (start?.side === 'in') {
    const source = nodeOf(to.node)
    const free = source && freeOutput(document, source.arrow)
    if (source && free !== undefined) connection = [source.arrow, free, Number(from.node), start.slot]
  }
  if (from.node === to.node) return undefined
  if (!connection) return notify('Connect an output to another node of the same scene. Entries and frames have no input.')
  const newConnection = connection
  edit((now) => connect(now, newConnection), { selection: [{ kind: 'edge', id: edgeId(newConnection) }] })
}

/** A double click: a jump or a macro use leads to its target, other nodes are edited. Ctrl and Alt select a frame with its nodes. */
function openNode({ node, arrow, isRemoved }: SceneNode, { mod, alt }: { mod: boolean; alt: boolean }): void {
  if (isRemoved) return
  if (node.type === 'frame' && mod && alt) return selectWithFrames([arrow])
  const { target, macro } = node.data
  if (node.type === 'jump' && typeof target === 'number' && target >= 0) showNode(target)
  else if (node.type === 'macro_use' && typeof macro === 'number' && macro >= 0) showScene(macro)
  else {
    select([nodeItem(arrow)])
    focusForm()
  }
}

interface SceneCanvasProps {
  document: ArrowDocument
  scene: ArrowId
  selection: Selection
  overlay: Overlay
  isEditable: boolean
}

/** The drawing of a scene's nodes and connections. */
function useSceneDrawing({ document, scene, overlay, isEditable }: SceneCanvasProps): CanvasDrawing<SceneNode, SceneEdge, ArrowDrawn, EdgeData> {
  return useMemo(
    () => ({
      node: (node) => [drawnNode(document, scene, node, overlay)],
      edge: ({ connection }) => ({
        data: {
          lit: overlay.playing.has(connection[2]) && overlay.played.has(connection[0]),
          change: overlay.changes?.connections.get(edgeId(connection)),
          onInsert:
            isEditable && overlay.changes?.connections.get(edgeId(connection)) !== 'removed'
              ? () => useArrow.set({ question: { what: 'add', between: connection } })
              : undefined
        }
      })
    }),
    [document, scene, overlay, isEditable]
  )
}

/** The graph of a scene, to view, move, connect and edit nodes. */
export const SceneCanvas = memo(function SceneCanvas(props: SceneCanvasProps): ReactElement {
  const { document, scene, selection, overlay, isEditable } = props
  const { moving, drag } = useMoving(savePositions)
  const [graphs] = useState(() => new SceneGraphs())
  const removed = overlay.changes?.removedByScene.get(scene)
  const { graph, spread, covering } = useMemo(() => graphs.of(document, scene, { moving, removed }), [graphs, document, scene, moving, removed])
  // Removed items are only shown; they can't be selected.
  const selectThere = useCallback((items: Selection) => select(removed ? items.filter((item) => !isRemovedItem(item, removed)) : items), [removed])
  const drawing = useSceneDrawing(props)
  const look = useSession((s) => s.appearance)
  const colour = useCallback((name: string) => token(look, name), [look])
  const paint = useMemo(() => {
    const card = (node: SceneNode): CardData | undefined => {
      const drawn = drawnNode(document, scene, node, overlay)
      return drawn.type === 'card' ? drawn.data : undefined
    }
    const paint = { graph, overlay, card, token: colour, selected: new Set(selection.map(({ id }) => id)) }
    return (pen: CanvasRenderingContext2D, part: PaintedPart): void => paintScene(pen, paint, part)
  }, [graph, document, scene, overlay, colour, selection])
  const { menu, open } = useCommandMenu(SCENE_MENU)
  const dragNodes = useCallback(
    (nodes: readonly SceneNode[]): Drag => {
      const map = document.resources.scenes.get(scene)?.map
      const saved = nodes.flatMap(({ id, arrow }) => {
        const [x, y] = map?.get(arrow)?.offset ?? []
        return x === undefined || y === undefined ? [] : [[id, { x, y }] as const]
      })
      const begun = drag(new Map(saved))
      return { move: (by) => begun.move(savedPoint(by, spread)), drop: () => begun.drop() }
    },
    [drag, document, scene, spread]
  )
  const frames = useMemo(() => graph.nodes.filter(({ node }) => node.type === 'frame'), [graph])
  const playing = graph.nodes[graph.nodeNumbers.get(String([...overlay.playing].at(-1) ?? '')) ?? -1]
  const name = document.resources.scenes.get(scene)?.name ?? ''
  return (
    <Canvas
      graph={graph}
      drawing={drawing}
      nodeViews={NODE_VIEWS}
      edgeView={ConnectionView}
      paint={paint}
      label={`Graph of ${name}`}
      className="arrow-canvas"
      hiddenLabels={t.hidden}
      selection={selection}
      onSelect={selectThere}
      onDrag={isEditable ? dragNodes : undefined}
      onConnect={isEditable ? (from, to) => join(document, graph, from, to) : undefined}
      onConnectToGround={isEditable ? (from, at) => addFrom(from, savedPoint(at, spread)) : undefined}
      onGroundDoubleClick={isEditable ? (at) => useArrow.set({ question: { what: 'add', at: savedPoint(at, spread) } }) : undefined}
      onNodeDoubleClick={openNode}
      onMenu={open}
    >
      {menu}
      <SceneCamera graph={graph} />
      <SceneTools isEditable={isEditable} />
      <SpreadNote spread={spread} covering={covering} isEditable={isEditable} />
      <Minimap graph={graph} areas={frames} marked={playing} title="Overview of the scene" colour={colour} />
      {graph.nodes.length === 0 && (
        <div className="arrow-empty">
          <h2>This scene is empty</h2>
          <p>Add a node, or double-click the canvas.</p>
        </div>
      )}
    </Canvas>
  )
})

/** Asks for the type of a new node where a drawn edge ends on the ground. */
function addFrom(from: EdgeEnd, at: Point): void {
  const start = slotOf(from.slot)
  if (start?.side === 'out') useArrow.set({ question: { what: 'add', at, after: Number(from.node), slot: start.slot } })
}
