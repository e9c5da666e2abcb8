import { z } from 'zod'

/** The form of requests and answers that a model's server understands: the Messages API, or chat completions. */
export const Protocol = z.enum(['messages', 'chat'])
export type Protocol = z.infer<typeof Protocol>

/** US dollars per million tokens. `cached`: for tokens that the provider reads from its cache; absent: as `input`. */
export const ModelPrice = z.object({
  input: z.number().min(0).max(10_000),
  output: z.number().min(0).max(10_000),
  cached: z.number().min(0).max(10_000).optional()
})
export type ModelPrice = z.infer<typeof ModelPrice>

/** Prices by model. */
export type ModelPrices = Readonly<Record<string, ModelPrice>>

/** A model as its server lists it. */
export interface ListedModel {
  id: string
  /** The tokens of its context window, if the server says so. */
  contextTokens?: number
}
