import { attempt } from '../../../shared/base/attempt'
import { mkdirSync } from 'node:fs'
import { z } from 'zod'
import { AgentKind, ToolCall } from '../../../shared/story/play'
import { Problem } from '../../../shared/base/problem'
import { systemFailure } from '../../../shared/base/system-failure'
import { turnId } from '../../../shared/table/turn-id'
import { reasonTexts, Usage, type TurnRecord } from '../../../shared/table/turns'
import { added, NOTHING_USED } from '../../../shared/table/usage'
import { PromptPlace, PromptsFile, contextTexts } from './prompts-file'
import { TurnLines } from './turn-lines'

/** A beat of the old format, before turns had seats: only its calls. */
const OldLine = z.object({ beat: z.string(), calls: z.array(ToolCall) })
/** The part of a turn that is kept in memory: its short part, or for the old format only its calls. */
export type KeptTurn = ShortTurn | z.infer<typeof OldLine>

/** The usage of a request outside of turns, such as one of the assistant for Arrow documents. */
const Charge = z.object({ charge: z.object({ model: z.string(), usage: Usage }) })

/** A turn without its long part, and the position of that part. */
export type ShortTurn = TurnRecord & { prompt?: PromptPlace | undefined }

/** Whether a turn was recorded with its seat. */
export const hasSeat = (turn: KeptTurn): turn is ShortTurn => 'parent' in turn

/** The turns that were recorded on this machine, beside the repository's objects, as append-only JSON Lines. A clone has none. */
export class TurnRecords {
  readonly #lines: TurnLines
  readonly #prompts: PromptsFile
  #known: KeptTurn[] | undefined
  readonly #byBeat = new Map<string, KeptTurn>()
  readonly #byId = new Map<string, KeptTurn>()
  readonly #attempts = new Map<string, number>()
  #spent: Usage | undefined
  #hasRefusals = false
  /** Charges that aren't written yet, in the form of lines. */
  readonly #pendingCharges: string[] = []
  /** The problem with the last record, if it could not be written. */
  #failed: Problem | undefined

  /** `beside`: the usage of models for this campaign that is stored elsewhere. `recorded`: told the usage of each turn that is recorded. */
  constructor(
    private readonly folder: string,
    private readonly beside: () => Usage = () => NOTHING_USED,
    private readonly recorded: (usage: Usage) => void = () => undefined
  ) {
    this.#lines = new TurnLines(folder, (lines) => writtenSum(spentIn(lines)))
    this.#prompts = new PromptsFile(folder)
  }

  /** Records a turn. On a full disk only the record is lost, not the story; returns a Problem then, unless the last record was lost too. */
  keep(record: TurnRecord): Problem | undefined {
    const known = this.all() as KeptTurn[]
    const spent = this.#spentInTurns()
    let lost: Problem | undefined
    try {
      mkdirSync(this.folder, { recursive: true })
      const long = this.#prompts.keep(record)
      const line = long ? { ...long.short, prompt: long.place } : record
      this.#lines.append(JSON.stringify(line))
      this.#remember(line, known)
      this.#failed = undefined
      this.#writePending()
    } catch (thrown) {
      // The turn stays in memory until the campaign is closed.
      this.#remember(record, known)
      lost = this.#failed ? undefined : lostRecord(thrown)
      this.#failed ??= lost
    }
    this.#spent = added(spent, spentBy([record]))
    if (record.usage) this.recorded(record.usage)
    return lost
  }

  /** Counts a request outside of turns. On a full disk it is written with the next one; returns a Problem then, unless the last write failed too. */
  charge(model: string, usage: Usage): Problem | undefined {
    this.#spent = added(this.#spentInTurns(), usage)
    const wasOwed = this.#pendingCharges.length > 0
    this.#pendingCharges.push(JSON.stringify({ charge: { model, usage } } satisfies z.input<typeof Charge>))
    const failure = this.#writePending()
    return failure === undefined || wasOwed ? undefined : lostCharge(failure)
  }

