import type { ActionKind } from '../../../shared/story/guide'
import type { Offer, OfferedParam } from '../../../shared/story/game'
import { own } from '../../../shared/base/json'
import type { Verb } from '../../../shared/story/names'
import type { View } from '../../../shared/table/agents'
import type { TableSettings, ToolShape } from '../../../shared/table/turns'
import type { Kinds } from './budget'
import { defusedLine } from './fence'
import { choiceWords } from './schema'
import { sharedShapes } from './shapes'
import { tokensOf } from './tokens'

/**
 * The lean profile, for small models: tokens of each tier, log entries, memories, tools, tokens of all tools and of one tool, and tokens of an answer.
 * The first request of a turn has about 2,400 tokens, and lookups add at most those of the cold tier.
 */
export const LEAN = {
  tiers: { frame: 720, hot: 860, warm: 240, cold: 200 },
  /** While a session or the campaign is summed up, its summaries matter most. */
  closing: { frame: 720, hot: 400, warm: 800, cold: 200 },
  k: 10,
  maxTools: 8,
  toolTokens: 600,
  oneToolTokens: 90,
  /** A tool that can't be shortened to this is done through the door. */
  mostToolTokens: 150,
  answerTokens: 1024
} as const

/** The limits of a lean context. A table that narrates scene trees needs their form beside everything else. */
export function leanLimits({ closing, narration }: View): Pick<TableSettings, 'tiers' | 'k'> {
  const tiers = closing === 'session' || closing === 'campaign' ? LEAN.closing : LEAN.tiers
  return { tiers: narration === undefined ? tiers : { ...tiers, frame: tiers.frame + LEAN_KINDS.frame.outputs }, k: LEAN.k }
}

/** As PIECE_KINDS, for the lean profile: in order of rank, each with the maximum tokens of one piece. */
export const LEAN_KINDS = {
  frame: { rules: 400, role: 400, planning: 500, craft: 0, outputs: 900, style: 0, you: 40, direction: 90, game: 160 },
  hot: {
    now: 230,
    skills: 500,
    record: 420,
    scene: 70,
    order: 50,
    private: 130,
    preparation: 120,
    log: 270,
    place: 170,
    here: 90,
    person: 60,
    people: 110,
    sheet: 110,
    tree: 150,
    plan: 70,
    guide: 90,
    about: 80,
    memory: 120,
    beliefs: 45,
    facts: 70,
    note: 70,
    narratives: 90
  },
  warm: {
    due: 230,
    event: 130,
    campaign: 120,
    session: 120,
    quests: 80,
    life: 80,
    threads: 60,
    recap: 90,
    factions: 50,
    ties: 50,
    notes: 60,
    lesserNarratives: 60
  },
  cold: {}
} as const satisfies Kinds

/** What is left out of a lean context, in the words in which a seat can ask for it. Kinds without a word here aren't named. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  person: 'people here',
  people: 'people here',
  about: 'what people want',
  sheet: 'sheets',
  place: 'the place',
  guide: 'the guide to the place',
  memory: 'memories',
  facts: 'facts',
  note: 'notes',
  notes: 'notes',
  event: 'story events',
  recap: 'earlier scenes',
  session: 'this session',
  campaign: 'earlier sessions',
  life: 'your life so far',
  quests: 'quests',
  threads: 'open threads',
  factions: 'factions',
  ties: 'ties',
  due: 'earlier scenes'
}

/** A sentence that names what was left out or shortened, and how to find it; empty if that is nothing. */
export function leftOutWords(kinds: Iterable<string>): string {
  const words = new Set([...kinds].flatMap((kind) => own(LEFT_OUT, kind) ?? []))
  return words.size === 0 ? '' : `Not all of this had room: ${[...words].join(', ')}. Find the rest with recall.`
}

/** The tools of a lean request, the most useful first: the table's verbs, and actions by kind. Others follow in the order of the offers. */
const DM_RANK: readonly (ActionKind | Verb | 'run_plan')[] = [
  'summarise',
  'open_session',
  'open_scene',
  'end_campaign',
  'run_plan',
  'narrate',
  'call_on',
  'choose_option',
  'run_scene',
  'prepare',
  'attack',
  'pass',
  'end_combat',
  'end_scene',
  'recall',
  'set_fact',
  'establish',
  'start_combat',
  'endanger',
  'speak',
  'end_session',
  'flee',
  'encounter',
  'reward',
  'send'
]
const PLAYER_RANK: readonly (ActionKind | Verb | 'run_plan')[] = [
  'pass',
  'click',
  'attack',
  'break_free',
  'flee',
  'move',
  'talk',
  'other',
  'search',
  'speak',
  'recall',
  'explore',
  'heal',
  'protect',
  'take',
  'help',
  'rest',
  'recover',
  'use'
]
/** The tools of a lean request: at most eight. If there are more actions, the last tool does any of the others (`isDoor`). */
export function leanShapes(offers: readonly Offer[], { role, guide }: Pick<View, 'role' | 'guide'>): ToolShape[] {
  const every = sharedShapes(offers)
  const rank = role === 'dm' ? DM_RANK : PLAYER_RANK
  const times = new Map<string, number>()
  const placed = every.map((shape, at) => {
    const kind = own(guide.actions, shape.action)?.kind ?? shape.action
    const time = times.get(kind) ?? 0
    times.set(kind, time + 1)
    const place = (rank as readonly string[]).indexOf(kind)
    // The second action of a kind comes after the first ones of all kinds.
    return { shape, at, place: (place < 0 ? rank.length : place) + time * every.length }
  })
  const ranked = placed.toSorted((one, other) => one.place - other.place || one.at - other.at).map(({ shape }) => shape)
  const short = ranked.map((shape) => ({ shape, short: shortened(shape, offers) }))
  if (short.length <= LEAN.maxTools) return short.map((one) => one.short)
  const shown = short.filter((one, at) => at === 0 || sizeOf(one.short) <= LEAN.mostToolTokens).slice(0, LEAN.maxTools - 1)
  const others = short.flatMap((one) => (shown.includes(one) ? [] : [one.shape]))
  const tools = shown.map((one) => one.short)
  const left = LEAN.toolTokens - tools.reduce((sum, shape) => sum + sizeOf(shape), 0)
  return [...tools, doorTo(others, new Set(every.map(({ name }) => name)), left)]
}

