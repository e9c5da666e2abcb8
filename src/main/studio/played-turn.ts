import type { Agent } from '../../shared/agents'
import type { Exchange, Seat, TurnRecord } from '../../shared/turns'
import { turnId } from '../../shared/turns'
import type { Played, Seated, TableSide } from '../agents/tools'
import { DM, ready } from '../engine/people'
import type { NewEvent } from './events'
import { LiveTold } from './live'
import { look } from './look'
import type { OpenCampaign, Saved } from './open-campaign'
import { contextOf, offersOf, viewOf } from './seen'
import { usageOf } from '../../shared/usage'

/** One turn at the table of an open campaign: what its agent meets there, its news, and in the end its record. */
export class PlayedTurn {
  saved: Saved | undefined
  #origin: Pick<TurnRecord, 'parent' | 'n' | 'who' | 'ordinal' | 'seat'> | undefined
  #live: LiveTold | undefined

  constructor(
    private readonly campaign: OpenCampaign,
    private readonly announce: (event: NewEvent) => void
  ) {}

  /** Notes where the turn begins and tells it. The built-in table decides at once and has no news but its beat. */
  begin(who: string, { seat, agent }: { seat: Seat; agent: Agent }): Seated {
    const { commit, state } = this.campaign.standing
    const n = state.next.beat + 1
    this.#origin = { parent: commit.id, n, who, ordinal: this.campaign.turns.attempts(commit.id, who), seat }
    const id = turnId(this.#origin)
    if (seat.agent !== 'offline') {
      this.#live = new LiveTold(id, who, (live) => this.announce({ kind: 'live', live }))
      this.#live.tell({ at: 'start', seat, n })
    }
    return { id, seat, agent }
  }

  /** Keeps what led to the beat, or to none, and tells that the turn is over. */
  end({ beat, context, exchanges, calls, ms, problem }: Played): void {
    if (!this.#origin) return
    const usage = usageOf(exchanges)
    this.#live?.tell({ at: 'end', ...(problem === undefined ? {} : { problem: problem.message }) })
    if (beat === undefined && calls.length === 0 && exchanges.length === 0) return
    this.campaign.turns.keep({
      ...(beat === undefined ? {} : { beat: beat.id }),
      ...this.#origin,
      ...(context === undefined ? {} : { context }),
      exchanges,
      calls,
      ...(usage === undefined ? {} : { usage }),
      ms,
      ...(problem === undefined ? {} : { problem: problem.message })
    })
  }

  /** The story as the agent of this turn meets it. */
  side(): TableSide {
    const { campaign } = this
    return {
      turn: () => {
        const { state, game } = campaign.standing
        const { phase, actor } = state.next
        if (phase === 'done' && ready(state, game).length === 0) return undefined
        return phase === 'npc' ? DM : actor
      },
      view: (who) => viewOf(campaign.seeable(), who),
      offers: (who) => offersOf(campaign.seeable(), who),
      context: (who) => contextOf(campaign.seeable(), who),
      look: (who, use) => look(campaign, who, use),
      play: (call) => {
        const made = campaign.record(call)
        this.saved = made
        return Promise.resolve({ beat: made.beat, answer: made.outcome.answer })
      },
      chance: (who, stream) => campaign.chance(who, stream),
      mayAsk: () => undefined,
      spent: (_exchange: Exchange) => undefined,
      tell: (news) => this.#live?.tell(news),
      clock: () => performance.now()
    }
  }
}
