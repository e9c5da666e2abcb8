import { readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WorkNews } from '../../shared/contract/calls'
import { LabPlan } from '../../shared/lab/plan'
import type { LabRun } from '../../shared/lab/report'
import type { ExactGoal } from '../../shared/lab/solution'
import { memoryKeys } from '../machine/keys'
import { createStudio } from '../studio/studio'
import { editing, type Editing } from '../story/world/editing.fixture'

let at: Editing
beforeAll(async () => {
  at = await editing('sample')
})
afterAll(() => at.close())

const planOf = (plan: object = {}): LabPlan => LabPlan.parse({ sessions: 6, end: { storySessions: 1, beats: 40 }, ...plan })

/** Begins a run and waits until it is over. */
async function run(plan: object = {}, commit?: string): Promise<LabRun> {
  const { id } = await at.studio.labBegin({ plan: planOf(plan), ...(commit === undefined ? {} : { at: commit }) })
  return watched(id)
}

const watched = (id: string): Promise<LabRun> => answered(at.studio.labWatch({ run: id }))

async function answered<Answer>(all: AsyncIterable<WorkNews<unknown, Answer>>): Promise<Answer> {
  for await (const news of all) if (news.kind === 'answer') return news.answer
  throw new Error('The work ended without an answer.')
}

/** Every row of every table of a run. */
async function rowsOf(id: string): Promise<unknown[]> {
  const tables = ['session', 'beat', 'action', 'visit', 'roll', 'outcome', 'exercise', 'offer', 'value']
  return Promise.all(
    tables.map(async (table) => (await at.studio.labQuery({ run: id, sql: `SELECT * FROM "${table}" ORDER BY ALL`, rows: 10_000 })).rows)
  )
}

