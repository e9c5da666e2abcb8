import type { Agent } from '../../shared/agents'
import type { Spent } from '../../shared/play'
import type { Exchange, Seat, TurnRecord } from '../../shared/turns'
import { turnId } from '../../shared/turns'
import { added, usageOf } from '../../shared/usage'
import { lookedUp } from '../agents/context/cold'
import type { Played, Seated, TableSide } from '../agents/tools'
import { DM, ready } from '../engine/people'
import { checkBudget } from './budget'
import type { NewEvent } from './events'
import { LiveTold } from './live'
import { look } from './look'
import type { OpenCampaign, Saved } from './open-campaign'
import type { Snapshot } from './past'
import { contextOf, offersOf, viewOf } from './seen'

/** Who decides next; undefined when nothing can be played on. */
export function whoseTurn({ state, game }: Pick<Snapshot, 'state' | 'game'>): string | undefined {
  const { phase, actor } = state.next
  if (phase === 'done' && ready(state, game).length === 0) return undefined
  return phase === 'npc' ? DM : actor
}

/** What is special about a turn. */
interface Special {
  /** Whether the price of a model is known before it is asked. */
  isPriced?(model: string): boolean
  /** Words of the designer, told at the end of the frame. */
  instruction?: string | undefined
  /** What the turn before left of the cold tier, for one that goes on from it. */
  room?: Room | undefined
}

/** Tokens that the cold tier still allows to be looked up, in the turn of that id and those that go on from it. */
export interface Room {
  turn: string
  left: number
}

/** One turn at the table of an open campaign: what its agent meets there, its news, and in the end its record. */
export class PlayedTurn {
  saved: Saved | undefined
  readonly #asked: Exchange[] = []
  /** What has been looked up so far left of the cold tier. */
  room: Room | undefined
  #origin: Pick<TurnRecord, 'parent' | 'n' | 'who' | 'ordinal' | 'seat'> | undefined
  /** Id of the turn that this one is, or goes on from. */
  #began = ''
  #live: LiveTold | undefined

  constructor(
    private readonly campaign: OpenCampaign,
    private readonly announce: (event: NewEvent) => void,
    private readonly special: Special = {}
  ) {}

  /** Notes where the turn begins and tells it. The built-in table and the hand have no news but their beat. */
  begin(who: string, { seat, agent }: { seat: Seat; agent: Agent }): Seated {
    const { commit, state } = this.campaign.snapshot
    const n = state.next.beat + 1
    this.#origin = { parent: commit.id, n, who, ordinal: this.campaign.turns.attempts(commit.id, who), seat }
    const id = (this.#began = turnId(this.#origin))
    if (seat.agent === 'anthropic' || seat.agent === 'replay') {
      this.#live = new LiveTold(id, who, (live) => this.announce({ kind: 'live', live }))
      this.#live.tell({ at: 'start', seat, n })
    }
    return { id, seat, agent }
  }

  /** Keeps what led to the beat, or to none, and tells that the turn is over. */
  end({ beat, context, began, exchanges, reasons, calls, ms, problem }: Played): void {
    if (!this.#origin) return
    const usage = usageOf(exchanges)
    const why = problem?.message ?? (beat === undefined ? 'Stopped before the turn was over.' : undefined)
    this.#live?.tell({ at: 'end', ...(why === undefined ? {} : { problem: why }) })
    if (beat === undefined && calls.length === 0 && exchanges.length === 0) return
    this.campaign.turns.keep({
      ...(beat === undefined ? {} : { beat: beat.id }),
      ...this.#origin,
      ...(context === undefined ? {} : { context }),
      ...(began === undefined || began === turnId(this.#origin) ? {} : { began }),
      exchanges,
      ...(reasons === undefined ? {} : { reasons }),
      calls,
      ...(usage === undefined ? {} : { usage }),
      ms,
      ...(why === undefined ? {} : { problem: why })
    })
  }

  /** The story as the agent of this turn meets it. */
  side(): TableSide {
    const { campaign } = this
    return {
      turn: () => whoseTurn(campaign.snapshot),
      view: (who) => viewOf(campaign.seeable(), who),
      offers: (who) => offersOf(campaign.seeable(), who),
      context: (who) => contextOf(campaign.seeable(), who, this.special.instruction),
      look: (who, use) => {
        const { text, left } = lookedUp(look(campaign, who, use), this.room?.left ?? campaign.settings().tiers.cold)
        this.room = { turn: this.#began, left }
        return text
      },
      goesOn: (from) => {
        this.#began = from
        if (this.special.room?.turn === from) this.room = this.special.room
      },
      play: (call) => {
        const made = campaign.record(call, this.#spent())
        this.saved = made
        return Promise.resolve({ beat: made.beat, answer: made.outcome.answer })
      },
      chance: (who, stream) => campaign.chance(who, stream),
      mayAsk: (seat) => this.#mayAsk(seat),
      spent: (exchange) => this.#asked.push(exchange),
      tell: (news) => this.#live?.tell(news),
      clock: () => performance.now()
    }
  }

  /** What was asked for the beat that is being made, as its trailers say it. */
  #spent(): Spent | undefined {
    const seat = this.#origin?.seat
    if (seat?.agent !== 'anthropic') return undefined
    const usage = usageOf(this.#asked)
    return {
      ...(seat.model === undefined ? {} : { model: seat.model }),
      ...(usage === undefined ? {} : { tokens: { input: usage.input + usage.cacheRead + usage.cacheWrite, output: usage.output } }),
      ...(usage?.cost === undefined ? {} : { cost: usage.cost })
    }
  }

  #mayAsk(seat: Seat): void {
    const { usage, unpriced } = this.campaign.turns.ledger()
    const now = usageOf(this.#asked)
    const strange = now && now.cost === undefined ? true : seat.model !== undefined && this.special.isPriced?.(seat.model) === false
    checkBudget(
      this.campaign.settings().cost_cap,
      { usage: now ? added(usage, now) : usage, unpriced: strange && seat.model !== undefined ? new Set([...unpriced, seat.model]) : unpriced },
      seat
    )
  }
}
