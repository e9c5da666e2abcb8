import { describe, expect, it } from 'vitest'
import type { Offer } from '../../../shared/story/game'
import { dmView, DM_OFFERS, entry, PLAYER_OFFERS, viewOf } from '../offline/tiny-views.fixture'
import { assemble } from './assemble'
import { LEAN, leanShapes, leanTools } from './lean'
import { sentences } from './tokens'
import { useOf } from './use-of'

const SETTINGS = { tiers: { frame: 3000, hot: 8000, warm: 3000, cold: 6000 }, k: 18 }
const act = (name: string, ids: readonly string[] = []): Offer => ({
  name,
  description: 'Does it. It is a long story.',
  cost: 'turn',
  params:
    ids.length === 0 ? [] : [{ name: 'target', type: 'target', description: 'Whom', required: true, enum: [...ids], labels: { hask: 'Mother Hask' } }]
})
const offerOf = (name: string, ids: readonly string[]): Offer['params'][number] => ({
  name,
  type: 'enum',
  description: 'Which',
  required: true,
  enum: [...ids]
})
const MANY = [
  ...PLAYER_OFFERS,
  ...['juggle', 'fence', 'sing', 'whittle', 'count', 'nod', 'wave', 'bow'].map((name) => act(name)),
  act('bribe', ['hask', 'sim'])
]

describe('the tools of a lean request', () => {
  const shown = leanShapes(MANY, viewOf())
  const used = (name: string, input: unknown) => useOf(leanTools(MANY, shown), name, input, { offers: MANY })

  it('are at most eight, and the last one does everything else, by its exact form or nearly so', () => {
    expect(shown).toHaveLength(LEAN.maxTools)
    expect(shown.at(-1)).toMatchObject({ name: 'do', isDoor: true, description: expect.stringContaining('bribe (target)') as string })
    expect(used('do', { action: 'bribe', inputs: { target: 'hask' } })).toEqual({ tool: 'bribe', input: { target: 'hask' } })
    expect(used('do', { action: 'bribe', inputs: '{"target": "Mother Hask"}' })).toMatchObject({ tool: 'bribe', input: { target: 'hask' } })
    expect(used('do', { action: 'Bribe', target: 'hask' })).toMatchObject({ tool: 'bribe', input: { target: 'hask' } })
    expect(used('bribe', { target: 'hask' })).toEqual({ tool: 'bribe', input: { target: 'hask' } })
    expect(used('nod', {})).toEqual({ tool: 'nod', input: {} })
  })

  it('say what a wrong use of the door needs', () => {
    expect(used('do', { action: 'bribe' })).toBe('bribe needs "target". Choose one of: hask, sim.')
    expect(used('do', {})).toMatch(/^do needs the name of an action in "action": .*\bbribe\b/)
    expect(used('do', { action: 'fly', inputs: {} })).toMatch(/^There is no tool "fly" now\. Choose one of: .*\bbribe\b/)
    expect(used('do', { action: 'do', inputs: { action: 'nod' } })).toMatch(/^There is no tool "do" now/)
  })

  it('are those of the whole profile if there are few, and their long choices are shortened', () => {
    const ids = Array.from({ length: 60 }, (_, n) => `a-long-name-of-somebody-${n}`)
    const few = [act('bribe', ids), act('nod')]
    const [bribe, nod] = leanShapes(few, viewOf())
    expect([bribe?.name, nod?.name]).toEqual(['bribe', 'nod'])
    expect(JSON.stringify(bribe?.input_schema)).toContain('a-long-name-of-somebody-5 and 54 more, which you can name too')
    expect(useOf(leanTools(few, leanShapes(few, viewOf())), 'bribe', { target: ids[59] }, { offers: few })).toMatchObject({
      input: { target: ids[59] }
    })
  })

  it('leave a tool that can not be made short to the door', () => {
    const ids = (of: string): string[] => Array.from({ length: 6 }, (_, n) => `a-${of}-with-a-long-name-${n}`)
    const lists = ['whom', 'stat', 'difficulty'].map((name) => offerOf(name, ids(name)))
    const hazard: Offer = { ...act('hazard'), params: lists }
    const shown = leanShapes([hazard, ...MANY], viewOf({ guide: { ...viewOf().guide, actions: { hazard: { kind: 'talk', power: 0 } } } }))
    expect(shown.map(({ name }) => name)).not.toContain('hazard')
    expect(shown.at(-1)?.description).toContain('hazard')
    expect(useOf(leanTools([hazard, ...MANY], shown), 'do', { action: 'hazard', inputs: {} }, { offers: [hazard] })).toContain('hazard needs "whom"')
  })

  it('let no door hide an action of the same name', () => {
    const taken = [...MANY, act('do')]
    expect(leanShapes(taken, viewOf()).at(-1)).toMatchObject({ name: 'do-other', isDoor: true })
  })
})

