import { attempt } from '../base/attempt'
import { isObject, own } from '../base/json'
import { unfenced } from '../base/understand'

/** A tool call that a model wrote into its text instead of making it. */
export interface WrittenCall {
  name: string
  /** Its input as JSON. */
  json: string
}

/** Where models write calls: in the tags of their templates, or in a code fence. */
const PASSAGES = /<tool_call>([\s\S]*?)(?:<\/tool_call>|$)|\[TOOL_CALLS\]\s*([\s\S]*)$|```[\w-]*\s*([[{][\s\S]*?)```/g
/** The longest text that is searched. */
const MAX_CHARACTERS = 100_000

/** The tool calls that stand as JSON in a text, and the text without them. Nothing else in the text counts as a call. */
export function writtenCalls(text: string): { text: string; calls: WrittenCall[] } {
  if (text.length > MAX_CHARACTERS || !text.includes('{')) return { text, calls: [] }
  const whole = callsIn(unfenced(text))
  if (whole.length > 0) return { text: '', calls: whole }
  const calls: WrittenCall[] = []
  const said = text.replace(PASSAGES, (passage, ...groups: (string | undefined)[]) => {
    const found = callsIn(groups.slice(0, 3).find((group) => group !== undefined) ?? '')
    calls.push(...found)
    return found.length > 0 ? '' : passage
  })
  return calls.length > 0 ? { text: said.trim(), calls } : { text, calls }
}

const callsIn = (json: string): WrittenCall[] => attempt(() => callsOf(JSON.parse(json)), [])

/** The calls in a value: one call, a list of them, or an object with such a list. None if anything in it is no call. */
export function callsOf(value: unknown): WrittenCall[] {
  const listed = isObject(value) ? (own(value, 'tool_calls') ?? own(value, 'calls') ?? value) : value
  const all = Array.isArray(listed) ? listed : [listed]
  const calls = all.flatMap((one: unknown) => callOf(one) ?? [])
  return calls.length === all.length ? calls : []
}

/** `{"name": "narrate", "arguments": {…}}`, with the other names that models give these fields. */
function callOf(value: unknown): WrittenCall | undefined {
  if (!isObject(value)) return undefined
  const body = isObject(value['function']) ? value['function'] : value
  const name = ['name', 'tool', 'tool_name', 'function'].map((key) => own(body, key)).find((one) => typeof one === 'string')
  const input = ['arguments', 'input', 'parameters', 'args'].map((key) => own(body, key)).find((one) => isObject(one) || typeof one === 'string')
  return typeof name === 'string' && name !== '' && input !== undefined
    ? { name, json: typeof input === 'string' ? input : JSON.stringify(input) }
    : undefined
}
