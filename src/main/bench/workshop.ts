import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { chromium } from 'playwright-core'
import { median, quantile } from './numbers'
import { withHost } from './paint'

/** The cost of the code editor, in ms. */
export interface WorkshopReading {
  /** From the click on Workshop, in a fresh tab, until the lines of the file that was open are drawn. */
  open: number
  /** The work of the page for one key in a long file, its drawing included: the median, and the slowest one in twenty. */
  key: { usual: number; slow: number }
}

/** The long file: a rule of this many lines. */
const LINES = 2000
const LONG_FILE = 'rules/lib/long.ts'
/** How many keys are typed in a round. */
const KEYS = 80

/** Opens the workshop of a campaign in a real browser with a file of 2,000 lines, and types in its middle. The page measures the times itself. */
export async function measureWorkshop(dir: string, chromiumPath: string, rounds: number): Promise<WorkshopReading> {
  plantLongFile(dir)
  return withHost(dir, async (url) => {
    const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] })
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const opens: number[] = []
    const keys: number[] = []
    for (let round = 0; round <= rounds; round++) {
      const page = await context.newPage()
      await page.goto(round === 0 ? url : new URL('/', url).href, { waitUntil: 'load' })
      await page.getByRole('button', { name: 'Workshop', exact: true }).waitFor()
      // The first tab only leaves the file open for the others.
      if (round > 0) opens.push(await page.evaluate(openWorkshop))
      else {
        await page.getByRole('button', { name: 'Workshop', exact: true }).click()
        await page.getByRole('tree').waitFor()
        await page.keyboard.press('Control+p')
        await page.getByRole('combobox').fill(LONG_FILE)
        await page.getByRole('option').first().waitFor()
        await page.keyboard.press('Enter')
        await page.locator('.view-line').first().waitFor()
      }
      if (round > 0) {
        await page.waitForTimeout(1500)
        await page.keyboard.press('Alt+2')
        await page.keyboard.press('Control+g')
        await page.keyboard.insertText(`${LINES / 2}:1`)
        await page.keyboard.press('Enter')
        await page.evaluate(listenToKeys)
        for (let i = 0; i < KEYS; i++) await page.keyboard.press('abcdefgh '[i % 9] ?? 'a', { delay: 5 })
        await page.waitForTimeout(200)
        keys.push(...(await page.evaluate(heardKeys)).slice(5))
      }
      await page.close()
    }
    await browser.close()
    return { open: median(opens), key: { usual: median(keys), slow: quantile(keys, 0.95) } }
  })
}

/** Saves a rule of 2,000 lines in a campaign. */
function plantLongFile(dir: string): void {
  const file = join(dir, LONG_FILE)
  mkdirSync(dirname(file), { recursive: true })
  const lines = Array.from({ length: LINES }, (_, i) =>
    i % 20 === 0 ? '' : `export const step${i} = { name: 'step ${i}', dice: 'd${(i % 12) + 2}', needs: ${i % 7} }`
  )
  writeFileSync(file, `${lines.join('\n')}\n`)
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
  const heard: number[] = []
  page.heard = heard
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
        after(() => heard.push(page.performance.now() - drawing + worked))
      })
      let worked = 0
      after(() => (worked = page.performance.now() - start))
    },
    true
  )
}

function heardKeys(): number[] {
  return (globalThis as unknown as InPage).heard ?? []
}
