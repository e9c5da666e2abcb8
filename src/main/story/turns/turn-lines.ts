import { attempt } from '../../../shared/base/attempt'
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { appendPlain, readPlain, replacePlain } from '../../campaign/git/plain-files'

/** The size, in bytes, at which the open file becomes a compressed part, which is about a sixth as large. */
const MAX_OPEN_BYTES = 1 << 20
/** The parts by number. A part may still be uncompressed after a crash. */
const PART = /^turns-(\d+)\.jsonl(?:\.gz)?$/

/** The maximum size of an unpacked part, and of everything that is read at once, in bytes. Both are far larger than any campaign needs. */
const MAX_PART_BYTES = 64 << 20
const MAX_BYTES = 256 << 20

/** The lines of a part, and its stored summary. */
interface SummedLines {
  sum?: string
  lines: () => string
}

/** Append-only lines: the newest in `turns.jsonl`, older ones in `turns-<n>.jsonl.gz`. A crash neither loses nor duplicates a line. */
export class TurnLines {
  readonly #open: string
  /** Whether the file ends within a line, as after a crash. The next append then starts a new line. */
  #torn = false

  /** `sum`: computes a summary of lines. It is stored beside each part, so that the part's lines needn't be read again. */
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

  /** For each part its summary, or its lines if it has none; at the end the lines of the open file. */
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
    if (this.#size() < MAX_OPEN_BYTES) return
    try {
      this.#archive()
    } catch {
      // The open file keeps growing until there is room on the disk.
    }
  }

  #size = (): number => statSync(this.#open, { throwIfNoEntry: false })?.size ?? 0

  /** A value for each part, oldest first, and one for the open file. */
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

  /** Turns the open file into a part, then compresses it and any that a crash left. A part is removed once its compressed copy is complete. */
  #archive(): void {
    const parts = this.#parts()
    renameSync(this.#open, join(this.folder, `turns-${(parts.at(-1) ?? 0) + 1}.jsonl`))
    for (const part of this.#parts()) {
      const plain = join(this.folder, `turns-${part}.jsonl`)
      const lines = read(plain)
      if (!lines) continue
      replacePlain(`${plain}.gz`, gzipSync(lines))
      rmSync(plain)
    }
    for (const part of this.#parts()) this.#storeSummary(part)
  }

  /** Stores the summary of a part beside it, atomically. Parts never change. */
  #storeSummary(part: number): void {
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

  /** The text of a part. While both its forms exist, they hold the same text. Undefined if neither can be read, or if it is over the limit. */
  #part(part: number): string | undefined {
    const plain = join(this.folder, `turns-${part}.jsonl`)
    return attempt(
      () => (read(plain) ?? gunzipSync(readPlain(`${plain}.gz`, MAX_PART_BYTES) ?? '', { maxOutputLength: MAX_PART_BYTES })).toString('utf8'),
      undefined
    )
  }
}

const read = (file: string): Buffer | undefined => attempt(() => readPlain(file, MAX_PART_BYTES), undefined)

const names = (folder: string): string[] => attempt(() => readdirSync(folder), [])
