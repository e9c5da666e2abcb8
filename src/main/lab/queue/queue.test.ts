import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Queue, Worker as BullWorker } from 'bullmq'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { WorkNews } from '../../../shared/contract/calls'
import { LabPlan } from '../../../shared/lab/plan'
import type { LabRun } from '../../../shared/lab/report'
import { tempFolder } from '../../campaign/git/testing/folders'
import { ENGINE } from '../../story/creation/create'
import { editing, type Editing } from '../../story/world/editing.fixture'
import { MEASURES } from '../runs'
import type { SessionPlayer } from '../player'
import { queueAddress } from './address'
import { QueuePlayers } from './owner'
import { type RedisServer, startRedis } from './redis.fixture'
import { work } from './worker'

const PASSWORD = "Oda's: geheim/99@ß"
const plan = LabPlan.parse({ sessions: 4, end: { storySessions: 1, beats: 30 } })

let at: Editing
let redis: RedisServer
let client: Redis
beforeAll(async () => {
  at = await editing('sample')
})
afterAll(() => at.close())
beforeEach(async () => {
  redis = await startRedis({ password: PASSWORD })
  client = new Redis({ port: redis.port, password: PASSWORD })
  client.on('error', () => undefined)
})
const working = new Set<AbortController>()
afterEach(async () => {
  for (const stop of working) stop.abort()
  working.clear()
  client.disconnect()
  await redis.kill()
})

/** The address with the password in it. */
const url = (): string => `redis://:${encodeURIComponent(PASSWORD)}@127.0.0.1:${redis.port}`

/** Asks for a session. A failure before it is awaited is no unhandled one. */
function asks(player: SessionPlayer, session: number): Promise<unknown> {
  const playing = player.play(session)
  playing.catch(() => undefined)
  return playing
}

interface Worker {
  cache: string
  said: string[]
  /** Waits until it has said this. */
  says(text: string): Promise<void>
  stop(): Promise<void>
  over: Promise<void>
}

/** A worker in this process. */
function worker(patienceMs?: number, cache = tempFolder('commits')): Worker {
  const said: string[] = []
  const stop = new AbortController()
  working.add(stop)
  const to = { err: (line: string) => void said.push(line) }
  const over = work(
    { url: url() },
    { threads: 1, cache, resources: process.cwd(), to, stop: stop.signal, ...(patienceMs === undefined ? {} : { patienceMs }) }
  )
  over.catch(() => undefined)
  return {
    cache,
    said,
    async says(text) {
      await expect.poll(() => said.join('\n')).toContain(text)
    },
    async stop() {
      stop.abort()
      await over
    },
    over
  }
}

async function watched(id: string, until?: (news: string) => boolean): Promise<LabRun> {
  for await (const one of at.studio.labWatch({ run: id })) {
    if (one.kind === 'answer') return one.answer
    if (until?.(one.progress.news ?? '')) await at.studio.labStop({ run: id })
  }
  throw new Error('The run ended without an answer.')
}

async function answered<Answer>(news: AsyncIterable<WorkNews<unknown, Answer>>): Promise<Answer> {
  for await (const one of news) if (one.kind === 'answer') return one.answer
  throw new Error('The work ended without an answer.')
}

const sessions = async (run: string): Promise<unknown[]> =>
  (await at.studio.labQuery({ run, sql: 'SELECT * FROM session ORDER BY ALL', rows: 100 })).rows

it('plays a run with a password that no file, line or key repeats, as threads do', async () => {
  const one = worker()
  const { id } = await at.studio.labBegin({ plan, queue: { url: redis.url, password: PASSWORD } })
  expect(await watched(id)).toMatchObject({ status: 'done', done: 4 })
  await one.says('Played 4 sessions of a run')
  await one.stop()
  const threads = await at.studio.labBegin({ plan })
  await watched(threads.id)
  expect(await sessions(id)).toEqual(await sessions(threads.id))
  expect(at.read(`.git/proscenium/lab/${id}/run.json`)).not.toContain('geheim')
  expect(one.said.join('\n')).not.toContain('geheim')
  expect(await client.keys('*')).toEqual([])
})

