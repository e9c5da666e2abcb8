import type { Seat } from '../../shared/turns'
import { askAhead, resultOf, type AskedTurn } from '../agents/agent-turn'
import type { SeatedAgent } from '../agents/turn-host'
import type { OpenCampaign } from '../story/open-campaign'
import type { TableTurn } from './table-turn'

/** One seat that was asked before its turn came. */
interface Ahead {
  who: string
  seat: Seat
  /** The call that it answers, as `next.called` numbers it. */
  called: number
  commit: string
  turn: TableTurn
  asked: AskedTurn
  stop: AbortController
  state: 'asked' | 'answered' | 'failed'
}

/**
 * Players who were called on together are asked at the same time. Their answers wait here and are played in party order, each when its turn
 * comes; one that its turn never reaches is recorded without a beat, because it was paid for.
 */
export class AskedAhead {
  readonly #ahead = new Map<string, Ahead>()

  /** `changed`: somebody was asked or has answered. */
  constructor(
    private readonly campaign: OpenCampaign,
    private readonly changed: () => void
  ) {}

  /** Who has been asked and has not answered yet. */
  get thinking(): string[] {
    return [...this.#ahead.values()].flatMap(({ who, state }) => (state === 'asked' ? [who] : []))
  }

  has(who: string): boolean {
    return this.#ahead.has(who)
  }

  /** The exchanges of all turns but one that are not recorded yet. */
  exchangesBeside(turn: TableTurn): TableTurn['exchanges'] {
    return [...this.#ahead.values()].flatMap((one) => (one.turn === turn ? [] : one.turn.exchanges))
  }

  /** Asks the agent of a seat now. */
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
   * The turn of a seat that was asked for this turn with this agent, once the answer is there; undefined if it wasn't, or told to stop.
   * What was asked for another moment is dropped.
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

  /** Drops what was asked for a moment that is over. */
  prune(): Promise<void> {
    return this.#dropThose((ahead) => !this.#fits(ahead))
  }

  /** Stops those who have not answered yet, and drops them with those who failed. Answers that are there are kept. */
  async stop(): Promise<void> {
    for (const { stop, state } of this.#ahead.values()) if (state === 'asked') stop.abort()
    await Promise.all([...this.#ahead.values()].map(({ asked }) => asked.answered))
    await this.dropFailed()
  }

  /** Drops those who failed: whoever plays on asks them again. */
  dropFailed(): Promise<void> {
    return this.#dropThose(({ state, stop }) => state === 'failed' || stop.signal.aborted)
  }

  /** Stops and records everything. */
  async close(): Promise<void> {
    await this.stop()
    await this.#dropThose(() => true)
  }

  /** Whether the turn that was asked for can still come: the same call, and nothing but play since. */
  #fits({ who, called, commit }: Ahead): boolean {
    const { next } = this.campaign.snapshot.state
    const isDue = next.called === called && (next.actor === who || next.waiting.includes(who) || next.answering === who)
    return isDue && this.campaign.follows(commit)
  }

  async #dropThose(which: (ahead: Ahead) => boolean): Promise<void> {
    await Promise.all([...this.#ahead.values()].filter(which).map((ahead) => this.#drop(ahead)))
  }

  /** Keeps what was asked as a turn without a beat. */
  async #drop({ who, asked, turn, stop }: Ahead): Promise<void> {
    this.#ahead.delete(who)
    stop.abort()
    const problem = await asked.answered
    turn.end(resultOf(asked.turn, who, asked.ms, problem))
  }
}
