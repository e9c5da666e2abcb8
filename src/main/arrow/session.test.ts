import { describe, expect, it } from 'vitest'
import { documentOf } from '../../arrow/documents.fixture'
import { type ArrowDocument, type Connection, writeArrow } from '../../arrow'
import { runCall } from '../../arrow/schemas'
import { TestEditor, type Manner } from './editor.fixture'
import { RESULT_TIMEOUT_MS } from './session'
import { TestSession } from './session.fixture'

const EXAMPLE = 'Create a dialog where the protagonist meets Elena and she offers to help, then add a choice for the player to accept or refuse.'
const blank = documentOf('untitled-new-project.arrow')
const ask = (message: string, more: object = {}): object => ({
  type: 'user_message',
  message,
  history: [],
  selected_node_ids: [],
  current_project_id: 1,
  ...more
})
const io = ({ resources }: ArrowDocument): Connection[] =>
  [...resources.scenes.values()].flatMap(({ map }) => [...map.values()].flatMap((item) => item.io ?? []))
const nodes = (editor: TestEditor): unknown[] => editor.fresh(blank).map((id) => editor.document.resources.nodes.get(id))
const declare = (...capabilities: string[]): object => ({ type: 'hello', capabilities })

/** The dialog and the choice of the protocol's example, connected. */
function expectExample(editor: TestEditor): void {
  const [dialog, choice] = editor.fresh(blank)
  expect(nodes(editor)).toMatchObject([
    { type: 'dialog', data: { lines: ['I can help you, if you like.'] } },
    { type: 'interaction', data: { actions: ['Accept', 'Refuse'] } }
  ])
  expect(io(editor.document)).toContainEqual([dialog, 0, choice, 0])
  const speaker = editor.document.resources.nodes.get(dialog ?? -1)?.data['character']
  expect(editor.document.resources.characters.get(Number(speaker))?.name).toBe('Elena')
}

describe('a request about the selected node, which is gone', () => {
  it.each(['rename the selected node to Bridge', 'rename this node to Bridge', 'rename it to Bridge', 'delete the selection'])(
    '“%s” is answered by a question and changes no other node',
    async (message) => {
      const editor = new TestEditor(blank)
      const client = new TestSession().send(declare('functions', 'batch')).send(editor.sync())
      for (const one of ['add content "x"', 'delete the selected node']) await client.send(ask(one, { selected_node_ids: [2] })).serve(editor)
      const before = editor.document
      await client.send(ask(message, { selected_node_ids: [2] })).serve(editor)
      expect(client.said.at(-1)).toBe('The selected node no longer exists. Select one node, or give its number or its name.')
      expect(editor.document).toBe(before)
    }
  )
  it('without any selection, “this” means nothing, and “it” means the node created last', async () => {
    const editor = new TestEditor(blank)
    const client = new TestSession().send(declare('functions', 'batch')).send(editor.sync())
    for (const message of ['add content "x"', 'rename this node to Bridge']) await client.send(ask(message)).serve(editor)
    expect(client.said.at(-1)).toBe('No node is selected. Select one node, or give its number or its name.')
    await client.send(ask('rename it to Bridge')).serve(editor)
    expect(editor.document.resources.nodes.get(3)?.name).toBe('Bridge')
  })
})

