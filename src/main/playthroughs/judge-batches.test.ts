import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { RunsAsked, RunsReport } from '../../shared/analysis/run-verdicts'
import { costOf } from '../agents/anthropic/models'
import type { FakeMessages, FakeReply } from '../agents/anthropic/fake-messages.fixture'
import { judgedBy, KEY, MODEL, modelDesk, type Desk } from './studio.fixture'

let at: Desk & { fake: FakeMessages }
/** The text by which an answer prefers what comes first; changed by tests for their own questions. */
let verdict = 'A'
const prefers = (): FakeReply => ({
  parts: [{ tool: 'report', input: { verdicts: [1, 2, 3, 4].map((criterion) => ({ criterion, verdict, reason: 'So.', evidence: [] })) } }],
  output: 200
})
const RUNS = ['main', 'other-way']

const judge = (asked: Partial<RunsAsked> = {}, stop?: AbortSignal): Promise<RunsReport> =>
  judgedBy(at.studio, { runs: RUNS, batch: true, ...asked }, stop)
const price = (asked: Partial<RunsAsked> = {}) => at.studio.runsPrice({ runs: RUNS, batch: true, ...asked })
const narrate = (text: string) => at.studio.play({ kind: 'play', agent: 'hand', action: 'narrate', actor: 'DM', params: { text } })
const spent = async (): Promise<number> => (await at.studio.present())?.table.usage.cost ?? 0
async function restart(): Promise<void> {
  await at.restart()
  await at.studio.setMachine({ key: KEY })
}

beforeAll(async () => {
  at = await modelDesk(prefers)
  const { judge: _, ...settings } = await at.studio.tableSettings()
  await at.studio.setTable({ ...settings, agents: {} })
  for (let n = 0; n < 10 && (await at.studio.present())?.state.next.phase !== 'dm'; n++) await at.studio.step()
  const fork = await at.head()
  await narrate('The kerb is cold.')
  await at.studio.branch({ at: fork, name: 'other-way' })
  await narrate('A gull walks along the kerb.')
  await at.studio.switchTo({ branch: 'main' })
})
beforeEach(() => {
  at.fake.batches.onCreate = () => void at.fake.batches.process()
  at.fake.batches.onLook = () => undefined
  at.fake.batches.resultsHost = undefined
})
afterAll(() => at.close())

it('all questions go out as one batch at half the price, and its answers are recorded as if they were asked one by one', async () => {
  const [whole, half] = [await price({ batch: false }), await price()]
  expect(half).toMatchObject({ requests: 6, batch: true })
  expect(half.cost).toBeCloseTo((whole.cost ?? 0) / 2, 8)
  const before = await spent()
  // The batch of a server behind a proxy names another address; the key goes to ours only.
  at.fake.batches.resultsHost = 'https://elsewhere.invalid'
  const report = await judge()
  expect([at.fake.wrong, at.fake.requests.length, at.fake.batches.all.length]).toEqual([[], 0, 1])
  expect(report).toMatchObject({ left: 0, requests: 6, recorded: 0, problems: [], order: { of: 12, first: 12 } })
  expect(report.waiting).toBeUndefined()
  const { input, output } = report.usage
  expect(report.usage.cost).toBeCloseTo((costOf(MODEL, { input, output, cacheRead: 0, cacheWrite: 0 }) ?? 0) / 2, 6)
  expect(await spent()).toBeCloseTo(before + (report.usage.cost ?? 0), 8)
  expect(await judge({ batch: false })).toMatchObject({ requests: 0, recorded: 6, left: 0 })
  expect([at.fake.requests.length, await price()]).toMatchObject([0, { requests: 0, recorded: 6 }])
})

