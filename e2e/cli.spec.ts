import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { interpreter } from '../src/main/rules/instance'
import { CLI, expect, git, run, test } from './terminal'

test('a whole session by command line: made, played, verified, clean', async ({ folder, cli }) => {
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
  const log = await cli('log', dir, '--limit', '5')
  expect(log.out.trim().split('\n').length).toBeGreaterThanOrEqual(5)
  expect(await cli('check', dir)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^0 errors, 0 never reached, 0 possibly intentional\. Checked \d+ states in 400 calls\.\n$/)
  })
})

test('the same seed gives the same tree: at once, in twenty processes, in another place, language, time zone and year', async ({ folder, cli }) => {
  test.setTimeout(300_000)
  const [one, two] = [join(folder, 'one'), join(folder, 'ein anderer Ort – 二')]
  await cli('new', one, '--seed', '11', '--title', 'The Well')
  await cli('play', one, '--beats', '20')
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
  for (let n = 1; n <= 20; n++) {
    const step = await shell('step', two)
    expect(step.out, step.err).toMatch(new RegExp(`^${n} [0-9a-f]{8} \\S`))
  }
  expect(await git(two, 'rev-parse', 'HEAD^{tree}')).toBe(await git(one, 'rev-parse', 'HEAD^{tree}'))
})

test('the build has made ready the metered interpreter, byte for byte, and the games that new campaigns get', async ({ folder, cli }) => {
  const ready = join(import.meta.dirname, '../out/main/prebuilt')
  expect(Buffer.compare(await readFile(join(ready, 'interpreter.wasm')), await interpreter())).toBe(0)
  for (const game of ['cairn-hack', 'totm']) {
    await cli('new', join(folder, game), '--game', game)
    const [, rules = ''] = /^rules: "?(\w+)/m.exec(await readFile(join(folder, game, 'narrative-version'), 'utf8')) ?? []
    expect(await readdir(ready)).toContain(rules)
  }
})

test('wrong usage ends with 2, a problem with 1 and one sentence, and nothing is changed', async ({ folder, cli }) => {
  const empty = join(folder, 'empty')
  const file = join(folder, 'file.txt')
  const full = join(folder, 'full')
  await mkdir(empty)
  await mkdir(full)
  await writeFile(file, 'not a folder')
  await writeFile(join(full, 'novel.md'), '# Mine')
  const rows: [string[], number][] = [
    [['dance'], 2],
    [['play', empty, '--beats', 'many'], 2],
    [['play', empty], 1],
    [['step', file], 1],
    [['log', join(folder, 'nowhere')], 1],
    [['state', empty], 1],
    [['verify', empty], 1],
    [['check', empty], 1],
    [['new', full], 1],
    [['new', file], 1],
    [['serve', empty], 1],
    [['open', empty], 1]
  ]
  for (const [args, code] of rows) {
    const outcome = await cli(...args)
    expect({ args, code: outcome.code, lines: (outcome.err + outcome.out).trim().split('\n').length }).toEqual({ args, code, lines: 1 })
    expect(outcome.err + outcome.out, args.join(' ')).toMatch(/^[\p{Lu}“"/].*[.?]\n$/u)
    const asJson = await cli(...args, '--json')
    if (code === 1 && args[0] !== 'check' && args[0] !== 'open')
      expect(JSON.parse(asJson.out), args.join(' ')).toMatchObject({ problem: { message: expect.any(String) } })
  }
  expect(await readFile(join(full, 'novel.md'), 'utf8')).toBe('# Mine')
})
