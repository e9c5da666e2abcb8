import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WorkNews } from '../../shared/contract/calls'
import { Versus } from '../../shared/lab/comparison'
import { LabPlan } from '../../shared/lab/plan'
import { LabTarget } from '../../shared/lab/solution'
import { editing, type Editing } from '../story/world/editing.fixture'

let at: Editing
beforeAll(async () => {
  at = await editing()
})
afterAll(() => at.close())

const when: unknown = expect.any(Number)
const plan = (sessions: number): LabPlan => LabPlan.parse({ sessions, end: { storySessions: 1, beats: 8 } })

/** Follows an experiment until its progress is as wanted, and leaves it. */
async function until<Progress>(news: AsyncIterable<WorkNews<Progress, unknown>>, isThere: (progress: Progress) => boolean): Promise<void> {
  for await (const one of news) if (one.kind === 'progress' && isThere(one.progress)) return
  throw new Error('It was over before.')
}

async function answerOf<Answer>(news: AsyncIterable<WorkNews<unknown, Answer>>): Promise<Answer> {
  for await (const one of news) if (one.kind === 'answer') return one.answer
  throw new Error('It ended without an answer.')
}

describe('a comparison', () => {
  const sides = (sessions: number): Versus => {
    const commit = at.git('rev-parse', 'HEAD').trim()
    return Versus.parse({
      a: { name: "Ada's 🪔", commit },
      b: { name: 'משה', commit, parties: [{ name: 'B', personas: { all: 'griefer' } }] },
      plan: plan(sessions)
    })
  }

  it('goes on without its caller, has its pairs when it is stopped, and continues to the same comparison as an undisturbed one', async () => {
    const versus = sides(24)
    await until(at.studio.labVersus(versus), ({ a }) => a > 6)
    expect((await at.studio.labExperiments()).compare).toEqual({ input: versus, status: 'running' })
    await expect(answerOf(at.studio.labVersus(sides(5)))).rejects.toThrow('A comparison is running already. Stop it, or wait until it is done.')
    await at.studio.labStopExperiment({ kind: 'compare' })
    const stopped = (await at.studio.labExperiments()).compare
    expect(stopped).toMatchObject({ input: versus, status: 'stopped' })
    // A quarter, or more if A had the rest before it was stopped.
    const { pairs = 0, b } = stopped?.answer ?? {}
    expect([pairs >= 6, pairs < 24, b?.done]).toEqual([true, true, pairs])
    const runs = (await at.studio.labRuns()).length
    const continued = await answerOf(at.studio.labVersus(versus))
    expect(continued).toMatchObject({ pairs: 24, a: { id: stopped?.answer?.a.id, status: 'done' }, b: { status: 'done' } })
    expect(await at.studio.labRuns()).toHaveLength(runs)
    expect((await at.studio.labExperiments()).compare).toEqual({ input: versus, status: 'done', when, answer: continued })
    const { a: _, b: __, ...undisturbed } = await answerOf(at.studio.labVersus(versus))
    expect(continued).toMatchObject(undisturbed)
    expect(await at.studio.labRuns()).toHaveLength(runs + 2)
  })

  it('whose app ended is interrupted, and continues with what it has; a run that was removed is played again', async () => {
    const versus = sides(8)
    await until(at.studio.labVersus(versus), ({ a }) => a > 0)
    await at.restart()
    expect((await at.studio.labExperiments()).compare).toMatchObject({ input: versus, status: 'interrupted' })
    const left = (await at.studio.labRuns()).find(({ name }) => name === versus.a.name)
    const continued = await answerOf(at.studio.labVersus(versus))
    expect(continued).toMatchObject({ pairs: 8, a: { id: left?.id } })
    await until(at.studio.labVersus(versus), ({ a }) => a > 0)
    await at.restart()
    const again = (await at.studio.labRuns()).find(({ name }) => name === versus.a.name)
    await at.studio.labRemove({ run: again?.id ?? '' })
    expect((await at.studio.labExperiments()).compare).toEqual({ input: versus, status: 'interrupted', when })
    expect(await answerOf(at.studio.labVersus(versus))).toMatchObject({ pairs: 8, a: { done: 8 } })
    const done = (await at.studio.labExperiments()).compare
    await at.restart()
    expect(done).toMatchObject({ status: 'done', answer: { pairs: 8 } })
    expect((await at.studio.labExperiments()).compare).toEqual(done)
    const file = join(at.dir, '.git/proscenium/lab/comparison.json')
    const text = readFileSync(file, 'utf8')
    for (const wrong of [text.slice(0, -9), text.replace('"version":1', '"version":0')]) {
      writeFileSync(file, wrong)
      await at.restart()
      expect((await at.studio.labExperiments()).compare).toEqual({
        status: 'failed',
        problem: "A comparison can't be shown, because its file comparison.json is damaged, or of another version of Proscenium. Begin a new one."
      })
    }
  })

  it('is stopped with the run of its side', async () => {
    const versus = sides(400)
    const followed = answerOf(at.studio.labVersus(versus))
    followed.catch(() => undefined)
    await until(at.studio.labVersus(versus), ({ a }) => a > 0)
    const running = (await at.studio.labRuns()).find(({ status }) => status === 'running')
    await at.studio.labStop({ run: running?.id ?? '' })
    await expect(followed).rejects.toThrow('A comparison was stopped. What is done is kept: begin the same again to go on.')
    expect((await at.studio.labExperiments()).compare).toMatchObject({ status: 'stopped' })
  })
})

