import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ToolCall } from '../../shared/play'
import { TurnRecord, turnId } from '../../shared/turns'
import { added, NOTHING_USED } from '../../shared/usage'
import type { Ledger } from './budget'
import { PromptPlace, PromptsFile } from './prompts-file'

/** How a beat was kept before turns had seats: its calls alone. */
const OldLine = z.object({ beat: z.string(), calls: z.array(ToolCall) })
const Line = TurnRecord.extend({ prompt: PromptPlace.optional() })
/** What is known of a turn without asking the disk: its short part, or only the calls of a beat. */
export type KeptTurn = z.infer<typeof Line> | z.infer<typeof OldLine>

/** Whether a turn was kept with its seat. */
export const hasSeat = (kept: KeptTurn): kept is z.infer<typeof Line> => 'parent' in kept

/** Turns of this machine, kept beside the repository's objects as append-only JSON Lines; a clone has none. */
export class TurnRecords {
  readonly #file: string
  readonly #prompts: PromptsFile
  #known: KeptTurn[] | undefined
  readonly #byBeat = new Map<string, KeptTurn>()
  readonly #byId = new Map<string, KeptTurn>()
  readonly #attempts = new Map<string, number>()
  readonly #unpriced = new Set<string>()
  #usage = NOTHING_USED
  /** Whether the file ends within a line, as after a crash: what comes next begins a new one. */
  #torn = false

  constructor(private readonly folder: string) {
    this.#file = join(folder, 'turns.jsonl')
    this.#prompts = new PromptsFile(join(folder, 'prompts.jsonl'))
  }

  /** Keeps a turn. The story does not depend on it, so a full disk loses only the record. */
  keep(record: TurnRecord): void {
    const known = this.all() as KeptTurn[]
    try {
      mkdirSync(this.folder, { recursive: true })
      const long = this.#prompts.keep(record)
      const line = long ? { ...long.short, prompt: long.place } : record
      appendFileSync(this.#file, `${this.#torn ? '\n' : ''}${JSON.stringify(line)}\n`)
      this.#torn = false
      this.#remember(line, known)
    } catch {
      // It is still known until the campaign is closed.
      this.#remember(record, known)
    }
  }

  /** The turn that made a beat, or the one with that id, in short; undefined when it was not recorded here. */
  of(id: string): KeptTurn | undefined {
    this.all()
    return this.#byBeat.get(id) ?? this.#byId.get(id)
  }

  /** A turn with all that was told and answered. */
  whole({ prompt, ...short }: TurnRecord & { prompt?: PromptPlace | undefined }): TurnRecord {
    return prompt === undefined ? short : this.#prompts.whole(short, prompt)
  }

  /** All that was told and answered in a turn, as it is written; '' when nothing was asked or it cannot be read. */
  promptText({ prompt }: { prompt?: PromptPlace | undefined }): string {
    try {
      return prompt === undefined ? '' : this.#prompts.text(prompt)
    } catch {
      return ''
    }
  }

  /** Turns kept so far from the same commit by the same seat: the ordinal of the next one. */
  attempts(parent: string, who: string): number {
    this.all()
    return this.#attempts.get(`${parent}:${who}`) ?? 0
  }

  /** What all turns used that were kept here, on whatever branch. */
  ledger(): Ledger {
    this.all()
    return { usage: this.#usage, unpriced: this.#unpriced }
  }

  /** Every turn in the order it was played, in short. What cannot be read (a torn last line) is passed over. */
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
    if (!hasSeat(kept)) return
    this.#byId.set(turnId(kept), kept)
    if (kept.usage) this.#usage = added(this.#usage, kept.usage)
    if (kept.usage && kept.usage.cost === undefined) this.#unpriced.add(kept.seat.model ?? '')
    const from = `${kept.parent}:${kept.who}`
    this.#attempts.set(from, Math.max(this.#attempts.get(from) ?? 0, kept.ordinal + 1))
  }

  #text(): string {
    try {
      return readFileSync(this.#file, 'utf8')
    } catch {
      return ''
    }
  }
}

function readLine(line: string): KeptTurn | undefined {
  if (line.trim() === '') return undefined
  try {
    const value: unknown = JSON.parse(line)
    return Line.safeParse(value).data ?? OldLine.safeParse(value).data
  } catch {
    return undefined
  }
}
