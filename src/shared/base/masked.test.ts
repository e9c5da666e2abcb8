import { expect, it } from 'vitest'
import { masked } from './masked'

const KEY = 'sk-ant-03/x+y$9==k'

it('hides a key wherever it stands whole', () => {
  expect(masked(`Bad key ${KEY}. "${KEY}" (${KEY})`, KEY)).toBe('Bad key …. "…" (…)')
  expect(masked('lm-studio: bad key', 'lm-studio')).toBe('…: bad key')
})

it.each(['', 'a', 'any', 'ollama'])('changes no other text for a placeholder such as “%s”', (key) => {
  const text = 'The company of any ollama server did not answer.'
  expect(masked(text, key)).toBe(text)
})

it('leaves a longer word that contains the key', () => {
  expect(masked('The passwordless host', 'password')).toBe('The passwordless host')
})
