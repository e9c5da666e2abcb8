import { expect, it } from 'vitest'
import { z } from 'zod'
import type { Offer } from '../../shared/story/game'
import { toProblem } from '../../shared/base/problem'
import type { Params } from '../../shared/story/play'
import type { ToolUse } from '../../shared/table/agents'
import type { ToolShape } from '../../shared/table/turns'
import { Toolbox, type Declarations, type ToolLayout } from '../agents/anthropic/tools'
import type { ToolChange } from '../agents/anthropic/tool-changes'
import { generalShapes, shapesOf, sharedShapes, useOf } from '../agents/context/shapes'
import { fraction } from '../engine/dice'
import { deciderOf, DM, party } from '../engine/people'
import { bundledFiles } from '../rules/bundled.fixture'
import { loadGame } from '../rules/load-game'
import { MemoryStory } from '../story/memory-story'
import { everyOfferOf, offersOf } from '../story/seats/seat-view'
import { drawn, pick, type Table, unsettled } from './random-play.fixture'
import { beginningWith } from './worlds.fixture'
import { sampleBeginning } from './samples.fixture'

/** The calls of a session. */
const CALLS = 90

/** Rules of our own: a parameter that only some states have, one that is sometimes required, a choice of numbers, and a rule that fails unless it is available. */
const OWN_RULES: Readonly<Record<string, string>> = {
  'manifest.yaml':
    'game: Our own\nversion: 1\nentry_actions: [wager, haul, travel]\ndm_actions: [weather, taunt]\nnpc_actions: [taunt]\nstats: { hp: { label: Hit points } }\n',
  'actions/wager.ts': `export default {
  name: 'wager', description: 'Bet on something.',
  params: (state, actor) => [
    { name: 'stake', type: 'number', description: 'How much', required: true },
    { name: 'side', type: 'enum', description: 'On what', required: true, aliases: ['side_id'], enum: ['odd', 'even'], labels: { odd: 'Odd', even: 'Even' } },
    ...(state.facts['debt'] ? [{ name: 'lender', type: 'string', description: 'Who lends it', required: false }] : [])
  ],
  available: () => true,
  execute: () => ({ stateDelta: { facts: { debt: true } }, narrative: 'The die is thrown.' })
}`,
  'actions/haul.ts': `export default {
  name: 'haul', description: 'Carry somebody.',
  params: (state, actor) => [{ name: 'whom', type: 'target', description: 'Whom', required: !state.facts['debt'], many: true, enum: Object.keys(state.actors).filter((id) => id !== actor) }],
  available: (state) => Object.keys(state.actors).length > 1,
  execute: () => ({ stateDelta: {}, narrative: 'Heave.' })
}`,
  'actions/travel.ts': `export default {
  name: 'travel', description: 'Go.',
  params: (state, actor) => Object.keys(state.journeys).length > 90 ? [] : [{ name: 'way', type: 'enum', description: 'Which way', required: true, aliases: ['edge_id'], enum: Object.keys(state.journeys).filter((id) => state.journeys[id].from === state.actors[actor].location) }],
  available: (state, actor) => Object.values(state.journeys).some(({ from }) => from === state.actors[actor].location),
  execute: (state, actor, params) => ({ stateDelta: { actors: { [actor]: { location: state.journeys[params.way].to } } }, narrative: 'Off.' })
}`,
  'actions/weather.yaml':
    'name: weather\ndescription: Have the weather change.\nparams:\n  - { name: kind, type: enum, enum: [rain, sun], required: true, description: What kind }\nexecute: { say: It changes. }\n',
  'actions/taunt.ts': `export default {
  name: 'taunt', description: 'Mock somebody.',
  params: (state, actor) => [{ name: 'words', type: 'string', description: 'What is said', required: true }, ...(actor === 'DM' ? [] : [{ name: 'volume', type: 'number', description: 'How loud', required: false }])],
  available: () => true,
  execute: () => ({ stateDelta: {}, narrative: 'Ha.' })
}`
}

async function tableOf(name: string): Promise<Table> {
  if (name !== 'our own') return { name, beginning: await sampleBeginning(name, await loadGame(bundledFiles(name))) }
  const game = await loadGame(new Map(Object.entries(OWN_RULES)))
  return { name, beginning: await beginningWith(new Map(), 'totm', game) }
}

/** Applies the changes of a message to the tools that requests declare. */
function applied({ tools, all }: Seated, content: unknown): void {
  for (const { type, tool } of (content ?? []) as readonly ToolChange[]) {
    const name = tool.type === 'tool_definition' ? tool.definition.name : tool.name
    if (tool.type === 'tool_definition') all.set(name, tool.definition.input_schema as Schema)
    if (type === 'tool_removal') tools.delete(name)
    else tools.set(name, all.get(name) ?? {})
  }
}

