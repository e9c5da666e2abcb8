import { Problem } from '../../../shared/base/problem'
import type { ModelPrices } from '../../../shared/table/model-access'
import type { Usage } from '../../../shared/table/turns'
import { added, dollars, NOTHING_USED } from '../../../shared/table/usage'
import { mostOf } from '../../agents/anthropic/models'
import type { Admit, Planned } from '../../agents/anthropic/send-request'
import type { StoryReader } from '../reader'
import type { RunBatches } from '../runs/run-batches'
import type { TurnRecords } from './turn-records'

/** A sum that is limited, and what is spent of it, in US dollars. */
interface Limit {
  readonly cap: number | undefined
  readonly spent: number
  add(usage: Usage): void
  /** Throws Problem `agent-failed` if the price of a model is unknown (`unpriced`), or if requests that may cost `most` are over the cap. */
  check(cap: number, requests: Wanted): void
}

/** Requests that are about to be sent. `unpriced`: a model among theirs whose price is unknown. */
interface Wanted {
  most: number
  count: number
  unpriced: string | undefined
}

/**
 * What models cost in one campaign. A request is sent only if three amounts together are within the campaign's cap and the purse's: what is spent, the most
 * that requests under way and waiting batches can cost, and the most that it can cost itself. It waits for those under way if their end can make room.
 * Only the process that holds the campaign's lock asks models, so reservations are in memory; a batch outlives its process and keeps its amount in its file.
 */
export class Spending implements Limit {
  /** The requests under way: what they may cost at most, and where that counts. */
  readonly #underWay = new Set<{ most: number; limits: readonly Limit[] }>()
  /** The cost of answers that aren't in the campaign's ledger yet. */
  #unrecorded = 0
  #waiting: (() => void)[] = []

  constructor(
    private readonly campaign: Pick<StoryReader, 'snapshot'> & {
      turns: Pick<TurnRecords, 'ledger' | 'charge'>
      runBatches: Pick<RunBatches, 'mayCost'>
    }
  ) {}

  /** `cap`: the most that all requests paid from this purse may cost. */
  purse(prices: ModelPrices, cap?: number): Purse {
    return new Purse(this, prices, cap)
  }

  get cap(): number | undefined {
    return this.campaign.snapshot.settings().cost_cap
  }
  get spent(): number {
    return (this.campaign.turns.ledger().cost ?? 0) + this.#unrecorded + this.campaign.runBatches.mayCost
  }

  add({ cost = 0 }: Usage): void {
    this.#unrecorded += cost
  }

  /** Tells that usage is in the campaign's ledger now. */
  recorded({ cost = 0 }: Usage): void {
    this.#unrecorded -= cost
  }

  /** Records usage outside of turns. Returns a Problem as `TurnRecords.charge` does. */
  charge(model: string, usage: Usage): Problem | undefined {
    this.recorded(usage)
    return this.campaign.turns.charge(model, usage)
  }

  check(cap: number, { most, count, unpriced }: Wanted): void {
    const { spent } = this
    const held = this.campaign.runBatches.mayCost
    const inSettings = { cap, spent, remedy: 'settings' }
    if (unpriced !== undefined)
      throw new Problem(
        'agent-failed',
        `Proscenium can't keep to the cost cap of ${dollars(cap)}, because it doesn't know the price of ${unpriced}. Remove the cap in Settings, or choose another model.`,
        { model: unpriced, remedy: 'settings' }
      )
    if (spent - held >= cap)
      throw new Problem(
        'agent-failed',
        `This campaign has reached its cost cap of ${dollars(cap)} (${dollars(spent - held)} spent). Raise the cap in Settings to go on.`,
        inSettings
      )
    if (spent + most <= cap) return
    const waiting = held > 0 ? `, because batches that wait may cost up to ${dollars(held)}` : ''
    const remedy = `${held > 0 ? 'Pick up their answers first, or raise' : 'Raise'} the cap in Settings to go on.`
    throw new Problem(
      'agent-failed',
      `${overWords(most, count)}, and this campaign's cost cap of ${leftWords(cap, spent)}${waiting}. ${remedy}`,
      inSettings
    )
  }

