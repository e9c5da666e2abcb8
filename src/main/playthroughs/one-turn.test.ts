import { afterEach, expect, it } from 'vitest'
import { fakeTable } from '../agents/anthropic/fake-table.fixture'
import type { WholeTurn } from '../../shared/table/turns'
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
    // A conversation's beats belong to its seat, from the turn in which it began.
    const first = turns.findIndex((one) => one?.beat === turn.earlier?.[0]?.beat)
    const own = turns.slice(first, i).filter((one) => one?.who === turn.who)
    expect(turn.earlier).toEqual(own.map((one) => ({ beat: one?.beat, n: one?.n, exchanges: one?.exchanges })))
    expect(own[0]?.earlier).toBeUndefined()
    // Each record holds only what is new: no message is in two exchanges, and every piece is the latest.
    const exchanges = [...own, turn].flatMap((one) => one?.exchanges ?? [])
    const ends = exchanges.map(({ messages, after = 0, content }) => after + messages.length + (content.length > 0 ? 1 : 0))
    expect(exchanges.slice(1).map(({ after }) => after)).toEqual(ends.slice(0, -1))
    const ids = turn.context?.pieces.map(({ id }) => id) ?? []
    expect(new Set(ids).size).toBe(ids.length)
  }
  // Only the prompt is sent again, so a sum over all turns counts nothing twice.
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

it('a conversation belongs to a line of commits: an edit, another branch and the return begin a new one', async () => {
  at = await modelDesk(fakeTable())
  const { studio, fake } = at
  const ids = await playOn(studio, 14)
  /** Plays until that seat's next request; returns whether its conversation continued. */
  const goesOnFor = async (who: string): Promise<boolean> => {
    const before = fake.requests.length
    for (let i = 0; i < 12; i++) {
      await studio.step()
      const request = fake.requests.slice(before).find(({ system }) => (/Your character is (\w+)/.exec(JSON.stringify(system))?.[1] ?? 'DM') === who)
      if (request) return request.messages.some(({ role }) => role === 'assistant')
    }
    throw new Error(`${who} was never asked.`)
  }
  expect(await goesOnFor('DM')).toBe(true)
  const settings = await studio.tableSettings()
  await studio.setTable({ ...settings, k: settings.k + 1 })
  expect(await goesOnFor('DM')).toBe(false)
  expect(await goesOnFor('DM')).toBe(true)
  await studio.branch({ at: ids[10] ?? '', name: 'other', seed: 'dice' })
  expect(await goesOnFor('DM')).toBe(false)
  expect(await goesOnFor('DM')).toBe(true)
  await studio.switchTo({ branch: 'main' })
  expect(await goesOnFor('DM')).toBe(false)
  expect(fake.wrong).toEqual([])
})
