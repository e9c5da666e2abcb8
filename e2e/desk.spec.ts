import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test, type App } from './fixtures'
import { type Desk, launchElectron, launchStandin } from './launch'

// One after the other in one app.
test.describe.configure({ mode: 'default' })
test.use({ campaign: 'none' })

/** The desktop of a test; its projects have one. */
const deskOf = (app: App) => {
  if (!app.desk) throw new Error('This test is for a desktop host')
  return app.desk
}

/** The page's globals that these tests use; the DOM types are not loaded here. */
interface InPage {
  location: { href: string }
  open(url: string): unknown
  prosceniumPort: { connect(onFrame: (frame: string | null) => void): { send(frame: string): void; close(): void } }
}

test('the window is sandboxed and isolated, has no Node and a content security policy, and gets no file outside the renderer', async ({ app }) => {
  const page = await app.page.evaluate(() => ({
    globals: ['require', 'process', 'module', 'Buffer', 'ipcRenderer'].filter((name) => name in globalThis),
    port: Object.keys((globalThis as unknown as InPage).prosceniumPort)
  }))
  expect(page).toEqual({ globals: [], port: ['connect'] })
  // Electron doesn't return the options of a window.
  if (app.host === 'standin') {
    const preferences = await deskOf(app).evaluate(({ BrowserWindow }) => {
      const windows = BrowserWindow.getAllWindows().map(
        ({ webContents }) => (webContents as unknown as { preferences: Record<string, unknown> }).preferences
      )
      const { sandbox, contextIsolation, nodeIntegration, webviewTag } = windows[0] ?? {}
      return { sandbox, contextIsolation, nodeIntegration, webviewTag }
    })
    expect(preferences).toEqual({ sandbox: true, contextIsolation: true, nodeIntegration: false, webviewTag: false })
  }

  const policy = await app.page.evaluate(async () =>
    (await fetch((globalThis as unknown as InPage).location.href)).headers.get('content-security-policy')
  )
  expect(policy).toBe(
    "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  )

  const statuses = await app.page.evaluate(async () => {
    const paths = ['/../main/index.js', '/..%2fmain%2findex.js', '/%2e%2e/main/index.js', '/none.js']
    return Promise.all(paths.map(async (path) => (await fetch(path)).status))
  })
  expect(statuses).toEqual([404, 404, 404, 404])
  expect(app.said.splice(0)).toHaveLength(4) // the page reports each of these once
})

test('a link opens outside after its address was shown and accepted, and no page opens a window', async ({ app }) => {
  const desk = deskOf(app)
  await desk.evaluate(({ dialog, shell }) => {
    const seen = { asked: [] as string[], opened: [] as string[], answers: [1, 0, 0], cut: 0 }
    Object.assign(globalThis, { seen })
    Object.assign(dialog, {
      showMessageBox: ({ message, detail, buttons, defaultId }: { message: string; detail: string; buttons: string[]; defaultId: number }) => {
        seen.asked.push(`${message} ${detail} ${buttons.join('/')} ${defaultId}`)
        return Promise.resolve({ response: seen.answers.shift() ?? 1 })
      }
    })
    Object.assign(shell, { openExternal: (url: string) => Promise.resolve(seen.opened.push(url)) })
  })
  const seen = () => desk.evaluate(() => (globalThis as unknown as { seen: { asked: string[]; opened: string[] } }).seen)
  const open = (url: string) => app.page.evaluate((to) => (globalThis as unknown as InPage).open(to), url)
  for (const url of ['file:///etc/passwd', 'javascript:alert(1)', 'smb://evil.example/x', 'vscode://x', 'data:text/html,x'])
    expect(await open(url)).toBeNull()
  for (const [n, url] of ['https://example.com/refused', 'https://example.com@evil.example/\u202egpj', 'mailto:wren@example.com'].entries()) {
    expect(await open(url)).toBeNull()
    await expect.poll(async () => (await seen()).asked.length).toBe(n + 1)
  }
  expect(await seen()).toMatchObject({
    asked: [
      'Open a page of example.com in your browser? https://example.com/refused Open link/Cancel 1',
      'Open a page of evil.example in your browser? https://example.com@evil.example/%E2%80%AEgpj Open link/Cancel 1',
      'Write to this address in your mail program? mailto:wren@example.com Open link/Cancel 1'
    ],
    opened: ['https://example.com@evil.example/%E2%80%AEgpj', 'mailto:wren@example.com']
  })
  expect(await desk.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
})

test('every page is kept from other pages, redirects, windows, embedded pages and permissions; ours may write to the clipboard', async ({ app }) => {
  const refused = await deskOf(app).evaluate(({ app: main, BrowserWindow }) => {
    type Listener = (event: object) => void
    const listeners = new Map<string, Listener>()
    let opens: (details: { url: string }) => { action: string } = () => ({ action: 'allow' })
    const contents = {
      on: (name: string, listener: Listener) => listeners.set(name, listener),
      setWindowOpenHandler: (decide: typeof opens) => (opens = decide)
    }
    main.emit('web-contents-created', {}, contents)
    const isRefused = (tell: (event: object) => unknown, url: string) => {
      let prevented = false
      tell({ url, preventDefault: () => (prevented = true) })
      return prevented
    }
    const own = BrowserWindow.getAllWindows()[0]?.webContents
    const moves = ['will-navigate', 'will-frame-navigate', 'will-redirect']
    return {
      others: [...moves, 'will-attach-webview'].map((name) => isRefused((event) => listeners.get(name)?.(event), 'https://example.com/')),
      alike: isRefused((event) => listeners.get('will-redirect')?.(event), 'app://proscenium.example/'),
      same: moves.map((name) => isRefused((event) => listeners.get(name)?.(event), 'app://proscenium/index.html')),
      window: moves.map((name) => isRefused((event) => own?.emit(name, event), 'https://example.com/')),
      opens: opens({ url: 'file:///etc/passwd' }).action
    }
  })
  expect(refused).toEqual({
    others: [true, true, true, true],
    alike: true,
    same: [false, false, false],
    window: [true, true, true],
    opens: 'deny'
  })

  const before = app.page.url()
  const desk = deskOf(app)
  await desk.evaluate(({ BrowserWindow }) => {
    const left: unknown[] = []
    Object.assign(globalThis, { left })
    // The app's own listener comes first, so this one sees its decision.
    BrowserWindow.getAllWindows()[0]?.webContents.once('will-navigate', ({ url, defaultPrevented }) => left.push([url, defaultPrevented]))
  })
  await app.page.evaluate(() => {
    ;(globalThis as unknown as InPage).location.href = 'https://example.com/'
  })
  await expect.poll(() => desk.evaluate(() => (globalThis as unknown as { left: unknown[] }).left)).toEqual([['https://example.com/', true]])
  expect(app.page.url()).toBe(before)

  if (app.host !== 'standin') return // Electron doesn't expose its handlers
  const answers = await deskOf(app).evaluate(({ session }) => {
    const handlers = session.defaultSession as unknown as {
      request(contents: null, permission: string, decide: (may: boolean) => void, details: { requestingUrl: string }): void
      check(contents: null, permission: string, origin: string): boolean
    }
    const requested = (permission: string, requestingUrl: string) => {
      let answer: boolean | undefined
      handlers.request(null, permission, (may) => (answer = may), { requestingUrl })
      return answer
    }
    const others = ['media', 'geolocation', 'notifications', 'clipboard-read', 'usb', 'hid', 'serial', 'openExternal', 'fullscreen']
    return {
      own: [requested('clipboard-sanitized-write', 'app://proscenium/'), handlers.check(null, 'clipboard-sanitized-write', 'app://proscenium')],
      strangers: [
        requested('clipboard-sanitized-write', 'https://example.com/'),
        handlers.check(null, 'clipboard-sanitized-write', 'https://example.com/')
      ],
      others: others.flatMap((one) => [requested(one, 'app://proscenium/'), handlers.check(null, one, 'app://proscenium/')]).filter(Boolean)
    }
  })
  expect(answers).toEqual({ own: [true, true], strangers: [false, false], others: [] })
})

/** Sends `recent` over a new connection and resolves with the frames received. */
const roundTrip = () =>
  new Promise<(string | null)[]>((done) => {
    const { prosceniumPort } = globalThis as unknown as InPage
    const focused: (string | null)[] = []
    const line = prosceniumPort.connect((frame) => {
      focused.push(frame)
      if (focused.length === 1) line.send('{"id":1,"method":"query","params":{"path":"recent"}}')
      else if (focused.length === 2) line.send('{"id":2,"method":"query","params":{"path":"burn"}}')
      else {
        line.close()
        done(focused)
      }
    })
  })

test('the window calls the core through its port, also after a reload', async ({ app }) => {
  for (let time = 0; time < 2; time++) {
    const [opened, answer, refusal] = await app.page.evaluate(roundTrip)
    expect(opened).toBe('')
    expect(JSON.parse(answer ?? '')).toEqual({ id: 1, result: { type: 'data', data: [] } })
    expect(JSON.parse(refusal ?? '')).toMatchObject({ id: 2, error: { data: { problem: { code: 'bad-input' } } } })
    expect(refusal).not.toContain('stack')
    await app.page.reload()
  }
})

test('a second start opens its folder in the first window and ends', async ({ app, copyCampaign }) => {
  const desk = deskOf(app)
  await copyCampaign(app.dir, ['--game', 'cairn-hack', '--seed', '7'])
  expect(await desk.second([`--open=${app.dir}`])).toBe(0)
  await expect(app.page.locator('.title-bar')).toBeVisible()
  expect(await desk.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  if (app.host === 'standin') {
    const focused = () => desk.evaluate(({ BrowserWindow }) => (BrowserWindow.getAllWindows()[0] as unknown as { focused: number }).focused)
    await expect.poll(focused).toBe(1)
  }
})

test('an app that is started with the sample shows it', async ({ host, dir }, info) => {
  const launch = host === 'electron' ? launchElectron : launchStandin
  const desk = await launch(info.outputPath('profile'), ['--sample'], { PROSCENIUM_HOME: dirname(dir) })
  try {
    await expect(desk.page.getByRole('navigation', { name: 'The Well' })).toBeVisible()
  } finally {
    await desk.close()
  }
})

test('a window opens where the last one was closed, or at its first place if no screen is there any more', async ({ host, dir }, info) => {
  const launch = host === 'electron' ? launchElectron : launchStandin
  const profile = info.outputPath('profile')
  const start = () => launch(profile, [], { PROSCENIUM_HOME: dirname(dir) })
  const place = (desk: Desk) =>
    desk.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows()
      return { ...window?.getNormalBounds(), isMaximized: window?.isMaximized() }
    })
  const moveAndClose = async (desk: Desk, bounds: { x: number; y: number; width: number; height: number }) => {
    await desk.evaluate(({ BrowserWindow }, to) => {
      const [window] = BrowserWindow.getAllWindows()
      return new Promise<void>((done) => {
        window?.setBounds(to)
        window?.once('close', () => done())
        window?.close()
      })
    }, bounds)
    await desk.close()
  }
  const first = await start()
  const begun = await place(first)
  expect(begun).toMatchObject({ width: 1280, height: 800, isMaximized: false })
  const moved = { x: 200, y: 150, width: 1100, height: 700 }
  await moveAndClose(first, moved)
  const second = await start()
  expect(await place(second)).toEqual({ ...moved, isMaximized: false })
  await moveAndClose(second, { ...moved, x: 99_999 })
  const third = await start()
  expect(await place(third)).toEqual(begun)
  await third.close()
})

test('the licences of all packages are shown, and the about box has name and version', async ({ app }) => {
  const desk = deskOf(app)
  // The file is opened by another program, which no test may start.
  const opened = await desk.evaluate(({ Menu, shell }) => {
    const paths: string[] = []
    const openPath = async (path: string) => {
      paths.push(path)
      return ''
    }
    Object.assign(shell, { openPath })
    Menu.getApplicationMenu()?.getMenuItemById('licences')?.click()
    return paths
  })
  expect(opened).toEqual([expect.stringMatching(/[\\/]out[\\/]licences\.txt$/)])
  // Electron doesn't return the options of its about box.
  if (app.host === 'standin') {
    const about = await desk.evaluate(({ app: main }) => (main as unknown as { aboutPanel: object }).aboutPanel)
    expect(about).toMatchObject({ applicationName: 'Proscenium', applicationVersion: '0.1.0' })
  }
})

test('the menu shows the logs and a report, and a window whose process ended is loaded again', async ({ app }) => {
  const desk = deskOf(app)
  const { page } = app
  const click = (id: string) => desk.evaluate(({ Menu }, one) => Menu.getApplicationMenu()?.getMenuItemById(one)?.click(), id)
  const opened = await desk.evaluate(({ Menu, shell }) => {
    const paths: string[] = []
    Object.assign(shell, { openPath: (path: string) => Promise.resolve(paths.push(path) && '') })
    Menu.getApplicationMenu()?.getMenuItemById('logs')?.click()
    return paths
  })
  expect(opened).toEqual([expect.stringMatching(/[\\/]logs$/)])
  await desk.evaluate(({ app: main, BrowserWindow, dialog }) => {
    const said: string[] = []
    Object.assign(globalThis, { said })
    Object.assign(dialog, { showMessageBox: ({ message }: { message: string }) => Promise.resolve({ response: said.push(message) - 1 }) })
    main.emit('render-process-gone', {}, BrowserWindow.getAllWindows()[0]?.webContents, { reason: 'crashed', exitCode: 5 })
  })
  const said = () => desk.evaluate(() => (globalThis as unknown as { said: string[] }).said)
  await expect.poll(said).toEqual(['The window stopped working. Every beat is saved. Load the window again to go on.'])
  const dialog = page.getByRole('dialog', { name: 'Report a problem' })
  // The window is loading again, and shows the report once it is there.
  await click('report')
  await expect(dialog.getByRole('textbox', { name: 'Report' })).toHaveValue(/desktop[^]*The window's process ended: crashed, code 5\./)
  await dialog.getByRole('button', { name: 'Close', exact: true }).first().click()
  await expect(dialog).toBeHidden()
  await click('report')
  await expect(dialog).toBeVisible()
  expect(await readFile(join(opened[0] ?? '', 'desktop.log'), 'utf8')).toContain('crashed')
})

test('a link to a folder opens only after a question, and a hostile one is refused with a sentence', async ({ app, copyCampaign }) => {
  const desk = deskOf(app)
  await copyCampaign(app.dir, ['--game', 'cairn-hack', '--seed', '7'])
  await desk.evaluate(({ dialog }) => {
    const said: string[] = []
    const answers = [1, 0]
    Object.assign(globalThis, { said })
    const showMessageBox = ({ message, detail = '' }: { message: string; detail?: string }) =>
      Promise.resolve({ response: said.push(`${message} ${detail}`) && detail ? (answers.shift() ?? 1) : 0 })
    Object.assign(dialog, { showMessageBox })
  })
  const said = () => desk.evaluate(() => (globalThis as unknown as { said: string[] }).said)
  const link = `proscenium://open?dir=${encodeURIComponent(app.dir)}`
  const question = `A link asks to open this folder as a campaign. Open it? ${app.dir}`
  for (const [n, asked] of [link, 'proscenium://open?dir=//evil.example/share', link].entries()) {
    expect(await desk.second([asked])).toBe(0)
    await expect.poll(async () => (await said()).length).toBe(n + 1)
  }
  expect(await said()).toEqual([question, expect.stringMatching(/^The link names "\/\/evil\.example\/share", which is no full path/), question])
  await expect(app.page.locator('.title-bar')).toBeVisible()
  // macOS hands a link over instead of starting the app a second time.
  await desk.evaluate(({ app: main }) => main.emit('open-url', { preventDefault: () => undefined }, 'proscenium://play?dir=x'))
  await expect.poll(async () => (await said()).at(-1)).toMatch(/^This link can’t be opened\. /)
  if (app.host === 'standin')
    expect(await desk.evaluate(({ app: main }) => (main as unknown as { recentDocuments: string[] }).recentDocuments.at(-1))).toBe(app.dir)
})

test('an Arrow document opens in Scenes with its campaign, at the start and in a running app; a lone one is refused', async ({
  app,
  host,
  dir,
  copyCampaign
}, info) => {
  await copyCampaign(dir, ['--game', 'cairn-hack', '--seed', '7'])
  const document = join(dir, 'world/story/The Counting/scene.arrow')
  const shows = (page: Page) => expect(page.locator('.arrow-view').getByText('The kerb').first()).toBeVisible()
  const launch = host === 'electron' ? launchElectron : launchStandin
  const starting = await launch(info.outputPath('profile'), [document], { PROSCENIUM_HOME: dirname(dir) })
  try {
    await shows(starting.page)
  } finally {
    await starting.close()
  }
  const desk = deskOf(app)
  const lone = info.outputPath('lone.arrow')
  await mkdir(dirname(lone), { recursive: true })
  await writeFile(lone, '{}')
  await desk.evaluate(({ dialog }) => {
    const said: string[] = []
    Object.assign(globalThis, { said })
    Object.assign(dialog, { showMessageBox: ({ message }: { message: string }) => Promise.resolve({ response: said.push(message) }) })
  })
  expect(await desk.second([lone])).toBe(0)
  const said = () => desk.evaluate(() => (globalThis as unknown as { said: string[] }).said)
  await expect.poll(said).toEqual([`${lone} is in no campaign. Open a campaign and import the document in Scenes.`])
  expect(await desk.second([document])).toBe(0)
  await shows(app.page)
  // macOS hands a path over instead of starting the app a second time.
  await desk.evaluate(({ app: main }, path) => main.emit('open-file', { preventDefault: () => undefined }, path), lone)
  await expect.poll(async () => (await said()).length).toBe(2)
})

test('the menu has the commands for campaigns and playback, and a folder without a campaign is refused with one sentence', async ({ app }) => {
  const desk = deskOf(app)
  // The menu is created shortly after the window.
  const menu = () =>
    desk.evaluate(({ Menu }) =>
      Menu.getApplicationMenu()?.items.map((item) => [
        item.label ?? item.role,
        item.submenu?.items.map((each) => each.id ?? each.role).filter(Boolean)
      ])
    )
  await expect.poll(async () => JSON.stringify(await menu())).toMatch(/"new","open","recent","close","quit".*"play","pause","step"/)
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

test.describe('with a campaign', () => {
  test.use({ campaign: 'sample' })

  test('an export is saved where the dialog says, and reported only if it was saved', async ({ app }, info) => {
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
      await page.keyboard.type('export map as svg')
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
    // Cancelling the first dialog showed no message.
    await expect(page.getByText(/^Saved as/)).toHaveCount(1)
  })
})