  /** Waits until requests that may cost `most` fit into what is left of limits. Returns the function to call with their usage. Throws as `Limit.check` does. */
  async reserve(requests: Wanted, limits: readonly Limit[], signal: AbortSignal): Promise<(usage: Usage) => void> {
    const { most } = requests
    while (!signal.aborted) {
      for (const limit of limits) if (limit.cap !== undefined) limit.check(limit.cap, requests)
      if (limits.every((limit) => limit.cap === undefined || limit.spent + (this.#reservedOf(limit) + most) <= limit.cap)) break
      await new Promise<void>((wake) => {
        this.#waiting.push(wake)
        signal.addEventListener('abort', () => wake(), { once: true })
      })
    }
    const own = { most, limits }
    this.#underWay.add(own)
    return (usage) => {
      this.#underWay.delete(own)
      for (const limit of limits) limit.add(usage)
      for (const wake of this.#waiting.splice(0)) wake()
    }
  }

  #reservedOf(limit: Limit): number {
    return [...this.#underWay].reduce((sum, { most, limits }) => (limits.includes(limit) ? sum + most : sum), 0)
  }
}

/** What some requests spend together. */
export class Purse implements Limit {
  requests = 0
  usage: Usage = NOTHING_USED
  /** Why a request wasn't sent. */
  refused: Problem | undefined
  #isPriced = true
  readonly #limits: readonly Limit[]

  constructor(
    private readonly campaign: Spending,
    private readonly prices: ModelPrices,
    readonly cap: number | undefined,
    whole: readonly Limit[] = [campaign]
  ) {
    this.#limits = [this, ...whole]
  }

  /** A part of this purse with a count of its own. */
  part(): Purse {
    return new Purse(this.campaign, this.prices, undefined, this.#limits)
  }

  /** The cost so far in US dollars; undefined if a price is unknown. */
  get cost(): number | undefined {
    return this.#isPriced ? this.spent : undefined
  }
  get spent(): number {
    return this.usage.cost ?? 0
  }

  add(usage: Usage): void {
    this.requests++
    this.usage = added(this.usage, usage)
    this.#isPriced &&= usage.cost !== undefined || usage.input + usage.output === 0
  }

  /** Tells that usage is in the campaign's ledger now. */
  recorded(usage: Usage): void {
    this.campaign.recorded(usage)
  }

  /** Records usage outside of turns in the campaign's ledger. Returns a Problem as `TurnRecords.charge` does. */
  charge(model: string, usage: Usage): Problem | undefined {
    return this.campaign.charge(model, usage)
  }

  /** Counts and records the usage of an answer that came in a batch. */
  chargeBatched(model: string, usage: Usage): Problem | undefined {
    for (const limit of this.#limits) limit.add(usage)
    return this.charge(model, usage)
  }

  /** The most that a request may cost in US dollars; undefined if the price is unknown. */
  mostOf({ model, tokens, maxOutput, share = 1 }: Planned): number | undefined {
    const most = mostOf(model, tokens, maxOutput, this.prices)
    return most === undefined ? undefined : most * share
  }

  /** To be asked before each request; see `Spending`. */
  readonly admit: Admit = async (requests, signal) => {
    const costs = requests.map((one) => ({ ...one, most: this.mostOf(one) }))
    const unpriced = costs.find(({ most }) => most === undefined)?.model
    const most = costs.reduce((sum, one) => sum + (one.most ?? 0), 0)
    try {
      return await this.campaign.reserve({ most, count: requests.length, unpriced }, this.#limits, signal)
    } catch (thrown) {
      if (thrown instanceof Problem) this.refused = thrown
      throw thrown
    }
  }

  /** Throws Problem `agent-failed` if a cap can't be kept, because the price of one of these models is unknown. */
  checkPrices(models: readonly string[]): void {
    const unpriced = models.find((model) => this.mostOf({ model, tokens: 0, maxOutput: 0 }) === undefined)
    if (unpriced === undefined) return
    for (const limit of this.#limits) if (limit.cap !== undefined) limit.check(limit.cap, { most: 0, count: 1, unpriced })
  }

  check(cap: number, { most, count, unpriced }: Wanted): void {
    const { spent } = this
    if (unpriced !== undefined)
      throw new Problem(
        'agent-failed',
        `The cap of ${dollars(cap)} can't be kept, because the price of ${unpriced} is unknown. Leave the cap out, enter the price in Settings, or choose another model.`,
        { model: unpriced }
      )
    if (spent + most > cap)
      throw new Problem(
        'agent-failed',
        `${overWords(most, count)}, and the cap of ${leftWords(cap, spent)}. What is done is kept. Raise the cap to go on.`,
        { cap, spent }
      )
  }
}

const overWords = (most: number, count: number): string =>
  `${count === 1 ? 'The next request' : `These ${count} requests`} may cost up to ${dollars(most)}`
const leftWords = (cap: number, spent: number): string => `${dollars(cap)} leaves ${dollars(Math.max(0, cap - spent))}`
