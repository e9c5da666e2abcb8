import { needOf, needWords } from '../../shared/words/need-words'
import type { Roll } from '../../shared/story/play'

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** A text without control characters, unpaired surrogates and surrounding space. */
export function clean(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\p{Cc}\u2028\u2029]/gu, (sign) => (sign === '\n' ? '\n' : ' '))
    .replace(/\p{Cs}/gu, '\uFFFD')
    .trim()
}

/** A name or title, clean and on one line. */
export const oneLine = (text: string): string => clean(text).replace(/\s+/g, ' ')

/** The paragraphs of a text, each as its lines. */
export const paragraphs = (text: string): string[][] =>
  text
    .split(/\n[ \t]*\n\s*/)
    .map((paragraph) => paragraph.split('\n').map((line) => line.trim()))
    .filter((lines) => lines.some((line) => line !== ''))

/** A roll in words: `Wren: STR save 12, needs 10 or less, failure`. */
export function rollWords({ expr, label, target, total, outcome, ...roll }: Roll, nameOf: (id: string) => string): string {
  const whose = target === undefined ? '' : `${nameOf(target)}: `
  const need = needOf({ expr, ...roll })
  const needs = need === undefined ? '' : typeof need === 'string' ? `, ${needWords(need)}` : `, needs ${needWords(need)}`
  return `${whose}${label ?? expr} ${total}${needs}${outcome === undefined ? '' : `, ${outcome}`}`
}

/** A campaign instant as a day: `3 October 1421`; undefined if it isn't one. */
export function dayOf(at: string | undefined): string | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)T/.exec(at ?? '') ?? []
  const name = MONTHS[Number(month) - 1]
  return name === undefined ? undefined : `${Number(day)} ${name} ${Number(year)}`
}

/** A line of a summary: a heading, a list item, or a paragraph. */
export interface SummaryLine {
  kind: 'heading' | 'item' | 'paragraph'
  text: string
}

/** The lines of a summary's text, which is Markdown with headings and lists. */
export function summaryLines(text: string): SummaryLine[] {
  const lines: SummaryLine[] = []
  for (const lined of paragraphs(clean(text))) {
    let open = false
    for (const line of lined) {
      const heading = /^#{1,6}\s+(.*)$/.exec(line)?.[1]
      const item = /^[-*+]\s+(.*)$/.exec(line)?.[1]
      const last = lines.at(-1)
      if (heading === undefined && item === undefined && open && last) last.text += ` ${line}`
      else lines.push({ kind: heading === undefined ? (item === undefined ? 'paragraph' : 'item') : 'heading', text: heading ?? item ?? line })
      open = heading === undefined
    }
  }
  return lines
}
