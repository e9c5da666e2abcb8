const texts = import.meta.glob<string>(['../../../docs/*.md', '../../../rules/README.md', '../../../rules/*/README.md'], {
  eager: true,
  query: '?raw',
  import: 'default'
})

/** A page of the help: its title, and its text without the title. `id`: the file's name in docs/, or its path from the root, without the ending. */
export interface HelpPage {
  id: string
  title: string
  text: string
}

/** The order of the pages: from the first steps on. Pages that aren't named here follow. */
const ORDER = [
  'playing',
  'world',
  'story-events',
  'scenes',
  'campaigns',
  'rules',
  'rules/README',
  'tools',
  'mcp-clients',
  'narrator',
  'understanding',
  'checking',
  'sharing'
]
const place = ({ id }: HelpPage): number => (ORDER.includes(id) ? ORDER.indexOf(id) : ORDER.length)

/** A document as the window can show it: no pictures, tables as lists, and links to other pages as `[[page|words]]`. */
function shown(text: string): string {
  return text
    .replace(/^!\[.*\n?/gm, '')
    .replace(/^\|.*\|\n\|[ :|-]+\|\n/gm, '')
    .replace(/^\| (.*?) \| (.*?) \|$/gm, '- $1: $2')
    .replace(/\[([^\]]+)\]\((?:\.\.\/)?([\w/-]+)\.md(?:#[^)]*)?\)/g, '[[$2|$1]]')
    .replace(/\[([^\]]+)\]\(#[^)]*\)/g, '$1')
}

/** The documents of Proscenium as pages of its help. */
export const HELP_PAGES: readonly HelpPage[] = Object.entries(texts)
  .map(([path, raw]) => {
    const [, title = '', text = ''] = /^# (.*)\n([\s\S]*)$/.exec(raw) ?? []
    return { id: /(?:docs\/|(?=rules\/))([^.]*)\.md$/.exec(path)?.[1] ?? path, title, text: shown(text).trim() }
  })
  .toSorted((a, b) => place(a) - place(b) || (a.title < b.title ? -1 : 1))