it('a run of the window is played by the workers of the settings, whose password is kept for their address alone', async () => {
  const saved = await at.studio.setMachine({ queue: { url: url() } })
  expect(saved.queue).toEqual({ url: redis.url, hasPassword: true })
  expect(at.read('../settings.json')).not.toContain('geheim')
  const one = worker()
  const { id } = await at.studio.labBegin({ plan, queue: 'settings' })
  expect(await watched(id)).toMatchObject({ status: 'done', done: 4 })
  await one.says('Played 4 sessions of a run')
  await one.stop()
  const other = await at.studio.setMachine({ queue: { url: 'redis://mill', source: 'git@mill:well.git' } })
  expect(other.queue).toEqual({ url: 'redis://mill:6379', source: 'git@mill:well.git', hasPassword: false })
  expect((await at.studio.setMachine({ queue: { url: redis.url } })).queue?.hasPassword).toBe(true)
  await expect(at.studio.setMachine({ queue: { url: 'mill' } })).rejects.toThrow('This is not the address of a queue.')
  expect((await at.studio.setMachine({ queue: null })).queue).toBeUndefined()
  await watched((await at.studio.labBegin({ plan, queue: 'settings' })).id)
})

it('the sides of a comparison, the values of a number and story tests come out as with threads', async () => {
  const text = 'sessions: 3\nend: { story_sessions: 1, beats: 30 }\nover_all:\n  - { number: beats, is: { most: 10 } }\n'
  await at.studio.changeFiles({ change: { what: 'create', path: 'tests/yard.yaml', text }, subject: 'Tests' })
  const commit = at.git('rev-parse', 'HEAD').trim()
  const versus = { a: { name: 'A', commit }, b: { name: 'B', commit, parties: [{ name: 'Bold', personas: { all: 'griefer' }, share: 1 }] }, plan }
  const of = { path: 'world/regions/throat-workings/journeys.yaml', keys: ['bucket-landing--dippers-ledge', 'difficulty'] }
  const goal = { holds: 'journey.bucket-landing--dippers-ledge.difficulty == 5' }
  const target = { of, least: 4, most: 5, step: 1, goal, target: 0.5, plan: { ...plan, sessions: 2 } }
  const played = async (queue: { queue?: { url: string } }): Promise<unknown[]> => {
    const { a, b, ...compared } = await answered(at.studio.labVersus({ ...versus, ...queue }))
    const solution = await answered(at.studio.labSolve({ target, ...queue }))
    const { tests, runs } = await answered(at.studio.labTest({ files: ['tests/yard.yaml'], ...queue }))
    const run = runs['tests/yard.yaml'] ?? ''
    const rows = await Promise.all([a.id, b.id, run].map(sessions))
    // The tests are played again, not read.
    await at.studio.labRemove({ run })
    return [compared, solution, tests.map((one) => ({ ...one, ms: 0 })), rows]
  }
  const one = worker()
  const queued = await played({ queue: { url: url() } })
  await one.says('Played 3 sessions of “')
  await one.stop()
  expect(queued[1]).toMatchObject({ points: [{ share: { count: 0 } }, { share: { count: 2 } }] })
  expect(queued).toEqual(await played({}))
})

it('says in one sentence what is wrong with a queue, and begins no run', async () => {
  const before = (await at.studio.labRuns()).length
  const begin = (queue: { url: string; password?: string; source?: string }): Promise<LabRun> => at.studio.labBegin({ plan, queue })
  await expect(begin({ url: redis.url })).rejects.toThrow(`The queue at ${redis.url} asks for another password.`)
  await expect(begin({ url: `redis://:secret-word@127.0.0.1:${redis.port}` })).rejects.toThrow(`The queue at ${redis.url} asks for another password.`)
  await expect(begin({ url: 'redis://127.0.0.1:1' })).rejects.toThrow('No Redis answers at redis://127.0.0.1:1.')
  await expect(begin({ url: 'redis://no-such-machine.invalid' })).rejects.toThrow('Workers on other machines can’t read this folder.')
  await expect(begin({ url: 'redis://no-such-machine.invalid', source: 'git@example.org:well.git' })).rejects.toThrow(
    'No machine is called no-such-machine.invalid.'
  )
  await expect(begin({ url: 'https://:secret-word@127.0.0.1' })).rejects.toThrow(
    /^This is not the address of a queue\. Write it as redis:\/\/host:6379/
  )
  await expect(begin({ url: url(), source: 'ext::sh -c x' })).rejects.toThrow('This is not the address of a repository.')
  expect((await at.studio.labRuns()).length).toBe(before)
  expect(await client.keys('*')).toEqual([])
})

