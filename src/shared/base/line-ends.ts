import { diffLines } from './diff-lines'

// Editors know one kind of line end and no byte order mark. Files keep their own.

const MARK = '\uFEFF'
const END = /\r\n|\r|\n/g

/** A text as an editor shows it: without a byte order mark, and with LF line ends. */
export const plainText = (text: string): string => {
  const body = text.startsWith(MARK) ? text.slice(1) : text
  return body.includes('\r') ? body.replace(END, '\n') : body
}

/**
 * An edited text with the byte order mark and the line ends of its file: each existing line keeps its own, and new lines get the most frequent one.
 * `plainText` of the result is the edited text, and an unedited text yields the same bytes.
 */
export function withEndsOf(file: string, plain: string): string {
  const mark = file.startsWith(MARK) ? MARK : ''
  if (!file.includes('\r')) return mark + plain
  const ends = file.match(END) ?? []
  const counts = ['\n', '\r\n', '\r'].map((end) => [end, ends.filter((one) => one === end).length] as const)
  const usual = counts.reduce((most, one) => (one[1] > most[1] ? one : most))[0]
  if (ends.every((end) => end === usual)) return mark + plain.replaceAll('\n', usual)
  let at = 0
  const lines: string[] = []
  const kept: string[] = []
  for (const { op, text } of diffLines(plainText(file), plain)) {
    if (op === 'removed') at++
    else {
      lines.push(text)
      kept.push(op === 'same' ? (ends[at++] ?? usual) : usual)
    }
  }
  let text = ''
  // Works from the end, so that a lone CR never precedes an LF: the two would be one line end.
  for (let i = lines.length - 1; i >= 0; i--) {
    const end = i === lines.length - 1 ? '' : (kept[i] ?? usual)
    text = (lines[i] ?? '') + (end === '\r' && text.startsWith('\n') ? '\r\n' : end) + text
  }
  return mark + text
}
