import { timeOf } from '../../shared/story/state'
import type { NewEvent, StudioEvent } from '../../shared/table/present'
import type { LatestReply, LiveNews } from '../../shared/table/agents'
import { type ActionCall, isConversational, type LogEntry, readsResults, type Spent, type ToolCall } from '../../shared/story/play'
import { Problem } from '../../shared/base/problem'
import type { Skill } from '../../shared/table/skills'
import type { Exchange, TurnRecord, Live } from '../../shared/table/turns'
import { turnId } from '../../shared/table/turn-id'
import { usageOf } from '../../shared/table/usage'
import { lookedUp } from '../agents/context/assemble'
import { LEAN } from '../agents/context/lean'
import { canPlan } from '../agents/skills/plan-offers'
import type { TurnResult, SeatedAgent, TurnHost } from '../agents/turn-host'
import { resolveCall } from '../campaign/beat-files'
import { deciderOf, DM, ready } from '../engine/people'
import type { Write } from '../engine/outcome'
import { GIVEN_UP } from '../engine/verbs'
import { callResult } from '../story/seats/call-result'
import { contradictionReason, marksAgainst } from '../story/contradictions/gate'
import { lookUp } from '../story/seats/look-up'
import { stateParts } from '../tools/state-parts'
import { authoredFor, calledOn, contextOf, everyOfferOf, offersOf, plansNow, viewOf } from '../story/seats/seat-view'
import type { SavedBeat, Story, StorySnapshot } from '../story/story'

/** The seat whose turn it is; undefined if nothing is left to play. */
export function deciderNow({ state, game }: Pick<StorySnapshot, 'state' | 'game'>): string | undefined {
  const isOver = state.next.phase === 'done' && (state.next.ended === true || ready(state, game).length === 0)
  return isOver ? undefined : deciderOf(state)
}

/** The latest reply of a seat's model before the present, with its calls. */
function latestReply(story: Story, who: string): LatestReply | undefined {
  const calls: ToolCall[] = []
  for (const turn of story.turnsOf(who)) {
    if (!isConversational(turn.seat.agent)) return undefined
    calls.unshift(...turn.calls)
    const last = turn.exchanges.at(-1)
    if (last) return { uses: last.uses, calls }
  }
  return undefined
}

/** The number of a seat's latest turns in which a mark that was said isn't said again. */
const MARKED_TURNS = 12

/** The entries of a call that are compared with the record for the model that made it: its own words, and facts that it sets. */
const compared = ({ action }: ActionCall, writes: SavedBeat['outcome']['writes']): SavedBeat['outcome']['writes'] =>
  writes.filter((write) => write.kind === 'log' && (action === 'narrate' || action === 'speak' || write.entry.kind === 'system'))

/** Whether a call would roll dice at a snapshot. A call that would be refused rolls none. */
function wouldRoll(snapshot: StorySnapshot, call: ActionCall): boolean {
  try {
    return resolveCall(snapshot, call, () => undefined).outcome.rolls.length > 0
  } catch (thrown) {
    if (thrown instanceof Problem) return false
    throw thrown
  }
}

/** The options of a turn. */
export interface TurnOptions {
  /** An instruction by the designer, added at the end of the frame. */
  instruction?: string | undefined
  /** The part of the cold tier that the previous beat didn't use, if the same seat made it. */
  room?: LookupAllowance | undefined
  /** The turn plays a plan from outside the table. It runs even if the settings say that the DM doesn't plan. */
  isPlanned?: boolean
  /** A seat's answer that was requested ahead and can't be played any more, if the seat hasn't acted since. */
  unplayed?(who: string): LatestReply | undefined
  /** The external skills that plans may use. */
  tools?(): readonly Skill[]
  /** Called for each beat of a plan when it is saved; the last beat of a turn is announced with the turn. */
  onSkill?(saved: SavedBeat): void
  /** The story after the beat with a number on the current line. */
  snapshotAfter?(beat: number): Promise<StorySnapshot>
}

/** Tokens of the cold tier that a seat may still look up in its unfinished turn. */
export interface LookupAllowance {
  who: string
  commit: string
  left: number
}

/** One turn of a story: it shows the story to the agent, reports progress, and records the turn at the end. */
export class TableTurn {
  /** The last beat of this turn. */
  saved: SavedBeat | undefined
  /** Whether `saved` was already announced, as a beat of a plan. */
  isAnnounced = false
  /** The number of exchanges whose usage earlier beats of this turn have recorded. */
  #charged = 0
  readonly #exchanges: Exchange[] = []
  /** The part of the cold tier that lookups haven't used yet. */
  room: LookupAllowance | undefined
  #origin: Pick<TurnRecord, 'parent' | 'n' | 'who' | 'ordinal' | 'seat'> | undefined
  #live: LiveFeed | undefined
  /** The reason with which the gate has returned a narration. The next narration is recorded unchecked. */
  #returned: string | undefined
  /** While an agent is asked ahead: the story that it sees, and its commit. */
  #ahead: StorySnapshot | undefined

