import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium, expect, test as base, type Browser, type Page } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium } from '../scripts/chromium.mjs'
import type { Server, ServerOptions } from '../src/main/server'
import { launchElectron, launchStandin, type Desk } from './launch'
import { once } from './once'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')

/** The home folder of the tests, instead of the user's own. */
const HOME = join(root, 'test-results/home')

/** Runs a program and resolves with its output; rejects if it fails. */
export async function sh(command: string, ...args: string[]): Promise<string> {
  const { stdout } = await run(command, args, { cwd: root, maxBuffer: 64 << 20, env: { ...process.env, PROSCENIUM_HOME: HOME } })
  return stdout
}

/** Runs the built command line. */
export const proscenium = (...args: string[]): Promise<string> => sh(process.execPath, 'out/main/cli.js', ...args)

export type HostName = 'browser' | 'standin' | 'electron'

/** The app, opened for one test. */
export interface App {
  page: Page
  host: HostName
  /** The new campaign that is open; none on the start page. */
  dir: string
  /** Errors that the page reported; a test with any left fails. */
  said: string[]
  /** The desktop hosts only. */
  desk?: Desk
  /** The browser host only. */
  server?: Server
}

interface Options {
  host: HostName
  /** Whether to open a new campaign or show the start page. */
  campaign: boolean
  /** The game of that campaign. */
  game: string
  /** The seed of that campaign. */
  seed: string
  /** The number of beats that were played in it. */
  beats: number
}

/** Copies a campaign with this game, seed and number of beats to a new folder. Each is played only once per run. */
type Made = (game: string, seed: string, beats: number, dir: string) => Promise<void>

/** Collects messages of the page that no test may cause. */
function watch(page: Page): string[] {
  const said: string[] = []
  page.on('pageerror', (error) => said.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') said.push(message.text())
  })
  return said
}

/** Signs a page in with the server's link, which works once, for one browser. Resolves when the window handles keys. */
export async function enter(page: Page, { url, origin }: Server): Promise<void> {
  await page.goto(url)
  await page.waitForURL(`${origin}/`)
  await page.locator('main').waitFor()
}

export const test = base.extend<Options & { app: App }, { chrome: Browser; made: Made }>({
  host: ['browser', { option: true }],
  campaign: [true, { option: true }],
  game: ['cairn-hack', { option: true }],
  seed: ['7', { option: true }],
  beats: [0, { option: true }],
  made: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from its pattern
    async ({}, use) => {
      await use(async (game, seed, beats, dir) => {
        const first = join(process.env['MADE'] ?? '', `${game}-${seed}-${beats}`)
        await once(first, async (fresh) => {
          await proscenium('new', fresh, '--game', game, '--seed', seed)
          if (beats > 0) await proscenium('play', fresh, '--beats', String(beats))
        })
        cpSync(first, dir, { recursive: true })
      })
    },
    { scope: 'worker' }
  ],
  chrome: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from its pattern
    async ({}, use) => {
      const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS })
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' }
  ],
  app: async ({ host, campaign, game, seed, beats, chrome, made }, use) => {
    const scratch = await mkdtemp(join(tmpdir(), 'proscenium-e2e-'))
    const home = join(scratch, 'home')
    const dir = join(scratch, 'The Well')
    if (campaign) await made(game, seed, beats, dir)

    let app: App
    let close: () => Promise<unknown>
    if (host === 'browser') {
      const { startServer } = (await import(join(root, 'out/main/server.js'))) as { startServer: (options: ServerOptions) => Promise<Server> }
      const server = await startServer({ root: join(root, 'out/renderer'), home, ...(campaign ? { open: dir } : {}) })
      const context = await chrome.newContext({ viewport: { width: 1280, height: 800 } })
      const page = await context.newPage()
      app = { host, dir, server, page, said: watch(page) }
      close = async () => {
        await context.close()
        await server.close()
      }
    } else {
      const launch = host === 'electron' ? launchElectron : launchStandin
      const desk = await launch(join(scratch, 'profile'), campaign ? [`--open=${dir}`] : [], { PROSCENIUM_HOME: home })
      app = { host, dir, desk, page: desk.page, said: watch(desk.page) }
      close = () => desk.close()
    }
    if (app.server) await enter(app.page, app.server)
    await use(app)
    // Read before closing: a page reports errors once its server is gone.
    const complaints = [...app.said]
    await close()
    await rm(scratch, { recursive: true, force: true })
    expect(complaints).toEqual([])
  }
})
export { expect }
