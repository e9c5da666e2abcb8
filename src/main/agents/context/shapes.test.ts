import { describe, expect, it } from 'vitest'
import type { ToolUse } from '../../../shared/table/agents'
import type { Offer, ParamDef } from '../../../shared/story/game'
import { checkParams } from '../../engine/params'
import { choice, dice, DM_OFFERS, offer, PLAYER_OFFERS } from '../offline/tiny-views.fixture'
import { generalShapes, shapesOf, sharedShapes, useOf } from './shapes'

const text = (name: string, more: Partial<ParamDef> = {}): ParamDef => ({ name, type: 'string', description: 'Words.', required: true, ...more })
const names = (offers: readonly Offer[]): string[] => shapesOf(offers).map((shape) => shape.name)

describe('tools as a model is shown them', () => {
  it('tools are strict JSON Schemas with the present choices and their meaning', () => {
    const offers = [offer('attack', [choice('target', ['rat', 'Gant'], { description: 'Whom.', labels: { rat: 'a long rat', Gant: 'Gant' } })])]
    expect(shapesOf(offers)).toEqual([
      {
        name: 'attack',
        description: 'This ends your turn.',
        action: 'attack',
        input_schema: {
          type: 'object',
          properties: { target: { type: 'string', enum: ['rat', 'Gant'], description: 'Whom. Values: rat (a long rat).' } },
          required: ['target'],
          additionalProperties: false
        }
      }
    ])
  })

  it('tools show the first alias, accept the own name and the other aliases, and an object for a list of texts', () => {
    const offers = [offer('interact', [choice('npc', ['Gant'], { aliases: ['npc_id', 'npc id'] }), text('stats', { many: true, required: false })])]
    const shapes = shapesOf(offers)
    expect(Object.keys(shapes[0]?.input_schema['properties'] as object)).toEqual(['npc_id', 'stats'])
    const gant = { tool: 'interact', input: { npc: 'Gant' } }
    for (const name of ['npc_id', 'npc', 'npc id']) expect(useOf(shapes, 'interact', { [name]: 'Gant' })).toEqual(gant)
    expect(useOf(shapes, 'interact', { npc: 'Loom', npc_id: 'Gant' })).toEqual(gant)
    expect(useOf(shapes, 'interact', { npc: 'Loom' })).toContain('"Loom" for "npc_id"')
    const [general] = generalShapes(offers, [])
    expect([Object.keys(general?.input_schema['properties'] as object), general?.input_schema['required']]).toEqual([['npc_id', 'stats'], ['npc_id']])
    expect(useOf(shapes, 'interact', { npc_id: 'Gant', stats: { brawn: 8 } })).toEqual({
      tool: 'interact',
      input: { npc: 'Gant', stats: ['brawn 8'] },
      understood: 'Understood stats as brawn 8.'
    })
  })

  it('an alias that is the name of another parameter is not shown for it', () => {
    const [shape] = shapesOf([offer('give', [choice('npc', ['Gant'], { aliases: ['who'] }), choice('who', ['Wren'])])])
    expect(Object.keys(shape?.input_schema['properties'] as object)).toEqual(['npc', 'who'])
    expect(useOf(shape ? [shape] : [], 'give', { npc: 'Gant', who: 'Wren' })).toEqual({ tool: 'give', input: { npc: 'Gant', who: 'Wren' } })
  })

  it('descriptions end each sentence before the next one begins', () => {
    const [shape] = shapesOf([offer('go', [choice('who', ['Chalk'], { description: 'Who goes', labels: { Chalk: 'Mister Chalk' } })])])
    expect(shape?.input_schema['properties']).toMatchObject({ who: { description: 'Who goes. Values: Chalk (Mister Chalk).' } })
    const onward: Offer = { ...offer('onward'), description: 'Go on' }
    for (const shapes of [shapesOf([onward]), sharedShapes([onward]), generalShapes([onward], [])])
      expect(shapes.map(({ description }) => description)).toEqual(['Go on. This ends your turn.'])
  })

  it('parameters with several choices take lists, and number parameters only numbers', () => {
    const [shape] = shapesOf([
      offer('call_on', [choice('who', ['all', 'Wren'], { many: true }), { name: 'limit', type: 'number', description: '', required: false }])
    ])
    expect(shape?.input_schema['properties']).toEqual({
      who: { type: 'array', minItems: 1, items: { type: 'string', enum: ['all', 'Wren'] }, description: '' },
      limit: { type: 'number', description: '' }
    })
  })

  it('NPCs share a tool if their choices are equal or if there are many NPCs, and otherwise have one each', () => {
    const at = (as: string, ...targets: string[]): Offer => offer('attack', [choice('target', targets)], 'free', as)
    const same = shapesOf([at('Gant', 'Wren'), at('Loom', 'Wren')])
    expect(same.map(({ name, as, through }) => ({ name, as, through }))).toEqual([{ name: 'attack', as: undefined, through: ['Gant', 'Loom'] }])
    expect(useOf(same, 'attack', { as: 'Loom', target: 'Wren' })).toEqual({ tool: 'attack', as: 'Loom', input: { target: 'Wren' } })

    const separate = shapesOf([at('Gant', 'Loom'), at('Loom', 'Gant')])
    expect(separate.map(({ name, as }) => ({ name, as }))).toEqual([
      { name: 'attack__Gant', as: 'Gant' },
      { name: 'attack__Loom', as: 'Loom' }
    ])
    expect(useOf(separate, 'attack__Gant', { target: 'Loom' })).toEqual({ tool: 'attack', as: 'Gant', input: { target: 'Loom' } })
    expect(useOf(separate, 'attack__Gant', { target: 'Gant' })).toBe('attack__Gant can\'t take "Gant" for "target". Choose one of: Loom.')

    const crowd = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    const many = shapesOf(crowd.map((id) => at(id, ...crowd.filter((other) => other !== id))))
    expect(many.map(({ name, through }) => ({ name, through }))).toEqual([{ name: 'attack', through: crowd }])
  })

  it('tool names are unique and valid for providers, and parameters get their own names back', () => {
    const offers = [
      offer('über fall!', [text('ziel größe'), text('ziel-große')]),
      offer('uber-fall-'),
      offer('打', [text('__proto__'), text('')]),
      offer('x'.repeat(90)),
      offer('x'.repeat(99))
    ]
    const shapes = shapesOf(offers)
    expect(shapes.map((shape) => shape.name)).toEqual(['uber-fall-', 'uber-fall--2', 'tool', 'x'.repeat(60), `${'x'.repeat(58)}-2`])
    const keys = shapes.flatMap((shape) => Object.keys(shape.input_schema['properties'] as object))
    for (const key of [...shapes.map((shape) => shape.name), ...keys]) expect(key).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
    expect(useOf(shapes, 'uber-fall-', { 'ziel-gro-e': 'a', 'ziel-gro-e-2': 'b' })).toEqual({
      tool: 'über fall!',
      input: { 'ziel größe': 'a', 'ziel-große': 'b' }
    })
  })

  it('keep an own parameter "as" apart from who acts', () => {
    const disguise = (as: string): Offer => offer('disguise', [text('as')], 'free', as)
    const shapes = shapesOf([disguise('Gant'), disguise('Loom')])
    expect(names([disguise('Gant'), disguise('Loom')])).toEqual(['disguise__Gant', 'disguise__Loom'])
    expect(useOf(shapes, 'disguise__Loom', { as: 'a crow' })).toEqual({ tool: 'disguise', as: 'Loom', input: { as: 'a crow' } })
  })

  it('a long list of choices is shown in part', () => {
    const crowd = Array.from({ length: 500 }, (_, i) => `guest-${i}`)
    const [shape] = shapesOf([offer('attack', [choice('target', crowd)])])
    expect(JSON.stringify(shape).length).toBeLessThan(1200)
    expect(JSON.stringify(shape)).toContain('guest-59 and 440 more')
    expect(useOf(shapesOf([offer('attack', [choice('target', crowd)])]), 'attack', { target: 'guest-400' })).toEqual({
      tool: 'attack',
      input: { target: 'guest-400' }
    })
  })
})

