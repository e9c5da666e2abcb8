import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { ToolCall } from '../../shared/play'

const Line = z.object({ beat: z.string(), calls: z.array(ToolCall) })

/** Tool calls by beat, kept beside the repository's objects as append-only JSON Lines; a clone has none. */
export class TurnRecords {
  #known: Map<string, ToolCall[]> | undefined

  constructor(private readonly file: string) {}

  /** Keeps the calls that led to a beat. The story does not depend on it, so a full disk loses only the record. */
  keep(beat: string, calls: readonly ToolCall[]): void {
    this.#known?.set(beat, [...calls])
    try {
      mkdirSync(dirname(this.file), { recursive: true })
      appendFileSync(this.file, `${JSON.stringify({ beat, calls })}\n`)
    } catch {
      this.#known ??= this.#read()
      this.#known.set(beat, [...calls])
    }
  }

  /** The calls of a beat, [] when they were not recorded here. A torn last line is passed over. */
  of(beat: string): ToolCall[] {
    this.#known ??= this.#read()
    return this.#known.get(beat) ?? []
  }

  #read(): Map<string, ToolCall[]> {
    const known = new Map<string, ToolCall[]>()
    let text = ''
    try {
      text = readFileSync(this.file, 'utf8')
    } catch {
      return known
    }
    for (const line of text.split('\n')) {
      try {
        const fits = Line.safeParse(JSON.parse(line))
        if (fits.success) known.set(fits.data.beat, fits.data.calls)
      } catch {
        continue
      }
    }
    return known
  }
}
