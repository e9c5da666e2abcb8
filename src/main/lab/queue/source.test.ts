import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { LabPlan } from '../../../shared/lab/plan'
import { git, put, tempFolder } from '../../campaign/git/testing/folders'
import { serveGit } from '../../campaign/remote/git-server.fixture'
import type { LabMaterial } from '../material'
import { fetchedMaterial, rulesHash, type SourceOptions } from './source'

const { signal } = new AbortController()
const options = (): SourceOptions => ({ cache: join(tempFolder('machine'), 'commits'), resources: process.cwd(), readsFiles: true })

/** A repository with two commits, and the first as a run that its rules belong to. */
function repository(): { dir: string; run: Parameters<typeof fetchedMaterial>[0] } {
  const dir = join(tempFolder('source'), "Oda's well 🪔")
  git(tempFolder('source'), 'init', '-q', dir)
  put(dir, 'rules/manifest.yaml', 'game: small\n')
  put(dir, 'world/a.md', 'One\n')
  git(dir, 'add', '-A')
  git(dir, 'commit', '-qm', 'One')
  const commit = git(dir, 'rev-parse', 'HEAD').trim()
  put(dir, 'world/a.md', 'Two\n')
  git(dir, 'commit', '-qam', 'Two')
  const rules = rulesHash({ files: new Map([['rules/manifest.yaml', Buffer.from('game: small\n')]]), personas: new Map() })
  return { dir, run: { commit, source: pathToFileURL(dir).href, rules, plan: LabPlan.parse({}) } }
}

it('a commit is fetched without its history, also one that no branch ends at, and kept', async () => {
  const { dir, run } = repository()
  const at = options()
  const { files } = await fetchedMaterial(run, at, signal)
  expect([...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString()])).toEqual([
    ['rules/manifest.yaml', 'game: small\n'],
    ['world/a.md', 'One\n']
  ])
  expect(readdirSync(at.cache)).toEqual([run.commit])
  writeFileSync(join(dir, '.git/HEAD'), 'gone')
  expect((await fetchedMaterial(run, at, signal)).files.size).toBe(2)
})

it('what can’t be fetched leaves nothing and says why', async () => {
  const { run } = repository()
  const at = options()
  const fetching = (change: object, more: object = {}): Promise<unknown> => fetchedMaterial({ ...run, ...change }, { ...at, ...more }, signal)
  await expect(fetching({ commit: 'b'.repeat(40) })).rejects.toThrow('The repository at this address does not have this commit')
  await expect(fetching({ source: pathToFileURL(tempFolder('none')).href })).rejects.toThrow('There is no repository at this address')
  await expect(fetching({}, { readsFiles: false })).rejects.toThrow('The commit is in a folder of another machine.')
  await expect(fetching({ source: 'ext::sh -c touch% /tmp/x' })).rejects.toThrow('This is not the address of a repository.')
  await expect(fetchedMaterial(run, at, AbortSignal.abort())).rejects.toThrow('Stopped.')
  expect(readdirSync(at.cache)).toEqual([])
  await expect(fetching({ rules: 'other' })).rejects.toThrow('The rules at the commit are not those of the run.')
})

it('a commit is fetched from a web server, with the rights of git’s own user, and from no other that it names', async () => {
  const { dir, run } = repository()
  const bare = join(tempFolder('bare'), 'story.git')
  git(dir, 'clone', '-q', '--bare', dir, bare)
  const [open, closed] = [await serveGit(bare, undefined), await serveGit(bare, 'a-token')]
  const commit = git(dir, 'rev-parse', 'HEAD').trim()
  const fetching = (source: string): Promise<LabMaterial> => fetchedMaterial({ ...run, commit, source }, options(), signal)
  expect((await fetching(open.url)).files.size).toBe(2)
  await expect(fetching(closed.url)).rejects.toThrow('The server wants a name and a password. Set up a credential helper')
  closed.mischief.redirect = new URL(open.url).origin
  const before = open.heard.length
  await expect(fetching(closed.url)).rejects.toThrow(/^git could not do this \(.*302\)\. Check the address/)
  expect(open.heard).toHaveLength(before)
  await Promise.all([open.close(), closed.close()])
})

it('the config and hooks of the repository run nothing', async () => {
  const { dir, run } = repository()
  const mark = join(tempFolder('mark'), 'ran')
  put(dir, 'hooks/any', `#!/bin/sh\ntouch ${mark}\n`)
  for (const name of ['uploadpack.packObjectsHook', 'core.fsmonitor', 'core.sshCommand', 'remote.origin.uploadpack'])
    git(dir, 'config', name, `touch ${mark};`)
  git(dir, 'config', 'core.hooksPath', join(dir, 'hooks'))
  await fetchedMaterial(run, options(), signal)
  expect(existsSync(mark)).toBe(false)
})
