import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { startFakeMessages, type FakeReply } from './fake-messages.fixture'
import { sse, STOP, stream, tool } from './hostile.fixture'
import { KEY, tableAnswering, lastMessage, use, type ModelTable, type TableOptions } from './model-table.fixture'

let table: ModelTable
afterEach(() => table.fake.close())

const answering = async (replies: readonly FakeReply[], options: TableOptions = {}): Promise<void> => {
  table = await tableAnswering(replies, options)
}
const PASS: FakeReply = { parts: [use('pass')] }

/** Everything that is recorded, sent or shown about the play. */
const everything = (played: unknown): string =>
  JSON.stringify([played, table.news, table.exchanges, table.log], (_key, value: unknown) =>
    value instanceof Error ? [value.message, String(value.stack), value.cause] : value
  )

describe('mistakes that the model can correct', () => {
  it.each<[string, FakeReply, RegExp]>([
    ['a tool nobody knows', { parts: [use('fly', { to: 'moon' })] }, /There is no tool .{0,3}fly/],
    ['a tool that is not offered now', { parts: [use('hit', { target: 'Ghoul' })] }, /There is no tool .{0,3}hit/],
    ['a field that is missing', { parts: [use('speak')] }, /speak needs .*text/],
    ['a field that says who acts', { parts: [use('speak', { text: 'Hm.', as: 'Ghoul' })] }, /speak has no parameter/],
    ['a value that cannot be chosen', { parts: [use('recall', { sort: 'oldest' })] }, /Choose one of: modified, relevance/],
    ['an input of another type', { parts: [use('speak', { text: { en: 'Hm.' } })] }, /speak needs .*text/],
    ['half an object', { parts: [{ tool: 'speak', json: '{"text": "Wai' }] }, /not a JSON object.*Wai/],
    ['no JSON at all', { parts: [{ tool: 'speak', json: 'text=Wait' }] }, /not a JSON object/],
    ['a list for an object', { parts: [{ tool: 'speak', json: '["Wait"]' }] }, /not a JSON object/],
    ['text without a tool', { parts: [{ text: 'I look around.' }] }, /Nobody heard that.*speak/],
    ['an empty answer', { parts: [] }, /Your answer was empty/],
    ['blanks', { parts: [{ text: ' \n' }] }, /Your answer was empty/],
    ['thoughts alone', { parts: [{ thought: 'Hm.' }] }, /Your answer was empty/]
  ])('%s', async (_what, wrong, words) => {
    await answering([wrong, PASS])
    const played = await table.step()
    expect(played?.beat?.action).toBe('pass')
    expect(lastMessage(table.fake.requests[1]).replaceAll('\\"', '"')).toMatch(words)
    expect(table.fake.wrong).toEqual([])
    expect(table.fake.requests.length).toBe(2)
  })

  it('a near miss is played and recorded in its exact form, and its result says what was understood', async () => {
    const fenced = '```json\n{"Text": ["Wait."], "tone": "dry"}\n```'
    await answering([{ parts: [use('Recall', { limit: '5', query: null }), { tool: 'speak', json: fenced }] }, PASS])
    const played = await table.step()
    expect(played?.beat?.action).toBe('speak')
    const words = 'Understood Text as text, text as Wait. Left out tone.'
    expect(played?.calls).toMatchObject([
      {
        tool: 'recall',
        input: { limit: 5 },
        result: expect.stringContaining('Understood the tool as recall. Understood limit as 5. Left out query.')
      },
      { tool: 'speak', input: { text: 'Wait.' }, result: expect.stringContaining(`${words}\n`) }
    ])
    expect(played?.exchanges[0]?.uses[1]).toMatchObject({ tool: 'speak', input: { text: 'Wait.' }, understood: words })
    expect((await table.step())?.beat?.action).toBe('pass')
    expect(lastMessage(table.fake.requests[1])).toContain(words)
    expect(table.fake.wrong).toEqual([])
  })

  it('a paused answer continues where it stopped', async () => {
    await answering([{ parts: [{ thought: 'Let me see.' }, { text: 'One moment.' }], stop: 'pause_turn' }, PASS])
    expect((await table.step())?.beat?.action).toBe('pass')
    expect(table.fake.requests[1]?.messages.at(-1)).toMatchObject({ role: 'assistant' })
    expect(table.fake.wrong).toEqual([])
  })

  it('calls that were complete before the answer was cut off are played', async () => {
    await answering([{ parts: [use('speak', { text: 'Wait.' }), { tool: 'speak', json: '{"text": "On and' }], stop: 'max_tokens' }, PASS])
    expect((await table.step())?.beat?.action).toBe('speak')
    expect((await table.step())?.beat?.action).toBe('pass')
    expect(table.fake.wrong).toEqual([])
  })

  it('an answer cut off before any complete call is requested again with more tokens, and the next one as before', async () => {
    await answering([{ parts: [{ text: 'Well, ' }], stop: 'max_tokens' }, { parts: [use('speak', { text: 'Wait.' })] }, PASS])
    expect((await table.step())?.beat?.action).toBe('speak')
    expect((await table.step())?.beat?.action).toBe('pass')
    expect(table.fake.requests.map(({ max_tokens }) => max_tokens)).toEqual([4096, 16_384, 4096])
    expect(table.fake.wrong).toEqual([])
  })

  it("a full context window drops the turn's messages", async () => {
    await answering([{ parts: [use('recall', { query: 'x' })] }, { parts: [{ text: 'And so' }], stop: 'model_context_window_exceeded' }, PASS])
    expect((await table.step())?.beat?.action).toBe('pass')
    expect(table.fake.requests.map((request) => request.messages.length)).toEqual([1, 3, 1])
  })

  it('a prompt that became too long drops them too', async () => {
    const tooLong: FakeReply = { status: 400, type: 'invalid_request_error', message: 'prompt is too long: 1000001 tokens > 1000000 maximum' }
    await answering([{ parts: [use('recall', { query: 'x' })] }, tooLong, PASS])
    expect((await table.step())?.beat?.action).toBe('pass')
    await table.fake.close()
    await answering([tooLong])
    expect((await table.step())?.problem).toMatchObject({
      code: 'agent-failed',
      message: 'The prompt is too long for the model. Lower the size of the context in Settings, or choose a model with a larger window.'
    })
  })
})