/** A seat's toolbox, and its tools as the requests so far declare them. */
interface Seated {
  box: Toolbox
  tools: Map<string, Schema>
  all: Map<string, Schema>
}

class Check {
  readonly faults = new Set<string>()
  readonly seen = new Set<string>()
  resets = 0
  readonly #seats = new Map<string, Seated>()
  readonly #earlier = new Map<string, Declarations>()

  constructor(
    private readonly story: MemoryStory,
    private readonly chance: () => number
  ) {}

  begin(who: string, layout: ToolLayout): Seated {
    const key = `${layout} ${who}`
    const earlier = this.#earlier.get(key) ?? { byName: new Map(), sets: [] }
    this.#earlier.set(key, earlier)
    const offers = offersOf(this.story.snapshot, who)
    const box = new Toolbox({ layout, offers, every: () => everyOfferOf(this.story.snapshot, who), eager: false, earlier, ofContext: [] })
    const all = new Map(box.declared.map((shape) => [shape.name, shape.input_schema as Schema]))
    const seated = { box, all, tools: new Map(all) }
    applied(seated, box.first(offers).change?.content)
    this.#seats.set(key, seated)
    return seated
  }

  turn(who: string, layout: ToolLayout): void {
    const offers = offersOf(this.story.snapshot, who)
    let seated = this.#seats.get(`${layout} ${who}`) ?? this.begin(who, layout)
    const news = seated.box.news(offers, true)
    if (news) applied(seated, news.change?.content)
    else {
      if (layout === 'stable') this.resets++
      seated = this.begin(who, layout)
    }
    for (const shape of layout === 'stable' ? sharedShapes(offers) : shapesOf(offers))
      this.#tool(`${layout} ${who} ${shape.name}`, seated, shape, offers)
  }

  #tool(where: string, { tools }: Seated, shape: ToolShape, offers: readonly Offer[]): void {
    this.seen.add(shape.name)
    const declared = tools.get(shape.name)
    if (!declared) return void this.faults.add(`${where} is not declared`)
    for (const [field, { type, description = '', anyOf }] of Object.entries(declared.properties ?? {}))
      if ((type === undefined && !anyOf) || description === '') this.faults.add(`${where}.${field} has no type or no description`)
    const offer = pick(
      offers.filter((one) => one.name === shape.action && (shape.as ?? one.as) === one.as),
      this.chance
    )
    if (!offer) return
    const input = shown(shape, listsIn(offer, drawn(offer, this.chance)), Object.hasOwn(declared.properties ?? {}, 'as') ? offer.as : undefined)
    if (!checkOf(declared).safeParse(input).success) this.faults.add(`${where} refuses ${JSON.stringify(input)}`)
    const made = generated(declared, shape, this.chance)
    const use = useOf([shape], shape.name, made)
    if (typeof use === 'string' || use.understood !== undefined)
      this.faults.add(`${where} ${JSON.stringify(made)}: ${typeof use === 'string' ? use : use.understood}`)
  }
}

const checks = new WeakMap<Schema, z.ZodType>()
function checkOf(schema: Schema): z.ZodType {
  const check = checks.get(schema) ?? z.fromJSONSchema(schema as Record<string, unknown>)
  checks.set(schema, check)
  return check
}

/** Plays at random, and checks every tool of each turn in each layout. */
function play(table: Table, seed: string): Check {
  let k = 0
  const chance = (): number => fraction(`${seed} ${k++}`)
  const story = new MemoryStory(table.beginning, unsettled(table, seed))
  const check = new Check(story, chance)
  for (const who of [DM, ...party(story.snapshot.state)]) check.begin(who, 'stable')
  for (let call = 0; call < CALLS; call++) {
    const who = deciderOf(story.snapshot.state)
    check.turn(who, 'stable')
    if (call % 6 === 0) for (const layout of ['changes', 'live'] as const) check.turn(who, layout)
    const offer = pick(
      offersOf(story.snapshot, who).filter(
        ({ cost, name }) => cost !== 'look' && !ENDING.has(name) && (Object.hasOwn(table.beginning.game.actions, name) || chance() < 0.5)
      ),
      chance
    )
    if (!offer) continue
    const { name: action, as } = offer
    try {
      story.recordBeat({ kind: 'play', action, actor: who, params: drawn(offer, chance), agent: 'hand', ...(as ? { as } : {}) })
    } catch (thrown) {
      if (toProblem(thrown).code !== 'refused') throw thrown
    }
  }
  return check
}
const ENDING: ReadonlySet<string> = new Set(['end_campaign', 'end_session'])

