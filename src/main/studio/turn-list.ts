import type { TurnLine, TurnPage, TurnRecord } from '../../shared/turns'
import { turnId } from '../../shared/turns'
import type { History } from '../campaign/history'
import { parseMessage } from '../campaign/message'
import { hasSeat, type KeptTurn, type TurnRecords } from './turn-records'

/** A turn without its long part. */
type ShortTurn = Parameters<TurnRecords['whole']>[0]

/** Turns of one campaign as the inspector sees them: those on the way to the present, and those that came to nothing there. */
export class TurnList {
  #head: string | undefined
  #line = new Set<string>()

  constructor(
    private readonly records: TurnRecords,
    private readonly history: History
  ) {}

  /** A page, newest first; `before` is the id of the last turn of the page before. `search` looks for words, in any case. */
  page(limit: number, before?: string, search?: string): TurnPage {
    const onLine = this.#onLine()
    const wanted = search?.trim().toLowerCase() ?? ''
    const lines: TurnLine[] = []
    let waiting = before !== undefined
    for (const kept of this.records.all().toReversed()) {
      const record = this.#filled(kept)
      if (!record || !onLine.has(record.beat ?? record.parent)) continue
      const id = turnId(record)
      if (waiting) {
        waiting = id !== before
        continue
      }
      const line = this.#asLine(record, id)
      if (wanted !== '' && !this.#holds(line, record, wanted)) continue
      if (lines.length === limit) return { lines, more: true }
      lines.push(line)
    }
    return { lines, more: false }
  }

  /** The turn that made a beat, or the turn of that id, with all that was told and answered. */
  of(id: string): TurnRecord | undefined {
    const kept = this.records.of(id)
    const record = kept && this.#filled(kept)
    return record && this.records.whole(record)
  }

  /** The turn of somebody that made a beat with that number, the last where there are several; not one that was itself played again. */
  recorded(who: string, n: number): TurnRecord | undefined {
    const kept = this.records
      .all()
      .findLast((one) => hasSeat(one) && one.n === n && one.who === who && one.beat !== undefined && one.seat.agent !== 'replay')
    return kept && hasSeat(kept) ? this.records.whole(kept) : undefined
  }

  /** Turns that led to the present branch, and those broken off on the way, oldest first, with all that was told and answered. */
  *whole(limit = Number.POSITIVE_INFINITY): Generator<TurnRecord> {
    const onLine = this.#onLine()
    const all = this.records.all().flatMap((kept) => this.#filled(kept) ?? [])
    const led = all.filter((record) => onLine.has(record.beat ?? record.parent))
    for (const record of led.slice(Math.max(0, led.length - limit))) yield this.records.whole(record)
  }

  /** Whether a turn holds the words: in what was said, done and answered there, or in what was told. */
  #holds(line: TurnLine, record: ShortTurn, wanted: string): boolean {
    return (
      textOf(line, record).toLowerCase().includes(wanted) ||
      this.records.promptText(record).toLowerCase().includes(JSON.stringify(wanted).slice(1, -1))
    )
  }

  /** A turn kept in the old way, filled up with what its commit says; undefined when that commit is gone. */
  #filled(kept: KeptTurn): ShortTurn | undefined {
    if (hasSeat(kept)) return kept
    try {
      const { beat } = parseMessage(this.history.commit(kept.beat))
      const agent = kept.calls[0]?.agent ?? 'offline'
      const ms = kept.calls.reduce((sum, call) => sum + call.ms, 0)
      return { ...kept, parent: beat.parent ?? '', n: beat.n, who: beat.actor, ordinal: 0, seat: { agent }, exchanges: [], ms }
    } catch {
      return undefined
    }
  }

  #asLine({ beat, parent, n, who, seat, calls, exchanges, usage, ms, problem }: TurnRecord, id: string): TurnLine {
    return {
      id,
      ...(beat === undefined ? {} : { beat }),
      parent,
      n,
      who,
      seat,
      words: beat === undefined ? (problem ?? 'Broken off.') : parseMessage(this.history.commit(beat)).beat.subject,
      calls: calls.length,
      refused: calls.filter((call) => call.problem !== undefined).length,
      exchanges: exchanges.length,
      ...(usage === undefined ? {} : { usage }),
      ms
    }
  }

  /** Commits of the present branch. While the table plays on, only the new ones are walked. */
  #onLine(): ReadonlySet<string> {
    const head = this.history.head().commit
    const fresh: string[] = []
    for (let id: string | undefined = head; id !== undefined; id = this.history.commit(id).parents[0]) {
      if (id === this.#head) {
        for (const one of fresh) this.#line.add(one)
        this.#head = head
        return this.#line
      }
      fresh.push(id)
    }
    this.#head = head
    return (this.#line = new Set(fresh))
  }
}

/** What is searched of a turn: what was said and thought, every tool with its input and answer, and its line. */
function textOf(line: TurnLine, { calls, exchanges }: TurnRecord): string {
  const uses = calls.map(({ tool, input, result, problem }) => `${tool} ${Object.values(input).join(' ')} ${result ?? ''} ${problem ?? ''}`)
  return [line.who, line.words, ...uses, ...exchanges.flatMap(({ text, thought }) => [text, thought])].join('\n')
}
