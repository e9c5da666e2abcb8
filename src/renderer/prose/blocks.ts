import { markdownFile } from '../../shared/story/note-links'
import { embeddedAlt, isPictureFile, pictureTarget } from '../../shared/story/note-pictures'

/** A part of a line: plain text, a link `[[target|shown]]`, a picture `![alt](file)` or `![[file|alt]]`, emphasis or code. */
export type ProseSpan =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'link'; target: string; text: string }
  | { kind: 'picture'; target: string; alt?: string }
  | { kind: 'strong' | 'em'; spans: ProseSpan[] }

/** A block of a text. Levels of headings are 1 to 6; a list has a line of spans for each item. */
export type ProseBlock =
  | { kind: 'heading'; level: number; spans: ProseSpan[] }
  | { kind: 'text' | 'quote'; spans: ProseSpan[] }
  | { kind: 'list'; ordered: boolean; items: ProseSpan[][] }
  | { kind: 'code'; text: string }

const MAX_TEXT = 200_000
const SPAN =
  /`([^`\n]+)`|!?\[\[([^[\]|\n]{1,300})(?:\|([^[\]\n]{1,300}))?\]\]|!?\[([^[\]\n]{0,300})\]\((<[^<>\n]{1,1000}>|[^()\s]{1,1000})(?:[ \t]+"[^"\n]{0,300}")?\)|\*\*([^*\n]{1,1000})\*\*|(?<![\w*])[*_](?=\S)([^*_\n]{1,1000})(?<=\S)[*_](?![\w*])/g

/** The spans of a line. A link `[shown](address)` leads to a note if the address is that of a Markdown file; otherwise it becomes its displayed text. */
export function spansOf(line: string): ProseSpan[] {
  const spans: ProseSpan[] = []
  let at = 0
  for (const span of line.matchAll(SPAN)) {
    const [all, code, target, shown, outside, address = '', strong, em] = span
    if (span.index > at) spans.push({ kind: 'text', text: line.slice(at, span.index) })
    at = span.index + all.length
    const file = all.startsWith('!') ? (target?.replace(/#.*$/, '').trim() ?? pictureTarget(address)) : ''
    if (code !== undefined) spans.push({ kind: 'code', text: code })
    else if (isPictureFile(file)) spans.push(pictureSpan(file, target === undefined ? outside : embeddedAlt(shown)))
    else if (target !== undefined) spans.push({ kind: 'link', target: target.replace(/#.*$/, '').replace(/\\$/, '').trim(), text: shown ?? target })
    else if (outside !== undefined) {
      const file = markdownFile(address)
      spans.push(file === undefined ? { kind: 'text', text: outside } : { kind: 'link', target: file, text: outside })
    } else if (strong !== undefined) spans.push({ kind: 'strong', spans: spansOf(strong) })
    else spans.push({ kind: 'em', spans: spansOf(em ?? '') })
  }
  if (at < line.length) spans.push({ kind: 'text', text: line.slice(at) })
  return spans
}

const pictureSpan = (target: string, alt: string | undefined): ProseSpan => ({ kind: 'picture', target, ...(alt ? { alt } : {}) })

/** The displayed text of spans. */
const wordsOf = (spans: readonly ProseSpan[]): string =>
  spans.map((span) => ('spans' in span ? wordsOf(span.spans) : span.kind === 'picture' ? (span.alt ?? '') : span.text)).join('')

const FENCE = /^ {0,3}(```+|~~~+)/
const HEADING = /^ {0,3}(#{1,6})\s+(.*?)(?:\s+#+)?\s*$/
const ITEM = /^\s*(?:[-*+]|(\d{1,9})[.)])\s+(.*)$/
const QUOTE = /^ {0,3}>\s?(.*)$/

/** The blocks of a Markdown text: headings, paragraphs, lists, quotes and code. Anything else is a paragraph. */
export function blocksOf(text: string): ProseBlock[] {
  const blocks: ProseBlock[] = []
  let lines: string[] = []
  const close = (): void => {
    if (lines.length > 0) blocks.push({ kind: 'text', spans: spansOf(lines.join(' ')) })
    lines = []
  }
  let fence: { mark: string; lines: string[] } | undefined
  for (const line of text.slice(0, MAX_TEXT).split(/\r?\n/)) {
    const mark = FENCE.exec(line)?.[1]
    if (fence) {
      if (mark?.startsWith(fence.mark)) {
        blocks.push({ kind: 'code', text: fence.lines.join('\n') })
        fence = undefined
      } else fence.lines.push(line)
      continue
    }
    const [, level, title = ''] = HEADING.exec(line) ?? []
    const [item, number, words = ''] = ITEM.exec(line) ?? []
    const quote = QUOTE.exec(line)?.[1]
    const block = blocks.at(-1)
    if (level === undefined && item === undefined && quote === undefined && mark === undefined && line.trim() !== '') {
      // An indented line continues the item above it.
      const open = lines.length === 0 && /^\s{2,}\S/.test(line) && block?.kind === 'list' ? block.items.at(-1) : undefined
      if (open) open.push({ kind: 'text', text: ' ' }, ...spansOf(line.trim()))
      else lines.push(line.trim())
      continue
    }
    close()
    if (mark !== undefined) fence = { mark, lines: [] }
    else if (level !== undefined) blocks.push({ kind: 'heading', level: level.length, spans: spansOf(title) })
    else if (quote !== undefined) blocks.push({ kind: 'quote', spans: spansOf(quote) })
    else if (item !== undefined) {
      if (block?.kind === 'list' && block.ordered === (number !== undefined)) block.items.push(spansOf(words))
      else blocks.push({ kind: 'list', ordered: number !== undefined, items: [spansOf(words)] })
    }
  }
  if (fence) blocks.push({ kind: 'code', text: fence.lines.join('\n') })
  close()
  return blocks
}

/** The text of a line of Markdown, without its markup. */
export const lineWords = (line: string): string =>
  blocksOf(line)
    .map((block) => (block.kind === 'code' ? block.text : block.kind === 'list' ? block.items.map(wordsOf).join(' ') : wordsOf(block.spans)))
    .join(' ')
