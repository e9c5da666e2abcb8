import { isConversational } from '../../shared/story/play'
import { Problem } from '../../shared/base/problem'
import type { Seat } from '../../shared/table/turns'
import type { SeatedAgent, TurnResult } from '../agents/turn-host'
import { DM, nameOf } from '../engine/people'
import type { OpenCampaign } from '../story/open-campaign'
import type { Agents } from './agents'
import { seatOf, type SeatsGiven } from './seats'
import { StandingIn } from './standing-in'

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
    return this.agents.whole(other ?? seatOf(this.campaign.snapshot.settings(), who, this.chosen))
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
      agent: await this.agents.of(seat, fresh),
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
