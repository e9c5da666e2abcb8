import { z } from 'zod'
import { type JsonObject, pointerKeys } from '../../shared/base/json'
import { understand, unfenced, type Form } from '../../shared/base/understand'

/** The standard input of a tool, as one JSON object. */
export interface ProgramRequest {
  actionId: string
  skill: string
  parameters: JsonObject
  /** The parts of the state that the manifest lists. */
  state: JsonObject
  sessionId: string
}

const MAX_PATH_CHARS = 500
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

/** One change of the state. Proscenium records the author and the time itself, whatever the tool says. */
const ToolChange = z
  .object({ path: StatePath, operation: z.enum(['Add', 'Update', 'Remove']), value: z.json().optional() })
  .refine(({ operation, value }) => operation === 'Remove' || (value !== undefined && value !== null), {
    path: ['value'],
    message: 'must be given to add or update; to remove something, use the operation Remove'
  })

/** The standard output of a tool. `understood`: what was understood of an answer that was nearly right. */
export const ProgramAnswer = z.object({
  success: z.boolean(),
  output: z.record(z.string(), z.json()),
  stateChanges: z.array(ToolChange).max(MAX_CHANGES),
  errors: z.array(z.string())
})
export type ProgramAnswer = z.infer<typeof ProgramAnswer> & { understood?: string }

/** The form by which an answer that is nearly right is understood. A sentence among `errors` may contain commas. */
const ANSWER_FORM = z.toJSONSchema(ProgramAnswer, { io: 'input', unrepresentable: 'any' }) as Form & { properties: Record<string, Form> }
ANSWER_FORM.properties['errors'] = { type: 'array', items: {} }

/** An answer in the exact form as far as its meaning is clear, and what was understood of it, in sentences. It still has to be checked. */
export const understoodAnswer = (stdout: string): { value: unknown; understood: string } => {
  const json = unfenced(stdout)
  const { value, words } = understand(ANSWER_FORM, JSON.parse(json))
  return { value, understood: [...(json === stdout ? [] : ['Left out the code fence.']), ...(words === '' ? [] : [words])].join(' ') }
}
export type ProgramChange = z.infer<typeof ToolChange>

/** The answer of a failed tool, with the reason. */
export const failedAnswer = (error: string): ProgramAnswer => ({ success: false, output: {}, stateChanges: [], errors: [error] })

/** The maximum nesting of lists and objects in an answer. */
export const MAX_ANSWER_DEPTH = 100
