import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { startFakeMessages, type FakeReply } from '../src/main/agents/anthropic/fake-messages.fixture'
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
