import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sizeOf } from '../../../lint/tiers.mjs'
import type { Game } from '../../shared/story/game'
import type { Params } from '../../shared/story/play'
import { sampleBeginning } from '../playthroughs/samples.fixture'
import { bundledFiles } from '../rules/bundled.fixture'
import { loadGame } from '../rules/load-game'
import { MemoryStory, type Beginning } from '../story/memory-story'
import { KEY, modelTable, type ModelTable } from './anthropic/model-table.fixture'
import type { Chunk, ChatReply, FakeCall, FakeChatAnswer } from './openai/fake-chat.fixture'
import { NEAR_MISSES } from './near-miss-rows.fixture'
import { lastResult, noteOutcome, printOutcomes, reported, SERVERS, startServer, type Server } from './servers.fixture'

const FOG = 'Fog lies on the fen, and “nothing” moves.'
const SECRET = 'The hero dies at dawn.'
const call = (name: string, input: unknown = {}, id?: string): FakeCall => ({
  name,
  json: JSON.stringify(input),
  ...(id === undefined ? {} : { id })
})
const PASS: FakeChatAnswer = { calls: [call('pass')] }
const SPEAK: FakeChatAnswer = { calls: [call('speak', { text: FOG })] }
const LOOKS: FakeChatAnswer = { calls: [call('recall', { query: 'x' }), call('recall', { query: 'y' })] }

/** Changes the tool calls of a chunk. */
const bendCalls =
  (change: (piece: Record<string, unknown>) => Record<string, unknown>) =>
  (chunk: Chunk): Chunk => ({
    ...chunk,
    choices: chunk.choices.map((choice) => {
      const pieces = choice.delta['tool_calls'] as Record<string, unknown>[] | undefined
      return pieces ? { ...choice, delta: { ...choice.delta, tool_calls: pieces.map(change) } } : choice
    })
  })
const without = (key: string) => (piece: Record<string, unknown>) => Object.fromEntries(Object.entries(piece).filter(([name]) => name !== key))
const asObject = (piece: Record<string, unknown>): Record<string, unknown> => {
  const { name, arguments: given } = piece['function'] as { name?: string; arguments: string }
  return given.startsWith('{') && given.endsWith('}') ? { ...piece, function: { name, arguments: JSON.parse(given) as unknown } } : piece
}

/** One behaviour of a server, and what comes of one turn with it. */
interface Mode {
  what: string
  server: (kind: Server) => readonly ChatReply[]
  requests: number
  beats: 0 | 1
  /** The last line of the log, or of the record: what the table or the user reads. */
  says: string | RegExp
  /** What was understood of the last call. */
  understood?: string
  estimated?: true
  looks?: number
}
const mode = (
  what: string,
  server: Mode['server'] | readonly ChatReply[],
  [requests, beats]: [number, 0 | 1],
  says: Mode['says'],
  more: Partial<Mode> = {}
): Mode => ({
  what,
  server: typeof server === 'function' ? server : () => server,
  requests,
  beats,
  says,
  ...more
})

const WRITTEN = 'Understood the JSON in your text as a call of speak; call tools instead of writing them.'
const TOOLESS = 'Choose a model that uses tools for this seat in Settings.'