describe('a run', () => {
  it('plays on after its caller has gone, is stopped with what was played, and continues to the same rows as an undisturbed one', async () => {
    const { id, status } = await at.studio.labBegin({ plan: planOf({ name: 'Stopped' }) })
    expect(status).toBe('running')
    await expect(at.studio.labBegin({ plan: planOf() })).rejects.toThrow('Another run is being played.')
    const stopped = await at.studio.labStop({ run: id })
    expect(stopped.status).toBe('stopped')
    expect(stopped.done).toBeLessThan(6)
    await at.studio.labResume({ run: id })
    expect(await watched(id)).toMatchObject({ status: 'done', done: 6, name: 'Stopped' })
    const undisturbed = await run()
    expect(await rowsOf(id)).toEqual(await rowsOf(undisturbed.id))
    await expect(at.studio.labResume({ run: id })).rejects.toThrow('All sessions of this run are done.')
  })

  it('that its app left while it was played is interrupted after the next start, and goes on', async () => {
    const { id } = await run()
    const before = await rowsOf(id)
    const file = join(at.dir, '.git/proscenium/lab', id, 'run.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace('"status": "done"', '"status": "running"').replace('"sessions": 6', '"sessions": 8'))
    await at.restart()
    expect((await at.studio.labRuns()).find((one) => one.id === id)).toMatchObject({ status: 'interrupted' })
    await at.studio.labResume({ run: id })
    expect(await watched(id)).toMatchObject({ status: 'done', done: 8 })
    const after = await at.studio.labQuery({ run: id, sql: 'SELECT * FROM session WHERE session < 6 ORDER BY ALL', rows: 100 })
    expect(after.rows).toEqual(before[0])
  })

  it('of another process is followed, and can be neither read, stopped, continued nor removed until that process is done', async () => {
    const { id } = await run({ sessions: 2, name: "Oda's 🪔" })
    const file = join(at.dir, '.git/proscenium/lab', id, 'run.json')
    const change = (what: object): void => writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), ...what }))
    const owner = { pid: process.ppid, host: hostname(), start: '' }
    change({ status: 'running', done: 1, owner })
    const playing = `Another Proscenium (process ${owner.pid}) is playing this run.`
    expect((await at.studio.labRuns()).find((one) => one.id === id)).toMatchObject({ status: 'running', elsewhere: playing, done: 1 })
    const refused = `${playing} Stop it there, or wait until it is done.`
    await expect(at.studio.labStop({ run: id })).rejects.toThrow(refused)
    await expect(at.studio.labResume({ run: id })).rejects.toThrow(refused)
    await expect(at.studio.labRemove({ run: id })).rejects.toThrow(refused)
    await expect(at.studio.labQuery({ run: id, sql: 'SELECT 1', rows: 1 })).rejects.toThrow(refused)
    const seen: unknown[] = []
    for await (const news of at.studio.labWatch({ run: id })) {
      if (news.kind === 'progress') change({ status: 'done', done: 2 })
      seen.push(news.kind === 'progress' ? news.progress.done : news.answer.status)
    }
    expect(seen).toEqual([1, 'done'])
    // Nobody can say whether a process of another machine has ended, but it saved nothing for long.
    change({ status: 'running', owner: { ...owner, host: 'mill' } })
    expect((await at.studio.labRuns()).find((one) => one.id === id)?.status).toBe('running')
    utimesSync(file, 0, 0)
    expect((await at.studio.labRuns()).find((one) => one.id === id)?.status).toBe('interrupted')
    await at.studio.labRemove({ run: id })
  })

  it('is played, and story tests are run, while another instance has the campaign open; only what changes the story is refused', async () => {
    const beside = createStudio({ kind: 'terminal', version: '0', home: dirname(at.dir), resources: process.cwd(), keys: memoryKeys() })
    const text = "sessions: 2\nend: { story_sessions: 1, beats: 10 }\nover_all:\n  - { name: משה, holds: 'beat > 0' }\n"
    await at.studio.changeFiles({ change: { what: 'create', path: "tests/mara's.yaml", text }, subject: 'Tests' })
    try {
      expect((await beside.open({ dir: at.dir })).readOnly).toContain('has this campaign open')
      const heard = at.studio.events()[Symbol.asyncIterator]()
      const { id } = await beside.labBegin({ plan: planOf({ sessions: 2 }) })
      expect(await answered(beside.labWatch({ run: id }))).toMatchObject({ status: 'done' })
      expect(await answered(beside.labTest({ files: ["tests/mara's.yaml"] }))).toMatchObject({ tests: [{ name: 'משה', ok: true }] })
      await expect(beside.labOpen({ run: id, session: 0 })).rejects.toMatchObject({ code: 'locked' })
      // The window of the first instance hears of it.
      for (let event = await heard.next(); event.value?.kind !== 'runs'; event = await heard.next()) expect(event.done).toBe(false)
      expect((await at.studio.labRuns()).map((one) => one.id)).toContain(id)
      await heard.return?.()
    } finally {
      await beside.dispose()
    }
  })

  it('has a name and a pin, and is removed only without the pin', async () => {
    const { id } = await run({ sessions: 1 })
    expect(await at.studio.labEdit({ run: id, name: "Oda's run 🪔", pinned: true })).toMatchObject({ name: "Oda's run 🪔", pinned: true })
    await expect(at.studio.labRemove({ run: id })).rejects.toThrow('This run is pinned.')
    await at.studio.labEdit({ run: id, pinned: false })
    await at.studio.labRemove({ run: id })
    expect((await at.studio.labRuns()).map((one) => one.id)).not.toContain(id)
    await expect(at.studio.labQuery({ run: id, sql: 'SELECT 1', rows: 1 })).rejects.toThrow(`There is no run ${id} in this campaign.`)
  })

  it('plays the last beat and says that changed files were left out', async () => {
    writeFileSync(join(at.dir, 'world/STATE.yaml'), `${at.read('world/STATE.yaml')}\n# A remark.\n`)
    const { remarks } = await run({ sessions: 1 })
    at.git('checkout', '-q', 'world/STATE.yaml')
    expect(remarks).toEqual(['1 file with changes that are not part of the story yet was left out: the last beat was played.'])
  })

  it('whose file is damaged is listed with what is wrong', async () => {
    const { id } = await run({ sessions: 1 })
    writeFileSync(join(at.dir, '.git/proscenium/lab', id, 'run.json'), '{')
    const listed = (await at.studio.labRuns()).find((one) => one.id === id)
    expect(listed?.problem?.message).toBe(
      `The file run.json of the run ${id} is damaged or from a newer version. Remove the run, or update Proscenium.`
    )
    await at.studio.labRemove({ run: id })
  })

  it('opens a session as a branch at one of its beats, and the same branch again', async () => {
    const { id } = await run({ sessions: 3, parties: [{ name: 'Explorers', personas: { all: 'explorer' } }] })
    await at.studio.labPrepare({ run: id })
    await at.studio.labPrepare({ run: id, session: 2 })
    const opened = await at.studio.labOpen({ run: id, session: 2, beat: 7 })
    const { rows } = await at.studio.labQuery({ run: id, sql: 'SELECT actor, action FROM beat WHERE session = 2 AND beat = 7', rows: 1 })
    const { beat } = await at.studio.beat({ commit: opened.beat })
    expect([beat.as ?? beat.actor, beat.action]).toEqual(rows[0])
    expect([at.git('branch', '--show-current').trim(), at.git('rev-parse', 'HEAD').trim()]).toEqual([opened.branch, opened.head])
    expect((await at.studio.verify()).mismatches).toEqual([])
    await at.studio.switchTo({ branch: 'main' })
    expect(await at.studio.labOpen({ run: id, session: 2, beat: 7 })).toEqual(opened)
    await at.studio.switchTo({ branch: 'main' })
    for (const call of [at.studio.labOpen, at.studio.labPrepare])
      await expect(call({ run: id, session: 9 })).rejects.toThrow('The run has no session 9 yet.')
  })
})

