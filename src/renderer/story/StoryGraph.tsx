/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex -- no tag is a drawing that answers keys */
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactElement } from 'react'
import { centreOf, containsPoint, type Point } from '../../shared/geometry/shapes'
import { useCamera } from '../canvas/camera'
import { Canvas } from '../canvas/Canvas'
import { EdgeLabel, EdgeLine, type DrawnNode, type EdgeViewProps, type NodeViewProps, type NodeViews } from '../canvas/drawn'
import { graphOf, type Graph } from '../canvas/graph'
import { Minimap } from '../canvas/Minimap'
import { strokeCurves } from '../canvas/painting'
import type { CanvasDrawing, PaintedPart } from '../canvas/props'
import type { Selection } from '../canvas/selection'
import { fitRect } from '../canvas/viewport'
import { ZoomButtons } from '../canvas/ZoomButtons'
import { loreAtCursor, useSession } from '../session'
import { shortcutOf } from '../ui/commands'
import type { MenuPlace } from '../ui/Menu'
import { token } from '../ui/theme'
import { neighbourOf, placedAt, storyGraph, type StoryEdge, type StoryNode, type StoryPlan } from './graph-model'
import type { EventRow, FactRow } from './rows'
import { EVENT_ACTIONS, factActions, MergeFact } from './lists'
import { RenameField } from '../ui/RenameField'
import { runAction, RowMenu } from '../ui/RowMenu'
import { retitleFact, retitleEvent } from './edits'
import { currentRow, focusForm, storyElement, useStory } from './state'
import { storyTexts as t } from './texts'
import { elkInWorker } from '../ui/elk-worker'
import { inLayers } from './layers'

/** Above this number of nodes, ELK takes seconds and more. */
const MAX_ELK_NODES = 250
/** After this time the simpler layers are used, in ms. */
const MAX_LAYOUT_MS = 8000

const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.spacing.nodeNode': '18',
  'elk.layered.spacing.nodeNodeBetweenLayers': '56',
  'elk.separateConnectedComponents': 'true',
  'elk.spacing.componentComponent': '36'
}

/** The last layout; it is shown until the next one is ready. */
let kept: { key: string; spots: ReadonlyMap<string, Point> } | undefined

/** The positions of a graph's nodes in layers; undefined until the first layout is ready. They are computed again when
 * nodes or edges change, those of a small graph by ELK in a worker. */
