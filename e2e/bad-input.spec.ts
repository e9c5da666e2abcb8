import { cp, mkdir, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, git, hashOf, test } from './terminal'

/** A folder that `spoil` has made unplayable, and the command that must refuse it. */
interface Row {
  name: string
  spoil: (dir: string) => Promise<unknown>
  command?: 'step' | 'check' | 'verify'
  says?: RegExp
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
  { name: 'a detached HEAD', spoil: (dir) => git(dir, 'checkout', '-q', '--detach'), says: /branch/i },
  {
    name: 'a merge in progress',
    async spoil(dir) {
      await git(dir, 'checkout', '-q', '-b', 'side')
      await file('table.yaml', 'side: 1\n')(dir)
      await git(dir, 'checkout', '-q', '-')
      await file('table.yaml', 'main: 1\n')(dir)
      await git(dir, 'merge', 'side').catch(() => undefined)
    },
    says: /merge/i
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
    name: 'a worktree',
    async spoil(dir) {
      await git(dir, 'worktree', 'add', '-q', '-b', 'beside', `${dir}-tree`)
      await rename(dir, `${dir}-main`)
      await git(`${dir}-main`, 'worktree', 'repair', `${dir}-tree`)
      await git(`${dir}-main`, 'worktree', 'move', `${dir}-tree`, dir)
    },
    says: /worktree/i
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
    name: 'a file of 100 MB',
    async spoil(dir) {
      await truncate(join(dir, 'next'), 100 << 20)
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

const ONE_SENTENCE = /^[\p{Lu}“"/\w][^\n]*\.\n$/u

test.describe('a folder that cannot be played is refused in one sentence and left as it is', () => {
  for (const { name, spoil, says } of EMPTY) {
    test(name, async ({ folder, cli }) => {
      const dir = join(folder, 'it’s “mine” – 井 🪣')
      await mkdir(dir)
      await spoil(dir)
      const before = await hashOf(dir)
      for (const command of ['step', 'log', 'check', 'serve']) {
        const { code, out, err } = await cli(command, dir)
        expect({ command, code, said: out + err }).toEqual({ command, code: 1, said: expect.stringMatching(says ?? ONE_SENTENCE) })
        expect(out + err).toMatch(ONE_SENTENCE)
      }
      expect(await hashOf(dir)).toBe(before)
    })
  }

  for (const { name, spoil, command = 'step', says } of SPOILT) {
    test(name, async ({ folder, cli, pristine }) => {
      const dir = join(folder, 'it’s “mine” – 井 🪣')
      await cp(pristine, dir, { recursive: true })
      await spoil(dir)
      const before = await hashOf(dir)
      const { code, out, err } = await cli(command, dir)
      expect({ code, out, err }).toEqual({ code: 1, out: '', err: expect.stringMatching(ONE_SENTENCE) })
      expect(err).not.toContain('Something went wrong') // an internal error instead of a sentence about the folder
      if (says) expect(err).toMatch(says)
      expect(await hashOf(dir)).toBe(before)
    })
  }
})
