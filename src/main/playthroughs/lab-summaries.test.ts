import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ContinueGrid } from '../../shared/lab/continuation'
import { LabPlan } from '../../shared/lab/plan'
import { SummariesAsked, type SummariesReport } from '../../shared/lab/summaries'
import { fakeTable } from '../agents/anthropic/fake-table.fixture'
import type { FakeMessages, FakeReply } from '../agents/anthropic/fake-messages.fixture'
import { KEY, modelDesk, type Desk } from './studio.fixture'

const MODEL = 'claude-haiku-5-5'
let at: Desk & { fake: FakeMessages }
let run: string
let branch: string
let answer: FakeReply = {
  parts: [{ tool: 'report', input: { summaries: [{ text: '## Key events\nThey went down. 🪔 (beats 5–9)' }] } }],
  output: 120
}

const asked = (part: object = {}): { run: string; asked: SummariesAsked } => ({ run, asked: SummariesAsked.parse({ model: MODEL, ...part }) })
async function summarise(part: object = {}, stop?: AbortSignal): Promise<SummariesReport> {
  for await (const news of at.studio.labSummarise(asked(part), stop)) if (news.kind === 'answer') return news.answer
  throw new Error('No answer')
}
const spent = async (): Promise<number> => (await at.studio.present())?.table.usage.cost ?? 0

beforeAll(async () => {
  const table = fakeTable()
  at = await modelDesk((request, n) => (request.tools?.some(({ name }) => name === 'report') ? answer : table(request, n)))
  at.fake.batches.onCreate = () => void at.fake.batches.process()
  run = (await at.studio.labBegin({ plan: LabPlan.parse({ sessions: 2, end: { storySessions: 1, beats: 60 } }) })).id
  for await (const news of at.studio.labWatch({ run })) if (news.kind === 'answer') break
})
afterAll(() => at.close())

it('needs something to summarise', async () => {
  await expect(at.studio.labSummariesPrice(asked())).rejects.toThrow(
    'There is nothing to summarise. Name sessions, or let models continue some first.'
  )
  await expect(at.studio.labSummariesPrice(asked({ branches: ['nowhere'] }))).rejects.toThrow('This campaign has no branch "nowhere".')
  await expect(at.studio.labSummariesPrice(asked({ sessions: [9] }))).rejects.toThrow('The run has no session 9 yet.')
  expect(await at.studio.labSummaries({ run })).toEqual([])
})

it('continuations are summarised as one batch at half the price, and nothing is sent before', async () => {
  const grid = ContinueGrid.parse({ models: [MODEL], sessions: [{ session: 1, from: 40 }], beats: 4 })
  for await (const news of at.studio.labContinue({ run, grid })) if (news.kind === 'answer') branch = news.answer.continuations[0]?.branch ?? ''
  const price = await at.studio.labSummariesPrice(asked())
  expect(price).toMatchObject({ model: MODEL, requests: 1, recorded: 0, waiting: 0 })
  expect(at.fake.batches.all).toEqual([])
  const before = await spent()
  const { summaries, waiting, cost = 0, problems } = await summarise()
  expect([waiting, problems, at.fake.wrong, at.fake.batches.all.length]).toEqual([0, [], [], 1])
  expect(summaries).toMatchObject([{ branch, model: MODEL, text: '## Key events\nThey went down. 🪔 (beats 5–9)' }])
  expect(cost).toBeGreaterThan(0)
  expect(cost).toBeLessThan(price.cost ?? 0)
  expect(await spent()).toBeCloseTo(before + cost, 8)
  // The request has the whole session: what was played in memory, and the model's own beats.
  const sent = JSON.stringify(at.fake.batches.all[0])
  expect(sent).toContain('You summarise a recorded session')
  expect(sent).toMatch(/\\n5\. The DM narrates: /)
  expect(await at.studio.labSummaries({ run })).toEqual(summaries)
  // Asked again, it costs nothing.
  expect(await at.studio.labSummariesPrice(asked())).toMatchObject({ requests: 0, recorded: 1 })
  expect(await summarise()).toMatchObject({ summaries, cost: 0 })
  expect(at.fake.batches.all.length).toBe(1)
})

it('a session becomes a branch, and a batch is picked up after the app has gone', async () => {
  at.fake.batches.onCreate = () => undefined
  const stop = new AbortController()
  at.fake.batches.onLook = () => stop.abort()
  expect(await summarise({ sessions: [0] }, stop.signal)).toMatchObject({ summaries: [], waiting: 1 })
  await at.restart()
  await at.studio.setMachine({ key: KEY })
  expect(await at.studio.labSummariesPrice(asked({ sessions: [0] }))).toMatchObject({ requests: 0, waiting: 1 })
  at.fake.batches.onLook = () => undefined
  await at.fake.batches.process()
  expect(await summarise({ sessions: [0] })).toMatchObject({ summaries: [{ branch: `playtest/${run}/0` }], waiting: 0, problems: [] })
  expect(at.fake.batches.all.length).toBe(2)
  const stored = join(at.dir, '.git/proscenium/lab', run, 'summaries.json')
  expect(JSON.parse(readFileSync(stored, 'utf8'))).toMatchObject({ summaries: [{ branch }, { branch: `playtest/${run}/0` }] })
})

it('an answer without a summary is said and can be asked for again; a cap that is too low sends nothing', async () => {
  at.fake.batches.onCreate = () => void at.fake.batches.process()
  answer = { parts: [{ tool: 'report', input: { summaries: [{ text: ' ' }] } }] }
  expect(await summarise({ sessions: [1] })).toMatchObject({ summaries: [], problems: [`playtest/${run}/1: The answer has no summary. Ask again.`] })
  const sent = at.fake.batches.all.length
  await expect(summarise({ sessions: [1], cap: 0.0001 })).rejects.toThrow(
    /^The next request may cost up to \$0\.\d+, and the cap of \$0\.0001 leaves /
  )
  expect(at.fake.batches.all.length).toBe(sent)
  expect(await at.studio.labSummariesPrice(asked({ sessions: [1] }))).toMatchObject({ requests: 1 })
})
