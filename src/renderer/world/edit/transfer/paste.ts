import { badId, fold, slug } from '../../../../shared/story/names'
import type { Spots } from '../../../../shared/map/drawing'
import { OccupiedGround } from '../../../../shared/map/ground'
import type { Piece } from '../../../../shared/map/piece'
import type { GameState } from '../../../../shared/story/state'
import type { MapSpot, WorldEdit } from '../../../../shared/contract/world-edits'
import { freeId } from '../../../fields/field-values'

/** The world and the pictures of its campaign, by the names of their files. */
type World = Pick<GameState, 'places' | 'journeys' | 'regions'> & { pictures?: Readonly<Record<string, unknown>> }

/** The step by which a copy moves to the right and down to avoid other places, in map pixels. */
const PASTE_STEP_PX = 48

/**
 * The edits that paste a copied piece. Places keep their region if the world has one with that id, otherwise they go to `region`. Taken ids get a
 * number. The whole piece moves aside if it would cover places at `spots`. `into`: a new region for all of them.
 */
export function pasteEdits(
  piece: Piece,
  { places, regions, pictures = {} }: World,
  region: string | undefined,
  spots: Spots,
  into?: Extract<WorldEdit, { op: 'put-region' }>
): WorldEdit[] {
  const newIds = new Map<string, string>()
  const takenIds = new Set(Object.keys(places).map(fold))
  for (const { id } of piece.places) {
    const free = freeId(badId(id) === undefined ? id : slug(id), (one) => takenIds.has(fold(one)))
    takenIds.add(fold(free))
    newIds.set(id, free)
  }
  const edits: WorldEdit[] = into ? [into] : []
  const aside = free(
    piece.places.flatMap(({ position }) => position ?? []),
    spots
  )
  for (const { id, position, picture, fields, ...rest } of piece.places) {
    const goal =
      into?.id ?? (rest.region !== undefined && Object.hasOwn(regions, rest.region) ? rest.region : (region ?? slug(rest.region ?? 'home')))
    if (!Object.hasOwn(regions, goal) && !edits.some((one) => one.op === 'put-region' && one.id === goal))
      edits.push({ op: 'put-region', id: goal, name: piece.regions.find((one) => one.id === rest.region)?.name ?? rest.region ?? goal })
    const spot = position && { x: position.x + aside, y: position.y + aside }
    edits.push({ op: 'put-place', id: newIds.get(id) ?? id, region: goal, fields, ...(spot ? { spot } : {}) })
    // Another campaign doesn't have the picture's file.
    if (picture && Object.hasOwn(pictures, picture.file))
      edits.push({ op: 'put-picture', of: { what: 'place', id: newIds.get(id) ?? id }, ...picture })
  }
  for (const journey of piece.journeys) {
    const [from, to] = [newIds.get(journey.from), newIds.get(journey.to)]
    if (from === undefined || to === undefined) continue
    edits.push({ op: 'put-journey', fields: { ...journey.fields, from, to } })
  }
  return edits
}

/** The smallest offset to the right and down at which a piece covers no place. */
function free(piece: readonly MapSpot[], spots: Spots): number {
  const ground = new OccupiedGround(spots.size)
  for (const spot of spots.values()) ground.add(spot)
  let by = 0
  while (piece.some(({ x, y }) => ground.covered({ x: x + by, y: y + by }))) by += PASTE_STEP_PX
  return by
}