describe('the protocol’s example conversation', () => {
  it.each<[string, Manner, number, string[]]>([
    ['a real editor', 'document', 0, []],
    ['a real editor whose author makes other ids', 'document', 3, []],
    ['an editor that answers ids alone', 'ids', 0, []],
    ['the same with another author', 'ids', 3, []],
    ['an editor that answers nothing of use', 'words', 0, []],
    ['an editor with the functions', 'document', 3, ['functions']],
    ['an editor with the functions that answers ids', 'ids', 3, ['functions']],
    ['an editor with batches', 'document', 3, ['functions', 'batch']],
    ['an editor with batches that answers ids', 'ids', 3, ['functions', 'batch']]
  ])('%s', async (_name, manner, author, capabilities) => {
    const editor = new TestEditor(blank, manner, author)
    const client = new TestSession()
    client
      .send(declare(...capabilities))
      .send(editor.sync())
      .send(ask(EXAMPLE, { selected_node_ids: [2] }))
    await client.serve(editor)
    expectExample(editor)
    expect(io(editor.document)).toContainEqual([2, 0, editor.fresh(blank)[0], 0])
    expect(client.types.slice(0, 4)).toEqual([
      'connected',
      'status',
      'chat_response',
      capabilities.includes('batch') ? 'function_call_batch' : 'function_call'
    ])
    expect(client.types.slice(-3)).toEqual(['chat_response', 'status', 'end'])
    expect(client.said.at(-1)).toMatch(new RegExp(`^Done: nodes ${editor.fresh(blank).join(', ')}\\.`))
    expect(editor.batches).toEqual(capabilities.includes('batch') ? [3] : [])
    const plain = ['create_character', 'create_insert_node', 'update_node_map']
    expect([...new Set(editor.calls)].slice(0, 3)).toEqual(capabilities.length === 0 ? plain : ['create_character', 'create_node'])
    // The mirror has the real ids: a second request continues after the created nodes.
    client.send(ask('add content "The end."'))
    await client.serve(editor)
    const [, choice, end] = editor.fresh(blank)
    expect(io(editor.document)).toContainEqual([choice, 0, end, 0])
  })

  it('nested messages get nested answers, and a real editor’s nested file_sync does not', async () => {
    const editor = new TestEditor(blank)
    const client = new TestSession()
    const { type, ...rest } = ask(EXAMPLE) as { type: string }
    client.send({ type: 'file_sync', data: { project_id: 1, arrow_content: writeArrow(blank), timestamp: 3 } }).send({ type, data: rest })
    await client.serve(editor)
    expectExample(editor)
    expect(client.sent.filter(({ type: one }) => one === 'chat_response' || one === 'status').every((one) => 'data' in one)).toBe(true)
    const flat = new TestSession().send({ type: 'file_sync', data: { arrow_content: writeArrow(blank) } }).send(ask('hello'))
    await flat.settle()
    expect(flat.sent[1]).toEqual({ type: 'status', status: 'processing' })
  })

  it('what the user changes meanwhile stays, and the plan goes on from it', async () => {
    const editor = new TestEditor(blank)
    editor.meddle = (n, document) =>
      n === 1 ? runCall(document, { function: 'create_node', arguments: { type: 'marker', data: { label: 'mine' } } }).document : document
    const client = new TestSession().send(editor.sync()).send(ask(EXAMPLE))
    await client.serve(editor)
    expect(nodes(editor)).toMatchObject([{ type: 'marker', data: { label: 'mine' } }, { type: 'dialog' }, { type: 'interaction' }])
    const [, dialog, choice] = editor.fresh(blank)
    expect(io(editor.document)).toContainEqual([dialog, 0, choice, 0])
    expect(client.types.at(-1)).toBe('end')
  })
})

describe('a request that the editor refuses midway', () => {
  it.each<[string, Manner, number, string[], number]>([
    ['a real editor', 'document', 3, [], 2],
    ['a real editor, at the first connection', 'document', 0, [], 3],
    ['an editor that answers ids alone', 'ids', 3, [], 3],
    ['an editor that answers nothing of use', 'words', 0, [], 2],
    ['an editor with the functions', 'document', 3, ['functions'], 2],
    ['an editor with the functions that answers ids', 'ids', 3, ['functions'], 2]
  ])('%s has its document back', async (_name, manner, author, capabilities, refused) => {
    const editor = new TestEditor(blank, manner, author)
    editor.refuses = [refused]
    editor.meddle = (n, document) =>
      n === 1 && manner === 'document'
        ? runCall(document, { function: 'create_node', arguments: { type: 'marker', data: { label: 'mine' } } }).document
        : document
    const client = new TestSession()
      .send(declare(...capabilities))
      .send(editor.sync())
      .send(ask(EXAMPLE, { selected_node_ids: [2] }))
    await client.serve(editor)
    expect(client.said.at(-1)).toBe('That wasn’t done: Out of paper. What was done before it was taken back.')
    expect(editor.fresh(blank).map((id) => editor.document.resources.nodes.get(id)?.type)).toEqual(manner === 'document' ? ['marker'] : [])
    expect([editor.document.resources.characters.size, io(editor.document)]).toEqual([0, io(blank)])
    expect(client.types.at(-1)).toBe('end')
  })

  it('what can’t be taken back is named', async () => {
    const editor = new TestEditor(blank)
    editor.refuses = [2, 3]
    const client = new TestSession().send(editor.sync()).send(ask(EXAMPLE))
    await client.serve(editor)
    expect(client.said.at(-1)).toMatch(/^That wasn’t done: Out of paper\. What was done before it was taken back, but for this: added a dialog\.$/)
  })
})

