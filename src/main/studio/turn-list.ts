import type { TurnLine, TurnPage, TurnRecord } from '../../shared/turns'
import { turnId } from '../../shared/turns'
import type { History } from '../campaign/history'
import { parseMessage } from '../campaign/message'
import { isWhole, type KeptTurn, type TurnRecords } from './turn-records'

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
      const record = this.#whole(kept)
      if (!record || !onLine.has(record.beat ?? record.parent)) continue
      const id = turnId(record)
      if (waiting) {
        waiting = id !== before
        continue
      }
      const line = this.#asLine(record, id)
      if (wanted !== '' && !textOf(line, record).toLowerCase().includes(wanted)) continue
      if (lines.length === limit) return { lines, more: true }
      lines.push(line)
    }
    return { lines, more: false }
  }

  /** The turn that made a beat, or the turn of that id. */
  of(id: string): TurnRecord | undefined {
    const kept = this.records.of(id)
    return kept && this.#whole(kept)
  }

  /** A turn kept in the old way, filled up with what its commit says; undefined when that commit is gone. */
  #whole(kept: KeptTurn): TurnRecord | undefined {
    if (isWhole(kept)) return kept
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
