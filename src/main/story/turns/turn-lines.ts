import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { appendPlain, readPlain, replacePlain } from '../../campaign/git/plain-files'

/** Bytes of lines that stay as they are; from there on they are put away compressed, about a sixth as large. */
const OPEN = 1 << 20
/** Parts that were put away, by number: compressed, or about to be. */
const PART = /^turns-(\d+)\.jsonl(?:\.gz)?$/

/** Bytes of a part when it is unpacked, and of all that is read at a time: sixty times what is put away at once, and more turns than anybody plays. */
const MOST_OF_PART = 64 << 20
const MAX_BYTES = 256 << 20

/** Some lines, and what was kept as their sum. */
interface SummedLines {
  sum?: string
  lines: () => string
}

/** Append-only lines of a folder that is there: the last ones in `turns.jsonl`, those before in `turns-<n>.jsonl.gz`. No line is ever lost or twice in them, wherever a crash stops. */
export class TurnLines {
  readonly #open: string
  /** Whether the file ends within a line, as after a crash: what comes next begins a new one. */
  #torn = false

  /** `sum`: what is worth knowing of lines without reading them again; it is kept beside each part that is put away. */
  constructor(
    private readonly folder: string,
    private readonly sum?: (lines: string) => string
  ) {
    this.#open = join(folder, 'turns.jsonl')
  }

  /** All lines, oldest first. What cannot be read is left out. */
  text(): string {
    return this.#each(this.#budgeted(), (open) => open).join('\n')
  }

  /** Of each part what was kept as its sum, or its lines where there is no sum; last, the lines that are not put away. */
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

  /** Adds a line. Throws when the disk fails; the lines before are there all the same. */
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
      // It stays as large as it is until there is room.
    }
  }

  /** Bytes of the open file. */
  #size = (): number => statSync(this.#open, { throwIfNoEntry: false })?.size ?? 0

  /** Something of every part, oldest first, and last of the open file. */
  #each<T>(of: (part: number) => T, ofOpen: (lines: string) => T): T[] {
    for (;;) {
      const parts = this.#parts()
      const before = parts.map(of)
      const open = read(this.#open)?.toString('utf8') ?? ''
      // Another process may put lines away meanwhile.
      if (this.#parts().length !== parts.length) continue
      this.#torn = open !== '' && !open.endsWith('\n')
      return [...before, ofOpen(open)]
    }
  }

  /** The open file becomes a part at once; then it, and whatever a crash left, is compressed beside itself before it goes. */
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

  /** Keeps the sum of a part beside it, whole or not at all; parts never change. */
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

  /** Lines of one part after the other; nothing any more once there were too many. */
  #budgeted(): (part: number) => string {
    let left = MAX_BYTES
    return (part) => {
      const lines = left > 0 ? (this.#part(part) ?? '') : ''
      left -= lines.length
      return lines
    }
  }

  /** While both forms of a part are there they hold the same; undefined when neither can be read, or one is larger than any that was put away. */
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
