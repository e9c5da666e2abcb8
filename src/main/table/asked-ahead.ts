import type { Seat } from '../../shared/table/turns'
import { askAhead, resultOf, type AskedTurn } from '../agents/agent-turn'
import type { SeatedAgent } from '../agents/turn-host'
import type { OpenCampaign } from '../story/open-campaign'
import type { TableTurn } from './table-turn'

/** One seat that is asked before its turn comes. */
interface Ahead {
  who: string
  seat: Seat
  /** The call that the answer is for, by its number in `next.called`. */
  called: number
  commit: string
  turn: TableTurn
  asked: AskedTurn
  stop: AbortController
  state: 'asked' | 'answered' | 'failed'
}

/**
 * Asks players who are called on together at the same time. Their answers wait here and are played in party order. If the turn for an answer never
 * comes, the answer is recorded without a beat, because it has been paid for.
 */
export class AskedAhead {
  readonly #ahead = new Map<string, Ahead>()

  /** `changed`: called when a seat is asked or has answered. */
  constructor(
    private readonly campaign: OpenCampaign,
    private readonly changed: () => void
  ) {}

  /** The seats that are asked and haven't answered yet. */
  get thinking(): string[] {
    return [...this.#ahead.values()].flatMap(({ who, state }) => (state === 'asked' ? [who] : []))
  }

  has(who: string): boolean {
    return this.#ahead.has(who)
  }

  /** The exchanges that aren't recorded yet, except those of `turn`. */
  exchangesBeside(turn: TableTurn): TableTurn['exchanges'] {
    return [...this.#ahead.values()].flatMap((one) => (one.turn === turn ? [] : one.turn.exchanges))
  }

  ask(who: string, seated: Omit<SeatedAgent, 'id'>, turn: TableTurn): void {
    const { commit, state } = this.campaign.snapshot
    const { called } = state.next
    if (called === undefined) return
    const stop = new AbortController()
    const begun = turn.beginAhead(who, seated)
    const asked = askAhead(turn.host(), who, begun, stop.signal)
    const ahead: Ahead = { who, seat: seated.seat, called, commit: commit.id, turn, asked, stop, state: 'asked' }
    this.#ahead.set(who, ahead)
    void asked.answered.then((problem) => {
      ahead.state = problem || stop.signal.aborted ? 'failed' : 'answered'
      this.changed()
    })
  }

  /**
   * Waits for the answer of a seat that was asked ahead with the same settings. Undefined if it wasn't asked, or if `signal` is aborted. Drops the
   * request if it is for another call.
   */
  async take(who: string, seat: Seat, signal: AbortSignal): Promise<Pick<Ahead, 'turn' | 'asked'> | undefined> {
    const ahead = this.#ahead.get(who)
    if (!ahead) return undefined
    if (!this.#fits(ahead) || JSON.stringify(ahead.seat) !== JSON.stringify(seat)) {
      await this.#drop(ahead)
      return undefined
    }
    const stop = (): void => ahead.stop.abort()
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    await ahead.asked.answered
    if (ahead.stop.signal.aborted) {
      await this.#drop(ahead)
      return undefined
    }
    this.#ahead.delete(who)
    ahead.turn.beginNow()
    return ahead
  }

  /** Drops requests for calls that are over. */
  prune(): Promise<void> {
    return this.#dropThose((ahead) => !this.#fits(ahead))
  }

  /** Cancels and drops requests without an answer, and drops failed ones. Keeps the answers. */
  async stop(): Promise<void> {
    for (const { stop, state } of this.#ahead.values()) if (state === 'asked') stop.abort()
    await Promise.all([...this.#ahead.values()].map(({ asked }) => asked.answered))
    await this.dropFailed()
  }

  /** Drops failed requests, so that they are sent again when play resumes. */
  dropFailed(): Promise<void> {
    return this.#dropThose(({ state, stop }) => state === 'failed' || stop.signal.aborted)
  }

  /** Stops and records everything. */
  async close(): Promise<void> {
    await this.stop()
    await this.#dropThose(() => true)
  }

  /** Whether the turn of a request can still come: the call is the same, and only played beats have followed. */
  #fits({ who, called, commit }: Ahead): boolean {
    const { next } = this.campaign.snapshot.state
    const isDue = next.called === called && (next.actor === who || next.waiting.includes(who) || next.answering === who)
    return isDue && this.campaign.follows(commit)
  }

  async #dropThose(which: (ahead: Ahead) => boolean): Promise<void> {
    await Promise.all([...this.#ahead.values()].filter(which).map((ahead) => this.#drop(ahead)))
  }

  /** Records a request as a turn without a beat. */
  async #drop({ who, asked, turn, stop }: Ahead): Promise<void> {
    this.#ahead.delete(who)
    stop.abort()
    const problem = await asked.answered
    turn.end(resultOf(asked.turn, who, asked.ms, problem))
  }
}
