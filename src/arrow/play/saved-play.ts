import { z } from 'zod'
import type { OpenNode, PlayState, ShownNode, Undo } from './state'

const Value = z.union([z.number(), z.string(), z.boolean()])
const Id = z.int()

/** A node on the page, as saved. */
export const SavedShown: z.ZodType<ShownNode> = z.object({
  title: z.string().optional(),
  brief: z.string().optional(),
  text: z.string().optional(),
  character: z.string().optional(),
  lines: z.array(z.string()).optional(),
  playable: z.boolean().optional(),
  actions: z.array(z.string()).optional(),
  prompt: z.string().optional(),
  taken: z.string().optional()
})

const SavedNode: z.ZodType<OpenNode> = z.object({
  serial: z.int().min(0),
  id: Id,
  type: z.string(),
  name: z.string(),
  slot: z.int().nullable(),
  played: z.boolean(),
  skipped: z.boolean(),
  interrupted: z.boolean().optional(),
  shown: SavedShown
})

const Macro = z.object({ serial: z.int(), id: Id }).nullable()
const Variables = z.record(z.string(), Value)
const Tags = z.record(z.string(), z.record(z.string(), z.string()))

/** The position of a play, without its page. */
const Position = {
  count: z.int().min(0),
  seen: z.int().min(0),
  macro: Macro,
  variables: Variables,
  tags: Tags,
  chance: z.int(),
  pauses: z.int().min(0),
  stopped: z.boolean()
}

const SavedUndo: z.ZodType<Undo> = z.object({ gone: z.array(SavedNode), ...Position })

/** A play that was saved as JSON. Separate from `state.ts`, because the window plays without schemas in its bundle. */
export const SavedPlay: z.ZodType<PlayState> = z.object({
  version: z.literal(1),
  seed: z.int(),
  from: Id,
  compat: z.literal('js').optional(),
  open: z.array(SavedNode),
  ...Position,
  past: z.array(SavedUndo)
})
