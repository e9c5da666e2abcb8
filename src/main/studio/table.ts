import type { Agent } from '../../shared/agents'
import type { StudioEvent, TableStatus } from '../../shared/api'
import type { ActionCall, AgentKind, Beat, LogEntry, ToolCall } from '../../shared/play'
import { Problem, toProblem } from '../../shared/problem'
import type { Seat } from '../../shared/turns'
import { offlineAgent } from '../agents/offline'
import { playBeat } from '../agents/tools'
import type { Write } from '../engine/outcome'
import { DM, party } from '../engine/people'
import type { NewEvent } from './events'
import type { OpenCampaign, Saved } from './open-campaign'
import { PlayedTurn } from './played-turn'
import { seatOf } from './seats'

/**
 * The running table of one open campaign: everything that changes the story passes here, one call at a time, in order.
 * A beat is announced only after its commit.
 */
export class Table {
  #queue: Promise<unknown> = Promise.resolve()
  #running: { stop: AbortController; pace: number; done: Promise<void> } | undefined
  #thinking: string | undefined
  #stopped: string | undefined
  readonly #agents = new Map<AgentKind, Agent>([['offline', offlineAgent()]])

  constructor(
    private readonly campaign: OpenCampaign,
    private readonly announce: (event: NewEvent) => void,
    private readonly readOnly: string | undefined
  ) {}

  get status(): TableStatus {
    const people = [DM, ...party(this.campaign.standing.state)]
    const settings = this.campaign.settings()
    return {
      running: this.#running !== undefined,
      pace: this.#running?.pace ?? 0,
      agents: Object.fromEntries(people.map((who) => [who, seatOf(settings, who).agent])),
      ...(this.#thinking === undefined ? {} : { thinking: this.#thinking }),
      ...(this.#stopped === undefined ? {} : { stopped: this.#stopped })
    }
  }

  /** Runs `work` after everything that was asked before it. */
  inOrder<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work)
    this.#queue = result.catch(() => undefined)
    return result
  }

  /** Plays one call and announces its beat. */
  play(call: ActionCall): Promise<Beat> {
    return this.inOrder(async () => {
      await this.#prepare()
      const saved = this.campaign.record(call)
      this.#tell(saved, [])
      return saved.beat
    })
  }

  /** Lets the agent whose turn it is make one beat. Undefined when nothing is left to play. Throws Problem; what was asked is kept. */
  step(signal: AbortSignal = new AbortController().signal): Promise<Beat | undefined> {
    return this.inOrder(async () => {
      await this.#prepare()
      const turn = new PlayedTurn(this.campaign, this.announce)
      const side = turn.side()
      this.#thinking = side.turn()
      const played = await playBeat(side, async (who) => turn.begin(who, this.#seatOf(who)), signal)
      this.#thinking = undefined
      if (!played) return undefined
      turn.end(played)
      if (turn.saved) this.#tell(turn.saved, played.calls)
      if (played.problem) throw played.problem
      return played.beat
    })
  }

  #seatOf(who: string): { seat: Seat; agent: Agent } {
    const seat = seatOf(this.campaign.settings(), who)
    const agent = this.#agents.get(seat.agent)
    if (!agent)
      throw new Problem('agent-failed', `Nobody of the kind "${seat.agent}" can play here; give ${who} another agent in table.yaml.`, { who })
    return { seat, agent }
  }

  async #prepare(): Promise<void> {
    if (this.readOnly !== undefined) throw new Problem('locked', this.readOnly)
    if (!(await this.campaign.inStep())) this.announce({ kind: 'head' })
  }

  #tell(saved: Saved, toolCalls: ToolCall[]): void {
    this.announce(beatEvent(saved, this.campaign.history.head().branch, toolCalls))
  }

  /** Plays on by itself, `pace` ms between beats, until paused, the session is over, or a problem stops it. */
  autoplay(pace: number): TableStatus {
    if (this.#running) this.#running.pace = pace
    else {
      const stop = new AbortController()
      this.#stopped = undefined
      const running = { stop, pace, done: Promise.resolve() }
      this.#running = running
      running.done = this.#run(running)
    }
    this.announce({ kind: 'table', table: this.status })
    return this.status
  }

  async #run(running: { stop: AbortController; pace: number }): Promise<void> {
    const { signal } = running.stop
    try {
      while (!signal.aborted) {
        const beat = await this.step(signal)
        if (!beat || this.campaign.standing.state.next.phase === 'done') {
          this.#stopped = beat ? 'The session is over. Play on to begin the next one.' : 'Nobody is left to play; continue from an earlier beat.'
          break
        }
        await pause(running.pace, signal)
      }
    } catch (thrown) {
      const problem = toProblem(thrown)
      this.#stopped = problem.message
      this.announce({ kind: 'problem', problem: problem.toJSON() })
      if (problem.code === 'dirty') this.announce({ kind: 'edits', edits: this.campaign.edits() })
    }
    this.#running = undefined
    this.#thinking = undefined
    this.announce({ kind: 'table', table: this.status })
  }

  /** Stops after the beat that is being made, and waits for it. */
  async pause(): Promise<TableStatus> {
    const running = this.#running
    running?.stop.abort()
    await running?.done
    return this.status
  }
}

/** Waits, or returns at once when told to stop. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}

/** The event that tells a saved beat to every window. */
export function beatEvent(saved: Saved, branch: string, toolCalls: ToolCall[]): NewEvent & { kind: 'beat' } {
  const { changes, writes } = saved.outcome
  const n = saved.beat.n
  const of = <K extends Write['kind']>(kind: K): Extract<Write, { kind: K }>[] =>
    writes.filter((w): w is Extract<Write, { kind: K }> => w.kind === kind)
  const log: LogEntry[] = of('log').map((write) => write.entry)
  const talk = of('private').map(({ player, by, text }) => ({ player, by, text, beat: n }))
  return { kind: 'beat', beat: saved.beat, branch, changes, log, private: talk, toolCalls } satisfies Omit<
    Extract<StudioEvent, { kind: 'beat' }>,
    'epoch' | 'seq'
  >
}
