import { memo, useCallback, useMemo, type ReactElement } from 'react'
import { Canvas } from '../canvas/Canvas'
import type { DrawnNode } from '../canvas/drawn'
import { type CanvasEdge, nearestNode, nodeAt } from '../canvas/graph'
import { Minimap } from '../canvas/Minimap'
import type { CanvasDrawing, PaintedPart } from '../canvas/props'
import type { Selection } from '../canvas/selection'
import { useMoving, type Drag } from '../canvas/use-moving'
import { crowdsOf } from '../../shared/map/crowd'
import type { Box } from '../../shared/map/drawing'
import { hereOf } from '../../shared/map/here'
import { intersects, type Point } from '../../shared/geometry/shapes'
import { seenPlaces } from '../../shared/map/fog'
import { hueOf } from '../../shared/story/hues'
import type { GameState } from '../../shared/story/state'
import { inspect, updateMap, useSession, selectOnMap } from '../session'
import { mapTexts as t } from './texts'
import { useCommandMenu } from '../ui/CommandMenu'
import { token } from '../ui/theme'
import { savePositions } from './map-commands'
import { uneditableReason } from '../editing'
import { WORLD_MENU } from './edit/commands'
import { setFolded } from './folded-regions'
import { MapCamera } from './MapCamera'
import { MapTools } from './MapTools'
import type { Marks } from './marks'
import { placesIn, centredAt } from './positions'
import { areaNodes, boxNode, crowdNodes, markRect, journeyEdge, type WorldNode, type Scene, type JourneyEdge } from './nodes'
import { paint, type MapPaint } from './paint'
import { mapItemOf, mapSelectionOf, selectionOf } from './selection'
import { useDrawing, type Drawn } from './use-drawing'
import { WORLD_NODE_VIEWS, JourneyView } from './views'
import { flushSync } from 'react-dom'
import type { EdgeEnd } from '../canvas/use-pointer'
import { addPlace, connect } from './edit/edit-world'
import { focusField } from '../fields/focus-field'

interface Shown {
  state: GameState
  moves: Scene['moves']
  marks: Marks
}

function useScene({ state, moves, marks }: Shown, drawn: Drawn): Scene {
  const selected = useSession((s) => s.inspectedActor)
  const crowds = useMemo(() => crowdsOf(state.actors, drawn.drawing), [state.actors, drawn.drawing])
  return useMemo(() => ({ state, here: hereOf(state), crowds, selected, marks, moves }), [state, crowds, selected, marks, moves])
}

const MIN_NAMED_WIDTH = 50

function useMapDrawing({ drawing }: Drawn, scene: Scene, compact: boolean): CanvasDrawing<Box, CanvasEdge, WorldNode, JourneyEdge['data']> {
  return useMemo(
    () => ({
      node: (box, number, { level }) => {
        const people = level === 'near' ? (scene.crowds.get(number) ?? []) : []
        return [boxNode(box, scene), ...(people.length > 0 ? crowdNodes(box, people, drawing, scene) : [])]
      },
      edge: (_, number, { isCloseUp }) => {
        const line = drawing.lines[number]
        return line ? journeyEdge(line, scene, isCloseUp && !compact) : { data: { arrow: false, words: [], loud: false } }
      },
      beside: ({ rect, scale, isCloseUp }) => {
        const named = drawing.areas.filter(({ bounds }) => intersects(bounds, rect) && bounds.width > MIN_NAMED_WIDTH * scale)
        const { nodes, names } = areaNodes(named, drawing, Math.max(1, scale))
        const near = isCloseUp ? [] : drawing.boxes.filter((box) => intersects(box, rect))
        const marks = near.flatMap((box) => markRect(box, scene.marks.places.get(box.id), Math.max(1, scale)) ?? [])
        return { nodes, obstacles: [...names, ...marks] }
      }
    }),
    [drawing, scene, compact]
  )
}

function useColour(): (name: string) => string {
  const look = useSession((s) => s.appearance)
  return useCallback((name: string) => token(look, name), [look])
}

function usePaint({ drawing, graph }: Drawn, { state, here, crowds, marks }: Scene, colour: (name: string) => string) {
  const choice = useSession((s) => s.mapState.selection)
  const { actors, facts, places } = state
  return useMemo(() => {
    const selectedIds = new Set(choice.map(({ what, id }) => (what === 'region' ? `~${id}` : id)))
    const people = new Map([...crowds].map(([k, ids]) => [k, ids.map((id) => colour(`--hue-${hueOf(actors, id)}`))]))
    const mapPaint: MapPaint = {
      drawing,
      graph,
      facts,
      places,
      seen: seenPlaces({ places, actors }),
      selectedIds,
      here,
      people,
      marks,
      token: colour
    }
    return (pen: CanvasRenderingContext2D, part: PaintedPart): void => paint(pen, mapPaint, part)
  }, [drawing, graph, choice, actors, facts, places, here, crowds, marks, colour])
}

