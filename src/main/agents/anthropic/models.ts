import { own } from '../../../shared/base/json'
import type { ModelPrices } from '../../../shared/table/model-access'
import type { Usage } from '../../../shared/table/turns'

/** US dollars per million tokens. */
interface Prices {
  input: number
  output: number
  cacheRead: number
  cacheWrite: number
}

/** The known properties of a model. */
interface Model {
  /** Absent if no price was published. */
  prices?: Prices
  /** The prices of a request whose whole prompt is longer than `over` tokens. */
  long?: { over: number; prices: Prices }
  /** Whether the model decides itself how much it thinks (`adaptive`), and whether it accepts `output_config.effort`. */
  thinks: boolean
  effort: boolean
}

const prices = (input: number, output: number, cacheRead: number): Prices => ({ input, output, cacheRead, cacheWrite: input * 1.25 })

/** The prices published in November 2026, for a cache that is kept for five minutes. A name that ends in a date means the same model. */
const MODELS: Readonly<Record<string, Model>> = {
  'claude-fable-5-2': { prices: prices(8, 40, 0.2), thinks: true, effort: true },
  'claude-fable-5-1': { prices: prices(10, 50, 0.25), thinks: true, effort: true },
  'claude-fable-5': { prices: prices(10, 50, 1), thinks: true, effort: true },
  'claude-mythos-5-2': { thinks: true, effort: true },
  'claude-mythos-5-1': { prices: prices(10, 50, 0.25), thinks: true, effort: true },
  'claude-mythos-5': { prices: prices(10, 50, 1), thinks: true, effort: true },
  'claude-opus-5-5': { prices: prices(4, 20, 0.2), thinks: true, effort: true },
  'claude-opus-5': { prices: prices(5, 25, 0.5), thinks: true, effort: true },
  'claude-opus-4-8': { prices: prices(5, 25, 0.5), thinks: true, effort: true },
  'claude-opus-4-7': { prices: prices(5, 25, 0.5), thinks: true, effort: true },
  'claude-opus-4-6': { prices: prices(5, 25, 0.5), thinks: true, effort: true },
  'claude-opus-4-5': { prices: prices(5, 25, 0.5), thinks: false, effort: true },
  'claude-sonnet-5-5': { prices: prices(2, 10, 0.1), thinks: true, effort: true },
  'claude-sonnet-5': { prices: prices(2, 10, 0.2), thinks: true, effort: true },
  'claude-sonnet-4-6': { prices: prices(3, 15, 0.3), thinks: true, effort: true },
  'claude-sonnet-4-5': { prices: prices(3, 15, 0.3), thinks: false, effort: false },
  'claude-haiku-5-5': { prices: prices(0.1, 0.5, 0.01), long: { over: 100_000, prices: prices(0.5, 2.5, 0.05) }, thinks: true, effort: true },
  'claude-haiku-4-5': { prices: prices(1, 5, 0.1), thinks: false, effort: false }
}

/** The models among which the user can choose, newest families first. Any other name may be typed. */
export const KNOWN_MODELS: readonly string[] = Object.keys(MODELS)

/** The known properties of `model`; undefined for an unknown one, such as a local model, one behind a proxy, or a new one. */
export function modelOf(model: string): Model | undefined {
  return own(MODELS, model.replace(/-\d{8}$/, ''))
}

/** The maximum tokens requested for one answer: the smallest limit of all known models, and one that other servers usually accept. */
const MAX_OUTPUT = { known: 64_000, unknown: 32_768 }

/** The maximum number of tokens that can be requested of `model` for one answer. */
export const maxOutputOf = (model: string): number => (modelOf(model) ? MAX_OUTPUT.known : MAX_OUTPUT.unknown)

/** The models that accept changes of tools within a conversation, by the provider's documentation. Of its newer models this isn't known yet. */
const TOOL_CHANGES: ReadonlySet<string> = new Set([
  'claude-fable-5-1',
  'claude-fable-5',
  'claude-mythos-5-1',
  'claude-mythos-5',
  'claude-opus-5-5',
  'claude-opus-5',
  'claude-opus-4-8',
  'claude-sonnet-5-5',
  'claude-haiku-5-5'
])

/** Returns whether tools can be added to and removed from a running conversation with `model`. */
export const takesToolChanges = (model: string): boolean => TOOL_CHANGES.has(model.replace(/-\d{8}$/, ''))

/** The maximum tokens of a judge's answer, including the thinking before it. */
export const JUDGE_MAX_TOKENS = 4096

/** The part of its price that a request costs in a batch. */
export const BATCH_PRICE = 0.5

type Tokens = Omit<Usage, 'cost'>

/** The cost of one request in US dollars; undefined if the price is unknown. `prices`: the owner's own, which come first. */
export function costOf(model: string, tokens: Tokens, prices: ModelPrices = {}): number | undefined {
  const known = ownModel(model, prices) ?? modelOf(model)
  const prompt = tokens.input + tokens.cacheRead + tokens.cacheWrite
  const at = known?.long && prompt > known.long.over ? known.long.prices : known?.prices
  if (!at) return undefined
  const dollars =
    (tokens.input * at.input + tokens.output * at.output + tokens.cacheRead * at.cacheRead + tokens.cacheWrite * at.cacheWrite) / 1_000_000
  return Math.round(dollars * 1e8) / 1e8
}

/** By how much the tokens of a prompt are estimated too high where a request must not cost more than is left, and those that the provider adds. */
const SAFETY = { factor: 1.5, tokens: 600 }

/** The most that one request may cost in US dollars; undefined if the price is unknown. `tokens`: those of the prompt, estimated; `maxOutput`: those of the answer. */
export function mostOf(model: string, tokens: number, maxOutput: number, prices: ModelPrices = {}): number | undefined {
  const prompt = Math.ceil(tokens * SAFETY.factor) + SAFETY.tokens
  const nothing = { input: 0, output: maxOutput, cacheRead: 0, cacheWrite: 0 }
  const [plain, written] = [costOf(model, { ...nothing, input: prompt }, prices), costOf(model, { ...nothing, cacheWrite: prompt }, prices)]
  return plain === undefined || written === undefined ? undefined : Math.max(plain, written)
}

/** The prices that the owner entered for a model. Without a price for the cache, a token costs there what any other does. */
function ownModel(model: string, prices: ModelPrices): Pick<Model, 'prices' | 'long'> | undefined {
  const price = own(prices, model)
  return price && { prices: { input: price.input, output: price.output, cacheRead: price.cached ?? price.input, cacheWrite: price.input } }
}

/** The usage of one request, with its cost if the price is known. */
export function priced(model: string, tokens: Tokens, prices: ModelPrices = {}): Usage {
  const cost = costOf(model, tokens, prices)
  return { ...tokens, ...(cost === undefined ? {} : { cost }) }
}
