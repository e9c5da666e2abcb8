import { readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ContinueGrid, type ContinueProgress, type ContinueResult } from '../../shared/lab/continuation'
import { LabPlan } from '../../shared/lab/plan'
import type { FakeReply } from '../agents/anthropic/fake-messages.fixture'
import { fakeTable } from '../agents/anthropic/fake-table.fixture'
import type { WireRequest } from '../agents/anthropic/wire.fixture'
import { ownSelf } from '../campaign/git/owner'
import { runProgram } from '../campaign/git/testing/small-process'
import { memoryKeys } from '../machine/keys'
import { createStudio } from '../studio/studio'
import { KEY, MODEL, modelDesk, type Desk } from './studio.fixture'

const OTHER = 'claude-haiku-5-5'
type Script = (request: WireRequest, n: number) => FakeReply | Promise<FakeReply>
let at: Desk & { fake: { requests: readonly WireRequest[]; calls: number; wrong: readonly string[] } }
let script: Script
let run: string
beforeEach(() => {
  script = fakeTable()
})

const git = (...argv: string[]): string => runProgram('git', ['-C', at.dir, ...argv]).trim()
const file = (): string => join(at.dir, '.git/proscenium/lab', run, 'continuations.json')
const textOf = ({ system = [], messages }: WireRequest): string => JSON.stringify([system, messages])

const gridOf = (grid: object): ContinueGrid => ContinueGrid.parse({ models: [MODEL], sessions: [{ session: 1, from: 30 }], beats: 6, ...grid })
async function play(grid: object = {}, cap?: number, told: (progress: ContinueProgress) => void = () => undefined): Promise<ContinueResult> {
  for await (const news of at.studio.labContinue({ run, grid: gridOf(grid), ...(cap === undefined ? {} : { cap }) })) {
    if (news.kind === 'answer') return news.answer
    told(news.progress)
  }
  throw new Error('No answer')
}

beforeAll(async () => {
  at = await modelDesk((request, n) => script(request, n))
  run = (await at.studio.labBegin({ plan: LabPlan.parse({ sessions: 3, end: { storySessions: 1, beats: 45 } }) })).id
  for await (const news of at.studio.labWatch({ run }))
    if (news.kind === 'answer' && news.answer.status !== 'done') throw new Error('The run is not done.')
})
afterAll(() => at.close())