describe('repeated mistakes', () => {
  it.each<[string, FakeReply]>([
    ['the same wrong call', { parts: [use('fly')] }],
    ['a call that the rules refuse', { parts: [use('recall', { sort: 'oldest' })] }],
    ['several wrong calls at once', { parts: [use('fly'), use('sing'), use('speak')] }],
    ['text', { parts: [{ text: 'I look around.' }] }],
    ['nothing', { parts: [] }],
    ['pauses', { parts: [{ text: 'One moment.' }], stop: 'pause_turn' }]
  ])('%s: after three the turn passes', async (_what, wrong) => {
    await answering([wrong])
    const played = await table.step()
    expect(played).toMatchObject({ who: 'Wren', beat: { action: 'pass' } })
    expect(table.fake.requests.length).toBe(3)
    expect(table.fake.wrong).toEqual([])
    expect(table.exchanges.map((exchange) => exchange.stop)).toHaveLength(3)
  })

  it('endless lookups end too', async () => {
    await answering([{ parts: [use('recall', { query: 'x' })] }])
    expect((await table.step())?.beat?.action).toBe('pass')
    expect(table.fake.requests.length).toBeLessThanOrEqual(16)
  })

  it("a mistake doesn't count in the next turn", async () => {
    await answering([{ parts: [] }, { parts: [] }, { parts: [] }, { parts: [use('walk')] }])
    await table.step()
    expect((await table.step())?.beat).toMatchObject({ action: 'walk', actor: 'Oswin' })
  })
})

