import { attempt } from '../base/attempt'
import { z } from 'zod'
import type { AbortSignalLike } from '../base/abort'
import { isDeeper } from '../base/is-deeper'
import { isObject } from '../base/json'
import { misfitWords } from '../base/schema-errors'
import { unfenced } from '../base/understand'
import type { ToolShape } from './turns'
import { callsOf } from './written-calls'

/** The standard input of a command that plays a seat, as one JSON object. */
export interface CommandRequest {
  /** Identifies the conversation. */
  sessionId: string
  /** Whether this request continues that conversation, so that the prompt contains only new text. */
  continues: boolean
  /** `DM` or a player's id. */
  who: string
  prompt: string
  /** The tools that are available now. */
  tools: readonly Pick<ToolShape, 'name' | 'description' | 'input_schema'>[]
}

/** The output of a command; `failure`: a sentence that says why there is no answer, without a remedy. */
export interface CommandRun {
  text: string
  /** The beginning of standard error. */
  stderr: string
  failure?: string
  isCancelled: boolean
  /** The time that it ran, in ms. */
  ms: number
}

/** An external command that can play seats. */
export interface SeatCommand {
  name: string
  /** Whether it keeps conversations, so that later requests contain only new text. */
  remembers: boolean
  newSession(): string
  /** Runs it once. Never throws. */
  ask(request: CommandRequest, signal: AbortSignalLike): Promise<CommandRun>
}

/** The maximum nesting of lists and objects in an answer, and the number of calls. */
const MAX_DEPTH = 100
const MAX_CALLS = 50
const CommandAnswer = z.object({
  calls: z.array(z.object({ tool: z.string().min(1).max(200), input: z.record(z.string(), z.unknown()).default({}) })).max(MAX_CALLS),
  text: z.string().optional()
})
/** `isNear`: the answer had another form than the one asked for, and its calls were understood. */
export type CommandAnswer = z.infer<typeof CommandAnswer> & { isNear?: true }

/** The text beside the calls of an answer. */
const textOf = (value: unknown): Pick<CommandAnswer, 'text'> => (isObject(value) && typeof value['text'] === 'string' ? { text: value['text'] } : {})

/** The JSON object in a text, even with other text around it; also one call, a list of calls, or calls with the names that models use; a sentence if there is no usable one. */
export function readCommandAnswer(text: string): CommandAnswer | string {
  if (text.trim() === '') return 'Your answer was empty.'
  const [from, to] = [text.indexOf('{'), text.lastIndexOf('}')]
  const value = parsed(unfenced(text)) ?? (from < 0 || to < from ? undefined : parsed(text.slice(from, to + 1)))
  if (value === undefined) return "Your answer wasn't JSON."
  if (isDeeper(value, MAX_DEPTH)) return `Your answer nests deeper than ${MAX_DEPTH} levels.`
  const read = CommandAnswer.safeParse(value)
  if (read.success) return read.data
  const calls = callsOf(value)
  const again = CommandAnswer.safeParse({ calls: calls.map(({ name, json }) => ({ tool: name, input: parsed(unfenced(json)) })) })
  if (calls.length > 0 && again.success) return { ...again.data, ...textOf(value), isNear: true }
  return `Your answer can't be used: ${misfitWords(read.error, 'the answer')}.`
}

const parsed = (text: string): unknown => attempt(() => JSON.parse(text), undefined)
