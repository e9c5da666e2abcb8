import { isPlayed } from '../../../shared/story/beat-kinds'
import type { Mark } from '../../../shared/analysis/chronicle'
import type { TurnLine, TurnPage } from '../../../shared/table/turns'
import { childrenOf, type Beats } from '../../store/beats'
import type { TurnSelection } from './state'

/** Lines of turns, oldest first, merged with a newest page of them; undefined if there is a gap between the two. */
export function withNewest(known: readonly TurnLine[], page: TurnPage): TurnLine[] | undefined {
  const fresh = new Set(page.lines.map(({ id }) => id))
  const from = known.findIndex(({ id }) => fresh.has(id))
  if (from < 0 && page.more && known.length > 0) return undefined
  return [...(from < 0 ? known : known.slice(0, from)), ...page.lines.toReversed()]
}

/** The inspected turn: that of a beat (its commit), one that ended without a beat (its own id), or the one in progress. */
type InspectedTurn = { kind: 'beat' | 'turn'; id: string } | { kind: 'live' }

/** The turn to inspect: the selected one, else the turn in progress if the cursor is at the present, else the turn of the beat at the cursor. */
export function inspectedTurn(at: string, present: boolean, live: boolean, selection: TurnSelection | undefined): InspectedTurn {
  const held = selection?.at === at ? selection : undefined
  if (held?.kind === 'turn') return { kind: 'turn', id: held.id }
  if (live && present && held?.kind !== 'head') return { kind: 'live' }
  return { kind: 'beat', id: at }
}

/** The index of a turn in a list; -1 if it isn't there. The turn in progress comes after the last line. */
export function indexOf(lines: readonly TurnLine[], turn: InspectedTurn): number {
  if (turn.kind === 'live') return lines.length
  return lines.findLastIndex(({ id, beat }) => (turn.kind === 'turn' ? id === turn.id : beat === turn.id))
}

/** The index of the line nearest to a beat that is not in the list: the last one before it; -1 if there is none. */
export const nearest = (lines: readonly TurnLine[], n: number): number => lines.findLastIndex((line) => line.n <= n)

/** The last beat before `n` on a line of history that the same seat made. */
export const previousOf = (line: readonly Mark[], who: string, n: number): Mark | undefined =>
  line.findLast((beat) => beat.n < n && beat.actor === who && isPlayed(beat.kind) && beat.parent !== undefined)

/** Other beats played from the same commit as a beat, on any branch; a reseed in between does not count. */
export function alsoPlayed(beats: Beats, beat: Mark): Mark[] {
  const own = beats.byId.get(beat.parent ?? '')
  const start = own?.action === 'reseed' ? own.parent : beat.parent
  if (start === undefined) return []
  const first = childrenOf(beats, start)
  const next = [...first, ...first.filter(({ action }) => action === 'reseed').flatMap(({ id }) => childrenOf(beats, id))]
  return next.filter((one) => one.id !== beat.id && isPlayed(one.kind) && one.actor === beat.actor && one.action !== 'reseed')
}

/** The known turns, oldest first. */
export interface KnownTurns {
  lines: readonly TurnLine[]
  waiting: boolean
  problem?: string
}

const PAGE_TURNS = 1000
const FIRST_PAGE_TURNS = 60

/** Reads a whole list of turns page by page, and then keeps it up to date with its newest page. */
export class TurnReader {
  #lines: readonly TurnLine[] = []
  #busy = false
  #again = false
  #stopped = false

  readonly #ask: (limit: number, before?: string) => Promise<TurnPage>
  readonly #show: (turns: KnownTurns) => void
  readonly #words: (error: unknown) => string

  /** `ask` fetches a page, `show` is called after every update, and `words` turns an error of `ask` into a sentence. */
  constructor(ask: (limit: number, before?: string) => Promise<TurnPage>, show: (turns: KnownTurns) => void, words: (error: unknown) => string) {
    this.#ask = ask
    this.#show = show
    this.#words = words
  }

  readAll = (): Promise<void> => this.#run(() => this.#all())

  /** Reads new turns. If a read is in progress, it reads once more afterwards. */
  refresh = (): Promise<void> => this.#run(() => this.#newest())

  stop(): void {
    this.#stopped = true
  }

  async #run(read: () => Promise<void>): Promise<void> {
    if (this.#busy) {
      this.#again = true
      return
    }
    this.#busy = true
    try {
      await read()
    } catch (error) {
      this.#tell({ lines: this.#lines, waiting: false, problem: this.#words(error) })
    } finally {
      this.#busy = false
    }
    if (!this.#again || this.#stopped) return
    this.#again = false
    await this.refresh()
  }

  async #all(): Promise<void> {
    let turns: TurnLine[] = []
    for (let more = true; more && !this.#stopped;) {
      const page = await this.#ask(PAGE_TURNS, turns[0]?.id)
      turns = [...page.lines.toReversed(), ...turns]
      more = page.more && page.lines.length > 0
      this.#lines = turns
      this.#tell({ lines: turns, waiting: more })
    }
  }

  async #newest(): Promise<void> {
    const next = withNewest(this.#lines, await this.#ask(FIRST_PAGE_TURNS))
    if (!next) return this.#all()
    this.#lines = next
    this.#tell({ lines: next, waiting: false })
  }

  #tell(turns: KnownTurns): void {
    if (!this.#stopped) this.#show(turns)
  }
}