describe("a tool use that doesn't fit", () => {
  const shapes = shapesOf([...PLAYER_OFFERS, ...DM_OFFERS.filter((one) => one.name === 'call_on')])
  it.each([
    ['fly', {}, 'There is no tool "fly" now. Choose one of: explore, search,'],
    ['search', {}, 'search needs "feature". Choose one of: trough, windlass.'],
    ['search', { feature: 'moon' }, 'search can\'t take "moon" for "feature". Choose one of: trough, windlass.'],
    ['search', { feature: 7 }, 'search needs a text for "feature". Choose one of: trough, windlass.'],
    ['search', { feature: 'trough', as: 'Tobit' }, 'search has no parameter "as". It takes: feature.'],
    ['speak', { text: '' }, 'speak needs a value for "text", but it was empty.'],
    ['speak', { text: 'x'.repeat(20_001) }, 'speak takes at most 20000 characters for "text". Shorten it.'],
    ['speak', { text: { a: 'b' } }, 'speak needs a text for "text".'],
    ['speak', undefined, 'speak takes one object with its parameters. It takes: text.'],
    ['pass', { as: 'Tobit' }, 'pass has no parameter "as". It takes no parameters.'],
    ['call_on', { who: ['Hask'] }, 'call_on can\'t take "Hask" for "who". Choose one of: all, Wren, Tobit, Pym.']
  ])('is told what to mend: %s %j', (name, input, sentence) => {
    expect(useOf(shapes, name, input)).toSatisfy((answer: unknown) => typeof answer === 'string' && answer.startsWith(sentence))
  })

  it("a use that doesn't fit is refused, and the engine takes every other one", () => {
    const offers = [...PLAYER_OFFERS, ...DM_OFFERS.filter((one) => one.name === 'call_on')]
    const refused: string[] = []
    const taken: ToolUse[] = []
    for (let seed = 0; seed < 1500; seed++) {
      const chance = dice(seed)
      const pick = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)] as T
      const value = (): unknown =>
        pick([
          'trough',
          'windlass',
          'all',
          'Wren',
          ['all'],
          ['Wren', 'Tobit'],
          '',
          'moon',
          0,
          7,
          -1.5,
          Number.NaN,
          true,
          null,
          undefined,
          [],
          [7],
          {},
          { text: 'x' },
          'a\u0000b',
          '\ud800',
          'a,b',
          '../../etc',
          '</story>',
          'x'.repeat(25_000),
          'bandage',
          'yard--inn'
        ])
      const keys = ['feature', 'text', 'who', 'item', 'journey', 'note_path', 'content', 'tags', 'as', '__proto__', 'constructor', 'limit']
      const name = pick([...shapes.map((shape) => shape.name), 'record_', ''])
      const input = pick<unknown>([
        Object.fromEntries(Array.from({ length: 1 + Math.floor(chance() * 3) }, () => [pick(keys), value()])),
        {},
        value()
      ])
      const use = useOf(shapes, name, input)
      if (typeof use === 'string') refused.push(use)
      else taken.push(use)
    }
    expect(refused.filter((sentence) => !/^[^\n]+\.$/.test(sentence) || sentence.length > 700)).toEqual([])
    expect(taken.length).toBeGreaterThan(100)
    for (const { tool, input } of taken) {
      const meant = offers.find((one) => one.name === tool) as Offer
      // If an input passes the schema, the engine refuses it at most because a text is empty once cleaned.
      expect(() => checkParams(meant, input)).not.toThrow(/has no parameter|can't take|takes only one value|needs a number/)
    }
  })
})