/** The selection and how to change it. The compact map marks places only: no form beside it shows a journey. */
function useSelection({ drawing: { lines } }: Drawn, compact: boolean): [Selection, (selection: Selection) => void] {
  const mapSelection = useSession((s) => s.mapState.selection)
  const selection = useMemo(
    () => selectionOf(compact ? mapSelection.filter(({ what }) => what !== 'journey') : mapSelection, lines),
    [mapSelection, lines, compact]
  )
  const select = useCallback(
    (next: Selection) => updateMap({ selection: mapSelectionOf(next, useSession.getState().mapState.selection, lines) }),
    [lines]
  )
  return [selection, select]
}

const inspectToken = ({ type, data }: DrawnNode): void => {
  if (type === 'token' && 'id' in data) inspect(String(data.id))
}
const unfold = ({ what, of }: Box): void => {
  if (what === 'region') setFolded(of, false)
}

/** The map. At a large zoom items are nodes, at a small zoom everything is painted. The full map can be edited, the compact one is read-only. */
export const MapCanvas = memo(function MapCanvas({ state, moves, compact, marks }: Shown & { compact: boolean }): ReactElement {
  const { moving, drag } = useMoving(savePositions)
  const drawn = useDrawing(state, moving, compact)
  const { drawing, graph, spots } = drawn
  const isEditable = useSession((s) => !compact && uneditableReason(s) === undefined)
  const scene = useScene({ state, moves, marks }, drawn)
  const mapDrawing = useMapDrawing(drawn, scene, compact)
  const colour = useColour()
  const paintMap = usePaint(drawn, scene, colour)
  const [selection, select] = useSelection(drawn, compact)
  const { menu, open } = useCommandMenu(WORLD_MENU)
  const { addHere, join } = useMapCreation(drawn)
  const areas = useMemo(() => drawing.areas.map(({ bounds }) => bounds), [drawing])
  const dragBoxes = useCallback(
    (boxes: readonly Box[]): Drag => {
      const ids = placesIn(boxes.map(mapItemOf), state)
      return drag(new Map(ids.flatMap((id) => (spots.has(id) ? [[id, spots.get(id) ?? { x: 0, y: 0 }] as const] : []))))
    },
    [drag, spots, state]
  )
  return (
    <Canvas
      graph={graph}
      drawing={mapDrawing}
      nodeViews={WORLD_NODE_VIEWS}
      edgeView={JourneyView}
      paint={paintMap}
      label={t.label}
      className={`map ${compact ? 'compact' : ''}`}
      hiddenLabels={t.hiddenLabels}
      isPreview={compact}
      selection={selection}
      onSelect={select}
      onDrag={isEditable ? dragBoxes : undefined}
      onConnect={isEditable ? join : undefined}
      onGroundDoubleClick={isEditable ? addHere : undefined}
      onNodeDoubleClick={unfold}
      onBesideClick={inspectToken}
      onMenu={compact ? undefined : open}
    >
      {menu}
      <MapCamera drawn={drawn} here={scene.here} compact={compact} />
      <MapTools drawn={drawn} compact={compact} />
      {!compact && (
        <Minimap graph={graph} areas={areas} marked={drawing.boxes[drawing.boxOf.get(scene.here ?? '') ?? -1]} title="Map overview" colour={colour} />
      )}
    </Canvas>
  )
})

/** Adds to the map: a double click on the ground adds a place, and a line from one place's grip to another adds a journey. */
function useMapCreation({ graph }: Drawn): { addHere: (point: Point) => void; join: (from: EdgeEnd, to: EdgeEnd) => void } {
  return useMemo(
    () => ({
      addHere: (point) => {
        if (nodeAt(graph, point) !== undefined) return
        // The party has not seen a new place, so fog would hide it.
        updateMap({ fog: false })
        void addPlace(t.newPlace, nearestNode(graph, point)?.region, centredAt(point)).then((id) => {
          if (id === undefined) return
          // Rendered synchronously, so that the next key goes to its field.
          flushSync(() => selectOnMap({ what: 'place', id }))
          focusField(`place:${id}/name`)
        })
      },
      join: (from, to) => {
        const goal = graph.nodes[graph.nodeNumbers.get(to.node) ?? -1]
        if (goal?.what === 'place' && goal.id !== from.node) void connect([from.node], goal.of)
      }
    }),
    [graph]
  )
}
