import { afterEach, expect, it } from 'vitest'
import { firstNext } from '../../../shared/story/state'
import { tinyWorld } from '../../rules/tiny-world.fixture'
import { offlineAgent } from '../offline'
import type { FakeReply } from './fake-messages.fixture'
import { tableAnswering, use, type ModelTable, type TableOptions } from './model-table.fixture'

let table: ModelTable
afterEach(() => table.fake.close())
const answering = async (replies: readonly FakeReply[], options: TableOptions = {}): Promise<void> => {
  table = await tableAnswering(replies, options)
}
/** A world with an open session and no scene. */
const betweenScenes = () => {
  const { scene: _, ...world } = tinyWorld()
  return { ...world, next: { ...world.next, actor: 'DM', phase: 'open' as const } }
}
const WRONG_PLACE = use('open_scene', { title: 'One', place: 'the moon', aim: 'Look.' })

it('three wrong places in open_scene pause the table at once, without a summary or the end of a session', async () => {
  await answering([{ parts: [WRONG_PLACE] }], { state: betweenScenes() })
  const played = await table.step()
  expect(played?.beat).toBeUndefined()
  expect(played?.problem).toMatchObject({ code: 'agent-failed', data: { remedy: 'settings' } })
  expect(played?.problem?.message).toMatch(/^DM's agent gave no valid action three times\. /)
  expect(table.state().next).toMatchObject({ beat: 10, phase: 'open' })
  expect(table.log).toEqual([])
  expect(table.fake.requests).toHaveLength(3)
})

it('the table pauses too between sessions, when only a new one can begin', async () => {
  const { scene: _, ...world } = tinyWorld()
  await answering([{ parts: [] }], { state: { ...world, next: { ...firstNext('tiny'), actor: 'DM' } } })
  expect((await table.step())?.problem?.message).toBe(
    "DM's agent gave no valid action three times. The model's answer was empty. Choose another model for this seat in Settings, or press Play to try again."
  )
})

it('the first turn without a valid action passes, the second in a row pauses, and so does every attempt until one is valid', async () => {
  await answering([...Array.from({ length: 9 }, (): FakeReply => ({ parts: [] })), { parts: [use('walk')] }])
  expect((await table.step())?.beat).toMatchObject({ action: 'pass', actor: 'Wren' })
  for (let tries = 0; tries < 2; tries++) {
    const played = await table.step()
    expect(played).toMatchObject({ who: 'Oswin', problem: { code: 'agent-failed' } })
    expect(table.state().next.beat).toBe(11)
  }
  expect((await table.step())?.beat).toMatchObject({ action: 'walk', actor: 'Oswin' })
  expect(table.fake.wrong).toEqual([])
})

it.each<[string, FakeReply, string]>([
  ['gives no valid action', { parts: [] }, "Wren's agent gave no valid action three times. The model's answer was empty."],
  ['fails', { status: 401, type: 'authentication_error' }, 'The provider rejected the key.'],
  ['refuses', { parts: [], stop: 'refusal' }, 'claude-sonnet-5-5 refused to answer.']
])('where the built-in table stands in, it plays the turn of a model that %s, and beat, log and reasons say so', async (_what, reply, why) => {
  await answering([reply], { standIn: offlineAgent() })
  const played = await table.step()
  expect(played?.problem).toBeUndefined()
  expect(played?.beat).toMatchObject({ actor: 'Wren', agent: 'offline' })
  expect(played?.calls.at(-1)).toMatchObject({ agent: 'offline', input: { 'stands in': true } })
  expect(table.log[0]).toMatchObject({ kind: 'system', text: 'The built-in table plays for Wren, because the model failed.' })
  expect(played?.reasons?.[0]).toMatchObject({ kind: 'note', words: expect.stringContaining(`because the model failed: ${why}`) })
  expect(table.exchanges.length).toBeGreaterThan(0)
})

it("the built-in table doesn't stand in if the budget or the permission is missing", async () => {
  await answering([{ parts: [] }], {
    standIn: offlineAgent(),
    admit: () => Promise.reject(new Error('The budget is used up.'))
  })
  expect((await table.step())?.problem?.message).toContain('The budget is used up.')
  expect(table.state().next.beat).toBe(10)
})

it("a model can't set the mark of a stand-in", async () => {
  await answering([{ parts: [use('walk', { 'stands in': true, 'given up': true })] }, { parts: [use('walk')] }])
  const played = await table.step()
  expect(played?.calls.at(-1)?.input).toEqual({})
})
