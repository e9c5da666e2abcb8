import { chmodSync, existsSync, readFileSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { git, put, tempFolder } from '../git/testing/folders'
import { cloneHistory, History } from '../history'
import { clean, NOW, play } from './remotes.fixture'

const access = { token: undefined, stop: new AbortController().signal }
let bare: string
let calls: string

/** Puts a script in the place of ssh. */
function ssh(script: string): void {
  const program = join(tempFolder('ssh'), 'ssh')
  writeFileSync(program, `#!/bin/sh\n${script}\n`)
  chmodSync(program, 0o755)
  vi.stubEnv('GIT_SSH', program)
  vi.stubEnv('GIT_SSH_VARIANT', 'ssh')
}

beforeEach(() => {
  bare = join(tempFolder('bare'), 'story.git')
  git(tempFolder('bare'), 'init', '-q', '--bare', '-b', 'trunk', bare)
  calls = join(tempFolder('calls'), 'calls')
  // The server is this machine: the last argument is what ssh would run there.
  ssh(`echo "$@" >> ${calls}\nfor last; do :; done\nexec sh -c "$last"`)
})

const url = (): string => `git@example.org:${bare}`

function campaign(): History {
  const history = History.create(tempFolder('here'), { clock: () => NOW, branch: 'trunk' })
  play(history, 3)
  history.addRemote('origin', url())
  return history
}

it("over SSH a campaign is pushed, cloned, played on there and fetched back by the system's git", async () => {
  const here = campaign()
  expect(git(here.dir, 'remote', 'get-url', 'origin').trim()).toBe(url())
  await here.push('origin', 'trunk', access)
  expect([git(bare, 'rev-parse', 'trunk').trim(), git(bare, 'fsck', '--full', '--strict')]).toEqual([here.head().commit, ''])
  here.createBranch('a-side', here.head().commit)
  await here.push('origin', 'a-side', access)

  const clone = join(tempFolder('there'), 'copy')
  expect(await cloneHistory(clone, `ssh://git@example.org${bare}`, access)).toBe('trunk')
  clean(clone)
  const other = History.open(clone, { clock: () => NOW })
  play(other, 3, 'b')
  await other.push('origin', 'trunk', access)
  await here.fetch('origin', access)
  expect(here.remotes()[0]?.branches.find(({ name }) => name === 'trunk')?.here).toEqual({ ahead: 0, behind: 3 })
  play(here, 1, 'c')
  await expect(here.push('origin', 'trunk', access)).rejects.toMatchObject({ code: 'conflict' })
  for (const history of [here, other]) history.dispose()
  clean(here.dir)
  expect(readFileSync(calls, 'utf8')).toContain(`git@example.org git-receive-pack '${bare}'`)
})

it('a branch that the server rejects is reported with its reason', async () => {
  const here = campaign()
  put(bare, 'hooks/pre-receive', '#!/bin/sh\nexit 1\n')
  chmodSync(join(bare, 'hooks/pre-receive'), 0o755)
  await expect(here.push('origin', 'trunk', access)).rejects.toThrow('The server rejected the branch trunk: pre-receive hook declined.')
  here.dispose()
})

it("a campaign's own config runs nothing", async () => {
  const here = campaign()
  await here.push('origin', 'trunk', access)
  const mark = join(tempFolder('mark'), 'ran')
  vi.stubEnv('GIT_DIR', join(here.dir, '.git'))
  git(here.dir, 'config', 'core.sshCommand', `touch ${mark};`)
  git(here.dir, 'config', 'remote.origin.uploadpack', `touch ${mark};`)
  git(here.dir, 'config', 'core.hooksPath', here.dir)
  put(here.dir, 'reference-transaction', `#!/bin/sh\ntouch ${mark}\n`)
  chmodSync(join(here.dir, 'reference-transaction'), 0o755)
  await here.fetch('origin', access)
  expect([here.remotes()[0]?.branches.length, existsSync(mark)]).toEqual([1, false])
  here.dispose()
})

it.each([
  ['echo "git@example.org: Permission denied (publickey)." >&2; exit 255', 'refused', /rejected your SSH keys. Load the right key/],
  ['echo "Host key verification failed." >&2; exit 255', 'refused', /does not know this server.*Connect once with ssh/],
  ['echo "ssh: Could not resolve hostname example.org" >&2; exit 255', 'disk', /can't be reached/],
  ['echo "ERROR: Repository not found." >&2; exit 1', 'not-found', /no repository at this address/],
  ['printf "\\033[31mOdd\\n" >&2; exit 3', 'refused', /^git could not do this \([\w :[\]-]+\)\. Check the address/]
])('when ssh answers %s, the sentence says what to do', async (script, code, sentence) => {
  const here = campaign()
  ssh(script)
  await expect(here.fetch('origin', access)).rejects.toMatchObject({ code, message: expect.stringMatching(sentence) as unknown })
  await expect(cloneHistory(join(tempFolder('there'), 'copy'), url(), access)).rejects.toMatchObject({ code })
  here.dispose()
})

it('a machine without git says that SSH needs it', async () => {
  const here = campaign()
  vi.stubEnv('PATH', tempFolder('empty'))
  await expect(here.fetch('origin', access)).rejects.toThrow(/need git, which was not found/)
  here.dispose()
})

it('an exchange that is stopped ends git and ssh', async () => {
  const here = campaign()
  const stop = new AbortController()
  const [folder, done] = [tempFolder('started'), join(tempFolder('done'), 'done')]
  // It reads until git is gone.
  ssh(`echo > ${folder}/started\ncat > /dev/null\necho > ${done}`)
  watch(folder, { persistent: false }, () => stop.abort())
  const ended = new Promise((resolve) => watch(join(done, '..'), { persistent: false }, resolve))
  await expect(here.fetch('origin', { ...access, stop: stop.signal })).rejects.toThrow('Stopped. Nothing was changed.')
  await ended
  here.dispose()
  clean(here.dir)
})
