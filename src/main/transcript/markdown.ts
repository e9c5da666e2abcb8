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
export function markdownOf({ title, premise, span, passages, portraits }: Transcript): string {
  const pictures = new References()
  const head = [`# ${plain(title)}`, ...(premise === '' ? [] : [prose(premise)]), `*${plain(span)}*`]
  const none = passages.length === 0 ? ['These beats hold no narration.'] : []
  const faces = new Map(portraits)
  const texts = passages.map((passage) => {
    if (passage.kind === 'picture') return pictures.add(passage.alt, passage.src)
    const face = passage.kind === 'said' ? faces.get(passage.by ?? '') : undefined
    if (passage.kind !== 'said' || face === undefined) return passageText(passage)
    // A portrait stands above the first line of its character.
    faces.delete(passage.by ?? '')
    return `${pictures.add(passage.who, face)}\n\n${passageText(passage)}`
  })
  return `${[...head, ...none, ...texts, ...pictures.definitions()].join('\n\n')}\n`
}

/** Pictures that a text names, and that stand at its end, so that the text can be read as it is. */
class References {
  readonly #sources: string[] = []

  add(alt: string, src: string): string {
    this.#sources.push(src)
    return `![${plain(alt)}][picture-${this.#sources.length}]`
  }

  definitions(): string[] {
    return this.#sources.length === 0 ? [] : [this.#sources.map((src, i) => `[picture-${i + 1}]: ${src}`).join('\n')]
  }
}

/** A passage that is words. */
type Told = Exclude<Passage, { kind: 'picture' }>

function passageText(passage: Told): string {
  const text = bodyText(passage)
  return passage.wrote === undefined ? text : `${text}\n\n${quotes(passage) ? '> ' : ''}*(${plain(passage.wrote)})*`
}

/** Whether a passage is a quotation, whose writers belong in it. */
const quotes = ({ kind }: Told): boolean => kind === 'result' || kind === 'private'

function bodyText(passage: Told): string {
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
