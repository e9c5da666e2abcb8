import { z } from 'zod'
import { type Draw as DrawName, DRAWS } from '../story/draws'
import { fileAt } from '../story/layout'
import { badName } from '../story/names'

const Draw = z.enum(Object.keys(DRAWS) as [DrawName, ...DrawName[]])

/** Factors by which a persona favours a kind of action; 1 is usual, 0 is never. */
export const Weights = z.partialRecord(Draw, z.number().min(0).max(10))
export type Weights = z.infer<typeof Weights>

/** A direction file: front matter and body. */
export const DirectionFile = z.looseObject({
  /** Its name in lists; by default the file's name. */
  name: z.string().max(80).optional(),
  /** For personas: how they steer the offline table. */
  weights: Weights.default({}),
  /** The body, which goes into models' prompts. */
  text: z.string()
})

/** The longest text of a direction file, in characters; a context contains far less of it. */
export const MAX_DIRECTION_CHARACTERS = 20_000

/** Whether a path is a valid path of a direction file. */
export const isDirectionPath = (path: string): boolean =>
  fileAt(path)?.kind === 'direction' && path.split('/').every((part) => badName(part) === undefined)

/** The path of a direction file. */
export const DirectionPath = z.string().max(300).refine(isDirectionPath, 'must be a Markdown file in direction/, such as direction/tone.md')

/** The direction files that table.yaml names: for every seat, for the DM, and for players by their id. */
export const Direction = z.object({
  tone: DirectionPath.optional(),
  dm: DirectionPath.optional(),
  personas: z.record(z.string(), DirectionPath).default({})
})
export type Direction = z.infer<typeof Direction>

/** A direction file as a seat receives it. */
export interface DirectionText {
  path: string
  name: string
  text: string
  weights: Weights
  /** Why the file can't be used, in a sentence. Name, text and weights are empty then. */
  problem?: string
}

/** The direction that one seat receives. */
export interface SeatDirection {
  tone?: DirectionText
  dm?: DirectionText
  persona?: DirectionText
}
