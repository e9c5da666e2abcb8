import { useEffect, useMemo, useState } from 'react'
import type { GameState } from '../../shared/story/state'
import { loreAtCursor, useSession } from '../session'
import { drawingOf, type Box, type MapDrawing, type Spots, type World } from '../../shared/map/drawing'
import { knownWorld } from '../../shared/map/fog'
import { foldedRegions } from './folded-regions'
import { graphOf, type Graph } from '../canvas/graph'
import { settled } from '../../shared/map/layout/settle'
import { ensureLayout, useLayoutState } from './layout/spots'

/** The drawing of the world in view. */
export interface Drawn {
  drawing: MapDrawing
  /** Its boxes and journeys as a graph with the same indices. */
  graph: Graph<Box>
  /** The positions of all places, including dragged ones. */
  spots: Spots
}

function useManualSpots(): Spots {
  const map = useSession((s) => loreAtCursor(s)?.map)
  return useMemo(() => new Map(Object.entries(map ?? {})), [map])
}

/** The drawing of the world. It changes with the world and the positions of its places, but not with play. */
export function useDrawing(state: GameState, moving: Spots | undefined, compact: boolean): Drawn {
  const { places, journeys, regions } = state
  const of = useSession((s) => `${s.present?.campaign.dir}\n${s.present?.epoch}`)
  const hand = useManualSpots()
  const base = useLayoutState((s) => s.base)
  const folded = useSession(foldedRegions)
  const [steady] = useState(() => new WorldReuse())
  const shape = useMemo(() => steady.of({ places, journeys, regions }), [steady, places, journeys, regions])
  const fog = useSession((s) => s.mapState.fog && !compact)
  const [known] = useState(() => new WorldReuse())
  const world = useMemo(() => (fog ? known.of(knownWorld(state)) : shape), [fog, known, state, shape])
  useEffect(() => ensureLayout(of, shape, hand), [of, shape, hand])
  const still = useMemo(() => settled(shape, hand, base), [shape, hand, base])
  const spots = useMemo(() => (moving ? new Map([...still, ...moving]) : still), [still, moving])
  return useMemo(() => {
    const drawing = drawingOf(world, spots, { folded: new Set(folded), separate: !compact })
    return { drawing, spots, graph: graphOfDrawing(drawing) }
  }, [world, spots, folded, compact])
}

function graphOfDrawing({ boxes, lines }: Pick<MapDrawing, 'boxes' | 'lines'>): Graph<Box> {
  const idOf = (box: number): string => boxes[box]?.id ?? ''
  return graphOf(
    boxes,
    lines.map(({ id, from, to, curve }) => ({ id, from: idOf(from), to: idOf(to), curve }))
  )
}

/** Returns the previous world as long as nothing visible has changed. Play changes the contents of places and who has visited them. */
class WorldReuse {
  #world: World | undefined

  of(world: World): World {
    if (!this.#world || !sameDrawn(this.#world, world)) this.#world = world
    return this.#world
  }
}

function sameDrawn(a: World, b: World): boolean {
  return (
    alike(a.places, b.places, (one, other) => one.name === other.name && one.region === other.region) &&
    alike(a.regions, b.regions, (one, other) => one.name === other.name) &&
    alike(
      a.journeys,
      b.journeys,
      (one, other) =>
        one.from === other.from &&
        one.to === other.to &&
        one.direction === other.direction &&
        one.requires === other.requires &&
        one.risks.length > 0 === other.risks.length > 0
    )
  )
}

function alike<T>(a: Readonly<Record<string, T>>, b: Readonly<Record<string, T>>, same: (one: T, other: T) => boolean): boolean {
  if (a === b) return true
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => {
      const [one, other] = [a[key], b[key]]
      return one !== undefined && other !== undefined && (one === other || same(one, other))
    })
  )
}
