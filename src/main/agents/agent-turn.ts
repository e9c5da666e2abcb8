import type { ToolAnswer, ToolUse, Turn, View, Agent, LatestReply, LiveNews } from '../../shared/table/agents'
import type { Offer, PossibleOffer } from '../../shared/story/game'
import { plainNarration } from '../../shared/narrator/words-of-output'
import type { ActionCall, Beat, ToolCall } from '../../shared/story/play'
import { Problem, toProblem } from '../../shared/base/problem'
import type { Context, ContextPiece, Exchange, Reason, Seat } from '../../shared/table/turns'
import { PLAINLY, SCENE_TEXT } from '../engine/narrator-offers'
import { MAX_TEXT } from '../engine/params'
import { dmCalls } from '../engine/turns'
import { EMPTY_ANSWER, GIVEN_UP, MAX_DM_CALLS, STANDS_IN } from '../engine/verbs'
import { defusedLine } from './context/fence'
import { namesIn } from './context/use-of'
import { planOffers, plainWords, RUN_PLAN } from './skills/plan-offers'
import { plainParams, Planning, type PlanningHost } from './skills/planning'
import type { SeatedAgent, TurnHost } from './turn-host'

/** The maximum number of lookups in a turn before the seat has to act. */
const MAX_LOOKS = 12

/** A turn being played: counts beats and looks, and keeps every call and exchange for the inspector. */
export class AgentTurn implements Turn {
  readonly calls: ToolCall[] = []
  readonly exchanges: Exchange[] = []
  readonly reasons: Reason[] = []
  beat: Beat | undefined
  /** Where the conversation began that this turn continues, and the pieces that it adds. */
  began: string | undefined
  #pieces: readonly ContextPiece[] | undefined
  #context: Context | undefined
  /** The context that the agent got when it was asked ahead of the turn. */
  #contextAhead: Context | undefined
  #looks = 0
  /** Set when it is known whether the seat plans. */
  #planning: { is: Planning | undefined } | undefined
  #over = false
  #standsIn = false
  /** Outputs of a narrator in this turn that broke the rules. */
  #wrongOutputs = 0

