import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveGit, type GitServer } from '../src/main/campaign/remote/git-server.fixture'
import { expect, proscenium, test } from './fixtures'
import { expectLooksRight } from './overflowing'

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
})
test.afterEach(async () => {
  await server.close()
  await rm(scratch, { recursive: true, force: true })
})

const head = (dir: string): string => execFileSync('git', ['-C', dir, 'rev-parse', 'main'], { encoding: 'utf8' }).trim()

test.describe('with a campaign open', () => {
  test.use({ beats: 12 })

  test('a story is shared, cloned elsewhere, played on there, fetched, and caught up with', async ({ app: { page, dir } }, info) => {
    await expect(page.getByRole('slider', { name: 'Timeline', includeHidden: true })).toHaveAttribute('aria-valuenow', '12', { timeout: 30_000 })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Shared copies')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Shared copies of this campaign' })
    await expect(dialog.getByText('shared with nobody yet')).toBeVisible()
    await dialog.getByLabel('Address of the repository').fill(server.url)
    await dialog.getByRole('button', { name: 'Add' }).click()
    // Without a token the server asks who it is.
    await dialog.getByRole('button', { name: 'Send main' }).click()
    await expect(dialog.getByRole('alert')).toContainText('give a token')
    await dialog.getByRole('button', { name: 'Forget it' }).click()
    await dialog.getByLabel('Name').fill('origin')
    await dialog.getByLabel('Address of the repository').fill(server.url)
    await dialog.getByLabel('Token').fill(TOKEN)
    await dialog.getByRole('button', { name: 'Add' }).click()
    await dialog.getByRole('button', { name: 'Send main' }).click()
    await expect(dialog.getByRole('row', { name: /main the same/ })).toBeVisible({ timeout: 30_000 })
    expect(head(bare)).toBe(head(dir))

    process.env['PROSCENIUM_GIT_TOKEN'] = TOKEN
    const copy = join(scratch, 'copy')
    expect(await proscenium('clone', server.url, copy)).toContain('Cloned “The Well”')
    await proscenium('play', copy, '--beats', '3')
    expect(await proscenium('push', copy)).toContain('main: the same as here')
    delete process.env['PROSCENIUM_GIT_TOKEN']

    await dialog.getByRole('button', { name: 'Fetch' }).click()
    await expect(dialog.getByRole('row', { name: /main here 3 beats behind/ })).toBeVisible({ timeout: 30_000 })
    await expect(
      page.getByRole('button', { name: 'Branch main, the present, 0 ahead of the shared copy, 3 behind', includeHidden: true })
    ).toHaveText('main ↓3')
    await expectLooksRight(page, info, 'remotes', { themes: ['dark'] })
    await dialog.getByRole('button', { name: 'Catch up: main' }).click()
    await expect(dialog.getByRole('row', { name: /main the same/ })).toBeVisible({ timeout: 30_000 })
    await page.keyboard.press('Escape')
    await expect(page.getByRole('slider', { name: 'Timeline', includeHidden: true })).toHaveAttribute('aria-valuenow', '15', { timeout: 30_000 })
    expect([head(dir), execFileSync('git', ['-C', dir, 'status', '--porcelain'], { encoding: 'utf8' })]).toEqual([head(copy), ''])
  })
})

test.describe('on the start page', () => {
  test.use({ campaign: false })

  test('a campaign is cloned and opened; a wrong address says what to do and leaves nothing', async ({ app: { page } }) => {
    const story = join(scratch, 'story')
    await proscenium('new', story, '--seed', '3')
    execFileSync('git', ['-C', story, 'push', '-q', bare, 'main'])
    await page.getByRole('button', { name: /^Clone a campaign/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Clone a campaign' })
    const target = join(scratch, 'cloned')
    await dialog.getByLabel('Address of the repository').fill(server.url.replace('story', 'nothing'))
    await dialog.getByLabel('Folder').fill(target)
    await dialog.getByLabel('Token').fill(TOKEN)
    await dialog.getByRole('button', { name: 'Clone' }).click()
    await expect(dialog.getByText('There is no repository at this address')).toBeVisible({ timeout: 30_000 })
    expect(existsSync(target)).toBe(false)
    await dialog.getByLabel('Address of the repository').fill(server.url)
    await dialog.getByRole('button', { name: 'Clone' }).click()
    await expect(page.getByRole('slider', { name: 'Timeline', includeHidden: true })).toBeVisible({ timeout: 30_000 })
    expect(head(target)).toBe(head(bare))
  })
})
