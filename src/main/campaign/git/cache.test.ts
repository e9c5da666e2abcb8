import { expect, it } from 'vitest'
import { Cache } from './cache'

it('used and new values stay when the cache evicts others', () => {
  const cache = new Cache<number>(8, () => 1)
  for (let n = 0; n < 8; n++) cache.set(`${n}`, n)
  cache.set('8', 8)
  const value = cache.get('3')
  cache.set('9', 9)
  cache.set('10', 10)
  expect([value, cache.get('3'), cache.get('8'), cache.get('9'), cache.get('10')]).toEqual([3, 3, 8, 9, 10])
  expect(Array.from({ length: 11 }, (_, n) => cache.get(`${n}`)).filter((value) => value !== undefined)).toHaveLength(8)
})

it('the cache evicts values even if all are used all the time', () => {
  const cache = new Cache<number>(40, (value) => value)
  for (let n = 0; n < 100; n++) {
    cache.set(`${n}`, 1 + (n % 10))
    for (let k = 0; k <= n; k++) cache.get(`${k}`)
    expect(cache.get(`${n}`)).toBe(1 + (n % 10))
  }
  const left = Array.from({ length: 100 }, (_, n) => cache.get(`${n}`) ?? 0)
  expect(left.reduce((sum, weight) => sum + weight)).toBeLessThanOrEqual(40)
})

it("a value heavier than a quarter of the limit isn't cached", () => {
  const cache = new Cache<number>(40, (value) => value)
  cache.set('heavy', 11)
  expect(cache.get('heavy')).toBeUndefined()
})

it('a value that is used again and again is computed once, however many others are added', () => {
  const cache = new Cache<string>(20, () => 1)
  const computed: string[] = []
  const read = (key: string): string => cache.once(key, () => (computed.push(key), key.toUpperCase()))
  for (let i = 0; i < 200; i++) expect([read('often'), read(`once ${i}`)]).toEqual(['OFTEN', `ONCE ${i}`])
  expect(computed.filter((key) => key === 'often')).toHaveLength(1)
  read('once 0')
  expect(computed.filter((key) => key === 'once 0')).toHaveLength(2)
})
