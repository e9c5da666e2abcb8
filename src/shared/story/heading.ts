/** The first heading of a Markdown text, and the text below it. `before` is everything up to that text; all three are empty texts if they are missing. */
export function splitHeading(body: string): { before: string; heading: string; text: string } {
  const match = /^\s*# (.*)(?:\n\s*\n|\n|$)/.exec(body)
  return match ? { before: match[0], heading: (match[1] ?? '').trim(), text: body.slice(match[0].length) } : { before: '', heading: '', text: body }
}
