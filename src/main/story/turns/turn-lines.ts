import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { appendPlain, readPlain, replacePlain } from '../../campaign/git/plain-files'

/** The size, in bytes, at which the open file becomes a compressed part, about a sixth as large. */
const OPEN = 1 << 20
/** Parts by number, compressed or about to be. */
const PART = /^turns-(\d+)\.jsonl(?:\.gz)?$/

/** The maximum size of an unpacked part, and of everything read at once, in bytes: far more than anybody plays. */
const MOST_OF_PART = 64 << 20
const MAX_BYTES = 256 << 20

/** Lines of a part, and the sum kept for them. */
interface SummedLines {
  sum?: string
  lines: () => string
}

/**
 * Append-only lines in an existing folder: the newest in `turns.jsonl`, older ones in `turns-<n>.jsonl.gz`. A crash at any point neither loses
 * nor duplicates a line.
 */
export class TurnLines {
  readonly #open: string
  /** Whether the file ends within a line, as after a crash. The next line then begins on a new one. */
  #torn = false

  /** `sum`: computes a summary of lines, which is kept beside each part so that they needn't be read again. */
  constructor(
    private readonly folder: string,
    private readonly sum?: (lines: string) => string
  ) {
    this.#open = join(folder, 'turns.jsonl')
  }

  /** All lines, oldest first, without those that can't be read. */
  text(): string {
    return this.#each(this.#budgeted(), (open) => open).join('\n')
  }

  /** For each part its sum, or its lines if it has none; at the end the lines of the open file. */
  sums(): SummedLines[] {
    const linesOf = this.#budgeted()
    return this.#each<SummedLines>(
      (part) => {
        const sum = read(join(this.folder, `turns-${part}.sum`))?.toString('utf8')
        return { ...(sum === undefined ? {} : { sum }), lines: () => linesOf(part) }
      },
      (open) => ({ lines: () => open })
    )
  }

  /** Appends a line. Throws if the disk fails; the earlier lines are safe. */
  append(line: string): void {
    const first = this.#torn ? '\n' : ''
    const before = this.#size()
    try {
      appendPlain(this.#open, `${first}${line}\n`)
    } catch (thrown) {
      this.#torn ||= this.#size() !== before
      throw thrown
    }
    this.#torn = false
    if (this.#size() < OPEN) return
    try {
      this.#putAway()
    } catch {
      // The file stays long until there is room.
    }
  }

  /** The size of the open file in bytes. */
  #size = (): number => statSync(this.#open, { throwIfNoEntry: false })?.size ?? 0

  /** A value for each part, oldest first, and for the open file. */
  #each<T>(of: (part: number) => T, ofOpen: (lines: string) => T): T[] {
    for (;;) {
      const parts = this.#parts()
      const before = parts.map(of)
      const open = read(this.#open)?.toString('utf8') ?? ''
      // Another process may archive lines at the same time.
      if (this.#parts().length !== parts.length) continue
      this.#torn = open !== '' && !open.endsWith('\n')
      return [...before, ofOpen(open)]
    }
  }

  /**
   * Turns the open file into a part at once, then compresses that part and any that a crash left. The uncompressed file goes only when its
   * compressed copy is complete.
   */
  #putAway(): void {
    const parts = this.#parts()
    renameSync(this.#open, join(this.folder, `turns-${(parts.at(-1) ?? 0) + 1}.jsonl`))
    for (const part of this.#parts()) {
      const plain = join(this.folder, `turns-${part}.jsonl`)
      const lines = read(plain)
      if (!lines) continue
      replacePlain(`${plain}.gz`, gzipSync(lines))
      rmSync(plain)
    }
    for (const part of this.#parts()) this.#sumUp(part)
  }

  /** Saves the sum of a part beside it, whole or not at all. Parts never change. */
  #sumUp(part: number): void {
    const file = join(this.folder, `turns-${part}.sum`)
    const lines = this.sum && !existsSync(file) ? this.#part(part) : undefined
    if (!this.sum || lines === undefined) return
    replacePlain(file, this.sum(lines))
  }

  #parts(): number[] {
    const numbers = names(this.folder).flatMap((name) => PART.exec(name)?.slice(1, 2).map(Number) ?? [])
    return [...new Set(numbers)].toSorted((a, b) => a - b)
  }

  /** Reads one part after the other, and returns nothing once the limit is reached. */
  #budgeted(): (part: number) => string {
    let left = MAX_BYTES
    return (part) => {
      const lines = left > 0 ? (this.#part(part) ?? '') : ''
      left -= lines.length
      return lines
    }
  }

  /** The text of a part. While both its forms exist they hold the same. Undefined if neither can be read or it is over the limit. */
  #part(part: number): string | undefined {
    const plain = join(this.folder, `turns-${part}.jsonl`)
    try {
      return (read(plain) ?? gunzipSync(readPlain(`${plain}.gz`, MOST_OF_PART) ?? '', { maxOutputLength: MOST_OF_PART })).toString('utf8')
    } catch {
      return undefined
    }
  }
}

function read(file: string): Buffer | undefined {
  try {
    return readPlain(file, MOST_OF_PART)
  } catch {
    return undefined
  }
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