function useSpots(plan: StoryPlan): ReadonlyMap<string, Point> | undefined {
  const key = JSON.stringify([plan.nodes.map(({ id }) => id), plan.edges.map(({ id }) => id)])
  const [shown, setShown] = useState(kept)
  useEffect(() => {
    if (kept?.key !== key && plan.nodes.length > MAX_ELK_NODES) kept = { key, spots: inLayers(plan) }
    if (kept?.key === key) return setShown(kept)
    const elk = elkInWorker(MAX_LAYOUT_MS)
    let isLeft = false
    const asked = elk.layout({
      id: 'story',
      layoutOptions: OPTIONS,
      children: plan.nodes.map(({ id, width, height }) => ({ id, width, height })),
      edges: plan.edges.map(({ id, from, to }) => ({ id, sources: [from], targets: [to] }))
    })
    const finish = (spots: ReadonlyMap<string, Point>): void => {
      elk.stop()
      if (isLeft) return
      kept = { key, spots }
      setShown(kept)
    }
    asked.then(
      ({ children = [] }) => finish(new Map(children.map(({ id, x = 0, y = 0 }) => [id, { x, y }]))),
      () => finish(inLayers(plan))
    )
    return () => {
      isLeft = true
      elk.stop()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key says when the plan has another layout
  }, [key])
  return shown?.spots
}

type Drawn = DrawnNode<'story', Pick<StoryNode, 'tab' | 'name' | 'words' | 'look'> & { isCurrent: boolean }>

const NodeView = ({ data: { tab, name, words, look, isCurrent } }: NodeViewProps<Drawn['data']>): ReactElement => (
  <div className={`story-node of-${tab} is-${look}${isCurrent ? ' current' : ''}`} title={name}>
    <b className="clip">{name}</b>
    <span className="clip">{words}</span>
  </div>
)
const NODE_VIEWS: NodeViews<Drawn> = { story: NodeView }

const EdgeView = ({ data: { how, label }, curve, labelAt }: EdgeViewProps<{ how: StoryEdge['how']; label: string }>): ReactElement => (
  <>
    <EdgeLine curve={curve} arrow className={`story-edge of-${how}`} />
    {labelAt && (
      <EdgeLabel at={labelAt} className="story-edge-label">
        {label}
      </EdgeLabel>
    )}
  </>
)

const labelOf = ({ how, isNot }: StoryEdge): string => [t.graph.how[how], isNot ? t.graph.not : ''].filter(Boolean).join(' ')

/** Events and facts as one graph: what is set here and needed there. Arrow keys follow it, Enter opens the form, and
 * the menu and the keys of the lists are those of the node. */
export function StoryGraph({ rows, facts }: { rows: readonly EventRow[]; facts: readonly FactRow[] }): ReactElement {
  const story = useSession((s) => loreAtCursor(s)?.story)
  const { tab, selected, naming } = useStory((s) => s)
  const [menu, setMenu] = useState<MenuPlace>()
  const box = useRef<HTMLDivElement>(null)
  const look = useSession((s) => s.appearance)
  const plan = useMemo(() => storyGraph(rows, story ?? [], facts, { ...t, now: t.now }), [rows, story, facts])
  const spots = useSpots(plan)
  const placed = useMemo(() => (spots ? placedAt(plan, spots) : undefined), [plan, spots])
  const graph = useMemo(() => graphOf(placed?.nodes ?? [], placed?.edges ?? []), [placed])
  const current = `${tab}:${currentRow({ tab, selected }) ?? ''}`
  const drawing = useMemo<CanvasDrawing<StoryNode, StoryEdge, Drawn, { how: StoryEdge['how']; label: string }>>(
    () => ({
      node: ({ id, x, y, width, height, tab: of, name, words, look: as }) => [
        { id, type: 'story', layer: 1, x, y, width, height, data: { tab: of, name, words, look: as, isCurrent: id === current } }
      ],
      edge: (edge) => ({ data: { how: edge.how, label: labelOf(edge) }, ...(labelOf(edge) === '' ? {} : { label: labelOf(edge) }) })
    }),
    [current]
  )
  const colour = useCallback((name: string) => token(look, name), [look])
  const paint = useCallback(
    (pen: CanvasRenderingContext2D, part: PaintedPart) => paintStory(pen, graph, current, colour, part),
    [graph, current, colour]
  )
  const selection = useMemo<Selection>(() => [{ kind: 'node', id: current }], [current])
  const node = graph.nodes[graph.nodeNumbers.get(current) ?? -1]
  const factIds = facts.map(({ id }) => id)
  const actions = node?.tab === 'facts' ? factActions(factIds) : EVENT_ACTIONS
  const live = (): readonly string[] => [currentRow() ?? ''].filter(Boolean)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget || !placed) return
    const key = shortcutOf(event)
    const action = node && actions.find(({ keys }) => keys !== '' && keys === key)
    if (action) {
      if (!event.repeat) runAction(action, live)
    } else if (node && (key === 'shift+f10' || event.key === 'ContextMenu'))
      setMenu({ element: box.current?.querySelector<HTMLElement>('.story-node.current') ?? box.current ?? undefined })
    else if (key === 'home') choose(graph.nodes[0])
    else if (key === 'left' || key === 'right' || key === 'up' || key === 'down') {
      const to = neighbourOf(placed, node ? current : '', key)
      choose(graph.nodes[graph.nodeNumbers.get(to ?? '') ?? -1])
    } else return
    event.preventDefault()
  }
  if (!placed) return <p className="quiet story-waits">{t.graph.arranging}</p>
  return (
    <div id="story" ref={box} className="story-graph" role="application" tabIndex={0} aria-label={t.graph.label} onKeyDown={onKeyDown}>
      {node && typeof naming === 'object' && naming.id === node.of && (
        <div className="story-renames">
          <RenameField
            now={node.name}
            list={storyElement}
            onDone={(name) => {
              useStory.set({ naming: undefined })
              if (name !== undefined) void (node.tab === 'facts' ? retitleFact : retitleEvent)(node.of, name)
            }}
          />
        </div>
      )}
      <Canvas
        graph={graph}
        drawing={drawing}
        nodeViews={NODE_VIEWS}
        edgeView={EdgeView}
        paint={paint}
        label={t.graph.drawing}
        reads={t.graph.reads}
        hiddenLabels={t.graph.hidden}
        selection={selection}
        onSelect={(items) => choose(graph.nodes[graph.nodeNumbers.get(items.findLast(({ kind }) => kind === 'node')?.id ?? '') ?? -1])}
        onNodeDoubleClick={() => focusForm()}
        onMenu={(event) => {
          event.preventDefault()
          setMenu({ x: event.clientX, y: event.clientY })
        }}
      >
        <KeepInView graph={graph} node={node} />
        <Minimap graph={graph} areas={[]} marked={node} title={t.graph.overview} colour={colour} />
      </Canvas>
      <p className="story-legend">{t.graph.legend}</p>
      <output className="unseen">{node && spoken(placed, node)}</output>
      {menu && node && <RowMenu place={menu} actions={actions} selected={live} list={storyElement} onClose={() => setMenu(undefined)} />}
      <MergeFact rows={facts} />
    </div>
  )
}

