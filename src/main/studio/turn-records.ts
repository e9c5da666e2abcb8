import { mkdirSync } from 'node:fs'
import { z } from 'zod'
import { AgentKind, ToolCall } from '../../shared/play'
import { turnId, Usage, type TurnRecord } from '../../shared/turns'
import { added, NOTHING_USED } from '../../shared/usage'
import type { Ledger } from './budget'
import { PromptPlace, PromptsFile, toldOf } from './prompts-file'
import { TurnLines } from './turn-lines'

/** How a beat was kept before turns had seats: its calls alone. */
const OldLine = z.object({ beat: z.string(), calls: z.array(ToolCall) })
/** What is known of a turn without asking the disk: its short part, or only the calls of a beat. */
export type KeptTurn = ShortTurn | z.infer<typeof OldLine>

/** A turn without its long part, and where that is. */
export type ShortTurn = TurnRecord & { prompt?: PromptPlace | undefined }

/** Whether a turn was kept with its seat. */
export const hasSeat = (kept: KeptTurn): kept is ShortTurn => 'parent' in kept

/** Turns of this machine, kept beside the repository's objects as append-only JSON Lines; a clone has none. */
export class TurnRecords {
  readonly #lines: TurnLines
  readonly #prompts: PromptsFile
  #known: KeptTurn[] | undefined
  readonly #byBeat = new Map<string, KeptTurn>()
  readonly #byId = new Map<string, KeptTurn>()
  readonly #attempts = new Map<string, number>()
  readonly #unpriced = new Set<string>()
  #usage = NOTHING_USED

  constructor(private readonly folder: string) {
    this.#lines = new TurnLines(folder)
    this.#prompts = new PromptsFile(folder)
  }

  /** Keeps a turn. The story does not depend on it, so a full disk loses only the record. */
  keep(record: TurnRecord): void {
    const known = this.all() as KeptTurn[]
    try {
      mkdirSync(this.folder, { recursive: true })
      const long = this.#prompts.keep(record)
      const line = long ? { ...long.short, prompt: long.place } : record
      this.#lines.append(JSON.stringify(line))
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
  whole({ prompt, ...short }: ShortTurn): TurnRecord {
    return prompt === undefined ? short : this.#prompts.whole(short, prompt)
  }

  /** Texts of the story that were told in a turn. */
  told({ prompt, context }: ShortTurn): string[] {
    if (prompt !== undefined) return this.#prompts.told(prompt)
    return toldOf(context)
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
    for (const line of this.#lines.text().split('\n')) {
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
}

/** A line of the file. Thousands are read when a campaign is opened, so only what lists and sums need is looked at. */
function readLine(line: string): KeptTurn | undefined {
  if (line.trim() === '') return undefined
  try {
    const value = JSON.parse(line) as Partial<ShortTurn> | null
    if (!isList(value?.calls, ({ tool, input, ms }) => typeof tool === 'string' && isObject(input) && typeof ms === 'number')) return undefined
    if (!('parent' in value)) return OldLine.safeParse(value).data
    const { parent, who, n, ordinal, seat, ms, exchanges, usage, prompt } = value
    const whole =
      [parent, who].every((one) => typeof one === 'string') &&
      [n, ordinal, ms].every((one) => typeof one === 'number') &&
      AgentKind.options.some((kind) => kind === seat?.agent) &&
      isList(exchanges, ({ text, thought }) => typeof text === 'string' && typeof thought === 'string') &&
      (usage === undefined || Usage.safeParse(usage).success) &&
      (prompt === undefined || PromptPlace.safeParse(prompt).success)
    return whole ? (value as ShortTurn) : undefined
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null
const isList = <T>(value: readonly T[] | undefined, fits: (one: T) => boolean): value is readonly T[] =>
  Array.isArray(value) && value.every((one) => isObject(one) && fits(one))
