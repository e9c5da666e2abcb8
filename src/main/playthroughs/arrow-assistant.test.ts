import { afterEach, expect, it } from 'vitest'
import { textOf } from '../../arrow/documents.fixture'
import { readArrow } from '../../arrow'
import type { FakeReply } from '../agents/anthropic/fake-messages.fixture'
import { Window } from './arrow-window.fixture'
import { desk, modelDesk, MODEL, type Desk } from './studio.fixture'

const NEW = textOf('untitled-new-project.arrow')
const EXAMPLE = 'add a dialog where Elena offers help, then a choice to accept or refuse'
let at: Desk
const windowOf = (assistant: 'built-in' | 'model', conversation = `conversation-${assistant}`): Window =>
  new Window(at.studio, assistant, conversation)
afterEach(() => at.close())

const types = (window: Window): string[] => {
  const { resources } = readArrow(window.text).document
  return [...resources.nodes.values()].map(({ type }) => type)
}

it('the built-in assistant works through the contract, for two windows at once, and its conversation ends with its stream', async () => {
  at = await desk()
  const [one, two] = [windowOf('built-in', 'window-one'), windowOf('built-in', 'window-two')]
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
  const crowd = Array.from({ length: 33 }, (_, n) => windowOf('built-in', `crowd-of-windows-${n}`))
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
  const window = windowOf('model')
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
  const again = windowOf('model', 'after-the-cap')
  await again.ask('More rain')
  expect(again.said).toEqual([expect.stringMatching(/^This campaign has reached its cost cap of .* Raise the cap in Settings to go on\.$/)])
  expect(model.fake.requests).toHaveLength(2)
})