function choose(node: StoryNode | undefined): void {
  if (node) useStory.set({ tab: node.tab, selected: { ...useStory.get().selected, [node.tab]: [node.of] } })
}

/** A node and its neighbours in a sentence. */
function spoken({ nodes, edges }: StoryPlan, { id, name, words }: StoryNode): string {
  const names = new Map(nodes.map((one) => [one.id, one.name]))
  const before = edges.flatMap(({ from, to }) => (to === id ? [names.get(from) ?? from] : []))
  const after = edges.flatMap(({ from, to }) => (from === id ? [names.get(to) ?? to] : []))
  return [`${name}: ${words}.`, before.length > 0 ? t.graph.from(before.join(', ')) : '', after.length > 0 ? t.graph.to(after.join(', ')) : '']
    .filter(Boolean)
    .join(' ')
}

const MARGIN_PX = 28
/** A graph that would be smaller begins at the current node, else at the first event. */
const READABLE_ZOOM = 0.5

/** Shows the whole graph at first if it can be read, and the current node whenever it is out of sight. */
function KeepInView({ graph, node }: { graph: Graph<StoryNode, StoryEdge>; node: StoryNode | undefined }): ReactElement {
  const camera = useCamera()
  const { isReady, width, height } = camera
  const isShown = useRef(false)
  const fit = useCallback(
    () => fitRect(graph.bounds, { x: MARGIN_PX, y: MARGIN_PX, width: width - 2 * MARGIN_PX, height: height - 2 * MARGIN_PX }, 1),
    [graph, width, height]
  )
  useEffect(() => {
    if (!isReady || isShown.current) return
    isShown.current = true
    const whole = fit()
    const first = node ?? graph.nodes[0]
    if (whole.zoom < READABLE_ZOOM && first) camera.centreOn(centreOf(first), READABLE_ZOOM)
    else camera.show(whole)
  }, [isReady, fit, camera, node, graph])
  useEffect(() => {
    if (!node || !isShown.current || containsPoint(camera.visible(), centreOf(node))) return
    camera.centreOn(centreOf(node), camera.viewport().zoom, 150)
  }, [node, camera])
  return <ZoomButtons words={t.graph} onFit={() => camera.show(fit())} />
}

function paintStory(
  pen: CanvasRenderingContext2D,
  graph: Graph<StoryNode, StoryEdge>,
  current: string,
  colour: (token: string) => string,
  { level, zoom, visible }: PaintedPart
): void {
  if (level !== 'far') return
  pen.strokeStyle = colour('--line-strong')
  pen.lineWidth = Math.max(1, 0.6 / zoom)
  strokeCurves(
    pen,
    graph.edgeIndex.query(visible).flatMap((k) => graph.curves[k] ?? [])
  )
  for (const k of graph.nodeIndex.query(visible)) {
    const node = graph.nodes[k]
    if (!node) continue
    pen.fillStyle = colour(node.id === current ? '--accent' : node.look === 'unset' ? '--bad' : node.tab === 'events' ? '--ink-2' : '--ink-3')
    pen.fillRect(node.x, node.y, node.width, node.height)
  }
}
