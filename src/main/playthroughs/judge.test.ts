import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JudgeReport } from '../../shared/analysis/contradictions'
import type { FakeReply } from '../agents/anthropic/fake-messages.fixture'
import { delta, ended, opened, sse, start, STOP, stream } from '../agents/anthropic/hostile.fixture'
import type { WireRequest } from '../agents/anthropic/wire.fixture'
import { KEY, MODEL, modelDesk, treeOf, type Desk } from './studio.fixture'

/** What the DM narrates: nothing wrong, and two things that only a reader can tell. */
const NARRATED = [
  'Dusk comes over the wall of the yard.',
  'It is raining soup. Wren, who has never been thirsty, decides to sell the well.',
  'The bell says nothing.'
]
const SELLS = {
  passage: 2,
  kind: 'player',
  quote: 'Wren, who has never been thirsty, decides to sell the well.',
  fact: 'Wren chose nothing',
  source: 'F1'
}

let at: Desk & { fake: { requests: readonly WireRequest[]; calls: number; wrong: readonly string[] } }
let script: (request: WireRequest, n: number) => FakeReply = () => reports()
const reports = (...marks: unknown[]): FakeReply => ({ parts: [{ tool: 'report', input: { marks } }], output: 40 })

beforeAll(async () => {
  at = await modelDesk((request, n) => script(request, n))
  const { judge: _, ...settings } = await at.studio.tableSettings()
  await at.studio.setTable({ ...settings, agents: {} })
  for (let n = 0; n < 10 && (await at.studio.present())?.state.next.phase !== 'dm'; n++) await at.studio.step()
  for (const text of NARRATED) await at.studio.play({ kind: 'play', agent: 'hand', action: 'narrate', actor: 'DM', params: { text } })
})
afterAll(() => at.close())

async function judge(model?: string): Promise<JudgeReport> {
  for await (const news of at.studio.judge(model === undefined ? {} : { model })) if (news.kind === 'answer') return news.answer
  throw new Error('No answer')
}
const judged = async () =>
  (await at.studio.contradictions({})).flatMap(({ contradictions }) => contradictions.filter(({ model }) => model !== undefined))

it('is off by default, priced before it runs, batched, and its marks carry quote, fact, source and model', async () => {
  await expect(at.studio.judgePrice({})).rejects.toMatchObject({ code: 'refused', message: expect.stringContaining('No model judges this campaign') })
  expect(at.fake.calls).toBe(0)
  await at.studio.setTable({ ...(await at.studio.tableSettings()), judge: MODEL })
  expect(readFileSync(join(at.dir, 'table.yaml'), 'utf8')).toContain(`judge: ${MODEL}`)
  expect((await at.studio.present())?.table.judge).toBe(MODEL)

  const price = await at.studio.judgePrice({})
  expect(at.fake.calls).toBe(0)
  expect(price).toMatchObject({ model: MODEL, requests: 1, cost: expect.any(Number) })
  expect(price.beats).toBeGreaterThanOrEqual(NARRATED.length)
  // Within a third of what the answer will cost.
  const tree = treeOf(at.dir)
  script = (request) => {
    const passages = JSON.stringify(request.messages).match(/Passage \d+ \(B\d+\)\. [^\\]*/g) ?? []
    const n = passages.findIndex((line) => line.includes('sell the well')) + 1
    const bell = passages.findIndex((line) => line.includes('The bell')) + 1
    return reports(
      { ...SELLS, passage: n },
      { passage: bell, kind: 'voice', quote: '“the bell says  nothing”', fact: 'The bell hangs elsewhere.', source: 'f2.' }
    )
  }
  const report = await judge()
  expect(report).toMatchObject({ model: MODEL, beats: price.beats, contradictions: 2, left: 0 })
  expect(report.problem).toBeUndefined()
  expect(Math.abs(report.usage.input + report.usage.cacheRead + report.usage.cacheWrite - price.input)).toBeLessThan(price.input / 3)
  const [request] = at.fake.requests
  expect([at.fake.wrong, at.fake.requests.length, request?.tools?.map(({ name }) => name)]).toEqual([[], 1, ['report']])
  for (const text of NARRATED) expect(JSON.stringify(request?.messages)).toContain(text)
  expect(JSON.stringify(request?.messages)).toMatch(/F1\. Wren .*hp|F1\. .* is at /)

  expect(await judged()).toEqual([
    {
      kind: 'player',
      quote: SELLS.quote,
      from: 20,
      to: 79,
      fact: 'Wren chose nothing.',
      source: { file: expect.stringContaining('world/') },
      model: MODEL
    },
    expect.objectContaining({ kind: 'voice', quote: 'The bell says nothing', source: { file: expect.stringContaining('world/') } })
  ])
  // Derived data never enters the tree; its cost counts for the campaign.
  expect(treeOf(at.dir)).toBe(tree)
  expect((await at.studio.present())?.table.usage.cost).toBeCloseTo(report.usage.cost ?? 0)
  const log = await at.studio.storyLog({})
  expect(log.flatMap(({ contradictions = [] }) => contradictions).some(({ model }) => model === MODEL)).toBe(true)
})

