import type { Agent } from '../../shared/table/agents'
import type { TableStatus, NewEvent } from '../../shared/table/present'
import type { ClientAnswer, ClientUse } from '../../shared/table/clients'
import { type ActionCall, type Beat, isConversational, type ToolCall } from '../../shared/story/play'
import { Problem, toProblem } from '../../shared/base/problem'
import type { Skill } from '../../shared/table/skills'
import type { Seat } from '../../shared/table/turns'
import { playAgentTurn } from '../agents/play-turn'
import type { SeatedAgent, TurnResult } from '../agents/turn-host'
import { DM, party } from '../engine/people'
import type { Agents } from './agents'
import { playDesigner } from '../story/turns/recordings'
import { AskedAhead } from './asked-ahead'
import { Autoplay } from './autoplay'
import { ClientTurns } from './client-turns'
import { Hands, NOBODY, type TakeoverLength, Seating } from './seating'
import type { OpenCampaign } from '../story/open-campaign'
import { TableTurn, beatEvent, deciderNow, type LookupAllowance } from './table-turn'
import type { SeatsGiven } from './seats'
import { stallAt } from './stalls'
import { answerBefore, seatName, waitsForClient, whyNotAct, whyOver } from './waiting-words'

/** The overrides of a rerun. */
export interface RerunOverrides {
  seat?: Seat | undefined
  /** Uses a new agent that remembers nothing of this turn. */
  fresh?: boolean
  /** An agent that plays the turn instead of the seat's own, with a plan. */
  agent?: Agent | undefined
  /** Added at the end of the frame. */
  instruction?: string | undefined
}

/** The options of a table besides its campaign. */
export interface TableOptions {
  announce: (event: NewEvent) => void
  /** Why this process can't write, as a sentence; undefined if it can. */
  readOnly: string | undefined
  agents: Agents
  /** The external skills that this machine may run. */
  tools?: () => Promise<readonly Skill[]>
  /** Seats for this run alone. */
  seats?: SeatsGiven | undefined
}

/** The running table of an open campaign. Every change of the story passes here, one call at a time. A beat is announced after its commit. */
export class Table {
  #queue: Promise<unknown> = Promise.resolve()
  /** Single steps that are playing or waiting. */
  readonly #steps = new Set<AbortController>()
  #thinking: string | undefined
  /** Why play has stopped. `at`: the only commit at which that is so. */
  #stopped: { words: string; at?: string } | undefined
  /** Why the table paused after the last beat: its seat passes repeatedly for the same reason. */
  stalled: Problem | undefined
  #lastStatus = ''
  readonly hands: Hands
  readonly #ahead: AskedAhead
  readonly seating: Seating
  readonly #clients: ClientTurns
  readonly #autoplay: Autoplay
  /** True if the last turn made no beat. When play resumes, every seat without an answer is asked again. */
  #wasStopped = false
  readonly #listeners = new Set<(event: NewEvent) => void>()
  /** The external skills that plans can use, read before each turn. */
  #tools: readonly Skill[] = []
  /** The part of the cold tier that the last turn didn't use. */
  #room: LookupAllowance | undefined

