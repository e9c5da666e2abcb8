import { afterAll, beforeAll, expect, test } from 'vitest'
import { textOf } from '../../arrow/documents.fixture'
import { documentProblems, readArrow } from '../../arrow'
import type { FakeReply } from '../agents/anthropic/fake-messages.fixture'
import { Window } from '../playthroughs/arrow-window.fixture'
import { modelDesk } from '../playthroughs/studio.fixture'

const NEW = textOf('untitled-new-project.arrow')
let replies: readonly FakeReply[] = []
let asked = 0
let at: Awaited<ReturnType<typeof modelDesk>>
beforeAll(async () => {
  at = await modelDesk(() => replies[asked++] ?? { parts: [{ text: 'Nothing more.' }] })
})
afterAll(() => at.close())

const create = (data: object, more: object = {}): { tool: string; input: object } => ({
  tool: 'create_insert_node',
  input: { type: 'content', preset: data, ...more }
})
const SCRIPT = '<img src=x onerror=alert(1)></script><script>alert(1)</script>\u202e[url=javascript:alert(1)]x[/url]'

/** What a model answers to a request from the panel; `keeps`: the document stays byte for byte. */
const ROWS: readonly { readonly name: string; readonly replies: readonly FakeReply[]; readonly keeps: boolean; readonly says?: RegExp }[] = [
  {
    name: 'a tool that isn’t there',
    replies: [{ parts: [{ tool: 'run_shell', input: { command: 'rm -rf ~' } }] }],
    keeps: true,
    says: /^Nothing more\.$/
  },
  { name: 'arguments that are not JSON', replies: [{ parts: [{ tool: 'delete_node', json: '{"node_id": [[[' }] }], keeps: true },
  { name: 'arguments that are a list', replies: [{ parts: [{ tool: 'delete_node', json: '[1,2,3]' }] }], keeps: true },
  {
    name: 'names of prototypes',
    replies: [
      {
        parts: [
          {
            tool: 'create_insert_node',
            json: '{"type":"content","preset":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"content":"x"}}'
          }
        ]
      }
    ],
    keeps: false
  },
  {
    name: 'the start is to be removed by force',
    replies: [
      {
        parts: [
          { tool: 'delete_node', input: { node_id: 1, force: true } },
          { tool: 'delete_scene', input: { scene_id: 0, force: true } }
        ]
      }
    ],
    keeps: true
  },
  {
    name: 'ids beyond 53 bits, fractions and infinities',
    replies: [{ parts: [{ tool: 'create_connection', json: '{"from_node_id":9007199254740993,"to_node_id":1.5,"from_slot":1e999}' }] }],
    keeps: true
  },
  {
    name: 'a jump to itself',
    replies: [{ parts: [{ tool: 'create_insert_node', input: { type: 'jump', preset: { target: 'last_created' } } }] }],
    keeps: true
  },
  { name: 'six hundred calls at once', replies: [{ parts: Array.from({ length: 600 }, () => create({ content: 'x' })) }], keeps: true },
  {
    name: 'markup and scripts in texts',
    replies: [{ parts: [{ text: SCRIPT }, create({ title: SCRIPT, content: SCRIPT }, { name: SCRIPT })] }],
    keeps: false
  },
  { name: 'a text of 300,000 characters', replies: [{ parts: [create({ content: 'all work and no play '.repeat(15_000) })] }], keeps: false },
  {
    name: 'deep nesting',
    replies: [{ parts: [{ tool: 'create_insert_node', json: `{"type":"content","preset":${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}}` }] }],
    keeps: false
  },
  {
    name: 'tool calls without end',
    replies: Array.from({ length: 40 }, () => ({ parts: [{ tool: 'get_nodes', input: {} }] })),
    keeps: true,
    says: /^I stopped after 16 answers\./
  },
  { name: 'an empty answer', replies: [{ parts: [] }], keeps: true, says: /^The model answered nothing\./ },
  { name: 'a refusal', replies: [{ parts: [], stop: 'refusal' }], keeps: true, says: /refused to answer\. Choose another model/ },
  { name: 'a web page', replies: [{ body: '<!doctype html><p>Sign in' }], keeps: true, says: /web page/ },
  { name: 'an answer that begins and is cut off', replies: [{ parts: [{ text: 'I will' }], stop: 'max_tokens' }], keeps: true }
]

test.each(ROWS)('from a model: $name', async ({ name, replies: script, keeps, says }) => {
  replies = script
  asked = 0
  const window = new Window(at.studio, 'model', `attack ${name}`)
  await window.ask('Go on')
  expect(window.heard.at(-1)?.type).toBe('end')
  const { document } = readArrow(window.text)
  expect([documentProblems(document), document.entry]).toEqual([[], 1])
  expect(!keeps || window.text === NEW).toBe(true)
  expect('polluted' in {}).toBe(false)
  expect(window.said.at(-1) ?? '').toMatch(says ?? /./)
  expect(at.fake.wrong).toEqual([])
  window.leave()
})

test('what a window sends is read as any editor’s, and hostile texts get one sentence', async () => {
  const window = new Window(at.studio, 'built-in', 'hostile window')
  await window.until('connected')
  for (const message of ['{"type":', 'null', '{"type":"launch"}', '['.repeat(50_000), '{"type":"file_sync","arrow_content":7}'])
    await at.studio.tellArrowAssistant({ conversation: 'hostile window', message })
  await window.until('chat_response', 5)
  expect(window.said.filter((sentence) => !/^[^\n]{1,400}\.$/.test(sentence))).toEqual([])
  window.leave()
  for (const text of ['', '{', '[]', '\0'.repeat(1000), '{"title":"x"}'])
    await expect(at.studio.runArrowCalls({ text, calls: [{ function: 'delete_node', arguments: {} }], context: {} })).rejects.toThrow(
      /^[^\n]{1,400}\.$/
    )
  const calls = Array.from({ length: 3 }, (_, n) => ({ function: ['__proto__', 'constructor', 'x'.repeat(200)][n] ?? '', arguments: {} }))
  for (const one of calls)
    expect((await at.studio.runArrowCalls({ text: NEW, calls: [one], context: {} })).result).toMatchObject({
      success: false,
      code: 'PERMISSION_DENIED'
    })
})
