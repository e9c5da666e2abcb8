import type { LatestReply } from '../../shared/table/agents'
import type { Seat } from '../../shared/table/turns'
import type { GameState } from '../../shared/story/state'
import { askAhead, resultOf, type AskedTurn } from '../agents/play-turn'
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
  /** The session and scene in which it was asked. */
  scene: string
  turn: TableTurn
  asked: AskedTurn
  stop: AbortController
  state: 'asked' | 'answered' | 'failed'
}

/**
 * Asks players who are called on together at the same time. Their answers wait here and are played in party order. An answer that a fight or a choice has
 * overtaken waits for the seat's next turn in the scene, in which the seat reads why it wasn't played and is asked again. If the scene ends first, the
 * answer is recorded without a beat and with the reason, because it has been paid for, and the seat reads both in its next turn.
 */
export class AskedAhead {
  readonly #ahead = new Map<string, Ahead>()
  /** The last answer of each seat that wasn't played, until the seat acts. */
  readonly #unplayed = new Map<string, { commit: string; reply: LatestReply }>()

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

  /** Whether a seat has been asked for the present call. */
  isAsked(who: string): boolean {
    const ahead = this.#ahead.get(who)
    return ahead !== undefined && this.#whyNotNow(ahead) === undefined
  }

  /** A seat's last answer that wasn't played, with the reason; undefined if the seat has acted since, or if the story was changed. */
  unplayed(who: string): LatestReply | undefined {
    const { commit, reply } = this.#unplayed.get(who) ?? {}
    return commit !== undefined && this.campaign.follows(commit) ? reply : undefined
  }

  hasActed(who: string): void {
    this.#unplayed.delete(who)
  }

  async ask(who: string, seated: Omit<SeatedAgent, 'id'>, turn: TableTurn): Promise<void> {
    const { commit, state } = this.campaign.snapshot
    const { called } = state.next
    if (called === undefined) return
    const earlier = this.#ahead.get(who)
    if (earlier) await this.#drop(earlier)
    const stop = new AbortController()
    const begun = turn.beginAhead(who, seated)
    const asked = askAhead(turn.host(), who, begun, stop.signal)
    const ahead: Ahead = { who, seat: seated.seat, called, commit: commit.id, scene: sceneOf(state), turn, asked, stop, state: 'asked' }
    this.#ahead.set(who, ahead)
    void asked.answered.then((problem) => {
      ahead.state = problem || stop.signal.aborted ? 'failed' : 'answered'
      this.changed()
    })
  }

  /** Waits for a seat's answer asked ahead with these settings. Undefined if not asked, if it is of no use any more, or if `signal` aborts. */
  async take(who: string, seat: Seat, signal: AbortSignal): Promise<Pick<Ahead, 'turn' | 'asked'> | undefined> {
    const ahead = this.#ahead.get(who)
    if (!ahead) return undefined
    const overtaken = this.#whyNotNow(ahead)
    if (!this.#isKept(ahead) || JSON.stringify(ahead.seat) !== JSON.stringify(seat)) {
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
    return { turn: ahead.turn, asked: { ...ahead.asked, ...(overtaken === undefined ? {} : { overtaken }) } }
  }

  /** Drops requests whose answer nobody will need. */
  prune(): Promise<void> {
    return this.#dropThose((ahead) => !this.#isKept(ahead))
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

  /** Why the answer of a seat can't be played in its turn, in a sentence; undefined if the call that it answers still stands. */
  #whyNotNow({ who, called, commit, scene }: Ahead): string | undefined {
    const { state } = this.campaign.snapshot
    const { next } = state
    if (!this.campaign.follows(commit)) return 'The story was changed before its turn came.'
    if (sceneOf(state) !== scene) return 'The scene ended before its turn came.'
    if (next.called === called && (next.actor === who || next.waiting.includes(who) || next.answering === who)) return undefined
    return state.combat ? 'A fight began before its turn came.' : 'Something else happened before its turn came.'
  }

  /** Whether an answer will be played, or will be asked for again in a later turn of the scene. */
  #isKept(ahead: Ahead): boolean {
    if (this.#whyNotNow(ahead) === undefined) return true
    const { commit, scene, state } = ahead
    return state === 'answered' && sceneOf(this.campaign.snapshot.state) === scene && this.campaign.follows(commit)
  }

  async #dropThose(which: (ahead: Ahead) => boolean): Promise<void> {
    await Promise.all([...this.#ahead.values()].filter(which).map((ahead) => this.#drop(ahead)))
  }

  /** Records a request as a turn without a beat, with the reason. */
  async #drop(ahead: Ahead): Promise<void> {
    const { who, asked, turn, stop } = ahead
    const why = this.#whyNotNow(ahead)
    if (this.#ahead.get(who) === ahead) this.#ahead.delete(who)
    stop.abort()
    const problem = await asked.answered
    const uses = asked.turn.exchanges.at(-1)?.uses
    if (why !== undefined && !problem && uses) this.#unplayed.set(who, { commit: ahead.commit, reply: { uses, calls: [], unplayed: why } })
    turn.end(resultOf(asked.turn, who, asked.ms, problem), why)
  }
}

const sceneOf = ({ next: { session, scene } }: GameState): string => `${session}/${scene}`
