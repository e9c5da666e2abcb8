import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { startFakeMessages, type FakeReply } from '../src/main/agents/anthropic/fake-messages.fixture'
import { sessionRows } from '../src/main/lab/results/sessions.fixture'
import { interpreter } from '../src/main/rules/instance'
import { CLI, expect, git, root, run, test } from './terminal'

test('a session is created, played, verified and checked from the command line, without git on the machine', async ({ folder, cli }) => {
  const dir = join(folder, 'well')
  expect(await cli('new', dir, '--game', 'cairn-hack', '--seed', '7')).toMatchObject({ code: 0, err: '' })
  const played = await cli('play', dir, '--sessions', '1')
  expect(played.code, played.err).toBe(0)
  const lines = played.out.trim().split('\n')
  expect(lines.length).toBeGreaterThan(20)
  // Every line names a commit, in order, with its own subject.
  const commits = (await git(dir, 'log', '--reverse', '--format=%H %s')).split('\n').slice(1)
  expect(lines).toEqual(commits.map((commit, i) => `${i + 1} ${commit.slice(0, 8)} ${commit.slice(41)}`))
  const verified = await cli('verify', dir, '--json')
  expect(verified.code, verified.err).toBe(0)
  expect(JSON.parse(verified.out)).toMatchObject({ play: commits.length, foreign: 0, mismatches: [] })
  expect(await git(dir, 'log', '--format=%(trailers:key=Kind,valueonly,separator=)')).not.toContain('edit')
  await git(dir, 'fsck', '--strict')
  expect(await git(dir, 'status', '--porcelain')).toBe('')

  const state = JSON.parse((await cli('state', dir, '--json')).out) as { next: { phase: string; session: number } }
  expect(state.next).toMatchObject({ phase: 'done', session: 1 })
  await cli('remote', dir, 'origin', 'git@git.example.org:well.git')
  expect((await cli('push', dir)).err).toBe('SSH addresses need git, which was not found on this machine. Install git, or use the https address.\n')
  const log = await cli('log', dir, '--limit', '5')
  expect(log.out.trim().split('\n').length).toBeGreaterThanOrEqual(5)
  expect(await cli('check', dir)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^0 errors, 0 never reached, \d+ possibly intentional\. Checked \d+ states in 400 calls\.\n$/m)
  })
})

