import { Problem, toProblem } from '../../shared/base/problem'
import type { ClientAnswer, ClientUse } from '../../shared/table/clients'
import { AgentTurn } from '../agents/agent-turn'
import { resultOf } from '../agents/play-turn'
import { shapesOf } from '../agents/context/shapes'
import { namesIn, useOf } from '../agents/context/use-of'
import type { TurnResult } from '../agents/turn-host'
import type { Story } from '../story/story'
import { NOBODY } from './seating'
import type { TableTurn } from './table-turn'

/** The maximum number of refused calls that the record of a turn keeps. */
const MAX_KEPT_CALLS = 40

interface ClientTurn {
  who: string
  /** The commit at which the turn is now. */
  commit: string
  turn: TableTurn
  played: AgentTurn
  started: number
  stop: AbortController
}

/**
 * The turn of a seat that an MCP client plays. It stays open between the client's calls, so its record has all of them, and it takes no place in the
 * table's queue while the client thinks. It ends with the client's beat, or when the story changes in another way.
 */
export class ClientTurns {
  #open: ClientTurn | undefined

  /** `ended`: called with a turn that is over, also without a beat. */
  constructor(
    private readonly story: Story,
    private readonly newTurn: () => TableTurn,
    private readonly ended: (turn: TableTurn, result: TurnResult) => void
  ) {}

  /** Uses a tool in the turn of `who`. Throws Problem for a failure that the client can't correct. Call it only from the table's queue. */
  async use(who: string, { action, input }: Omit<ClientUse, 'beat'>, signal: AbortSignal): Promise<ClientAnswer> {
    const open = this.#turnOf(who)
    const { played, stop } = open
    const offers = played.offers.filter(({ cost }) => cost !== 'look')
    const use = useOf(shapesOf(offers), action, input, { offers, names: namesIn(played.view), who })
    if (typeof use === 'string') return { ok: false, text: use }
    const abort = (): void => stop.abort()
    signal.addEventListener('abort', abort)
    try {
      const { ok, text, over } = await played.use(use)
      open.commit = this.story.snapshot.commit.id
      if (played.calls.length > MAX_KEPT_CALLS) played.calls.splice(0, played.calls.length - MAX_KEPT_CALLS)
      const { beat } = played
      if (over) this.#end()
      return { ok, text, ...(beat === undefined ? {} : { beat: beat.n }) }
    } catch (thrown) {
      const problem = toProblem(thrown)
      this.#end(problem)
      throw problem
    } finally {
      signal.removeEventListener('abort', abort)
    }
  }

  /** Ends a turn that the story has left, for example by an undo. */
  prune(): void {
    if (this.#open && this.#open.commit !== this.story.snapshot.commit.id) this.#end()
  }

  #turnOf(who: string): ClientTurn {
    this.prune()
    if (this.#open && (this.#open.who !== who || this.#open.stop.signal.aborted)) this.#end()
    if (this.#open) return this.#open
    const stop = new AbortController()
    const turn = this.newTurn()
    const host = turn.host()
    const played = new AgentTurn(host, who, turn.begin(who, { seat: { agent: 'mcp' }, agent: NOBODY }), stop.signal)
    // The record shows what the client could read.
    played.context()
    return (this.#open = { who, commit: this.story.snapshot.commit.id, turn, played, started: host.clock(), stop })
  }

  #end(problem?: Problem): void {
    const open = this.#open
    if (!open) return
    this.#open = undefined
    const ms = Math.round((open.turn.host().clock() - open.started) * 100) / 100
    const result = resultOf(open.played, open.who, ms, problem)
    open.turn.end(result)
    this.ended(open.turn, result)
  }
}