it.each(['totm', 'cairn-hack', 'our own'])('every tool of %s declares what its exact form accepts, and nothing else', async (name) => {
  const table = await tableOf(name)
  const check = play(table, 'wild 3')
  table.beginning.game.dispose()
  // In our own game, a parameter depends on a fact.
  expect([[...check.faults], name === 'our own' ? 0 : check.resets]).toEqual([[], 0])
  expect(check.seen.size).toBeGreaterThan(name === 'our own' ? 15 : 30)
})

it.each([
  ['cairn-hack', 'attack', ['target', 'weapon']],
  ['cairn-hack', 'flee', ['carry']],
  ['totm', 'traverse', ['edge_id', 'company']],
  ['totm', 'interact', ['npc_id', 'action', 'item']]
])("a player of %s has every parameter of %s declared from the beginning, by the documents' names", async (name, action, fields) => {
  const { beginning } = await tableOf(name)
  const { snapshot } = new MemoryStory(beginning)
  const [who = ''] = party(snapshot.state)
  const shape = generalShapes([], everyOfferOf(snapshot, who)).find((one) => one.name === action)
  expect(Object.keys(shape?.input_schema['properties'] as object)).toEqual(fields)
  beginning.game.dispose()
})

it('a parameter that depends on a fact begins a new conversation once, and stays declared', async () => {
  const { beginning } = await tableOf('our own')
  const { state } = beginning
  const [who = ''] = party(state)
  const at = (debt: boolean): MemoryStory =>
    new MemoryStory(beginning, { ...state, facts: { debt }, next: { ...state.next, phase: 'player', actor: who, waiting: [], session: 1 } })
  const earlier: Declarations = { byName: new Map(), sets: [] }
  const begin = ({ snapshot }: MemoryStory): Toolbox =>
    new Toolbox({ layout: 'stable', offers: offersOf(snapshot, who), every: () => everyOfferOf(snapshot, who), eager: false, earlier, ofContext: [] })
  const before = begin(at(false))
  before.first(offersOf(at(false).snapshot, who))
  expect(before.news(offersOf(at(true).snapshot, who), true)).toBeUndefined()
  const after = begin(at(true))
  const wager = after.declared.find((shape) => shape.name === 'wager')
  expect(wager?.input_schema['properties']).toMatchObject({
    stake: { type: 'number', description: 'How much' },
    side_id: { type: 'string', enum: ['odd', 'even'] },
    lender: { type: 'string', description: 'Who lends it' }
  })
  after.first(offersOf(at(true).snapshot, who))
  expect(after.news(offersOf(at(false).snapshot, who), true)).toBeDefined()
  expect(begin(at(false)).declared.find((shape) => shape.name === 'wager')).toEqual(wager)
  beginning.game.dispose()
})

/** Parameters of which those that take several values are lists without empty texts. */
const listsIn = ({ params: defs }: Offer, params: Params): Params =>
  Object.fromEntries(
    Object.entries(params).map(([key, value]) => [
      key,
      defs.some(({ name, many }) => name === key && many) && typeof value === 'string' ? [value] : value
    ])
  )

/** Parameters under the names that a model sees. */
const shown = ({ renamed = {}, through }: ToolShape, params: Params, as: string | undefined): Params => ({
  ...(through && as !== undefined ? { as } : {}),
  ...Object.fromEntries(Object.entries(params).map(([key, value]) => [Object.entries(renamed).find(([, name]) => name === key)?.[0] ?? key, value]))
})

interface Schema {
  type?: string
  description?: string
  enum?: string[]
  items?: Schema
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
}

/** Texts with a form of their own. */
const EXACT: Readonly<Record<string, string>> = { fact: 'some-words', note_path: 'some/words.md' }

/** A random input that a declaration accepts; of what depends on the state, what is listed now. */
function generated(declared: Schema, { input_schema, through }: ToolShape, chance: () => number): ToolUse['input'] {
  const now = input_schema as Schema
  const value = (name: string, schema: Schema, exact: Schema | undefined): never => {
    const of = schema.anyOf ? (exact ?? schema) : schema
    if (of.type === 'array') return [value(name, of.items ?? {}, exact?.items)] as never
    const choices = exact?.enum ?? of.enum
    if (choices) return pick(choices, chance) as never
    return (of.type === 'number' ? Math.floor(chance() * 9) : (EXACT[name] ?? 'some words')) as never
  }
  const needed = new Set([...(declared.required ?? []), ...(now.required ?? [])])
  const fields = Object.entries(declared.properties ?? {}).filter(
    ([name]) => needed.has(name) || (Object.hasOwn(now.properties ?? {}, name) && chance() < 0.5)
  )
  return Object.fromEntries(
    fields.map(([name, schema]) => [name, name === 'as' ? (pick(through ?? [], chance) as string) : value(name, schema, now.properties?.[name])])
  )
}
