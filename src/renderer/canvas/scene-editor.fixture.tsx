// A small editor of scenes, for the tests: an example of a feature without a map that uses the canvas.
import { useCallback, useEffect, useMemo, useRef, useState, type ReactElement } from 'react'
import { createRoot } from 'react-dom/client'
import { Canvas } from './Canvas'
import { EdgeLine, type DrawnNode, type EdgeViewProps, type NodeViewProps } from './drawn'
import { graphOf, type CanvasEdge } from './graph'
import { Minimap } from './Minimap'
import type { CanvasDrawing, PaintedPart } from './props'
import { sceneOf, type SceneNode } from './scene.fixture'
import type { Selection } from './selection'
import { emptyUndoStack, pushed, stepped } from './undo-stack'
import { useMoving, type Positions } from './use-moving'
import { ZoomButtons } from './ZoomButtons'

type LineNode = DrawnNode<'line', { text: string }>

const LineView = ({ data, selected }: NodeViewProps<LineNode['data']>): ReactElement => (
  <div style={{ height: '100%', border: '1px solid', background: selected ? 'gold' : 'white' }}>{data.text}</div>
)
const EdgeView = ({ curve }: EdgeViewProps<object>): ReactElement => <EdgeLine curve={curve} arrow className="" />

const DRAWING: CanvasDrawing<SceneNode, CanvasEdge, LineNode, object> = {
  node: ({ id, x, y, width, height, text }) => [{ id, x, y, width, height, type: 'line', layer: 1, data: { text } }],
  edge: () => ({ data: {} })
}
const colour = (): string => 'black'

function SceneEditor(): ReactElement {
  const [scene, setScene] = useState(() => sceneOf(2000))
  const [selection, setSelection] = useState<Selection>([])
  const undoStack = useRef(emptyUndoStack)
  /** Moves lines as one undo step of the draft. */
  const save = useCallback(
    async (moved: Positions) => {
      const next = { ...scene, nodes: scene.nodes.map((node) => ({ ...node, ...moved.get(node.id) })) }
      setScene(next)
      undoStack.current = pushed(undoStack.current, { undo: () => setScene(scene), redo: () => setScene(next) })
    },
    [scene]
  )
  useEffect(() => {
    const onKey = ({ key, ctrlKey, shiftKey }: KeyboardEvent): void => {
      if (ctrlKey && key.toLowerCase() === 'z') undoStack.current = stepped(undoStack.current, shiftKey ? 'redo' : 'undo')
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  const { moving, drag } = useMoving(save)
  const graph = useMemo(
    () => graphOf(moving ? scene.nodes.map((node) => ({ ...node, ...moving.get(node.id) })) : scene.nodes, scene.edges),
    [scene, moving]
  )
  const paint = useCallback(
    (pen: CanvasRenderingContext2D, { visible, level }: PaintedPart) => {
      if (level === 'near') return
      pen.fillStyle = 'black'
      for (const k of graph.nodeIndex.query(visible)) {
        const node = graph.nodes[k]
        if (node) pen.fillRect(node.x, node.y, node.width, node.height)
      }
    },
    [graph]
  )
  return (
    <Canvas
      graph={graph}
      drawing={DRAWING}
      nodeViews={{ line: LineView }}
      edgeView={EdgeView}
      paint={paint}
      label="Scene"
      hiddenLabels={String}
      selection={selection}
      onSelect={setSelection}
      onDrag={(nodes) => drag(new Map(nodes.map(({ id, x, y }) => [id, { x, y }])))}
      onConnect={(from, to) => {
        const edge = {
          id: `new-${scene.edges.length}`,
          from: from.node,
          to: to.node,
          ...(from.slot ? { fromSlot: from.slot } : {}),
          ...(to.slot ? { toSlot: to.slot } : {})
        }
        setScene({ ...scene, edges: [...scene.edges, edge] })
      }}
    >
      <ZoomButtons words={{ zoomIn: 'Zoom in', zoomOut: 'Zoom out', fit: 'Fit' }} onFit={() => setSelection([])} />
      <Minimap graph={graph} areas={[]} marked={graph.nodes[0]} title="Overview" colour={colour} />
      <output>
        {JSON.stringify({
          selection: selection.map(({ id }) => id),
          last: scene.edges.at(-1),
          moved: scene.nodes.slice(0, 2).map(({ x, y }) => [x, y])
        })}
      </output>
    </Canvas>
  )
}

const root = document.createElement('div')
root.style.height = '100vh'
document.body.replaceChildren(root)
createRoot(root).render(<SceneEditor />)
