import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Redis } from 'ioredis'
import { RESULT_TABLE_NAMES } from '../src/main/lab/results/schema'
import { encrypted, type RedisServer, startRedis } from '../src/main/lab/queue/redis.fixture'
import { CLI, expect, root, run, test as base } from './terminal'

const SESSIONS = 40
const PLAN = ['--sessions', String(SESSIONS), '--story-sessions', '1', '--beats', '150', '--watch', 'hp=actor.Wren.hp', '--driver', 'tide=0..5']

/** A process that runs until it is ended. */
class Running {
  readonly #lines: string[] = []
  readonly #heard: (() => void)[] = []
  /** The exit code; -1 if a signal ended it. */
  readonly code: Promise<number>
  #at = 0
  #out = ''

  constructor(readonly child: ChildProcess) {
    child.stdout?.setEncoding('utf8').on('data', (part: string) => (this.#out += part))
    if (child.stderr)
      createInterface(child.stderr).on('line', (line) => {
        this.#lines.push(line)
        for (const heard of this.#heard.splice(0)) heard()
      })
    this.code = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : -1))
  }

  /** Waits for a line on stderr after the last one waited for. Rejects with all lines if the process ends before. */
  async says(text: string | RegExp): Promise<string> {
    const found = (): string | undefined => {
      while (this.#at < this.#lines.length) {
        const line = this.#lines[this.#at++] ?? ''
        if (typeof text === 'string' ? line.includes(text) : text.test(line)) return line
      }
      return undefined
    }
    for (;;) {
      const line = found()
      if (line !== undefined) return line
      const ended = await Promise.race([new Promise<false>((heard) => this.#heard.push(() => heard(false))), this.code.then(() => true)])
      if (!ended) continue
      const last = found()
      if (last === undefined) throw new Error(`“${String(text)}” was never said, but:\n${this.#lines.join('\n')}`)
      return last
    }
  }

  /** What it printed on stdout until its end. */
  async answer(): Promise<string> {
    await this.code
    if (this.#out === '') throw new Error(`It printed no answer, but:\n${this.#lines.join('\n')}`)
    return this.#out
  }

  async end(signal: NodeJS.Signals): Promise<number> {
    this.child.kill(signal)
    return this.code
  }
}

interface Queue {
  redis: RedisServer
  /** Looks into the queue. */
  client: Redis
  /** A campaign of the test's own, with an apostrophe, a space and an emoji in its path. */
  dir: string
  /** What the environment of commands has besides. */
  environment: Record<string, string>
  /** Starts a command, with the home folder of a machine of its own. */
  start: (machine: string, ...args: string[]) => Running
  worker: (machine: string) => Running
  /** For each table and session of a run, the number of rows and their hash. */
  rows: (id: string) => Promise<unknown[][]>
}

const test = base.extend<Queue>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from its pattern
  redis: async ({}, use) => {
    const redis = await startRedis()
    await use(redis)
    await redis.kill()
  },
  client: async ({ redis }, use) => {
    const client = new Redis(redis.url)
    client.on('error', () => undefined)
    await use(client)
    client.disconnect()
  },
  dir: async ({ folder, pristine }, use) => {
    const dir = join(folder, "Oda's well 🪔")
    await cp(pristine, dir, { recursive: true })
    await use(dir)
  },
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from its pattern
  environment: async ({}, use) => use({}),
  start: async ({ folder, environment }, use) => {
    const all: Running[] = []
    await use((machine, ...args) => {
      const env = { ...process.env, ...environment, PROSCENIUM_HOME: join(folder, machine) }
      const running = new Running(spawn(process.execPath, [CLI, ...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] }))
      all.push(running)
      return running
    })
    await Promise.all(all.map((one) => one.end('SIGKILL')))
  },
  worker: async ({ start, redis }, use) => use((machine) => start(machine, 'lab', 'worker', '--queue', redis.url, '--threads', '1')),
  rows: async ({ folder, dir }, use) =>
    use(async (id) => {
      const tables = RESULT_TABLE_NAMES.map((table) => `SELECT '${table}' AS of, session, x::VARCHAR AS row FROM "${table}" AS x`)
      const sql = `SELECT of, session, count(*), md5(string_agg(row, ' ' ORDER BY row)) FROM (${tables.join(' UNION ALL ')}) GROUP BY ALL ORDER BY ALL`
      const args = ['lab', 'sql', dir, sql, '--run', id, '--rows', '10000', '--json']
      const { out } = await run(process.execPath, [CLI, ...args], { PROSCENIUM_HOME: join(folder, 'owner') })
      return (JSON.parse(out) as { rows: unknown[][] }).rows
    })
})

/** A run as `--json` prints it. */
const runOf = (said: string): { id: string; status: string; done: number } => JSON.parse(said) as { id: string; status: string; done: number }

/** The jobs that workers play now. */
async function active(client: Redis): Promise<number> {
  const [token] = await client.zrange('{proscenium-lab}:runs', '0', '-1')
  return token === undefined ? 0 : client.llen(`{proscenium-lab}:${token}:active`)
}

test('two workers play a run, one is killed in the middle, and every row is as without them', async ({ client, dir, start, worker, rows, redis }) => {
  const [one, other] = [worker('one'), worker('other')]
  await Promise.all([one.says('Waiting for runs'), other.says('Waiting for runs')])
  const owner = start('owner', 'lab', 'run', dir, ...PLAN, '--queue', redis.url, '--json')
  await Promise.all([one.says(/^Played 1 session/), other.says(/^Played 1 session/)])
  // Each plays one session and holds the next.
  await expect.poll(() => active(client)).toBe(4)
  expect(await one.end('SIGKILL')).toBe(-1)
  const queued = runOf(await owner.answer())
  expect([await owner.code, queued]).toEqual([0, expect.objectContaining({ status: 'done', done: SESSIONS })])
  await other.says(/^Played \d+ sessions of a run/)
  expect(await client.keys('{proscenium-lab}:*')).toEqual([])
  expect(await other.end('SIGINT')).toBe(0)

  const threads = runOf(await start('owner', 'lab', 'run', dir, ...PLAN, '--json').answer())
  expect(await rows(queued.id)).toEqual(await rows(threads.id))
  expect((await rows(queued.id)).filter(([of]) => of === 'session')).toHaveLength(SESSIONS)
})

test('a run whose owner is killed goes on at the queue where it was, and one that is stopped leaves nothing there', async ({
  client,
  dir,
  start,
  worker,
  rows,
  redis
}) => {
  const first = start('owner', 'lab', 'run', dir, ...PLAN, '--queue', redis.url, '--json')
  await first.says('No worker plays this run. Start one with "proscenium lab worker --queue')
  const one = worker('one')
  await one.says(/^Played 1 session/)
  await first.end('SIGKILL')
  const second = start('owner', 'lab', 'resume', dir, '--queue', redis.url, '--json')
  // The worker leaves the run of the dead owner when its announcement has expired, and plays the one that goes on.
  await one.says(/^Played \d+ sessions? of a run/)
  await one.says(/^Played 1 session\./)
  await second.end('SIGINT')
  const stopped = runOf(await second.answer())
  expect(stopped.status).toBe('stopped')
  await one.says(/^Played \d+ sessions? of a run/)
  expect(await client.keys('{proscenium-lab}:*')).toEqual([])

  const third = runOf(await start('owner', 'lab', 'resume', dir, '--queue', redis.url, '--json').answer())
  expect(third).toMatchObject({ id: stopped.id, status: 'done', done: SESSIONS })
  const threads = runOf(await start('owner', 'lab', 'run', dir, ...PLAN, '--json').answer())
  expect(await rows(third.id)).toEqual(await rows(threads.id))
})

test('a queue that loses everything gets its sessions again when it is back', async ({ dir, start, worker, rows, redis }) => {
  const one = worker('one')
  await one.says('Waiting for runs')
  const owner = start('owner', 'lab', 'run', dir, ...PLAN, '--queue', redis.url, '--json')
  await one.says(/^Played 1 session/)
  await redis.kill()
  await one.says(`The queue at ${redis.url} went away. Trying to reach it for 600 seconds.`)
  const again = await startRedis({ port: redis.port })
  await one.says('The queue is back.')
  const queued = runOf(await owner.answer())
  expect(queued).toMatchObject({ status: 'done', done: SESSIONS })
  const threads = runOf(await start('owner', 'lab', 'run', dir, ...PLAN, '--json').answer())
  expect(await rows(queued.id)).toEqual(await rows(threads.id))
  await again.kill()
})

test('a run and its worker meet as a user of an encrypted server whose certificate an own authority signed', async ({
  folder,
  dir,
  start,
  environment
}) => {
  const { authority, ...settings } = await encrypted(folder)
  const hidden = await startRedis(settings)
  const password = 'Mara’s: geheim/ß'
  const admin = new Redis(hidden.url, { tls: { ca: await readFile(authority, 'utf8') } })
  await admin.call('ACL', 'SETUSER', 'mara', 'on', `>${password}`, '~{proscenium-lab}:*', '&*', '+@all')
  const url = hidden.url.replace('//', '//mara@')
  const run = ['lab', 'run', dir, '--sessions', '2', '--story-sessions', '1', '--beats', '20', '--queue', url, '--json']
  await start('owner', ...run).says(/ can’t be trusted \(SELF_SIGNED_CERT_IN_CHAIN\)\. .* NODE_EXTRA_CA_CERTS\.$/)
  environment['NODE_EXTRA_CA_CERTS'] = authority
  await start('owner', ...run).says(' asks for another password. Enter it in Settings or, in a terminal, set PROSCENIUM_QUEUE_PASSWORD.')
  environment['PROSCENIUM_QUEUE_PASSWORD'] = password
  const one = start('one', 'lab', 'worker', '--queue', url, '--threads', '1')
  await one.says('Waiting for runs')
  expect(runOf(await start('owner', ...run).answer())).toMatchObject({ status: 'done', done: 2 })
  await one.says(/^Played 2 sessions of a run/)
  expect(await admin.keys('*')).toEqual([])
  admin.disconnect()
  await hidden.kill()
})
