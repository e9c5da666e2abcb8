import type { router } from '../../shared/api'
import { isObject, type JsonObject } from '../../shared/base/json'
import { toProblem } from '../../shared/base/problem'
import { problemFrom } from '../../shared/contract/calls'
import type { ToolShape } from '../../shared/table/turns'
import { useOf } from '../agents/context/use-of'

/** The calls of the Studio contract. */
export type Calls = ReturnType<typeof router.createCaller>

export interface ToolResult {
  ok: boolean
  text: string
}

/** A tool of the server: how clients see it, and its answer. `prepare` brings an input into the form of the schema before it is understood. */
export interface SeatTool {
  shape: ToolShape
  prepare?(input: Readonly<Record<string, unknown>>): Record<string, unknown>
  run(calls: Calls, seat: string, input: Readonly<Record<string, unknown>>): Promise<ToolResult>
}

interface Fields {
  properties?: JsonObject
  required?: string[]
  /** Whether other parameters are passed on too. */
  isOpen?: true
}

/** The shape of a tool, from its parameters as JSON Schema. */
export const shape = (name: string, description: string, { properties = {}, required = [], isOpen }: Fields = {}): ToolShape => ({
  name,
  description,
  input_schema: { type: 'object', properties, ...(required.length > 0 ? { required } : {}), additionalProperties: isOpen === true },
  action: name
})

/** The longest answer, in characters. A longer one says how to ask for less. */
const MAX_ANSWER = 60_000

/** A value as an answer; `narrower` says how to ask for less if it is too long. */
export function jsonResult(value: unknown, narrower: string): ToolResult {
  const text = JSON.stringify(value)
  if (text.length <= MAX_ANSWER) return { ok: true, text }
  return { ok: false, text: `The answer has ${text.length} characters, and at most ${MAX_ANSWER} can be sent. ${narrower}` }
}

/** Answers a client's use of a tool. An input that is nearly right is understood, and the answer says how. Never throws. */
export async function answerTool(tools: readonly SeatTool[], calls: Calls, seat: string, name: string, input: unknown = {}): Promise<ToolResult> {
  try {
    const named = tools.find((tool) => tool.shape.name === name)
    const prepared = named?.prepare && isObject(input) ? named.prepare(input) : input
    const use = useOf(
      tools.map((tool) => tool.shape),
      name,
      prepared
    )
    if (typeof use === 'string') return { ok: false, text: use }
    const tool = tools.find((one) => one.shape.name === use.tool)!
    const { ok, text } = await tool.run(calls, seat, use.input)
    return { ok, text: use.understood === undefined ? text : `${use.understood}\n${text}` }
  } catch (thrown) {
    return { ok: false, text: toProblem(problemFrom(thrown)).message }
  }
}
