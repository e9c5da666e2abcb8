import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { ContinueGrid, type ContinueResult } from '../../shared/lab/continuation'
import { LabPlan } from '../../shared/lab/plan'
import { SummariesAsked, type SummariesReport } from '../../shared/lab/summaries'
import type { RunsReport } from '../../shared/analysis/run-verdicts'
import type { FakeMessages, FakeReply } from '../agents/anthropic/fake-messages.fixture'
import { fakeTable } from '../agents/anthropic/fake-table.fixture'
import type { WireRequest } from '../agents/anthropic/wire.fixture'
import { KEY, MODEL, modelDesk, type Desk } from './studio.fixture'

/** A model whose prompts cost little, so that a cap is mostly what answers may cost. */
const CHEAP = 'claude-haiku-5-5'
const table = fakeTable()
const verdicts = [1, 2, 3, 4].map((criterion) => ({ criterion, verdict: 'A', reason: 'So.', evidence: [] }))
const summaries = [{ text: '## Key events\nThey went down. (beats 5–9)' }]
const reply = (request: WireRequest, n: number): FakeReply =>
  request.tools?.some(({ name }) => name === 'report')
    ? { parts: [{ tool: 'report', input: JSON.stringify(request.tools).includes('"verdicts"') ? { verdicts } : { summaries } }] }
    : table(request, n)
let script: (request: WireRequest, n: number) => FakeReply | Promise<FakeReply>
let at: Desk & { fake: FakeMessages }
let run: string

const spent = async (): Promise<number> => (await at.studio.present())?.table.usage.cost ?? 0
async function setCap(cost_cap: number | undefined, model = CHEAP): Promise<void> {
  const { cost_cap: _, ...settings } = await at.studio.tableSettings()
  await at.studio.setTable({ ...settings, agents: { default: { agent: 'anthropic', model } }, ...(cost_cap === undefined ? {} : { cost_cap }) })
}
async function answerOf<T>(work: AsyncIterable<{ kind: 'progress' } | { kind: 'answer'; answer: T }>): Promise<T> {
  for await (const news of work) if (news.kind === 'answer') return news.answer
  throw new Error('No answer')
}
const continued = (session: number, beats: number): Promise<ContinueResult> =>
  answerOf(at.studio.labContinue({ run, grid: ContinueGrid.parse({ models: [CHEAP], sessions: [{ session, from: 30 }], beats }) }))
const judged = (runs: string[]): Promise<RunsReport> => answerOf(at.studio.judgeRuns({ runs, models: [CHEAP] }))
const summarised = (model: string, stop?: AbortSignal): Promise<SummariesReport> =>
  answerOf(at.studio.labSummarise({ run, asked: SummariesAsked.parse({ model, sessions: [0] }) }, stop))

/** Waits until something is so. */
const until = (isSo: () => Promise<boolean>): Promise<void> => vi.waitFor(async () => expect(await isSo()).toBe(true), { timeout: 10_000 })
const isThinking = async (): Promise<boolean> => ((await at.studio.present())?.table.thinking ?? []).length > 0

beforeAll(async () => {
  at = await modelDesk((request, n) => script(request, n))
  run = (await at.studio.labBegin({ plan: LabPlan.parse({ sessions: 2, end: { storySessions: 1, beats: 45 } }) })).id
  await answerOf(at.studio.labWatch({ run }))
})
beforeEach(() => {
  script = reply
})
afterAll(() => at.close())

it('requests of the table, continuations and judges that run at once wait for each other, and never cost more than the campaign’s cap', async () => {
  const runs = [(await continued(0, 2)).continuations, (await continued(1, 2)).continuations].flat().map(({ branch }) => branch)
  const under = { way: 0, most: 0 }
  let release = (): void => undefined
  let released: Promise<void>
  const hold = (): void => void (released = new Promise((done) => (release = done)))
  script = async (request, n) => {
    under.most = Math.max(under.most, ++under.way)
    // Without a cap they run at once.
    if (under.most === 3) release()
    await released
    under.way--
    return reply(request, n)
  }
  hold()
  await Promise.all([continued(1, 1), judged(runs), at.studio.step()])
  expect(under).toEqual({ way: 0, most: 3 })
  hold()
  under.most = 0
  const cap = (await spent()) + 0.012
  await setCap(cap)
  const all = Promise.all([continued(0, 3), judged(runs.toReversed()), at.studio.step()])
  await until(async () => under.most > 0 && (await isThinking()))
  release()
  const [{ continuations }, { left, problems }, beat] = await all
  expect([continuations.map(({ status }) => status), left, problems, beat?.agent]).toEqual([['done'], 0, [], 'anthropic'])
  expect([under.most < 3, (await spent()) <= cap]).toEqual([true, true])
})

it('a request that waits for others ends at once when it is stopped', async () => {
  let release = (): void => undefined
  const released = new Promise<void>((done) => (release = done))
  let began = (): void => undefined
  const begun = new Promise<void>((done) => (began = done))
  script = async (request, n) => {
    began()
    await released
    return reply(request, n)
  }
  await setCap((await spent()) + 0.009)
  const first = continued(1, 1)
  await begun
  const before = at.fake.requests.length
  const step = at.studio.step()
  await until(isThinking)
  await at.studio.pause()
  expect([await step, at.fake.requests.length]).toEqual([undefined, before])
  release()
  expect((await first).continuations).toMatchObject([{ status: 'done' }])
})

it('a batch that waits counts with what it may cost, also after a restart, until its answers are read', async () => {
  await setCap((await spent()) + 0.000001, MODEL)
  const refusal = await at.studio.step().then(String, (thrown: Error) => thrown.message)
  const most = Number(/^The next request may cost up to \$(0\.\d+), and this campaign's cost cap of/.exec(refusal)?.[1])
  await setCap(undefined, MODEL)
  const stop = new AbortController()
  at.fake.batches.onLook = () => stop.abort()
  expect(await summarised(MODEL, stop.signal)).toMatchObject({ waiting: 1, problems: [] })
  at.fake.batches.onLook = () => undefined
  await setCap((await spent()) + most + 0.015, MODEL)
  const held =
    /^The next request may cost up to .* leaves \$0\.\d+, because batches that wait may cost up to \$0\.0\d+\. Pick up their answers first, or raise the cap in Settings to go on\.$/
  await expect(at.studio.step()).rejects.toThrow(held)
  await at.restart()
  await at.studio.setMachine({ key: KEY })
  await expect(at.studio.step()).rejects.toThrow(held)
  await at.fake.batches.process()
  expect(await summarised(MODEL)).toMatchObject({ waiting: 0, problems: [], summaries: [{ model: MODEL }] })
  expect((await at.studio.step())?.agent).toBe('anthropic')
  // The answers of a removed run are never read.
  const stopAgain = new AbortController()
  at.fake.batches.onLook = () => stopAgain.abort()
  await setCap(undefined, MODEL)
  await summarised('claude-opus-5-5', stopAgain.signal)
  await setCap((await spent()) + most + 0.015, MODEL)
  await expect(at.studio.step()).rejects.toThrow(held)
  await at.studio.labRemove({ run })
  expect((await at.studio.step())?.agent).toBe('anthropic')
})
