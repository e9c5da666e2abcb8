import { afterEach, expect, it } from 'vitest'
import { tinyWorld } from '../../rules/tiny-world.fixture'
import { quietTurn } from '../quiet.fixture'
import { replayAgent } from '../replay'
import type { FakeReply } from './fake-messages.fixture'
import { tableAnswering, use, type ModelTable } from './model-table.fixture'

let table: ModelTable
afterEach(() => table.fake.close())

const FALSE = 'Wren is dead, and the inn is quiet.'
const TRUE = 'The inn is quiet.'
const narrated = (text: string): FakeReply => ({ parts: [use('narrate', { text }), use('call_on', { who: ['all'] })] })
const dmTurn = () => {
  const world = tinyWorld()
  return { ...world, next: { ...world.next, phase: 'dm' as const, actor: 'DM' } }
}
const answering = async (replies: readonly FakeReply[], contradictions?: string): Promise<void> => {
  table = await tableAnswering(replies, { state: dmTurn(), ...(contradictions === undefined ? {} : { settings: { contradictions } }) })
}
const log = (): string[] => table.log.map(({ text }) => text)

it('with the check on, a narration that contradicts the record is returned with the reason, and later calls wait', async () => {
  await answering([narrated(FALSE), narrated(TRUE)], 'gate')
  const played = await table.step()
  expect(played?.beat).toMatchObject({ action: 'narrate' })
  expect(log()).toEqual([TRUE])
  expect(played?.calls).toMatchObject([
    { tool: 'narrate', returned: true },
    { tool: 'narrate', result: expect.any(String) as string }
  ])
  const results = JSON.stringify(table.fake.requests[1]?.messages.at(-1)?.content)
  expect(results).toContain(
    'Not told yet, because the record says otherwise. “Wren is dead, and the inn is quiet.” But: Wren is alive. (world/players/Wren/STATS.yaml)'
  )
  expect(results).toContain('Put it differently. If you are sure, send it again as it is, and it is told.')
  expect(results).toContain('Not done; read this result first.')
})

it('a narration is returned once a turn; the second attempt is played', async () => {
  await answering([narrated(FALSE), narrated(FALSE), { parts: [use('pass')] }], 'gate')
  await table.step()
  expect(log()).toEqual([FALSE])
  expect((await table.step())?.beat).toMatchObject({ action: 'call_on' })
})

it.each([undefined, 'mark'])('without the gate (%s) it is told at once', async (setting) => {
  await answering([narrated(FALSE)], setting)
  await table.step()
  expect(log()).toEqual([FALSE])
  expect(table.fake.requests).toHaveLength(1)
})

it("a replay skips returned calls, so it doesn't depend on the present checks", async () => {
  await answering([narrated(FALSE), narrated(TRUE)], 'gate')
  const calls = (await table.step())?.calls ?? []
  const used: unknown[] = []
  const turn = quietTurn({
    view: { beat: 10, who: 'DM' } as never,
    use: async ({ input }) => {
      used.push(input['text'])
      return { ok: true, text: '', over: true }
    }
  })
  await replayAgent(() => ({ calls, seat: { agent: 'anthropic' } })).act(turn)
  expect(used).toEqual([TRUE])
})
