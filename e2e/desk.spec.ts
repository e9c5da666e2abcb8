import { mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect, test, type App } from './fixtures'

test.use({ campaign: false })

/** The desktop of a test; its projects have one. */
const deskOf = (app: App) => {
  if (!app.desk) throw new Error('This test is for a desktop host')
  return app.desk
}

/** What these tests use of the page's own globals; the types of the DOM are not loaded here. */
interface InPage {
  location: { href: string }
  open(url: string): unknown
  prosceniumPort: { connect(onFrame: (frame: string | null) => void): { send(frame: string): void; close(): void } }
}

test('the window is sandboxed, isolated and without Node', async ({ app }) => {
  const page = await app.page.evaluate(() => ({
    globals: ['require', 'process', 'module', 'Buffer', 'ipcRenderer'].filter((name) => name in globalThis),
    port: Object.keys((globalThis as unknown as InPage).prosceniumPort)
  }))
  expect(page).toEqual({ globals: [], port: ['connect'] })
  if (app.host !== 'standin') return // Electron does not tell what a window was made with
  const preferences = await deskOf(app).evaluate(({ BrowserWindow }) => {
    const made = BrowserWindow.getAllWindows().map(
      ({ webContents }) => (webContents as unknown as { preferences: Record<string, unknown> }).preferences
    )
    const { sandbox, contextIsolation, nodeIntegration, webviewTag } = made[0] ?? {}
    return { sandbox, contextIsolation, nodeIntegration, webviewTag }
  })
  expect(preferences).toEqual({ sandbox: true, contextIsolation: true, nodeIntegration: false, webviewTag: false })
})

