import type { ToolShape } from '../../../shared/turns'

/** A tool's input that was no JSON object, told back with its beginning. */
export const notJson = (raw: string): string =>
  `The input was not a JSON object, so nothing was done: ${raw.slice(0, 200)}${raw.length > 200 ? '…' : ''} Send the whole object again.`

/** Text without any tool, told back: nobody heard it. */
export function textOnly(tools: readonly ToolShape[]): string {
  const aloud = ['narrate', 'speak', 'summarise'].find((name) => tools.some((tool) => tool.name === name))
  const say = aloud === undefined ? '' : ` Put what the table should hear into ${aloud}.`
  return `Nobody heard that, because only tool calls count.${say} It is still your turn. Use a tool: ${tools.map((tool) => tool.name).join(', ')}.`
}

/** An answer with nothing in it. */
export const emptyReply = (): string => 'Your answer was empty. It is still your turn: use one of your tools.'

/** An answer that had become too long, with no tool whole. */
export const cutOff = (): string => 'Your answer was too long and was cut off, so none of it was done. Answer again, much shorter.'

/** The provider held the answer back. */
export const refused = (category: string): string =>
  `Your last answer was blocked by the provider${category === '' ? '' : ` (${category})`}, so none of it was done. Play this turn differently.`