it('a batch is picked up after the app has gone, and nothing is paid twice', async () => {
  at.fake.batches.onCreate = () => undefined
  const stop = new AbortController()
  at.fake.batches.onLook = () => stop.abort()
  const asked = { models: ['claude-haiku-5-5'] }
  const stopped = await judge(asked, stop.signal)
  expect(stopped).toMatchObject({ requests: 6, left: 0, waiting: 6, usage: { cost: 0 } })
  await restart()
  expect(await price(asked)).toMatchObject({ requests: 0, waiting: 6, recorded: 0 })
  at.fake.batches.onLook = () => undefined
  await at.fake.batches.process()
  const before = await spent()
  // The connection breaks in the middle of the results; what was read is kept, and the rest is read with the next look.
  at.fake.batches.cutAfter = 2
  const looked = new AbortController()
  at.fake.batches.onCut = () => looked.abort()
  const half = await judge(asked, looked.signal)
  // How much of it had arrived is up to the network.
  const waiting = half.waiting ?? 0
  expect([waiting > 0, half.pairs[0]?.criteria[0]?.votes.length]).toEqual([true, 6 - waiting])
  const whole = await judge(asked)
  expect([whole.left, whole.waiting, whole.pairs[0]?.criteria[0]?.votes.length]).toEqual([0, undefined, 6])
  // What was paid before it was stopped is part of the whole.
  expect(half.usage.cost).toBeCloseTo(((6 - waiting) / 6) * (whole.usage.cost ?? 0), 8)
  expect(await spent()).toBeCloseTo(before + (whole.usage.cost ?? 0), 8)
  expect(at.fake.batches.all.length).toBe(2)
})

it('what expired, failed or was canceled is reported and can be asked again; a verdict that is missing, too', async () => {
  at.fake.batches.onCreate = () => void at.fake.batches.process({ 0: 'expired', 2: 'errored', 3: 'canceled' })
  const asked = { models: ['claude-opus-5-5'] }
  const report = await judge(asked)
  expect(report).toMatchObject({ requests: 6, left: 3 })
  expect(report.problems.toSorted()).toEqual([
    'Judge 1 (claude-opus-5-5), main before other-way: It expired before the provider came to it. Ask again to send it anew.',
    'Judge 1 (claude-opus-5-5), other-way before main: It was canceled before the provider came to it. Ask again to send it anew.',
    "Judge 3 (claude-opus-5-5), main before other-way: The provider couldn't answer it: The prompt is odd. Ask again to send it anew."
  ])
  at.fake.batches.onCreate = () => void at.fake.batches.process()
  verdict = 'perhaps'
  expect((await judge(asked)).problems[0]).toContain('No usable verdict on “Choices matter”')
  verdict = 'A'
  expect(await judge(asked)).toMatchObject({ requests: 3, recorded: 3, left: 0 })
})

it('a batch that the server lost is said, one over the cap isn’t sent, and a server without batches is named', async () => {
  at.fake.batches.onCreate = () => undefined
  const stop = new AbortController()
  at.fake.batches.onLook = () => stop.abort()
  const asked = { models: ['claude-sonnet-5'] }
  await judge(asked, stop.signal)
  at.fake.batches.onLook = () => undefined
  const lost = at.fake.batches.all.pop()
  expect(await judge(asked)).toMatchObject({ left: 6, problems: [expect.stringContaining(`doesn't have the batch ${lost?.id} any more`)] })
  const settings = await at.studio.tableSettings()
  await at.studio.setTable({ ...settings, cost_cap: (await spent()) + 0.001 })
  await expect(judge(asked)).rejects.toThrow(/^These 6 requests may cost up to \$0\.\d+, and this campaign's cost cap of \$0\.\d+ leaves \$0\.0010\./)
  await at.studio.setTable(settings)
  const batches = at.fake.batches.all.length
  const { baseUrl } = await at.studio.machine()
  await at.studio.setMachine({ protocol: 'chat' })
  await expect(judge(asked)).rejects.toThrow(/speaks the protocol of chat completions, which has no batches\. Send it without a batch\.$/)
  await at.studio.setMachine({ protocol: null, baseUrl: `${baseUrl}/nowhere` })
  await expect(judge(asked)).rejects.toMatchObject({ code: 'agent-failed' })
  expect([at.fake.batches.all.length, MODEL]).toEqual([batches, MODEL])
})
