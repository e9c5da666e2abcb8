import { fold } from '../../../shared/story/names'
import { markdownFile } from '../../../shared/story/note-links'
import { beatLink, beatNamed } from '../../../shared/story/ruling'

/**
 * `[[target]]`, `[[target#heading]]`, `[[target#^block]]`, `[[target|shown]]`, or `[shown](target.md)` with an optional title. An embed has a `!` before
 * it.
 */
const LINK =
  /(\\?)(?:\[\[([^[\]|#\n]*)(?:#[^[\]|\n]*)?(?:\|[^[\]\n]*)?\]\]|\[[^[\]\n]*\]\((<[^<>\n]*>|(?:[^\s()<>]|\([^\s()<>]*\))+)(?:[ \t]+"[^"\n]*")?\))/g
const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/

/** Whether a text may contain a link to a note. */
export const mayLink = (text: string): boolean => text.includes('[[') || text.includes('](')

/** A link of a text: its target as it is looked up and as it is shown to readers, and the offsets of the target's text. */
export interface LinkSpan {
  target: string
  written: string
  start: number
  end: number
  /** Set for `[shown](target.md)`, whose target is an address. */
  isAddress?: true
}

/** The links of a text in order, also those in code. */
function linksIn(text: string, path: string): LinkSpan[] {
  return [...text.matchAll(LINK)].flatMap(({ 0: whole, 1: escaped, 2: name, 3: address = '', index }): LinkSpan[] => {
    if (escaped !== '') return []
    if (name !== undefined) {
      // Inside a table the bar of a link is escaped: `[[target\|shown]]`.
      const written = name.trim().replace(/\\$/, '').trim()
      const start = index + whole.indexOf('[[') + 2
      return written === '' ? [] : [{ target: absolute(fold(written), path), written, start, end: start + name.length }]
    }
    const written = markdownFile(address)
    if (written === undefined) return []
    const start = index + whole.indexOf('](') + (address.startsWith('<') ? 3 : 2)
    const length = address.replace(/^<|>$/g, '').replace(/#.*$/s, '').length
    return [{ target: absolute(fold(written), path), written, start, end: start + length, isAddress: true }]
  })
}

/** A Markdown body's link targets: folded, once each, in order, without code and the note's own headings. `./` is relative to `path`. */
export function linkTargets(body: string, path = ''): string[] {
  return mayLink(body) ? [...new Set(linksIn(withoutCode(body), path).map(({ target }) => target))] : []
}

/** Tags in the text: `#clue`, `#place/mill`, but neither a heading nor a number. */
const TAG = /(?<!\S)#([\p{L}\p{M}\p{N}_/-]+)/gu

/** The tags of a Markdown body, without `#`, in order. Code is skipped. */
export const tagsIn = (body: string): string[] =>
  /#[^\s#]/.test(body)
    ? [...withoutCode(body).matchAll(TAG)].map(([, tag = '']) => tag.replace(/\/+$/, '')).filter((tag) => /[^\p{N}/]/u.test(tag))
    : []

/** A link to a thing by its name; only the name if it contains characters that end a link. */
export const wikilink = (name: string): string => (/[[\]|#\n]/.test(name) ? name : `[[${name}]]`)

/** The numbers of the beats that a Markdown body links to as `[[beat 12]]`, each once, in order. */
export const beatsLinked = (body: string): number[] => linkTargets(body).flatMap((target) => beatNamed(target) ?? [])

/** The body of a ruling with a link to a beat: unchanged if it has one, otherwise with a link to the beat that recorded it. */
export const withBeat = (body: string, n: number): string => (beatsLinked(body).length > 0 ? body : `${body.trimEnd()}${decided(n)}`)

/** The body before `withBeat`, if that added a link to this beat; otherwise the body unchanged. */
export const withoutBeat = (body: string, n: number): string => (body.endsWith(decided(n)) ? body.slice(0, -decided(n).length) : body)

const decided = (n: number): string => `\n\nDecided in ${beatLink(n)}.`

/** The links of a Markdown text in order, without those in code. */
export function linkSpans(text: string, path = ''): LinkSpan[] {
  const prose = new Set(linkTargets(text, path))
  return prose.size === 0 ? [] : linksIn(text, path).filter(({ target }) => prose.has(target))
}

/** A line with links: its number (from 1), its trimmed text, and the targets in the form in which they are looked up. */
export interface LinkingLine {
  number: number
  text: string
  targets: string[]
}

/** The lines with links of a text that isn't Markdown, such as YAML. Such a text has no code. */
export function linkingLines(text: string, path: string): LinkingLine[] {
  if (!mayLink(text)) return []
  return text.split('\n').flatMap((line, i) => {
    const targets = linksIn(line, path).map(({ target }) => target)
    return targets.length > 0 ? [{ number: i + 1, text: line.trim(), targets }] : []
  })
}

/** The number of links in a Markdown body for which `isMeant` is true, and the first line with one. */
export function linksTo(body: string, path: string, isMeant: (target: string) => boolean): { links: number; line: string } {
  let links = 0
  let line = ''
  if (!mayLink(body)) return { links, line }
  for (const one of withoutCode(body).split('\n')) {
    const here = linksIn(one, path).filter(({ target }) => isMeant(target)).length
    if (here > 0 && links === 0) line = one.trim()
    links += here
  }
  return { links, line }
}

/** A body with other link targets; `to` returns undefined for one that stays. Undefined if such a link also occurs in code. */
export function withLinkTargets(body: string, path: string, to: (target: string) => string | undefined): string | undefined {
  let written = 0
  let text = ''
  let at = 0
  for (const link of linksIn(body, path)) {
    const next = to(link.target)
    if (next === undefined) continue
    written++
    const old = body.slice(link.start, link.end)
    const name = link.isAddress ? old.trim() : old.trim().replace(/\\$/, '').trim()
    const now = link.isAddress ? addressOf(next, body[link.start - 1] === '<') : next
    text += body.slice(at, link.start) + old.replace(name, () => now)
    at = link.end
  }
  return written === linksTo(body, path, (target) => to(target) !== undefined).links ? text + body.slice(at) : undefined
}

/** A note's name as the address of a Markdown link. */
function addressOf(name: string, isBracketed: boolean): string {
  const file = /\.md$/i.test(name) ? name : `${name}.md`
  return isBracketed ? file : file.replace(/[\s%#()<>]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
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
