import { expect, it } from 'vitest'
import { present } from '../store/tiny.fixture'
import { thingsIn } from './things'

it('the palette finds characters, events and facts by noun, name and id', () => {
  const { state } = present()
  const events = [{ id: 'the-lamp', title: 'The Lamp' }]
  const world = { ...state, facts: { 'gate-open': true } }
  const found = (query: string): string[] => thingsIn(world, events, query).map(({ noun, label }) => `${noun} ${label}`)
  const people = Object.values(state.actors).map(({ name }) => `Character ${name}`)
  expect(people.length).toBeGreaterThan(0)
  expect(found('character')).toEqual(people)
  expect([found('event'), found('FACT'), found('lamp'), found('open gate'), found(' '), found('nothing')]).toEqual([
    ['Event The Lamp'],
    ['Fact gate-open'],
    ['Event The Lamp'],
    ['Fact gate-open'],
    [],
    []
  ])
})
