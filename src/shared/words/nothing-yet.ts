/** What a summary says where there is nothing to say: that of a new campaign, and those of the built-in table. */
export const NOTHING = {
  happened: 'Nothing has happened yet.',
  events: 'None yet.',
  people: 'Nobody new.',
  threads: 'None that anybody at the table could name.'
} as const

const EMPTY: ReadonlySet<string> = new Set(Object.values(NOTHING))

/** A summary without the lines that say nothing and the headings that then have nothing below them; empty if nothing is left. */
export function withoutNothing(text: string): string {
  const said = text.split('\n').filter((line) => !EMPTY.has(line.replace(/^[\s*-]+/, '').trim()))
  const left = said.join('\n').replace(/^## [^\n]*(?:\n\s*)?(?=## |$(?![^]))/gm, '')
  return left.replace(/^#+ .*$/gm, '').trim() === '' ? '' : left.trimEnd()
}
