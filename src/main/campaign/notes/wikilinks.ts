import { fold } from '../../../shared/story/names'
import { beatLink, beatNamed } from '../../../shared/story/ruling'

/** `[[target]]`, `[[target#heading]]`, `[[target#^block]]`, `[[target|shown]]`; an embed has a `!` before it. */
const LINK = /(\\?)\[\[([^[\]|#\n]*)(?:#[^[\]|\n]*)?(?:\|[^[\]\n]*)?\]\]/g
const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/

/**
 * The link targets of a Markdown body: folded, each once, in order. Code is skipped, and a link to a heading of the same note doesn't count. A
 * target that begins with a dot is relative to the folder of `path`.
 */
export function linkTargets(body: string, path = ''): string[] {
  if (!body.includes('[[')) return []
  const targets = new Set<string>()
  for (const [, escaped, target = ''] of withoutCode(body).matchAll(LINK)) {
    // Inside a table the bar of a link is escaped: `[[target\|shown]]`.
    const name = fold(target.trim().replace(/\\$/, '').trim())
    if (escaped === '' && name !== '') targets.add(absolute(name, path))
  }
  return [...targets]
}

/** A link to a thing by its name; only the name if it contains characters that end a link. */
export const wikilink = (name: string): string => (/[[\]|#\n]/.test(name) ? name : `[[${name}]]`)

/** The numbers of the beats that a Markdown body links to as `[[beat 12]]`, each once, in order. */
export const beatsLinked = (body: string): number[] => linkTargets(body).flatMap((target) => beatNamed(target) ?? [])

/** The body of a ruling with a link to a beat: unchanged if it has one, otherwise with a link to the beat that recorded it. */
export const withBeat = (body: string, n: number): string => (beatsLinked(body).length > 0 ? body : `${body.trimEnd()}${decided(n)}`)

/** The body before `withBeat`, if that added a link to this beat; otherwise the body unchanged. */
export const withoutBeat = (body: string, n: number): string => (body.endsWith(decided(n)) ? body.slice(0, -decided(n).length) : body)

const decided = (n: number): string => `\n\nDecided in ${beatLink(n)}.`

/** The links of a Markdown text in order, without those in code: the target as it is looked up, and the offsets of its text. */
export function linkSpans(text: string, path = ''): { target: string; start: number; end: number }[] {
  if (!text.includes('[[')) return []
  const prose = new Set(linkTargets(text, path))
  return [...text.matchAll(LINK)].flatMap(({ 0: whole, 1: escaped, 2: target = '', index }) => {
    const name = foldedTarget(target, path)
    if (escaped !== '' || !prose.has(name)) return []
    const start = index + whole.indexOf('[[') + 2
    return [{ target: name, start, end: start + target.length }]
  })
}

/** A line with links: its number (from 1), its trimmed text, and the targets in the form in which they are looked up. */
export interface LinkingLine {
  number: number
  text: string
  targets: string[]
}

/** The lines with links of a text that isn't Markdown, such as YAML. Such a text has no code. */
export function linkingLines(text: string, path: string): LinkingLine[] {
  if (!text.includes('[[')) return []
  return text.split('\n').flatMap((line, i) => {
    const targets = [...line.matchAll(LINK)].flatMap(([, escaped, target = '']) => (escaped === '' ? [foldedTarget(target, path)] : []))
    const named = targets.filter((target) => target !== '')
    return named.length > 0 ? [{ number: i + 1, text: line.trim(), targets: named }] : []
  })
}

/** The number of links in a Markdown body for which `isMeant` is true, and the first line with one. */
export function linksTo(body: string, path: string, isMeant: (target: string) => boolean): { links: number; line: string } {
  let links = 0
  let line = ''
  if (!body.includes('[[')) return { links, line }
  for (const one of withoutCode(body).split('\n')) {
    const here = [...one.matchAll(LINK)].filter(([, escaped, target = '']) => escaped === '' && isMeant(foldedTarget(target, path))).length
    if (here > 0 && links === 0) line = one.trim()
    links += here
  }
  return { links, line }
}

/**
 * A body in which `to` replaces link targets; it returns undefined for a link that stays. Shown texts and headings stay. Undefined if such a link
 * also occurs in code, because the two can't be told apart.
 */
export function withLinkTargets(body: string, path: string, to: (target: string) => string | undefined): string | undefined {
  let written = 0
  const text = body.replace(LINK, (link: string, escaped: string, target: string) => {
    const next = escaped === '' ? to(foldedTarget(target, path)) : undefined
    if (next === undefined) return link
    written++
    const name = target.trim().replace(/\\$/, '').trim()
    return link.replace(name, () => next)
  })
  return written === linksTo(body, path, (target) => to(target) !== undefined).links ? text : undefined
}

/** A target in the form in which it is looked up: folded, without the escape before a bar. */
function foldedTarget(target: string, path: string): string {
  const name = fold(target.trim().replace(/\\$/, '').trim())
  return name === '' ? '' : absolute(name, path)
}

function absolute(name: string, path: string): string {
  if (!/^\.{1,2}\//.test(name)) return name.replace(/^\//, '')
  const parts = fold(path).split('/').slice(0, -1)
  for (const part of name.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.join('/')
}

/** A Markdown text without its code: fenced and indented blocks, and spans. */
export function withoutCode(body: string): string {
  // Most notes have no code, which this test detects quickly.
  const prose = ['`', '~~~', '\n    ', '\n\t'].some((sign) => body.includes(sign)) || /^[ \t]/.test(body) ? withoutCodeBlocks(body) : body
  // A code span ends with its paragraph.
  return prose.includes('`')
    ? prose
        .split(/\n[ \t]*\n/)
        .map(withoutCodeSpans)
        .join('\n\n')
    : prose
}

function withoutCodeBlocks(body: string): string {
  const lines: string[] = []
  let fence = ''
  let above: 'blank' | 'code' | 'text' = 'blank'
  let list = false
  for (const line of body.split('\n')) {
    const [, marks = '', rest = ''] = FENCE.exec(line) ?? []
    if (fence !== '') {
      if (marks.startsWith(fence) && rest.trim() === '') fence = ''
      continue
    }
    // An opening fence of backticks must not be followed by a backtick; otherwise it is a code span.
    if (marks !== '' && !(marks.startsWith('`') && rest.includes('`'))) {
      fence = marks
      lines.push('')
      above = 'blank'
      continue
    }
    if (/^(?: {4}|\t)[ \t]*\S/.test(line) && !list && (above === 'blank' || above === 'code')) {
      above = 'code'
      continue
    }
    if (line.trim() === '') above = above === 'code' ? 'code' : 'blank'
    else {
      // Text indented below a list item belongs to the item.
      list = /^\s*(?:[-*+]|\d+[.)])\s/.test(line) || (list && /^\s/.test(line))
      above = 'text'
    }
    lines.push(line)
  }
  return lines.join('\n')
}

function withoutCodeSpans(text: string): string {
  const runs = [...text.matchAll(/`+/g)].map((run) => ({ at: run.index, length: run[0].length }))
  if (runs.length === 0) return text
  // The last run of each length: nothing after it can close a span.
  const last = new Map(runs.map((run) => [run.length, run.at]))
  let out = ''
  let from = 0
  for (let i = 0; i < runs.length; i++) {
    const open = runs[i]
    if (!open || (last.get(open.length) ?? 0) <= open.at) continue
    let close = i + 1
    while (runs[close]?.length !== open.length) close++
    out += text.slice(from, open.at)
    from = (runs[close]?.at ?? open.at) + open.length
    i = close
  }
  return out + text.slice(from)
}
