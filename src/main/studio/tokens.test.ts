import { expect, test } from 'vitest'
import { memoryKeys } from '../keys'
import { Tokens } from './tokens'

test('a token is known for the server it was given for, until it is forgotten', async () => {
  const store = memoryKeys()
  const tokens = new Tokens(store)
  await tokens.keep('https://one.example', ' first ')
  await tokens.keep('https://two.example', 'second')
  const again = new Tokens(store)
  expect([await again.of('https://one.example'), await again.of('https://two.example'), await again.of('https://three.example')]).toEqual([
    'first',
    'second',
    undefined
  ])
  await tokens.keep('https://one.example', undefined)
  expect([await again.of('https://one.example'), await again.of('https://two.example')]).toEqual([undefined, 'second'])
  await tokens.keep('https://two.example', '')
  expect(await store.get()).toBeUndefined()
})

test('what is no list of tokens in the store is none; the environment goes before', async () => {
  const store = memoryKeys()
  await store.set('sk-something')
  expect(await new Tokens(store).of('https://one.example')).toBeUndefined()
  expect(await new Tokens(store, 'given').of('https://one.example')).toBe('given')
})
