import { expect, test } from 'vitest'
import { memoryKeys } from './keys'
import { OriginSecrets } from './origin-secrets'

test('a secret is known for the origin it was given for, until it is forgotten; no origin is called as objects call theirs', async () => {
  const store = memoryKeys()
  const tokens = new OriginSecrets(store)
  await tokens.keep('https://one.example', ' first ')
  await tokens.keep('https://two.example', 'second')
  const again = new OriginSecrets(store)
  expect([await again.of('https://one.example'), await again.of('https://two.example'), await again.of('https://three.example')]).toEqual([
    'first',
    'second',
    undefined
  ])
  expect(await again.of('constructor')).toBeUndefined()
  await tokens.keep('https://one.example', undefined)
  expect([await again.of('https://one.example'), await again.of('https://two.example')]).toEqual([undefined, 'second'])
  await tokens.keep('https://two.example', '')
  expect(await store.get()).toBeUndefined()
})

test('what stands in the store without its origin is none', async () => {
  const store = memoryKeys()
  await store.set('sk-something')
  expect(await new OriginSecrets(store).of('https://one.example')).toBeUndefined()
})
