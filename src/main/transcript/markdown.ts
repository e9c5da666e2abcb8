import type { Passage, Transcript } from './document'
import { paragraphs, type SummaryLine } from './words'

/** A text in which all Markdown and HTML syntax is escaped. */
const plain = (text: string): string =>
  text
    .replace(/[\\`*_{}[\]<>|~#&]/g, '\\$&')
    .replace(/^([-+=])/, '\\$1')
    .replace(/^(\d{1,9})([.)])/, '$1\\$2')

const prose = (text: string): string =>
  paragraphs(text)
    .map((lines) => lines.map(plain).join('\\\n'))
    .join('\n\n')

const quoted = (text: string): string => text.replace(/^/gm, '> ')

/** A transcript as Markdown. */
export function markdownOf({ title, premise, span, passages }: Transcript): string {
  const head = [`# ${plain(title)}`, ...(premise === '' ? [] : [prose(premise)]), `*${plain(span)}*`]
  const none = passages.length === 0 ? ['These beats hold no narration.'] : []
  return `${[...head, ...none, ...passages.map(passageText)].join('\n\n')}\n`
}

function passageText(passage: Passage): string {
  const text = bodyText(passage)
  return passage.wrote === undefined ? text : `${text}\n\n${quotes(passage) ? '> ' : ''}*(${plain(passage.wrote)})*`
}

/** Whether a passage is a quotation, whose writers belong in it. */
const quotes = ({ kind }: Passage): boolean => kind === 'result' || kind === 'private'

function bodyText(passage: Passage): string {
  switch (passage.kind) {
    case 'session':
      return `## ${plain(passage.title)}`
    case 'scene':
      return `### ${plain(passage.title)}${passage.place === undefined ? '' : `\n\n*${plain(passage.place)}*`}`
    case 'told':
      return prose(passage.text)
    case 'turned':
      return `*${plain(passage.text)}*`
    case 'said':
      return `**${plain(passage.who)}**: ${prose(passage.text)}`
    case 'result': {
      const rolls = passage.rolls.map((roll) => `- ${plain(roll)}`).join('\n')
      return quoted(rolls === '' ? prose(passage.text) : `${prose(passage.text)}\n\n${rolls}`)
    }
    case 'private':
      return quoted(`*${plain(passage.who)}*: ${prose(passage.text)}`)
    case 'still':
      return `*${plain(passage.still.words)}*`
    case 'left-out':
      return `*${plain(passage.text)}*`
    case 'note':
      return quoted(`**${plain(passage.head)}**: ${prose(passage.text)}`)
    case 'summary':
  }
  return [`#### ${plain(passage.title)}`, ...passage.lines.map(summaryLine)].join('\n')
}

function summaryLine({ kind, text }: SummaryLine): string {
  if (kind === 'item') return `- ${plain(text)}`
  return kind === 'heading' ? `\n##### ${plain(text)}\n` : `\n${plain(text)}\n`
}