  constructor(
    private readonly host: TurnHost,
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
    return this.host.view(this.who)
  }
  get offers(): readonly Offer[] {
    if (this.#over) return []
    const offers = this.host.offers(this.who)
    return this.plan ? planOffers(offers, this.plan.tools) : offers
  }
  get plan(): Planning | undefined {
    if (!this.#planning) {
      const host = this.host.planning?.(this.who)
      this.#planning = { is: host && new Planning(this.#planningHost(host)) }
    }
    return this.#planning.is
  }

  #planningHost(side: Pick<PlanningHost, 'tools' | 'stateFor' | 'after' | 'breathe'>): PlanningHost {
    const { host, who } = this
    return {
      ...side,
      offers: (only) => host.offers(who, only),
      everyOffer: () => host.everyOffer(who),
      names: () => namesIn(host.view(who)),
      look: (use) => host.look(who, use),
      play: (call) => host.play({ ...call, actor: who, agent: this.#kind }),
      isSpent: () => dmCalls(host.view(who).spent) >= MAX_DM_CALLS,
      wasGivenUp: () => host.wasGivenUp(),
      sessionId: this.id,
      clock: () => host.clock(),
      report: (event) => this.report({ at: 'plan', event })
    }
  }

  get commit(): string {
    return this.host.commit()
  }
  /** What the model was given, as the turn's record keeps it. */
  get givenContext(): Context | undefined {
    const context = this.#contextAhead ?? this.#context
    return this.began === undefined ? context : this.#pieces && context && { ...context, pieces: [...this.#pieces] }
  }
  /** Why the answer that was asked for ahead of the turn can't be played. */
  overtaken: string | undefined
  /** Starts the turn: from now on, the context describes the present. */
  begin(overtaken?: string): void {
    this.overtaken = overtaken
    this.#contextAhead = this.#context
    this.#context = undefined
  }
  follows(commit: string): boolean {
    return this.host.follows(commit)
  }
  everyOffer(): PossibleOffer[] {
    return this.host.everyOffer(this.who)
  }
  context(profile = this.seat.profile): Context {
    return (this.#context ??= this.host.context(this.who, profile))
  }
  contextAt(beat: number, profile = this.seat.profile): Promise<Context> {
    return this.host.contextAt(this.who, beat, profile)
  }
  beginsAfresh(): Context {
    this.began = this.#pieces = this.#contextAhead = undefined
    return this.context()
  }
  continuesFrom(began: string, pieces?: readonly ContextPiece[]): void {
    if (began === this.id) return
    this.began = began
    if (!pieces) return
    const replaced = new Set(pieces.map(({ id }) => id))
    this.#pieces = this.#contextAhead ? [...(this.#pieces ?? []).filter(({ id }) => !replaced.has(id)), ...pieces] : pieces
    this.#contextAhead = undefined
  }
  latestReply(): LatestReply | undefined {
    const last = this.exchanges.at(-1)
    if (last) return { uses: last.uses, calls: this.calls }
    const before = this.host.latestReply(this.who)
    return before && { ...before, calls: [...before.calls, ...this.calls] }
  }
  chance(stream: 'policy' | 'voice'): () => number {
    return this.host.chance(this.who, stream)
  }
  addExchange(exchange: Exchange): void {
    this.exchanges.push(exchange)
    this.host.onExchange(exchange)
    this.report({ at: 'exchange', usage: exchange.usage, stop: exchange.stop })
  }
  addReasons(reasons: readonly Reason[]): void {
    this.reasons.push(...reasons)
  }
  report(news: LiveNews): void {
    this.host.report(news)
  }

  use(use: ToolUse): Promise<ToolAnswer> {
    // Only the table sets these marks; a recording repeats what the table did.
    const { [GIVEN_UP]: _, [STANDS_IN]: __, [PLAINLY]: ___, [SCENE_TEXT]: ____, ...input } = use.input
    const isLook = this.offers.some(({ name, cost }) => name === use.tool && cost === 'look')
    const marked = this.#standsIn && !isLook ? { ...input, [STANDS_IN]: true } : input
    return this.#timed(this.seat.agent === 'replay' ? use : { ...use, input: marked })
  }

  whyClosed(tool: string): string | undefined {
    const why = this.host.whyClosed(this.who, tool)
    return why && `You can't use ${tool} yet: ${why}.`
  }

  rolls(use: ToolUse): boolean {
    const offer = this.offers.find(({ name, as }) => name === use.tool && (use.as === undefined || as === use.as))
    return offer !== undefined && offer.cost !== 'look' && this.host.rolls(this.#callOf(use, use.as ?? offer.as))
  }

  #callOf({ tool, input }: ToolUse, as: string | undefined): ActionCall {
    return { kind: 'play', action: tool, actor: this.who, ...(as === undefined ? {} : { as }), params: input, agent: this.#kind }
  }

  /** Lets another agent play the turn. The beat records the stand-in and the reason. */
  async standIn(agent: Agent, why: string): Promise<void> {
    this.#standsIn = true
    this.addReasons([{ kind: 'note', words: `The built-in table plays this turn, because the model failed: ${why}` }])
    await agent.act(this)
  }

  /** Ends the turn with a fallback call. The beat records that the agent gave no usable answer. */
  async giveUp(fallback: ToolUse): Promise<void> {
    const last = this.exchanges.at(-1)
    const isEmpty = last !== undefined && last.text.trim() === '' && last.uses.length === 0
    await this.#timed({ ...fallback, input: { ...fallback.input, [GIVEN_UP]: isEmpty ? EMPTY_ANSWER : true } })
  }

  /** Narrates the results of a plan in plain words if its agent didn't, and ends the turn as the plan says. */
  async narratePlainly(): Promise<void> {
    const narrate = this.offers.find(({ name }) => name === 'narrate')
    if (!this.plan || !narrate) return
    this.plan.notNarrated()
    await this.#timed({ tool: 'narrate', input: plainParams(narrate, plainWords(this.plan.results)) })
  }

  async #runPlan(planning: Planning, { input: { plan, ...marks } }: ToolUse, call: ToolCall): Promise<ToolAnswer> {
    const answer = await planning.run(String(plan), marks, this.signal)
    this.#over = answer.over
    if (answer.over) this.beat = planning.beat
    if (planning.beat) call.beat = planning.beat.id
    return answer
  }

  async #timed(use: ToolUse): Promise<ToolAnswer> {
    const started = this.host.clock()
    const through = use.as === undefined ? {} : { as: use.as }
    const call: ToolCall = { tool: use.tool, by: this.who, agent: this.#kind, input: use.input, ...through, ms: 0 }
    const ran = await this.#run(use, call)
    const answer = use.understood === undefined ? ran : { ...ran, text: `${use.understood}\n${ran.text}` }
    call.ms = Math.round((this.host.clock() - started) * 100) / 100
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

  /** Narrates only the text of an output that breaks the rules for the second time. Otherwise the text would be lost. */
  #narratePlainly(use: ToolUse, call: ToolCall, { message }: Problem): Promise<ToolAnswer> {
    const name = (id: string): string => this.view.cast?.[id]?.name ?? id
    const text = plainNarration(String(use.input['output'] ?? ''), name, MAX_TEXT)
    this.addReasons([
      { kind: 'note', words: `The narrator's output broke the rules again, so only its words were told, and nothing else in it counts. ${message}` }
    ])
    const { output: _, ...marks } = use.input
    return this.#run({ ...use, input: { ...marks, text, [PLAINLY]: true } }, call)
  }

  get #kind(): Seat['agent'] {
    return this.#standsIn ? 'offline' : this.seat.agent
  }

  async #run(use: ToolUse, call: ToolCall): Promise<ToolAnswer> {
    if (this.#over) return { ok: false, text: 'This turn is over.', over: true }
    const named = this.offers.filter((o) => o.name === use.tool && (use.as === undefined || o.as === use.as))
    const offer = named.find((o) => o.as === undefined) ?? named[0]
    if (named.length > 1 && offer?.as !== undefined) {
      const through = named.map((o) => o.as).join(', ')
      return { ok: false, text: `Several characters can ${use.tool}. Name one with "as": ${through}.`, over: false }
    }
    if (!offer) return { ok: false, text: this.whyClosed(use.tool) ?? notOffered(this.offers, use), over: false }
    const planning = this.plan
    if (planning && use.tool === RUN_PLAN) return this.#runPlan(planning, use, call)
    if (planning && use.tool === 'narrate' && planning.stage !== 'narrate')
      return { ok: false, text: `Use ${RUN_PLAN} first; narrate tells what came of the plan.`, over: false }
    try {
      if (offer.cost === 'look') {
        if (++this.#looks > MAX_LOOKS) return { ok: false, text: 'You have used all your lookups for this turn. Act now.', over: false }
        return { ok: true, text: this.host.look(this.who, use), over: false }
      }
      const { beat, answer, decides } = await this.host.play(this.#callOf(use, use.as ?? offer.as))
      await planning?.end()
      this.beat = planning?.beat && planning.beat.n > beat.n ? planning.beat : beat
      call.beat = beat.id
      this.#over = true
      return { ok: true, text: answer, over: true, ...(decides ? { decides } : {}) }
    } catch (thrown) {
      const problem = toProblem(thrown)
      // The agent can correct its request, but it can't fix a disk failure or an external change.
      if (problem.code !== 'refused' && problem.code !== 'rule-failed' && problem.code !== 'bad-input' && problem.code !== 'not-found') throw problem
      const { file, line, returned, wrongOutput } = problem.data ?? {}
      if (wrongOutput === true && ++this.#wrongOutputs > MAX_WRONG_OUTPUTS) return this.#narratePlainly(use, call, problem)
      if (returned === true) {
        call.returned = true
        return { ok: false, text: problem.message, over: false, decides: true }
      }
      if (problem.code === 'rule-failed' && typeof file === 'string') {
        call.file = `rules/${file}`
        if (typeof line === 'number') call.line = line
      }
      return { ok: false, text: problem.message, over: false }
    }
  }
}

/** The maximum number of times in a turn that the table returns a narrator's output that breaks the rules. */
const MAX_WRONG_OUTPUTS = 1

/** Says why a tool use matches no offer, and which offers exist. It quotes only the beginning of a name that a model made up. */
function notOffered(offers: readonly Offer[], { tool, as }: ToolUse): string {
  const named = (text: string): string => defusedLine(text.slice(0, 60))
  const same = offers.filter((offer) => offer.name === tool)
  const through = same.flatMap((offer) => offer.as ?? [])
  if (as !== undefined && same.length > 0)
    return `"${named(as)}" can't ${named(tool)} now. ${through.length > 0 ? `Choose one of: ${through.join(', ')}.` : 'Leave out "as".'}`
  return `There is no tool ${named(tool)} now. Choose one of: ${[...new Set(offers.map((offer) => offer.name))].join(', ')}.`
}
