import { chromium } from 'playwright-core'
import { writeArrow } from '../../arrow'
import { largeDocument } from './arrow'
import { write } from './folder'
import { withHost } from './paint'
import { reading, type Reading } from './reading'

/** The measurement with a goal. */
export const ARROW_LETTER = 'one letter typed into an Arrow document of 5000 nodes, in the window'
/** The same for a name that many nodes refer to, half of them in their texts. */
export const ARROW_RENAME = 'a variable that 3750 of 5000 nodes refer to gets another name, in the window'
const LETTERS = 40
const RENAMES = 6

/**
 * Types letters into the text of a node of a large document in a real browser, and renames its variable. The page measures the times itself: until
 * each change is drawn and laid out, in ms.
 */
export async function measureArrowWindow(dir: string, chromiumPath: string, rounds: number): Promise<Reading[]> {
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
    await page.getByRole('tab', { name: 'Names' }).click()
    const names = page.getByRole('tabpanel')
    await names.locator('summary').click()
    const name = names.getByRole('textbox', { name: 'Name', exact: true })
    const renames: number[] = []
    for (let round = 0; round <= rounds; round++) {
      const some = await name.evaluate(rename, RENAMES)
      if (round > 0) renames.push(...some)
    }
    await browser.close()
    return [reading(ARROW_LETTER, times), reading(ARROW_RENAME, renames)]
  })
}

/** The page's globals that `typeLetters` uses; it runs in the page. */
interface InPage {
  performance: { now(): number }
  requestAnimationFrame(next: () => void): void
  setTimeout(next: () => void): void
  Event: new (type: string, init: object) => object
  KeyboardEvent: new (type: string, init: object) => object
  document: { body: { getBoundingClientRect(): object } }
}
interface Field {
  value: string
  dispatchEvent(event: object): void
}

/** Types letters at the end of a field, one per frame. Returns the time of each. Runs in the page. */
async function typeLetters(element: unknown, letters: number): Promise<number[]> {
  const page = globalThis as unknown as InPage
  const field = element as Field
  // React notices a value only if it is set through the prototype's setter.
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

/** Renames the resource in a field repeatedly, and waits each time until the page is idle. Returns the time of each. Runs in the page. */
async function rename(element: unknown, times: number): Promise<number[]> {
  const page = globalThis as unknown as InPage
  const field = element as Field
  const value = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')
  const timesMs: number[] = []
  for (let k = 0; k < times; k++) {
    value?.set?.call(field, `nerve${timesMs.length % 2}`)
    field.dispatchEvent(new page.Event('input', { bubbles: true }))
    for (let frame = 0; frame < 60; frame++) await new Promise<void>((done) => page.requestAnimationFrame(() => page.setTimeout(done)))
    const begun = page.performance.now()
    field.dispatchEvent(new page.KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    // React renders when the event has been handled.
    await Promise.resolve()
    page.document.body.getBoundingClientRect()
    timesMs.push(page.performance.now() - begun)
  }
  return timesMs
}
