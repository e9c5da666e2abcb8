import type { Json } from '../../shared/base/json'
import { parseYaml, splice, type FileChange } from './yaml-splice'

const FENCE = /^---[ \t]*\n(?:([\s\S]*?)\n)?---[ \t]*(?:\n|$)/

/** Splits Markdown into its YAML front matter and body. Throws Problem `bad-file` if the front matter doesn't parse. */
export function splitFrontMatter(text: string, file: string): { matter: Json; body: string; raw: string } {
  const match = FENCE.exec(text)
  if (!match) return { matter: {}, body: text, raw: '' }
  const raw = match[1] ?? ''
  return { matter: raw.trim() === '' ? {} : parseYaml(raw, file), body: text.slice(match[0].length), raw }
}

/** Changes values in the front matter of a Markdown text, and adds front matter if there is none. The body keeps its bytes. Throws like `splice`. */
export function spliceFrontMatter(text: string, changes: readonly FileChange[]): string {
  const match = FENCE.exec(text)
  const raw = match?.[1] ?? ''
  const spliced = splice(raw === '' ? '' : `${raw}\n`, changes)
  return `---\n${spliced.endsWith('\n') ? spliced : `${spliced}\n`}---\n${match ? text.slice(match[0].length) : text}`
}
