import { expect, it } from 'vitest'
import { LabPlan } from '../../shared/lab/plan'
import { command, work } from './program.fixture'

const run = { id: 'a-1', name: '', remarks: [], status: 'done', done: 200, plan: LabPlan.parse({}) }
const answers = { labBegin: () => run, labResume: () => run, labRuns: () => [run], labWatch: () => work(run) }
const url = 'redis://mill:6379'

it('a run and one that goes on are given a queue, and workers an address and threads', async () => {
  const begun = await command(['lab', 'run', '/well', '--queue', url, '--source', 'git@mill:well.git'], answers)
  expect(begun.asked).toContainEqual(['labBegin', { plan: LabPlan.parse({}), queue: { url, source: 'git@mill:well.git' } }])
  expect((await command(['lab', 'resume', '/well', '--queue', url], answers)).asked).toContainEqual(['labResume', { run: 'a-1', queue: { url } }])
  expect((await command(['lab', 'worker', '--queue', url, '--threads', '3'])).asked).toEqual([['labWorker', { url }, 3]])
})

it('experiments and story tests are given a queue, too', async () => {
  const asked = async (method: string, ...args: string[]): Promise<unknown> => {
    const at = await command([...args, '--queue', url], { [method]: () => work({}) })
    return at.asked.find(([name]) => name === method)?.[1]
  }
  const number = ['--number', 'world/a.yaml:difficulty', '--from', '0', '--to', '4', '--goal', 'ended', '--share', '60']
  expect(await asked('labVersus', 'lab', 'versus', '/well', '--a', 'a'.repeat(40), '--b', 'b'.repeat(40))).toMatchObject({ queue: { url } })
  expect(await asked('labSolve', 'lab', 'solve', '/well', ...number)).toMatchObject({ queue: { url } })
  expect(await asked('labTest', 'test', '/well')).toEqual({ queue: { url } })
})

it('a source without a queue, and a worker without one, are refused with what is missing', async () => {
  expect(await command(['lab', 'run', '/well', '--source', 'git@mill:well.git'], answers)).toMatchObject({
    asked: [],
    err: ['A --source is for workers. Add the --queue that they are at.']
  })
  expect((await command(['lab', 'worker'])).code).toBe(2)
  expect((await command(['lab', 'worker', '--queue', url, '--threads', '0'])).err.join('\n')).toContain('Give a whole number from 1 to 256.')
})
