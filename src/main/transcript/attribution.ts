import { mayBeModels, type TextPart, type Writer, writersOf, writerWords } from '../../shared/story/writers'
import { counted } from '../../shared/words/labels'

/** What a transcript does with the writers of its texts: whether it names them, and whether it leaves out what a model wrote or may have written. */
export interface Attribution {
  says: boolean
  withoutModels: boolean
}

/** What an attribution makes of a text: what is left of it, its writers if they are named, and those whose words are left out. */
export interface Attributed {
  text: string
  wrote?: string
  leftOut: Writer[]
}

/** The sign in a text for words that are left out. */
const GAP = '[…]'

/** A text with its writers named, or without the words of models. `parts` cover it. */
export function attributed(text: string, parts: readonly TextPart[], { says, withoutModels }: Attribution): Attributed {
  const isOut = ({ writer }: TextPart): boolean => withoutModels && mayBeModels(writer)
  const out = parts.filter(isOut)
  const kept = parts.filter((part) => !isOut(part))
  const isEmpty = kept.every(({ from, to }) => text.slice(from, to).trim() === '')
  const gapped = (): string => parts.map((part) => (isOut(part) ? ` ${GAP} ` : text.slice(part.from, part.to))).join('')
  const left =
    out.length === 0
      ? text
      : isEmpty
        ? ''
        : gapped()
            .replace(/ *(\[…\] *)+/g, ` ${GAP} `)
            .trim()
  return { text: left, ...(says && left !== '' ? { wrote: wroteWords(writersOf(kept)) } : {}), leftOut: writersOf(out) }
}

/** The same for a text with one writer. */
export const attributedTo = (text: string, writer: Writer, attribution: Attribution): Attributed =>
  attributed(text, [{ from: 0, to: text.length, writer }], attribution)

const wroteWords = (writers: readonly Writer[]): string => writers.map(writerWords).join(', ')

/** A sentence about texts that are left out in one place: `Left out here: 3 lines (claude-haiku-4-5).` */
export const leftOutWords = (what: string, writers: readonly Writer[]): string =>
  `Left out here: ${what} (${wroteWords(writersOf(writers.map((writer) => ({ from: 0, to: 0, writer }))))}).`

/** Lines in words, for `leftOutWords`. */
export const linesWords = (count: number): string => counted(count, 'line')
