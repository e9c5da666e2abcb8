import { z } from 'zod'
import { toSlot, type FunctionArguments } from './members'
import type { Runner } from './runner'

/** The details of a call's result besides the ids that it created. */
type Report = Readonly<Record<string, unknown>>

/** A function of the protocol: other spellings of its arguments, their schema, and its implementation. */
export interface ArrowFunction {
  readonly description: string
  readonly aliases: Readonly<Record<string, string>>
  readonly schema: z.ZodType
  /** Whether arguments that the schema doesn't name are members of `data`. */
  readonly flat?: boolean
  run(runner: Runner, input: FunctionArguments): Report
}

/** An id, as a number or digits, a name, or a special reference. */
export const Id = z.union([z.number(), z.string().max(1000), z.object({ by_name: z.string().max(1000) })])
export const SlotInput = z.union([z.number(), z.string().regex(/^\d+$/)]).transform((slot) => toSlot(slot, 'slot'))
export const TextInput = z.string().max(100_000)
export const FlagInput = z.union([z.boolean(), z.enum(['true', 'false'])]).transform((flag) => flag === true || flag === 'true')
export const Data = z.record(z.string(), z.unknown())
export const PositionInput = z.union([
  z.enum(['auto', 'below_previous', 'right_of_previous']),
  z.tuple([z.number(), z.number()]),
  z.object({ x: z.number(), y: z.number() }),
  z.string()
])

/** Defines a function whose `run` gets the parsed arguments. */
export function define<S extends z.ZodType>(
  description: string,
  schema: S,
  aliases: Readonly<Record<string, string>>,
  run: (runner: Runner, input: z.output<S>) => Report,
  flat = false
): ArrowFunction {
  return { description, schema, aliases, flat, run: (runner, given) => run(runner, schema.parse(given)) }
}

export const NODE = { node: 'node_id', id: 'node_id', by_name: 'node_id' }
export const FORCE = { forced: 'force' }

export const named = (name: string | undefined): { name?: string } => (name === undefined || name === '' ? {} : { name })
export const noted = (notes: string | undefined): { notes?: string } => (notes === undefined || notes === '' ? {} : { notes })
