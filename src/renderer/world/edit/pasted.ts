import { z } from 'zod'
import { badId, fold, slug } from '../../../shared/names'
import type { Spots } from '../../../shared/map/drawing'
import { Ground } from '../../../shared/map/ground'
import type { GameState } from '../../../shared/state'
import { JourneyFields, PlaceFields, type MapSpot, type WorldEdit } from '../../../shared/world-edits'
import { freeId } from './words'

/** A piece of the world as the world graph's document writes it: one file with regions, locations and journeys. */
const Piece = z.object({
  regions: z.array(z.looseObject({ id: z.string().min(1).max(120), name: z.string().min(1).max(200).optional() })).default([]),
  locations: z.array(
    z.looseObject({
      id: z.string().min(1).max(120),
      name: z.string().min(1).max(200),
      region: z.string().optional(),
      position: z.object({ x: z.number(), y: z.number() }).optional()
    })
  ),
  journeys: z
    .array(
      z.preprocess(
        (one) => (typeof one === 'object' && one !== null && 'from_id' in one && 'to_id' in one ? { ...one, from: one.from_id, to: one.to_id } : one),
        z.looseObject({ from: z.string(), to: z.string() })
      )
    )
    .default([])
})

type World = Pick<GameState, 'places' | 'journeys' | 'regions'>

/** How far from what is in its way a copy goes at a time, in pixels of the map, to the right and down. */
const APART = 48

/**
 * The edits that put a copied piece into a world: places keep their region where there is one of that id and come into `region` else; ids that
 * are taken count up, and what would lie on places that stand at `spots` goes beside them, all of it together. Undefined when the text is no piece of a world.
 */
export function pasted(text: string, { places, regions }: World, region: string | undefined, spots: Spots): WorldEdit[] | undefined {
  const piece = readPiece(text)
  if (!piece || piece.locations.length === 0) return undefined
  const given = new Map<string, string>()
  const taken = new Set(Object.keys(places).map(fold))
  for (const { id } of piece.locations) {
    const free = freeId(badId(id) === undefined ? id : slug(id), (one) => taken.has(fold(one)))
    taken.add(fold(free))
    given.set(id, free)
  }
  const edits: WorldEdit[] = []
  const aside = free(
    piece.locations.flatMap(({ position }) => position ?? []),
    spots
  )
  for (const { id, position, ...rest } of piece.locations) {
    const goal = rest.region !== undefined && Object.hasOwn(regions, rest.region) ? rest.region : (region ?? slug(rest.region ?? 'home'))
    if (!Object.hasOwn(regions, goal) && !edits.some((one) => one.op === 'put-region' && one.id === goal))
      edits.push({ op: 'put-region', id: goal, name: piece.regions.find((one) => one.id === rest.region)?.name ?? rest.region ?? goal })
    const spot = position && { x: position.x + aside, y: position.y + aside }
    const fields = PlaceFields.parse(known(rest, PlaceFields.shape))
    edits.push({ op: 'put-place', id: given.get(id) ?? id, region: goal, fields, ...(spot ? { spot } : {}) })
  }
  for (const journey of piece.journeys) {
    const [from, to] = [given.get(journey.from), given.get(journey.to)]
    if (from === undefined || to === undefined) continue
    edits.push({ op: 'put-journey', fields: { ...JourneyFields.parse(known(journey, JourneyFields.shape)), from, to } })
  }
  return edits
}

function readPiece(text: string): z.infer<typeof Piece> | undefined {
  try {
    return Piece.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** How far to the right and down a piece has to go so that it lies on nothing that stands. */
function free(piece: readonly MapSpot[], spots: Spots): number {
  const ground = new Ground(spots.size)
  for (const spot of spots.values()) ground.stand(spot)
  let by = 0
  while (piece.some(({ x, y }) => ground.covered({ x: x + by, y: y + by }))) by += APART
  return by
}

/** The fields of a shape that a value has and that fit; what does not fit is left away, so that one odd field costs no place. */
function known(value: Readonly<Record<string, unknown>>, shape: Readonly<Record<string, z.ZodType>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(shape).flatMap(([key, type]) => (key in value && type.safeParse(value[key]).success ? [[key, value[key]]] : []))
  )
}
