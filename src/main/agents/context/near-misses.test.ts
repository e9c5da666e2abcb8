import { expect, it } from 'vitest'
import { isObject } from '../../../shared/base/json'
import type { ToolUse } from '../../../shared/table/agents'
import type { Offer, ParamDef } from '../../../shared/story/game'
import { checkParams } from '../../engine/params'
import { choice, dice, offer } from '../offline/tiny-views.fixture'
import { shapesOf } from './shapes'
import { useOf } from './use-of'

const text = (name: string, more: Partial<ParamDef> = {}): ParamDef => ({ name, type: 'string', description: '', required: true, ...more })
const number = (name: string): ParamDef => ({ name, type: 'number', description: '', required: false })
const named = (name: string, labels: Record<string, string>, more: Partial<ParamDef> = {}): ParamDef =>
  choice(name, Object.keys(labels), { labels, ...more })

const PARTY = { Wren: 'Wren', Tobit: 'Tobit, whose last slot it would fill', Pym: 'Pym' }
const PEOPLE = { Gant: 'Sim Gant', Hask: 'Mother Hask', Simm: 'Old Sim' }
const JOURNEYS = {
  'throat-yard--long-pull': "west to Marget's Taproom (2 minutes)",
  'throat-yard--bell-house': "north to Honesty's House (1 minute)",
  'throat-yard--ropewalk': 'south to the Ropewalk (4 minutes; slippery stones)',
  'throat-yard--rope-store': 'east to the Rope Store (1 minute)'
}
/** The offers of a player and of the DM, with the names of the sample. */
const OFFERS: readonly Offer[] = [
  offer('talk', [named('target', PEOPLE, { type: 'target' })]),
  offer('interact', [named('npc', PEOPLE, { type: 'target', aliases: ['npc_id'] })]),
  offer('search', [named('feature', { windlass: 'the chained windlass', trough: 'the stone trough' })]),
  offer('travel', [named('journey', JOURNEYS)]),
  offer('give', [named('item', { lantern: 'Horn lantern', 'oil-2': 'flask of oil (2nd)', oil: 'flask of oil' }), named('target', PARTY)]),
  offer('explore'),
  offer('pass'),
  offer('narrate', [text('text'), named('voice', PEOPLE, { required: false })], 'free'),
  offer('speak', [text('text'), named('player', PARTY, { required: false })], 'free'),
  offer('call_on', [choice('who', ['all', 'Wren', 'Tobit', 'Pym'], { many: true })]),
  offer('start-combat', [named('foes', PEOPLE, { many: true })]),
  offer('change_relationship', [named('from', { ...PARTY, ...PEOPLE }), named('to', { ...PARTY, ...PEOPLE }), { ...number('by'), required: true }]),
  offer('set-fact', [text('fact'), text('text', { required: false }), choice('holds', ['yes', 'no'], { required: false })]),
  offer('recall', [text('query', { required: false }), text('tags', { required: false, many: true }), number('limit')], 'look'),
  offer('pass-time', [named('span', { quarter: 'a quarter of an hour', hour: 'an hour' })]),
  offer('rest', [named('minutes', { 10: 'ten minutes', 30: 'half an hour' })]),
  offer('hazard', [named('stat', { STR: 'Strength', DEX: 'Dexterity' }), choice('damage', ['d4', 'd6', 'd8'])]),
  offer('strike', [named('target', PARTY)], 'free', 'Gant'),
  offer('strike', [named('target', PARTY)], 'free', 'Hask')
]
const shapes = shapesOf(OFFERS)
const MEANINGS = { offers: OFFERS, names: { ...PEOPLE, Wren: 'Wren', Tobit: 'Tobit', Pym: 'Pym' }, who: 'Wren' }
const understood = (name: string, input: unknown): ToolUse | string => useOf(shapes, name, input, MEANINGS)

const fence = (json: unknown): string => `\`\`\`json\n${JSON.stringify(json)}\n\`\`\``