it('words come while they are written, for an editor that takes them', async () => {
  const client = new TestSession(async (_request, hands) => {
    for (const draft of ['I’ll', 'I’ll add', 'Trying again.', 'I’ll add a dialog.']) hands.draft(draft)
    hands.say('I’ll add a dialog.')
    hands.used({ input: 900, output: 40, cacheRead: 100, cacheWrite: 0, cost: 0.002 })
  })
  client.send(declare('text_chunk')).send(new TestEditor(blank).sync()).send(ask('go'))
  await client.settle()
  expect(client.sent.slice(2)).toEqual([
    { type: 'text_chunk', text: 'I’ll', at: 0 },
    { type: 'text_chunk', text: ' add', at: 4 },
    { type: 'text_chunk', text: 'Trying again.', at: 0 },
    { type: 'text_chunk', text: 'I’ll add a dialog.', at: 0 },
    { type: 'chat_response', message: 'I’ll add a dialog.' },
    { type: 'status', status: 'processing', usage: { input: 1000, output: 40, cost: 0.002, total_cost: 0.002 } },
    { type: 'status', status: 'ready', usage: { input: 1000, output: 40, cost: 0.002, total_cost: 0.002 } },
    { type: 'end' }
  ])
  client.send(declare()).send(ask('go'))
  await client.settle()
  expect(client.sent.filter(({ type }) => type === 'text_chunk')).toHaveLength(4)
  expect(client.sent.at(-2)).toMatchObject({ status: 'ready', usage: { cost: 0.002, total_cost: 0.004 } })
})

describe('the state of a session', () => {
  it('an older file_sync is ignored, a broken document is answered and changes nothing', async () => {
    const editor = new TestEditor(blank)
    const empty = writeArrow(runCall(blank, { function: 'delete_node', arguments: { node_id: 2 } }).document)
    const client = new TestSession()
      .send(editor.sync({ timestamp: 9 }))
      .send({ type: 'file_sync', project_id: 1, arrow_content: empty, timestamp: 8 })
    client.send(ask('rename node 2 to Opening'))
    await client.serve(editor)
    expect(editor.document.resources.nodes.get(2)?.name).toBe('Opening')
    client.send({ type: 'file_sync', project_id: 1, arrow_content: '{"title":', timestamp: 10 })
    expect(client.said.at(-1)).toMatch(/^Line 1, column \d+: .*\.$/)
  })
  it('projects do not mix', async () => {
    const [one, two] = [new TestEditor(blank), new TestEditor(documentOf('untitled-new-project.arrow'))]
    const client = new TestSession().send(one.sync()).send(two.sync({ project_id: 2 }))
    client.send(ask('add content "A"', { current_project_id: 1 }))
    await client.serve(one)
    client.send(ask('add content "B"', { current_project_id: 2 }))
    await client.serve(two)
    expect([nodes(one), nodes(two)]).toMatchObject([[{ data: { content: 'A' } }], [{ data: { content: 'B' } }]])
  })
  it('without a document, one sentence and the end', async () => {
    const client = new TestSession().send(ask(EXAMPLE))
    await client.settle()
    expect(client.types).toEqual(['connected', 'status', 'chat_response', 'status', 'end'])
    expect(client.said).toEqual(['No document was sent yet. Send it with file_sync, then ask again.'])
  })
  it('a document inside the user_message is enough', async () => {
    const editor = new TestEditor(blank)
    const client = new TestSession().send(ask(EXAMPLE, { arrow_content: writeArrow(blank) }))
    await client.serve(editor)
    expect(nodes(editor)).toMatchObject([{ type: 'dialog' }, { type: 'interaction' }])
  })
})