  /** Writes the charges that aren't written yet. Returns the error of the disk if it failed. */
  #writePending(): unknown {
    try {
      mkdirSync(this.folder, { recursive: true })
      for (let [line] = this.#pendingCharges; line !== undefined; [line] = this.#pendingCharges) {
        this.#lines.append(line)
        this.#pendingCharges.shift()
      }
      return undefined
    } catch (thrown) {
      return thrown
    }
  }

  /** Why the record of the last turn was lost; undefined if it was written. */
  get failed(): Problem | undefined {
    return this.#failed
  }

  /** The short part of the turn with this id or that made this beat; undefined if it wasn't recorded here. */
  of(id: string): KeptTurn | undefined {
    this.all()
    return this.#byBeat.get(id) ?? this.#byId.get(id)
  }

  /** Whether any recorded turn had a refused call. */
  hasRefusals(): boolean {
    this.all()
    return this.#hasRefusals
  }

  /** A turn with its context, requests and responses. */
  whole({ prompt, ...short }: ShortTurn): TurnRecord {
    return prompt === undefined ? short : this.#prompts.whole(short, prompt)
  }

  /** The story's texts in a turn's context, and the reasons of the built-in table. */
  searchTexts({ prompt, context, reasons }: ShortTurn): string[] {
    return prompt !== undefined ? this.#prompts.texts(prompt) : [...contextTexts(context), ...reasonTexts(reasons)]
  }

  /** The number of turns that the seat has recorded from the same commit. It is the ordinal of the next one. */
  attempts(parent: string, who: string): number {
    this.all()
    return this.#attempts.get(`${parent}:${who}`) ?? 0
  }

  /** The usage of all turns recorded here, on any branch, and of requests outside of turns. Every opening needs it, so it reads no archived turns. */
  ledger(): Usage {
    return added(this.#spentInTurns(), this.beside())
  }

  #spentInTurns(): Usage {
    return (this.#spent ??= this.#lines
      .sums()
      .map(({ sum, lines }) => (sum === undefined ? undefined : readSum(sum)) ?? spentIn(lines()))
      .reduce(added))
  }

  /** The short part of every turn, in the order of play. Skips lines that can't be read, such as an incomplete last line. */
  all(): readonly KeptTurn[] {
    if (this.#known) return this.#known
    const known: KeptTurn[] = []
    for (const turn of turnsOf(this.#lines.text())) this.#remember(turn, known)
    return (this.#known = known)
  }

  #remember(turn: KeptTurn, known: KeptTurn[]): void {
    known.push(turn)
    this.#hasRefusals ||= turn.calls.some(({ problem }) => problem !== undefined)
    if (turn.beat !== undefined) this.#byBeat.set(turn.beat, turn)
    if (!hasSeat(turn)) return
    for (const event of turn.plan ?? []) if (event.event === 'StateUpdated') this.#byBeat.set(event.beat, turn)
    this.#byId.set(turnId(turn), turn)
    const from = `${turn.parent}:${turn.who}`
    this.#attempts.set(from, Math.max(this.#attempts.get(from) ?? 0, turn.ordinal + 1))
  }
}

/** A Problem: the turn was played, but its record couldn't be written. */
function lostCharge(thrown: unknown): Problem {
  const why = systemFailure(thrown)?.errno ?? 'the disk failed'
  const words = `The cost of this request could not be recorded (${why}), so the budget forgets it when the campaign is closed. Free some space on the disk, then ask again: it is recorded with the next request.`
  return new Problem('disk', words)
}

function lostRecord(thrown: unknown): Problem {
  const why = systemFailure(thrown)?.errno ?? 'the disk failed'
  const words = `The beat was saved, but the record of its turn could not be written (${why}). It is kept only until the campaign is closed. Free some space on the disk.`
  return new Problem('disk', words)
}

/** The usage of turns. */
export const spentBy = (turns: readonly KeptTurn[]): Usage =>
  turns.reduce((sum, turn) => (hasSeat(turn) && turn.usage ? added(sum, turn.usage) : sum), NOTHING_USED)

/** The usage in some lines, of turns and of requests outside of them. */
const spentIn = (lines: string): Usage =>
  lines
    .split('\n')
    .flatMap((line) => readCharge(line) ?? [])
    .reduce((sum, { charge: { usage } }) => added(sum, usage), spentBy(turnsOf(lines)))

function readCharge(line: string): z.infer<typeof Charge> | undefined {
  if (!line.startsWith('{"charge"')) return undefined
  return attempt(() => Charge.safeParse(JSON.parse(line)).data, undefined)
}

/** The usage in the form in which it is stored beside archived turns. */
const KeptSum = z.object({ usage: Usage })

const writtenSum = (usage: Usage): string => `${JSON.stringify({ usage } satisfies z.infer<typeof KeptSum>)}\n`

/** The usage in such a text; undefined if it isn't one. */
const readSum = (text: string): Usage | undefined => attempt(() => KeptSum.parse(JSON.parse(text)).usage, undefined)

const turnsOf = (lines: string): KeptTurn[] => lines.split('\n').flatMap((line) => readLine(line) ?? [])

/** One line of the file. Opening a campaign reads thousands of lines, so only the members that lists and sums need are checked. */
function readLine(line: string): KeptTurn | undefined {
  if (line.trim() === '') return undefined
  try {
    const value = JSON.parse(line) as Partial<ShortTurn> | null
    if (!isList(value?.calls, ({ tool, input, ms }) => typeof tool === 'string' && isObject(input) && typeof ms === 'number')) return undefined
    if (!('parent' in value)) return OldLine.safeParse(value).data
    const { parent, who, n, ordinal, seat, ms, exchanges, usage, prompt, plan } = value
    const whole =
      [parent, who].every((one) => typeof one === 'string') &&
      [n, ordinal, ms].every((one) => typeof one === 'number') &&
      AgentKind.options.some((kind) => kind === seat?.agent) &&
      isList(exchanges, ({ text, thought }) => typeof text === 'string' && typeof thought === 'string') &&
      (plan === undefined || isList(plan, (event) => typeof event.event === 'string')) &&
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
