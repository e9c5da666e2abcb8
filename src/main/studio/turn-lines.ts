import { appendFileSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'

/** Bytes of lines that stay as they are; from there on they are put away compressed, about a sixth as large. */
const OPEN = 1 << 20
/** Parts that were put away, by number: compressed, or about to be. */
const PART = /^turns-(\d+)\.jsonl(?:\.gz)?$/

/** Append-only lines of a folder that is there: the last ones in `turns.jsonl`, those before in `turns-<n>.jsonl.gz`. No line is ever lost or twice in them, wherever a crash stops. */
export class TurnLines {
  readonly #open: string
  /** Whether the file ends within a line, as after a crash: what comes next begins a new one. */
  #torn = false

  constructor(private readonly folder: string) {
    this.#open = join(folder, 'turns.jsonl')
  }

  /** All lines, oldest first. What cannot be read is left out. */
  text(): string {
    for (;;) {
      const parts = this.#parts()
      const before = parts.map((part) => this.#part(part))
      const open = read(this.#open)?.toString('utf8') ?? ''
      // Another process may put lines away meanwhile.
      if (this.#parts().length !== parts.length) continue
      this.#torn = open !== '' && !open.endsWith('\n')
      return [...before, open].join('\n')
    }
  }

  /** Adds a line. Throws when the disk fails; the lines before are there all the same. */
  append(line: string): void {
    const first = this.#torn ? '\n' : ''
    this.#torn = true
    appendFileSync(this.#open, `${first}${line}\n`)
    this.#torn = false
    if (statSync(this.#open).size < OPEN) return
    try {
      this.#putAway()
    } catch {
      // It stays as large as it is until there is room.
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
      writeFileSync(`${plain}.new`, gzipSync(lines))
      renameSync(`${plain}.new`, `${plain}.gz`)
      rmSync(plain)
    }
  }

  #parts(): number[] {
    const numbers = names(this.folder).flatMap((name) => Number(PART.exec(name)?.[1] ?? []))
    return [...new Set(numbers)].toSorted((a, b) => a - b)
  }

  /** While both forms of a part are there they hold the same. */
  #part(part: number): string {
    const plain = join(this.folder, `turns-${part}.jsonl`)
    try {
      return (read(plain) ?? gunzipSync(readFileSync(`${plain}.gz`))).toString('utf8')
    } catch {
      return ''
    }
  }
}

function read(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
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
