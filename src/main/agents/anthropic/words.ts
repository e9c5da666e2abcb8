import type { ToolShape } from '../../../shared/turns'

/** A tool's input that was no JSON object, told back with its beginning. */
export const notJson = (raw: string): string =>
  `The input was not a JSON object, so nothing was done: ${raw.slice(0, 200)}${raw.length > 200 ? '…' : ''} Send it again, whole.`

/** Text without any tool, told back: nobody heard it. */
export function textOnly(tools: readonly ToolShape[]): string {
  const aloud = ['narrate', 'speak', 'summarise'].find((name) => tools.some((tool) => tool.name === name))
  const say = aloud === undefined ? '' : ` What is meant to be heard goes into ${aloud}.`
  return `Nobody heard that: only tools count.${say} Your turn goes on; use a tool: ${tools.map((tool) => tool.name).join(', ')}.`
}

/** An answer with nothing in it. */
export const emptyReply = (): string => 'You answered nothing. It is still your turn: use one of your tools.'

/** An answer that had become too long, with no tool whole. */
export const cutOff = (): string => 'Your answer was cut off because it was too long, and nothing of it was done. Say it again, much shorter.'

/** The provider held the answer back. */
export const refused = (category: string): string =>
  `Your last answer was held back as unfit${category === '' ? '' : ` (${category})`} and nothing of it was done. Play this turn in another way.`
