import { isConversational, type ToolCall } from '../../shared/story/play'
import { Problem } from '../../shared/base/problem'
import type { PromptLength, Seat } from '../../shared/table/turns'
import type { SeatedAgent, TurnResult } from '../agents/turn-host'
import { DM, nameOf } from '../engine/people'
import type { OpenCampaign } from '../story/open-campaign'
import { contextOf } from '../story/seats/seat-view'
import type { StorySnapshot } from '../story/story'
import type { Agents } from './agents'
import { deciderNow } from './table-turn'
import { seatOf, type SeatsGiven } from './seats'
import type { Agent } from '../../shared/table/agents'
import { STANDS_IN } from '../engine/verbs'

/** Who plays each seat of an open campaign now: the seat's agent, or the built-in table if the seat's model keeps failing. */
export class Seating {
  readonly #standingIn = new StandingIn()

  constructor(
    private readonly campaign: OpenCampaign,
    private readonly agents: Agents,
    private readonly chosen: SeatsGiven | undefined
  ) {}

  /** A seat, or `other` in its place. A seat without a model gets the machine's default. */
  of(who: string, other?: Seat): Seat {
    return other ? this.agents.whole(other) : this.seatAt(this.campaign.snapshot, who)
  }

  /** The seat of the DM or a player at a snapshot, with the machine's choices where it makes none. */
  seatAt(snapshot: StorySnapshot, who: string): Seat {
    return this.agents.whole(seatOf(snapshot.settings(), who, this.chosen))
  }

  /** The length of a seat's prompt at a snapshot. */
  promptLength(snapshot: StorySnapshot, who: string): Promise<PromptLength> {
    const seat = this.seatAt(snapshot, who)
    return this.agents.promptLength(contextOf(snapshot, who, { profile: seat.profile }), seat)
  }

  /** Whether the DM plans with tools. False for a replay seat, which takes the tools' answers from the recording. */
  usesTools(other?: Seat): boolean {
    return this.campaign.snapshot.settings().dm?.mode === 'plan' && this.of(DM, other).agent !== 'replay'
  }

  /** The agent of a seat. `fresh`: a new agent without memory, which is called even after failures. */
  async at(who: string, seat: Seat, fresh = false): Promise<Omit<SeatedAgent, 'id'>> {
    const standsIn = isConversational(seat.agent) && this.campaign.snapshot.settings().stand_in === true
    return {
      seat,
      agent: await this.agents.of(seat, fresh ? {} : undefined),
      ...(standsIn
        ? { standIn: await this.agents.of({ agent: 'offline' }), notAsked: fresh ? undefined : this.#standingIn.why(who, seat, this.#scene) }
        : {})
    }
  }

  /** Records the result of a turn. Returns a Problem for the designer if the model has failed so often that it isn't called again in this scene. */
  played({ who, calls }: Pick<TurnResult, 'who' | 'calls'>): Problem | undefined {
    const seat = this.of(who)
    if (!isConversational(seat.agent) || !this.#standingIn.note(who, seat, this.#scene, calls)) return undefined
    const name = who === DM ? 'The DM' : nameOf(this.campaign.snapshot.state, who)
    const words = `${name}'s model failed twice in a row, so the built-in table plays that seat until this scene is over. Press Play to ask the model again.`
    return new Problem('agent-failed', words, { who, remedy: 'settings' })
  }

  /** Call it when the designer resumes play. Every model is called again. */
  resume(): void {
    this.#standingIn.resume()
  }

  get #scene(): string {
    return this.campaign.snapshot.state.scene?.path ?? ''
  }
}

/** How long the designer plays a seat: until its turn is over, or until it is given back. */
export type TakeoverLength = 'turn' | 'always'

/** The manual seats: those taken over while the campaign is open, and those with the agent `hand` in table.yaml. */
export class Hands {
  readonly #taken = new Map<string, TakeoverLength>()

  constructor(
    private readonly snapshot: () => StorySnapshot,
    private readonly chosen: SeatsGiven = {}
  ) {}

  /** The seat whose turn it is, if the designer plays it; undefined otherwise. */
  get waiting(): string | undefined {
    const now = this.snapshot()
    // In a campaign that has ended, only the designer can open another session.
    const who = deciderNow(now) ?? (now.state.next.ended === true ? DM : undefined)
    return who !== undefined && this.isTaken(who) ? who : undefined
  }

  /** The seat whose turn it is, if an MCP client plays it and the designer has not taken it over. */
  get client(): string | undefined {
    const who = deciderNow(this.snapshot())
    return who !== undefined && this.agentOf(who) === 'mcp' && !this.isTaken(who) ? who : undefined
  }

  agentOf(who: string): Seat['agent'] {
    return seatOf(this.snapshot().settings(), who, this.chosen).agent
  }

  /** Takes over a seat, or gives it back. Throws Problem if its agent in table.yaml is `hand`. */
  take(who: string, how: TakeoverLength | 'off'): void {
    if (how !== 'off') this.#taken.set(who, how)
    else if (!this.#taken.delete(who) && this.agentOf(who) === 'hand')
      throw new Problem('refused', `You play ${who} for good, as table.yaml says. Choose another agent for that seat in Settings.`, { who })
  }

  isTaken(who: string): boolean {
    return this.#taken.has(who) || this.agentOf(who) === 'hand'
  }

  /** Those of `people` whom the designer plays. */
  of(people: readonly string[]): Record<string, TakeoverLength> {
    const held = people.filter((who) => this.isTaken(who))
    return Object.fromEntries(held.map((who) => [who, this.#taken.get(who) ?? 'always']))
  }

  /** Call it after a beat by `who`, when it is `next`'s turn. A seat that was taken over for one turn is given back when that turn is over. */
  played(who: string, next: string | undefined): void {
    if (who !== next && this.#taken.get(who) === 'turn') this.#taken.delete(who)
  }
}

/** A manual seat has no agent of its own: its calls come from the designer. */
export const NOBODY: Agent = { act: () => Promise.resolve() }

/** After this many failed turns in a row, a seat's model isn't called again in that scene. */
const MAX_FAILURES = 2

/** Models that failed repeatedly. The built-in table plays their seats until the scene is over or the designer resumes play. */
class StandingIn {
  readonly #failures = new Map<string, { seat: string; scene: string; times: number }>()

  /** Records the result of a turn of a model's seat. Returns true if this turn is the one after which the model isn't called any more. */
  note(who: string, seat: Seat, scene: string, calls: readonly ToolCall[]): boolean {
    const failed = calls.some(({ input, beat }) => beat !== undefined && input[STANDS_IN] === true)
    if (!failed) {
      this.#failures.delete(who)
      return false
    }
    const times = this.#times(who, seat, scene) + 1
    this.#failures.set(who, { seat: JSON.stringify(seat), scene, times })
    return times === MAX_FAILURES
  }

  /** Why a seat's model isn't called in this scene; undefined if it is. */
  why(who: string, seat: Seat, scene: string): string | undefined {
    return this.#times(who, seat, scene) < MAX_FAILURES
      ? undefined
      : `It failed ${MAX_FAILURES} times in a row, and is not asked again in this scene.`
  }

  /** Call it when the designer resumes play. Every model is called again. */
  resume(): void {
    this.#failures.clear()
  }

  #times(who: string, seat: Seat, scene: string): number {
    const failure = this.#failures.get(who)
    return failure && failure.scene === scene && failure.seat === JSON.stringify(seat) ? failure.times : 0
  }
}
