import { afterEach, expect, it } from 'vitest'
import { fakeTable } from '../agents/anthropic/fake-table.fixture'
import type { WholeTurn } from '../../shared/turns'
import { modelDesk, playOn } from './studio.fixture'

let at: Awaited<ReturnType<typeof modelDesk>>
afterEach(() => at.close())

it('what was told in a model’s turn is found from every beat of it, also after a restart', async () => {
  at = await modelDesk(fakeTable())
  const ids = await playOn(at.studio, 24)
  const read = (): Promise<(WholeTurn | undefined)[]> => Promise.all(ids.map((id) => at.studio.turn({ id })))
  const turns = await read()
  const later = turns.filter((turn) => turn?.earlier !== undefined)
  expect(later.length).toBeGreaterThan(3)
  expect(later.some((turn) => turn?.exchanges.length === 0)).toBe(true)
  for (const [i, turn] of turns.entries()) {
    expect(turn?.context?.pieces.length).toBeGreaterThan(5)
    if (!turn?.earlier) continue
    // The beats of one turn follow each other; what was told stands in the first.
    const own = turns.slice(i - turn.earlier.length, i)
    expect(turn.earlier).toEqual(own.map((one) => ({ beat: one?.beat, n: one?.n, exchanges: one?.exchanges })))
    expect(own[0]?.earlier).toBeUndefined()
    expect(turn.context).toEqual(own[0]?.context)
    for (const exchange of turn.exchanges) expect(exchange.messages.length).toBeGreaterThan(0)
  }
  // Only what was told is read again, not what was used: a sum over all turns counts nothing twice.
  const tokens = turns.reduce((sum, turn) => sum + (turn?.usage?.output ?? 0), 0)
  expect((await at.studio.present())?.table.usage.output).toBe(tokens)
  await at.restart()
  expect(await read()).toEqual(turns)
})

it('an attempt that came to nothing and the turn that went on from it are told as one', async () => {
  const recall = { parts: [{ tool: 'recall', input: { query: 'well' } }] }
  const refused = { status: 401, type: 'authentication_error' }
  const opened = { parts: [{ tool: 'open_session', input: { title: 'Rain' } }] }
  at = await modelDesk((_request, n) => [recall, refused, opened][n - 1] ?? opened)
  await expect(at.studio.step()).rejects.toThrow('The provider rejected the key')
  const beat = await at.studio.step()
  const [first, second] = (await at.studio.turns({ limit: 2 })).lines.toReversed()
  const broken = await at.studio.turn({ id: first?.id ?? '' })
  const turn = await at.studio.turn({ id: second?.id ?? '' })
  expect(turn).toMatchObject({ beat: beat?.id, ordinal: 1, began: first?.id, earlier: [{ n: 2, exchanges: broken?.exchanges }] })
  expect(turn?.context).toEqual(broken?.context)
})

it('what is looked up in one turn shares the room of the cold tier, whatever number of beats it makes', async () => {
  const recall = { tool: 'recall', input: { query: 'e', limit: 50 } }
  const speak = (text: string) => ({ parts: [recall, { tool: 'narrate', input: { text } }] })
  const lead = [
    { parts: [{ tool: 'open_session', input: { title: 'Rain' } }] },
    { parts: [{ tool: 'open_scene', input: { title: 'Rain', place: 'throat-yard', aim: 'Look.' } }] }
  ]
  at = await modelDesk((_request, n) => lead[n - 1] ?? speak(`Rain falls, and falls (${n}).`))
  const settings = await at.studio.tableSettings()
  await at.studio.setTable({ ...settings, tiers: { ...settings.tiers, cold: 150 } })
  const ids = await playOn(at.studio, 4)
  const answers = await Promise.all(
    ids.slice(2).map(async (id) => (await at.studio.turn({ id }))?.calls.find(({ tool }) => tool === 'recall')?.result ?? '')
  )
  expect(answers[0]).toMatch(/^\d+ notes? of .*\[The rest was left out/s)
  expect(answers[1]).toMatch(/^\[The rest was left out/)
})

it('a turn that was broken off is begun again on a branch of its own, as it was or by another seat', async () => {
  at = await modelDesk(() => ({ status: 401, type: 'authentication_error' }))
  const before = await at.head()
  await expect(at.studio.step()).rejects.toThrow('The provider rejected the key')
  const [line] = (await at.studio.turns({ limit: 1 })).lines
  await expect(at.studio.rerun({ turn: line?.id ?? '' })).rejects.toThrow('The provider rejected the key')
  expect(await at.head()).toBe(before)
  const again = await at.studio.rerun({ turn: line?.id ?? '', seat: { agent: 'offline' } })
  expect((await at.studio.present())?.branch).toBe(again.branch)
  expect((await at.studio.beat({ commit: again.beat })).beat).toMatchObject({ parent: before, actor: 'DM', agent: 'offline' })
  await expect(at.studio.rerun({ turn: 'nonsense' })).rejects.toMatchObject({ code: 'not-found' })
})
