import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { History } from '../history'
import { nodeDisk } from './disk'
import { userExcludes } from './user-config'
import { WREN, file, put, tempFolder } from './testing/folders'

const NAMES = ['HOME', 'XDG_CONFIG_HOME', 'GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG_NOSYSTEM']
let home: string
beforeEach(() => {
  home = tempFolder('home')
  for (const name of NAMES) vi.stubEnv(name, undefined)
  vi.stubEnv('HOME', home)
  vi.stubEnv('GIT_CONFIG_NOSYSTEM', '1')
})

/** The external changes that we report, and those that git reports in the same environment. */
function excluded(spoil: (dir: string) => void): [ours: string[], gits: string[]] {
  const history = History.create(tempFolder('excluded'))
  const { dir } = history
  history.commitFiles({ parent: undefined, files: new Map([['kept/.gitignore', file('!*.old\n')]]), message: 'one', author: WREN, time: 1 })
  for (const path of ['a.old', 'a.bak', 'a.orig', 'a.md', 'kept/b.old', 'deep/er/c.bak', 'only/d.md']) put(dir, path, 'x')
  spoil(dir)
  const said = execFileSync('git', ['-C', dir, 'status', '--porcelain', '--untracked-files=all'], { encoding: 'utf8' }).trimEnd().split('\n')
  const ours = history.externalChanges().map(({ path }) => path)
  history.dispose()
  return [ours, said.map((line) => line.slice(3)).toSorted()]
}

it("git/ignore in the user's config folder applies if no config names another file", () => {
  put(home, '.config/git/ignore', '*.old\n/only/\n')
  const [ours, gits] = excluded(() => undefined)
  expect(ours).toEqual(gits)
  expect(ours).toEqual(['a.bak', 'a.md', 'a.orig', 'deep/er/c.bak', 'kept/b.old'])
  vi.stubEnv('XDG_CONFIG_HOME', join(home, 'settings'))
  put(home, 'settings/git/ignore', '*.md\n')
  const [listed, theirs] = excluded(() => undefined)
  expect(listed).toEqual(theirs)
  expect(listed).not.toContain('a.md')
})

it("core.excludesFile is read from the system's, the user's, included and the repository's config; the last one applies", () => {
  put(home, '.config/git/ignore', '*.md\n')
  put(home, 'system', '[core]\n\texcludesFile = ~/swp\n')
  put(home, 'swp', '*.old\n')
  put(home, 'bak', '*.bak\n!a.bak\n')
  put(home, 'orig', '*.orig\n')
  vi.stubEnv('GIT_CONFIG_NOSYSTEM', undefined)
  vi.stubEnv('GIT_CONFIG_SYSTEM', join(home, 'system'))
  const [machine, gits] = excluded(() => undefined)
  expect([machine, machine.includes('a.old'), machine.includes('a.md')]).toEqual([gits, false, true])

  put(home, '.gitconfig', '[include]\n\tpath = more/git\n[user]\n\tname = Wren\n')
  put(home, 'more/git', `[core]\n\texcludesfile = "${home}/bak" ; ours\n`)
  const [user, theirs] = excluded(() => undefined)
  expect([user, user.includes('deep/er/c.bak'), user.includes('a.bak')]).toEqual([theirs, false, true])

  const own = (dir: string): void => void execFileSync('git', ['-C', dir, 'config', 'core.excludesFile', '~/orig'])
  const [repository, also] = excluded(own)
  expect([repository, repository.includes('a.orig'), repository.includes('deep/er/c.bak')]).toEqual([also, false, true])
})

it('a missing file, a folder or a pipe excludes nothing', () => {
  put(home, '.config/git/ignore', '*\n')
  for (const path of [join(home, 'none'), home, '']) {
    put(home, '.gitconfig', `[core]\n\texcludesFile = "${path}"\n`)
    expect(userExcludes(nodeDisk, home)).toBe('')
    // Git stops with an error when this path is a folder.
    if (path === home) continue
    const [ours, gits] = excluded(() => undefined)
    expect(ours).toEqual(gits)
  }
})

it('config files that include each other are read to a limited depth', () => {
  put(home, '.gitconfig', '[core]\n\texcludesFile = ~/bak\n[include]\n\tpath = .gitconfig\n')
  put(home, 'bak', '*.bak\n')
  expect(userExcludes(nodeDisk, home)).toBe('*.bak\n')
})
