import { expect, it } from 'vitest'
import { emptyMapState, type MapState } from './map-state'
import { currentId, editIn, fieldIn, renamedFrom, withRenames } from './renames'
import type { Rename } from './map-state'

const place = (name: string) => ({ name, region: 'home', features: {}, inventory: {}, tags: {} })
const journey = { region: 'home', from: 'new-place', to: 'hill', direction: '', duration: '1 minute', difficulty: 0, risks: [] }
const before = {
  regions: { home: { name: 'Home' } },
  places: { hill: place('The Hill'), 'new-place': place('New place') },
  journeys: { way: journey }
}
const after = {
  ...before,
  places: { hill: place('The Hill'), 'mill-pond': place('Mill Pond') },
  journeys: { way: { ...journey, from: 'mill-pond' } }
}
const renames: Rename[] = [{ what: 'place', ids: ['new-place', 'mill-pond'] }]

const looking: MapState = {
  ...emptyMapState,
  renames,
  selection: [
    { what: 'place', id: 'hill' },
    { what: 'place', id: 'new-place' }
  ],
  drafts: { 'place:new-place/description': { text: 'A pike', was: '' }, 'place:hill/name': { text: 'The Tor', was: 'The Hill' } },
  folds: { 'place:new-place': true },
  naming: 'place:new-place'
}

it('selection, drafts, folds and the edited name follow the new id, and the form stays mounted', () => {
  const moved = renamedFrom(before, after, looking)
  expect(moved).toEqual({
    selection: [
      { what: 'place', id: 'hill' },
      { what: 'place', id: 'mill-pond' }
    ],
    drafts: { 'place:mill-pond/description': { text: 'A pike', was: '' }, 'place:hill/name': { text: 'The Tor', was: 'The Hill' } },
    folds: { 'place:new-place': true, 'place:mill-pond': true },
    forms: { 'place:mill-pond': 'place:new-place' },
    naming: 'place:mill-pond'
  })
  // Undo reverts all of it.
  expect(renamedFrom(after, before, { ...looking, ...moved })).toMatchObject({
    selection: looking.selection,
    drafts: looking.drafts,
    forms: { 'place:new-place': 'place:new-place' },
    naming: 'place:new-place'
  })
})

it('a removed item, or a new one under an old id, moves nothing', () => {
  expect(renamedFrom(before, before, looking)).toBeUndefined()
  const both = { ...after, places: { ...after.places, ...before.places } }
  expect(renamedFrom(after, both, looking)).toBeUndefined()
  expect(renamedFrom(both, before, looking)).toBeUndefined()
  expect(renamedFrom(before, after, { ...looking, renames: [] })).toBeUndefined()
})

it('an edit from before a rename uses the current ids', () => {
  const now = (edit: Parameters<typeof editIn>[2]) => editIn(after, renames, edit)
  expect(now({ op: 'put-place', id: 'new-place', fields: { name: 'Pond' } })).toEqual({ op: 'put-place', id: 'mill-pond', fields: { name: 'Pond' } })
  expect(now({ op: 'put-journey', fields: { from: 'hill', to: 'new-place' } })).toEqual({
    op: 'put-journey',
    fields: { from: 'hill', to: 'mill-pond' }
  })
  expect(now({ op: 'spots', spots: { 'new-place': { x: 1, y: 2 }, hill: null } })).toEqual({
    op: 'spots',
    spots: { 'mill-pond': { x: 1, y: 2 }, hill: null }
  })
  expect(now({ op: 'remove', what: 'place', id: 'new-place' })).toEqual({ op: 'remove', what: 'place', id: 'mill-pond' })
  expect(now({ op: 'put-actor', id: 'Wren', place: 'new-place' })).toEqual({ op: 'put-actor', id: 'Wren', place: 'mill-pond' })
  const fresh = { op: 'put-place', region: 'home', fields: { name: 'New place' } } as const
  expect([now(fresh), editIn(before, renames, { op: 'put-place', id: 'new-place', fields: {} })]).toEqual([
    fresh,
    { op: 'put-place', id: 'new-place', fields: {} }
  ])
  expect([fieldIn(after, renames, 'place:new-place/features/door/name'), fieldIn(after, renames, 'places:a,b/tags')]).toEqual([
    'place:mill-pond/features/door/name',
    'places:a,b/tags'
  ])
  expect(currentId(after, renames, { what: 'region', id: 'new-place' })).toEqual({ what: 'region', id: 'new-place' })
})

it('keeps renames newest first and follows a chain of them', () => {
  const twice = withRenames(renames, [{ op: 'rename', what: 'place', id: 'mill-pond', to: 'pond' }])
  const last = { ...after, places: { pond: place('Pond') } }
  expect([twice.length, currentId(last, twice, { what: 'place', id: 'mill-pond' }).id]).toEqual([2, 'pond'])
  expect(withRenames(renames, [{ op: 'spots', spots: {} }])).toBe(renames)
})