test('wrong usage ends with code 2 and a folder without a campaign with code 1, each with one sentence', async ({ folder, cli }) => {
  for (const [args, code] of [
    [['dance'], 2],
    [['step', folder], 1],
    [['serve', folder], 1],
    [['open', folder], 1]
  ] as const) {
    const outcome = await cli(...args)
    expect(outcome).toEqual({ code, out: '', err: expect.stringMatching(/^[\p{Lu}“"/].*[.?]\n$/u) })
  }
  expect(JSON.parse((await cli('serve', folder, '--json')).out)).toMatchObject({ problem: { message: expect.any(String) } })
})

test('the same seed gives the same files in one process or eight, in another folder, language, time zone and year', async ({ folder, cli }) => {
  const [one, two] = [join(folder, 'one'), join(folder, 'ein anderer Ort – 二')]
  await cli('new', one, '--seed', '11', '--title', 'The Well')
  await cli('play', one, '--beats', '8')
  await mkdir(join(folder, 'other'))
  const elsewhere = {
    TZ: 'Pacific/Chatham',
    LANG: 'tr_TR.UTF-8',
    LC_ALL: 'tr_TR.UTF-8',
    HOME: join(folder, 'other'),
    PROSCENIUM_HOME: join(folder, 'other'),
    // Every process runs with a clock three years ahead.
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent('const now = Date.now; Date.now = () => now() + 3 * 365 * 864e5')}`
  }
  const shell = (...args: string[]) => run('sh', ['-c', 'umask 077; exec "$@"', 'sh', process.execPath, CLI, ...args], elsewhere, folder)
  await shell('new', two, '--seed', '11', '--title', 'The Well')
  for (let n = 1; n <= 8; n++) {
    const step = await shell('step', two)
    expect(step.out, step.err).toMatch(new RegExp(`^${n} [0-9a-f]{8} \\S`))
  }
  expect(await git(two, 'rev-parse', 'HEAD^{tree}')).toBe(await git(one, 'rev-parse', 'HEAD^{tree}'))
})

test('the build contains the metered interpreter and the games for new campaigns', async ({ folder, cli }) => {
  const ready = join(import.meta.dirname, '../out/main/prebuilt')
  expect(Buffer.compare(await readFile(join(ready, 'interpreter.wasm')), await interpreter())).toBe(0)
  for (const game of ['cairn-hack', 'totm']) {
    await cli('new', join(folder, game), '--game', game)
    const [, rules = ''] = /^rules: "?(\w+)/m.exec(await readFile(join(folder, game, 'narrative-version'), 'utf8')) ?? []
    expect(await readdir(ready)).toContain(rules)
  }
})

test('arrow serve reports the cost of a request, keeps its budget, and tells its client when Ctrl+C ends it', async ({ folder }) => {
  const answer: FakeReply = {
    parts: [{ text: 'It rains. '.repeat(40) }, { tool: 'create_insert_node', input: { type: 'content', preset: { content: 'Rain.' } } }]
  }
  const fake = await startFakeMessages((_request, n) => (n === 1 ? answer : { ...answer, after: 5, ending: 'silence' }), { key: 'a-key' })
  const args = ['arrow', 'serve', '--model', 'claude-sonnet-5-5', '--json', '--budget']
  const env = { ...process.env, PROSCENIUM_HOME: folder, PROSCENIUM_API_KEY: 'a-key', PROSCENIUM_BASE_URL: fake.url }
  const arrow = await readFile(join(root, 'src/arrow/fixtures/untitled-new-project.arrow'), 'utf8')
  /** Serves with a budget and asks for rain. `interrupt`: presses Ctrl+C once the answer has begun. */
  const serve = async (budget: string, interrupt: boolean): Promise<{ heard: Record<string, unknown>[]; closed: number; code: number | null }> => {
    const server = spawn(process.execPath, [CLI, ...args, budget], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    const exit = once(server, 'exit') as Promise<[number | null]>
    const [line] = (await once(server.stdout, 'data')) as [Buffer]
    const socket = new WebSocket((JSON.parse(String(line)) as { url: string }).url)
    const heard: Record<string, unknown>[] = []
    const closed = once(socket, 'close') as Promise<[number]>
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(String(data)) as Record<string, unknown>
      heard.push(message)
      if (message['type'] === 'connected') {
        socket.send(JSON.stringify({ type: 'hello', capabilities: ['functions', 'batch', 'text_chunk'] }))
        socket.send(JSON.stringify({ type: 'user_message', message: 'Let it rain', arrow_content: arrow }))
      }
      if (message['type'] === 'function_call')
        socket.send(JSON.stringify({ type: 'function_result', request_id: message['request_id'], success: true, result: 3 }))
      if (!server.killed && (message['type'] === 'end' || (interrupt && message['type'] === 'text_chunk'))) server.kill('SIGINT')
    })
    return { heard, closed: (await closed)[0], code: (await exit)[0] }
  }
  try {
    const poor = await serve('0.000001', false)
    expect([poor.code, poor.closed, fake.requests.length]).toEqual([0, 1001, 1])
    expect(poor.heard.filter(({ type }) => type === 'chat_response').at(-1)?.['message']).toMatch(/^The assistant has reached its budget of /)
    expect(poor.heard.at(-2)).toMatchObject({ type: 'status', status: 'ready', usage: { cost: expect.any(Number), total_cost: expect.any(Number) } })
    const stopped = await serve('5', true)
    expect([stopped.code, stopped.closed]).toEqual([0, 1001])
    expect(stopped.heard.slice(-3)).toMatchObject([
      { type: 'chat_response', message: 'The assistant was shut down, so this request ended. What it did until then stays.' },
      { type: 'status', status: 'ready' },
      { type: 'end' }
    ])
    await expect.poll(() => fake.open).toBe(0)
  } finally {
    await fake.close()
  }
})

test('a run answers SQL and is exported; a query that DuckDB can’t stop ends with its process, and the next one is answered', async ({
  folder,
  cli,
  pristine
}) => {
  expect(await cli('lab', 'sql', pristine, 'FROM session')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^This campaign has no runs yet\. /)
  })
  const dir = join(folder, 'The Hanged Bell’s “Łódź” 🎲')
  await cp(pristine, dir, { recursive: true })
  expect(await cli('lab', 'run', dir, '--sessions', '2', '--beats', '12')).toMatchObject({ code: 0 })
  const sql = 'SELECT session, count(*) AS beats FROM beat GROUP BY session ORDER BY session'
  expect(await cli('lab', 'sql', dir, sql, '--csv')).toMatchObject({ code: 0, out: 'session,beats\n0,12\n1,12\n' })
  expect(await cli('lab', 'sql', dir, 'SELEC 1')).toMatchObject({
    code: 1,
    out: '',
    err: 'Parser Error: syntax error at or near "SELEC"\n\nLINE 1: SELEC 1\n        ^\n'
  })
  expect(await cli('lab', 'sql', dir, 'DELETE FROM session')).toMatchObject({ code: 1, err: expect.stringMatching(/^A query here can only read\. /) })
  const tables = join(folder, 'tables')
  expect(await cli('lab', 'export', dir, tables, '--json')).toMatchObject({ code: 0 })
  expect((await readFile(join(tables, 'beat.parquet'))).subarray(0, 4).toString()).toBe('PAR1')

  const endless = await cli('lab', 'sql', dir, "SELECT levenshtein(repeat('ab', 100000), repeat('ba', 100000))")
  expect(endless).toEqual({ code: 1, out: '', err: 'The query took longer than 10 seconds. Filter the rows sooner, or join fewer of them.\n' })
  expect(await cli('lab', 'sql', dir, sql, '--csv')).toMatchObject({ code: 0, out: 'session,beats\n0,12\n1,12\n' })
})

test('a lab’s results have whole sessions after their process was killed, and another one waits until the file is free', async ({ folder }) => {
  const file = join(folder, 'results.duckdb')
  const start = async () => {
    const child = spawn(process.execPath, [join(root, 'out/main/lab-results.js')], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      serialization: 'advanced'
    })
    expect(await once(child, 'message')).toEqual(['ready', undefined])
    let id = 0
    const ask = async (method: string, ...parameters: unknown[]): Promise<unknown> => {
      child.send({ id: ++id, file, method, parameters })
      const [said] = (await once(child, 'message')) as [{ answer?: unknown; problem?: { message: string } }]
      return said.problem?.message ?? said.answer
    }
    return { child, ask }
  }
  const one = await start()
  await one.ask('add', [sessionRows(0)])
  const other = await start()
  expect(await other.ask('sessions')).toMatch(/^The run is being played or read by another Proscenium\. /)

  // Killed while it adds, again and again.
  const adding = other.ask(
    'add',
    Array.from({ length: 50 }, (_, at) => sessionRows(1 + at))
  )
  for (let from = 100; from < 160; from += 20)
    void one.ask(
      'add',
      Array.from({ length: 20 }, (_, at) => sessionRows(from + at))
    )
  await once(one.child, 'message')
  one.child.kill('SIGKILL')
  expect(await adding).toBeUndefined()
  const whole = 'SELECT count(*) AS sessions, bool_and(beats = (SELECT count(*) FROM beat b WHERE b.session = s.session)) AS isWhole FROM session s'
  const [{ sessions, isWhole } = { sessions: 0, isWhole: false }] = (await other.ask('rows', whole, [])) as { sessions: number; isWhole: boolean }[]
  // The first one, those of the waiting process, and as many batches as were saved.
  expect(isWhole && sessions >= 71 && (sessions - 51) % 20 === 0, String(sessions)).toBe(true)
  other.child.disconnect()
  await once(other.child, 'exit')
})
