import { expect, it } from 'vitest'
import { needsNoKey, presetAddress, presetName, protocolAt, usualProfile } from './model-servers'

it.each([
  ['http://localhost:11434/v1', 'chat', true],
  ['http://127.0.0.1:8080/v1/', 'chat', true],
  ['http://[::1]:8080/v1', 'chat', true],
  ['https://openrouter.ai/api/v1', 'chat', false],
  ['http://localhost:11434', 'messages', true],
  ['https://api.anthropic.com', 'messages', false],
  ['https://api.anthropic.com/v1', 'messages', false],
  ['https://proxy.example/v1?x=1', 'chat', false],
  ['https://proxy.example/anthropic', 'messages', false],
  ['http://localhost@example.com/v1', 'chat', false],
  ['http://localhost:1@example.com/v1', 'chat', false],
  ['http://localhost.example.com/v1', 'chat', false],
  ['localhost:11434/v1', 'messages', false],
  ['', 'messages', false]
])('at %j the protocol is %s and it needs no key: %s', (address, protocol, isFree) => {
  expect([protocolAt(address), needsNoKey(address)]).toEqual([protocol, isFree])
})

it('a preset is named in any case, and everything else is an address', () => {
  expect(['ollama', ' LM studio', 'llama.cpp', 'OpenRouter'].map(presetAddress).map(presetName)).toEqual([
    'Ollama',
    'LM Studio',
    'llama.cpp',
    'OpenRouter'
  ])
  expect(presetAddress('https://example.org')).toBe('https://example.org')
  expect(presetName('https://example.org')).toBeUndefined()
})

it.each([
  ['http://localhost:11434/v1', undefined, 'lean'],
  ['http://127.0.0.1:1234/v1/', undefined, 'lean'],
  ['http://localhost:8080/v1', 131_072, 'full'],
  ['http://localhost:8000/v1', undefined, 'full'],
  ['http://localhost:8000/v1', 8192, 'lean'],
  ['https://openrouter.ai/api/v1', 8192, 'lean'],
  [undefined, undefined, 'full']
])('at %j a model with a window of %s tokens is given: %s', (address, contextTokens, profile) => {
  expect(usualProfile(address, contextTokens)).toBe(profile)
})
