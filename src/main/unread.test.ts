import { expect, it } from 'vitest'
import { MAX_UNREAD, Unread } from './unread'

const part = 'x'.repeat(1 << 20)

it('a client that reads is sent any amount', () => {
  const unread = new Unread()
  for (let i = 0; i < 1000; i++) {
    expect(unread.maySend(part)).toBe(true)
    unread.read(part.length)
  }
})

it('a client that doesn’t read is sent no more than the limit, one answer of any length included', () => {
  const unread = new Unread()
  expect(unread.maySend('x'.repeat(MAX_UNREAD + 1))).toBe(true)
  expect(unread.maySend('x')).toBe(false)
  unread.read(MAX_UNREAD * 2)
  expect(unread.maySend('x')).toBe(true)
})