it('judges each beat once, remembers it after a restart, and does not trust a file that it did not write', async () => {
  const calls = at.fake.calls
  expect(await judge()).toMatchObject({ beats: 0, left: 0 })
  expect((await at.studio.judgePrice({})).beats).toBe(0)
  await at.restart()
  expect(await judged()).toHaveLength(2)
  const checked = []
  for await (const news of at.studio.checkFolder({ dir: at.dir })) if (news.kind === 'answer') checked.push(...(news.answer.contradictions ?? []))
  expect(checked.flatMap(({ contradictions }) => contradictions).filter(({ model }) => model !== undefined)).toHaveLength(2)
  expect(at.fake.calls).toBe(calls)
  const file = join(at.dir, '.git/proscenium/judged.json')
  const stored = readFileSync(file)
  writeFileSync(file, stored.toString('utf8').replaceAll('sell the well', 'buy a whistle'))
  await at.restart()
  expect(await judged()).toEqual([])
  writeFileSync(file, stored)
  await at.restart()
  expect(await judged()).toHaveLength(2)
  await at.studio.setMachine({ key: KEY })
})

it.each<[what: string, reply: FakeReply, report: { contradictions?: number; problem?: string; understood?: string }]>([
  [
    'marks of every wrong shape',
    reports(7, null, [], 'x', { passage: 1 }, { ...SELLS, passage: 99 }, { ...SELLS, passage: -1 }),
    { contradictions: 0 }
  ],
  ['a quote that nobody told', reports({ ...SELLS, passage: 1, quote: 'Wren dies.' }), { contradictions: 0 }],
  [
    'a source that was not given',
    reports({ ...SELLS, passage: 1, quote: '.', source: 'F9999' }, { ...SELLS, source: '../../etc/passwd' }),
    { contradictions: 0 }
  ],
  ['a kind of its own', reports({ ...SELLS, kind: 'style' }), { contradictions: 0 }],
  [
    'marks as JSON in a text',
    { parts: [{ tool: 'report', input: { marks: JSON.stringify([{ ...SELLS, quote: 'soup' }]) } }] },
    { contradictions: 1, understood: 'Understood marks' }
  ],
  [
    'a report that was written instead of called',
    { parts: [{ text: `\`\`\`json\n${JSON.stringify({ name: 'report', arguments: { marks: { ...SELLS, quote: 'soup' } } })}\n\`\`\`` }] },
    { contradictions: 1, understood: 'Understood the JSON in the text as a call of report. Understood marks' }
  ],
  ['a flood of one mark', reports(...Array.from({ length: 5000 }, () => ({ ...SELLS, quote: 'soup' }))), { contradictions: 1 }],
  ['a quote that is a pattern', reports({ ...SELLS, quote: '(((.*)*)*)*' }), { contradictions: 0 }],
  ['text alone', { parts: [{ text: 'All is well.' }] }, { problem: 'x did not call report.' }],
  ['no list', { parts: [{ tool: 'report', input: { marks: 'none' } }] }, { problem: 'x called report without a list of marks.' }],
  ['broken JSON', { parts: [{ tool: 'report', json: '{"marks":[' }] }, { problem: 'x called report without a list of marks.' }],
  ['another tool', { parts: [{ tool: 'end_scene', input: {} }] }, { problem: 'x did not call report.' }],
  ['a refusal', { parts: [], stop: 'refusal' }, { problem: 'x refused to answer. Choose another model, or try again.' }],
  ['no credit', { status: 402, type: 'billing_error' }, { problem: 'Add credit with your provider, then try again.' }],
  ['a request it rejects', { status: 400, type: 'invalid_request_error' }, { problem: 'Check the model in Settings.' }],
  ['a wrong key', { status: 401, type: 'authentication_error' }, { problem: 'The provider rejected the key. Check the key in Settings.' }],
  ['an unknown model', { status: 404, type: 'not_found_error' }, { problem: 'There is no model "x" at' }],
  ['a web page', { body: '<html></html>', contentType: 'text/html' }, { problem: 'answered with a web page' }],
  [
    'no usage',
    stream(
      sse(
        start(null),
        opened(0, { type: 'tool_use', id: 'a', name: 'report', input: {} }),
        delta(0, { type: 'input_json_delta', partial_json: '{"marks":[]}' }),
        ended('tool_use', null),
        STOP
      )
    ),
    { contradictions: 0 }
  ]
])('an answer with %s', async (what, reply, { contradictions = 0, problem, understood }) => {
  // A model of its own for each answer, so that nothing has been judged by it.
  const model = `x ${what}`.replaceAll(' ', '-')
  script = () => reply
  const before = await judged()
  const report = await judge(model)
  const isFine = problem === undefined
  expect(report.problem ?? '').toContain((problem ?? '').replaceAll(/^x |"x"/g, (name) => name.replace('x', model)))
  expect(report.problem ?? '').not.toMatch(/\bseat\b|\bPlay\b/)
  expect([isFine, report.contradictions, report.left === 0, report.beats > 0]).toEqual([report.problem === undefined, contradictions, isFine, isFine])
  expect(report.understood.join(' ')).toMatch(understood === undefined ? /^$/ : new RegExp(`^${understood}`))
  // What was judged before stands until it is judged anew.
  const stands = JSON.stringify(await judged()) === JSON.stringify(before)
  expect(stands || isFine).toBe(true)
  expect(JSON.stringify(report)).not.toContain(KEY)
  expect(at.fake.wrong).toEqual([])
})

it('stops at the cost cap, at a model whose price it can’t keep to, and where the key may not be used', async () => {
  script = () => reports()
  const settings = await at.studio.tableSettings()
  await at.studio.setTable({ ...settings, cost_cap: 0.000001 })
  await expect(judge('claude-haiku-5-5')).rejects.toMatchObject({ message: expect.stringContaining('reached its cost cap') })
  await at.studio.setTable({ ...settings, cost_cap: 50 })
  await expect(judge('strange')).rejects.toMatchObject({ message: expect.stringContaining("doesn't know the price of strange") })
  await at.studio.setMachine({ allowed: false })
  await expect(judge('claude-haiku-5-5')).rejects.toMatchObject({ message: expect.stringContaining("haven't allowed") })
})
