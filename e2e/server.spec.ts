import { spawn } from 'node:child_process'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test, type App } from './fixtures'

test.use({ campaign: 'none' })

const serverOf = (app: App) => {
  if (!app.server) throw new Error('This test is for the browser host')
  return app.server
}

test('the token is neither in the address bar nor in the history', async ({ app }) => {
  const { origin } = serverOf(app)
  expect(app.page.url()).toBe(`${origin}/`)
  expect(await app.page.evaluate(() => (globalThis as unknown as { history: { length: number } }).history.length)).toBeLessThanOrEqual(2)
  await app.page.goBack()
  expect(app.page.url()).not.toContain('token')
})

test('the cookie is for this port and this site, and no script can read it', async ({ app }) => {
  const { origin } = serverOf(app)
  const cookies = await app.page.context().cookies()
  const port = new URL(origin).port
  expect(cookies).toMatchObject([{ name: `proscenium-${port}`, domain: '127.0.0.1', path: '/', httpOnly: true, sameSite: 'Strict' }])
  expect(await app.page.evaluate(() => (globalThis as unknown as { document: { cookie: string } }).document.cookie)).toBe('')
})

test('a reload, a second tab and the used link sign in, and another browser is told how to get a link', async ({ app, playwright }) => {
  const { origin, url } = serverOf(app)
  const heading = (page: Page) => page.getByRole('heading', { name: 'Proscenium', exact: true })
  await expect(heading(app.page)).toBeVisible()
  await app.page.reload()
  await expect(heading(app.page)).toBeVisible()
  const second = await app.page.context().newPage()
  await second.goto(origin)
  await expect(heading(second)).toBeVisible()
  await second.goto(url)
  await second.waitForURL(`${origin}/`)
  await expect(heading(second)).toBeVisible()
  await second.close()
  const stranger = await playwright.request.newContext()
  const refused = await stranger.get(url)
  expect([refused.status(), await refused.text()]).toEqual([403, expect.stringContaining('Run "proscenium open" for another.')])
  await stranger.dispose()
})

test('a browser that another program starts with a file is signed in', async ({ app, chrome }) => {
  const server = serverOf(app)
  const context = await (await chrome()).newContext()
  const page = await context.newPage()
  await page.goto(`file://${server.page()}`)
  await page.waitForURL(`${server.origin}/`)
  await expect(page.getByRole('heading', { name: 'Proscenium', exact: true })).toBeVisible()
  expect(await page.title()).toContain('Proscenium')
  await context.close()
})

test.describe('the command that starts the app', () => {
  test.use({ campaign: 'sample' })
  test('the start command gives no link to another program, and a second start joins the first', async ({ dir, chrome }, info) => {
    const folder = info.outputPath('start')
    const bin = join(folder, 'bin')
    await mkdir(bin, { recursive: true })
    await writeFile(join(bin, 'xdg-open'), `#!/bin/sh\nprintf '%s\\n' "$@" >> '${join(folder, 'opened')}'\n`, { mode: 0o755 })
    const env = { ...process.env, PATH: `${bin}:${process.env['PATH']}`, DISPLAY: ':99', PROSCENIUM_HOME: join(folder, 'home') }
    const start = () =>
      spawn(process.execPath, ['scripts/start.mjs', '--tab', dir], {
        cwd: join(import.meta.dirname, '..'),
        env,
        stdio: ['ignore', 'pipe', 'inherit']
      })
    const opened = async () => (await readFile(join(folder, 'opened'), 'utf8').catch(() => '')).trim().split('\n').filter(Boolean)
    const first = start()
    const context = await (await chrome()).newContext()
    try {
      for (let n = 1; n <= 2; n++) {
        if (n === 2) {
          const second = start()
          expect(await new Promise((done) => second.once('exit', done))).toBe(0)
        }
        await expect.poll(async () => (await opened()).length).toBe(n)
        const [file = ''] = (await opened()).slice(-1)
        expect(file).toMatch(/\.html$/)
        expect((await stat(file)).mode & 0o077).toBe(0)
        const page = await context.newPage()
        await page.goto(`file://${file}`)
        await page.waitForURL(/^http:\/\/127\.0\.0\.1:\d+\/$/)
        await expect(page.locator('.title-bar')).toBeVisible()
      }
    } finally {
      await context.close()
      first.kill('SIGTERM')
      await new Promise((done) => first.once('exit', done))
    }
  })
})

test('without the token there are no files and no socket', async ({ app, playwright }) => {
  const { origin, url } = serverOf(app)
  const stranger = await playwright.request.newContext()
  const assets = await readdir(join(import.meta.dirname, '../out/renderer/assets'))
  const paths = ['/', '/index.html', `/assets/${assets[0]}`, '/?token=', `/${new URL(url).search.slice(0, -1)}`, `/${new URL(url).search}`]
  const statuses = await Promise.all(paths.map(async (path) => (await stranger.get(origin + path, { maxRedirects: 0 })).status()))
  expect(statuses).toEqual([401, 401, 401, 403, 403, 403])
  const renamed = await stranger.get(`${origin}/`, { headers: { host: 'evil.example' } })
  expect(renamed.status()).toBe(403)
  await stranger.dispose()
})

test('a page of another site can’t use the socket', async ({ app }) => {
  const { origin } = serverOf(app)
  const other = await app.page.context().newPage()
  await other.route('http://other.localhost/**', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
  await other.goto('http://other.localhost/')
  const outcome = await other.evaluate(
    (address) =>
      new Promise((done) => {
        const { WebSocket } = globalThis as unknown as { WebSocket: new (url: string) => EventTarget }
        const socket = new WebSocket(address)
        socket.addEventListener('open', () => done('open'))
        socket.addEventListener('error', () => done('refused'))
      }),
    `${origin.replace('http', 'ws')}/rpc`
  )
  expect(outcome).toBe('refused')
})
