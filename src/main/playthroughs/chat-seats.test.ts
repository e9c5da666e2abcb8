import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { Beat } from '../../shared/story/play'
import { startFakeMessages } from '../agents/anthropic/fake-messages.fixture'
import { fakeTable } from '../agents/anthropic/fake-table.fixture'
import { memoryKeys } from '../machine/keys'
import { createCampaign } from '../story/creation/create'
import { chatTable } from './chat-table.fixture'
import { commands, recording, takeRecording } from './commands.fixture'
import { desk, KEY, treeOf } from './studio.fixture'

const home = mkdtempSync(join(tmpdir(), 'chat-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

async function campaign(name: string): Promise<string> {
  const dir = join(home, name)
  await createCampaign({ dir, title: undefined, game: 'cairn-hack', seed: '7', template: 'sample', resources: process.cwd(), now: 1_700_000_000_000 })
  return dir
}

it('a session over chat completions leaves the same tree as one over the Messages API, and is played again without a server', async () => {
  const seats = { DM: { agent: 'anthropic', model: 'local-8b' }, Wren: { agent: 'anthropic', model: 'local-8b' }, all: { agent: 'offline' } } as const
  const play = async (name: string, baseUrl: string): Promise<[string, Beat[], string]> => {
    const keys = memoryKeys(baseUrl.endsWith('/v1') ? undefined : JSON.stringify({ [new URL(baseUrl).origin]: KEY }))
    const dir = await campaign(name)
    const beats: Beat[] = []
    await commands({ keys, baseUrl, allowed: true }).play(dir, { sessions: 1 }, (beat) => beats.push(beat), { seats })
    return [treeOf(dir), beats, dir]
  }
  const [messages, chat] = [await startFakeMessages(fakeTable({ scenes: 1, rounds: 1 }), { key: KEY }), await chatTable()]
  const [tree] = await play('messages', messages.url)
  const [sameTree, beats, dir] = await play('chat', chat.url)
  await Promise.all([messages.close(), chat.close()])
  expect([messages.wrong, chat.wrong]).toEqual([[], []])
  expect(sameTree).toBe(tree)
  expect(new Set(beats.flatMap(({ spent }) => spent?.model ?? []))).toEqual(new Set(['local-8b']))
  expect(new Set(chat.keys)).toEqual(new Set([undefined]))
  expect(chat.requests.every(({ tools = [] }) => tools.length > 0)).toBe(true)

  const lines: string[] = []
  await recording(dir, undefined, (turn) => lines.push(JSON.stringify(turn)))
  const file = join(home, 'chat.jsonl')
  writeFileSync(file, `${lines.join('\n')}\n`)
  const again = await campaign('again')
  await takeRecording(again, file)
  await commands({}).play(again, { sessions: 1 }, () => undefined, { seats: { all: { agent: 'replay' } } })
  expect(treeOf(again)).toBe(tree)
})

it('a lean session is played again without a server, from seats that know nothing of its profile', async () => {
  const fake = await chatTable({ scenes: 1, rounds: 1 })
  const dir = await campaign('lean')
  const seat = { agent: 'anthropic', model: 'local-8b', profile: 'lean' } as const
  const seats = { DM: seat, Wren: seat, all: { agent: 'offline' } } as const
  await commands({ keys: memoryKeys(), baseUrl: fake.url, allowed: true }).play(dir, { sessions: 1 }, () => undefined, { seats })
  await fake.close()
  expect(Math.max(...fake.requests.map(({ tools = [] }) => tools.length))).toBe(8)
  const lines: string[] = []
  await recording(dir, undefined, (turn) => lines.push(JSON.stringify(turn)))
  const file = join(home, 'lean.jsonl')
  writeFileSync(file, `${lines.join('\n')}\n`)
  const again = await campaign('lean-again')
  await takeRecording(again, file)
  await commands({}).play(again, { sessions: 1 }, () => undefined, { seats: { all: { agent: 'replay' } } })
  expect(treeOf(again)).toBe(treeOf(dir))
})

it('this machine lists the models of a server, tries one, and calls it without a key at its own price', async () => {
  const fake = await chatTable()
  const at = await desk()
  try {
    await at.studio.setMachine({ baseUrl: fake.url, model: 'local-8b', prices: { 'local-8b': { input: 2, output: 10 } }, allowed: true })
    expect(await at.studio.machine()).toMatchObject({ key: 'none', needsKey: false, prices: { 'local-8b': { input: 2, output: 10 } } })
    expect(await at.studio.endpointModels()).toEqual([{ id: 'local-8b', contextTokens: 8192 }])
    await at.studio.setTable({ ...(await at.studio.tableSettings()), cost_cap: 1, agents: { default: { agent: 'anthropic' } } })
    const beat = await at.studio.step()
    expect(beat).toMatchObject({ action: 'open_session', spent: { model: 'local-8b', cost: 0.003 } })
    // The test finds that the window is small, so the next request is lean, unless the owner or the seat decides otherwise.
    const requested = async (): Promise<[number, boolean]> => {
      await at.studio.step()
      const { tools = [], max_tokens: room = 0 } = fake.requests.at(-1) ?? {}
      return [tools.length, room === 1024]
    }
    expect((await at.studio.machine()).usualProfile).toBe('full')
    expect((await at.studio.tryModel({})).words).toContain('Its window has 8,192 tokens.')
    expect((await at.studio.machine()).usualProfile).toBe('lean')
    expect((await at.studio.context({ who: 'DM' })).tokens).toBeLessThan(3000)
    expect(await requested()).toEqual([4, true])
    expect(await requested()).toEqual([8, true])
    await at.studio.setMachine({ profile: 'full' })
    expect((await at.studio.context({ who: 'DM' })).tokens).toBeGreaterThan(4000)
    await at.studio.setTable({ ...(await at.studio.tableSettings()), agents: { default: { agent: 'anthropic', profile: 'lean' } } })
    expect((await at.studio.tableSettings()).agents).toEqual({ default: { agent: 'anthropic', profile: 'lean' } })
    expect((await at.studio.context({ who: 'DM' })).tokens).toBeLessThan(3000)
    await at.studio.setMachine({ protocol: 'messages' })
    expect((await at.studio.tryModel({})).words).toContain('the address ends in /v1, which Proscenium adds itself')
    await at.studio.setMachine({ baseUrl: 'http://127.0.0.1:1/v1', prices: { 'local-8b': null } })
    expect(await at.studio.machine()).toMatchObject({ prices: {} })
    expect(await at.studio.machine()).not.toHaveProperty('protocol')
    await expect(at.studio.endpointModels()).rejects.toThrow('127.0.0.1:1 uses a port that programs may not connect to.')
  } finally {
    await at.close()
    await fake.close()
  }
})
