import { fold } from './names'

/** The parts of a ruling: the decision, the question, and the rules that apply, each as Markdown. */
export interface RulingParts {
  title: string
  ruling: string
  asked: string
  rules: string
}

/** A suggested note. `line` and `column`, from 1: where the writer continues. */
export interface NoteDraft {
  path: string
  text: string
  line: number
  column: number
}

/** The Markdown of a ruling by any author. Its decision comes first, because a search shows the beginning of a note. */
export const rulingText = ({ title, ruling, asked, rules }: RulingParts): string =>
  [`# ${title}`, ruling, '## What was asked', asked, '## What the rules say', rules].join('\n\n')

/** A link to a beat of the line of history that the note is on. */
export const beatLink = (n: number): string => `[[beat ${n}]]`

/** The number of the beat that a link's target names, such as "beat 12"; undefined for any other target. */
export function beatNamed(target: string): number | undefined {
  const digits = /^beat (\d{1,9})$/.exec(fold(target.trim()))?.[1]
  return digits === undefined ? undefined : Number(digits)
}