/** What a model sends, what it means, and the words with which its result begins. */
const NEAR_MISSES: readonly [tool: string, sent: unknown, means: ToolUse['input'], words: string][] = [
  ['talk', { target: 'Mother Hask' }, { target: 'Hask' }, 'Understood target as Hask.'],
  ['talk', { target: 'Hask (Mother Hask)' }, { target: 'Hask' }, 'Understood target as Hask.'],
  ['talk', { target: 'Mother Hask (Hask)' }, { target: 'Hask' }, 'Understood target as Hask.'],
  ['talk', { target: 'hask' }, { target: 'Hask' }, 'Understood target as Hask.'],
  ['talk', { target: ['Hask'] }, { target: 'Hask' }, 'Understood target as Hask.'],
  ['talk', { Target: 'Hask' }, { target: 'Hask' }, 'Understood Target as target.'],
  ['talk', '{"target": "Hask"}', { target: 'Hask' }, 'Understood the input as JSON.'],
  ['Interact', { npcId: 'the mother hask' }, { npc: 'Hask' }, 'Understood the tool as interact. Understood npcId as npc_id, npc_id as Hask.'],
  ['search', { feature: 'the chained windlass' }, { feature: 'windlass' }, 'Understood feature as windlass.'],
  ['search', { feature: 'Windlass', place: 'here' }, { feature: 'windlass' }, 'Understood feature as windlass. Left out place.'],
  ['travel', { journey: "north to Honesty's House" }, { journey: 'throat-yard--bell-house' }, 'Understood journey as throat-yard--bell-house.'],
  ['travel', { journey: 'Marget’s Taproom' }, { journey: 'throat-yard--long-pull' }, 'Understood journey as throat-yard--long-pull.'],
  ['travel', { journey: 'long-pull' }, { journey: 'throat-yard--long-pull' }, 'Understood journey as throat-yard--long-pull.'],
  ['give', { item: 'Horn lantern', target: 'tobit' }, { item: 'lantern', target: 'Tobit' }, 'Understood item as lantern, target as Tobit.'],
  ['give', { item: 'flask of oil', target: 'Pym' }, { item: 'oil', target: 'Pym' }, 'Understood item as oil.'],
  ['explore', { place: 'throat-yard' }, {}, 'Left out place.'],
  ['pass', { reason: 'waiting' }, {}, 'Left out reason.'],
  ['pass', { as: 'Wren' }, {}, 'Left out as.'],
  ['narrate', { text: 'Good evening.', voice: 'Mother Hask' }, { text: 'Good evening.', voice: 'Hask' }, 'Understood voice as Hask.'],
  ['narrate', { text: 'Good evening.', voice: null }, { text: 'Good evening.' }, 'Left out voice.'],
  ['narrate', { text: 'Good evening.', voice: 'none' }, { text: 'Good evening.' }, 'Left out voice.'],
  ['narrate', { text: ['Good', 'evening.'], voice: '' }, { text: 'Good\nevening.' }, 'Understood text as Good evening. Left out voice.'],
  ['speak', { text: 7, tone: 'dry' }, { text: '7' }, 'Understood text as 7. Left out tone.'],
  ['call_on', { who: 'all' }, { who: ['all'] }, 'Understood who as all.'],
  ['call_on', { who: ['everyone'] }, { who: ['all'] }, 'Understood who as all.'],
  ['call_on', { who: '["all"]' }, { who: ['all'] }, 'Understood who as all.'],
  ['call_on', { who: 'Wren, Tobit' }, { who: ['Wren', 'Tobit'] }, 'Understood who as Wren, Tobit.'],
  ['call_on', { who: ['Wren and Tobit', 'wren'] }, { who: ['Wren', 'Tobit'] }, 'Understood who as Wren, Tobit.'],
  ['call_on', { who: fence(['Pym']) }, { who: ['Pym'] }, 'Understood who as Pym.'],
  ['start-combat', { foes: 'everybody' }, { foes: ['Gant', 'Hask', 'Simm'] }, 'Understood foes as Gant, Hask, Simm.'],
  ['change_relationship', { from: 'Wren', to: 'Hask', by: '5' }, { from: 'Wren', to: 'Hask', by: 5 }, 'Understood by as 5.'],
  ['set-fact', { fact: 'bridge-down', holds: true }, { fact: 'bridge-down', holds: 'yes' }, 'Understood holds as yes.'],
  ['set-fact', { fact: 'bridge-down', holds: 'false' }, { fact: 'bridge-down', holds: 'no' }, 'Understood holds as no.'],
  ['set-fact', { fact: 'Bridge Down' }, { fact: 'bridge-down' }, 'Understood fact as bridge-down.'],
  ['set-fact', { fact: 'the Lámp is lit!', holds: 'True' }, { fact: 'lamp-is-lit', holds: 'yes' }, 'Understood fact as lamp-is-lit, holds as yes.'],
  ['interact', { NPC: 'Gant' }, { npc: 'Gant' }, 'Understood NPC as npc_id.'],
  ['interact', { ' Npc ': 'sim gant' }, { npc: 'Gant' }, 'Understood Npc as npc_id. Understood npc_id as Gant.'],
  ['TALK', { target: 'old  sim' }, { target: 'Simm' }, 'Understood the tool as talk. Understood target as Simm.'],
  ['search', { feature: 'the stone trough.' }, { feature: 'trough' }, 'Understood feature as trough.'],
  ['search', { FEATURE: 'CHAINED WINDLASS' }, { feature: 'windlass' }, 'Understood FEATURE as feature, feature as windlass.'],
  ['travel', { journey: 'east' }, { journey: 'throat-yard--rope-store' }, 'Understood journey as throat-yard--rope-store.'],
  ['travel', { journey: 'throat_yard__bell_house' }, { journey: 'throat-yard--bell-house' }, 'Understood journey as throat-yard--bell-house.'],
  ['give', { item: 'oil-2', target: 'PYM', reason: 'kindness' }, { item: 'oil-2', target: 'Pym' }, 'Understood target as Pym. Left out reason.'],
  ['give', { item: ['lantern'], target: ['Pym'] }, { item: 'lantern', target: 'Pym' }, 'Understood item as lantern, target as Pym.'],
  ['call_on', { who: 'Pym & Tobit' }, { who: ['Pym', 'Tobit'] }, 'Understood who as Pym, Tobit.'],
  ['call_on', { who: 'party' }, { who: ['all'] }, 'Understood who as all.'],
  ['call_on', { who: ['All of you'] }, { who: ['all'] }, 'Understood who as all.'],
  ['start-combat', { foes: 'Mother Hask, Gant (Sim Gant)' }, { foes: ['Hask', 'Gant'] }, 'Understood foes as Hask, Gant.'],
  [
    'change_relationship',
    { from: 'tobit', to: 'old sim', by: '-15' },
    { from: 'Tobit', to: 'Simm', by: -15 },
    'Understood from as Tobit, to as Simm, by as -15.'
  ],
  ['narrate', { text: 'Dusk.', voice: 'undefined', mood: null }, { text: 'Dusk.' }, 'Left out voice, mood.'],
  ['recall', { tags: '["npc", "wary"]', query: 'rope' }, { tags: ['npc', 'wary'], query: 'rope' }, 'Understood tags as npc, wary.'],
  ['rest', { minutes: 'half an hour' }, { minutes: '30' }, 'Understood minutes as 30.'],
  ['hazard', { stat: 'dexterity', damage: 'D8' }, { stat: 'DEX', damage: 'd8' }, 'Understood stat as DEX, damage as d8.'],
  ['recall', { tags: 'ruling' }, { tags: ['ruling'] }, 'Understood tags as ruling.'],
  ['recall', { limit: '5', query: null }, { limit: 5 }, 'Understood limit as 5. Left out query.'],
  ['pass-time', { span: 'A quarter of an hour' }, { span: 'quarter' }, 'Understood span as quarter.'],
  ['rest', { minutes: 30 }, { minutes: '30' }, 'Understood minutes as 30.'],
  ['hazard', { stat: 'dex', damage: '1d6' }, { stat: 'DEX', damage: 'd6' }, 'Understood stat as DEX, damage as d6.']
]