const MODES: readonly Mode[] = [
  mode('a call', [SPEAK], [1, 1], FOG),
  mode('a call as one message instead of a stream', [{ ...SPEAK, whole: true }], [1, 1], FOG),
  mode('half a line in each chunk', [{ ...SPEAK, pieces: 7 }], [1, 1], FOG),
  mode('comments between the chunks', [{ ...SPEAK, between: ': keep-alive\n\n' }], [1, 1], FOG),
  mode('a text before the call', [{ ...SPEAK, text: 'Let me speak.' }], [1, 1], FOG),
  mode('thoughts in a field of their own', [{ ...SPEAK, thought: SECRET }], [1, 1], FOG),
  mode('thoughts in tags in the text', [{ ...SPEAK, text: `<think>${SECRET}</think>` }], [1, 1], FOG),
  mode('thoughts in tags in the input', [{ calls: [call('speak', { text: `<think>${SECRET}</think>${FOG}` })] }], [1, 1], FOG),
  mode('an input that is a JSON string', [{ calls: [{ name: 'speak', json: JSON.stringify(JSON.stringify({ text: FOG })) }] }], [1, 1], FOG),
  mode('an input that is an object', (kind) => [{ ...SPEAK, ...(kind === 'Ollama' ? { bend: bendCalls(asObject) } : { whole: true }) }], [1, 1], FOG),
  mode('an input that is empty', [{ calls: [{ name: 'pass', json: '' }] }], [1, 1], 'pass'),
  mode('an input that is half an object', [{ calls: [{ name: 'speak', json: '{"text": "Wai' }] }, SPEAK], [2, 1], FOG),
  mode('an input in a code fence', [{ calls: [{ name: 'speak', json: `\`\`\`json\n${JSON.stringify({ text: FOG })}\n\`\`\`` }] }], [1, 1], FOG),
  mode(
    'empty tool_calls and a text',
    [
      { text: FOG, bend: (chunk) => ({ ...chunk, choices: chunk.choices.map((one) => ({ ...one, delta: { ...one.delta, tool_calls: [] } })) }) },
      PASS
    ],
    [2, 1],
    'pass'
  ),
  mode('ids that are missing', [{ ...LOOKS, bend: bendCalls(without('id')) }, PASS], [2, 1], 'pass', { looks: 2 }),
  mode(
    'ids that are all the same',
    [{ calls: LOOKS.calls?.map((one) => ({ ...one, id: 'call_0' })) ?? [] }, { calls: [{ ...call('pass'), id: 'call_0' }] }],
    [2, 1],
    'pass',
    { looks: 2 }
  ),
  mode('ids with other characters', [{ calls: [{ ...call('recall', { query: 'x' }), id: 'functions.recall:0' }] }, PASS], [2, 1], 'pass', {
    looks: 1
  }),
  mode('the same index for every call', [{ ...LOOKS, bend: bendCalls((piece) => ({ ...piece, index: 0 })) }, PASS], [2, 1], 'pass', { looks: 2 }),
  mode('no index', [{ ...LOOKS, bend: bendCalls(without('index')) }, PASS], [2, 1], 'pass', { looks: 2 }),
  mode('calls that stop with "stop"', [{ ...SPEAK, finish: 'stop' }], [1, 1], FOG),
  mode('calls that stop with a word of the server', [{ ...SPEAK, finish: 'eos' }], [1, 1], FOG),
  mode('calls without a reason to stop', [{ ...SPEAK, finish: null }], [1, 1], FOG),
  mode('no usage', [{ ...SPEAK, usage: null }], [1, 1], FOG, { estimated: true }),
  mode('usage of nothing', [{ ...SPEAK, usage: { prompt_tokens: 0, completion_tokens: 0 } }], [1, 1], FOG, { estimated: true }),
  mode(
    'a call as JSON in a fence',
    [{ text: `I speak:\n\`\`\`json\n${JSON.stringify({ name: 'speak', arguments: { text: FOG } })}\n\`\`\`` }],
    [1, 1],
    FOG,
    { understood: WRITTEN }
  ),
  mode(
    'a call in the tags of a template',
    [{ text: `<tool_call>\n{"name": "speak", "arguments": ${JSON.stringify({ text: FOG })}}\n</tool_call>` }],
    [1, 1],
    FOG,
    { understood: WRITTEN }
  ),
  mode('a tool and a key in another case', [{ calls: [call('Speak', { Text: FOG })] }], [1, 1], FOG, {
    understood: 'Understood the tool as speak. Understood Text as text.'
  }),
  mode('a list for a text, and a key that nobody knows', [{ calls: [call('speak', { text: [FOG], tone: 'dry' })] }], [1, 1], FOG, {
    understood: `Understood text as ${FOG} Left out tone.`
  }),
  mode('an input for a tool that takes none', [{ calls: [call('pass', { reason: 'waiting' })] }], [1, 1], 'pass', { understood: 'Left out reason.' }),
  mode('a tool that nobody knows', [{ calls: [call('fly')] }, PASS], [2, 1], 'pass'),
  mode('an empty answer', [{ text: '' }, PASS], [2, 1], 'pass'),
  mode('blanks', [{ text: ' \n' }, PASS], [2, 1], 'pass'),
  mode('an answer that was cut off, with more room the second time', [{ text: 'On and', finish: 'length' }, SPEAK], [2, 1], FOG),
  mode('an answer that a filter stopped', [{ text: '', finish: 'content_filter' }], [1, 0], /^local-8b refused to answer\. Name a fallback model/),
  mode(
    'an error in the stream, then an answer',
    [{ ...SPEAK, breaks: { error: { message: 'Provider disconnected', code: 502 } } }, SPEAK],
    [2, 1],
    FOG,
    { estimated: true }
  ),
  mode(
    'an error in the stream that is a sentence',
    [{ ...SPEAK, breaks: { error: 'the model ran out of memory' } }],
    [1, 0],
    'The provider ended the answer with an error: the model ran out of memory. Press Play to try again.'
  ),
  mode('a busy server, then an answer', (kind) => [reported(kind, 503, 'Loading model'), SPEAK], [2, 1], FOG),
  mode('too many requests', (kind) => [reported(kind, 429, 'Slow down', { 'retry-after': '2' }), SPEAK], [2, 1], FOG),
  mode(
    'a model that takes no tools',
    (kind) => [reported(kind, 400, 'local-8b does not support tools')],
    [1, 0],
    `local-8b at HOST takes no tools: local-8b does not support tools. ${TOOLESS}`
  ),
  mode(
    'a prompt that is too long',
    (kind) => [reported(kind, 400, "This model's maximum context length is 4096 tokens")],
    [1, 0],
    /^The prompt is too long for the model\. Lower the size of the context/
  ),
  mode(
    'an unknown model',
    (kind) => [reported(kind, 404, 'model "local-8b" not found')],
    [1, 0],
    /^There is no model "local-8b" at HOST\. Choose another model/
  ),
  mode(
    'a rejected key',
    (kind) => [reported(kind, 401, 'No cookie auth credentials found')],
    [1, 0],
    'The provider rejected the key. Check the key in Settings.'
  ),
  mode(
    'no credit',
    (kind) => [reported(kind, 402, 'Insufficient credits')],
    [1, 0],
    /^The account has no credit left: Insufficient credits\. Add credit/
  ),
  mode('a web page of a proxy', [{ status: 200, body: '<html></html>' }], [1, 0], /^HOST answered with a web page/),
  mode('a web page of a proxy that fails, then an answer', [{ status: 502, body: '<html>Bad Gateway</html>' }, SPEAK], [2, 1], FOG),
  mode(
    'JSON that is no answer',
    [{ status: 200, body: '{"status": "ok"}', contentType: 'application/json' }],
    [1, 0],
    "HOST answered with application/json, which is not a model's response. Check the address and the protocol in Settings."
  )
]