it('a run that was stopped while nobody played it leaves nothing in the queue', async () => {
  const { id } = await at.studio.labBegin({ plan, queue: { url: url() } })
  const stopped = await watched(id, (news) => news.startsWith('No worker plays this run.'))
  expect(stopped).toMatchObject({ status: 'stopped', done: 0 })
  expect(await client.keys('*')).toEqual([])
})

it('a worker leaves a commit that it can’t fetch to others, and the owner says why', async () => {
  const one = worker()
  const elsewhere = pathToFileURL(tempFolder('no repository')).href
  const { id } = await at.studio.labBegin({ plan, queue: { url: url(), source: elsewhere } })
  const stopped = await watched(id, (news) => news.includes('can’t play it. There is no repository at this address'))
  expect(stopped.status).toBe('stopped')
  await one.says('A run is left to others: There is no repository at this address')
  expect(readdirSync(one.cache)).toEqual([])
  await one.stop()
})

it('a worker of another version, with other rules, or that can’t read the plan leaves the run to others', async () => {
  const run = { commit: at.git('rev-parse', 'HEAD').trim(), source: pathToFileURL(at.dir).href, rules: 'other', plan }
  const owner = await QueuePlayers.open(run, queueAddress(url()))
  const one = worker()
  await one.says('A run is left to others: The rules at the commit are not those of the run.')
  await expect.poll(() => owner.news).toContain('can’t play it. The rules at the commit are not those of the run.')
  await owner.close()

  const [token] = ['a'.repeat(32)]
  const announce = async (change: object): Promise<void> => {
    const versions = { protocol: 2, engine: ENGINE, measures: MEASURES, version: '0.0.1' }
    await client.set(`{proscenium-lab}:${token}:announcement`, JSON.stringify({ ...versions, ...run, ...change }), 'EX', 60)
    await client.zadd('{proscenium-lab}:runs', 1, token)
  }
  await announce({ engine: 3, plan: 'in other words' })
  const two = worker()
  await two.says('A run is left to others: It is another version of Proscenium (')
  await two.says(`the run needs 0.0.1, engine 3, measures ${MEASURES}). Update the older one.`)
  await announce({ commit: '--upload-pack=x' })
  const three = worker()
  await three.says('A run is left to others: The plan of the run can’t be read.')
  await Promise.all([one.stop(), two.stop(), three.stop()])
})

it('what a dead owner left is removed', async () => {
  const token = 'b'.repeat(32)
  const queue = new Queue(token, { connection: client, prefix: '{proscenium-lab}' })
  await queue.add('session', { session: 0 }, { jobId: '0-1' })
  await queue.close()
  await client.zadd('{proscenium-lab}:runs', 1, token)
  expect((await client.keys('*')).length).toBeGreaterThan(3)
  const one = worker()
  await expect.poll(() => client.keys('*')).toEqual([])
  await one.stop()
})

it('rows count once and only for what was asked; those that can’t be read are tried again', async () => {
  const owner = await QueuePlayers.open({ commit: 'c'.repeat(40), source: 'file:///nowhere', rules: '', plan }, queueAddress(url()))
  const player = await owner.start()
  const playing = asks(player, 2)
  await expect.poll(async () => (await client.keys('{proscenium-lab}:*:wait')).length).toBe(1)
  const [key = ''] = await client.keys('{proscenium-lab}:*:wait')
  const events = key.replace(/wait$/, 'events')
  const tell = (event: object): Promise<unknown> => client.xadd(events, '*', ...Object.entries({ event: 'completed', ...event }).flat())
  await tell({ jobId: '99-1', returnvalue: '"rows of a session that nobody asked for"' })
  await tell({ jobId: 'nonsense', returnvalue: '{}' })
  await tell({ jobId: '2-1', returnvalue: '"no rows"' })
  await expect(playing).rejects.toMatchObject({ message: 'A worker sent rows of session 2 that can’t be read.', data: { lost: true } })
  await owner.close()
})

