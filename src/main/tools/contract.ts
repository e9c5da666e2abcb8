import { z } from 'zod'
import { type JsonObject, pointerKeys } from '../../shared/json'

/** What a tool is given on standard input, as one JSON object. */
export interface ToolRequest {
  actionId: string
  skill: string
  parameters: JsonObject
  /** The parts of the state that the manifest asks for. */
  state: JsonObject
  sessionId: string
}

/** The most characters of a path in the state. */
const MAX_PATH_CHARS = 500
/** The most changes of one answer. */
const MAX_CHANGES = 1000

const UNSAFE_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/** A JSON Pointer (RFC 6901) into the state, such as `/quests/bell/status`. */
const StatePath = z
  .string()
  .max(MAX_PATH_CHARS)
  .refine(
    (path) => path.startsWith('/') && !/~(?![01])/.test(path) && pointerKeys(path).every((key) => key !== '' && !UNSAFE_KEYS.has(key)),
    'must be a JSON Pointer, such as /quests/bell/status'
  )

/** One change of the state. Who made it and when is noted by Proscenium, whatever the tool says of that. */
const ToolChange = z
  .object({
    path: StatePath,
    operation: z.enum(['Add', 'Update', 'Remove']),
    value: z.json().optional()
  })
  .refine(({ operation, value }) => operation === 'Remove' || (value !== undefined && value !== null), {
    path: ['value'],
    message: 'must be given to add or update; to remove something, use the operation Remove'
  })

/** What a tool answers on standard output. */
export const ToolAnswer = z.object({
  success: z.boolean(),
  output: z.record(z.string(), z.json()),
  stateChanges: z.array(ToolChange).max(MAX_CHANGES),
  errors: z.array(z.string())
})
export type ToolAnswer = z.infer<typeof ToolAnswer>
export type ToolChange = z.infer<typeof ToolChange>

/** The answer of a tool that failed, and why. */
export const failedAnswer = (error: string): ToolAnswer => ({ success: false, output: {}, stateChanges: [], errors: [error] })

/** How deep lists and objects of an answer may be nested. */
export const MAX_ANSWER_DEPTH = 100
