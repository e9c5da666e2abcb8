import type { ToolAnswer, ToolUse, Turn, View, Agent, LatestReply, LiveNews } from '../../shared/agents'
import type { Offer } from '../../shared/game'
import type { ActionCall, Beat, ToolCall } from '../../shared/play'
import { Problem, toProblem } from '../../shared/problem'
import type { Context, Exchange, Reason, Seat, TurnRecord } from '../../shared/turns'
import { GIVEN_UP } from '../engine/verbs'
import { defusedLine } from './context/fence'

/** What the table needs of an open campaign: fresh views and offers, looks, and the one verb that changes the story. */
export interface TurnHost {
  /** Who decides next; undefined when nothing can be played on. */
  decider(): string | undefined
  view(who: string): View
  offers(who: string): Offer[]
  /** Everything the seat is told now. */
  context(who: string): Context
  /** Answers a tool that only looks (recall, get_location, get_exits). */
  look(who: string, use: ToolUse): string
  /** Hears that nothing is told anew, because the turn goes on from another one. */
  continuesFrom(from: string): void
  /** `decides`: the call rolled dice or changed the world. */
  play(call: ActionCall): Promise<{ beat: Beat; answer: string; decides?: boolean }>
  /** The last recorded reply of a model at that seat. */
  latestReply(who: string): LatestReply | undefined
  chance(who: string, stream: 'policy' | 'voice'): () => number
  /** Throws Problem when nothing may be asked that costs something. */
  checkBudget(seat: Seat): void
  /** Hears of every exchange at once, so that what was spent is known before the turn is over. */
  onExchange(exchange: Exchange): void
  report(news: LiveNews): void
  /** Milliseconds, for how long a tool took; never enters the story. */
  clock(): number
}

/** Who sits where a turn is played, and the name of that turn. */
export interface SeatedAgent {
  id: string
  seat: Seat
  agent: Agent
}

/** A turn as far as it came: the beat it made, or why it made none. */
export interface TurnResult extends Pick<TurnRecord, 'who' | 'context' | 'began' | 'exchanges' | 'reasons' | 'calls' | 'ms'> {
  beat?: Beat
  problem?: Problem
}

/** Looks that one turn may take before it is told to act. */
const MAX_LOOKS = 12

/** A turn being played: counts beats and looks, and keeps every call and exchange for the inspector. */
class AgentTurn implements Turn {
  readonly calls: ToolCall[] = []
  readonly exchanges: Exchange[] = []
  readonly reasons: Reason[] = []
  beat: Beat | undefined
  givenContext: Context | undefined
  began: string | undefined
  #looks = 0
  #over = false

  constructor(
    private readonly side: TurnHost,
    private readonly who: string,
    private readonly seated: SeatedAgent,
    readonly signal: Turn['signal']
  ) {}

  get id(): string {
    return this.seated.id
  }
  get seat(): Seat {
    return this.seated.seat
  }
  get view(): View {
    return this.side.view(this.who)
  }
  get offers(): readonly Offer[] {
    return this.#over ? [] : this.side.offers(this.who)
  }
  context(): Context {
    return (this.givenContext ??= this.side.context(this.who))
  }
  continuesFrom(from: string): void {
    this.began = from
    this.side.continuesFrom(from)
  }
  latestReply(): LatestReply | undefined {
    const last = this.exchanges.at(-1)
    if (last) return { uses: last.uses, calls: this.calls }
    const before = this.side.latestReply(this.who)
    return before && { ...before, calls: [...before.calls, ...this.calls] }
  }
  chance(stream: 'policy' | 'voice'): () => number {
    return this.side.chance(this.who, stream)
  }
  checkBudget(): void {
    this.side.checkBudget(this.seat)
  }
  addExchange(exchange: Exchange): void {
    this.exchanges.push(exchange)
    this.side.onExchange(exchange)
    this.report({ at: 'exchange', usage: exchange.usage, stop: exchange.stop })
  }
  addReasons(reasons: readonly Reason[]): void {
    this.reasons.push(...reasons)
  }
  report(news: LiveNews): void {
    this.side.report(news)
  }

  use(use: ToolUse): Promise<ToolAnswer> {
    // Only the table gives somebody up; a recording repeats what the table did.
    const { [GIVEN_UP]: _, ...input } = use.input
    return this.#timed(this.seat.agent === 'replay' ? use : { ...use, input })
  }

  /** Ends the turn by a verb, and the beat says that nothing usable was said. */
  async giveUp(way: ToolUse): Promise<void> {
    await this.#timed({ ...way, input: { ...way.input, [GIVEN_UP]: true } })
  }

