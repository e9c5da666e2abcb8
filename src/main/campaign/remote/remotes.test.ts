import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { git, put, tempFolder } from '../git/testing/folders'
import { cloneHistory, History } from '../history'
import { serveGit, type GitServer } from './git-server.fixture'
import { clean, NOW, play } from './remotes.fixture'

const TOKEN = 'a-token-of-nobody'
const never = new AbortController().signal
const access = { token: TOKEN, stop: never }

let servers: GitServer[] = []
afterEach(async () => {
  for (const server of servers) await server.close()
  servers = []
})

/** A bare repository behind a server, as `git init --bare` creates it. */
async function server(token: string | undefined = TOKEN): Promise<{ bare: string; server: GitServer }> {
  const bare = join(tempFolder('bare'), 'story.git')
  git(tempFolder('bare'), 'init', '-q', '--bare', '-b', 'main', bare)
  git(bare, 'config', 'http.receivepack', 'true')
  const gitServer = await serveGit(bare, token)
  servers.push(gitServer)
  return { bare, server: gitServer }
}

it('a campaign is pushed, cloned, played on there and fetched back', async () => {
  const {
    bare,
    server: { url }
  } = await server()
  const here = History.create(tempFolder('here'), { clock: () => NOW })
  play(here, 5)
  here.addRemote('origin', url)
  expect(git(here.dir, 'remote', 'get-url', 'origin').trim()).toBe(url)
  await here.push('origin', 'main', access)
  expect(git(bare, 'rev-parse', 'main').trim()).toBe(here.head().commit)
  expect(git(bare, 'fsck', '--full', '--strict')).toBe('')
  expect(here.remotes()).toEqual([{ name: 'origin', url, branches: [{ name: 'main', head: here.head().commit, here: { ahead: 0, behind: 0 } }] }])

  const clone = join(tempFolder('there'), 'copy')
  expect(await cloneHistory(clone, url, access)).toBe('main')
  clean(clone)
  const other = History.open(clone, { clock: () => NOW })
  expect([other.head().commit, other.recovered.kept]).toEqual([here.head().commit, []])
  play(other, 3)
  await other.push('origin', 'main', access)

  play(here, 0)
  await here.fetch('origin', access)
  expect(here.remotes()[0]?.branches).toEqual([{ name: 'main', head: other.head().commit, here: { ahead: 0, behind: 3 } }])
  here.forward('main', other.head().commit)
  expect([here.head().commit, here.remotes()[0]?.branches[0]?.here]).toEqual([other.head().commit, { ahead: 0, behind: 0 }])
  expect(readFileSync(join(here.dir, 'next'), 'utf8')).toBe('a: 2\n')
  for (const history of [here, other]) history.dispose()
  clean(here.dir)
  clean(clone)
})

it('director’s notes go with a push and a fetch, and those of two copies are merged note by note', async () => {
  const {
    bare,
    server: { url }
  } = await server()
  const here = History.create(tempFolder('here'), { clock: () => NOW })
  const first = play(here, 2)
  const last = play(here, 1)
  here.addRemote('origin', url)
  here.writeNotes(new Map([[first, 'one\ntwo\n']]), 'Add a note')
  await here.push('origin', 'main', access)
  expect(git(bare, 'notes', '--ref=proscenium', 'show', first)).toBe('one\ntwo\n')
  const clone = join(tempFolder('there'), 'copy')
  await cloneHistory(clone, url, access)
  const other = History.open(clone, { clock: () => NOW })
  other.addRemote('again', url)
  const textsIn = (history: History) => new Map([...history.notes()].map(([commit, { oid }]) => [commit, history.blob(oid).toString()]))
  expect(textsIn(other)).toEqual(new Map([[first, 'one\ntwo\n']]))

  here.writeNotes(new Map([[first, 'two\nthree\n']]), 'Edit a note')
  other.writeNotes(
    new Map([
      [first, 'one\ntwo\nfour\n'],
      [last, 'five\n']
    ]),
    'Add notes'
  )
  play(other, 1)
  await other.push('origin', 'main', access)
  await here.fetch('origin', access)
  const merged = new Map([
    [first, 'two\nthree\nfour\n'],
    [last, 'five\n']
  ])
  expect(textsIn(here)).toEqual(merged)
  here.forward('main', other.head().commit)
  await here.push('origin', 'main', access)
  await other.fetch('origin', access)
  expect(textsIn(other)).toEqual(merged)
  expect(git(bare, 'rev-parse', 'refs/notes/proscenium')).toBe(git(clone, 'rev-parse', 'refs/notes/proscenium'))
  for (const history of [here, other]) history.dispose()
  clean(here.dir)
  clean(clone)
})

