import { afterEach, expect, it } from 'vitest'
import type { AssistantMessage } from '../../shared/arrow/assistant-messages'
import { textOf } from '../../shared/arrow/documents.fixture'
import { readArrow } from '../../shared/arrow/read'
import type { ArrowCall } from '../../shared/arrow/functions/call'
import type { FakeReply } from '../agents/anthropic/fake-messages.fixture'
import { desk, modelDesk, MODEL, type Desk } from './studio.fixture'

const NEW = textOf('untitled-new-project.arrow')
const EXAMPLE = 'add a dialog where Elena offers help, then a choice to accept or refuse'
let at: Desk
afterEach(() => at.close())

/** A window's side of a conversation, over the contract alone: it executes what it is asked for by the contract's own call. */
class Window {
  readonly heard: AssistantMessage[] = []
  text = NEW
  #stop = new AbortController()
  #wake: () => void = () => undefined
  failed: unknown

  constructor(
    private readonly assistant: 'built-in' | 'model',
    private readonly conversation = `conversation-${assistant}`
  ) {
    void this.#listen()
  }
  async #listen(): Promise<void> {
    try {
      for await (const message of at.studio.arrowAssistant({ conversation: this.conversation, assistant: this.assistant }, this.#stop.signal)) {
        this.heard.push(message)
        if (message.type === 'function_call_batch') await this.#execute(message.request_id, message.functions as ArrowCall[])
        if (message.type === 'function_call') await this.#execute(message.request_id, [message])
        this.#wake()
      }
    } catch (thrown) {
      this.failed = thrown
    }
    this.#wake()
  }
  async #execute(request_id: string, calls: readonly ArrowCall[]): Promise<void> {
    const { result, text } = await at.studio.runArrowCalls({ text: this.text, calls: calls.map((one) => ({ ...one })), context: { selected: [2] } })
    this.text = text ?? this.text
    await this.tell({ type: 'function_result', request_id, success: result.success, result, arrow_content: this.text })
  }
  tell(message: object): Promise<void> {
    return at.studio.tellArrowAssistant({ conversation: this.conversation, message: JSON.stringify(message) })
  }
  async until(type: AssistantMessage['type'], nth = 1): Promise<void> {
    while (this.heard.filter((one) => one.type === type).length < nth && this.failed === undefined)
      await new Promise<void>((wake) => (this.#wake = wake))
  }
  async ask(message: string): Promise<void> {
    const ends = this.heard.filter(({ type }) => type === 'end').length
    await this.until('connected')
    await this.tell({ type: 'hello', capabilities: ['functions', 'batch', 'text_chunk'] })
    await this.tell({ type: 'user_message', message, history: [], selected_node_ids: [2], current_scene_id: 0, arrow_content: this.text })
    await this.until('end', ends + 1)
  }
  get said(): string[] {
    return this.heard.flatMap((one) => (one.type === 'chat_response' ? [one.message] : []))
  }
  leave(): void {
    this.#stop.abort()
  }
}
const types = (window: Window): string[] => {
  const { resources } = readArrow(window.text).document
  return [...resources.nodes.values()].map(({ type }) => type)
}

it('the built-in assistant works through the contract, for two windows at once, and its conversation ends with its stream', async () => {
  at = await desk()
  const [one, two] = [new Window('built-in', 'window-one'), new Window('built-in', 'window-two')]
  await Promise.all([one.ask(EXAMPLE), two.ask('add content "The rain stops."')])
  expect([types(one), types(two)]).toEqual([
    ['entry', 'content', 'dialog', 'interaction'],
    ['entry', 'content', 'content']
  ])
  await one.ask('rename node 2 to Opening')
  expect(readArrow(one.text).document.resources.nodes.get(2)?.name).toBe('Opening')
  const info = await at.studio.arrowModel({ text: NEW, scene: 0 })
  expect([info.model, info.why, info.tokens > 1000, info.cost]).toEqual([
    MODEL,
    expect.stringMatching(/Allow it in Settings\.$/),
    true,
    expect.any(Number)
  ])
  one.leave()
  two.leave()
  await new Promise((turn) => setImmediate(turn))
  await expect(one.tell({ type: 'stop' })).rejects.toThrow('This conversation with the assistant is over. Send your message again.')
  const crowd = Array.from({ length: 33 }, (_, n) => new Window('built-in', `crowd-of-windows-${n}`))
  await Promise.all(crowd.slice(0, 32).map((window) => window.until('connected')))
  await crowd[32]?.until('connected')
  expect(crowd[32]?.failed).toMatchObject({ message: '32 conversations with the assistant are open. Close a window, then ask again.' })
  for (const window of crowd) window.leave()
})

it('a model is paid from the campaign, told where prices are told, and not asked beyond the cost cap', async () => {
  const replies: FakeReply[] = [
    {
      parts: [{ text: 'I’ll add a line.' }, { tool: 'create_insert_node', input: { type: 'content', preset: { content: 'Rain.' }, connect_from: 2 } }]
    },
    { parts: [{ text: 'It rains.' }] }
  ]
  const model = await modelDesk((_request, n) => replies[n - 1] ?? { parts: [{ text: 'Nothing more.' }] })
  at = model
  const before = (await at.studio.present())?.table.usage.cost ?? 0
  const window = new Window('model')
  await window.ask('Let it rain')
  expect([types(window), window.said]).toEqual([
    ['entry', 'content', 'content'],
    ['I’ll add a line.', 'It rains.']
  ])
  const cost = window.heard.flatMap((one) => (one.type === 'status' && one.usage ? [one.usage.cost ?? 0] : [])).at(-1) ?? 0
  const present = await at.studio.present()
  expect(cost).toBeGreaterThan(0)
  expect((present?.table.usage.cost ?? 0) - before).toBeCloseTo(cost, 8)
  expect(at.heard.some((event) => event.kind === 'table' && event.table.usage.cost === present?.table.usage.cost)).toBe(true)
  // What was spent is known after a restart, and counts for the cap.
  await at.restart()
  expect((await at.studio.present())?.table.usage.cost).toBeCloseTo(before + cost, 8)
  await at.studio.setTable({ ...(await at.studio.tableSettings()), cost_cap: cost / 2 })
  const again = new Window('model', 'after-the-cap')
  await again.ask('More rain')
  expect(again.said).toEqual([expect.stringMatching(/^This campaign has reached its cost cap of .* Raise the cap in Settings to go on\.$/)])
  expect(model.fake.requests).toHaveLength(2)
})
