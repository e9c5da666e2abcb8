import { formatInline } from '../../campaign/yaml/format'

/** Marks the first text to fill in within a template. No answer can contain the mark, because control characters are removed from answers. */
export const FILL_MARK = '\u0001'

/** A text without its mark, and the position of the mark. Lines and columns count from 1. */
export function placed(marked: string): { text: string; line: number; column: number } {
  const at = Math.max(0, marked.indexOf(FILL_MARK))
  const before = marked.slice(0, at).split('\n')
  return { text: marked.replace(FILL_MARK, ''), line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** An answer on one line, without invisible characters. */
export const lineOf = (answer: string): string => answer.replaceAll(/\s+/g, ' ').replaceAll(/\p{C}/gu, '').trim()

/** A text as a YAML value on one line. A mark comes after the opening quotation mark. */
export const yaml = (text: string): string => {
  const value = formatInline(text.replace(FILL_MARK, ''))
  return text.startsWith(FILL_MARK) ? (value.startsWith('"') ? `"${FILL_MARK}${value.slice(1)}` : `${FILL_MARK}${value}`) : value
}

/** A text as a TypeScript string, in quotation marks that need no backslash if possible. */
export const quoted = (text: string): string => {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'"
  return `${mark}${text.replaceAll('\\', String.raw`\\`).replaceAll(mark, `\\${mark}`)}${mark}`
}