  constructor(
    private readonly story: Story,
    private readonly announce: (event: NewEvent) => void,
    private readonly special: TurnOptions = {}
  ) {}

  /** Records where the turn begins and announces it. The built-in table and manual turns report nothing but their beat. */
  begin(who: string, seated: Omit<SeatedAgent, 'id'>): SeatedAgent {
    const { seat, notAsked } = seated
    const { commit, state } = this.story.snapshot
    const n = state.next.beat + 1
    this.#origin = { parent: commit.id, n, who, ordinal: this.story.turns.attempts(commit.id, who), seat }
    const id = turnId(this.#origin)
    const { room } = this.special
    if (room?.who === who && room.commit === commit.id) this.room = room
    if ((isConversational(seat.agent) && notAsked === undefined) || seat.agent === 'replay') {
      this.#live = new LiveFeed(id, who, (live) => this.announce({ kind: 'live', live }))
      this.#live.tell({ at: 'start', seat, n })
    }
    return { id, ...seated }
  }

  /** Begins the turn of a player who is asked ahead, because several players were called on together. */
  beginAhead(who: string, seated: Omit<SeatedAgent, 'id'>): SeatedAgent {
    this.#ahead = calledOn(this.story.snapshot, who)
    return this.begin(who, seated)
  }

  /** Call it when the turn of an agent that was asked ahead comes. From now on its agent sees the present. */
  beginNow(): void {
    if (!this.#origin) return
    this.#ahead = undefined
    this.#origin = { ...this.#origin, n: this.story.snapshot.state.next.beat + 1 }
    this.#live?.tell({ at: 'start', seat: this.#origin.seat, n: this.#origin.n })
  }

  /** Records the turn and announces its end; without a beat, only if it has calls or exchanges. `unplayed`: why the answer wasn't played. */
  end({ beat, context, began, exchanges, reasons, calls, plan, ms, problem }: TurnResult, unplayed = 'Stopped before the turn was over.'): void {
    if (!this.#origin) return
    const usage = usageOf(exchanges)
    const why = problem?.message ?? (beat === undefined ? unplayed : undefined)
    this.#live?.tell({ at: 'end', ...(why === undefined ? {} : { problem: why }) })
    if (beat === undefined && calls.length === 0 && exchanges.length === 0) return
    const lost = this.story.turns.keep({
      ...(beat === undefined ? {} : { beat: beat.id }),
      ...this.#origin,
      ...(context === undefined ? {} : { context }),
      ...(began === undefined || began === turnId(this.#origin) ? {} : { began }),
      exchanges,
      ...(reasons === undefined ? {} : { reasons }),
      calls,
      ...(plan === undefined ? {} : { plan }),
      ...(usage === undefined ? {} : { usage }),
      ms,
      ...(why === undefined ? {} : { problem: why })
    })
    if (lost) this.announce({ kind: 'problem', problem: lost.toJSON() })
  }

  /** The story as the agent of this turn sees it. */
  host(): TurnHost {
    const { story } = this
    const snapshot = (): StorySnapshot => this.#ahead ?? story.snapshot
    return {
      decider: () => deciderNow(story.snapshot),
      view: (who) => viewOf(snapshot(), who),
      offers: (who, only) => offersOf(snapshot(), who, only),
      context: (who, profile) => contextOf(snapshot(), who, { instruction: this.special.instruction, tools: this.special.tools?.(), profile }),
      contextAt: async (who, beat, profile) =>
        contextOf(calledOn((await this.special.snapshotAfter?.(beat)) ?? snapshot(), who), who, { instruction: this.special.instruction, profile }),
      look: (who, use) => {
        const profile = this.#origin?.seat.profile
        const { cold } = profile === 'lean' ? LEAN.tiers : story.snapshot.settings().tiers
        const { text, left } = lookedUp(lookUp(story, who, use), this.room?.left ?? cold, profile)
        this.room = { who, commit: story.snapshot.commit.id, left }
        return text
      },
      commit: () => snapshot().commit.id,
      follows: (commit) => story.follows(commit),
      everyOffer: (who) => everyOfferOf(snapshot(), who),
      play: (call) => {
        this.#gate(call)
        const before = story.snapshot
        const log = call.kind === 'play' && readsResults(call.agent) ? before.pages().log : undefined
        const { beat, outcome } = this.#record(call)
        if (this.room) this.room = { ...this.room, commit: beat.id }
        const result = readsResults(call.agent) ? callResult(before, story.snapshot, outcome, call.actor) : { answer: outcome.answer, decides: false }
        const marks =
          log === undefined
            ? ''
            : marksAgainst({ ...before, log }, story.snapshot.state, compared(call, outcome.writes), call.actor, this.#lately(call.actor))
        const changes = outcome.changes.filter(({ path }) => !path.startsWith('/next')).length
        // The DM puts it right before anybody answers. A player's action, which may follow the words, decides by itself.
        const heard = marks === '' ? result : { answer: `${result.answer} ${marks}`, decides: result.decides || call.actor === DM }
        return Promise.resolve({ beat, ...heard, changes, at: timeOf(story.snapshot.state) })
      },
      whyClosed: (who, tool) => (tool === 'end_campaign' ? authoredFor(snapshot(), who).closedEnding : undefined),
      rolls: (call) => wouldRoll(snapshot(), call),
      planning: (who) => this.#planning(snapshot(), who),
      wasGivenUp: () => story.lastParams[GIVEN_UP] !== undefined,
      latestReply: (who) => this.special.unplayed?.(who) ?? latestReply(story, who),
      chance: (who, stream) => story.chance(who, stream),
      onExchange: (exchange) => this.#exchanges.push(exchange),
      report: (news) => this.#live?.tell(news),
      clock: () => performance.now()
    }
  }

  /** Throws Problem `refused` for a model's narration that contradicts the record, if the table's settings say so. Does this at most once a turn. */
  #gate(call: ActionCall): void {
    if (this.#returned !== undefined || !readsResults(call.agent) || this.story.snapshot.settings().contradictions !== 'gate') return
    const words = contradictionReason(this.story, call)
    if (words === undefined) return
    this.#returned = words
    throw new Problem('refused', words, { returned: true })
  }

  /** What a seat's model has read of its own calls in this turn and in its latest ones. */
  *#lately(who: string): Generator<string> {
    if (this.#returned !== undefined) yield this.#returned
    let turns = 0
    for (const { calls } of this.story.turnsOf(who)) {
      for (const { result, problem } of calls) yield `${result ?? ''} ${problem ?? ''}`
      if (++turns === MARKED_TURNS) return
    }
  }

  /** Records a beat. A beat of a plan is announced at once, and so is any beat that another follows in this turn. */
  #record(call: ActionCall): SavedBeat {
    const { special } = this
    const saved = this.story.recordBeat(call, this.#spent())
    if (this.saved && !this.isAnnounced) special.onSkill?.(this.saved)
    this.#charged = this.#exchanges.length
    this.saved = saved
    this.isAnnounced = special.onSkill !== undefined && call.kind === 'skill'
    if (this.isAnnounced) special.onSkill?.(saved)
    return saved
  }

  /** The tools of a planning turn; undefined if the seat doesn't plan in this turn. */
  #planning(snapshot: StorySnapshot, who: string): ReturnType<NonNullable<TurnHost['planning']>> {
    if (who !== DM || this.#origin?.seat.profile === 'lean') return undefined
    // The DM narrates the results of a plan, so none runs while the DM can't narrate.
    if (!(this.special.isPlanned === true ? canPlan(offersOf(snapshot, who)) : plansNow(snapshot, who))) return undefined
    return {
      tools: () => this.special.tools?.() ?? [],
      stateFor: ({ state }) => stateParts(this.story.snapshot.state, state),
      after: (ms, then) => {
        const timer = setTimeout(then, ms)
        return () => clearTimeout(timer)
      },
      breathe: () => new Promise((resolve) => void setImmediate(resolve))
    }
  }

  /** The usage of the exchanges since the previous beat, in the form of commit trailers. */
  #spent(): Spent | undefined {
    const seat = this.#origin?.seat
    if (seat?.agent !== 'anthropic') return undefined
    const usage = usageOf(this.#exchanges.slice(this.#charged))
    const model = this.#exchanges.at(-1)?.model ?? seat.model
    return {
      ...(model === undefined ? {} : { model }),
      ...(usage === undefined ? {} : { tokens: { input: usage.input + usage.cacheRead + usage.cacheWrite, output: usage.output } }),
      ...(usage?.cost === undefined ? {} : { cost: usage.cost })
    }
  }
}

/** The event that announces a saved beat to every client. */
export function beatEvent(saved: SavedBeat, branch: string, toolCalls: ToolCall[]): NewEvent & { kind: 'beat' } {
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

/** Milliseconds between two drafts: at most twenty a second. */
const DRAFT_MS = 50

/** Passes on the progress of one turn. Growing texts and inputs are collected and sent in order, at most twenty times a second. */
export class LiveFeed {
  #waiting: LiveNews[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(
    private readonly turn: string,
    private readonly who: string,
    private readonly announce: (live: Live) => void
  ) {}

  /** Sends anything that isn't a draft at once, after everything that waited before it. */
  readonly tell = (news: LiveNews): void => {
    this.#gather(news)
    if (news.at === 'text' || news.at === 'thought' || news.at === 'draft') this.#timer ??= setTimeout(() => this.#flush(), DRAFT_MS)
    else this.#flush()
  }

  #gather(news: LiveNews): void {
    const last = this.#waiting.at(-1)
    if (last?.at === 'draft' && news.at === 'draft' && last.tool === news.tool) this.#waiting[this.#waiting.length - 1] = news
    else if ((last?.at === 'text' || last?.at === 'thought') && last.at === news.at) last.text += news.text
    else this.#waiting.push(news.at === 'text' || news.at === 'thought' ? { ...news } : news)
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const pending = this.#waiting
    this.#waiting = []
    for (const news of pending) this.announce({ turn: this.turn, who: this.who, ...news })
  }
}
