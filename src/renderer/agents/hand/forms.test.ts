import { expect, it } from 'vitest'
import type { Offer, ParamDef } from '../../../shared/story/game'
import { inputKindOf, choicesOf, firstForm, groupsOf, idOf, keysOf, labelOf, paramsOf } from './forms'

const def = (name: string, more: Partial<ParamDef> = {}): ParamDef => ({ name, type: 'string', description: '', required: true, ...more })
const offer = (name: string, params: ParamDef[] = [], more: Partial<Offer> = {}): Offer => ({
  name,
  description: name,
  params,
  cost: 'free',
  ...more
})
const enumOf = (...values: string[]): Partial<ParamDef> => ({ type: 'enum', enum: values })

it('groups tools by purpose, with NPC actions apart, and gives them keys in that order', () => {
  const groups = groupsOf([
    offer('get_exits', [], { cost: 'look' }),
    offer('call_on'),
    offer('attack', [], { as: 'Rat' }),
    offer('attack', [], { as: 'Margery' }),
    offer('flee', [], { as: 'Rat' }),
    offer('dread'),
    offer('narrate')
  ])
  expect(groups.map(({ kind, as, tools }) => [kind, as, tools.map((one) => one.name).join(' ')])).toEqual([
    ['say', undefined, 'narrate'],
    ['act', undefined, 'dread'],
    ['through', 'Rat', 'attack flee'],
    ['through', 'Margery', 'attack'],
    ['table', undefined, 'call_on'],
    ['look', undefined, 'get_exits']
  ])
  expect(keysOf(groups)).toEqual({
    narrate: '1',
    dread: '2',
    'attack as Rat': '3',
    'flee as Rat': '4',
    'attack as Margery': '5',
    call_on: '6',
    get_exits: '7'
  })
})

it('gives each key to one tool and leaves the tools beyond the last key without one', () => {
  const many = groupsOf(Array.from({ length: 50 }, (_, i) => offer(`action_${i}`)))
  const keys = Object.values(keysOf(many))
  expect(keys).toHaveLength(36)
  expect(new Set(keys).size).toBe(36)
})

it('builds the parameters of a call: trimmed texts, numbers, lists split at commas, no empty fields', () => {
  const tool = offer('all', [
    def('text'),
    def('limit', { type: 'number', required: false }),
    def('tags', { many: true, required: false }),
    def('who', { ...enumOf('Wren', 'Pym'), many: true }),
    def('voice', { ...enumOf('Rat'), required: false })
  ])
  expect(paramsOf(tool, { text: ' Hello ', limit: '3', tags: 'a, b,,', who: ['Wren'], voice: '' })).toEqual({
    params: { text: 'Hello', limit: 3, tags: ['a', 'b'], who: ['Wren'] },
    faults: {}
  })
  expect(paramsOf(tool, { text: '  ', limit: 'some', who: [] })).toEqual({ params: {}, faults: { text: 'needed', limit: 'number', who: 'needed' } })
})

it('preselects a parameter with a single choice', () => {
  const place = def('place', enumOf('well'))
  const who = def('who', { ...enumOf('Wren'), many: true })
  expect(firstForm(offer('a', [place, who]))).toEqual({ place: 'well', who: ['Wren'] })
  expect(firstForm(offer('a', [{ ...place, required: false }, def('b', enumOf('x', 'y')), def('text')]))).toEqual({})
})

it('finds choices by label and by id', () => {
  const target = def('target', { type: 'target', enum: ['rat-1', 'rat-2'], labels: { 'rat-1': 'Old Grey' } })
  expect(choicesOf(target).map((one) => one.words)).toEqual(['Old Grey', 'rat-2'])
  expect(choicesOf(target, ' grey').map((one) => one.value)).toEqual(['rat-1'])
  expect(choicesOf(target, 'RAT').map((one) => one.value)).toEqual(['rat-1', 'rat-2'])
  expect(choicesOf(target, 'cat')).toEqual([])
})

it('chooses the input of a parameter by its type', () => {
  const target = def('a', { type: 'target', enum: ['x'] })
  expect([def('a'), def('a', { type: 'number' }), def('a', { many: true }), target, { ...target, many: true }].map(inputKindOf)).toEqual([
    'text',
    'number',
    'list',
    'choice',
    'choices'
  ])
  expect(labelOf(def('note_path'))).toBe('Note path')
  expect(idOf(offer('attack', [], { as: 'Rat' }))).toBe('attack as Rat')
})
