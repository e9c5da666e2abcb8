import { mkdirSync } from 'node:fs'
import { z } from 'zod'
import { AgentKind, ToolCall } from '../../../shared/play'
import { Problem } from '../../../shared/problem'
import { systemFailure } from '../../../shared/system-failure'
import { turnId } from '../../../shared/turn-id'
import { reasonTexts, Usage, type TurnRecord } from '../../../shared/turns'
import { added, NOTHING_USED } from '../../../shared/usage'
import type { Ledger } from '../budget'
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
  #spent: Ledger | undefined
  #hasRefusals = false
  /** What was said of the last record, if it was lost. */
  #failed: Problem | undefined

  constructor(private readonly folder: string) {
    this.#lines = new TurnLines(folder, (lines) => writtenLedger(spentBy(turnsOf(lines))))
    this.#prompts = new PromptsFile(folder)
  }

  /**
   * Keeps a turn. The story does not depend on it, so a full disk loses only the record: then the answer is a Problem that says so, unless the
   * record before was lost too.
   */
  keep(record: TurnRecord): Problem | undefined {
    const known = this.all() as KeptTurn[]
    const spent = this.ledger()
    let lost: Problem | undefined
    try {
      mkdirSync(this.folder, { recursive: true })
      const long = this.#prompts.keep(record)
      const line = long ? { ...long.short, prompt: long.place } : record
      this.#lines.append(JSON.stringify(line))
      this.#remember(line, known)
      this.#failed = undefined
    } catch (thrown) {
      // It is still known until the campaign is closed.
      this.#remember(record, known)
      lost = this.#failed ? undefined : lostRecord(thrown)
      this.#failed ??= lost
    }
    this.#spent = together(spent, spentBy([record]))
    return lost
  }

  /** The turn that made a beat, or the one with that id, in short; undefined when it was not recorded here. */
  of(id: string): KeptTurn | undefined {
    this.all()
    return this.#byBeat.get(id) ?? this.#byId.get(id)
  }

  /** Whether anything was refused in any turn that was kept. */
  hasRefusals(): boolean {
    this.all()
    return this.#hasRefusals
  }

  /** A turn with all that was told and answered. */
  whole({ prompt, ...short }: ShortTurn): TurnRecord {
    return prompt === undefined ? short : this.#prompts.whole(short, prompt)
  }

  /** Texts of the story that were told in a turn, and what the built-in table decided from. */
  told({ prompt, context, reasons }: ShortTurn): string[] {
    if (prompt !== undefined) return this.#prompts.told(prompt)
    return [...toldOf(context), ...reasonTexts(reasons)]
  }

  /** Turns kept so far from the same commit by the same seat: the ordinal of the next one. */
  attempts(parent: string, who: string): number {
    this.all()
    return this.#attempts.get(`${parent}:${who}`) ?? 0
  }

  /** What all turns used that were kept here, on whatever branch. It is asked for when a campaign is opened, and needs no turn that was put away. */
  ledger(): Ledger {
    return (this.#spent ??= this.#lines
      .sums()
      .map(({ sum, lines }) => (sum === undefined ? undefined : readLedger(sum)) ?? spentBy(turnsOf(lines())))
      .reduce(together))
  }

  /** Every turn in the order it was played, in short. What cannot be read (a torn last line) is passed over. */
  all(): readonly KeptTurn[] {
    if (this.#known) return this.#known
    const known: KeptTurn[] = []
    for (const kept of turnsOf(this.#lines.text())) this.#remember(kept, known)
    return (this.#known = known)
  }

  #remember(kept: KeptTurn, known: KeptTurn[]): void {
    known.push(kept)
    this.#hasRefusals ||= kept.calls.some(({ problem }) => problem !== undefined)
    if (kept.beat !== undefined) this.#byBeat.set(kept.beat, kept)
    if (!hasSeat(kept)) return
    this.#byId.set(turnId(kept), kept)
    const from = `${kept.parent}:${kept.who}`
    this.#attempts.set(from, Math.max(this.#attempts.get(from) ?? 0, kept.ordinal + 1))
  }
}

/** Says that a turn was played, but its record couldn't be written. */
function lostRecord(thrown: unknown): Problem {
  const why = systemFailure(thrown)?.errno ?? 'the disk failed'
  const words = `The turn was played and saved, but not what led to it (${why}): Agents shows that only until the campaign is closed. Free some space on the disk.`
  return new Problem('disk', words)
}

/** What turns used. */
export function spentBy(turns: readonly KeptTurn[]): Ledger {
  let usage = NOTHING_USED
  const unpriced = new Set<string>()
  for (const kept of turns) {
    if (!hasSeat(kept) || !kept.usage) continue
    usage = added(usage, kept.usage)
    if (kept.usage.cost === undefined) unpriced.add(kept.seat.model ?? '')
  }
  return { usage, unpriced }
}

const together = (one: Ledger, other: Ledger): Ledger => ({
  usage: added(one.usage, other.usage),
  unpriced: new Set([...one.unpriced, ...other.unpriced])
})

/** A ledger as it is kept beside turns that were put away. */
const KeptLedger = z.object({ usage: Usage, unpriced: z.array(z.string()) })

const writtenLedger = ({ usage, unpriced }: Ledger): string => `${JSON.stringify({ usage, unpriced: [...unpriced] })}\n`

/** What was written; undefined for anything else. */
function readLedger(text: string): Ledger | undefined {
  try {
    const { usage, unpriced } = KeptLedger.parse(JSON.parse(text))
    return { usage, unpriced: new Set(unpriced) }
  } catch {
    return undefined
  }
}

/** The turns of some lines; what cannot be read (a torn last line) is passed over. */
const turnsOf = (lines: string): KeptTurn[] => lines.split('\n').flatMap((line) => readLine(line) ?? [])

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
