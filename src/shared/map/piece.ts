import { attempt } from '../base/attempt'
import { z } from 'zod'
import { JourneyFields, MapSpot, PlaceFields } from '../contract/world-edits'
import { Picture } from '../story/lore'

/** A copied piece of a world, with the fields that can be pasted. */
export interface Piece {
  regions: { id: string; name?: string }[]
  places: { id: string; name: string; region?: string; position?: MapSpot | undefined; picture?: Picture | undefined; fields: PlaceFields }[]
  /** `from` and `to` are ids of the piece's own places, or of others. */
  journeys: { from: string; to: string; fields: JourneyFields }[]
}

/** A piece in the form of the world graph's document: one file with regions, locations and journeys. */
const Document = z.object({
  regions: z.array(z.looseObject({ id: z.string().min(1).max(120), name: z.string().min(1).max(200).optional() })).default([]),
  locations: z.array(
    z.looseObject({
      id: z.string().min(1).max(120),
      name: z.string().min(1).max(200),
      region: z.string().optional(),
      position: z.object({ x: z.number(), y: z.number() }).optional(),
      picture: Picture.optional().catch(undefined)
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

/** Reads a piece of a world from a clipboard's text. Undefined for any other text and for one without places. */
export function readPiece(text: string): Piece | undefined {
  const document = documentIn(text)
  if (!document || document.locations.length === 0) return undefined
  return {
    regions: document.regions.map(({ id, name }) => ({ id, name })),
    places: document.locations.map(({ id, position, picture, ...rest }) => ({
      id,
      name: rest.name,
      region: rest.region,
      position,
      picture,
      fields: PlaceFields.parse(fitting(rest, PlaceFields.shape))
    })),
    journeys: document.journeys.map((one) => ({ from: one.from, to: one.to, fields: JourneyFields.parse(fitting(one, JourneyFields.shape)) }))
  }
}

const documentIn = (text: string): z.infer<typeof Document> | undefined => attempt(() => Document.safeParse(JSON.parse(text)).data, undefined)

/** The fields of a value that match a shape; any other is left out, so that one invalid field doesn't lose the place. */
function fitting(value: Readonly<Record<string, unknown>>, shape: Readonly<Record<string, z.ZodType>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(shape).flatMap(([key, type]) => (key in value && type.safeParse(value[key]).success ? [[key, value[key]]] : []))
  )
}
