import { expect, it } from 'vitest'
import type { StoryEvent } from '../../../shared/story/lore'
import type { GameState } from '../../../shared/story/state'
import { state as tiny } from '../../store/tiny.fixture'
import { namePlace } from './first-name'

const drawn = { name: 'New place', region: 'home', features: {}, inventory: {}, tags: {} }
const world = (places: Record<string, Partial<typeof drawn> & { tags?: object }>, more: object = {}): GameState => ({
  ...tiny(),
  ...more,
  places: Object.fromEntries(Object.entries(places).map(([id, place]) => [id, { ...drawn, ...place }]))
})
const story = (place: string): StoryEvent[] => [{ id: 'one', place } as StoryEvent]

/** The id of a place after it was renamed. */
function idAfter(id: string, name: string, state: GameState, events: StoryEvent[] = []): string {
  const [put, rename] = namePlace(id, name, state, events)
  expect(put).toEqual({ op: 'put-place', id, fields: { name } })
  return rename?.op === 'rename' ? rename.to : id
}

it('the first name of a drawn place makes a unique id', () => {
  const state = world({ 'new-place': {}, 'new-place-2': {}, 'Mill-Pond': { name: 'The Mill Pond' } })
  expect(idAfter('new-place', 'Öde Höhle', state)).toBe('ode-hohle')
  expect(idAfter('new-place-2', 'Mill Pond', state)).toBe('mill-pond-2')
})

it('keeps a chosen id, the id of a named place, and the id if the name makes none', () => {
  expect(idAfter('ford', 'Mill Pond', world({ ford: {} }))).toBe('ford')
  expect(idAfter('new-place-x', 'Mill Pond', world({ 'new-place-x': {} }))).toBe('new-place-x')
  expect(idAfter('new-place', 'Mill Pond', world({ 'new-place': { name: 'The Ford' } }))).toBe('new-place')
  for (const name of ['—', 'Con', 'New Place']) expect(idAfter('new-place', name, world({ 'new-place': {} }))).toBe('new-place')
})

it('keeps the id if anything but the map refers to the place', () => {
  const at = { 'new-place': {} }
  expect(idAfter('new-place', 'Pond', world(at), story('new-place'))).toBe('new-place')
  expect(idAfter('new-place', 'Pond', world(at), story('hill'))).toBe('pond')
  expect(idAfter('new-place', 'Pond', world({ 'new-place': { tags: { visited: true } } }))).toBe('new-place')
  const [who, sheet] = Object.entries(tiny().actors)[0] ?? []
  expect(idAfter('new-place', 'Pond', world(at, { actors: { [who ?? '']: { ...sheet, location: 'new-place' } } }))).toBe('new-place')
  expect(idAfter('new-place', 'Pond', world(at, { scene: { path: 'x', title: 'x', place: 'new-place', present: [] } }))).toBe('new-place')
})
