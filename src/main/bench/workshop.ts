import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { readStatic } from '../static'
import { median, quantile } from './numbers'
import { withHost } from './paint'

/** The page's work for one key in a long file, drawing included, in ms: the median, and the slowest one in twenty. */
export interface KeyReading {
  usual: number
  slow: number
}
/** Keys in quick succession, and keys at the pace of a hand. */
export interface TypingReading {
  burst: KeyReading
  hand: KeyReading
}

/** The cost of the code editor, in ms. */
export interface WorkshopReading {
  /** From the click on Workshop in a fresh tab until the lines of the open file are drawn. */
  open: number
  key: TypingReading
  /** The same in a page of the same size with only the unmodified editor; undefined without one. */
  bare: TypingReading | undefined
}

/** How long the window has been open when the workshop is opened, in ms. */
const IDLE_MS = 4000

/** The long file: a rule of this many lines. */
const LINES = 2000
const LONG_FILE = 'rules/lib/long.ts'
/** The number of keys in a round at each pace, and the pause after each in ms. A key is held down for 5 ms. */
const PACES = { burst: { keys: 80, pause: 0 }, hand: { keys: 40, pause: 75 } }

/**
 * Opens the workshop of a campaign in a real browser with a file of 2,000 lines, and types in its middle; alternates with the same in the page in the
 * folder `bare`. The pages measure the times themselves.
 */
export async function measureWorkshop(dir: string, bare: string | undefined, chromiumPath: string, rounds: number): Promise<WorkshopReading> {
  plantLongFile(dir)
  return withHost(dir, async (url) => {
    const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] })
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const opens: number[] = []
    const [ours, theirs] = [noKeys(), noKeys()]
    for (let round = 0; round <= rounds; round++) {
      const page = await context.newPage()
      await page.goto(round === 0 ? url : new URL('/', url).href, { waitUntil: 'load' })
      await page.getByRole('button', { name: 'Workshop', exact: true }).waitFor()
      // The first tab only leaves the file open for the others.
      if (round === 0) {
        await page.getByRole('button', { name: 'Workshop', exact: true }).click()
        await page.getByRole('tree').waitFor()
        await page.keyboard.press('Control+p')
        await page.getByRole('combobox').fill(LONG_FILE)
        await page.getByRole('option').first().waitFor()
        await page.keyboard.press('Enter')
        await page.locator('.view-line').first().waitFor()
      } else {
        // The window loads the workshop ahead when it has been idle for a while.
        await page.waitForTimeout(IDLE_MS)
        opens.push(await page.evaluate(openWorkshop))
        await page.waitForTimeout(1500)
        await page.keyboard.press('Alt+2')
        await typeInto(page, ours)
      }
      const size = await page.locator('.workshop-code').boundingBox()
      // The next tab begins with the view of this one.
      await page.getByRole('button', { name: 'Play', exact: true }).click()
      await page.close()
      if (round === 0 || bare === undefined || !size) continue
      const other = await context.newPage()
      await other.setViewportSize({ width: Math.round(size.width), height: Math.round(size.height) })
      await withFolder(bare, async (address) => {
        await other.goto(address, { waitUntil: 'load' })
        await other.evaluate(showText, longText())
        await other.locator('.view-line').first().waitFor()
        await other.waitForTimeout(1500)
        await typeInto(other, theirs)
      })
      await other.close()
    }
    await browser.close()
    return { open: median(opens), key: typingOf(ours), bare: bare === undefined ? undefined : typingOf(theirs) }
  })
}

type Keys = Record<keyof typeof PACES, number[]>

const noKeys = (): Keys => ({ burst: [], hand: [] })

function typingOf(keys: Keys): TypingReading {
  const read = (values: readonly number[]): KeyReading => ({ usual: median(values), slow: quantile(values, 0.95) })
  return { burst: read(keys.burst), hand: read(keys.hand) }
}