describe('two runs on the same seeds', () => {
  it('that are the same show no difference, and those of another world differ where it first matters', async () => {
    const plan = { sessions: 4, end: { storySessions: 1, beats: 90 } }
    const [a, again] = [await run(plan), await run(plan)]
    expect(await at.studio.labCompare({ a: a.id, b: again.id })).toMatchObject({ pairs: 4, same: 4, first: [] })
    const path = 'world/regions/throat-workings/journeys.yaml'
    const { text, version } = await at.studio.fileText({ path })
    await at.studio.saveText({ path, text: text.replaceAll(/difficulty: \d+/g, 'difficulty: 9'), over: version, subject: 'Steeper' })
    const b = await run(plan)
    const compared = await at.studio.labCompare({ a: a.id, b: b.id })
    expect(compared.pairs).toBe(4)
    expect(compared.same).toBeLessThan(4)
    expect(compared.means.find(({ of }) => of === 'beats')?.a.value).toBeGreaterThan(50)
    // Every share is that of the sessions of which its mark holds.
    for (const { mark, b: share } of compared.shares) {
      const page = { by: 'session', descending: false, from: 0, count: 1 } as const
      const { of: count } = await at.studio.labSessions({ run: b.id, filter: { is: [mark], not: [] }, ...page })
      expect([mark, count]).toEqual([mark, share.count])
    }
    const [first] = compared.first
    if (!first) throw new Error('No pair differs.')
    expect(first.a.beat).toBe(first.b.beat)
    expect(first.a.words).not.toBe(first.b.words)
    const before = `SELECT actor, action, place FROM beat WHERE session = ${first.a.session} AND beat < ${first.a.beat} ORDER BY beat`
    const [played, other] = await Promise.all([a, b].map(({ id }) => at.studio.labQuery({ run: id, sql: before, rows: 1000 })))
    expect(played?.rows).toEqual(other?.rows)
    await expect(at.studio.labCompare({ a: a.id, b: (await run({ sessions: 1, firstSeed: 500 })).id })).rejects.toThrow(
      'These runs have no seed in common'
    )
  })
})

describe('a comparison that plays both sides', () => {
  it('looks after every doubling of pairs, stops when its interval is narrow enough, and keeps both runs', async () => {
    const commit = at.git('rev-parse', 'HEAD').trim()
    const side = { commit }
    const plan = { sessions: 100, end: { storySessions: 1, beats: 3 } }
    const watch = { mark: { kind: 'ending', ending: 'beats' } } as const
    const progress: string[] = []
    const sides = {
      a: { ...side, name: 'A' },
      b: { ...side, name: 'B', parties: [{ name: 'Bold', personas: { all: 'griefer' }, share: 1 }] },
      plan: planOf(plan)
    }
    const answers = []
    for await (const news of at.studio.labVersus({ ...sides, narrow: { on: watch, width: 0.2 } }))
      if (news.kind === 'progress') progress.push(news.progress.side)
      else answers.push(news.answer)
    const [answer] = answers
    expect(answer).toMatchObject({ pairs: 50, confidence: 0.975, a: { done: 50, status: 'stopped', name: 'A' }, b: { done: 50, name: 'B' } })
    expect(answer?.shares.find(({ mark }) => mark.kind === 'ending')?.difference.verdict).toBe('none')
    expect(new Set(progress)).toEqual(new Set(['a', 'b']))
  })
})