it('a session that two workers are lost with counts as failed', async () => {
  const { id } = await at.studio.labBegin({ plan: { ...plan, sessions: 1 }, queue: { url: url() } })
  const over = watched(id)
  const [token = ''] = await client.zrange('{proscenium-lab}:runs', '0', '-1')
  /** Takes a session, says nothing more, and is gone. */
  const dying = async (): Promise<void> => {
    const connection = client.duplicate({ maxRetriesPerRequest: null })
    connection.on('error', () => undefined)
    const options = { prefix: '{proscenium-lab}', lockDuration: 200, stalledInterval: 100, maxStalledCount: 0, skipLockRenewal: true }
    let one: BullWorker | undefined
    await new Promise<void>((taken) => {
      one = new BullWorker(token, () => new Promise(() => taken()), { ...options, connection })
      one.on('error', () => undefined)
    })
    await one?.close(true)
    connection.disconnect()
  }
  await dying()
  await dying()
  const one = worker()
  expect(await over).toMatchObject({ status: 'done', done: 1 })
  const sql = 'SELECT ending, failures, beats, problem FROM session'
  expect((await at.studio.labQuery({ run: id, sql, rows: 9 })).rows).toEqual([['failed', 1, 0, 'The worker that played this session was lost.']])
  await one.stop()
})

it('an event that no worker writes ends the run with a sentence', async () => {
  const owner = await QueuePlayers.open({ commit: 'c'.repeat(40), source: 'file:///nowhere', rules: '', plan }, queueAddress(url()))
  const playing = asks(await owner.start(), 0)
  await expect.poll(async () => (await client.keys('{proscenium-lab}:*:wait')).length).toBe(1)
  const [key = ''] = await client.keys('{proscenium-lab}:*:wait')
  await client.xadd(key.replace(/wait$/, 'events'), '*', 'event', 'completed', 'jobId', '0-1', 'returnvalue', '{"')
  await expect(playing).rejects.toThrow(/ tells what no worker says\. Use another Redis/)
  await owner.close()
})

it('a worker that may not read the queue says so and ends', async () => {
  await client.call('ACL', 'SETUSER', 'oda', 'on', '>geheim', '~*', '+@all', '-zrange')
  const stop = new AbortController()
  const options = { threads: 1, cache: tempFolder('commits'), resources: process.cwd(), to: { err: () => undefined }, stop: stop.signal }
  await expect(work({ url: `redis://oda:geheim@127.0.0.1:${redis.port}` }, options)).rejects.toThrow(
    /^The queue refused what a worker needs \(NOPERM/
  )
})

it('a queue that stays away ends the run with what it has, and its worker', async () => {
  const run = { commit: at.git('rev-parse', 'HEAD').trim(), source: pathToFileURL(at.dir).href, rules: 'other', plan }
  const owner = await QueuePlayers.open(run, queueAddress(url()), 500)
  const playing = asks(await owner.start(), 0)
  const one = worker(500)
  await one.says('Waiting for runs')
  await redis.kill()
  await expect(playing).rejects.toThrow(`The queue at ${redis.url} went away and did not come back for 1 second.`)
  await expect(one.over).rejects.toThrow('Start Redis there, and then the worker again.')
  await owner.close()
  redis = await startRedis({ password: PASSWORD })
})

it('a queue that is full ends the run with a sentence', async () => {
  const owner = await QueuePlayers.open({ commit: 'c'.repeat(40), source: 'file:///nowhere', rules: '', plan }, queueAddress(url()))
  await client.config('SET', 'maxmemory', '1mb')
  const playing = asks(await owner.start(), 0)
  await expect(playing).rejects.toThrow(/^The queue at \S+ can’t take sessions \(OOM .*\)\./)
  await client.config('SET', 'maxmemory', '0')
  await owner.close()
  expect(await client.keys('*')).toEqual([])
})

it('keeps the commits that were used last, and no unfinished ones', async () => {
  const cache = tempFolder('commits')
  for (let n = 0; n < 12; n++) mkdirSync(join(cache, `${n}`.padStart(40, 'a')))
  mkdirSync(join(cache, `${'d'.repeat(40)}.fetching-999999999-1`))
  writeFileSync(join(cache, 'note.txt'), 'mine')
  const one = worker(undefined, cache)
  const { id } = await at.studio.labBegin({ plan: { ...plan, sessions: 1 }, queue: { url: url() } })
  expect(await watched(id)).toMatchObject({ status: 'done' })
  await one.stop()
  expect(readdirSync(cache).length).toBe(9)
  expect(existsSync(join(cache, at.git('rev-parse', 'HEAD').trim(), '.git/shallow'))).toBe(true)
})