describe('models that continue a session of a run', () => {
  it('are priced before anything is sent or written, and each beat becomes a commit of a branch that isn’t checked out', async () => {
    const refs = git('for-each-ref')
    const price = await at.studio.labContinuePrice({ run, grid: gridOf({ beats: 12 }) })
    expect([at.fake.calls, git('for-each-ref')]).toEqual([0, refs])
    expect(price).toMatchObject({ unpriced: [], cells: [{ session: 1, from: 30, model: MODEL }] })
    const head = git('rev-parse', 'HEAD')
    const spent = (await at.studio.present())?.table.usage.cost ?? 0
    const news: ContinueProgress[] = []
    const { continuations, left, cost = 0 } = await play({ beats: 12 }, 5, (progress) => news.push(progress))
    const [one] = continuations
    if (!one) throw new Error('Nothing was continued.')
    expect([at.fake.wrong, left, continuations.length]).toEqual([[], 0, 1])
    expect(one).toMatchObject({ branch: `playtest/${run}/1-${MODEL}`, session: 1, from: 30, status: 'done', beats: 12, played: 12, kept: true })
    expect([one.cost, one.requests]).toEqual([cost, at.fake.requests.length])
    expect(cost).toBeGreaterThan(0)
    expect(cost).toBeLessThan(price.cost?.high ?? 0)
    expect(news.at(-1)).toEqual({ done: 1, of: 1, beats: 12, requests: one.requests, cost })
    // The branch has the session’s beats and then the model’s, with their model and cost; the campaign stays where it was, and counts the cost.
    expect([git('rev-parse', 'HEAD'), git('branch', '--show-current'), git('status', '--porcelain')]).toEqual([head, 'main', ''])
    expect(git('rev-list', '--count', `${one.fork}..${one.branch}`)).toBe('12')
    expect(git('log', '--format=%B', `${one.fork}..${one.branch}`).match(new RegExp(`^Model: ${MODEL}$`, 'gm'))?.length).toBeGreaterThan(5)
    expect(git('log', '-1', '--format=%B', one.fork)).toContain('Agent: offline')
    expect((await at.studio.present())?.table.usage.cost).toBeCloseTo(spent + cost)
    // The seats were asked as at the table: the first request of each is as long as was said, and knows what happened before.
    const first = price.cells[0]?.first ?? []
    expect(first.map(({ seat }) => seat)).toContain('DM')
    const told = git('log', '--format=%s', `${git('rev-parse', one.fork)}~3..${one.fork}`).split('\n')
    expect(told.some((line) => textOf(at.fake.requests[0] as WireRequest).includes(line.replace(/^.*?: /, '').slice(0, 40)))).toBe(true)
    await at.studio.switchTo({ branch: one.branch })
    expect((await at.studio.verify()).mismatches).toEqual([])
    const { lines } = await at.studio.turns({ limit: 50 })
    expect(lines.filter((line) => JSON.stringify(line).includes(MODEL)).length).toBeGreaterThan(5)
    await at.studio.switchTo({ branch: 'main' })
    expect(await at.studio.labContinuations({ run })).toEqual([one])
  })

  it('make a grid with personas; the built-in table plays the seats that they don’t', async () => {
    const before = at.fake.requests.length
    const { continuations } = await play({ models: [MODEL, OTHER], personas: ['griefer', 'caretaker'], seats: ['Wren', 'tobit'], beats: 8 })
    expect(
      continuations.map(({ branch, status, played, seats }) => [branch, status, played, seats] as const).toSorted(([a], [b]) => (a < b ? -1 : 1))
    ).toEqual(
      [OTHER, MODEL].flatMap((model) =>
        ['caretaker', 'griefer'].map((persona) => [`playtest/${run}/1-${model}-${persona}`, 'done', 8, ['Wren', 'Tobit']])
      )
    )
    const asked = at.fake.requests.slice(before)
    expect(asked.length).toBeGreaterThan(3)
    expect(asked.every((request) => /Your character is (?:Wren|Tobit)\./.test(textOf(request)))).toBe(true)
    const persona =
      readFileSync('resources/direction/griefer.md', 'utf8')
        .split('\n')
        .findLast((line) => line.length > 40) ?? ''
    expect(asked.filter((request) => textOf(request).includes(JSON.stringify(persona).slice(1, 40))).length).toBeGreaterThan(0)
    // They share the session, so a judge reads it once.
    expect(new Set(continuations.map(({ fork }) => git('rev-parse', `${fork}^{tree}`))).size).toBe(1)
  })

  it('never cost more than the cap; they keep what they have, and those that weren’t begun are counted', async () => {
    const cap = 0.4
    const {
      continuations,
      left,
      cost = 0
    } = await play({ sessions: [0, 1, 2].map((session) => ({ session, from: 20 })), models: [MODEL, OTHER], beats: 60 }, cap)
    expect(cost).toBeLessThanOrEqual(cap)
    expect(continuations.length + left).toBe(6)
    const capped = continuations.filter(({ status }) => status === 'capped')
    expect(capped.length).toBeGreaterThan(0)
    for (const one of capped) {
      expect(one.problem).toMatch(
        /^The next request may cost up to \$0\.\d+, and the cap of \$0\.4000 leaves \$0\.\d+\. What is done is kept\. Raise the cap to go on\.$/
      )
      expect([one.kept, one.played > 0]).toEqual([one.played > 0, one.kept])
    }
    await expect(play({}, 0)).rejects.toThrow('With a cap of nothing no request can be sent. Give a cap above 0 dollars.')
    await expect(play({ models: ['own-model'] }, 1)).rejects.toThrow('The cap of $1.00 can’t be kept'.replace('’', "'"))
  })

  it('wait for requests under way if the cap has no room for one more, and all of them are played', async () => {
    const table = fakeTable()
    const under = { way: 0, most: 0 }
    script = async (request, n) => {
      under.most = Math.max(under.most, ++under.way)
      await new Promise((resolve) => setImmediate(resolve))
      under.way--
      return table(request, n)
    }
    const sessions = [0, 1, 2].map((session) => ({ session, from: 20 }))
    expect((await play({ sessions, models: [OTHER], beats: 3 })).continuations.map(({ status }) => status)).toEqual(['done', 'done', 'done'])
    expect(under.most).toBe(3)
    under.most = 0
    const { continuations, cost = 0 } = await play({ sessions, models: [OTHER], beats: 3 }, 0.009)
    expect([continuations.map(({ status }) => status), under.most]).toEqual([['done', 'done', 'done'], 1])
    expect(cost).toBeLessThanOrEqual(0.009)
  })

  it('stop at the campaign’s own cap, also where the session’s commit has none', async () => {
    const settings = await at.studio.tableSettings()
    const spent = (await at.studio.present())?.table.usage.cost ?? 0
    await at.studio.setTable({ ...settings, cost_cap: spent + 0.3 })
    const { continuations } = await play({ beats: 100 })
    await at.studio.setTable(settings)
    expect(continuations).toMatchObject([
      {
        status: 'capped',
        kept: true,
        problem: expect.stringMatching(
          /^The next request may cost up to .* and this campaign's cost cap of .* Raise the cap in Settings to go on\.$/
        ) as string
      }
    ])
  })

  it('that don’t answer fail with what to do, and the others go on', async () => {
    const table = fakeTable()
    script = (request, n) => (request.model === 'gone' ? { status: 404, type: 'not_found_error' } : table(request, n))
    const { continuations, left } = await play({ sessions: [0, 1].map((session) => ({ session, from: 10 })), models: ['gone', MODEL], beats: 3 })
    const gone = continuations.filter(({ model }) => model === 'gone')
    expect(gone.length + left).toBe(2)
    expect(gone[0]).toMatchObject({
      status: 'failed',
      played: 0,
      kept: false,
      problem: expect.stringContaining('There is no model "gone" at ') as string
    })
    expect(continuations.filter(({ model }) => model === MODEL).map(({ status, played }) => [status, played])).toEqual([
      ['done', 3],
      ['done', 3]
    ])
  })

  it('go on where they stopped early when they are asked for again, at the cost of the rest alone', async () => {
    const table = fakeTable()
    const begun = at.fake.requests.length
    const grid = { sessions: [{ session: 2, from: 25 }], models: [OTHER], beats: 12 }
    const answers: [FakeReply, string][] = [
      [{ parts: [], stop: 'refusal' }, `${OTHER} refused to answer. Choose another model, or continue again.`],
      [
        { status: 429, type: 'rate_limit_error', message: 'Too fast', headers: { 'retry-after': '600' } },
        'The provider reports too many requests: Too fast. Wait 10 min, then continue again.'
      ],
      [{ status: 401, type: 'authentication_error', message: 'no' }, 'The provider rejected the key. Check the key in Settings.'],
      [
        { parts: [{ text: 'So, the thing is' }], stop: 'max_tokens' },
        'The answer was cut off at 64,000 tokens before it was complete. Choose another model.'
      ]
    ]
    const branches = new Set<string>()
    let [played, cost] = [0, 0]
    for (const [answer, problem] of answers) {
      const from = at.fake.requests.length
      script = (request, n) => (n > from + 2 ? answer : table(request, n))
      const [one] = (await play(grid)).continuations
      expect(one).toMatchObject({ status: 'failed', kept: true, problem })
      expect([(one?.played ?? 0) > played, (one?.cost ?? 0) > cost]).toEqual([true, true])
      ;[played, cost] = [one?.played ?? 0, one?.cost ?? 0]
      branches.add(one?.branch ?? '')
    }
    script = table
    const { continuations, cost: rest = 0 } = await play(grid)
    const [one] = continuations
    expect([...branches]).toEqual([one?.branch])
    expect(one).toMatchObject({ status: 'done', played: 12, beats: 12, requests: at.fake.requests.length - begun })
    expect(one?.problem).toBeUndefined()
    expect(one?.cost).toBeCloseTo(cost + rest, 8)
    expect(git('rev-list', '--count', `${one?.fork}..${one?.branch}`)).toBe('12')
    await at.studio.switchTo({ branch: one?.branch ?? '' })
    expect((await at.studio.verify()).mismatches).toEqual([])
    await at.studio.switchTo({ branch: 'main' })
    // One that is done is begun anew.
    expect((await play({ ...grid, beats: 1 })).continuations[0]?.branch).not.toBe(one?.branch)
  })

  it('are stopped while a model hangs, and keep the beats before', async () => {
    const table = fakeTable()
    const begun = at.fake.requests.length
    let hangs = (): void => undefined
    const hung = new Promise<void>((done) => (hangs = done))
    script = (request, n) => {
      if (n < begun + 5) return table(request, n)
      hangs()
      return { ending: 'silence' }
    }
    const playing = play({ beats: 50 })
    await hung
    await expect(play()).rejects.toThrow('Models are continuing sessions of this campaign already.')
    expect((await at.studio.labContinuations({ run }))[0]?.status).toBe('playing')
    await at.studio.labContinueStop()
    const [one] = (await playing).continuations
    expect(one).toMatchObject({ status: 'stopped', kept: true })
    expect(git('rev-list', '--count', `${one?.fork}..${one?.branch}`)).toBe(String(one?.played))
  })

  it('whose branch is checked out meanwhile end there, and nothing is lost', async () => {
    const table = fakeTable()
    let isSwitched = false
    script = async (request, n) => {
      const playing = (await at.studio.labContinuations({ run })).find(({ status }) => status === 'playing')
      if (!isSwitched && playing && playing.played >= 2) {
        isSwitched = true
        await at.studio.switchTo({ branch: playing.branch })
      }
      return table(request, n)
    }
    const [one] = (await play({ beats: 20 })).continuations
    expect(one).toMatchObject({ status: 'failed', kept: true, problem: expect.stringContaining('is checked out now') as string })
    expect([git('rev-parse', 'HEAD'), git('status', '--porcelain')]).toEqual([git('rev-parse', one?.branch ?? ''), ''])
    await at.studio.switchTo({ branch: 'main' })
  })

  it('follow the scripts of drivers from where their session had come to', async () => {
    const script = [
      { when: 'scene.open', value: 'rising' },
      { when: 'fact.tide == "rising" and turn.phase == "player"', value: 4 },
      { when: 'not scene.open', value: 'over' }
    ]
    const plan = LabPlan.parse({ sessions: 1, end: { storySessions: 1, beats: 90 }, drivers: [{ fact: 'tide', values: { script } }] })
    const { id } = await at.studio.labBegin({ plan })
    for await (const news of at.studio.labWatch({ run: id })) if (news.kind === 'answer') break
    const edits = await at.studio.labQuery({ run: id, sql: "SELECT beat FROM beat WHERE action = 'edit' ORDER BY beat", rows: 9 })
    const [first = 0, second = 0, third = 0] = edits.rows.map(([beat]) => Number(beat))
    expect([edits.rows.length, first < second, second < third]).toEqual([3, true, true])
    for (const [from, left] of [
      [third - 1, ['over']],
      [first, ['4']]
    ] as const) {
      const grid = gridOf({ sessions: [{ session: 0, from }], beats: 60, seats: ['Wren'] })
      let one: ContinueResult['continuations'][number] | undefined
      for await (const news of at.studio.labContinue({ run: id, grid })) if (news.kind === 'answer') one = news.answer.continuations[0]
      expect([one?.status, one?.problem]).toEqual(['done', undefined])
      const subjects = git('log', '--reverse', '--format=%s', `${one?.fork}..${one?.branch}`).split('\n')
      expect(subjects.filter((subject) => subject.startsWith('From outside')).slice(0, 1)).toEqual(
        left.map((value) => `From outside: tide is ${value}`)
      )
      expect(subjects).toHaveLength(one?.played ?? 0)
      await at.studio.switchTo({ branch: one?.branch ?? '' })
      expect((await at.studio.verify()).mismatches).toEqual([])
      await at.studio.switchTo({ branch: 'main' })
    }
  })

  it('need a key, a session that is done, and a beat after which something is left', async () => {
    const price = (sessions: object[]) => at.studio.labContinuePrice({ run, grid: gridOf({ sessions }) })
    await expect(price([{ session: 9, from: 1 }])).rejects.toThrow('The run has no session 9 yet.')
    await expect(price([{ session: 1, from: 5000 }])).rejects.toThrow(/^Session 1 has \d+ beats\. Continue it from beat \d+ or before\.$/)
    await expect(price([{ session: 1 }])).rejects.toThrow('Session 1 isn’t unusual'.replace('’', "'"))
    await expect(price([1, 1].map((session) => ({ session, from: 3 })))).rejects.toThrow('Session 1 is named twice.')
    await expect(at.studio.labContinuePrice({ run, grid: gridOf({ seats: ['Nemo'] }) })).rejects.toThrow('This table has no seat "Nemo".')
    await expect(at.studio.labContinuePrice({ run, grid: gridOf({ personas: ['nobody'] }) })).rejects.toThrow('There is no persona nobody.')
    await expect(at.studio.labContinuePrice({ run, grid: gridOf({ models: [MODEL, MODEL] }) })).rejects.toThrow(`${MODEL} is named twice.`)
    expect((await at.studio.labContinuePrice({ run, grid: gridOf({ models: ['own-model'] }) })).unpriced).toEqual(['own-model'])
    const calls = at.fake.calls
    await at.studio.setMachine({ allowed: false })
    await expect(play()).rejects.toMatchObject({ code: 'agent-failed' })
    await at.studio.setMachine({ allowed: true, key: null })
    expect(at.fake.calls).toBe(calls)
    expect((await play({ sessions: [{ session: 1, from: 31 }] })).continuations).toMatchObject([
      { status: 'failed', kept: false, problem: expect.stringContaining('asks for a key. Enter it in Settings.') as string }
    ])
    await at.studio.setMachine({ key: KEY })
  })

  it('that their app left are interrupted after the next start, with their beats; a damaged list is said, and nothing is sent', async () => {
    const [newest] = await at.studio.labContinuations({ run })
    const text = readFileSync(file(), 'utf8')
    const lost = { pid: 2 ** 22 + 1, host: hostname(), start: '1' }
    const playing = text.replace(/"status": "failed"(?=[^{]*$)/, `"status": "playing", "owner": ${JSON.stringify(lost)}`)
    writeFileSync(file(), playing)
    await at.restart()
    await at.studio.setMachine({ key: KEY })
    expect((await at.studio.labContinuations({ run }))[0]).toEqual({ ...newest, status: 'interrupted' })
    // A reader knows it as well, while a process that plays on is believed.
    const reader = createStudio({ kind: 'terminal', version: '0', home: at.home, resources: process.cwd(), keys: memoryKeys() })
    await reader.open({ dir: at.dir, readOnly: true })
    const read = async (): Promise<unknown> => (await reader.labContinuations({ run }))[0]?.status
    expect(await read()).toBe('interrupted')
    writeFileSync(file(), playing.replace(JSON.stringify(lost), JSON.stringify(ownSelf())))
    expect(await read()).toBe('playing')
    await reader.dispose()
    writeFileSync(file(), '{"continuations": [{}]}')
    await expect(at.studio.labContinuations({ run })).rejects.toMatchObject({
      code: 'bad-file',
      message: expect.stringContaining('Remove it; their branches stay.') as string
    })
    const calls = at.fake.calls
    await expect(play()).rejects.toMatchObject({ code: 'bad-file' })
    expect(at.fake.calls).toBe(calls)
  })
})