  constructor(
    private readonly campaign: OpenCampaign,
    private readonly options: TableOptions
  ) {
    this.hands = new Hands(() => campaign.snapshot, options.seats)
    this.seating = new Seating(campaign, options.agents, options.seats)
    this.#ahead = new AskedAhead(campaign, () => {
      this.tell()
      this.#endFailed()
    })
    this.#clients = new ClientTurns(
      campaign,
      () => this.#newTurn(),
      (turn, { who, calls }) => this.#recordTurn(turn, who, calls)
    )
    this.#autoplay = new Autoplay({
      play: (signal) => this.inOrder(() => this.playTurn(signal, {}, Number.POSITIVE_INFINITY)),
      isStalled: () => this.stalled !== undefined,
      isOutside: () => this.#outside !== undefined,
      isOver: () => campaign.snapshot.state.next.phase === 'done',
      over: (played) => (this.#stopped = { words: whyOver(campaign.snapshot.state, played), at: campaign.snapshot.commit.id }),
      failed: (thrown) => this.#failed(toProblem(thrown)),
      ended: () => {
        this.tell()
        this.#endFailed()
      }
    })
    this.#lastStatus = JSON.stringify(this.status)
  }

  readonly #announce = (event: NewEvent): void => {
    this.options.announce(event)
    for (const listener of this.#listeners) listener(event)
  }

  /** Subscribes to the events of this table. Returns a function that unsubscribes. */
  listen(listener: (event: NewEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get status(): TableStatus {
    const { commit, state } = this.campaign.snapshot
    const settings = this.campaign.snapshot.settings()
    const people = [DM, ...party(state)]
    const { waiting, client } = this.hands
    const thinking = people.filter((who) => who === this.#thinking || this.#ahead.thinking.includes(who))
    return {
      running: this.#autoplay.pace !== undefined,
      pace: this.#autoplay.pace ?? 0,
      agents: Object.fromEntries(people.map((who) => [who, this.hands.agentOf(who)])),
      hands: this.hands.of(people),
      usage: this.campaign.turns.ledger(),
      ...(settings.cost_cap === undefined ? {} : { cap: settings.cost_cap }),
      ...(settings.judge === undefined ? {} : { judge: settings.judge }),
      ...(waiting === undefined ? {} : { waiting }),
      ...(client === undefined || this.#autoplay.pace === undefined ? {} : { awaits: client }),
      ...(thinking.length === 0 ? {} : { thinking }),
      ...(this.#stopped && (this.#stopped.at ?? commit.id) === commit.id ? { stopped: this.#stopped.words } : {})
    }
  }

  /** Whether no step is playing or waiting. */
  get isResting(): boolean {
    return this.#autoplay.pace === undefined && this.#steps.size === 0 && this.#ahead.thinking.length === 0
  }

  /** The seat whose turn it is, if its calls come from outside of the table. */
  get #outside(): string | undefined {
    return this.hands.waiting ?? this.hands.client
  }

  /** Why the MCP client of a seat has to wait, in words; undefined if it may act. */
  whyWait(who: string): string | undefined {
    return whyNotAct(this.campaign.snapshot, who, {
      isClient: this.hands.agentOf(who) === 'mcp',
      isTaken: this.hands.isTaken(who),
      table: this.status
    })
  }

  /** The MCP client of a seat uses a tool. An answer that isn't `ok` says what to do instead. Throws Problem for other failures. */
  async act(who: string, use: ClientUse): Promise<ClientAnswer> {
    const answerNow = (): ClientAnswer | undefined => {
      const why = this.whyWait(who)
      return answerBefore(this.campaign, who, use) ?? (why === undefined ? undefined : { ok: false, text: why })
    }
    return (
      answerNow() ??
      this.stoppable(async (signal) => {
        await this.#prepare()
        this.#tools = await this.skills()
        const answer = answerNow() ?? (await this.#clients.use(who, use, signal))
        if (answer.beat !== undefined) this.#autoplay.wake()
        return answer
      })
    )
  }

  /** The external skills that the DM's plans may use; none if the DM doesn't plan. */
  async skills(): Promise<readonly Skill[]> {
    return this.seating.usesTools() ? ((await this.options.tools?.()) ?? []) : []
  }

  /** Runs `work` after all earlier requests. */
  inOrder<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work)
    this.#queue = result.catch(() => undefined)
    return result
  }

  /** Plays one call and announces its beat. If it is the caller's turn, the call is recorded as a manual turn. */
  play(call: ActionCall): Promise<Beat> {
    return this.inOrder(async () => {
      await this.#prepare()
      const turn = new TableTurn(this.campaign, this.#announce)
      const isOwnTurn = call.kind === 'play' && call.actor === deciderNow(this.campaign.snapshot)
      if (isOwnTurn) turn.begin(call.actor, { seat: { agent: 'hand' }, agent: NOBODY })
      const started = performance.now()
      const { beat, answer } = await turn.host().play(call)
      const ms = Math.round((performance.now() - started) * 100) / 100
      const { action: tool, actor: by, params: input, as } = call
      const used: ToolCall = { tool, by, agent: 'hand', input, ...(as === undefined ? {} : { as }), result: answer, beat: beat.id, ms }
      if (isOwnTurn) turn.end({ who: by, beat, calls: [used], exchanges: [], ms })
      this.#recordTurn(turn, by, [used])
      this.#autoplay.wake()
      return beat
    })
  }

  /** Takes over a seat for the designer, for one turn or until it is given back; or gives it back. */
  take(who: string, how: TakeoverLength | 'off'): TableStatus {
    this.hands.take(who, how)
    this.#autoplay.wake()
    this.tell()
    return this.status
  }

  /**
   * Lets the agent whose turn it is make one beat. Undefined if nothing is left to play, if it is a manual seat's turn, or if the table was paused.
   * Throws Problem after recording the exchanges. `ahead`: how many more of the players who were called on together may be asked now, because their
   * turns will be played too.
   */
  step(ahead = 0): Promise<Beat | undefined> {
    return this.stoppable((signal) => {
      const { client } = this.hands
      if (client !== undefined) throw waitsForClient(this.campaign.snapshot.state, client)
      return this.playTurn(signal, {}, ahead)
    })
  }

  /** Runs `work`, which calls agents, after all earlier requests. `pause` cancels it. */
  async stoppable<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const stop = new AbortController()
    this.#steps.add(stop)
    try {
      return await this.inOrder(() => work(stop.signal))
    } finally {
      this.#steps.delete(stop)
      this.#endFailed()
    }
  }

  /** Plays one turn. Call it only from work that is already in the queue. `again`: the overrides of a rerun. */
  async playTurn(signal: AbortSignal, again: RerunOverrides = {}, ahead = 0): Promise<Beat | undefined> {
    await this.#prepare()
    if (this.#wasStopped) await this.#ahead.dropFailed()
    this.#wasStopped = false
    await this.#ahead.prune()
    this.#stopped = this.stalled = undefined
    if (signal.aborted || (this.#outside !== undefined && !again.seat)) {
      this.tell()
      return undefined
    }
    if (!again.seat) {
      const beat = await this.#replayDesigner()
      if (beat) return beat
    }
    this.#tools = again.agent || this.seating.usesTools(again.seat) ? ((await this.options.tools?.()) ?? []) : []
    const { turn, asked } = (await this.#takeAhead(signal, again)) ?? { turn: this.#newTurn(again) }
    if (!signal.aborted) await this.#askOthers(ahead)
    let played: TurnResult | undefined
    try {
      played = await playAgentTurn(turn.host(), async (who) => turn.begin(who, await this.#seated(who, again)), signal, asked)
    } finally {
      this.#thinking = undefined
    }
    if (!played) return undefined
    turn.end(played)
    this.#room = turn.room
    this.#recordTurn(turn, played.who, played.calls)
    const failing = played.beat && this.seating.played(played)
    if (failing) this.#announce({ kind: 'problem', problem: failing.toJSON() })
    if (played.beat) this.#ahead.hasActed(played.who)
    this.#wasStopped = played.beat === undefined
    if (played.problem) throw played.problem
    if (played.beat) this.#checkStall(played.beat)
    return played.beat
  }

  #newTurn({ instruction, agent }: RerunOverrides = {}): TableTurn {
    return new TableTurn(this.campaign, this.#announce, {
      instruction,
      room: this.#room,
      unplayed: (who) => this.#ahead.unplayed(who),
      snapshotAfter: (beat) => this.campaign.snapshotAfter(beat),
      tools: () => this.#tools,
      onSkill: (saved) => this.#announce(beatEvent(saved, this.campaign.history.head().branch, [])),
      isPlanned: agent !== undefined
    })
  }

  /** The turn of the current seat, once its agent has answered. Undefined if it wasn't asked ahead. */
  async #takeAhead(signal: AbortSignal, again: RerunOverrides): ReturnType<AskedAhead['take']> {
    const who = deciderNow(this.campaign.snapshot)
    if (who === undefined || again.seat || again.fresh || !this.#ahead.has(who)) return undefined
    return this.#ahead.take(who, this.seating.of(who), signal)
  }

  /** Asks the models of up to `most` players whose turns come next, if they were called on together. */
  async #askOthers(most: number): Promise<void> {
    const { phase, called, waiting } = this.campaign.snapshot.state.next
    if (phase !== 'player' || called === undefined) return
    for (const who of waiting.slice(0, most)) {
      const seat = this.seating.of(who)
      if (!isConversational(seat.agent) || this.hands.isTaken(who) || this.#ahead.isAsked(who)) continue
      const seated = await this.seating.at(who, seat)
      if (seated.notAsked === undefined) await this.#ahead.ask(who, seated, this.#newTurn())
    }
    this.tell()
  }

  /** Pauses if a seat passes repeatedly for the same reason, and announces why. */
  #checkStall({ id }: Beat): void {
    const { turns, history, snapshot } = this.campaign
    this.stalled = stallAt(turns, history, id, (who) => seatName(snapshot.state, who))
    if (!this.stalled) return
    this.#failed(this.stalled)
    this.tell()
  }

  /** In a replay: plays the designer's recorded action if the next beat has one. */
  async #replayDesigner(): Promise<Beat | undefined> {
    const { campaign } = this
    const who = deciderNow(campaign.snapshot)
    if (who === undefined || this.hands.agentOf(who) !== 'replay') return undefined
    const recorded = campaign.recordings.ofDesigner(campaign.snapshot.state.next.beat + 1)
    if (!recorded) return undefined
    const { beat } = await playDesigner(campaign, recorded)
    this.#announce({ kind: 'head' })
    this.tell()
    return beat
  }

  async #seated(who: string, again: RerunOverrides): Promise<Omit<SeatedAgent, 'id'>> {
    const seat = this.seating.of(who, again.seat)
    if (again.agent) return { seat, agent: again.agent }
    this.#thinking = who
    if (isConversational(seat.agent)) this.tell()
    return this.seating.at(who, seat, again.fresh)
  }

  async #prepare(): Promise<void> {
    if (this.options.readOnly !== undefined) throw new Problem('locked', this.options.readOnly)
    this.campaign.history.checkCanSave()
    if (!(await this.campaign.inStep())) this.#announce({ kind: 'head' })
  }

  /** Announces a saved beat, and the table's state if it has changed. */
  #recordTurn({ saved, isAnnounced }: TableTurn, who: string, calls: ToolCall[]): void {
    if (!saved) return this.tell()
    if (!isAnnounced) this.#announce(beatEvent(saved, this.campaign.history.head().branch, calls))
    this.hands.played(who, deciderNow(this.campaign.snapshot))
    this.tell()
  }

  /** Announces the table's state if it differs from the last announcement. */
  tell(): void {
    const { status } = this
    const words = JSON.stringify(status)
    if (words === this.#lastStatus) return
    this.#lastStatus = words
    this.#announce({ kind: 'table', table: status })
  }

  /** Autoplay: a beat every `pace` ms until it is paused, the session is over or a problem stops it. It waits for manual turns. */
  autoplay(pace: number): TableStatus {
    this.#autoplay.start(pace, () => {
      this.#stopped = undefined
      this.seating.resume()
    })
    this.tell()
    return this.status
  }

  #failed(problem: Problem): void {
    this.#stopped = { words: problem.message }
    this.#announce({ kind: 'problem', problem: problem.toJSON() })
    if (problem.code === 'dirty') this.#announce({ kind: 'edits', edits: this.campaign.external.list() })
  }

  /** When the table rests, ends the turns of the requests that have failed. They are sent again when play resumes. */
  #endFailed(): void {
    if (this.isResting) void this.inOrder(() => this.#ahead.dropFailed())
  }

  /** Stops at once: cancels the request to an agent, and waits for a beat that is being saved. */
  async pause(): Promise<TableStatus> {
    const played = this.#autoplay.stop()
    for (const stop of this.#steps) stop.abort()
    await this.#ahead.stop()
    await played
    await this.#queue
    await this.#ahead.stop()
    this.tell()
    return this.status
  }

  /** Stops permanently, before the campaign is closed. */
  async close(): Promise<void> {
    await this.pause()
    await this.#ahead.close()
  }
}
