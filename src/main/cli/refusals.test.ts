import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sizeOf } from '../../../lint/tiers.mjs'
import { hashOf } from '../hash-of.fixture'
import { memoryKeys } from '../machine/keys'
import { VERSION } from '../place'
import { campaignsOf } from './campaigns'
import { runCommandLine } from './program'
import type { Host } from './usage'

let home: string
/** A new campaign, which the tests copy. */
let pristine: string
/** An empty folder of each test. */
let folder: string

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'proscenium-refusals-'))
  pristine = join(home, 'pristine')
  const { code, err } = await proscenium('new', pristine, '--seed', '3')
  if (code !== 0) throw new Error(err)
})
beforeEach(async () => {
  folder = await mkdtemp(join(home, 'test-'))
})
afterAll(() => rm(home, { recursive: true, force: true }))

/** Runs a command line in this process. An open campaign is neither served nor shown. */
async function proscenium(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const said = { out: '', err: '' }
  const out = (line: string) => void (said.out += `${line}\n`)
  const campaigns = campaignsOf({ home: join(home, 'home'), keys: memoryKeys(), tokens: memoryKeys(), environment: () => ({}) })
  const host: Host = {
    serve: (dir) => campaigns.open(dir ?? '', async () => undefined),
    serveArrow: async () => undefined,
    labWorker: async () => undefined,
    openApp: async () => 0,
    bench: async () => 0,
    gitToken: undefined,
    checkTokenServer: () => undefined
  }
  const code = await runCommandLine(argv, campaigns, host, { out, err: (line) => void (said.err += `${line}\n`), file: out }, VERSION)
  return { code, ...said }
}

const runFile = promisify(execFile)
/** Runs git in a folder with an author for its commits. */
const git = (dir: string, ...args: string[]) => runFile('git', ['-C', dir, '-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', ...args])

/** A folder that `spoil` has made unplayable, and the command that must refuse it. */
interface Row {
  name: string
  spoil: (dir: string) => Promise<unknown>
  command?: 'step' | 'check' | 'verify'
  says?: RegExp
  /** Whether the campaign can be read all the same. */
  reads?: boolean
}

/** Commits everything in the folder, like a user who edits files and commits them. */
const commit = async (dir: string) => {
  await git(dir, 'add', '-A')
  await git(dir, 'commit', '-q', '-m', 'By hand')
}
const file = (path: string, text: string | Buffer) => async (dir: string) => {
  await writeFile(join(dir, path), text)
  await commit(dir)
}
const remove = (path: string) => async (dir: string) => {
  await rm(join(dir, path))
  await commit(dir)
}
const rule = (body: string) => file('rules/actions/explore.ts', body)

const EMPTY: Row[] = [
  { name: 'an empty folder', spoil: () => Promise.resolve(), says: /campaign|story/i },
  { name: 'a folder with other things in it', spoil: (dir) => writeFile(join(dir, 'novel.md'), '# Mine') },
  {
    name: 'a repository of other things',
    async spoil(dir) {
      await git(dir, 'init', '-q')
      await file('novel.md', '# Mine')(dir)
    }
  },
  { name: 'a repository without a commit', spoil: (dir) => git(dir, 'init', '-q') },
  { name: 'a bare repository', spoil: (dir) => git(dir, 'init', '-q', '--bare') }
]

