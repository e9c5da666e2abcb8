import type { LatestReply } from '../../../shared/table/agents'
import { equal } from '../../../shared/base/json'
import type { ToolShape } from '../../../shared/table/turns'
import { setIn } from '../context/fence'

/** The result of a tool call whose input was no JSON object. It quotes the beginning of the input. */
export const notJson = (raw: string): string =>
  `The input was not a JSON object, so nothing was done: ${raw.slice(0, 200)}${raw.length > 200 ? '…' : ''} Send the whole object again.`

/** The reply to an answer that has text but no tool call. */
export function textOnly(tools: readonly ToolShape[]): string {
  const aloud = ['narrate', 'speak', 'summarise'].find((name) => tools.some((tool) => tool.name === name))
  const say = aloud === undefined ? '' : ` Put what the table should hear into ${aloud}.`
  return `Nobody heard that, because only tool calls count.${say} It is still your turn. Use a tool: ${tools.map((tool) => tool.name).join(', ')}.`
}

/** The reply to an empty answer. */
export const emptyReply = (): string => 'Your answer was empty. It is still your turn: use one of your tools.'
/** The result of a tool call that the model made before it had read the result of the call before it. */
export const unread = (): string => 'Not done; read this result first. Then decide anew.'

/** The result of a tool call that the model made before something else happened. */
export const overtaken = (): string => 'Not done; something happened first. Read it, then decide anew.'

/** The results of a model's last reply, for a new conversation: each call with its result, or that it was not made. */
export function resultsOf({ uses, calls }: LatestReply): string {
  const unmatched = [...calls]
  const lines = uses.map(({ tool, as, input }) => {
    const at = unmatched.findIndex((call) => call.tool === tool && call.as === (as ?? call.as) && equal(call.input, input))
    const [call] = at < 0 ? [] : unmatched.splice(at, 1)
    const named = JSON.stringify(input)
    const use = `${tool}${as === undefined ? '' : ` as ${as}`} ${named.length > MAX_INPUT_CHARACTERS ? `${named.slice(0, MAX_INPUT_CHARACTERS)}…` : named}`
    return `${use}: ${call?.result ?? (call?.problem === undefined ? 'not done' : `refused: ${call.problem}`)}`
  })
  return ['What you last asked for, and what came of it:', ...lines.map(setIn)].join('\n')
}

/** The maximum number of characters of an input that are repeated with its result. */
const MAX_INPUT_CHARACTERS = 160
