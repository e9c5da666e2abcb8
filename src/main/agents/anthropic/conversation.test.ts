import { afterEach, describe, expect, it } from 'vitest'
import { tinyWorld } from '../../rules/tiny-world.fixture'
import type { FakeReply } from './fake-messages.fixture'
import { fakeTable } from './fake-table.fixture'
import { noting, type Replied } from './noted-replies.fixture'
import { modelTable, tableAnswering, use, type ModelTable, type TableOptions } from './model-table.fixture'
import type { WireRequest } from './wire.fixture'

let table: ModelTable
afterEach(() => table.fake.close())

/** Layouts, with the minimum number of long conversations in a scene and the minimum share of each request that comes from the cache. */
const LAYOUTS = [
  { layout: 'live', long: 0, hits: 0.1 },
  { layout: 'stable', long: 2, hits: 0.7 },
  { layout: 'changes', long: 2, hits: 0.7 }
] as const
/** The messages of a request without the cache marks. */
const bare = (request: WireRequest | undefined): string =>
  JSON.stringify(request?.messages, (key, value: unknown) => (key === 'cache_control' ? undefined : value))
const isBegun = ({ messages }: WireRequest): boolean => !messages.some(({ role }) => role === 'assistant')
const seatOf = ({ system }: WireRequest): string => /Your character is (\w+)/.exec(JSON.stringify(system))?.[1] ?? 'DM'
/** All text from the table in a request. */
const said = ({ messages }: WireRequest): string =>
  JSON.stringify(messages.filter(({ role }) => role === 'user')).replace(/<story piece=..results..>.*?<.story>/, '')
const DM_WORLD = { ...tinyWorld(), next: { ...tinyWorld().next, phase: 'dm' as const, actor: 'DM', waiting: [] } }
const times = (text: string, part: string): number => text.split(part).length - 1

/** The requests of each conversation, grouped by its first request. */
function conversations(replied: readonly Replied[]): WireRequest[][] {
  const open = new Map<string, WireRequest[]>()
  const all: WireRequest[][] = []
  for (const { request } of replied) {
    const known = isBegun(request) ? undefined : open.get(seatOf(request))
    if (known) known.push(request)
    else {
      const begun = [request]
      open.set(seatOf(request), begun)
      all.push(begun)
    }
  }
  return all
}

describe.each(LAYOUTS)('the conversations of a session with $layout tools', ({ layout, ...least }) => {
  it('conversations last for a scene, get each log entry once, and find most of each request in the cache', async () => {
    const { script, replied } = noting(fakeTable({ scenes: 1, rounds: 5 }))
    table = await modelTable(script, { layout, state: DM_WORLD })
    for (let i = 0; i < 60 && table.state().next.phase !== 'done'; i++) {
      const played = await table.step()
      if (played?.problem) throw played.problem
    }
    expect(table.fake.wrong).toEqual([])
    const all = conversations(replied)
    const long = all.filter((requests) => requests.length > 3)
    expect(long.length).toBeGreaterThan(least.long)
    for (const requests of all) {
      // A conversation only grows: the provider's cache and the signed thoughts need every earlier byte unchanged.
      const before = requests.slice(0, -1)
      expect(before.filter((request, i) => !bare(requests[i + 1]).startsWith(bare(request).slice(0, -1)))).toEqual([])
      expect(new Set(requests.map(({ tools }) => JSON.stringify(tools))).size).toBe(1)
      const heard = said(requests.at(-1) as WireRequest)
      const spoken = table.log.filter(({ kind }) => kind === 'speech' || kind === 'narration')
      expect(spoken.filter(({ text }) => times(heard, JSON.stringify(text).slice(1, -1)) > 1)).toEqual([])
    }
    const tokens = table.exchanges.reduce(
      (sum, { usage }) => ({ read: sum.read + usage.cacheRead, all: sum.all + usage.cacheRead + usage.cacheWrite + usage.input }),
      { read: 0, all: 0 }
    )
    expect(tokens.read / tokens.all).toBeGreaterThan(least.hits)
  })
})

