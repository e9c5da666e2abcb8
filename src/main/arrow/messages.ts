import { z } from 'zod'
import { isRecord, type AssistantMessage } from '../../arrow'
import { misfits } from '../../shared/base/schema-errors'

/** The largest message, in characters; a document of 20 MB fits, however its characters are escaped. */
export const MAX_MESSAGE = 40 << 20
/** The largest design document over the protocol, in bytes, and in characters of its base64. */
export const MAX_DESIGN_BYTES = 24 << 20
const MAX_DESIGN_CHARACTERS = Math.ceil(MAX_DESIGN_BYTES / 3) * 4 + 200

const ProjectId = z.union([z.number(), z.string().max(200)]).nullish()
const Id = z.coerce.number().int()
const Content = z.string().max(MAX_MESSAGE)
const Words = z.string().max(100_000)

const Hello = z.object({ capabilities: z.array(z.string().max(100)).max(100) })
const FileSync = z.object({ project_id: ProjectId, arrow_content: Content, timestamp: z.number().nullish() })
const DesignDocument = z.object({ project_id: ProjectId, file_content: z.string(), file_name: z.string().max(1000) })
const UserMessage = z.object({
  message: Words,
  history: z
    .array(z.object({ message: Words.nullish(), output: Words.nullish() }))
    .max(1000)
    .nullish(),
  selected_node_ids: z.array(Id).max(10_000).nullish(),
  current_scene_id: Id.nullish(),
  current_project_id: ProjectId,
  arrow_content: Content.nullish()
})
const FunctionResult = z.object({
  request_id: z.string().max(200),
  success: z.boolean(),
  result: z.unknown().optional(),
  error: z.string().max(10_000).nullish(),
  code: z.string().max(100).nullish(),
  referenced_by: z.array(z.number()).nullish(),
  used_by: z.array(z.number()).nullish(),
  arrow_content: Content.nullish()
})

export type FileSync = z.output<typeof FileSync>
export type DesignDocument = z.output<typeof DesignDocument>
export type UserMessage = z.output<typeof UserMessage>
export type FunctionResult = z.output<typeof FunctionResult>

/** A client's message. `nested`: its members were wrapped in `data`. */
export type Incoming = { readonly nested: boolean } & (
  | { readonly type: 'hello'; readonly body: z.output<typeof Hello> }
  | { readonly type: 'file_sync'; readonly body: FileSync }
  | { readonly type: 'design_doc_sync'; readonly body: DesignDocument }
  | { readonly type: 'user_message'; readonly body: UserMessage }
  | { readonly type: 'function_result'; readonly body: FunctionResult }
  | { readonly type: 'stop' }
)

const SCHEMAS = { hello: Hello, file_sync: FileSync, design_doc_sync: DesignDocument, user_message: UserMessage, function_result: FunctionResult }
type Type = keyof typeof SCHEMAS
const TYPES = [...Object.keys(SCHEMAS), 'stop']

/** Parses one message of a client, flat or wrapped in `data`. Returns one sentence for an invalid text. */
export function readMessage(text: string): Incoming | { readonly fault: string } {
  if (text.length > MAX_MESSAGE) return { fault: `The message is larger than ${MAX_MESSAGE >> 20} MB. Split the document into chapters in Arrow.` }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { fault: 'The message is not JSON. Send one whole JSON object in each text frame.' }
  }
  if (!isRecord(value)) return { fault: 'The message is JSON, but no object. Send an object with a “type”.' }
  const { type, data } = value
  if (typeof type !== 'string' || !TYPES.includes(type)) {
    const named = typeof type === 'string' ? `There is no message of the type “${type.slice(0, 40)}”.` : 'The message has no “type”.'
    return { fault: `${named} Send one of ${TYPES.join(', ')}.` }
  }
  const nested = isRecord(data)
  const body = nested ? { ...value, ...data } : value
  if (type === 'design_doc_sync' && typeof body['file_content'] === 'string' && body['file_content'].length > MAX_DESIGN_CHARACTERS)
    return { fault: `The PDF is larger than ${MAX_DESIGN_BYTES >> 20} MB, more than is taken here. Split it, or add it in Proscenium’s window.` }
  if (type === 'stop') return { type, nested }
  const read = SCHEMAS[type as Type].safeParse(body)
  if (!read.success) return { fault: `The ${type} is invalid: ${misfits(read.error)[0]?.sentence ?? ''}. Correct it.` }
  return { type, nested, body: read.data } as Incoming
}

/** A message with its members in `data`, for clients that use this form. */
export function nestedMessage(message: AssistantMessage): object {
  const { type, ...rest } = message
  return type === 'connected' || type === 'end' ? message : { type, data: rest }
}