describe('one request at a time', () => {
  it('an editor that does not answer within 30 s ends the request', async () => {
    const client = new TestSession().send(new TestEditor(blank).sync()).send(ask(EXAMPLE))
    await client.settle()
    client.pass(RESULT_TIMEOUT_MS - 1)
    await client.settle()
    expect(client.types.at(-1)).toBe('function_call')
    client.pass(1)
    await client.settle()
    expect(client.said.at(-1)).toBe('That wasn’t done: The editor didn’t answer within 30 s. Check it, then ask again.')
    expect(client.types.at(-1)).toBe('end')
  })
  it('stop ends it; a late answer still reaches the mirror', async () => {
    const editor = new TestEditor(blank)
    const client = new TestSession().send(declare('functions', 'batch')).send(editor.sync()).send(ask(EXAMPLE))
    await client.settle()
    const late = client.takeCall() ?? {}
    client.send({ type: 'stop' })
    expect(client.types.slice(-2)).toEqual(['status', 'end'])
    client.send(editor.execute(late) ?? {})
    await client.settle()
    expect(client.types.slice(-2)).toEqual(['status', 'end'])
    client.send(ask('rename character Elena to Mira'))
    await client.serve(editor)
    expect([...editor.document.resources.characters.values()].map(({ name }) => name)).toEqual(['Mira'])
  })
  it('a new user_message cancels the running one', async () => {
    const editor = new TestEditor(blank)
    const client = new TestSession().send(editor.sync()).send(ask(EXAMPLE))
    await client.settle()
    const calls = client.sent.length
    client.send(ask('rename node 2 to Opening'))
    await client.settle()
    expect(client.sent.slice(calls).map(({ type }) => type)).toEqual(['status', 'chat_response', 'function_call'])
    expect(client.sent.at(-1)).toMatchObject({ function: 'update_node', arguments: { node_id: 2, name: 'Opening' } })
  })
  it('answers to calls that were never sent change nothing', async () => {
    const client = new TestSession().send(new TestEditor(blank).sync()).send(ask(EXAMPLE))
    await client.settle()
    const before = client.sent.length
    client.send({ type: 'function_result', request_id: 'nobody', success: true, result: 1, arrow_content: '' })
    await client.settle()
    expect(client.sent.length).toBe(before)
  })
})

it('a refusal of the editor keeps its code and its users', async () => {
  const results: unknown[] = []
  const client = new TestSession(
    async (_request, hands) => void results.push(await hands.call([{ function: 'delete_node', arguments: { node_id: 2 } }]))
  )
  client.send(new TestEditor(blank).sync()).send(ask('x'))
  await client.settle()
  const request_id = client.sent.at(-1)?.['request_id']
  client.send({
    type: 'function_result',
    request_id,
    success: false,
    code: 'RESOURCE_IN_USE',
    error: 'Node is referenced by other nodes',
    referenced_by: [15]
  })
  await client.settle()
  expect(results).toEqual([{ success: false, code: 'RESOURCE_IN_USE', error: 'Node is referenced by other nodes', referenced_by: [15] }])
})

it('calls that our own functions refuse are not sent', async () => {
  const results: unknown[] = []
  const client = new TestSession(
    async (_request, hands) => void results.push(await hands.call([{ function: 'delete_node', arguments: { node_id: 99 } }]))
  )
  client.send(new TestEditor(blank).sync()).send(ask('x'))
  await client.settle()
  expect(results).toMatchObject([{ success: false, code: 'INVALID_NODE_ID' }])
  expect(client.types).not.toContain('function_call')
})

it.each([
  ['no JSON', '{"type":', 'The message is not JSON. Send one whole JSON object in each text frame.'],
  ['no object', '[1]', 'The message is JSON, but no object. Send an object with a “type”.'],
  ['no type', '{}', /^The message has no “type”\. Send one of hello, file_sync/],
  ['an unknown type', '{"type":"fly"}', /^There is no message of the type “fly”/],
  ['a prototype', '{"type":"__proto__"}', /^There is no message of the type “__proto__”/],
  ['no words', '{"type":"user_message"}', 'The user_message is invalid: `message` must be text, but it is missing. Correct it.'],
  [
    'a wrong member',
    '{"type":"function_result","request_id":5,"success":true}',
    /^The function_result is invalid: `request_id` must be text, but it is 5\. Correct it\.$/
  ],
  [
    'a design document',
    '{"type":"design_doc_sync","file_content":"QQ==","file_name":"lore.pdf"}',
    /^“lore\.pdf” wasn’t read: this server reads no design documents\./
  ]
])('%s is answered in one sentence', (_name, text, says) => {
  const client = new TestSession().send(text)
  expect(client.said).toHaveLength(1)
  expect(client.said[0]).toMatch(says)
})