/** Types in the middle of the long file, which has the focus, at each pace, and adds the times to `keys`. */
async function typeInto(page: Page, keys: Keys): Promise<void> {
  await page.keyboard.press('Control+g')
  await page.keyboard.insertText(`${LINES / 2}:1`)
  await page.keyboard.press('Enter')
  await page.evaluate(listenToKeys)
  for (const pace of ['burst', 'hand'] as const) {
    for (let i = 0; i < PACES[pace].keys; i++) {
      await page.keyboard.press('abcdefgh '[i % 9] ?? 'a', { delay: 5 })
      if (PACES[pace].pause > 0) await page.waitForTimeout(PACES[pace].pause)
    }
    await page.waitForTimeout(200)
    keys[pace].push(...(await page.evaluate(heardKeys)).slice(5))
  }
}

/** Serves a folder on loopback while work uses its address. */
async function withFolder(folder: string, act: (address: string) => Promise<void>): Promise<void> {
  const server = createServer((request, response) => {
    void readStatic(folder, request.url ?? '/', "'self'").then((file) => response.writeHead(file ? 200 : 404, file?.headers).end(file?.body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  try {
    await act(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** The text of the long file. */
function longText(): string {
  const lines = Array.from({ length: LINES }, (_, i) =>
    i % 20 === 0 ? '' : `export const step${i} = { name: 'step ${i}', dice: 'd${(i % 12) + 2}', needs: ${i % 7} }`
  )
  return `${lines.join('\n')}\n`
}

/** Saves a rule of 2,000 lines in a campaign. */
function plantLongFile(dir: string): void {
  const file = join(dir, LONG_FILE)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, longText())
  const git = (...args: string[]): void =>
    void execFileSync('git', ['-C', dir, '-c', 'user.name=bench', '-c', 'user.email=bench@proscenium.invalid', ...args])
  git('add', LONG_FILE)
  git('commit', '-q', '-m', 'A long file')
}

/** The page's globals that these functions use; they run in the page. */
interface InPage {
  performance: { now(): number }
  requestAnimationFrame(next: () => void): void
  document: { querySelector(selector: string): { click(): void } | null }
  addEventListener(type: string, listener: () => void, capture: boolean): void
  MessageChannel: new () => {
    port1: { addEventListener(type: 'message', listener: () => void): void; start(): void }
    port2: { postMessage(data: number): void }
  }
  heard?: number[]
  bareEditor?: (text: string) => void
}

/** Opens the workshop and waits for the first frame with lines. Runs in the page. */
function openWorkshop(): Promise<number> {
  const page = globalThis as unknown as InPage
  const start = page.performance.now()
  page.document.querySelector('nav.rail button:nth-of-type(5)')?.click()
  return new Promise((done) => {
    const look = (): void => {
      const now = page.performance.now()
      if (page.document.querySelector('.workshop .view-line span') || now - start > 60_000)
        page.requestAnimationFrame(() => done(page.performance.now() - start))
      else page.requestAnimationFrame(look)
    }
    page.requestAnimationFrame(look)
  })
}

/**
 * Adds up the work that follows each key: that of its events, and that of the next frame. The text changes while its `keypress` is handled, in an
 * editor with a text area and in one without. Runs in the page.
 */
function listenToKeys(): void {
  const page = globalThis as unknown as InPage
  const keyTimes: number[] = []
  page.heard = keyTimes
  const after = (then: () => void): void => {
    const { port1, port2 } = new page.MessageChannel()
    port1.addEventListener('message', then)
    port1.start()
    port2.postMessage(0)
  }
  let pressed = 0
  page.addEventListener('keydown', () => (pressed = page.performance.now()), true)
  page.addEventListener(
    'keypress',
    () => {
      const start = pressed
      page.requestAnimationFrame(() => {
        const drawing = page.performance.now()
        after(() => keyTimes.push(page.performance.now() - drawing + worked))
      })
      let worked = 0
      after(() => (worked = page.performance.now() - start))
    },
    true
  )
}

/** The times of the keys since the last call. */
function heardKeys(): number[] {
  return (globalThis as unknown as InPage).heard?.splice(0) ?? []
}

/** Shows a text in the bare editor. Runs in its page. */
function showText(text: string): void {
  ;(globalThis as unknown as InPage).bareEditor?.(text)
}
