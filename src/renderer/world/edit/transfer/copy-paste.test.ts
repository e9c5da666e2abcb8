import { expect, it } from 'vitest'
import type { Lore } from '../../../../shared/story/lore'
import type { Spots } from '../../../../shared/map/drawing'
import { readPiece } from '../../../../shared/map/piece'
import type { Journey, Place } from '../../../../shared/story/state'
import { WorldEdit } from '../../../../shared/contract/world-edits'
import { copiedText } from './copy'
import { pasteEdits as editsOf } from './paste'

/** The edits that paste a clipboard's text. */
function pasted(text: string, world: Parameters<typeof editsOf>[1], region: string | undefined, spots: Spots): WorldEdit[] | undefined {
  const piece = readPiece(text)
  return piece && editsOf(piece, world, region, spots)
}

const place = (name: string, region: string, more: Partial<Place> = {}): Place => ({ name, region, features: {}, inventory: {}, tags: {}, ...more })
const journey = (from: string, to: string): Journey => ({
  from,
  to,
  region: 'home',
  direction: 'up',
  duration: '1 hour',
  difficulty: 2,
  risks: ['steep'],
  requires: 'gate'
})
const world = {
  regions: { home: { name: 'Home country' } },
  places: {
    inn: place('Anchor Inn', 'home', {
      tags: { safe: true, visited: true, explored: true },
      features: { bar: { name: 'Bar', text: 'Wet.', searched: true } },
      inventory: { rope: { item: 'rope', count: 2 } }
    }),
    tor: place('The Tor', 'home')
  },
  journeys: { 'inn--tor': journey('inn', 'tor'), 'tor--inn': journey('tor', 'inn'), loop: journey('tor', 'tor') }
}
const lore: Pick<Lore, 'places' | 'journeys'> = {
  places: { inn: { description: 'Low beams.', gm_guide: 'The host is a spy.', senses: ['stale beer'] } },
  journeys: { 'inn--tor': 'A sheep track.' }
}
const spots = new Map([
  ['inn', { x: 10, y: -20 }],
  ['tor', { x: 310, y: 55.4 }]
])

it('pastes a copy beside the original with new ids and the journeys between', () => {
  const edits = pasted(copiedText(['inn', 'tor'], world, lore, spots), world, 'home', spots) ?? []
  expect(edits.every((edit) => WorldEdit.safeParse(edit).success)).toBe(true)
  expect(edits[0]).toEqual({
    op: 'put-place',
    id: 'inn-2',
    region: 'home',
    spot: { x: 106, y: 76 },
    fields: {
      name: 'Anchor Inn',
      description: 'Low beams.',
      gm_guide: 'The host is a spy.',
      senses: ['stale beer'],
      features: { bar: { name: 'Bar', text: 'Wet.' } },
      inventory: { rope: { item: 'rope', count: 2 } },
      tags: { safe: true }
    }
  })
  expect(
    edits.slice(2).map((edit) => (edit.op === 'put-journey' ? [edit.fields.from, edit.fields.to, edit.fields.description, edit.fields.requires] : []))
  ).toEqual([
    ['inn-2', 'tor-2', 'A sheep track.', 'gate'],
    ['tor-2', 'inn-2', '', 'gate'],
    ['tor-2', 'tor-2', '', 'gate']
  ])
})

it('a copy covers no place and keeps its arrangement', () => {
  const text = copiedText(['inn', 'tor'], world, lore, spots)
  const spotsOf = (standing: typeof spots) =>
    pasted(text, world, 'home', standing)?.flatMap((edit) => (edit.op === 'put-place' ? [[edit.spot?.x, edit.spot?.y]] : []))
  expect(spotsOf(spots)).toEqual([
    [106, 76],
    [406, 151]
  ])
  expect(spotsOf(new Map([...spots, ['inn-2', { x: 106, y: 76 }], ['tor-2', { x: 406, y: 151 }]]))).toEqual([
    [202, 172],
    [502, 247]
  ])
})

it('copies a part without the journeys that leave it', () => {
  const edits = pasted(copiedText(['inn'], world, lore, spots), { ...world, places: {} }, 'home', new Map())
  expect(edits).toMatchObject([{ op: 'put-place', id: 'inn', spot: { x: 10, y: -20 } }])
})

it('pastes into the chosen region of another campaign, or creates the copied one', () => {
  const text = copiedText(['inn', 'tor'], world, lore, spots)
  const other = { regions: { coast: { name: 'Coast' } }, places: {}, journeys: {} }
  expect(pasted(text, other, 'coast', new Map())?.map((edit) => (edit.op === 'put-place' ? edit.region : edit.op))).toEqual([
    'coast',
    'coast',
    'put-journey',
    'put-journey',
    'put-journey'
  ])
  expect(pasted(text, { regions: {}, places: {}, journeys: {} }, undefined, new Map())?.slice(0, 2)).toMatchObject([
    { op: 'put-region', id: 'home', name: 'Home country' },
    { op: 'put-place', id: 'inn', region: 'home' }
  ])
})

it('accepts documents of other tools, skips invalid fields and journeys without a target', () => {
  const text = JSON.stringify({
    locations: [{ id: 'loc_well_top', name: 'The Well', npcs: [], inventory: ['rusted_chest'], senses: ['moss'] }],
    journeys: [
      { from_id: 'loc_well_top', to_id: 'loc_well_top', difficulty: 3 },
      { from: 'loc_well_top', to: 'loc_well_bottom' }
    ]
  })
  expect(pasted(text, world, 'home', spots)).toEqual([
    { op: 'put-place', id: 'loc_well_top', region: 'home', fields: { name: 'The Well', senses: ['moss'] } },
    { op: 'put-journey', fields: { from: 'loc_well_top', to: 'loc_well_top', difficulty: 3 } }
  ])
})

it('pastes nothing but a piece of a world', () => {
  for (const text of ['', 'hello', '{}', '[1]', '{"locations":[]}', '{"locations":[{"id":"a"}]}', 'null'])
    expect(pasted(text, world, 'home', spots)).toBeUndefined()
})

it('a copy shows the picture of its place, in a campaign that has the file', () => {
  const picture = { file: "the-inn's-sign.png", alt: 'A rusty anchor.' }
  const text = copiedText(['inn'], world, { ...lore, places: { inn: { description: '', gm_guide: '', senses: [], picture } } }, spots)
  const shown = (pictures: Record<string, unknown>): unknown =>
    pasted(text, { ...world, pictures }, 'home', spots)?.filter(({ op }) => op === 'put-picture')
  expect(shown({ [picture.file]: {} })).toEqual([{ op: 'put-picture', of: { what: 'place', id: 'inn-2' }, ...picture }])
  expect(shown({})).toEqual([])
})
