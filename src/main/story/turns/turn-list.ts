import type { Context, ContextPiece, TurnLine, TurnPage, TurnRecord, WholeTurn } from '../../../shared/table/turns'
import { turnId } from '../../../shared/table/turn-id'
import { lineTo } from '../../campaign/commit-line'
import type { History } from '../../campaign/history'
import { parseBeatMessage } from '../../campaign/beat-message'
import { hasSeat, type KeptTurn, type ShortTurn, type TurnRecords } from './turn-records'

/** The number of turns that are indexed before other work gets a turn. */
const TURNS_PER_SLICE = 50

/** The words of a turn, in lower case: its own, and the numbers of its context's pieces. */
interface Words {
  own: string
  pieces: readonly number[]
}

/**
 * Searches turns: their speech, reasoning, calls and answers, and the story's texts in their contexts (without the frame and the tools, which are
 * the same in every turn). Most context pieces repeat, so each text is stored once. The index is built at the first search.
 */
class TurnSearch {
  readonly #words = new Map<string, Words>()
  readonly #texts: string[] = []
  readonly #places = new Map<string, number>()

  /** Indexes new turns. Other work gets the thread in between. */
  async ready(turns: Iterable<readonly [id: string, turn: ShortTurn]>, textsOf: (turn: ShortTurn) => string[]): Promise<void> {
    let fresh = 0
    for (const [id, turn] of turns) {
      if (this.#words.has(id)) continue
      this.#words.set(id, { own: ownText(turn).toLowerCase(), pieces: textsOf(turn).map((text) => this.#placeOf(text)) })
      if (++fresh % TURNS_PER_SLICE === 0) await new Promise((done) => setImmediate(done))
    }
  }

  /** Returns a function that says whether a turn contains the words, case-insensitively. For a turn that isn't indexed it returns false. */
  finder(words: string): (id: string, subject: string) => boolean {
    const search = words.trim().toLowerCase()
    if (search === '') return () => true
    const cached = new Map<number, boolean>()
    const hasPiece = (piece: number): boolean => {
      const isFound = cached.get(piece) ?? this.#texts[piece]?.includes(search) ?? false
      cached.set(piece, isFound)
      return isFound
    }
    return (id, subject) => {
      const { own = '', pieces = [] } = this.#words.get(id) ?? {}
      return own.includes(search) || subject.toLowerCase().includes(search) || pieces.some(hasPiece)
    }
  }

  #placeOf(text: string): number {
    const cached = this.#places.get(text)
    if (cached !== undefined) return cached
    const place = this.#texts.push(text.toLowerCase()) - 1
    this.#places.set(text, place)
    return place
  }
}

function ownText({ who, calls, exchanges, problem }: ShortTurn): string {
  const uses = calls.map(({ tool, input, result, problem }) => `${tool} ${Object.values(input).join(' ')} ${result ?? ''} ${problem ?? ''}`)
  return [who, problem ?? '', ...uses, ...exchanges.flatMap(({ text, thought }) => [text, thought])].join('\n')
}

/** The commits on the line to a commit, including it. Extending it to a later commit of the same line reads only the new ones. */
class CommitLine {
  #end: string | undefined
  #commits = new Set<string>()

  constructor(private readonly history: History) {}

  to(end: string): ReadonlySet<string> {
    const fresh: string[] = []
    let isLonger = false
    for (const { id } of lineTo(this.history, end)) {
      isLonger = id === this.#end
      if (isLonger) break
      fresh.push(id)
    }
    if (isLonger) for (const one of fresh) this.#commits.add(one)
    else this.#commits = new Set(fresh)
    this.#end = end
    return this.#commits
  }
}

/** Ids of context pieces that hold only what is new in one turn. */
const isSince = ({ id }: ContextPiece): boolean => id.endsWith(':since')

/** The context that a model has in a later turn of a conversation: each piece in its latest version, and the new pieces of that turn alone. */
function mergedContext(first: Context, added: readonly Context[], own: Context | undefined): Context {
  const pieces = new Map(first.pieces.map((piece) => [piece.id, piece]))
  for (const context of added) for (const piece of context.pieces) if (context === own || !isSince(piece)) pieces.set(piece.id, piece)
  const latest = added.at(-1) ?? first
  const all = [...pieces.values()]
  const size = (list: readonly ContextPiece[]): number => list.reduce((sum, { kept, tokens }) => sum + (kept ? tokens : 0), 0)
  return { ...latest, pieces: all, tokens: first.tokens + size(all) - size(first.pieces) }
}

