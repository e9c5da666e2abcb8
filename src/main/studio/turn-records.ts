import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { ToolCall } from '../../shared/play'
import { TurnRecord, turnId } from '../../shared/turns'

/** How a beat was kept before turns had seats: its calls alone. */
const OldLine = z.object({ beat: z.string(), calls: z.array(ToolCall) })
/** What is known of a turn: all of it, or only the calls of a beat. */
export type KeptTurn = TurnRecord | z.infer<typeof OldLine>

/** Whether a turn was kept whole. */
export const isWhole = (kept: KeptTurn): kept is TurnRecord => 'parent' in kept

/** Turns of this machine, kept beside the repository's objects as append-only JSON Lines; a clone has none. */
export class TurnRecords {
  #known: KeptTurn[] | undefined
  readonly #byBeat = new Map<string, KeptTurn>()
  readonly #byId = new Map<string, TurnRecord>()
  readonly #attempts = new Map<string, number>()
  /** Whether the file ends within a line, as after a crash: what comes next begins a new one. */
  #torn = false

  constructor(private readonly file: string) {}

  /** Keeps a turn. The story does not depend on it, so a full disk loses only the record. */
  keep(record: TurnRecord): void {
    this.#remember(record, this.all() as KeptTurn[])
    try {
      mkdirSync(dirname(this.file), { recursive: true })
      appendFileSync(this.file, `${this.#torn ? '\n' : ''}${JSON.stringify(record)}\n`)
      this.#torn = false
    } catch {
      // It is still known until the campaign is closed.
    }
  }

  /** The turn that made a beat, or the one with that id; undefined when it was not recorded here. */
  of(id: string): KeptTurn | undefined {
    this.all()
    return this.#byBeat.get(id) ?? this.#byId.get(id)
  }

  /** Turns kept so far from the same commit by the same seat: the ordinal of the next one. */
  attempts(parent: string, who: string): number {
    this.all()
    return this.#attempts.get(`${parent}:${who}`) ?? 0
  }

  /** Every turn in the order it was played. What cannot be read (a torn last line) is passed over. */
  all(): readonly KeptTurn[] {
    if (this.#known) return this.#known
    const known: KeptTurn[] = []
    const text = this.#text()
    this.#torn = text !== '' && !text.endsWith('\n')
    for (const line of text.split('\n')) {
      const kept = readLine(line)
      if (kept) this.#remember(kept, known)
    }
    return (this.#known = known)
  }

  #remember(kept: KeptTurn, known: KeptTurn[]): void {
    known.push(kept)
    if (kept.beat !== undefined) this.#byBeat.set(kept.beat, kept)
    if (!isWhole(kept)) return
    this.#byId.set(turnId(kept), kept)
    const from = `${kept.parent}:${kept.who}`
    this.#attempts.set(from, Math.max(this.#attempts.get(from) ?? 0, kept.ordinal + 1))
  }

  #text(): string {
    try {
      return readFileSync(this.file, 'utf8')
    } catch {
      return ''
    }
  }
}

function readLine(line: string): KeptTurn | undefined {
  if (line.trim() === '') return undefined
  try {
    const value: unknown = JSON.parse(line)
    return TurnRecord.safeParse(value).data ?? OldLine.safeParse(value).data
  } catch {
    return undefined
  }
}
