import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, type App } from './fixtures'

test.use({ campaign: false })

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

test('the cookie is for this port, this site and no script', async ({ app }) => {
  const { origin } = serverOf(app)
  const cookies = await app.page.context().cookies()
  const port = new URL(origin).port
  expect(cookies).toMatchObject([{ name: `proscenium-${port}`, domain: '127.0.0.1', path: '/', httpOnly: true, sameSite: 'Strict' }])
  expect(await app.page.evaluate(() => (globalThis as unknown as { document: { cookie: string } }).document.cookie)).toBe('')
})

test('nobody without the token gets a file, a socket or a word of the app', async ({ app, playwright }) => {
  const { origin, url } = serverOf(app)
  const stranger = await playwright.request.newContext()
  const assets = await readdir(join(import.meta.dirname, '../out/renderer/assets'))
  const paths = ['/', '/index.html', `/assets/${assets[0]}`, '/?token=', `/${new URL(url).search.slice(0, -1)}`]
  const statuses = await Promise.all(paths.map(async (path) => (await stranger.get(origin + path, { maxRedirects: 0 })).status()))
  expect(statuses).toEqual([401, 401, 401, 403, 403])
  const renamed = await stranger.get(`${origin}/`, { headers: { host: 'evil.example' } })
  expect(renamed.status()).toBe(403)
  await stranger.dispose()
})

test('a page of somebody else cannot use the socket', async ({ app }) => {
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