  async #timed(use: ToolUse): Promise<ToolAnswer> {
    const started = this.side.clock()
    const through = use.as === undefined ? {} : { as: use.as }
    const call: ToolCall = { tool: use.tool, by: this.who, agent: this.seat.agent, input: use.input, ...through, ms: 0 }
    const answer = await this.#run(use, call)
    call.ms = Math.round((this.side.clock() - started) * 100) / 100
    if (answer.ok) call.result = answer.text
    else {
      call.problem = answer.text
      const place = this.#over ? undefined : this.view.place?.id
      if (place !== undefined) call.place = place
    }
    this.calls.push(call)
    this.report({ at: 'call', call })
    return answer
  }

  async #run(use: ToolUse, call: ToolCall): Promise<ToolAnswer> {
    if (this.#over) return { ok: false, text: 'This turn is over.', over: true }
    const named = this.offers.filter((o) => o.name === use.tool && (use.as === undefined || o.as === use.as))
    const offer = named.find((o) => o.as === undefined) ?? named[0]
    if (named.length > 1 && offer?.as !== undefined) {
      const through = named.map((o) => o.as).join(', ')
      return { ok: false, text: `Several characters can ${use.tool}. Name one with "as": ${through}.`, over: false }
    }
    if (!offer) return { ok: false, text: notOffered(this.offers, use), over: false }
    try {
      if (offer.cost === 'look') {
        if (++this.#looks > MAX_LOOKS) return { ok: false, text: 'You have used all your lookups for this turn. Act now.', over: false }
        return { ok: true, text: this.side.look(this.who, use), over: false }
      }
      const as = use.as ?? offer.as
      const { beat, answer, decides } = await this.side.play({
        kind: 'play',
        action: use.tool,
        actor: this.who,
        ...(as === undefined ? {} : { as }),
        params: use.input,
        agent: this.seat.agent
      })
      this.beat = beat
      call.beat = beat.id
      this.#over = true
      return { ok: true, text: answer, over: true, ...(decides ? { decides } : {}) }
    } catch (thrown) {
      const problem = toProblem(thrown)
      // What the agent asked for can be told back; a failing disk or a hand edit in the way cannot be mended by it.
      if (problem.code !== 'refused' && problem.code !== 'rule-failed' && problem.code !== 'bad-input' && problem.code !== 'not-found') throw problem
      const { file, line } = problem.data ?? {}
      if (problem.code === 'rule-failed' && typeof file === 'string') {
        call.file = `rules/${file}`
        if (typeof line === 'number') call.line = line
      }
      return { ok: false, text: problem.message, over: false }
    }
  }
}

/** Why a use fits no offer, and what would. What a model made up is named only in part. */
function notOffered(offers: readonly Offer[], { tool, as }: ToolUse): string {
  const named = (text: string): string => defusedLine(text.slice(0, 60))
  const same = offers.filter((offer) => offer.name === tool)
  const through = same.flatMap((offer) => offer.as ?? [])
  if (as !== undefined && same.length > 0)
    return `"${named(as)}" can't ${named(tool)} now. ${through.length > 0 ? `Choose one of: ${through.join(', ')}.` : 'Leave out "as".'}`
  return `There is no tool ${named(tool)} now. Choose one of: ${[...new Set(offers.map((offer) => offer.name))].join(', ')}.`
}

/** Calls that end a phase for somebody who says nothing usable, in the order they are tried. */
const FALLBACK_CALLS: readonly { tool: string; input: ToolUse['input'] }[] = [
  { tool: 'pass', input: {} },
  { tool: 'call_on', input: { who: ['all'] } },
  { tool: 'summarise', input: { text: 'Nothing was written down.' } },
  { tool: 'end_scene', input: { outcome: 'The scene breaks off.' } },
  { tool: 'end_session', input: {} }
]

/** Where no verb ends the turn, as at the beginning of a session, the table can only stop. */
const noValidAction = (who: string): Problem =>
  new Problem('agent-failed', `${who}'s agent gave no valid action three times. Press Play to try again, or choose another agent for the seat.`, {
    who
  })

/**
 * Plays one beat of whoever's turn it is. An agent that makes none is asked again, twice; then the turn
 * passes and the beat says so. Undefined when nothing is left to play. What no agent can mend (disk, dirty files …)
 * and an agent that failed is told as `problem`, with everything that was asked and done so far.
 */
export async function playAgentTurn(
  side: TurnHost,
  seatOf: (who: string) => Promise<SeatedAgent>,
  signal: Turn['signal']
): Promise<TurnResult | undefined> {
  const who = side.decider()
  if (who === undefined || side.offers(who).length === 0) return undefined
  const seated = await seatOf(who)
  const turn = new AgentTurn(side, who, seated, signal)
  const started = side.clock()
  let problem: Problem | undefined
  try {
    for (let attempt = 0; attempt < 3 && turn.beat === undefined && !signal.aborted; attempt++) await seated.agent.act(turn)
    for (const way of FALLBACK_CALLS) {
      if (turn.beat !== undefined || signal.aborted) break
      if (turn.offers.some((o) => o.name === way.tool)) await turn.giveUp(way)
    }
    if (turn.beat === undefined && !signal.aborted) problem = noValidAction(who)
  } catch (thrown) {
    problem = toProblem(thrown)
  }
  const { beat, givenContext, began, calls, exchanges, reasons } = turn
  const ms = Math.round((side.clock() - started) * 100) / 100
  return {
    who,
    calls,
    exchanges,
    ms,
    ...(reasons.length === 0 ? {} : { reasons }),
    ...(beat === undefined ? {} : { beat }),
    ...(givenContext === undefined ? {} : { context: givenContext }),
    ...(began === undefined ? {} : { began }),
    ...(problem === undefined ? {} : { problem })
  }
}
