import { expect, it } from 'vitest'
import type { MachineChange, MachineSettings } from '../../shared/table/turns'
import { command } from './program.fixture'

const MACHINE: MachineSettings = {
  key: 'none',
  keeps: false,
  needsKey: true,
  host: 'api.anthropic.com',
  defaultHost: 'api.anthropic.com',
  prices: {},
  model: 'claude-sonnet-5-5',
  models: [],
  tools: 'stable',
  usualProfile: 'full',
  allowed: false
}
const OLLAMA: MachineSettings = { ...MACHINE, baseUrl: 'http://localhost:11434/v1', host: 'localhost:11434', needsKey: false, model: 'qwen3:8b' }
const answers = (machine: MachineSettings) => ({ machine: () => machine, setMachine: (_change: MachineChange) => machine })

it('shows how models are reached', async () => {
  const { out } = await command(['model'], answers(MACHINE))
  expect(out.join('\n')).toBe(
    [
      'Address:  https://api.anthropic.com',
      'Protocol: Messages API',
      'Model:    claude-sonnet-5-5',
      'Price:    the published one, if it is known',
      'Key:      none for api.anthropic.com; set PROSCENIUM_API_KEY and PROSCENIUM_BASE_URL',
      'Profile:  full (as server and model suggest)'
    ].join('\n')
  )
  const local = await command(['model'], answers({ ...OLLAMA, prices: { 'qwen3:8b': { input: 0, output: 0.5, cached: 0 } } }))
  expect(local.out.join('\n')).toContain('Address:  http://localhost:11434/v1 (Ollama)\nProtocol: chat completions\n')
  expect(local.out.join('\n')).toContain(
    'Price:    $0 for input, $0.5 for output, $0 for cached input, per million tokens\nKey:      none, and none is needed'
  )
})

it('changes the address, the protocol, the model and its price', async () => {
  const { asked } = await command(['model', '--address', 'Ollama', '--protocol', 'auto', '--use', 'qwen3:8b', '--price', '0,0.5,0'], answers(OLLAMA))
  expect(asked.at(-1)).toEqual([
    'setMachine',
    { baseUrl: 'http://localhost:11434/v1', protocol: null, model: 'qwen3:8b', prices: { 'qwen3:8b': { input: 0, output: 0.5, cached: 0 } } }
  ])
  const back = await command(['model', '--address', 'default', '--price', 'none'], answers(OLLAMA))
  expect(back.asked.at(-1)).toEqual(['setMachine', { baseUrl: null, prices: { 'qwen3:8b': null } }])
  expect((await command(['model', '--profile', 'lean'], answers(OLLAMA))).asked.at(-1)).toEqual(['setMachine', { profile: 'lean' }])
  const wrong = await command(['model', '--price', 'cheap'], answers(OLLAMA))
  expect([wrong.code, wrong.err.join(' ')]).toEqual([2, expect.stringContaining('Write input,output or input,output,cached in US dollars')])
})

it('lists the models of the server, and tests one', async () => {
  const listed = { ...answers(OLLAMA), endpointModels: () => [{ id: 'qwen3:8b', contextTokens: 40_960 }, { id: 'phi' }] }
  expect((await command(['model', '--list'], listed)).out).toEqual(['qwen3:8b  40,960 tokens\nphi'])
  const words = 'phi answered, but called no tool.'
  const tested = await command(['model', '--test'], { ...answers(OLLAMA), tryModel: () => ({ ok: false, words, ms: 3 }) })
  expect([tested.code, tested.out]).toEqual([1, [words]])
})