it.each(NEAR_MISSES)('takes what a model means by %s %j', (tool, sent, input, words) => {
  const action = shapes.find(({ name }) => name.toLowerCase() === tool.toLowerCase())?.action
  expect(understood(tool, sent)).toEqual({ tool: action, input, understood: words })
})

it('who acts is understood too, and never changed', () => {
  const strike = { tool: 'strike', as: 'Hask', input: { target: 'Wren' } }
  expect(understood('strike', { as: 'Mother Hask', target: 'Wren' })).toEqual({ ...strike, understood: 'Understood as as Hask.' })
  expect(understood('pass', { as: 'Tobit' })).toBe('pass has no parameter "as". It takes no parameters.')
  expect(understood('pass', { AS: 'Tobit' })).toBe('pass has no parameter "AS". It takes no parameters.')
  const alone = OFFERS.filter(({ name, as }) => name !== 'strike' || as === 'Hask')
  expect(useOf(shapesOf(alone), 'strike', { as: 'Gant', target: 'Wren' }, { ...MEANINGS, offers: alone })).toContain('no parameter "as"')
  expect(useOf(shapesOf(alone), 'strike', { as: 'hask', target: 'Wren' }, { ...MEANINGS, offers: alone })).toMatchObject(strike)
})

it.each<[string, unknown, string]>([
  ['travel', { journey: 'throat-yard' }, '"throat-yard" for "journey" may mean throat-yard--long-pull (west to Marget\'s Taproom (2 minutes)) or'],
  ['talk', { target: 'Sim' }, 'talk: "Sim" for "target" may mean Gant (Sim Gant) or Simm (Old Sim). Which one?'],
  ['talk', { target: 'Gant (Mother Hask)' }, 'talk: "Gant (Mother Hask)" for "target" may mean Gant (Sim Gant) or Hask (Mother Hask). Which one?'],
  ['start-combat', { foes: 'Hask and Sim' }, '"Sim" for "foes" may mean Gant (Sim Gant) or Simm (Old Sim). Which one?'],
  [
    'talk',
    { target: 'Mother Hask, Gant (Sim Gant)' },
    '"Mother Hask, Gant (Sim Gant)" for "target" may mean Gant (Sim Gant) or Hask (Mother Hask). Which one?'
  ],
  ['start-combat', { foes: 'Bodkin, Gant (Sim Gant)' }, 'start-combat can\'t take "Bodkin, Gant (Sim Gant)" for "foes".'],
  ['talk', { target: 'Bodkin' }, 'talk can\'t take "Bodkin" for "target". Choose one of: Gant, Hask, Simm.'],
  ['talk', { target: ['Gant', 'Hask'] }, 'talk needs a text for "target". Choose one of'],
  ['talk', { target: null }, 'talk needs "target". Choose one of'],
  ['call_on', { who: 'Wren and Bodkin' }, 'call_on can\'t take "Wren and Bodkin" for "who". Choose one of'],
  ['change_relationship', { from: 'Wren', to: 'Hask', by: 'five' }, 'change_relationship needs a number for "by".']
])('asks or refuses where the meaning is not clear: %s %j', (tool, sent, sentence) => {
  expect(understood(tool, sent)).toContain(sentence)
})

