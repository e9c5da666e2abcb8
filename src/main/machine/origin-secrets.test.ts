import { expect, it } from 'vitest'
import { memoryKeys } from './keys'
import { OriginSecrets } from './origin-secrets'

it('a secret is stored for its origin until it is removed, and no origin is a key of Object.prototype', async () => {
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

it('a stored text without an origin is no secret', async () => {
  const store = memoryKeys()
  await store.set('sk-something')
  expect(await new OriginSecrets(store).of('https://one.example')).toBeUndefined()
})