/** A campaign's turns for the inspector: those on the line to the present or to another commit, and those without a beat that began on that line. */
export class TurnList {
  readonly #present: CommitLine
  readonly #elsewhere: CommitLine
  readonly #search = new TurnSearch()
  readonly #subjects = new Map<string, string>()

  constructor(
    private readonly records: TurnRecords,
    private readonly history: History
  ) {
    this.#present = new CommitLine(history)
    this.#elsewhere = new CommitLine(history)
  }

  /**
   * A page of turns, newest first; `before` is the id of the previous page's last turn. `search` finds words case-insensitively. `along`: the commit
   * at which the line ends, by default the present. Throws Problem `not-found` for an unknown commit.
   */
  async page(limit: number, before?: string, search = '', along?: string): Promise<TurnPage> {
    const turns = this.#turnsAlong(along).toReversed()
    if (search.trim() !== '')
      await this.#search.ready(
        turns.map((turn) => [turnId(turn), turn]),
        (turn) => this.records.searchTexts(turn)
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

  /** Turns on the line to the present or to `along`, and those on it that made no beat, oldest first. */
  #turnsAlong(along?: string): ShortTurn[] {
    const onLine = along === undefined ? this.#present.to(this.history.head().commit) : this.#elsewhere.to(along)
    return this.records.all().flatMap((turn) => {
      return !onLine.has(turn.beat ?? (hasSeat(turn) ? turn.parent : '')) ? [] : (this.#filled(turn) ?? [])
    })
  }

  #wordsOf({ beat, problem }: ShortTurn): string {
    if (beat === undefined) return problem ?? 'Interrupted.'
    const known = this.#subjects.get(beat) ?? parseBeatMessage(this.history.commit(beat)).beat.subject
    this.#subjects.set(beat, known)
    return known
  }

  /** The turn with this id, or the one that made the beat with this id. It is complete, including its earlier beats. */
  of(id: string): WholeTurn | undefined {
    const turn = this.records.of(id)
    const record = turn && this.#filled(turn)
    if (!record) return undefined
    const whole = this.records.whole(record)
    const before = whole.began === undefined ? [] : this.#before(whole.began, turnId(whole))
    const first = before[0]?.context
    if (!first) return whole
    const earlier = before.map(({ beat, n, exchanges }) => ({ ...(beat === undefined ? {} : { beat }), n, exchanges }))
    const added = [...before.slice(1).flatMap(({ context }) => (context ? [context] : [])), ...(whole.context ? [whole.context] : [])]
    return { ...whole, context: mergedContext(first, added, whole.context), earlier }
  }

  /** The turn with that id and those that continued its conversation, up to another turn. */
  #before(began: string, end: string): TurnRecord[] {
    const before: TurnRecord[] = []
    for (const turn of this.records.all()) {
      if (!hasSeat(turn)) continue
      const id = turnId(turn)
      if (id === end) break
      if (id === began || turn.began === began) before.push(this.records.whole(turn))
    }
    return before
  }

  /** The last turn of a seat that made a beat with this number and wasn't itself a replay. */
  recorded(who: string, n: number): TurnRecord | undefined {
    const records = this.records
      .all()
      .findLast((one) => hasSeat(one) && one.n === n && one.who === who && one.beat !== undefined && one.seat.agent !== 'replay')
    return records && hasSeat(records) ? this.records.whole(records) : undefined
  }

  /** Turns on the line to the present, and those on it that made no beat, oldest first. Each is read completely only when needed. */
  led(): { n: number; whole: () => TurnRecord }[] {
    return this.#turnsAlong().map((record) => ({ n: record.n, whole: () => this.records.whole(record) }))
  }

  /** A turn of the old format, completed from its commit; undefined if the commit no longer exists. */
  #filled(turn: KeptTurn): ShortTurn | undefined {
    if (hasSeat(turn)) return turn
    try {
      const { beat } = parseBeatMessage(this.history.commit(turn.beat))
      const agent = turn.calls[0]?.agent ?? 'offline'
      const ms = turn.calls.reduce((sum, call) => sum + call.ms, 0)
      return { ...turn, parent: beat.parent ?? '', n: beat.n, who: beat.actor, ordinal: 0, seat: { agent }, exchanges: [], ms }
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