describe('a conversation', () => {
  const answering = async (replies: readonly FakeReply[], options: TableOptions = {}): Promise<void> => {
    table = await tableAnswering(replies, options)
  }
  const pass: FakeReply = { parts: [use('pass')] }

  it('a conversation gets what happened since, changed pieces, and the present tools', async () => {
    await answering(
      [
        pass,
        { parts: [use('speak', { text: 'Hear me, everybody.' }), use('walk')] },
        { parts: [use('narrate', { text: 'Down she goes.' }), use('call_on', { who: ['all'] })] },
        pass
      ],
      {
        layout: 'stable'
      }
    )
    const who: string[] = []
    for (let i = 0; i < 7; i++) who.push((await table.step())?.who ?? '')
    expect(who).toEqual(['Wren', 'Oswin', 'Oswin', 'DM', 'DM', 'Oswin', 'Wren'])
    const again = table.fake.requests.find((request, i) => i > 1 && seatOf(request) === 'Wren')
    const message = JSON.stringify(again?.messages.at(-1))
    expect(again && isBegun(again)).toBe(false)
    expect(message).toContain('Hear me, everybody.')
    expect(message).toContain('Down she goes.')
    expect(message).toContain('New version of \\"people\\"')
    expect(message).toContain('It is your turn.')
    // Messages don't repeat the context.
    expect(message).not.toContain('Your character is')
    expect(table.fake.wrong).toEqual([])
  })

  it('a new conversation begins when one is too long, when its model changes and after a turn was given up', async () => {
    const turns = { parts: [use('call_on', { who: ['Wren'] })] }
    await answering([{ ...turns, output: 1_000_000 }, pass, turns, pass, turns], { layout: 'stable', state: DM_WORLD })
    for (let i = 0; i < 5; i++) await table.step()
    const dm = table.fake.requests.filter((request) => seatOf(request) === 'DM')
    expect(dm.map(isBegun)).toEqual([true, true, false])
    const wren = table.fake.requests.filter((request) => seatOf(request) === 'Wren')
    expect(wren.map(isBegun)).toEqual([true, false])
  })

  it('a conversation continues without tool changes if the endpoint rejects them', async () => {
    const script = fakeTable({ scenes: 1, rounds: 3 })
    const rejects = (request: WireRequest, n: number): FakeReply =>
      request.messages.some(({ role }) => role === 'system')
        ? { status: 400, type: 'invalid_request_error', message: 'messages.2.role: Input should be user or assistant' }
        : script(request, n)
    table = await modelTable(rejects, { layout: 'changes', state: DM_WORLD })
    for (let i = 0; i < 12; i++) expect((await table.step())?.problem).toBeUndefined()
    const changing = table.fake.requests.filter(({ messages }) => messages.some(({ role }) => role === 'system'))
    expect(changing).toHaveLength(1)
    const after = table.fake.requests.slice(table.fake.requests.indexOf(changing[0] as WireRequest) + 1)
    expect(isBegun(after[0] as WireRequest)).toBe(true)
    expect(said(after[0] as WireRequest)).toContain('You can use these tools now')
  })

  it('messages add and remove tools, so that only available ones are offered', async () => {
    await answering([pass, pass, { parts: [use('war')] }, { parts: [use('hit', { target: 'Ghoul' })] }, pass], { layout: 'changes' })
    for (let i = 0; i < 4; i++) await table.step()
    const wren = table.fake.requests.filter((request) => seatOf(request) === 'Wren').at(-1)
    const change = wren?.messages.at(-1)
    expect(change?.role).toBe('system')
    expect(JSON.stringify(change?.content)).toMatch(/tool_removal.*walk.*tool_addition.*tool_definition.*hit.*Ghoul/)
    expect(wren?.tools?.map(({ name }) => name)).not.toContain('hit')
    expect(table.fake.wrong).toEqual([])
  })

  it("a conversation declares an earlier one's tools again, and changes them by its first message", async () => {
    table = await modelTable(fakeTable({ scenes: 3, rounds: 2 }), { layout: 'changes', state: DM_WORLD })
    for (let i = 0; i < 60 && table.state().next.phase !== 'done'; i++) await table.step()
    const begun = table.fake.requests.filter((request) => isBegun(request) && (request.tools?.length ?? 0) > 3)
    for (const seat of ['DM', 'Wren']) {
      const [one, other] = begun.filter((request) => seatOf(request) === seat)
      expect(other?.tools).toEqual(one?.tools)
    }
    expect(begun.some(({ messages }) => messages.at(-1)?.role === 'system')).toBe(true)
    expect(table.fake.wrong).toEqual([])
  })
})