const SPOILT: Row[] = [
  { name: 'a detached HEAD', spoil: (dir) => git(dir, 'checkout', '-q', '--detach'), says: /branch/i, reads: true },
  {
    name: 'a merge in progress',
    async spoil(dir) {
      await git(dir, 'checkout', '-q', '-b', 'side')
      await file('table.yaml', 'side: 1\n')(dir)
      await git(dir, 'checkout', '-q', '-')
      await file('table.yaml', 'main: 1\n')(dir)
      await git(dir, 'merge', 'side').catch(() => undefined)
    },
    says: /merge/i,
    reads: true
  },
  {
    name: 'a shallow clone',
    async spoil(dir) {
      await git(dir, 'clone', '-q', '--depth', '1', `file://${dir}`, `${dir}-shallow`)
      await rm(dir, { recursive: true })
      await rename(`${dir}-shallow`, dir)
    },
    says: /shallow|depth|history/i
  },
  {
    name: 'a worktree that was moved',
    async spoil(dir) {
      await git(dir, 'worktree', 'add', '-q', '-b', 'beside', `${dir}-tree`)
      await rename(dir, `${dir}-main`)
      await git(`${dir}-main`, 'worktree', 'repair', `${dir}-tree`)
      await rename(`${dir}-tree`, dir)
    },
    says: /worktree that was moved/
  },
  { name: 'no next', spoil: remove('next'), says: /next/ },
  { name: 'a next that does not parse', spoil: file('next', 'beat: [1,\n'), says: /next/ },
  { name: 'a next that does not fit', spoil: file('next', 'beat: many\n'), says: /next/ },
  { name: 'a next of binary', spoil: file('next', Buffer.from([0, 255, 254, 0])), says: /next/ },
  { name: 'no current-scene', spoil: remove('current-scene'), says: /current-scene/ },
  { name: 'a current-scene that is nowhere', spoil: file('current-scene', 'sessions/session-9/001-scene\n'), says: /current-scene|session-9/ },
  { name: 'a current-scene outside', spoil: file('current-scene', '../../etc\n'), says: /current-scene/ },
  { name: 'STATS that do not parse', spoil: file('world/players/Wren/STATS.yaml', 'stats: {STR: 10\n'), says: /STATS\.yaml/ },
  { name: 'STATS that do not fit', spoil: file('world/players/Wren/STATS.yaml', 'stats: strong\n'), says: /STATS\.yaml/ },
  { name: 'no STATS', spoil: remove('world/players/Wren/STATS.yaml'), says: /Wren|STATS/ },
  { name: 'no narrative-version', spoil: remove('narrative-version'), says: /narrative-version/ },
  { name: 'a later format', spoil: file('narrative-version', 'format: 99\nengine: 99\n'), says: /narrative-version|newer|later/ },
  {
    name: 'a file that links out of the folder',
    spoil: (dir) =>
      rm(join(dir, 'next'))
        .then(() => symlink('/etc/hostname', join(dir, 'next')))
        .then(() => commit(dir)),
    says: /next|link/
  },
  {
    name: 'a file of 40 MB',
    async spoil(dir) {
      await truncate(join(dir, 'next'), 40 << 20)
      await commit(dir)
    },
    says: /next/
  },
  { name: 'no manifest', spoil: remove('rules/manifest.yaml'), says: /manifest/ },
  { name: 'a rule that does not parse', spoil: rule('export const = {'), says: /explore\.ts/ },
  { name: 'a rule that throws', spoil: rule("throw new Error('no')\n"), says: /explore\.ts/ },
  { name: 'a rule that loops for ever', spoil: rule('for (;;) {}\n'), says: /explore\.ts/ },
  { name: 'a rule that allocates without end', spoil: rule('const all = []\nfor (;;) all.push(new Array(10000).fill(all))\n'), says: /explore\.ts/ },
  { name: 'a rule that imports from the disk', spoil: rule("import fs from 'node:fs'\nexport default fs\n"), says: /explore\.ts|node:fs/ }
]

/** In the gate, every nth folder represents the others. */
const EVERY = sizeOf(import.meta.filename, 'every')
const ONE_SENTENCE = /^[\p{Lu}“"/\w][^\n]*\.\n$/u

describe('a folder that cannot be played', () => {
  it.each(EMPTY)('is refused in one sentence and unchanged: $name', async ({ spoil, says }) => {
    const dir = join(folder, 'it’s “mine” – 井 🪣')
    await mkdir(dir)
    await spoil(dir)
    const before = hashOf(dir)
    for (const name of ['step', 'log', 'check', 'serve']) {
      const { code, out, err } = await proscenium(name, dir)
      expect({ name, code, said: out + err }).toEqual({ name, code: 1, said: expect.stringMatching(says ?? ONE_SENTENCE) })
      expect(out + err).toMatch(ONE_SENTENCE)
    }
    expect(hashOf(dir)).toBe(before)
  })

  it.each(SPOILT.filter((_, n) => n % EVERY === 0))(
    'is refused in one sentence and unchanged: $name',
    async ({ spoil, command: name = 'step', says, reads = false }) => {
      const dir = join(folder, 'it’s “mine” – 井 🪣')
      await cp(pristine, dir, { recursive: true })
      await spoil(dir)
      const before = hashOf(dir)
      const { code, out, err } = await proscenium(name, dir)
      expect({ code, out, err }).toEqual({ code: 1, out: '', err: expect.stringMatching(ONE_SENTENCE) })
      expect(err).not.toContain('Something went wrong') // an internal error instead of a sentence about the folder
      expect(err).toMatch(says ?? ONE_SENTENCE)
      const isRead = !reads || (await proscenium('log', dir)).code === 0
      expect([isRead, hashOf(dir)]).toEqual([true, before])
    }
  )
})

it('wrong usage ends with 2, a problem with 1 and one sentence, and nothing changes', async () => {
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
    const outcome = await proscenium(...args)
    expect({ args, code: outcome.code, lines: (outcome.err + outcome.out).trim().split('\n').length }).toEqual({ args, code, lines: 1 })
    expect({ args, said: outcome.err + outcome.out }).toEqual({ args, said: expect.stringMatching(/^[\p{Lu}“"/].*[.?]\n$/u) })
  }
  for (const [args] of rows.filter(([[name], code]) => code === 1 && name !== 'check' && name !== 'open')) {
    const { out } = await proscenium(...args, '--json')
    expect({ args, ...JSON.parse(out) }).toMatchObject({ args, problem: { message: expect.any(String) } })
  }
  expect(await readFile(join(full, 'novel.md'), 'utf8')).toBe('# Mine')
})