describe('two commits', () => {
  it('that differ in nothing that sessions meet are played alike, whatever the numbers of their beats, and their sessions become branches', async () => {
    const commit = at.git('rev-parse', 'HEAD').trim()
    for (const n of [1, 2])
      await at.studio.changeFiles({ change: { what: 'create', path: `tests/later-${n}.yaml`, text: 'sessions: 1\n' }, subject: 'A test' })
    const later = at.git('rev-parse', 'HEAD').trim()
    const answers = []
    const plan = planOf({ sessions: 2, end: { storySessions: 1, beats: 60 } })
    for await (const news of at.studio.labVersus({ a: { name: 'A', commit }, b: { name: 'B', commit: later }, plan }))
      if (news.kind === 'answer') answers.push(news.answer)
    const [answer] = answers
    expect(answer).toMatchObject({ pairs: 2, same: 2, first: [] })
    for (const { id } of [answer!.a, answer!.b]) {
      const opened = await at.studio.labOpen({ run: id, session: 1, beat: 60 })
      expect([opened.beat, (await at.studio.verify()).mismatches]).toEqual([opened.head, []])
      await at.studio.switchTo({ branch: 'main' })
    }
  })
})

describe('the search for a value', () => {
  const of = { path: 'world/regions/throat-workings/journeys.yaml', keys: ['bucket-landing--dippers-ledge', 'difficulty'] }
  const target = {
    of,
    least: 1,
    most: 5,
    step: 1,
    goal: { ending: 'goal' },
    target: 1,
    plan: planOf({ sessions: 2, end: { storySessions: 1, beats: 5, when: 'beat > 0' } })
  }

  it('tries the ends and the middles, says whether the target is reached, and its answer is one edit', async () => {
    const answers = []
    for await (const news of at.studio.labSolve({ target: { ...target, goal: { ending: 'goal' } } }))
      if (news.kind === 'answer') answers.push(news.answer)
    const [answer] = answers
    expect(answer?.points.map(({ value }) => value)).toEqual([1, 2, 3, 4, 5])
    expect(answer?.points.map(({ share }) => share.share)).toEqual([1, 1, 1, 1, 1])
    expect(answer).toMatchObject({ isReached: true, sessions: 10 })
    await at.studio.labApply({ of, value: 4 })
    expect(at.read(of.path)).toMatch(/bucket-landing--dippers-ledge:(?:\n {2}.*)*?\n {2}difficulty: 4\n/)
    expect(at.touched()).toEqual([`M ${of.path}`])
    await expect(at.studio.labApply({ of, value: 4 })).rejects.toThrow('difficulty is 4 already.')
  })

  const goal: ExactGoal = { journey: 'bucket-landing--dippers-ledge', who: ['Wren'], need: 'all' }
  const solved = async (change: object) => {
    for await (const news of at.studio.labSolve({ target: { ...target, least: 0, most: 12, goal, target: 0.5, ...change } }))
      if (news.kind === 'answer') return news.answer
    throw new Error('The search has no answer.')
  }

  it('has exact odds of players who travel together, of an action in the state of the commit, and of a row of a table', async () => {
    const oddsOf = async (change: object): Promise<number[]> =>
      (await solved({ least: 1, most: 4, ...change })).points.map(({ share }) => share.share)
    const [both, one] = [
      await oddsOf({ goal: { ...goal, who: ['Wren', 'Pym'] } }),
      await oddsOf({ goal: { ...goal, who: ['Wren', 'Pym'], need: 'any' } })
    ]
    for (const [i, chance] of both.entries()) {
      // Two saves on d20 have 400 outcomes.
      for (const each of [chance, one[i] ?? 0]) expect(Math.round(each * 400)).toBeCloseTo(each * 400, 9)
      expect([chance > 0, chance < (one[i] ?? 0), (one[i] ?? 0) < 1]).toEqual([true, true, true])
    }
    const { journey } = goal as { journey: string }
    const travel = {
      action: 'travel',
      by: 'Wren',
      with: { journey: 'throat-yard--bell-house' },
      holds: 'actor.Wren.location == "bell-house"'
    }
    expect(await oddsOf({ goal: travel })).toEqual([1, 1, 1, 1])
    await expect(solved({ goal: { ...travel, with: { journey } } })).rejects.toThrow('Choose one of')
    await expect(solved({ goal: { ...travel, action: 'flee' } })).rejects.toThrow('This goal has no exact odds: ')
    const row = { table: 'omen', row: '1' }
    const rows = Object.keys(parse(at.read('rules/tables/omen.yaml')).rows as object).length
    expect(await oddsOf({ goal: row })).toEqual([1, 1, 1, 1].map(() => 1 / rows))
    await expect(solved({ goal: { ...row, row: '99' } })).rejects.toThrow('The table omen has no row 99. Choose one of ')
    await expect(solved({ goal: { ...row, table: 'tide' } })).rejects.toThrow('There is no table tide. Choose one of ')
  })

  it('of a journey has exact odds for every value, and plays no session', async () => {
    const answer = await solved({})
    const odds = answer.points.map(({ share }) => share.share)
    expect(odds).toHaveLength(13)
    expect(odds).toEqual(odds.toSorted((a, b) => b - a))
    const [attempt] = (await at.studio.attempts({ journey: 'bucket-landing--dippers-ledge', difficulty: answer.best.value })).filter(
      ({ key }) => key === 'Wren'
    )
    expect(attempt?.counted?.success.value).toBe(answer.best.share.share)
    expect(answer).toMatchObject({ sessions: 0, isReached: Math.min(...odds) <= 0.5 && Math.max(...odds) >= 0.5 })
    await expect(solved({ goal: { ...goal, who: ['Nemo'] } })).rejects.toThrow('There is no player Nemo. Choose one of ')
    await expect(solved({ goal: { ...goal, journey: 'moon' } })).rejects.toThrow('There is no journey moon.')
    await expect(solved({ most: 1000 })).rejects.toThrow('These are 1001 values. Choose a larger step, for at most 500 of them.')
  })

  it.each([
    [{ path: 'world/none.yaml', keys: ['a'] }, 'There is no file world/none.yaml in this campaign.'],
    [{ ...of, keys: ['bucket-landing--dippers-ledge', 'direction'] }, 'has no number at bucket-landing--dippers-ledge → direction']
  ])('is refused for %j', async (path, sentence) => {
    const search = at.studio.labSolve({ target: { ...target, goal: { ending: 'goal' }, of: path } })
    await expect(search[Symbol.asyncIterator]().next()).rejects.toThrow(sentence)
  })
})

