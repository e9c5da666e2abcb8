import { chromium } from 'playwright-core'
import { median } from './numbers'
import { withHost } from './paint'

/** The cost of the notes, in ms. */
export interface NotesReading {
  /** From the click on Notes in a fresh tab until rows of the list are drawn: the first time, when the core reads every note, and later. */
  first: number
  later: number
}

/** Opens the notes of a campaign in a real browser. The page measures the times itself. */
export async function measureNotes(dir: string, chromiumPath: string, rounds: number): Promise<NotesReading> {
  return withHost(dir, async (url) => {
    const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] })
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const opens: number[] = []
    for (let round = 0; round <= rounds; round++) {
      const page = await context.newPage()
      await page.goto(round === 0 ? url : new URL('/', url).href, { waitUntil: 'load' })
      await page.getByRole('button', { name: 'Notes', exact: true }).waitFor()
      opens.push(await page.evaluate(openNotes))
      // The next tab opens in the state of this one.
      await page.getByRole('button', { name: 'Play', exact: true }).click()
      await page.close()
    }
    await browser.close()
    const [first = Number.NaN, ...later] = opens
    return { first, later: median(later) }
  })
}

/** Opens the notes and waits for the first frame with rows. Runs in the page. */
function openNotes(): Promise<number> {
  const page = globalThis as unknown as {
    performance: { now(): number }
    requestAnimationFrame(next: () => void): void
    document: { querySelector(selector: string): { click(): void } | null }
  }
  const start = page.performance.now()
  page.document.querySelector('nav.rail button:nth-of-type(6)')?.click()
  return new Promise((done) => {
    const look = (): void => {
      const now = page.performance.now()
      if (page.document.querySelector('.notes-row') || now - start > 60_000) page.requestAnimationFrame(() => done(page.performance.now() - start))
      else page.requestAnimationFrame(look)
    }
    page.requestAnimationFrame(look)
  })
}