describe('a lean context', () => {
  const log = Array.from({ length: 40 }, (_, n) =>
    entry('DM', 'narration', `Door ${n} opens. Behind it stands another door, and it is shut. Nobody has a key.`)
  )
  const context = assemble(
    dmView({ log, entries: 40, premise: `${'The rain goes on. '.repeat(80)}The end` }),
    DM_OFFERS,
    SETTINGS,
    undefined,
    undefined,
    'lean'
  )
  const textOf = (id: string): string => context.pieces.find((piece) => piece.id === id && piece.kept)?.text ?? ''

  it('leaves out whole sentences by rank, and names what can be found again', () => {
    expect(textOf('game')).toMatch(/The rain goes on\.\n\[…\]\n<\/story>$/)
    expect(textOf('log')).toContain('Door 39 opens.')
    expect(textOf('log')).not.toContain('Door 9 opens.')
    expect(textOf('rules')).toContain('Only tool calls count.')
    expect(context.tokens).toBeLessThan(3000)
    expect(
      assemble(
        dmView({ facts: Object.fromEntries(log.map((_, n) => [`a-fact-with-a-long-name-${n}`, true])) }),
        DM_OFFERS,
        SETTINGS,
        undefined,
        undefined,
        'lean'
      ).pieces.find(({ id }) => id === 'now')?.text
    ).toContain('Not all of this had room: facts. Find the rest with recall.')
  })

  it('keeps the facts and threads that matter now and the newest ones if it has no room for all', () => {
    const facts = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`gate-number-${n}-is-shut`, true]))
    const threads = Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [`thread-${n}`, { text: `Somebody owes somebody else money, case ${n}.`, open: true }])
    )
    const pieces = assemble(
      dmView({
        facts: { 'ferryman-paid': true, ...facts },
        threads: { 'the-ferry': { text: 'The ferryman wants his second penny.', open: true }, ...threads },
        log: [entry('Wren', 'speech', 'Where is the ferry? Has anybody paid the ferryman?')]
      }),
      DM_OFFERS,
      SETTINGS,
      undefined,
      undefined,
      'lean'
    ).pieces
    const textOf = (id: string): string => pieces.find((piece) => piece.id === id && piece.kept)?.text ?? ''
    expect(
      textOf('facts')
        .match(/[a-z]+-[a-z0-9-]+/g)
        ?.slice(0, 2)
    ).toEqual(['ferryman-paid', expect.stringContaining('gate-number-5')])
    expect(textOf('facts')).toContain('gate-number-59-is-shut')
    expect(textOf('facts')).not.toContain('gate-number-9-')
    expect(textOf('threads')).toContain('The ferryman wants')
    expect(textOf('threads')).toContain('case 29.')
    expect(textOf('threads')).not.toContain('case 2.')
  })

  it('cuts a text after its last whole sentence', () => {
    expect(sentences('One two. Three four! “Five?” Six seven eight', 11)).toBe('One two. Three four! “Five?”')
    expect(sentences('no sentence ends in here at all', 3)).toBe('')
    expect(sentences('It ends.', 50)).toBe('It ends.')
  })
})
