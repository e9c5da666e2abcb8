import { expect, it } from 'vitest'
import { commonTags, formatOf, freeId, isDuration, linesOf, listOf, same, tagsOf, tagsText, withChanges, withCommonTags } from './field-values'

it('lists and lines drop empty entries only', () => {
  expect(listOf(' steep, dark ,, wet\nloose stones ')).toEqual(['steep', 'dark', 'wet', 'loose stones'])
  expect(linesOf('a doll looks up, hair on end\n\n  four clicks ')).toEqual(['a doll looks up, hair on end', 'four clicks'])
  expect(listOf(' , ')).toEqual([])
})

it('tags survive formatting and parsing', () => {
  const tags = { dark: true, safe: false, depth: 3, odds: 0.5, encounter: 'encounter-below', clock: 'at 12:30' }
  expect(tagsOf(tagsText(tags))).toEqual({ tags })
  expect(tagsOf('dark\n  depth :  -2\n\nyear: 007')).toEqual({ tags: { dark: true, depth: -2, year: '007' } })
  expect(tagsOf('')).toEqual({ tags: {} })
  expect(tagsOf('dark\n: loud')).toEqual({ bad: ': loud' })
  expect(tagsOf('dark:')).toEqual({ bad: 'dark:' })
})

it('common tags change for all places, and each place keeps its own', () => {
  const inn = { safe: true, settlement: true, beds: 4 }
  const ford = { safe: true, settlement: true, beds: 2, wet: true }
  const common = commonTags([inn, ford])
  expect(common).toEqual({ safe: true, settlement: true })
  expect(withCommonTags(ford, common, { settlement: 'small', dark: true })).toEqual({ beds: 2, wet: true, settlement: 'small', dark: true })
  expect(withCommonTags(inn, common, common)).toEqual(inn)
  expect(commonTags([])).toEqual({})
})

it('a duration is a number or a range of minutes, hours or days', () => {
  expect(['1 minute', '10-20 minutes', '2 days', '1 hour'].every(isDuration)).toBe(true)
  expect(['', 'an hour', '10', '5 weeks', '1- hours', '1  hour'].some(isDuration)).toBe(false)
})

it('numbers an id that is taken', () => {
  const taken = new Set(['inn', 'inn-2'])
  expect(freeId('inn', (id) => taken.has(id))).toBe('inn-3')
  expect(freeId('tor', (id) => taken.has(id))).toBe('tor')
})

it('compares values regardless of the order of keys', () => {
  expect(same({ a: [1, { b: 'x' }], c: true }, { c: true, a: [1, { b: 'x' }] })).toBe(true)
  expect(same({ a: 1 }, { a: 1, b: undefined })).toBe(false)
  expect(same([1], { 0: 1 })).toBe(false)
  expect(same(null, {})).toBe(false)
  expect(same({ a: undefined }, { b: 1 })).toBe(false)
})

it('reads the format of a map from the file name, else from its first character', () => {
  expect(formatOf('village.graphml', '{')).toBe('graphml')
  expect(formatOf('VILLAGE.JSON', '<')).toBe('json')
  expect(formatOf('village', '  <?xml version="1.0"?>')).toBe('graphml')
  expect(formatOf('village.txt', '{"locations": []}')).toBe('json')
})

it('applies a change to the current value without reverting other changes', () => {
  const bell = { name: 'Bell', text: '' }
  const fields = { name: 'Bell', text: 'It rings.' }
  expect(withChanges({ ...bell, hidden: true }, { ...bell, fact: 'rung' }, { ...fields, hidden: true })).toEqual({ ...fields, fact: 'rung' })
  expect(withChanges<Record<string, typeof bell>>({ bell }, { bell, nest: bell }, { bell: fields })).toEqual({ bell: fields, nest: bell })
  expect(withChanges<Record<string, typeof bell>>({ bell }, {}, { bell: fields })).toEqual({})
})
