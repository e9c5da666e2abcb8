import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { documentOf } from '../../arrow/documents.fixture'
import { offlineAssistant } from '../arrow/offline'
import { startArrowServer, type ArrowServer } from '../arrow-server'
import { TestEditor } from '../arrow/editor.fixture'
import { MAX_DESIGN_BYTES } from '../arrow/messages'
import { textPdf } from '../design/pdf.fixture'
import { documentsInMemory } from '../design/port'

const PAGE = 'http://localhost:6006'
const blank = documentOf('untitled-new-project.arrow')
let server: ArrowServer
beforeAll(async () => (server = await startArrowServer({ assistant: offlineAssistant, origins: [PAGE], documents: () => documentsInMemory() })))
afterAll(() => server.close())
const bare = (): string => server.url.split('?')[0] ?? ''

/** A client that keeps what it hears. */
class Client {
  readonly heard: Record<string, unknown>[] = []
  readonly #socket: WebSocket
  #wake: () => void = () => undefined
  closed: number | undefined

  constructor(url = server.url, headers: Record<string, string> = {}) {
    this.#socket = new WebSocket(url, { headers })
    this.#socket.on('message', (data: Buffer) => {
      this.heard.push(JSON.parse(data.toString()) as Record<string, unknown>)
      this.#wake()
    })
    this.#socket.on('error', () => undefined)
    this.#socket.on('close', (code: number) => {
      this.closed = code
      this.#wake()
    })
  }
  send(message: object | string | Buffer): void {
    this.#socket.send(Buffer.isBuffer(message) || typeof message === 'string' ? message : JSON.stringify(message))
  }
  /** Waits until it has heard a message of a type; undefined once it is closed. */
  async hear(type: string, nth = 1): Promise<Record<string, unknown> | undefined> {
    for (;;) {
      const messages = this.heard.filter((one) => one['type'] === type)
      if (messages.length >= nth || this.closed !== undefined) return messages[nth - 1]
      await new Promise<void>((wake) => (this.#wake = wake))
    }
  }
  async end(): Promise<number | undefined> {
    while (this.closed === undefined) await new Promise<void>((wake) => (this.#wake = wake))
    return this.closed
  }
  half(): void {
    this.#socket.send('{"type":"user_mess', { fin: false })
  }
  leave(): void {
    this.#socket.terminate()
  }
}

/** Speaks with the server as a whole conversation, with an editor that executes its calls. Returns the editor. */
async function converse(client: Client, message: string, more: object = {}): Promise<TestEditor> {
  const editor = new TestEditor(blank)
  await client.hear('connected')
  client.send(editor.sync(more))
  client.send({ type: 'user_message', message, history: [], selected_node_ids: [], current_project_id: 1 })
  for (let n = 0; ; n++) {
    while (
      client.heard.filter(({ type }) => String(type).startsWith('function_call')).length <= n &&
      !client.heard.some(({ type }) => type === 'end')
    ) {
      const before = client.heard.length
      while (client.heard.length === before && client.closed === undefined) await new Promise((turn) => setImmediate(turn))
    }
    const call = client.heard.filter(({ type }) => String(type).startsWith('function_call'))[n]
    if (!call) return editor
    client.send(editor.execute(call) ?? {})
  }
}

const EXAMPLE = 'Create a dialog where the protagonist meets Elena and she offers to help, then add a choice for the player to accept or refuse.'
const isWhole = (editor: TestEditor): boolean => {
  const [a, b] = editor.fresh(blank)
  const io = [...editor.document.resources.scenes.values()].flatMap(({ map }) => [...map.values()].flatMap((item) => item.io ?? []))
  return io.some(([from, , to]) => from === a && to === b)
}

test('the protocol’s example runs over the socket, for two clients at once, and a page of an allowed origin', async () => {
  const clients = [new Client(), new Client(), new Client(bare(), { origin: PAGE })]
  const editors = await Promise.all(clients.map((client) => converse(client, EXAMPLE)))
  expect(editors.map(isWhole)).toEqual([true, true, true])
  expect(editors.map((editor) => editor.fresh(blank).length)).toEqual([2, 2, 2])
  for (const client of clients) {
    expect([client.heard[0]?.['type'], client.heard.at(-1)?.['type']]).toEqual(['connected', 'end'])
    client.leave()
  }
  expect(new Set(clients.map(({ heard }) => JSON.stringify(heard[0]))).size).toBe(3)
})

test.each<[string, () => Client]>([
  ['no token', () => new Client(bare())],
  ['a wrong token', () => new Client(`${bare()}?token=${'a'.repeat(32)}`)],
  ['a page of another origin that has the token', () => new Client(server.url, { origin: 'http://evil.example' })],
  ['a page without an origin of its own', () => new Client(bare(), { origin: 'null' })],
  ['another host name', () => new Client(server.url, { host: 'evil.example' })],
  ['another path', () => new Client(server.url.replace('/ws/chat', '/rpc'))],
  ['a path that is none', () => new Client(server.url.replace('/ws/chat', '//ws:chat'))]
])('%s is not let in', async (_name, client) => {
  const hostile = client()
  await hostile.end()
  expect(hostile.heard).toEqual([])
})

test.each<[string, (client: Client) => void, number]>([
  ['a binary frame', (client) => client.send(Buffer.from([1, 2, 3])), 1003],
  ['a flood of messages', (client) => Array.from({ length: 2000 }, () => client.send({ type: 'stop' })), 1008],
  [
    'a flood of answers that nobody asked for',
    (client) => Array.from({ length: 2000 }, (_, i) => client.send({ type: 'function_result', request_id: `${i}`, success: true })),
    1008
  ],
  ['a huge frame', (client) => client.send('x'.repeat((40 << 20) + 1)), 1009]
])('%s ends its connection and nobody else’s', async (_name, attack, code) => {
  const [hostile, other] = [new Client(), new Client()]
  await hostile.hear('connected')
  attack(hostile)
  // A server that no longer reads may end the connection before its code arrives.
  expect([code, 1006]).toContain(await hostile.end())
  expect(isWhole(await converse(other, EXAMPLE))).toBe(true)
  other.leave()
})

test('half messages, unknown types and deep JSON are answered or wait, and the server goes on', async () => {
  const [client, half] = [new Client(), new Client()]
  await Promise.all([client.hear('connected'), half.hear('connected')])
  half.half()
  half.leave()
  for (const text of [
    '{"type":"user_mess',
    '{"type":"launch"}',
    '['.repeat(50_000),
    `{"type":"file_sync","arrow_content":"${'['.repeat(20_000)}"}`,
    '"\\ud800"',
    'null'
  ])
    client.send(text)
  expect(await client.hear('chat_response', 6)).toBeDefined()
  const answers = client.heard.filter(({ type }) => type === 'chat_response').map(({ message }) => String(message))
  expect(answers.filter((answer) => !/^[^\n]{1,400}\.$/.test(answer))).toEqual([])
  expect(isWhole(await converse(client, EXAMPLE))).toBe(true)
  client.leave()
})

test('bytes that are no WebSocket are turned away', async () => {
  const { port } = new URL(server.url.replace('ws', 'http'))
  const said = await new Promise<string>((done) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(`GET /ws/chat HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`))
    let text = ''
    socket.on('data', (part: Buffer) => (text += part.toString())).on('close', () => done(text))
  })
  expect(said).toMatch(/^HTTP\/1\.1 426 .*Connect an Arrow editor to this address\.\n/s)
})

test('a client’s PDF answers its own questions with pages, and no other client’s', async () => {
  const [mine, other] = [new Client(), new Client()]
  const file_content = textPdf(['The cape is cold.', "The keepers of O'Hara swear to guard the lamp."]).toString('base64')
  for (const client of [mine, other]) await client.hear('connected')
  for (const client of [mine, other]) client.send(new TestEditor(blank).sync())
  mine.send({ type: 'design_doc_sync', project_id: 1, file_name: 'Lore.pdf', file_content, timestamp: 1 })
  expect((await mine.hear('chat_response'))?.['message']).toBe('Read “Lore.pdf”: 2 pages.')
  for (const client of [mine, other])
    client.send({ type: 'user_message', message: 'What do the keepers swear?', history: [], selected_node_ids: [], current_project_id: 1 })
  expect((await mine.hear('chat_response', 2))?.['message']).toBe(
    "The design documents say:\n“Lore.pdf”, page 2: The keepers of O'Hara swear to guard the lamp."
  )
  expect((await other.hear('chat_response'))?.['message']).toMatch(/^What do you mean by/)
  mine.send({ type: 'design_doc_sync', project_id: 1, file_name: 'Big.pdf', file_content: 'A'.repeat(Math.ceil(MAX_DESIGN_BYTES / 3) * 4 + 300) })
  expect((await mine.hear('chat_response', 3))?.['message']).toMatch(/^The PDF is larger than 24 MB/)
  mine.send({ type: 'design_doc_sync', project_id: 1, file_name: 'Bad.pdf', file_content: 'PGh0bWw+' })
  expect((await mine.hear('chat_response', 4))?.['message']).toMatch(/^“Bad.pdf” can't be read as a PDF/)
  for (const client of [mine, other]) client.leave()
})
