import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveGit, type GitServer } from '../src/main/campaign/remote/git-server.fixture'
import { expect, proscenium, test } from './fixtures'
import { expectLooksRight } from './looks.fixture'
import { removeFolder } from './remove-folder'

const TOKEN = 'a-token-of-nobody'
let scratch: string
let bare: string
let server: GitServer

test.beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'proscenium-remote-'))
  bare = join(scratch, 'story.git')
  execFileSync('git', ['init', '-q', '--bare', '-b', 'main', bare])
  execFileSync('git', ['-C', bare, 'config', 'http.receivepack', 'true'])
  server = await serveGit(bare, TOKEN)
  process.env['PROSCENIUM_GIT_TOKEN'] = TOKEN
  process.env['PROSCENIUM_GIT_SERVER'] = new URL(server.url).origin
})
test.afterEach(async () => {
  delete process.env['PROSCENIUM_GIT_TOKEN']
  delete process.env['PROSCENIUM_GIT_SERVER']
  await server.close()
  await removeFolder(scratch)
})

const git = (dir: string, ...args: string[]): string =>
  execFileSync('git', ['-C', dir, '-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...args], { encoding: 'utf8' }).trim()
const head = (dir: string): string => git(dir, 'rev-parse', 'main')

test('a story is pushed, cloned, played on elsewhere, fetched, looked at in its own lane, and updated', async ({ app: { page, dir } }, info) => {
  const timeline = page.getByRole('slider', { name: 'Timeline', includeHidden: true })
  await expect(timeline).toHaveAttribute('aria-valuenow', '0')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Shared copies')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Shared copies of this campaign' })
  await expect(dialog.getByText('has no shared copy')).toBeVisible()
  await dialog.getByLabel('Repository address').fill(server.url)
  await dialog.getByRole('button', { name: 'Add repository' }).click()
  // Without a token the server asks for credentials.
  await dialog.getByRole('button', { name: 'Push main' }).click()
  await expect(dialog.getByRole('alert')).toContainText('needs a token')
  // The token field has the focus.
  await page.keyboard.type(TOKEN)
  await dialog.getByRole('button', { name: 'Save token and try again' }).click()
  await expect(dialog.getByRole('row', { name: /main up to date/ })).toBeVisible()
  expect(head(bare)).toBe(head(dir))

  const copy = join(scratch, 'copy')
  expect(await proscenium('clone', server.url, copy)).toContain('Cloned “The Well”')
  await proscenium('play', copy, '--beats', '3')
  git(copy, 'push', '-q', bare, 'main')

  await dialog.getByRole('button', { name: 'Fetch' }).click()
  await expect(dialog.getByRole('row', { name: /main 3 beats behind/ })).toBeVisible()
  const own = page.getByRole('button', { name: 'Branch main, current, 0 ahead of the shared copy, 3 behind', includeHidden: true })
  await expect(own).toHaveText('main ↓3')
  await expectLooksRight(page, info, 'remotes', { sizes: [{ width: 1280, height: 800 }] })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  const lane = page.getByRole('button', { name: 'Fetched branch origin/main, read only' })
  await lane.click()
  await page.getByRole('menuitem', { name: 'Go to last beat' }).click()
  await expect(timeline).toHaveAttribute('aria-valuenow', '3')
  await expect(page.getByText('You are looking at beat 3')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(timeline).toHaveAttribute('aria-valuenow', '0')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('Shared copies')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Update branch: main' }).click()
  await expect(dialog.getByRole('row', { name: /main up to date/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(timeline).toHaveAttribute('aria-valuenow', '3')
  await expect(lane).toBeHidden()
  expect([head(dir), git(dir, 'status', '--porcelain')]).toEqual([head(copy), ''])
})

test('a killed fetch leaves the repository intact, and the next one brings everything', async ({ copyCampaign }) => {
  const dir = join(scratch, 'story')
  await copyCampaign(dir, ['--game', 'cairn-hack', '--seed', '7'])
  git(dir, 'push', '-q', bare, 'main')
  const other = join(scratch, 'other')
  git(scratch, 'clone', '-q', bare, other)
  writeFileSync(join(other, 'picture.bin'), randomBytes(1 << 20))
  git(other, 'add', 'picture.bin')
  git(other, 'commit', '-q', '-m', 'A picture')
  git(other, 'push', '-q', 'origin', 'main')
  git(dir, 'remote', 'add', 'origin', server.url)
  const before = git(dir, 'for-each-ref')

  const held = new Promise<void>((done) => (server.mischief.hold = { after: 60_000, held: done }))
  const child = spawn(process.execPath, ['out/main/cli.js', 'fetch', dir], { stdio: 'ignore', env: { ...process.env, PROSCENIUM_HOME: scratch } })
  const ended = new Promise((done) => child.once('exit', done))
  await Promise.race([held, ended.then(() => Promise.reject(new Error('the fetch ended by itself')))])
  child.kill('SIGKILL')
  await ended
  expect([git(dir, 'for-each-ref'), git(dir, 'fsck', '--full', '--strict'), git(dir, 'status', '--porcelain')]).toEqual([before, '', ''])

  delete server.mischief.hold
  expect(await proscenium('fetch', dir)).toContain('main: the local branch is 1 beat behind')
  expect([git(dir, 'rev-parse', 'origin/main'), git(dir, 'fsck', '--full', '--strict')]).toEqual([head(other), ''])
  expect(readdirSync(join(dir, '.git/proscenium')).filter((name) => name.startsWith('remote-'))).toEqual([])
})

test.describe('on the start page', () => {
  test.use({ campaign: 'none' })

  test('a wrong address is explained and leaves nothing, and a cloned program becomes a campaign', async ({ app: { page } }) => {
    const code = join(scratch, 'code')
    git(scratch, 'init', '-q', '-b', 'main', code)
    writeFileSync(
      join(code, 'tower.json'),
      '{"locations":[{"id":"tower","name":"The Tower","region":"moor"}],"regions":[{"id":"moor","name":"Moor"}]}'
    )
    git(code, 'add', 'tower.json')
    git(code, 'commit', '-q', '-m', 'A program')
    git(code, 'push', '-q', bare, 'main')
    await page.getByRole('button', { name: /^Clone a campaign/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Clone a campaign' })
    const target = join(scratch, 'cloned')
    await dialog.getByLabel('Repository address').fill(server.url.replace('story', 'nothing'))
    await dialog.getByLabel('Folder').fill(target)
    await dialog.getByLabel('Token').fill(TOKEN)
    await dialog.getByRole('button', { name: 'Clone' }).click()
    await expect(dialog.getByText('There is no repository at this address')).toBeVisible()
    expect(existsSync(target)).toBe(false)
    await dialog.getByLabel('Repository address').fill(server.url)
    await dialog.getByRole('button', { name: 'Clone' }).click()

    const here = page.getByRole('dialog', { name: 'Create a campaign here' })
    await expect(here.getByText('in one commit on a new branch proscenium')).toBeVisible()
    await here.getByLabel('Map').selectOption('tower.json')
    await here.getByRole('button', { name: 'Create campaign' }).click()
    await expect(page.getByRole('slider', { name: 'Timeline', includeHidden: true })).toBeVisible()
    expect([head(target), git(target, 'branch', '--show-current'), git(target, 'status', '--porcelain')]).toEqual([head(bare), 'proscenium', ''])
    expect(git(target, 'ls-files', 'world/regions/moor/locations')).toContain('tower.yaml')
  })
})