/** Every tool that a lean request lets a model use: the shown ones in their whole form, those behind the door, and the door itself. */
export const leanTools = (offers: readonly Offer[], shown: readonly ToolShape[]): ToolShape[] => [
  ...sharedShapes(offers),
  ...shown.filter(({ isDoor }) => isDoor)
]

const sizeOf = ({ name, description, input_schema }: ToolShape): number => tokensOf(JSON.stringify({ name, description, input_schema }))

/**
 * A tool in the first of these forms that keeps to the tokens of one tool, or in the last one: as it is, with short descriptions, without the names of
 * choices, with few of the choices, without what is optional. Its uses are checked against the whole form.
 */
function shortened(shape: ToolShape, offers: readonly Offer[]): ToolShape {
  let own = offers.filter(({ name }) => name === shape.action)
  let short = withoutLimits(shape, own)
  for (const step of [brief, bare, few, withoutOptional]) {
    if (sizeOf(short) <= LEAN.oneToolTokens) break
    own = own.map((offer) => ({ ...offer, description: firstSentence(offer.description), params: step(offer.params) }))
    short = withoutLimits(shape, own)
  }
  return short
}

/** The limits of texts and lists, which the rules check anyway. */
const LIMITS: ReadonlySet<string> = new Set(['minLength', 'maxLength', 'minItems', 'additionalProperties'])

/** A tool with the schema of these offers, which doesn't state limits. */
function withoutLimits(shape: ToolShape, offers: readonly Offer[]): ToolShape {
  const { description, input_schema } = sharedShapes(offers)[0] ?? shape
  const schema = JSON.stringify(input_schema, (key, value: unknown) => (LIMITS.has(key) && typeof value !== 'object' ? undefined : value))
  return { ...shape, description, input_schema: JSON.parse(schema) as ToolShape['input_schema'] }
}

type Step = (params: readonly OfferedParam[]) => OfferedParam[]

const firstSentence = (text: string): string => /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text
const brief: Step = (params) => params.map((param) => ({ ...param, description: firstSentence(param.description) }))
const bare: Step = (params) => params.map((param) => ({ ...param, labels: {} }))
/** The first choices stand in the description; the others are taken as well. */
const few: Step = (params) =>
  params.map((param) => {
    const { enum: values, ...rest } = param
    if (values === undefined || values.length <= FEW_CHOICES) return param
    const some = choiceWords(values.slice(0, FEW_CHOICES)).shown.join(', ')
    return { ...rest, type: 'string', description: `${some} and ${values.length - FEW_CHOICES} more, which you can name too` }
  })
/** If all are optional, the first one stays. */
const withoutOptional: Step = (params) => {
  const required = params.filter((param) => param.required)
  return required.length > 0 ? required : params.slice(0, 1)
}

/** The number of choices that a tool names if there is no room for all. */
const FEW_CHOICES = 6

/** A tool that does any of these actions. Its description lists them with the parameters that they need, as far as there is room. */
function doorTo(shapes: readonly ToolShape[], taken: ReadonlySet<string>, tokens: number): ToolShape {
  const name = ['do', 'do-other', 'do-any'].find((one) => !taken.has(one)) ?? 'do-something-else'
  const describe = (words: readonly string[]): ToolShape => ({
    name,
    description: `Does any other action: its name in "action", its parameters in "inputs". A wrong call tells you what to choose from. Actions: ${words.join('; ')}.`,
    input_schema: {
      type: 'object',
      properties: { action: { type: 'string' }, inputs: { type: 'object' } },
      required: ['action'],
      additionalProperties: false
    },
    action: name,
    isDoor: true
  })
  const names = shapes.map((shape) => shape.name)
  const words = shapes.map((shape) => `${shape.name}${needsOf(shape)}`)
  const whole = describe(words)
  return sizeOf(whole) <= tokens ? whole : describe(names)
}

const needsOf = ({ input_schema }: ToolShape): string => {
  const required = (input_schema['required'] as readonly string[] | undefined) ?? []
  return required.length === 0 ? '' : ` (${required.map(defusedLine).join(', ')})`
}