test('the page comes with its policy', async ({ app }) => {
  const policy = await app.page.evaluate(async () =>
    (await fetch((globalThis as unknown as InPage).location.href)).headers.get('content-security-policy')
  )
  expect(policy).toBe(
    "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  )
})

test('files above the page are not served', async ({ app }) => {
  const statuses = await app.page.evaluate(async () => {
    const paths = ['/../main/index.js', '/..%2fmain%2findex.js', '/%2e%2e/main/index.js', '/none.js']
    return Promise.all(paths.map(async (path) => (await fetch(path)).status))
  })
  expect(statuses).toEqual([404, 404, 404, 404])
  expect(app.said.splice(0)).toHaveLength(4) // the page says so itself, once each
})

test('a window cannot be opened from the page; a secure link goes to the browser', async ({ app }) => {
  const desk = deskOf(app)
  const opened = await app.page.evaluate(() =>
    ['https://example.com/', 'file:///etc/passwd'].map((url) => (globalThis as unknown as InPage).open(url))
  )
  expect(opened).toEqual([null, null])
  expect(await desk.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  if (app.host === 'standin') {
    // The page's wish reaches the main process a moment later.
    const opened = () => desk.evaluate(({ shell }) => (shell as unknown as { opened: string[] }).opened)
    await expect.poll(opened).toEqual(['https://example.com/'])
  }
})

test('the page cannot leave', async ({ app }) => {
  const before = app.page.url()
  await app.page.evaluate(() => {
    ;(globalThis as unknown as InPage).location.href = 'https://example.com/'
  })
  await app.page.evaluate(() => new Promise((done) => setTimeout(done, 200)))
  expect(app.page.url()).toBe(before)
})

/** Asks `recent` over a fresh connection of the port; resolves with the frames that came. */
const roundTrip = () =>
  new Promise<(string | null)[]>((done) => {
    const { prosceniumPort } = globalThis as unknown as InPage
    const heard: (string | null)[] = []
    const line = prosceniumPort.connect((frame) => {
      heard.push(frame)
      if (heard.length === 1) line.send('{"id":1,"method":"query","params":{"path":"recent"}}')
      else if (heard.length === 2) line.send('{"id":2,"method":"query","params":{"path":"burn"}}')
      else {
        line.close()
        done(heard)
      }
    })
  })

test('the port carries calls to the core and back, also after a reload', async ({ app }) => {
  for (let time = 0; time < 2; time++) {
    const [opened, answer, refusal] = await app.page.evaluate(roundTrip)
    expect(opened).toBe('')
    expect(JSON.parse(answer ?? '')).toEqual({ id: 1, result: { type: 'data', data: [] } })
    expect(JSON.parse(refusal ?? '')).toMatchObject({ id: 2, error: { data: { problem: { code: 'bad-input' } } } })
    expect(refusal).not.toContain('stack')
    await app.page.reload()
  }
})

test('a second start shows the first window and ends', async ({ app }) => {
  const desk = deskOf(app)
  expect(await desk.second([])).toBe(0)
  expect(await desk.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  if (app.host === 'standin') {
    const focused = () => desk.evaluate(({ BrowserWindow }) => (BrowserWindow.getAllWindows()[0] as unknown as { focused: number }).focused)
    await expect.poll(focused).toBe(1)
  }
})

test('a folder without a story is refused in a sentence', async ({ app }) => {
  const desk = deskOf(app)
  // The menu comes a moment after the window.
  await expect.poll(() => desk.evaluate(({ Menu }) => Boolean(Menu.getApplicationMenu()?.getMenuItemById('open')))).toBe(true)
  await desk.evaluate(({ dialog, Menu }) => {
    const said: string[] = []
    Object.assign(globalThis, { said })
    const answers = {
      showOpenDialog: () => Promise.resolve({ canceled: false, filePaths: ['/usr'] }),
      showMessageBox: ({ message }: { message: string }) => Promise.resolve({ response: said.push(message) })
    }
    Object.assign(dialog, answers)
    Menu.getApplicationMenu()?.getMenuItemById('open')?.click()
  })
  const said = () => desk.evaluate(() => (globalThis as unknown as { said: string[] }).said)
  await expect.poll(said).toEqual([expect.stringMatching(/\/usr .*\.$/)])
})

test('the menu holds what can be done', async ({ app }) => {
  const desk = deskOf(app)
  const menu = () =>
    desk.evaluate(({ Menu }) =>
      Menu.getApplicationMenu()?.items.map((item) => [
        item.label ?? item.role,
        item.submenu?.items.map((each) => each.id ?? each.role).filter(Boolean)
      ])
    )
  await expect.poll(async () => JSON.stringify(await menu())).toMatch(/"new","open","recent","close","quit".*"play","pause","step"/)
})

test.describe('with a campaign', () => {
  test.use({ campaign: true })

  test('an export is saved where the dialog says, and told only when it was', async ({ app }, info) => {
    const desk = deskOf(app)
    const { page } = app
    const file = info.outputPath('the map.svg')
    await mkdir(dirname(file), { recursive: true })
    await desk.evaluate(({ dialog }, filePath) => {
      const asked: (string | undefined)[] = []
      Object.assign(globalThis, { asked })
      Object.assign(dialog, {
        showSaveDialog: ({ defaultPath }: { defaultPath?: string }) =>
          Promise.resolve(asked.push(defaultPath) === 1 ? { canceled: true, filePath: '' } : { canceled: false, filePath })
      })
    }, file)
    const asked = () => desk.evaluate(() => (globalThis as unknown as { asked: string[] }).asked)
    const save = async () => {
      await page.keyboard.press('Control+k')
      await page.keyboard.type('export the map as svg')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click()
    }
    await expect(page.locator('.title-bar')).toBeVisible()
    await save()
    await expect.poll(asked).toEqual([expect.stringMatching(/[\\/]the-well-map\.svg$/)])
    await save()
    await expect(page.getByText(`Saved as ${file}.`)).toBeVisible()
    expect((await asked()).length).toBe(2)
    expect(await readFile(file, 'utf8')).toMatch(/^<svg[^]*<\/svg>\s*$/)
    // The first dialog was cancelled, and nothing was said of that.
    await expect(page.getByText(/^Saved as/)).toHaveCount(1)
  })
})