it('diverged branches are both kept: a push is refused with a remedy, and a fetched branch can be played on', async () => {
  const {
    server: { url }
  } = await server()
  const here = History.create(tempFolder('here'), { clock: () => NOW })
  play(here, 2)
  here.addRemote('origin', url)
  await here.push('origin', 'main', access)
  const clone = join(tempFolder('there'), 'copy')
  await cloneHistory(clone, url, access)
  const other = History.open(clone, { clock: () => NOW })
  const theirs = play(other, 2, 'b')
  await other.push('origin', 'main', access)
  play(here, 3, 'c')
  await expect(here.push('origin', 'main', access)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('Fetch first') as unknown
  })
  await here.fetch('origin', access)
  expect(here.remotes()[0]?.branches[0]?.here).toEqual({ ahead: 3, behind: 2 })
  expect(() => here.forward('main', theirs)).toThrow(/can't be moved forward/)
  await expect(here.push('origin', 'main', access)).rejects.toMatchObject({ code: 'conflict' })
  here.createBranch('theirs', theirs)
  here.switchTo('theirs')
  play(here, 1, 'd')
  await here.push('origin', 'theirs', access)
  expect(here.remotes()[0]?.branches.map(({ name }) => name)).toEqual(['main', 'theirs'])
  here.removeRemote('origin')
  expect([here.remotes(), git(here.dir, 'remote'), git(here.dir, 'branch', '-r')]).toEqual([[], '', ''])
  for (const history of [here, other]) history.dispose()
  clean(here.dir)
})

it("a clone checks out the server's default branch, or the one that contains a campaign", async () => {
  const { bare, server: made } = await server()
  const code = tempFolder('code')
  git(code, 'init', '-q', '-b', 'main')
  git(code, 'commit', '-q', '--allow-empty', '-m', 'A program')
  git(code, 'push', '-q', bare, 'main')
  expect(await cloneHistory(join(tempFolder('there'), 'copy'), made.url, access)).toBe('main')
  git(code, 'switch', '-q', '-c', 'proscenium')
  put(code, 'world/STATE.yaml', 'clock: {}\n')
  git(code, 'add', '--all')
  git(code, 'commit', '-q', '-m', 'A campaign')
  git(code, 'push', '-q', bare, 'proscenium')
  const clone = join(tempFolder('there'), 'copy')
  expect(await cloneHistory(clone, made.url, access)).toBe('proscenium')
  clean(clone)
})

