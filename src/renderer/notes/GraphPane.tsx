import { useCallback, useEffect, useMemo, useRef, type ReactElement } from 'react'
import { Canvas } from '../canvas/Canvas'
import { useCamera } from '../canvas/camera'
import { EdgeLine, type DrawnNode, type EdgeViewProps, type NodeViewProps, type NodeViews } from '../canvas/drawn'
import { graphOf, type CanvasEdge, type Graph } from '../canvas/graph'
import { Minimap } from '../canvas/Minimap'
import type { CanvasDrawing, PaintedPart } from '../canvas/props'
import { strokeCurves } from '../canvas/painting'
import { fitRect } from '../canvas/viewport'
import type { Selection } from '../canvas/selection'
import { ZoomButtons } from '../canvas/ZoomButtons'
import { useSession } from '../session'
import { Blank } from '../ui/Parts'
import { Pick } from '../ui/Pick'
import { token } from '../ui/theme'
import { allNotes, aroundNote, linkedFrom, type GraphNote, type NoteGraph } from './graph-layout'
import { openNote } from './load'
import { useNotes } from './state'
import { notesTexts } from './texts'
import type { Rect } from '../../shared/geometry/shapes'

const t = notesTexts.graph
const REACHES = ([1, 2, 'all'] as const).map((value) => ({ value, label: t.reaches[value] }))
const NO_NOTES: NoteGraph = { nodes: [], edges: [], areas: [], left: 0, isCut: false }
const MARGIN_PX = 28
const READABLE_ZOOM = 0.7

type Drawn = DrawnNode<'note', { title: string; path: string; isOpen: boolean; isPlayers: boolean }>

const NoteView = ({ data }: NodeViewProps<Drawn['data']>): ReactElement => (
  <div className={`notes-node clip ${data.isOpen ? 'is-open' : ''} ${data.isPlayers ? 'of-player' : ''}`} title={data.path}>
    {data.title}
  </div>
)
const NODE_VIEWS: NodeViews<Drawn> = { note: NoteView }
const LinkView = ({ curve }: EdgeViewProps<object>): ReactElement => <EdgeLine curve={curve} arrow={false} className="" />

/** The open note among its linked notes, or all notes. A click opens a note. */
export function GraphPane(): ReactElement {
  const list = useNotes((s) => s.list)
  const path = useNotes((s) => s.path)
  const reach = useNotes((s) => s.reach)
  const look = useSession((s) => s.appearance)
  const from = useMemo(() => linkedFrom(list?.notes ?? []), [list])
  // The graph of all notes doesn't depend on the open note.
  const middle = reach === 'all' ? undefined : path
  const laid = useMemo(() => {
    if (!list) return NO_NOTES
    if (reach === 'all') return allNotes(list.notes)
    const number = list.notes.findIndex((note) => note.path === middle)
    return number < 0 ? NO_NOTES : aroundNote(list.notes, from, number, reach)
  }, [list, from, middle, reach])
  const graph = useMemo(() => graphOf(laid.nodes, laid.edges), [laid])
  const drawing = useMemo<CanvasDrawing<GraphNote, CanvasEdge, Drawn, object>>(
    () => ({
      node: ({ id, title, folder, x, y, width, height }) => [
        { id, type: 'note', layer: 1, x, y, width, height, data: { title, path: id, isOpen: id === path, isPlayers: folder !== 'world' } }
      ],
      edge: () => ({ data: {} })
    }),
    [path]
  )
  const colour = useCallback((name: string) => token(look, name), [look])
  const paint = useCallback(
    (pen: CanvasRenderingContext2D, part: PaintedPart) => paintNotes(pen, { graph, areas: laid.areas, open: path, colour }, part),
    [graph, laid, path, colour]
  )
  const selection = useMemo<Selection>(() => (path === undefined ? [] : [{ kind: 'node', id: path }]), [path])
  return (
    <div className="notes-graph">
      <div className="notes-graph-head">
        <Pick label={t.reach} items={REACHES} value={reach} onPick={(picked) => useNotes.set({ reach: picked })} align="start" />
        {laid.left > 0 && <output className="quiet numbers">{t.left(laid.left)}</output>}
        {laid.isCut && <output className="quiet">{t.cut}</output>}
      </div>
      {laid.nodes.length === 0 ? (
        <Blank title={t.choose} />
      ) : (
        <Canvas
          graph={graph}
          drawing={drawing}
          nodeViews={NODE_VIEWS}
          edgeView={LinkView}
          paint={paint}
          label={t.label}
          hiddenLabels={String}
          selection={selection}
          onSelect={(items) => {
            const chosen = items.findLast(({ kind }) => kind === 'node')
            if (chosen) openNote(chosen.id)
          }}
        >
          <Whole laid={laid} bounds={graph.bounds} />
          <Minimap
            graph={graph}
            areas={laid.areas}
            marked={graph.nodes[graph.nodeNumbers.get(path ?? '') ?? -1]}
            title={t.overview}
            colour={colour}
          />
        </Canvas>
      )}
    </div>
  )
}

