import { Problem } from '../../../shared/base/problem'
import type { ModelPrices } from '../../../shared/table/model-access'
import type { TurnRecord, Usage } from '../../../shared/table/turns'
import { added, dollars, NOTHING_USED } from '../../../shared/table/usage'
import { mostOf } from '../../agents/anthropic/models'
import type { Admit, Planned } from '../../agents/anthropic/send-request'
import type { LineTurns } from '../line-story'
import type { StoryReader } from '../reader'
import { checkBudget, type TurnRecords } from './turn-records'

/** The campaign whose cost cap holds, too. */
type Charged = Pick<StoryReader, 'snapshot'> & { turns: Pick<TurnRecords, 'ledger'> }

/**
 * What several askers spend together, against a cap of their own in US dollars and that of the campaign. A request is sent only if what was spent, what the
 * requests under way may cost at most, and what it may cost itself at most are within both caps. It waits for those under way if that may help.
 */
export class Spending {
  readonly #accounts = new Set<Account>()
  requests = 0
  #usage = NOTHING_USED
  #isPriced = true
  /** What the requests under way may cost at most, each by itself. */
  readonly #underWay = new Set<{ most: number }>()
  #waiting: (() => void)[] = []

  constructor(
    private readonly campaign: Charged,
    private readonly cap: number | undefined,
    private readonly prices: ModelPrices
  ) {}

  account(): Account {
    const account = new Account(this)
    this.#accounts.add(account)
    return account
  }

  /** The usage that isn't in the campaign's ledger yet. */
  get #unkept(): Usage {
    return [...this.#accounts].map(({ unkept }) => unkept).reduce(added, NOTHING_USED)
  }

  /** The cost so far; none if a price is unknown. */
  get shownCost(): { cost?: number } {
    return this.#isPriced ? { cost: added(this.#usage, this.#unkept).cost ?? 0 } : {}
  }

  /** Moves usage of an account into the ledger. */
  keep(account: Account, requests: number, usage: Usage | undefined): void {
    account.unkept = NOTHING_USED
    this.requests += requests
    if (!usage) return
    this.#usage = added(this.#usage, usage)
    this.#isPriced &&= usage.cost !== undefined
  }

  close(account: Account): void {
    this.#accounts.delete(account)
  }

  /** See `Admit`. */
  async admit(requests: readonly Planned[], of: Account): Promise<(usage: Usage) => void> {
    let most = 0
    let unpriced: string | undefined
    for (const { model, tokens, maxOutput, share = 1 } of requests) {
      const cost = mostOf(model, tokens, maxOutput, this.prices)
      if (cost === undefined) unpriced = model
      else most += cost * share
    }
    while (!this.#fits(most, unpriced, requests.length)) await new Promise<void>((wake) => this.#waiting.push(wake))
    const own = { most }
    this.#underWay.add(own)
    return (usage) => {
      this.#underWay.delete(own)
      of.unkept = added(of.unkept, usage)
      for (const wake of this.#waiting.splice(0)) wake()
    }
  }

  /** Whether a request fits now. Throws Problem `agent-failed` if it never will. */
  #fits(most: number, unpriced: string | undefined, requests: number): boolean {
    const campaignCap = this.campaign.snapshot.settings().cost_cap
    const { usage, unpriced: before } = this.campaign.turns.ledger()
    const unkept = this.#unkept
    const total = added(usage, unkept)
    checkBudget(
      campaignCap,
      { usage: total, unpriced: unpriced === undefined ? before : new Set([...before, unpriced]) },
      { agent: 'anthropic', ...(unpriced === undefined ? {} : { model: unpriced }) }
    )
    const caps = [
      { cap: this.cap, spent: added(this.#usage, unkept).cost ?? 0, name: 'the cap', remedy: 'What is done is kept. Raise the cap to go on.' },
      { cap: campaignCap, spent: total.cost ?? 0, name: "this campaign's cost cap", remedy: 'Raise the cap in Settings to go on.' }
    ]
    for (const { cap, spent, name, remedy } of caps)
      if (cap !== undefined && spent + most > cap)
        throw new Problem(
          'agent-failed',
          `${requests === 1 ? 'The next request' : `These ${requests} requests`} may cost up to ${dollars(most)}, and ${name} of ${dollars(cap)} leaves ${dollars(Math.max(0, cap - spent))}. ${remedy}`,
          { cap, spent, ...(cap === this.cap ? {} : { remedy: 'settings' }) }
        )
    const underWay = [...this.#underWay].reduce((sum, one) => sum + one.most, 0)
    return caps.every(({ cap, spent }) => cap === undefined || spent + (underWay + most) <= cap)
  }
}

/** What one asker spends. */
export class Account {
  requests = 0
  usage: Usage = NOTHING_USED
  /** The usage of requests since the last turn was kept. */
  unkept: Usage = NOTHING_USED
  /** Why a request wasn't sent. */
  refused: Problem | undefined

  constructor(private readonly spending: Spending) {}

  /** A campaign's turns, of which this asker keeps some. */
  counting(turns: LineTurns): LineTurns {
    return {
      keep: (record: TurnRecord) => {
        this.keep(record.exchanges.length, record.usage)
        return turns.keep(record)
      },
      attempts: (parent, who) => turns.attempts(parent, who),
      ledger: () => turns.ledger(),
      of: (id) => turns.of(id)
    }
  }

  /** Counts requests whose usage is in the campaign's ledger now. */
  keep(requests: number, usage: Usage | undefined): void {
    this.requests += requests
    if (usage) this.usage = added(this.usage, usage)
    this.spending.keep(this, requests, usage)
  }

  /** To be asked before each request; see `Spending`. */
  readonly admit: Admit = async (...requests) => {
    try {
      return await this.spending.admit(requests, this)
    } catch (thrown) {
      if (thrown instanceof Problem) this.refused = thrown
      throw thrown
    }
  }

  close(): void {
    this.spending.close(this)
  }
}
