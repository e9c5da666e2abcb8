import { afterEach, describe, expect, it } from 'vitest'
import { fakeTable } from '../agents/anthropic/fake-table.fixture'
import { KEY, modelDesk } from './studio.fixture'

let at: Awaited<ReturnType<typeof modelDesk>>
afterEach(() => at.close())

describe('the length of a prompt', () => {
  it('is counted by the provider where a model sits, once for a prompt, and asks for no turn', async () => {
    at = await modelDesk(fakeTable())
    const { tokens } = await at.studio.context({ who: 'DM' })
    const length = await at.studio.promptLength({ who: 'DM' })
    expect(length.by).toBe('provider')
    expect(Math.abs(length.tokens / tokens - 1)).toBeLessThan(0.5)
    expect(await at.studio.promptLength({ who: 'DM', at: await at.head() })).toEqual(length)
    expect([at.fake.counts, at.fake.requests.length, at.fake.wrong]).toEqual([1, 0, []])
  })

  it('is estimated, without any request, where no model has the seat', async () => {
    at = await modelDesk(fakeTable())
    await at.studio.setTable({ ...(await at.studio.tableSettings()), agents: { default: { agent: 'anthropic' }, Wren: { agent: 'offline' } } })
    expect(await at.studio.promptLength({ who: 'Wren' })).toEqual({ by: 'estimate', tokens: (await at.studio.context({ who: 'Wren' })).tokens })
    expect(at.fake.counts).toBe(0)
  })

  it('is estimated for a campaign that may not ask, and where the provider fails, and says why', async () => {
    at = await modelDesk(fakeTable())
    const { tokens } = await at.studio.context({ who: 'Pym' })
    await at.studio.setMachine({ allowed: false })
    expect(await at.studio.promptLength({ who: 'Pym' })).toEqual({
      by: 'estimate',
      tokens,
      why: "This campaign wants to call a model with your key, which you haven't allowed yet. Allow it in Settings."
    })
    expect(at.fake.counts).toBe(0)
    await at.studio.setMachine({ allowed: true, key: 'another-key' })
    expect(await at.studio.promptLength({ who: 'Pym' })).toEqual({
      by: 'estimate',
      tokens,
      why: 'The provider rejected the key. Check the key in Settings.'
    })
    await at.studio.setMachine({ key: KEY })
    expect((await at.studio.promptLength({ who: 'Pym' })).by).toBe('provider')
  })
})
