import type { ProblemData } from '../../shared/base/problem'
import { fileProblem } from './file-problem'

const PLAIN = /^[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*$/
/** The longest line. People don't write longer ones, and parsers may be very slow on them. */
const MAX_LINE_LENGTH = 20_000

/** A text with every letter outside ASCII as its code point, so that lookalikes become visible. */
export const spelt = (text: string): string => text.replace(/[^\x20-\x7e]/gu, (letter) => `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`)

/**
 * Problems with a game's files before any is parsed: names that look like other names or have a meaning in JavaScript (`__proto__`), and lines
 * that are too long.
 */
export function lookalikes(texts: ReadonlyMap<string, string>): ProblemData[] {
  const problems: ProblemData[] = []
  const complain = (file: string, line: number, message: string): void => void problems.push(fileProblem(file, line, message).toJSON())
  for (const path of [...texts.keys()].toSorted()) {
    if (!/\.(?:ts|yaml)$/.test(path) || path.endsWith('.d.ts')) continue
    const odd = path
      .replace(/\.(?:ts|yaml)$/, '')
      .split('/')
      .find((part) => !PLAIN.test(part))
    if (odd !== undefined) {
      const message = `"${spelt(odd)}" can't be the name of a rule file. Use plain letters, digits and single dashes. Rename ${spelt(path)}.`
      complain(path, 1, message)
    }
    const line = (path.endsWith('.ts') ? (texts.get(path) ?? '') : '').split('\n').findIndex((text) => text.length > MAX_LINE_LENGTH)
    if (line >= 0) complain(path, line + 1, `${path} line ${line + 1} is longer than ${MAX_LINE_LENGTH} characters. Break it up.`)
  }
  return problems
}
