import { never } from '../../../shared/base/abort'
import type { ContinueGrid, ContinuePrice, CostRange, GridPrice } from '../../../shared/lab/continuation'
import type { ModelPrices } from '../../../shared/table/model-access'
import type { Seat } from '../../../shared/table/turns'
import { costOf } from '../../agents/anthropic/models'
import { offlineAgent } from '../../agents/offline'
import { playAgentTurn } from '../../agents/play-turn'
import { MemoryStory } from '../../story/memory-story'
import type { Agents } from '../../table/agents'
import { playTurn } from '../../table/play-one-turn'
import { deciderNow, TableTurn } from '../../table/table-turn'
import { beginningAt, type Start } from './start'

/** The beats that the built-in table plays for an estimate. The turns of longer continuations are taken to go on alike. */
const MAX_REHEARSED = 60
/** The estimated tokens of an answer with its thinking, and those by which each turn makes the next request longer. */
const ANSWER_TOKENS = 400
const GROWTH_TOKENS = 600

/** How models play a seat: the machine's table of models. */
export type ModelTable = Pick<Agents, 'whole' | 'of' | 'rehearsing'>

/** What a model's seats would be asked: the number of requests, and the tokens of the first one, by seat. */
interface Rehearsal {
  turns: Map<string, number>
  first: Map<string, number>
}

export const modelSeat = (models: Pick<ModelTable, 'whole'>, model: string): Seat => models.whole({ agent: 'anthropic', model })

/** The estimated cost of a grid: the built-in table plays on in memory, and each seat's first request is written as it would be sent. Sends nothing. */
export async function gridPrice(starts: readonly Start[], grid: ContinueGrid, models: ModelTable, prices: ModelPrices): Promise<GridPrice> {
  const cells: ContinuePrice[] = []
  for (const start of starts)
    for (const persona of personasOf(grid))
      for (const model of grid.models) {
        const rehearsal = await rehearse(start, persona, modelSeat(models, model), grid.beats, models)
        const { session, from } = start
        cells.push({ session, from, model, ...(persona === undefined ? {} : { persona }), ...priceOf(rehearsal, model, prices) })
      }
  const unpriced = [...new Set(cells.flatMap(({ model, cost }) => (cost ? [] : [model])))]
  const sum = (of: (cell: ContinuePrice) => number): number => cells.reduce((total, cell) => total + of(cell), 0)
  const totals = { requests: sum(({ requests }) => requests), input: sum(({ input }) => input), output: sum(({ output }) => output) }
  const cost = { low: sum((cell) => cell.cost?.low ?? 0), high: sum((cell) => cell.cost?.high ?? 0) }
  return { cells, ...totals, ...(unpriced.length === 0 ? { cost } : {}), unpriced }
}

/** The personas of a grid; one that stands for those of the session if it names none. */
export const personasOf = ({ personas }: ContinueGrid): (string | undefined)[] => (personas.length === 0 ? [undefined] : personas)

async function rehearse(start: Start, persona: string | undefined, seat: Seat, beats: number, models: ModelTable): Promise<Rehearsal> {
  const story = new MemoryStory(beginningAt(start, persona))
  const offline = { seat: { agent: 'offline' } as const, agent: offlineAgent() }
  const turns = new Map<string, number>()
  const first = new Map<string, number>()
  const rehearsed = Math.min(beats, MAX_REHEARSED)
  for (let beat = 0; beat < rehearsed; beat++) {
    const who = deciderNow(story.snapshot)
    if (who === undefined) break
    if (start.seats.includes(who)) {
      turns.set(who, (turns.get(who) ?? 0) + beats / rehearsed)
      if (!first.has(who)) first.set(who, await firstRequest(story, seat, models))
    }
    if (!(await playTurn(story, () => Promise.resolve(offline)))?.saved) break
  }
  return { turns, first }
}

/** The tokens of the request that the model of the seat whose turn it is would be sent. */
async function firstRequest(story: MemoryStory, seat: Seat, models: ModelTable): Promise<number> {
  let tokens = 0
  const agent = await models.rehearsing((one) => (tokens = one))
  const turn = new TableTurn(story, () => undefined)
  await playAgentTurn(turn.host(), async (who) => turn.begin(who, { seat, agent }), never)
  return tokens
}

/** A conversation begins afresh once it is so many times as long as its first request; see `conversation.ts`. */
const MAX_GROWTH = 4

function priceOf({ turns, first }: Rehearsal, model: string, prices: ModelPrices): Omit<ContinuePrice, 'session' | 'from' | 'model' | 'persona'> {
  const price = { requests: 0, input: 0, output: 0 }
  let cost: CostRange | undefined = { low: 0, high: 0 }
  for (const [seat, tokens] of first) {
    const requests = Math.ceil(turns.get(seat) ?? 0)
    const untilAfresh = Math.max(1, Math.floor(((MAX_GROWTH - 1) * tokens) / GROWTH_TOKENS))
    for (let n = 0; n < requests; n++) {
      const grown = GROWTH_TOKENS * (n % untilAfresh)
      const input = tokens + grown
      const cached = grown === 0 ? 0 : input - GROWTH_TOKENS
      price.input += input
      const low = costOf(model, { input: 0, output: ANSWER_TOKENS, cacheRead: cached, cacheWrite: input - cached }, prices)
      const high = costOf(model, { input, output: ANSWER_TOKENS, cacheRead: 0, cacheWrite: 0 }, prices)
      cost = cost && low !== undefined && high !== undefined ? { low: cost.low + low, high: cost.high + high } : undefined
    }
    price.requests += requests
    price.output += requests * ANSWER_TOKENS
  }
  const seats = [...first].map(([seat, tokens]) => ({ seat, tokens }))
  return { ...price, first: seats, ...(cost ? { cost } : {}) }
}
