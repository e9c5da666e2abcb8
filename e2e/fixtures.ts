import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium, expect, test as base, type Browser, type Page } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium } from '../scripts/chromium.mjs'
import { runProgram } from '../src/main/campaign/git/testing/small-process'
import type { Server } from '../src/main/server'
import { startHost, type Host, type HostName, type WindowState } from './host'
import type { Desk } from './launch'
import { once } from './once'
import { removeFolder } from './remove-folder'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')

/** The home folder of the command line, instead of the user's own. */
const HOME = join(root, 'test-results/home')

/** Runs a program and resolves with its output; rejects if it fails. Git, which tests ask again and again, is run by a small process. */
export async function sh(command: string, ...args: string[]): Promise<string> {
  if (command === 'git') return runProgram('git', args)
  const { stdout } = await run(command, args, { cwd: root, maxBuffer: 64 << 20, env: { ...process.env, PROSCENIUM_HOME: HOME } })
  return stdout
}

/** Runs the built command line. */
export const proscenium = (...args: string[]): Promise<string> => sh(process.execPath, 'out/main/cli.js', ...args)

/** The app, opened for one test. */
export interface App {
  page: Page
  host: HostName
  /** The folder of the open campaign; it doesn't exist if the start page is shown. */
  dir: string
  /** Errors that the page reported; a test with any left fails. */
  said: string[]
  /** The desktop hosts only. */
  desk?: Desk
  /** The browser host only. */
  server?: Server
}

interface Options {
  /** What is open: a copy of a sample campaign, a blank one, or none, which shows the start page. */
  campaign: 'sample' | 'blank' | 'none'
  /** The game of the sample. */
  game: string
  /** The seed of the sample. */
  seed: string
  /** The number of beats that were played in the sample. */
  beats: number
}

/** Copies a new campaign with these arguments and number of beats to a folder. Each is played only once per run. */
type CopyCampaign = (dir: string, args: readonly string[], beats?: number) => Promise<void>

export const test = base.extend<
  Options & { dir: string; open: (state?: WindowState) => Promise<App>; app: App },
  { host: HostName; chrome: () => Promise<Browser>; copyCampaign: CopyCampaign; running: Host }
>({
  host: ['browser', { option: true, scope: 'worker' }],
  campaign: ['sample', { option: true }],
  game: ['cairn-hack', { option: true }],
  seed: ['7', { option: true }],
  beats: [0, { option: true }],
  copyCampaign: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from its pattern
    async ({}, use) => {
      const copyCampaign: CopyCampaign = async (dir, args, beats = 0) => {
        const first = join(process.env['MADE'] ?? '', [...args, beats].join('-').replace(/[^\w-]/g, ''))
        await once(first, async (fresh) => {
          if (beats === 0) await proscenium('new', fresh, ...args)
          else {
            await copyCampaign(fresh, args)
            await proscenium('play', fresh, '--beats', String(beats))
          }
        })
        cpSync(first, dir, { recursive: true })
      }
      await use(copyCampaign)
    },
    { scope: 'worker' }
  ],
  chrome: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      let browser: Promise<Browser> | undefined
      await use(() => (browser ??= chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS })))
      await (await browser)?.close()
    },
    { scope: 'worker' }
  ],
  running: [
    async ({ host, chrome }, use) => {
      const running = await startHost(host, chrome)
      await use(running)
      await running.close()
    },
    { scope: 'worker' }
  ],
  dir: async ({ campaign, game, seed, beats, copyCampaign }, use) => {
    const scratch = await mkdtemp(join(tmpdir(), 'proscenium-e2e-'))
    const dir = join(scratch, 'The Well')
    if (campaign === 'sample') await copyCampaign(dir, ['--game', game, '--seed', seed], beats)
    if (campaign === 'blank') await copyCampaign(dir, ['--blank', '--title', 'Mill country'])
    await use(dir)
    await removeFolder(scratch)
  },
  open: async ({ running, campaign, dir }, use) => {
    const said: string[] = []
    await use(async (state = {}) => {
      const page = await running.show(campaign === 'none' ? undefined : dir, { theme: 'system', ...state }, (page) => {
        page.on('pageerror', (error) => said.push(error.message))
        page.on('console', (message) => {
          if (message.type() === 'error') said.push(message.text())
        })
      })
      const { name, desk, server } = running
      return { host: name, page, dir, said, ...(desk && { desk }), ...(server && { server }) }
    })
    // Read before closing: a page may report that its campaign is gone.
    const complaints = [...said]
    await running.reset()
    expect(complaints).toEqual([])
  },
  app: async ({ open }, use) => use(await open())
})
export { enter } from './host'
export { expect }