/** What somebody reads in the end: the last line of the log without its name, the action, or the problem. */
function saidBy({ log, exchanges }: ModelTable, problem: string | undefined, action: string | undefined, host: string): string {
  if (problem !== undefined) return problem.replaceAll(host, 'HOST')
  const spoken = log.at(-1)?.text ?? ''
  return spoken.includes(FOG) ? FOG : (action ?? exchanges.at(-1)?.problem ?? '')
}

afterAll(printOutcomes)

/** Whether replies differ from others in the chunks of a chat completion, which the Messages API doesn't have. */
const isOfChunks = (replies: readonly ChatReply[]): boolean => replies.some((reply) => 'bend' in reply || 'pieces' in reply)

const protocolOf = (server: Server) => (server === 'Messages API' ? 'messages' : 'chat')

describe.each(SERVERS)('%s', (kind) => {
  it.each(MODES.filter(({ server }) => kind !== 'Messages API' || !isOfChunks(server(kind))))('understands $what', async (row) => {
    const { what, server, requests, beats, says, understood, estimated, looks = 0 } = row
    const fake = await startServer(kind, server(kind))
    const table = await modelTable(() => ({ parts: [] }), {
      baseUrl: fake.url,
      protocol: protocolOf(kind),
      seat: { agent: 'anthropic', model: 'local-8b' }
    })
    const before = table.state().next.beat
    const played = await table.step()
    await Promise.all([fake.close(), table.fake.close()])
    expect({ wrong: fake.wrong, requests: fake.calls, beats: table.state().next.beat - before, looks: table.looks.length }).toEqual({
      wrong: [],
      requests,
      beats,
      looks
    })
    const said = saidBy(table, played?.problem?.message, played?.beat?.action, new URL(fake.url).host)
    const meant = played?.exchanges.flatMap(({ uses }) => uses).at(-1)?.understood
    noteOutcome({ server: kind, what, requests, beats, understood: meant ?? '', said })
    expect(said).toMatch(says)
    expect(meant).toBe(understood)
    const { usage, model, thought } = played?.exchanges.at(-1) ?? {}
    expect(model).toBe('local-8b')
    expect(usage?.estimated === true).toBe(estimated === true || (beats === 0 && (usage?.input ?? 0) % 1000 !== 0))
    // Each answer of these servers counts the same; a request that was repeated is paid for twice.
    const counted = estimated || beats === 0 ? undefined : [(usage?.input ?? 0) % 1000, (usage?.output ?? 0) * 10 - (usage?.input ?? 0)]
    expect(counted ?? [0, 0]).toEqual([0, 0])
    const everything = JSON.stringify([played, table.news, table.exchanges, table.log])
    expect(everything).not.toContain(KEY)
    expect(JSON.stringify([table.log, fake.requests, table.exchanges.map(({ content }) => content)])).not.toContain(SECRET)
    expect(thought ?? '').toBe(everything.includes(SECRET) ? SECRET : '')
  })
})

