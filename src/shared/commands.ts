import { z } from 'zod'
import type { AbortSignalLike } from './abort'
import { isDeeper } from './is-deeper'
import { misfitWords } from './misfit'
import type { ToolShape } from './turns'

/** What a command that plays a seat reads from standard input, as one JSON object. */
export interface CommandRequest {
  /** The same as long as the conversation goes on. */
  sessionId: string
  /** Whether this request continues that conversation, so that the prompt holds only what is new. */
  continues: boolean
  /** `DM` or a player's id. */
  who: string
  prompt: string
  /** The tools that can be used now. */
  tools: readonly Pick<ToolShape, 'name' | 'description' | 'input_schema'>[]
}

/** What a command wrote; `failure`: a sentence that says why it gave no answer, without what to do about it. */
export interface CommandRun {
  text: string
  /** The beginning of standard error. */
  stderr: string
  failure?: string
  isCancelled: boolean
  /** How long it ran, in ms. */
  ms: number
}

/** An external command that can play seats. */
export interface SeatCommand {
  name: string
  /** Whether it remembers a conversation, so that later requests hold only what is new. */
  remembers: boolean
  newSession(): string
  /** Runs it once. Never throws. */
  ask(request: CommandRequest, signal: AbortSignalLike): Promise<CommandRun>
}

/** The maximum nesting of lists and objects in an answer, and the number of calls. */
const MAX_DEPTH = 100
const MAX_CALLS = 50
/** What a command answers. */
const CommandAnswer = z.object({
  calls: z.array(z.object({ tool: z.string().min(1).max(200), input: z.record(z.string(), z.unknown()).default({}) })).max(MAX_CALLS),
  text: z.string().optional()
})
export type CommandAnswer = z.infer<typeof CommandAnswer>

/** The JSON object in a text, also between other words; a sentence if there is none that can be used. */
export function readCommandAnswer(text: string): CommandAnswer | string {
  if (text.trim() === '') return 'Your answer was empty.'
  const [from, to] = [text.indexOf('{'), text.lastIndexOf('}')]
  const value = parsed(text) ?? (from < 0 || to < from ? undefined : parsed(text.slice(from, to + 1)))
  if (value === undefined) return "Your answer wasn't JSON."
  if (isDeeper(value, MAX_DEPTH)) return `Your answer nests deeper than ${MAX_DEPTH} levels.`
  const read = CommandAnswer.safeParse(value)
  return read.success ? read.data : `Your answer can't be used: ${misfitWords(read.error, 'the answer')}.`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
