import { Problem } from '../../../shared/base/problem'
import type { Exchange, Seat, TurnRecord, Usage } from '../../../shared/table/turns'
import { added, dollars, NOTHING_USED, usageOf } from '../../../shared/table/usage'
import type { OpenCampaign } from '../../story/open-campaign'
import type { LineTurns } from '../../story/line-story'

/** What the continuations of a grid spend together, against their cap in US dollars and that of the campaign. */
export class Spending {
  readonly accounts = new Set<Account>()
  requests = 0
  #usage = NOTHING_USED
  #isPriced = true

  constructor(
    private readonly campaign: Pick<OpenCampaign, 'snapshot' | 'turns'>,
    private readonly cap: number | undefined
  ) {}

  account(): Account {
    const account = new Account(this)
    this.accounts.add(account)
    return account
  }

  add(exchanges: number, usage: Usage | undefined): void {
    this.requests += exchanges
    if (!usage) return
    this.#usage = added(this.#usage, usage)
    this.#isPriced &&= usage.cost !== undefined
  }

  /** What was spent, with the requests of turns that are being played. */
  get #spent(): number {
    const running = [...this.accounts].flatMap(({ running: own }) => own)
    return (this.#usage.cost ?? 0) + (usageOf(running)?.cost ?? 0)
  }

  /** The cost so far; none if a price is unknown. */
  get shownCost(): { cost?: number } {
    return this.#isPriced ? { cost: this.#spent } : {}
  }

  get isCapped(): boolean {
    const own = this.campaign.snapshot.settings().cost_cap
    return (this.cap !== undefined && this.#spent >= this.cap) || (own !== undefined && (this.campaign.turns.ledger().usage.cost ?? 0) >= own)
  }

  /** Throws Problem `agent-failed` once the cap is reached. */
  check(): void {
    if (this.cap !== undefined && this.#spent >= this.cap)
      throw new Problem(
        'agent-failed',
        `The cap of ${dollars(this.cap)} is reached (${dollars(this.#spent)} spent). What was played is kept. Continue again with a higher cap for more.`
      )
  }
}

/** What one continuation spends. */
export class Account {
  requests = 0
  usage: Usage = NOTHING_USED
  /** The requests of the turn that is being played, which grow while it is. */
  running: readonly Exchange[] = []

  constructor(private readonly spending: Spending) {}

  /** A campaign's turns, of which this continuation keeps some. */
  counting(turns: LineTurns): LineTurns {
    return {
      keep: (record: TurnRecord) => {
        this.running = []
        this.requests += record.exchanges.length
        if (record.usage) this.usage = added(this.usage, record.usage)
        this.spending.add(record.exchanges.length, record.usage)
        return turns.keep(record)
      },
      attempts: (parent, who) => turns.attempts(parent, who),
      ledger: () => turns.ledger(),
      of: (id) => turns.of(id)
    }
  }

  /** To be called before each request, with those of the turn so far. Throws Problem `agent-failed` once the cap is reached. */
  mayAsk(_seat: Seat, before: readonly Exchange[]): void {
    this.running = before
    this.spending.check()
  }

  /** The requests of the other continuations' unfinished turns. */
  others(): Exchange[] {
    return [...this.spending.accounts].flatMap((account) => (account === this ? [] : account.running))
  }

  get isCapped(): boolean {
    return this.spending.isCapped
  }

  close(): void {
    this.spending.accounts.delete(this)
  }
}