describe('temporary failures are retried, and every wait is reported', () => {
  it.each<[string, FakeReply, string, number]>([
    [
      'too many requests',
      { status: 429, type: 'rate_limit_error', message: 'Slow down.', headers: { 'retry-after': '7' } },
      'The provider reports too many requests: Slow down. Trying again in 7 s.',
      7000
    ],
    [
      'a stream that is cut',
      { parts: [use('speak', { text: 'It begins with a long, long story.' })], after: 3, ending: 'cut' },
      'The connection ended in the middle of the answer. Trying again in 1 s.',
      1000
    ],
    [
      'a stream that falls silent',
      { parts: [{ text: 'It begins with a long story.' }], after: 2, ending: 'silence' },
      'The model stopped sending. Trying again in 1 s.',
      1000
    ]
  ])('%s', async (_what, reply, words, ms) => {
    await answering([reply, PASS])
    const played = await table.step()
    expect(played?.beat?.action).toBe('pass')
    expect(table.waits).toEqual([ms])
    expect(table.news.filter((news) => news.at === 'retry')).toEqual([{ at: 'retry', retry: { words, ms } }])
    expect(table.exchanges).toMatchObject([{ retries: [{ words, ms }], uses: [{ tool: 'pass' }] }])
    expect(table.log.filter((entry) => entry.kind === 'speech')).toEqual([])
  })

  it('waits become longer, and retries end', async () => {
    await answering([{ status: 529, type: 'overloaded_error' }])
    expect((await table.step())?.problem).toMatchObject({
      code: 'agent-failed',
      message: 'The model is overloaded. Proscenium tried 7 times. Press Play to try again.'
    })
    expect(table.waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000])
    expect(table.state().next.beat).toBe(10)
  })

  it('an answer that broke off is paid for', async () => {
    await answering([{ parts: [{ text: 'It begins with a long story.' }], after: 2, ending: 'cut' }, PASS])
    await table.step()
    const whole = table.exchanges[0]?.usage
    expect(whole?.cacheWrite).toBeGreaterThan(0)
    expect(whole?.cacheRead).toBe(whole?.cacheWrite)
  })

  it("negative counts of a server don't reduce the cost", async () => {
    await answering([{ parts: PASS.parts, output: -1e9 }])
    await table.step()
    expect(table.exchanges[0]?.usage.output).toBeGreaterThanOrEqual(0)
    expect(table.exchanges[0]?.usage.cost).toBeGreaterThan(0)
  })

  it('prompt and answer are estimated for a server that counts nothing', async () => {
    const uncounted = { type: 'message_delta', delta: { stop_reason: 'tool_use' } }
    await answering([stream(sse({ type: 'message_start', message: {} }, ...tool(0, 'pass', {}), uncounted, STOP))])
    expect((await table.step())?.beat?.action).toBe('pass')
    const { input = 0, output = 0, estimated } = table.exchanges[0]?.usage ?? {}
    expect([input > 500, output > 0 && output < 50, estimated]).toEqual([true, true, true])
  })

  it('a wait of hours is refused', async () => {
    await answering([{ status: 429, type: 'rate_limit_error', headers: { 'retry-after': '3600' } }])
    expect((await table.step())?.problem?.message).toBe('The provider reports too many requests: scripted. Wait 60 min, then press Play.')
    expect(table.waits).toEqual([])
  })
})

