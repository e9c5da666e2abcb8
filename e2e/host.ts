import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type Page } from '@playwright/test'
import type { Server, ServerOptions } from '../src/main/server'
import { openLog } from '../src/main/log'
import { coreThread, CoreWorker } from '../src/main/worker'
import { launchElectron, launchStandin, type Desk } from './launch'
import { call } from './studio-call'
import { removeFolder } from './remove-folder'

/** The page's storage; the DOM types are not loaded here. */
declare const location: { protocol: string }
declare const localStorage: { clear(): void; setItem(key: string, value: string): void }
declare const sessionStorage: { clear(): void; getItem(key: string): string | null; setItem(key: string, value: string): void }

const root = join(import.meta.dirname, '..')

export type HostName = 'browser' | 'standin' | 'electron'

/** A running app that the tests of a worker use one after the other. */
export interface Host {
  name: HostName
  /** Its home folder: the settings of the machine, the recent campaigns, and new campaigns. */
  home: string
  /** The desktop hosts only. */
  desk?: Desk
  /** The browser host only. */
  server?: Server
  /**
   * Shows a window as at the first start, except for `state`, with the campaign in this folder, otherwise with the start page. `watch` gets the page
   * before it loads.
   */
  show(dir: string | undefined, state: WindowState, watch: (page: Page) => void): Promise<Page>
  /** Closes windows and campaign and forgets everything that a test left. */
  reset(): Promise<void>
  close(): Promise<void>
}

/** Starts threads of the built core. */
export const coreAt = (home: string): ReturnType<typeof coreThread> =>
  coreThread(join(root, 'out/main/core.js'), { kind: 'browser', version: '0', home, resources: root, canPickFolder: false, canPickFile: false })

/** Serves a core to browsers, with the built server and renderer. */
export async function serve(home: string, core: CoreWorker): Promise<Server> {
  const { startServer } = (await import(join(root, 'out/main/server.js'))) as { startServer: (options: ServerOptions) => Promise<Server> }
  return startServer({ root: join(root, 'out/renderer'), home, core })
}

/** Signs a page in with a link of the server. Resolves when the window handles keys. */
export async function enter(page: Page, { url, origin }: Pick<Server, 'url' | 'origin'>): Promise<void> {
  await page.goto(url)
  await page.waitForURL(`${origin}/`)
  await page.locator('main').waitFor()
}

/** What the window remembers, by the names of its desk. */
export type WindowState = Record<string, unknown>

/** Makes the first load of a tab begin with this state alone; later loads keep theirs. Runs in the page. */
function setState(state: WindowState): void {
  if (!location.protocol.startsWith('http') || sessionStorage.getItem('tests.begun')) return
  sessionStorage.setItem('tests.begun', 'yes')
  localStorage.clear()
  localStorage.setItem('proscenium.desk', JSON.stringify(state))
}

/** Removes what is in a home folder, except the mark of a running server. */
async function empty(home: string): Promise<void> {
  const names = (await readdir(home).catch(() => [])).filter((name) => name !== 'running')
  await Promise.all(names.map((name) => removeFolder(join(home, name))))
}

/**
 * How much later every frame between window and core, and every file of the window, arrives, in ms. `LATENCY=200 npx playwright test` finds what is
 * asked for before the window can know or show it, which otherwise happens only on a busy machine.
 */
const LATENCY_MS = Number(process.env['LATENCY'] ?? 0)

/** The core in this process, and one browser that has signed in. Each test gets a new tab. */
async function browserHost(chrome: Browser): Promise<Host> {
  const home = await mkdtemp(join(tmpdir(), 'proscenium-home-'))
  const core = new CoreWorker({ start: coreAt(home), onLost: (why) => process.stderr.write(`${why}\n`), onFault: openLog(home, 'tab').note })
  const server = await serve(home, core)
  const context = await chrome.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', colorScheme: 'dark' })
  if (LATENCY_MS > 0) {
    await context.routeWebSocket(/.*/, (page) => {
      const core = page.connectToServer()
      page.onMessage((frame) => void setTimeout(() => core.send(frame), LATENCY_MS))
      core.onMessage((frame) => void setTimeout(() => page.send(frame), LATENCY_MS))
    })
    await context.route('**/assets/**', (route) => void setTimeout(() => void route.continue().catch(() => undefined), LATENCY_MS))
  }
  const first = await context.newPage()
  await enter(first, server)
  await first.close()
  return {
    name: 'browser',
    home,
    server,
    async show(dir, state, watch) {
      if (dir !== undefined) await core.ask('open', { dir })
      const page = await context.newPage()
      await page.addInitScript(setState, state)
      watch(page)
      await page.goto(server.origin)
      await page.locator('main').waitFor()
      return page
    },
    async reset() {
      for (const page of context.pages()) await page.close()
      await context.clearPermissions()
      await core.ask('close')
      await empty(home)
    },
    async close() {
      await context.close()
      await server.close()
      await removeFolder(home)
    }
  }
}

/** The desktop app with one window. Each test gets it reloaded. */
async function deskHost(name: 'standin' | 'electron'): Promise<Host> {
  const scratch = await mkdtemp(join(tmpdir(), 'proscenium-desk-'))
  const home = join(scratch, 'home')
  const desk = await (name === 'electron' ? launchElectron : launchStandin)(join(scratch, 'profile'), [], { PROSCENIUM_HOME: home })
  const { page } = desk
  return {
    name,
    home,
    desk,
    async show(dir, state, watch) {
      await page.locator('main').waitFor()
      if (dir !== undefined) await call(page, 'mutation', 'open', { dir })
      await page.evaluate(() => sessionStorage.clear())
      await page.evaluate(setState, state)
      watch(page)
      await page.reload()
      await page.locator('main').waitFor()
      return page
    },
    async reset() {
      await call(page, 'mutation', 'close')
      await empty(home)
    },
    async close() {
      await desk.close()
      await removeFolder(scratch)
    }
  }
}

export const startHost = (name: HostName, chrome: () => Promise<Browser>): Promise<Host> =>
  name === 'browser' ? chrome().then(browserHost) : deskHost(name)
