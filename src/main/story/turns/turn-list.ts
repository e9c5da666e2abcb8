import type { TurnLine, TurnPage, TurnRecord, WholeTurn } from '../../../shared/turns'
import { turnId } from '../../../shared/turn-id'
import type { History } from '../../campaign/history'
import { parseBeatMessage } from '../../campaign/beat-message'
import { hasSeat, type KeptTurn, type ShortTurn, type TurnRecords } from './turn-records'
import { TurnSearch } from './turn-search'

/** The commits on the way to a commit, itself included. When it is asked for a later one of the same line, only the new ones are walked. */
class Way {
  #end: string | undefined
  #commits = new Set<string>()

  constructor(private readonly history: History) {}

  to(end: string): ReadonlySet<string> {
    const fresh: string[] = []
    let id: string | undefined = end
    while (id !== undefined && id !== this.#end) {
      fresh.push(id)
      id = this.history.commit(id).parents[0]
    }
    if (id === undefined) this.#commits = new Set(fresh)
    else for (const one of fresh) this.#commits.add(one)
    this.#end = end
    return this.#commits
  }
}

/** Turns of one campaign as the inspector sees them: those on the way to the present or another commit, and those that came to nothing there. */
export class TurnList {
  readonly #present: Way
  readonly #elsewhere: Way
  readonly #search = new TurnSearch()
  readonly #subjects = new Map<string, string>()

  constructor(
    private readonly records: TurnRecords,
    private readonly history: History
  ) {
    this.#present = new Way(history)
    this.#elsewhere = new Way(history)
  }

  /**
   * A page, newest first; `before` is the id of the last turn of the page before. `search` looks for words, in any case. `along`: the commit
   * the turns led to, the present when absent. Throws Problem `not-found` where there is no such commit.
   */
  async page(limit: number, before?: string, search = '', along?: string): Promise<TurnPage> {
    const turns = this.#led(along).toReversed()
    if (search.trim() !== '')
      await this.#search.ready(
        turns.map((turn) => [turnId(turn), turn]),
        (turn) => this.records.told(turn)
      )
    const finds = this.#search.finder(search)
    const lines: TurnLine[] = []
    const start = before === undefined ? 0 : turns.findIndex((turn) => turnId(turn) === before) + 1
    for (const turn of turns.slice(before !== undefined && start === 0 ? turns.length : start)) {
      const id = turnId(turn)
      if (!finds(id, this.#wordsOf(turn))) continue
      if (lines.length === limit) return { lines, more: true }
      lines.push(this.#asLine(turn, id))
    }
    return { lines, more: false }
  }

  /** Turns that led to the present or the commit `along`, and those broken off on the way, oldest first. */
  #led(along?: string): ShortTurn[] {
    const onLine = along === undefined ? this.#present.to(this.history.head().commit) : this.#elsewhere.to(along)
    return this.records.all().flatMap((kept) => {
      if (!onLine.has(kept.beat ?? (hasSeat(kept) ? kept.parent : ''))) return []
      return this.#filled(kept) ?? []
    })
  }

  /** What happened, in a line. */
  #wordsOf({ beat, problem }: ShortTurn): string {
    if (beat === undefined) return problem ?? 'Interrupted.'
    const known = this.#subjects.get(beat) ?? parseBeatMessage(this.history.commit(beat)).beat.subject
    this.#subjects.set(beat, known)
    return known
  }

  /** The turn that made a beat, or the turn of that id, with all that was told and answered; also for the beats before it in the same turn. */
  of(id: string): WholeTurn | undefined {
    const kept = this.records.of(id)
    const record = kept && this.#filled(kept)
    if (!record) return undefined
    const whole = this.records.whole(record)
    const before = whole.context || whole.began === undefined ? [] : this.#before(whole.began, turnId(whole))
    const context = before[0]?.context
    if (!context) return whole
    const earlier = before.map(({ beat, n, exchanges }) => ({ ...(beat === undefined ? {} : { beat }), n, exchanges }))
    return { ...whole, context, earlier }
  }

  /** The turn of that id and those that went on from it, up to another one of them. */
  #before(began: string, end: string): TurnRecord[] {
    const before: TurnRecord[] = []
    for (const kept of this.records.all()) {
      if (!hasSeat(kept)) continue
      const id = turnId(kept)
      if (id === end) break
      if (id === began || kept.began === began) before.push(this.records.whole(kept))
    }
    return before
  }

  /** The turn of somebody that made a beat with that number, the last where there are several; not one that was itself played again. */
  recorded(who: string, n: number): TurnRecord | undefined {
    const kept = this.records
      .all()
      .findLast((one) => hasSeat(one) && one.n === n && one.who === who && one.beat !== undefined && one.seat.agent !== 'replay')
    return kept && hasSeat(kept) ? this.records.whole(kept) : undefined
  }

  /** Turns that led to the present branch, and those broken off on the way, oldest first; each is read whole when it is asked for. */
  led(): { n: number; whole: () => TurnRecord }[] {
    return this.#led().map((record) => ({ n: record.n, whole: () => this.records.whole(record) }))
  }

  /** A turn kept in the old way, filled up with what its commit says; undefined when that commit is gone. */
  #filled(kept: KeptTurn): ShortTurn | undefined {
    if (hasSeat(kept)) return kept
    try {
      const { beat } = parseBeatMessage(this.history.commit(kept.beat))
      const agent = kept.calls[0]?.agent ?? 'offline'
      const ms = kept.calls.reduce((sum, call) => sum + call.ms, 0)
      return { ...kept, parent: beat.parent ?? '', n: beat.n, who: beat.actor, ordinal: 0, seat: { agent }, exchanges: [], ms }
    } catch {
      return undefined
    }
  }

  #asLine(record: ShortTurn, id: string): TurnLine {
    const { beat, parent, n, who, seat, calls, exchanges, usage, ms } = record
    return {
      id,
      ...(beat === undefined ? {} : { beat }),
      parent,
      n,
      who,
      seat,
      words: this.#wordsOf(record),
      calls: calls.length,
      refused: calls.filter((call) => call.problem !== undefined).length,
      exchanges: exchanges.length,
      ...(usage === undefined ? {} : { usage }),
      ms
    }
  }
}