describe('a near miss in the sample campaign is played in its exact form', () => {
  let game: Game
  let beginning: Beginning
  beforeAll(async () => {
    game = await loadGame(bundledFiles('cairn-hack'))
    beginning = await sampleBeginning('cairn-hack', game)
  })
  afterAll(() => game.dispose())

  /** A scene in the yard, in which the DM or Wren acts next. */
  function storyFor(seat: 'DM' | 'Wren'): MemoryStory {
    const story = new MemoryStory(beginning)
    const play = (action: string, params: Params): void => void story.recordBeat({ kind: 'play', action, actor: 'DM', params, agent: 'hand' })
    play('open_session', { title: 'Rain' })
    play('open_scene', { title: 'The yard', aim: 'Hear everybody.', place: 'throat-yard' })
    if (seat === 'Wren') play('call_on', { who: ['Wren'] })
    return story
  }

  const rows = NEAR_MISSES.flatMap((row, i) =>
    SERVERS.slice(0, sizeOf(import.meta.filename, 'servers')).map((_, k) => ({ ...row, server: SERVERS[(i + k) % SERVERS.length] as Server }))
  )
  it.each(rows)('$seat: $tool $input at $server', async ({ server, seat, tool, input, means, says }) => {
    const end = seat === 'DM' ? call('end_scene', { outcome: 'Everybody was heard.' }) : call('pass')
    const fake = await startServer(server, [{ calls: [call(tool, input)] }, { calls: [end] }])
    const table = await modelTable(() => ({ parts: [] }), {
      baseUrl: fake.url,
      protocol: protocolOf(server),
      seat: { agent: 'anthropic', model: server === 'Messages API' ? 'claude-sonnet-5-5' : 'local-8b' },
      layout: server === 'Messages API' ? 'changes' : 'stable',
      story: storyFor(seat)
    })
    const played = await table.step()
    await Promise.all([fake.close(), table.fake.close()])
    const [made] = played?.calls ?? []
    const meant = played?.exchanges[0]?.uses[0]?.understood ?? ''
    const said = means === undefined ? lastResult(fake.requests[1]) : (made?.result ?? made?.problem ?? '')
    noteOutcome({
      server,
      what: `${seat}: ${tool} ${JSON.stringify(input)}`,
      requests: fake.calls,
      beats: means === undefined || made?.beat === undefined ? 0 : 1,
      understood: meant,
      said
    })
    const exact = means === undefined ? {} : { input: made?.input, problem: made?.problem }
    expect({ ...exact, understood: meant, said }).toEqual({
      ...(means === undefined ? {} : { input: means, problem: undefined }),
      understood: means === undefined ? '' : says,
      said: expect.stringContaining(says) as string
    })
    // A lookup and a refusal leave the turn to the next answer.
    expect({ wrong: fake.wrong, requests: fake.calls }).toEqual({ wrong: [], requests: means === undefined || tool === 'recall' ? 2 : 1 })
    expect(played?.beat?.action).toBe(fake.calls === 1 ? tool : end.name)
  })
})
