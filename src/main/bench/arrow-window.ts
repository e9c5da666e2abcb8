import { chromium } from 'playwright-core'
import { writeArrow } from '../../shared/arrow/write'
import { largeDocument } from './arrow'
import { write } from './folder'
import { withHost } from './paint'
import { reading, type Reading } from './reading'

/** The measurement with a goal. */
export const ARROW_LETTER = 'one letter typed into an Arrow document of 5000 nodes, in the window'
const LETTERS = 40

/**
 * Types letters into the text of a node of a large document in a real browser. The page measures the times itself: until each is drawn and laid out,
 * in ms.
 */
export async function measureArrowWindow(dir: string, chromiumPath: string, rounds: number): Promise<Reading> {
  write(dir, 'world/scenes/long.arrow', writeArrow(largeDocument()))
  return withHost(dir, async (url) => {
    const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] })
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
    await page.goto(url, { waitUntil: 'load' })
    await page.getByRole('navigation').getByRole('button', { name: 'Scenes' }).click()
    await page.getByRole('button', { name: /^A long story/ }).click()
    await page.locator('.arrow-card').filter({ hasText: 'Stone 2' }).first().click()
    const field = page.getByRole('tabpanel').getByRole('textbox', { name: 'Text' })
    await field.waitFor()
    const times: number[] = []
    // The first round doesn't count, because the interpreter gets faster while it runs.
    for (let round = 0; round <= rounds; round++) {
      const some = await field.evaluate(typeLetters, LETTERS)
      if (round > 0) times.push(...some)
    }
    await browser.close()
    return reading(ARROW_LETTER, times)
  })
}

/** The page's globals that `typeLetters` uses; it runs in the page. */
interface InPage {
  performance: { now(): number }
  requestAnimationFrame(next: () => void): void
  setTimeout(next: () => void): void
  Event: new (type: string, init: object) => object
  document: { body: { getBoundingClientRect(): object } }
}
interface Field {
  value: string
  dispatchEvent(event: object): void
}

/** Types letters at the end of a field, one a frame. Returns how long each took. Runs in the page. */
async function typeLetters(element: unknown, letters: number): Promise<number[]> {
  const page = globalThis as unknown as InPage
  const field = element as Field
  // React hears of a value only if it is set past its own property.
  const value = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')
  const times: number[] = []
  for (let k = 0; k < letters; k++) {
    await new Promise<void>((done) => page.requestAnimationFrame(() => page.setTimeout(done)))
    const begun = page.performance.now()
    value?.set?.call(field, `${field.value}x`)
    field.dispatchEvent(new page.Event('input', { bubbles: true }))
    page.document.body.getBoundingClientRect()
    times.push(page.performance.now() - begun)
  }
  return times
}
