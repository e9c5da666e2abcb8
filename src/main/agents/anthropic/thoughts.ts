/** A passage in tags with which some models mark their thoughts in a text. A tag that isn't closed reaches to the end. */
const THOUGHT = /<(think|thinking)>([\s\S]*?)(?:<\/\1>|$)/gi
/** A closing tag whose opening tag the model's template has left out. */
const REST = /^([\s\S]*)<\/(?:think|thinking)>/i

/** What a model says in a text, and what it only thinks: the passages in `<think>` tags. */
export function withoutThoughts(text: string): { text: string; thoughts: string[] } {
  if (!/<\/?think/i.test(text)) return { text, thoughts: [] }
  const thoughts: string[] = []
  const note = (thought: string): string => {
    if (thought.trim() !== '') thoughts.push(thought.trim())
    return ''
  }
  const said = text.replace(THOUGHT, (_, _tag, thought: string) => note(thought)).replace(REST, (_, thought: string) => note(thought))
  return { text: said.trim(), thoughts }
}

/** A tool's input without the thoughts in its texts. */
export function withoutThoughtsIn<T>(value: T, thoughts: string[] = []): T {
  if (typeof value === 'string') {
    const said = withoutThoughts(value)
    thoughts.push(...said.thoughts)
    return said.text as T
  }
  if (Array.isArray(value)) return value.map((one: unknown) => withoutThoughtsIn(one, thoughts)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutThoughtsIn(one as unknown, thoughts)])) as T
}
