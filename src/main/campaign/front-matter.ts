import type { Json } from '../../shared/base/json'
import { Problem } from '../../shared/base/problem'
import { parseYaml, splice, type FileChange } from './yaml-splice'

const FENCE = /^---[ \t]*\n(?:([\s\S]*?)\n)?---[ \t]*(?:\n|$)/

/** Splits Markdown into its YAML front matter and body. Throws Problem `bad-file` if the front matter doesn't parse. */
export function splitFrontMatter(text: string, file: string): { matter: Json; body: string; raw: string } {
  const match = FENCE.exec(text)
  if (!match) return { matter: {}, body: text, raw: '' }
  const raw = match[1] ?? ''
  // The line break stands for the opening fence, so that a problem names the line of the file.
  return { matter: raw.trim() === '' ? {} : parseYaml(`\n${raw}`, file), body: text.slice(match[0].length), raw }
}

/** The Problem of a text whose front matter begins, but has no end; undefined for any other text. */
export function unclosedFrontMatter(text: string, file: string): Problem | undefined {
  if (!/^---[ \t]*\n\s*[^\s:#[\]{}]+:(?:[ \t\n]|$)/.test(text) || FENCE.test(text)) return undefined
  return new Problem('bad-file', `${file}, line 1: the front matter has no end, so it is read as text. Add a line --- below it.`, { file, line: 1 })
}

/** Changes values in a Markdown text's front matter, which it adds if there is none. The body keeps its bytes. Throws like `splice`. */
export function spliceFrontMatter(text: string, changes: readonly FileChange[], change = splice): string {
  const match = FENCE.exec(text)
  const raw = match?.[1] ?? ''
  const spliced = change(raw === '' ? '' : `${raw}\n`, changes)
  return `---\n${spliced.endsWith('\n') ? spliced : `${spliced}\n`}---\n${match ? text.slice(match[0].length) : text}`
}