describe('a search', () => {
  const of = { path: 'world/regions/home/journeys.yaml', keys: ['crossroads--hill', 'difficulty'] }

  it('keeps the values that were tried when it is stopped and after its app ended, and plays none of them again', async () => {
    const target = LabTarget.parse({ of, least: 1, most: 5, goal: { holds: 'beat > 0' }, target: 1, plan: plan(30) })
    await until(at.studio.labSolve({ target }), ({ points }) => points.length > 0)
    await at.studio.labStopExperiment({ kind: 'balance' })
    const stopped = (await at.studio.labExperiments()).balance
    const first = stopped?.answer?.points.map(({ value }) => value) ?? []
    expect([stopped?.status, stopped?.answer?.sessions, first]).toEqual(['stopped', 30 * first.length, [1, 2, 3, 4].slice(0, first.length)])
    expect(first.length).toBeGreaterThan(0)
    const { input } = stopped!
    await until(at.studio.labSolve(input!), ({ points }) => points.length > first.length)
    await at.restart()
    const left = (await at.studio.labExperiments()).balance
    const second = left?.answer?.points.map(({ value }) => value) ?? []
    expect(left?.status).toBe('interrupted')
    expect(second.length).toBeGreaterThan(first.length)
    const tried = new Set<number>()
    let answer
    for await (const news of at.studio.labSolve(input!))
      if (news.kind === 'progress') tried.add(news.progress.value)
      else ({ answer } = news)
    expect([...tried].toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5].filter((value) => !second.includes(value)))
    expect(answer).toMatchObject({ isReached: true, sessions: 150, points: [1, 2, 3, 4, 5].map((value) => ({ value })) })
  })

  it('that can’t be made says why, and after it another one can', async () => {
    const target = LabTarget.parse({ of, least: 1, most: 1, goal: { holds: 'beat > 0' }, target: 1, plan: plan(1) })
    await expect(answerOf(at.studio.labSolve({ target }))).rejects.toMatchObject({ code: 'bad-input' })
    const failed = (await at.studio.labExperiments()).balance
    expect(failed).toMatchObject({ status: 'failed', problem: 'The largest value must be at least one step above the least one.' })
    expect(await answerOf(at.studio.labSolve({ target: { ...target, most: 2 } }))).toMatchObject({ sessions: 2 })
  })
})

describe('a test run', () => {
  it('that is stopped has the results of the files before, and goes on with the sessions that were played', async () => {
    const text = (sessions: number): string => `sessions: ${sessions}\nend: { story_sessions: 1, beats: 20 }\nover_all:\n  - holds: 'beat > 0'\n`
    const files = ["tests/a-mara's.yaml", 'tests/b-משה.yaml']
    for (const [i, path] of files.entries())
      await at.studio.changeFiles({ change: { what: 'create', path, text: text(2 + 298 * i) }, subject: 'Tests' })
    await until(at.studio.labTest({ files }), ({ file, done }) => file === files[1] && done > 0)
    await at.studio.labStopExperiment({ kind: 'tests' })
    const stopped = (await at.studio.labExperiments()).tests
    expect(stopped).toMatchObject({ status: 'stopped', answer: { tests: [{ file: files[0], ok: true }] } })
    const [half] = await at.studio.labRuns()
    expect(half?.done).toBeGreaterThan(0)
    const report = await answerOf(at.studio.labTest(stopped!.input!))
    expect(report).toMatchObject({ tests: [{ ok: true }, { file: files[1], ok: true, share: { count: 300 } }], runs: { [files[1]!]: half?.id } })
  })
})