describe('failures that only the user can fix are reported once', () => {
  it('the turn continues when the failure is fixed', async () => {
    await answering([{ parts: [use('recall', { query: 'x' })] }, { status: 401, type: 'authentication_error' }, PASS])
    expect((await table.step())?.problem?.message).toContain('The provider rejected the key')
    expect((await table.step())?.beat?.action).toBe('pass')
    expect(table.fake.requests[2]?.messages.length).toBe(3)
  })

  it('no server listens at the address', async () => {
    const stopped = await startFakeMessages(() => PASS)
    await stopped.close()
    await answering([PASS], { baseUrl: stopped.url })
    const host = new URL(stopped.url).host
    expect((await table.step())?.problem?.message).toBe(
      `No server answers at ${host}. Proscenium tried 3 times. Check the address in Settings, and make sure that the server is running.`
    )
    expect(table.waits).toEqual([1000, 2000])
  })

  it.each([
    [
      'http://127.0.0.1:1',
      '127.0.0.1:1 uses a port that programs may not connect to. Let the server listen on another port, such as 8787, and enter that in Settings.'
    ],
    ['https://nobody.invalid', /The network can't find nobody\.invalid/],
    ['ftp://127.0.0.1', 'The model address is not a web address. Write it in Settings as https://….'],
    ['not an address', 'The model address is not a web address. Write it in Settings as https://….']
  ])('nobody at %s', async (baseUrl, words) => {
    await answering([PASS], { baseUrl })
    const played = await table.step()
    expect(played?.problem?.message).toMatch(words)
    expect(everything(played)).not.toContain(KEY)
  })

  it.each([
    ['sk key', 'with a blank'],
    ['sk-ü', 'with a strange letter'],
    ['sk-\n1', 'on two lines']
  ])('a key that is none: %j (%s)', async (givenKey) => {
    await answering([PASS], { givenKey })
    const played = await table.step()
    expect(played?.problem?.message).toBe('The key is empty or contains characters that no key has. Enter it again in Settings.')
    expect(table.fake.requests).toEqual([])
  })

  it('a key that is missing is asked for by the server on this machine, and needed for every other one', async () => {
    await answering([PASS], { givenKey: '' })
    const { host } = new URL(table.fake.url)
    expect((await table.step())?.problem?.message).toBe(`${host} asks for a key. Enter it in Settings.`)
    await table.fake.close()
    await answering([PASS], { givenKey: '', baseUrl: 'https://models.example' })
    expect((await table.step())?.problem?.message).toBe('The key is empty or contains characters that no key has. Enter it again in Settings.')
  })
})

describe('pause', () => {
  it('pausing ends a running answer at once; nothing of it is played, and its cost is recorded', async () => {
    const stop = new AbortController()
    const long: FakeReply = { parts: [use('speak', { text: 'A long, long story that nobody will hear the end of.' })], after: 3, ending: 'silence' }
    await answering([long, PASS], { onNews: (news) => news.at === 'draft' && 'text' in news.input && stop.abort() })
    const played = await table.step(stop.signal)
    expect(played?.beat).toBeUndefined()
    expect(played?.problem).toBeUndefined()
    expect(table.exchanges).toMatchObject([{ problem: 'Stopped before the answer was complete.', uses: [] }])
    expect(table.exchanges[0]?.usage.cacheWrite).toBeGreaterThan(0)
    expect(table.state().next.beat).toBe(10)
    expect((await table.step())?.beat?.action).toBe('pass')
  })

  it('pausing ends a wait at once', async () => {
    const stop = new AbortController()
    await answering([{ status: 529, type: 'overloaded_error' }, PASS], { onNews: (news) => news.at === 'retry' && stop.abort() })
    expect((await table.step(stop.signal))?.beat).toBeUndefined()
    expect(table.fake.requests.length).toBe(1)
  })

  it('no request is sent after a pause', async () => {
    await answering([PASS])
    expect((await table.step(AbortSignal.abort()))?.beat).toBeUndefined()
    expect(table.fake.requests.length).toBe(0)
  })
})

describe('the environment', () => {
  it('the environment provides no keys, addresses, headers or log levels', async () => {
    const elsewhere: string[] = []
    const other = createServer((request, answer) => {
      elsewhere.push(String(request.url))
      answer.writeHead(500).end()
    })
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening))
    const set = {
      ANTHROPIC_API_KEY: 'sk-from-environment',
      ANTHROPIC_AUTH_TOKEN: 'token-from-environment',
      ANTHROPIC_BASE_URL: `http://127.0.0.1:${(other.address() as AddressInfo).port}`,
      ANTHROPIC_CUSTOM_HEADERS: 'x-spy: yes\nauthorization: Bearer stolen',
      ANTHROPIC_LOG: 'debug'
    }
    const before = { ...process.env }
    Object.assign(process.env, set)
    const printed: unknown[] = []
    const { debug, info, log } = console
    Object.assign(console, {
      debug: (...words: unknown[]) => printed.push(words),
      info: (...words: unknown[]) => printed.push(words),
      log: (...words: unknown[]) => printed.push(words)
    })
    try {
      await answering([PASS])
      expect((await table.step())?.beat?.action).toBe('pass')
      expect(table.fake.wrong).toEqual([])
      expect(elsewhere).toEqual([])
      expect(printed).toEqual([])
    } finally {
      Object.assign(console, { debug, info, log })
      for (const name of Object.keys(set)) delete process.env[name]
      Object.assign(process.env, before)
      other.close()
    }
  })
})