it('a choice of a list that the schema leaves out is understood by the offers', () => {
  const crowd = Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`guest-${i}`, `Guest of ${i}`]))
  const offers = [offer('talk', [named('target', crowd)])]
  expect(useOf(shapesOf(offers), 'talk', { target: 'Guest of 88' }, { offers })).toEqual({
    tool: 'talk',
    input: { target: 'guest-88' },
    understood: 'Understood target as guest-88.'
  })
})

it('whatever is understood is the exact form: sent as it was understood, it is the same call, and nothing is left to understand', () => {
  const words = NEAR_MISSES.flatMap(([, sent]) => (isObject(sent) ? Object.values(sent) : [sent]))
  const more = [
    null,
    '',
    'a',
    'Sim',
    '*',
    0,
    -1,
    true,
    false,
    [],
    {},
    [null],
    [['all']],
    { all: true },
    '{"who":["all"]}',
    '[',
    'x'.repeat(300),
    '__proto__'
  ]
  const keys = [...new Set(shapes.flatMap(({ input_schema }) => Object.keys(input_schema['properties'] as object)))]
  let taken = 0
  const refused: string[] = []
  for (let seed = 0; seed < 3000; seed++) {
    const chance = dice(seed)
    const pick = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)] as T
    const shape = pick(shapes)
    const own = Object.keys(shape.input_schema['properties'] as object)
    const sent = Object.fromEntries([
      ...own.filter(() => chance() < 0.9).map((key) => [chance() < 0.2 ? key.toUpperCase() : key, pick([...words, ...more])]),
      ...(chance() < 0.3 ? [[pick([...keys, 'tone', 'constructor']), pick(more)]] : [])
    ]) as unknown
    const use = understood(shape.name, chance() < 0.1 ? JSON.stringify(sent) : sent)
    if (typeof use === 'string') {
      refused.push(use)
      continue
    }
    taken++
    const { understood: _, ...exact } = use
    const shown = Object.entries({ ...exact.input, ...(shape.through && exact.as !== undefined ? { as: exact.as } : {}) })
    const again = Object.fromEntries(
      shown.map(([key, value]) => [Object.entries(shape.renamed ?? {}).find(([, real]) => real === key)?.[0] ?? key, value])
    )
    expect(understood(shape.name, again)).toEqual(exact)
    const meant = OFFERS.find(({ name, as }) => name === exact.tool && as === exact.as) as Offer
    for (const { name, enum: values } of meant.params)
      for (const value of [exact.input[name] ?? []].flat()) expect(values ?? [value]).toContain(value)
    expect(() => checkParams(meant, exact.input)).not.toThrow(/has no parameter|can't take|takes only one value|needs a number/)
  }
  expect(taken).toBeGreaterThan(500)
  expect(refused.filter((sentence) => !/^[^\n]+[.?]$/.test(sentence))).toEqual([])
})

