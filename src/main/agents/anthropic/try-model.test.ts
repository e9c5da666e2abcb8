import { afterEach, describe, expect, it } from 'vitest'
import { emptyContext } from './context.fixture'
import { countPrompt } from './request'
import { startFakeMessages, type FakeMessages, type FakeReply } from './fake-messages.fixture'
import { KEY } from './model-table.fixture'
import { costOf, modelOf } from './models'
import { tryModel } from './try-model'

let fake: FakeMessages
afterEach(() => fake.close())
const answering = async (reply: FakeReply): Promise<FakeMessages> => (fake = await startFakeMessages(() => reply, { key: KEY }))
const READY = { tool: 'ready', input: { word: 'yes' } }
const trying = (access: { key?: string; baseUrl?: string } = {}) => tryModel({ key: KEY, baseUrl: fake.url, ...access }, 'claude-haiku-5-5')

describe('trying a model', () => {
  it('the trial makes one cheap call and reports what the model can do, and its cost', async () => {
    await answering({ parts: [READY], output: 4 })
    const tried = await trying()
    expect(tried).toMatchObject({
      ok: true,
      words: expect.stringMatching(/^claude-haiku-5-5 calls tools and streams its answers\. The test cost \$0\.0000\d+\.$/),
      usage: { output: 4 }
    })
    expect(fake.requests.length).toBe(1)
    expect(fake.wrong).toEqual([])
  })

  it("the trial says that a budget can't be kept if the price is unknown", async () => {
    await answering({ parts: [READY] })
    expect((await tryModel({ key: KEY, baseUrl: fake.url }, 'llama-local')).words).toContain("Proscenium doesn't know its price")
    const prices = { 'llama-local': { input: 3000, output: 0 } }
    const { words, usage } = await tryModel({ key: KEY, baseUrl: fake.url, prices }, 'llama-local')
    expect(words).toContain(`The test cost $${((usage?.input ?? 0) * 0.003).toFixed(6)}.`)
  })

  it('the trial says that a model calls no tools', async () => {
    await answering({ parts: [{ text: 'ready' }] })
    expect(await trying()).toMatchObject({ ok: false, words: expect.stringContaining('A seat needs a model that uses tools.') })
  })

  it.each<[string, FakeReply, string | RegExp]>([
    ['refused', { status: 401, type: 'authentication_error', message: `Bearer ${KEY}` }, 'The provider rejected the key. Check the key in Settings.'],
    ['overloaded', { status: 529, type: 'overloaded_error' }, 'The model is overloaded. Try again later.'],
    ['another server', { body: '<html></html>' }, /answered with a web page/],
    ['cut', { ending: 'cut' }, /The connection to .* failed/]
  ])('says in words what is wrong: %s', async (_what, reply, words) => {
    await answering(reply)
    const tried = await trying()
    expect(tried.ok).toBe(false)
    expect(tried.words).toMatch(words)
    expect(JSON.stringify(tried)).not.toContain(KEY)
  })

  it('the trial says that no server answers, or that the key is invalid', async () => {
    await answering({ parts: [] })
    const stopped = await startFakeMessages(() => ({ parts: [] }))
    await stopped.close()
    expect((await trying({ baseUrl: stopped.url })).words).toBe(
      `No server answers at ${new URL(stopped.url).host}. Check the address in Settings, and make sure that the server is running.`
    )
    expect((await trying({ key: 'no key' })).words).toContain('Enter it again in Settings')
    expect((await trying({ key: 'another-key' })).words).toBe('The provider rejected the key. Check the key in Settings.')
  })
})

describe('counting', () => {
  it('a prompt is counted by one request, and a failure is a sentence', async () => {
    await answering({ parts: [] })
    const context = emptyContext('counted')
    const access = { key: KEY, baseUrl: fake.url }
    const seat = { agent: 'anthropic' } as const
    const counted = await countPrompt(context, access, 'claude-haiku-5-5', seat)
    expect(counted).toBeGreaterThan(0)
    expect(await countPrompt(context, access, 'claude-haiku-5-5', seat)).toBe(counted)
    expect(fake.counts).toBe(1)
    await countPrompt(context, access, 'claude-sonnet-5-5', seat)
    expect(fake.counts).toBe(2)
    expect(fake.wrong).toEqual([])
    await expect(countPrompt(emptyContext('alone'), { ...access, key: 'another-key' }, 'claude-haiku-5-5', seat)).rejects.toThrow(
      'The provider rejected the key. Check the key in Settings.'
    )
    await expect(countPrompt(emptyContext('alone'), { ...access, baseUrl: 'http://127.0.0.1:1' }, 'claude-haiku-5-5', seat)).rejects.toThrow(
      '127.0.0.1:1 uses a port that programs may not connect to.'
    )
  })
})

describe('prices', () => {
  it("prices depend on the kind of token, the model's name without its date, and the prompt's length", () => {
    const million = { input: 1_000_000, output: 1_000_000, cacheRead: 1_000_000, cacheWrite: 1_000_000 }
    expect(costOf('claude-opus-5', million)).toBe(36.75)
    expect(costOf('claude-haiku-4-5-20251001', million)).toBe(7.35)
    expect(costOf('claude-haiku-5-5', { input: 90_000, output: 1000, cacheRead: 0, cacheWrite: 0 })).toBe(0.0095)
    expect(costOf('claude-haiku-5-5', { input: 90_000, output: 1000, cacheRead: 10_001, cacheWrite: 0 })).toBe(0.04800005)
    expect(costOf('llama-local', million)).toBeUndefined()
    expect(modelOf('claude-mythos-5-2')?.prices).toBeUndefined()
  })
})
