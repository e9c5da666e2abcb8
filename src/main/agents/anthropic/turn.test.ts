import { afterEach, describe, expect, it } from 'vitest'
import { Problem } from '../../../shared/base/problem'
import { tinyWorld } from '../../rules/tiny-world.fixture'
import type { FakeReply } from './fake-messages.fixture'
import { tableAnswering, lastMessage, use, type ModelTable, type TableOptions } from './model-table.fixture'
import type { WireRequest } from './wire.fixture'

let table: ModelTable
afterEach(() => table.fake.close())

const answering = async (replies: readonly FakeReply[], options: TableOptions = {}): Promise<void> => {
  table = await tableAnswering(replies, options)
}
const said = (request: WireRequest | undefined): unknown => request?.messages.slice(1)

describe('a turn of a model', () => {
  it('a tool call makes a beat', async () => {
    await answering([{ parts: [{ thought: 'Down it is.' }, use('walk')] }])
    const played = await table.step()
    expect(played).toMatchObject({ who: 'Wren', beat: { action: 'walk', n: 11 }, calls: [{ tool: 'walk', agent: 'anthropic', beat: 'beat-11' }] })
    expect(table.exchanges).toMatchObject([
      { thought: 'Down it is.', stop: 'tool_use', uses: [{ tool: 'walk', input: {} }], retries: [], messages: [] }
    ])
    expect(table.fake.wrong).toEqual([])
  })

  it('the frame is the system prompt, the rest the first message, and stable parts are marked for the cache', async () => {
    await answering([{ parts: [use('speak', { text: 'Hear me.' })] }, { parts: [use('pass')] }])
    await table.step()
    await table.step()
    const [first, second] = table.fake.requests
    expect(first).toMatchObject({
      model: 'claude-sonnet-5-5',
      stream: true,
      thinking: { type: 'adaptive', display: 'summarized' },
      output_config: { effort: 'low' }
    })
    expect(JSON.stringify(first?.system)).toContain('Only tool calls count')
    const system = Array.isArray(first?.system) ? first.system : []
    // The part shared by all players ends before the piece that names this player.
    expect(system.map((block) => block.cache_control !== undefined)).toEqual([false, false, false, false, true, false])
    expect(table.exchanges[0]?.usage).toMatchObject({ cacheRead: 0, input: 0 })
    // The second request finds all of the first in the cache.
    const before = table.exchanges[0]?.usage
    expect(table.exchanges[1]?.usage.cacheRead).toBe(before?.cacheWrite)
    expect(second?.messages.length).toBe(3)
  })

  it.each([
    ['live', 'everything you can do at the beginning of this conversation'],
    ['stable', 'Later messages say what has changed since'],
    ['changes', 'the last definition of a tool holds']
  ] as const)('the system prompt says how %s tools are told, and not how others are', async (layout, words) => {
    await answering([{ parts: [use('pass')] }], { layout })
    await table.step()
    const system = JSON.stringify(table.fake.requests[0]?.system)
    expect(system).toContain(words)
    expect(system.split('About your tools')).toHaveLength(2)
  })

  it('text, thoughts and a tool’s unfinished input are streamed', async () => {
    await answering([{ parts: [{ thought: 'Say it plainly.' }, use('speak', { text: 'The cold comes up through the boards, listen.' })] }])
    await table.step()
    const drafts = table.news.flatMap((news) => (news.at === 'draft' ? [String(news.input['text'] ?? '')] : []))
    expect(drafts.length).toBeGreaterThan(3)
    for (const [i, draft] of drafts.entries()) expect(draft.startsWith(drafts[i - 1] ?? '')).toBe(true)
    expect(drafts.at(-1)).toBe('The cold comes up through the boards, listen.')
    expect(table.news.flatMap((news) => (news.at === 'thought' ? [news.text] : [])).join('')).toBe('Say it plainly.')
  })

  it('several calls of one answer are played a beat at a time, without another request', async () => {
    await answering([{ parts: [use('speak', { text: 'I go first.' }), use('walk')] }])
    expect((await table.step())?.beat?.action).toBe('speak')
    expect((await table.step())?.beat?.action).toBe('walk')
    expect(table.fake.requests.length).toBe(1)
    expect(table.state().next.actor).toBe('Oswin')
  })

  it('after a beat the conversation continues with the results, one for each call', async () => {
    await answering([
      { parts: [{ thought: 'First words.' }, use('speak', { text: 'Is anybody there?' }), use('recall', { query: 'cellar' })] },
      { parts: [use('walk')] }
    ])
    await table.step()
    await table.step()
    expect(table.fake.wrong).toEqual([])
    expect(table.looks).toEqual(['recall'])
    expect(said(table.fake.requests[1])).toMatchObject([
      { role: 'assistant', content: [{ type: 'thinking' }, { name: 'speak' }, { name: 'recall' }] },
      {
        role: 'user',
        content: [{ tool_use_id: 'toolu_1_1' }, { tool_use_id: 'toolu_1_2', content: expect.stringContaining('Nothing is written down') }]
      }
    ])
  })

  it('a narration before or after a roll of the same answer waits until the model has read the result; other calls after it wait too', async () => {
    const world = tinyWorld()
    const dm = { ...world, next: { ...world.next, phase: 'dm' as const, actor: 'DM', waiting: [] } }
    await answering(
      [
        {
          parts: [
            use('narrate', { text: 'The floor gives.' }),
            use('roll_table', { table: 'omen' }),
            use('narrate', { text: 'A bell.' }),
            use('recall', { query: 'bell' }),
            use('call_on', { who: ['all'] })
          ]
        },
        { parts: [use('narrate', { text: 'Something sounds below.' }), use('call_on', { who: ['all'] })] }
      ],
      { state: dm }
    )
    const beats = [await table.step(), await table.step(), await table.step()].map((played) => played?.beat?.action)
    expect(beats).toEqual(['roll_table', 'narrate', 'call_on'])
    expect(table.log.filter(({ kind }) => kind === 'narration').map(({ text }) => text)).toEqual(['Something sounds below.'])
    expect(table.looks).toEqual(['recall'])
    const results = table.fake.requests[1]?.messages.at(-1)?.content
    expect(results).toMatchObject([
      { tool_use_id: 'toolu_1_0', is_error: true, content: expect.stringContaining('Not told: a roll follows in the same answer') as string },
      { tool_use_id: 'toolu_1_1', content: expect.stringMatching(/^[^{]*(A crow|A bell)\./) as string },
      { tool_use_id: 'toolu_1_2', is_error: true, content: expect.stringContaining('Not done; read this result first.') as string },
      { tool_use_id: 'toolu_1_3', content: expect.stringContaining('Nothing is written down') as string },
      { tool_use_id: 'toolu_1_4', is_error: true, content: expect.stringContaining('Not done; read this result first.') as string }
    ])
    expect(table.fake.wrong).toEqual([])
  })

  it('a narration repeated in an answer is told once, and an NPC’s words before a roll are kept', async () => {
    const world = tinyWorld()
    const dm = { ...world, next: { ...world.next, phase: 'dm' as const, actor: 'DM', waiting: [] } }
    await answering(
      [
        {
          parts: [
            use('narrate', { text: 'The floor gives.' }),
            use('narrate', { text: ' The floor  gives!' }),
            use('narrate', { text: 'Mind the floor.', voice: 'Mira' }),
            use('call_on', { who: ['all'] })
          ]
        },
        { parts: [use('narrate', { text: 'Run.', voice: 'Mira' }), use('roll_table', { table: 'omen' })] }
      ],
      { state: dm }
    )
    for (let i = 0; i < 3; i++) await table.step()
    expect(table.log.map(({ by, text }) => `${by}: ${text}`)).toEqual(['DM: The floor gives.', 'Mira: Mind the floor.'])
  })

  it('the model is told which tools are no longer available', async () => {
    await answering([{ parts: [use('speak', { text: 'One.' })] }, { parts: [use('speak', { text: 'Two.' })] }, { parts: [use('pass')] }])
    for (let i = 0; i < 3; i++) await table.step()
    expect(lastMessage(table.fake.requests[1])).not.toContain('Not open')
    expect(lastMessage(table.fake.requests[2])).toContain('No longer available to you this turn: speak.')
  })

  it('another process begins a new conversation from a fresh context', async () => {
    await answering([{ parts: [use('speak', { text: 'I go first.' }), use('walk')] }, { parts: [use('walk')] }])
    await table.step()
    table.restart()
    expect((await table.step())?.beat?.action).toBe('walk')
    expect(table.fake.requests[1]?.messages.length).toBe(1)
    expect(lastMessage(table.fake.requests[1])).toContain('I go first.')
  })

  it('a new conversation begins after a whisper was answered, because earlier plans may be wrong', async () => {
    await answering([
      { parts: [use('whisper', { text: 'Do I know that voice?' }), use('walk')] },
      { parts: [use('speak', { player: 'Wren', text: 'It is your brother’s.' })] },
      { parts: [use('pass')] }
    ])
    const beats = [await table.step(), await table.step(), await table.step()].map((played) => `${played?.who} ${played?.beat?.action}`)
    expect(beats).toEqual(['Wren whisper', 'DM speak', 'Wren pass'])
    expect(lastMessage(table.fake.requests[2])).toContain('It is your brother’s.')
  })

  it('a new tool is announced', async () => {
    await answering([{ parts: [use('pass')] }, { parts: [use('pass')] }, { parts: [use('war')] }, { parts: [use('hit', { target: 'Ghoul' })] }])
    for (let i = 0; i < 4; i++) await table.step()
    expect(table.fake.requests[3]?.messages.length).toBe(1)
    expect(table.fake.requests[3]?.tools?.map((tool) => tool.name)).toContain('hit')
  })

  it('the cost is counted, and is 0 if no price is known', async () => {
    await answering([{ parts: [use('pass')], output: 1_000_000 }])
    await table.step()
    expect(table.exchanges[0]?.usage.cost).toBeGreaterThan(10)
    await table.fake.close()
    await answering([{ parts: [use('pass')] }], { seat: { agent: 'anthropic', model: 'llama-local', effort: 'high' } })
    await table.step()
    expect(table.exchanges[0]?.usage.cost).toBeUndefined()
    expect(table.fake.requests[0]).toMatchObject({ model: 'llama-local', output_config: { effort: 'high' } })
    expect(table.fake.requests[0]?.thinking).toBeUndefined()
  })

  it('a call is played as soon as the user has fixed what prevented it', async () => {
    let plays = 0
    await answering([{ parts: [use('speak', { text: 'I go first.' }), use('walk')] }, { parts: [use('pass')] }], {
      beforePlay: () => {
        if (++plays === 2) throw new Problem('dirty', 'A file was changed by hand.')
      }
    })
    const played = [await table.step(), await table.step(), await table.step()]
    expect(played.map((one) => one?.beat?.action ?? one?.problem?.code)).toEqual(['speak', 'dirty', 'walk'])
    expect(table.fake.requests.length).toBe(1)
  })

  it('no request is sent when the budget is used up', async () => {
    await answering([{ parts: [use('pass')] }], {
      admit: () => Promise.reject(new Error('The budget is used up.'))
    })
    expect((await table.step())?.problem?.message).toContain('The budget is used up.')
    expect(table.fake.requests).toEqual([])
  })
})