/** Draws a graph when it changes, and fits it into view on request. */
function Whole({ laid, bounds }: { laid: NoteGraph; bounds: { x: number; y: number; width: number; height: number } }): ReactElement {
  const camera = useCamera()
  const { isReady, width, height } = camera
  const shown = useRef<NoteGraph>(undefined)
  const fit = useCallback(() => {
    const room = { x: MARGIN_PX, y: MARGIN_PX, width: width - 2 * MARGIN_PX, height: height - 2 * MARGIN_PX }
    return fitRect(bounds, room, 1)
  }, [bounds, width, height])
  useEffect(() => {
    if (!isReady || shown.current === laid) return
    shown.current = laid
    const whole = fit()
    // The graph around the open note begins at that note; notes without room are one move away.
    if (laid.areas.length === 0 && whole.zoom < READABLE_ZOOM) camera.centreOn({ x: 0, y: 0 }, READABLE_ZOOM)
    else camera.show(whole)
  }, [isReady, laid, fit, camera])
  return <ZoomButtons words={t} onFit={() => camera.show(fit())} />
}

interface NotesPaint {
  graph: Graph<GraphNote>
  areas: readonly (Rect & { label: string })[]
  open: string | undefined
  colour: (token: string) => string
}

/** The minimum size of a folder's name: in plane pixels at a large zoom, in screen pixels at a small zoom. */
const LABEL = { near: 13, afar: 11 }
/** At a small zoom a folder's name is left out if it would take more than this part of the folder's height. */
const MAX_LABEL_PART = 0.4

function paintNotes(pen: CanvasRenderingContext2D, paint: NotesPaint, part: PaintedPart): void {
  const { areas, colour } = paint
  for (const { x, y, width, height } of areas) {
    pen.fillStyle = colour('--ground')
    pen.fillRect(x, y, width, height)
    pen.strokeStyle = colour('--line')
    pen.lineWidth = Math.max(1, 1 / part.zoom)
    pen.strokeRect(x, y, width, height)
  }
  if (part.level === 'far') paintFromAfar(pen, paint, part)
  const font = getComputedStyle(document.body).fontFamily
  for (const area of areas) paintLabel(pen, area, colour, part.zoom, font)
}

function paintFromAfar(pen: CanvasRenderingContext2D, { graph, open, colour }: NotesPaint, { visible, zoom }: PaintedPart): void {
  pen.strokeStyle = colour('--line')
  pen.lineWidth = Math.max(1, 0.6 / zoom)
  strokeCurves(
    pen,
    graph.edgeIndex.query(visible).flatMap((k) => graph.curves[k] ?? [])
  )
  for (const k of graph.nodeIndex.query(visible)) {
    const node = graph.nodes[k]
    if (!node) continue
    pen.fillStyle = colour(node.id === open ? '--accent' : node.folder === 'world' ? '--ink-3' : '--past')
    const least = node.id === open ? 6 / zoom : 0
    const [width, height] = [Math.max(least, node.width), Math.max(least, node.height)]
    pen.fillRect(node.x + (node.width - width) / 2, node.y + (node.height - height) / 2, width, height)
  }
}

function paintLabel(
  pen: CanvasRenderingContext2D,
  { x, y, width, height, label }: Rect & { label: string },
  colour: (token: string) => string,
  zoom: number,
  font: string
): void {
  const size = Math.max(LABEL.near, LABEL.afar / zoom)
  const isAfar = size > LABEL.near
  if (isAfar && size * 1.6 > height * MAX_LABEL_PART) return
  pen.save()
  pen.beginPath()
  pen.rect(x, y, width, height)
  pen.clip()
  pen.font = `600 ${size}px ${font}`
  pen.textBaseline = 'middle'
  if (isAfar) {
    pen.fillStyle = colour('--stage')
    pen.fillRect(x, y, pen.measureText(label).width + size, size * 1.6)
  }
  pen.fillStyle = colour('--ink-2')
  pen.fillText(label, x + size / 2, isAfar ? y + size * 0.8 : y + 18)
  pen.restore()
}
