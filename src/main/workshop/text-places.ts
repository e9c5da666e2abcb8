import type { FilePlace, TextRange } from '../../shared/contract/language-calls'

const MAX_SHOWN = 200

/** Converts between offsets in a text (UTF-16 units) and lines and columns from 1. */
export class TextPlaces {
  readonly #starts = [0]

  constructor(readonly text: string) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1)
  }

  /** The range between two offsets. */
  range(start: number, end: number): TextRange {
    const [from, to] = [this.#lineAt(start), this.#lineAt(end)]
    return { line: from + 1, column: start - this.#start(from) + 1, endLine: to + 1, endColumn: end - this.#start(to) + 1 }
  }

  /** The offset of a position, limited to its line. */
  offset(line: number, column: number): number {
    const start = this.#start(line - 1)
    return Math.min(start + column - 1, start + this.line(line).length)
  }

  /** A line without its end; empty beyond the text. */
  line(line: number): string {
    if (line < 1 || line > this.#starts.length) return ''
    return this.text.slice(this.#start(line - 1), this.#starts[line] ?? this.text.length).replace(/\r?\n$/, '')
  }

  /** The part between two offsets, as a place in a file. */
  place(path: string, start: number, end: number): FilePlace {
    const range = this.range(start, end)
    return { path, ...range, text: this.line(range.line).trim().slice(0, MAX_SHOWN) }
  }

  /** The range of a line without surrounding spaces. */
  wholeLine(line: number): TextRange {
    const known = Math.max(1, Math.min(line, this.#starts.length))
    const text = this.line(known)
    const from = text.length - text.trimStart().length
    return { line: known, column: from + 1, endLine: known, endColumn: Math.max(from, text.trimEnd().length) + 1 }
  }

  #start(index: number): number {
    return this.#starts[Math.max(0, Math.min(index, this.#starts.length - 1))] ?? 0
  }

  #lineAt(offset: number): number {
    let low = 0
    let high = this.#starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#start(middle) <= offset) low = middle
      else high = middle - 1
    }
    return low
  }
}
