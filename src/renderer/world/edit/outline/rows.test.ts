import { describe, expect, it } from 'vitest'
import type { Journey, Place } from '../../../../shared/story/state'
import { rowsOf, withOpenParents, type OutlineWorld } from './rows'

const place = (name: string, region: string): Place => ({ name, region, features: {}, inventory: {}, tags: {} })
const journeyOf = (from: string, to: string, risks: string[] = []): Journey => ({
  from,
  to,
  region: 'home',
  direction: 'north',
  duration: '1 hour',
  difficulty: 0,
  risks
})
const world: OutlineWorld = {
  regions: { vale: { name: 'The Vale' }, home: { name: 'Home' }, sea: { name: 'Sea' } },
  places: { tor: place('The Tor', 'home'), inn: place('Anchor Inn', 'home'), ford: place('Ford', 'vale') },
  journeys: { 'inn--tor': journeyOf('inn', 'tor', ['steep']), 'inn--ford': journeyOf('inn', 'ford'), loop: journeyOf('tor', 'tor') }
}
const brief = (rows: ReturnType<typeof rowsOf>) =>
  rows.map((row) => `${'  '.repeat(row.level - 1)}${row.label} ${row.position}/${row.size}${row.open === undefined ? '' : row.open ? ' -' : ' +'}`)

describe('rows', () => {
  it('opens the regions of a small world and sorts by name', () => {
    expect(brief(rowsOf(world, {}))).toEqual(['Home 1/3 -', '  Anchor Inn 1/2 +', '  The Tor 2/2 +', 'Sea 2/3', 'The Vale 3/3 -', '  Ford 1/1'])
  })
  it('lists journeys under their start, named by their target', () => {
    const rows = rowsOf(world, { 'place:inn': true, 'region:vale': false })
    expect(brief(rows)).toEqual([
      'Home 1/3 -',
      '  Anchor Inn 1/2 -',
      '    The Tor 1/2',
      '    Ford 2/2',
      '  The Tor 2/2 +',
      'Sea 2/3',
      'The Vale 3/3 +'
    ])
    expect(rows[2]).toMatchObject({ key: 'journey:inn--tor', note: 'north · 1 hour · steep', above: 1 })
    expect(rows[4]).toMatchObject({ key: 'place:tor', above: 0, note: 'tor' })
  })
  it('a search lists matching places with their regions', () => {
    expect(brief(rowsOf(world, { 'region:home': false }, ' OR '))).toEqual([
      'Home 1/2 -',
      '  Anchor Inn 1/2 +',
      '  The Tor 2/2 +',
      'The Vale 2/2 -',
      '  Ford 1/1'
    ])
    expect(brief(rowsOf(world, {}, 'sea'))).toEqual(['Sea 1/1'])
    expect(rowsOf(world, {}, 'nowhere')).toEqual([])
  })
  it('closes ten thousand places in one region until they are opened', () => {
    const places = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`p${i}`, place(`Place ${i}`, 'home')]))
    const many = { ...world, places }
    expect(rowsOf(many, {})).toHaveLength(3)
    expect(rowsOf(many, { 'region:home': true })).toHaveLength(10_003)
    expect(rowsOf(many, { 'region:home': true }).at(1)).toMatchObject({ size: 10_000, position: 1 })
  })
  it('opens the parents of a selection', () => {
    expect(withOpenParents(world, {}, { what: 'place', id: 'tor' })).toEqual({})
    expect(withOpenParents(world, { 'region:home': false }, { what: 'place', id: 'tor' })).toEqual({ 'region:home': true })
    expect(withOpenParents(world, {}, { what: 'journey', id: 'inn--tor' })).toEqual({ 'place:inn': true })
    expect(withOpenParents(world, {}, { what: 'journey', id: 'gone' })).toEqual({})
  })
})
