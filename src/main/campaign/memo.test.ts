import { expect, test } from 'vitest'
import { Memo } from './memo'

test('what is used again and again is made once, however much passes by', () => {
  const memo = new Memo(10)
  const computed: string[] = []
  const ask = (key: string): string => memo.once(key, () => (computed.push(key), key.toUpperCase()))
  for (let i = 0; i < 200; i++) expect([ask('often'), ask(`once ${i}`)]).toEqual(['OFTEN', `ONCE ${i}`])
  expect(computed.filter((key) => key === 'often')).toHaveLength(1)
  ask('once 0')
  expect(computed.filter((key) => key === 'once 0')).toHaveLength(2)
})