const TREE = {
  id: 'yard',
  location: { place: 'throat-yard', name: 'Throat Yard', region: 'Underclint', time: 'dusk' },
  present: ['Wren', 'Hask'],
  atmosphere: ['cold'],
  narration: [{ text: 'The rope hangs still.', clickable: { rope: { speaks: 'Who cut it?', intent: 'ask', waitingMessage: '…' } } }],
  voices: [{ source: 'the-count', text: 'One cup.', weight: 0.5 }]
}
const say = (text: string): object => ({ dialogue: [{ text }], scene: {} })
const ACTION = { actionId: '1', skillName: 'narrate', parameters: { text: 'Hush.' } }
const FORECAST = {
  type: 'object',
  properties: { days: { type: 'integer' }, places: { type: 'array', items: { $ref: '#/$defs/place' } }, loud: { type: 'boolean' } },
  required: ['days'],
  additionalProperties: false,
  $defs: { place: { type: 'string' } }
}
const JSON_OFFERS = [
  offer('narrate', [{ ...text('output'), json: 'output' } as ParamDef], 'free'),
  offer('run_plan', [{ ...text('plan'), json: 'plan', skills: { forecast: FORECAST } } as ParamDef], 'free')
]

it.each<[tool: string, sent: unknown, means: object, words: string]>([
  ['narrate', fence(say('Hush.')), say('Hush.'), 'Understood output as JSON.'],
  ['narrate', say('Hush.'), say('Hush.'), 'Understood output as JSON.'],
  ['narrate', { dialogue: 'Hush.', scene: {}, tone: 'dry' }, say('Hush.'), 'output/dialogue as JSON, output as JSON. Left out output/tone.'],
  [
    'narrate',
    JSON.stringify({ dialogue: [{ speaker: 'mother hask', text: 'Hush.' }], scene: {}, seeds: null }),
    { dialogue: [{ speaker: 'Hask', text: 'Hush.' }], scene: {} },
    'Understood output/dialogue[0]/speaker as Hask. Left out output/seeds.'
  ],
  [
    'narrate',
    JSON.stringify({
      scene: { ...TREE, present: 'Wren, Mother Hask', voices: [{ ...TREE.voices[0], weight: '0.5' }], mood: 1 },
      time_elapsed: '1 hour'
    }),
    { scene: TREE, time_elapsed: '1 hour' },
    'output/scene/present as Wren, Hask, output/scene/voices[0]/weight as 0.5. Left out output/scene/mood.'
  ],
  [
    'run_plan',
    { actions: { ...ACTION, actionId: 1, parameters: '{"text": "Hush."}', why: 'x' }, dependencies: null },
    { actions: [ACTION] },
    'plan/actions[0]/actionId as 1, plan/actions[0]/parameters as JSON, plan/actions as JSON, plan as JSON. Left out plan/actions[0]/why, plan/dependencies.'
  ],
  [
    'run_plan',
    { actions: [{ actionId: 'a', skillName: 'forecast', parameters: { days: '3', Places: 'fen, moor', loud: 'yes', mood: 'grim' } }] },
    { actions: [{ actionId: 'a', skillName: 'forecast', parameters: { days: 3, places: ['fen', 'moor'], loud: true } }] },
    'plan/actions[0]/parameters/days as 3, Places as places, plan/actions[0]/parameters/places as fen, moor, plan/actions[0]/parameters/loud as true, plan as JSON. Left out plan/actions[0]/parameters/mood.'
  ],
  ['run_plan', JSON.stringify([ACTION]), { actions: [ACTION] }, 'Understood plan as JSON.'],
  ['run_plan', { actions: [ACTION], dependencies: { 2: '1' } }, { actions: [ACTION], dependencies: { 2: ['1'] } }, 'plan/dependencies/2 as 1']
])('takes what a model means by the JSON of %s %j', (tool, sent, means, words) => {
  const forms = shapesOf(JSON_OFFERS)
  const key = tool === 'narrate' ? 'output' : 'plan'
  const meanings = { ...MEANINGS, offers: JSON_OFFERS }
  const use = useOf(forms, tool, { [key]: sent }, meanings) as ToolUse
  expect(use.understood).toContain(words)
  expect(JSON.parse(String(use.input[key]))).toEqual(means)
  const { understood: _, ...exact } = use
  expect(useOf(forms, tool, exact.input, meanings)).toEqual(exact)
})

it.each<[string, unknown]>([
  ['narrate', ` ${JSON.stringify(say('Hush.'), undefined, 2)}\n`],
  ['narrate', 'The rope hangs still.'],
  ['narrate', JSON.stringify({ scene: { ...TREE, characters: ['Loom'] }, time_elapsed: '1 hour' })],
  ['run_plan', '{"actions": [{"actionId": "a"'],
  ['run_plan', `{"actions": ${'['.repeat(5000)}`]
])('leaves the text of %s as it is where there is nothing to understand: %j', (tool, sent) => {
  const key = tool === 'narrate' ? 'output' : 'plan'
  expect(useOf(shapesOf(JSON_OFFERS), tool, { [key]: sent }, { offers: JSON_OFFERS })).toEqual({ tool, input: { [key]: sent } })
})