it('a wrong or missing token and a wrong address are reported, and the token is stored nowhere', async () => {
  const {
    server: { url }
  } = await server()
  const here = History.create(tempFolder('here'), { clock: () => NOW })
  play(here, 1)
  here.addRemote('origin', url)
  await expect(here.push('origin', 'main', { token: 'wrong', stop: never })).rejects.toMatchObject({
    message: expect.stringContaining('rejected the token') as unknown,
    data: { wants: 'token' }
  })
  await expect(here.fetch('origin', { token: undefined, stop: never })).rejects.toMatchObject({
    message: expect.stringContaining('needs a token') as unknown
  })
  await here.push('origin', 'main', access)
  await here.fetch('origin', access)
  here.addRemote('nowhere', url.replace('story', 'other'))
  await expect(here.fetch('nowhere', access)).rejects.toMatchObject({ code: 'not-found' })
  here.addRemote('closed', 'http://127.0.0.1:1/story.git')
  await expect(here.fetch('closed', access)).rejects.toMatchObject({ code: 'disk', message: expect.stringContaining("can't be reached") as unknown })
  const texts = readdirSync(join(here.dir, '.git'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(texts.length).toBeGreaterThan(5)
  for (const { parentPath, name } of texts) expect(readFileSync(join(parentPath, name), 'latin1')).not.toContain(TOKEN)
  here.dispose()
})

it('the token goes only to the origin it was given for, whatever the redirects', async () => {
  const thief = await server(undefined)
  const { server: honest } = await server()
  honest.mischief.redirect = new URL(thief.server.url).origin
  const here = History.create(tempFolder('here'), { clock: () => NOW })
  play(here, 1)
  here.addRemote('origin', honest.url)
  await expect(here.fetch('origin', access)).rejects.toMatchObject({ message: expect.stringContaining('has moved to') as unknown })
  expect(thief.server.heard).toEqual([])
  here.dispose()
})

it.each([
  ['http://example.org/a.git', /https or SSH only/],
  ['https://me:secret@example.org/a.git', /Remove them/],
  ['ssh://host', /SSH address has no valid/],
  ['not one', /not the address/]
])('the address %s is refused', (url, why) => {
  const here = History.create(tempFolder('here'), { clock: () => NOW })
  play(here, 1)
  expect(() => here.addRemote('origin', url)).toThrow(why)
  expect(here.remotes()).toEqual([])
  here.dispose()
})

it('a lost connection changes nothing and leaves no incomplete clone', async () => {
  const { server: made } = await server()
  const here = History.create(tempFolder('here'), { clock: () => NOW })
  play(here, 40)
  here.addRemote('origin', made.url)
  await here.push('origin', 'main', access)
  const parent = tempFolder('there')
  for (const cutAfter of [0, 50, 400, 2000]) {
    made.mischief.cutAfter = cutAfter
    await expect(cloneHistory(join(parent, 'copy'), made.url, access)).rejects.toMatchObject({ message: expect.stringMatching(/[.]$/) as unknown })
    expect(readdirSync(parent)).toEqual([])
  }
  delete made.mischief.cutAfter
  await cloneHistory(join(parent, 'copy'), made.url, access)
  const copy = History.open(join(parent, 'copy'), { clock: () => NOW })
  play(here, 30, 'later')
  await here.push('origin', 'main', access)
  const before = copy.remotes()
  for (const cutAfter of [0, 300, 1500]) {
    made.mischief.cutAfter = cutAfter
    await expect(copy.fetch('origin', access)).rejects.toBeDefined()
    expect(copy.remotes()).toEqual(before)
    clean(copy.dir)
  }
  delete made.mischief.cutAfter
  await copy.fetch('origin', access)
  expect(copy.remotes()[0]?.branches[0]?.here).toEqual({ ahead: 0, behind: 30 })
  for (const history of [here, copy]) history.dispose()
})

it('the next opening removes the scratch folders of killed processes, and no others', () => {
  const here = History.create(tempFolder('here'), { clock: () => NOW })
  play(here, 1)
  here.dispose()
  const endedPid = spawnSync(process.execPath, ['--version']).pid
  const folders = [`remote-${endedPid}-0`, `remote-${process.pid}-7`].map((name) => join(here.dir, '.git/proscenium', name, 'objects/pack'))
  for (const folder of folders) mkdirSync(folder, { recursive: true })
  History.open(here.dir, { clock: () => NOW }).dispose()
  expect(folders.map((folder) => existsSync(folder))).toEqual([false, true])
})

it("the next clone, new campaign or opening beside it removes a killed clone's folder, and no similar ones", async () => {
  const endedPid = spawnSync(process.execPath, ['--version']).pid
  const parent = tempFolder('there')
  const lay = (name: string, ...below: string[]): string => {
    for (const path of ['', ...below]) mkdirSync(join(parent, name, path), { recursive: true })
    return name
  }
  const leave = (): string[] => [
    lay(`story.cloning-${endedPid}-12`, '.git/proscenium/tmp', '.git/objects'),
    lay(`story.cloning-${endedPid}`, '.git/proscenium'),
    lay(`other.cloning-${endedPid}-`)
  ]
  const outside = tempFolder('outside')
  mkdirSync(join(outside, '.git/proscenium'), { recursive: true })
  symlinkSync(outside, join(parent, `link.cloning-${endedPid}-1`))
  const stays = [
    lay(`mine.cloning-${endedPid}-1`, 'photos'),
    lay(`git.cloning-${endedPid}-1`, '.git/objects'),
    lay(`busy.cloning-${process.pid}-`, '.git/proscenium'),
    lay(`.cloning-${endedPid}-1`),
    `link.cloning-${endedPid}-1`
  ]
  symlinkSync(outside, join(parent, lay(`inner.cloning-${endedPid}-1`), '.git'))
  const history = History.create(join(parent, 'made'), { clock: () => NOW })
  play(history, 1)
  history.dispose()
  const nothingThere = 'http://127.0.0.1:9/story.git'
  for (const next of [
    () => cloneHistory(join(parent, 'story'), nothingThere, access),
    async () => History.open(history.dir, { clock: () => NOW }).dispose()
  ]) {
    const left = leave()
    await Promise.resolve(next()).catch(() => undefined)
    expect(left.filter((name) => existsSync(join(parent, name)))).toEqual([])
  }
  expect(readdirSync(parent).toSorted()).toEqual([...stays, `inner.cloning-${endedPid}-1`, 'made'].toSorted())
  expect(existsSync(join(outside, '.git/proscenium'))).toBe(true)
})

it("an exchange can be stopped, and a folder that isn't empty is refused before a request", async () => {
  const { server: made } = await server()
  const stop = new AbortController()
  stop.abort()
  await expect(cloneHistory(join(tempFolder('there'), 'copy'), made.url, { token: TOKEN, stop: stop.signal })).rejects.toMatchObject({
    message: 'Stopped. Nothing was changed.'
  })
  const full = tempFolder('full')
  git(full, 'init', '-q')
  const asked = made.heard.length
  await expect(cloneHistory(full, made.url, access)).rejects.toMatchObject({ code: 'bad-folder' })
  expect(made.heard.length).toBe(asked)
})