describe('story tests', () => {
  it('say for each test what was found, and are read again, not played, on the same commit', async () => {
    const text = `sessions: 5
end: { story_sessions: 1, beats: 30 }
over_all:
  - { name: The story goes on, holds: 'beat > 0', within: 20 beats, in: at least 99% }
  - { ends: 'all.player.hp > 0' }
  - { number: beats, is: { most: 10 } }
  - { every: location, in: none, except: [throat-yard] }
scripts:
  - name: The yard
    steps:
      - { call: open_session, by: DM, with: { title: One } }
      - { call: open_scene, by: DM, with: { title: Yard, place: throat-yard, aim: Listen } }
      - { expect: 'scene.place == "throat-yard"' }
      - { call: travel, by: Wren, with: { journey: nowhere }, refused: true }
  - name: A script that goes wrong
    steps: [{ expect: actor.Wren.hp > 100 }]
`
    await at.studio.changeFiles({ change: { what: 'create', path: 'tests/yard.yaml', text }, subject: 'Tests' })
    await at.studio.changeFiles({ change: { what: 'create', path: 'tests/odd.yaml', text: 'sessions: many\n' }, subject: 'Odd tests' })
    const tested = async () => {
      for await (const news of at.studio.labTest({ files: ['tests/yard.yaml', 'tests/odd.yaml'] })) if (news.kind === 'answer') return news.answer
      throw new Error('The tests ended without an answer.')
    }
    const report = await tested()
    expect(report.tests.map(({ name, ok }) => [name, ok])).toEqual([
      ['The story goes on', true],
      ['all.player.hp > 0 at the end in all sessions', true],
      ['beats at most 10 in all sessions', false],
      ['Every location in no session', expect.any(Boolean)],
      ['The yard', true],
      ['A script that goes wrong', false]
    ])
    const [, ends, long, , , wrong] = report.tests
    expect(ends?.words).toEqual(['It held in 5 of 5 sessions, 100% (95% interval 56.6% to 100%).', 'Wanted: all sessions.'])
    expect(long?.failing).toEqual([0, 1, 2, 3, 4].map((session) => ({ session, beat: 30 })))
    expect(wrong?.words).toEqual(['Step 1, expect actor.Wren.hp > 100: it does not hold.'])
    expect(report.problems).toMatchObject([{ file: 'tests/odd.yaml', line: 1 }])
    const runs = (await at.studio.labRuns()).map(({ id }) => id)
    const { ms: _, ...first } = report.tests[0] ?? { ms: 0 }
    const again = await tested()
    expect(again.tests[0]).toMatchObject(first)
    expect(again.runs).toEqual(report.runs)
    expect((await at.studio.labRuns()).map(({ id }) => id)).toEqual(runs)
  })
})
