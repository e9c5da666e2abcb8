import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { APP_ROOT } from '../src/main/place'
import { writeArrow } from '../src/arrow'
import { largeDocument } from './documents'
import { commitAll, makeCampaign, write } from './folders'
import { type Bench, median, ms, type Row } from './measure'
import { makeWorld } from './world'

// What a designer waits for in a real browser. The pages measure the times themselves.

/** Opens a campaign in the browser host while `act` opens tabs of it. */
async function inBrowser<T>(chromiumPath: string, dir: string, act: (tab: () => Promise<Page>) => Promise<T>): Promise<T> {
  const host = spawn(process.execPath, [join(APP_ROOT, 'out/main/cli.js'), 'serve', dir, '--json'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((done) => host.once('exit', done))
  let browser: Browser | undefined
  try {
    const url = await firstUrl(host.stdout)
    browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] })
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    let address = url
    return await act(async () => {
      const page = await context.newPage()
      await page.goto(address, { waitUntil: 'load' })
      // The link admits one browser, once. Every later tab has the cookie.
      address = new URL('/', url).href
      return page
    })
  } finally {
    await browser?.close()
    host.kill()
    await ended
  }
}

/** The address that the host prints first. */
export async function firstUrl(lines: NodeJS.ReadableStream): Promise<string> {
  let printed = ''
  for await (const part of lines) {
    printed += String(part)
    if (printed.includes('\n')) return (JSON.parse(printed.slice(0, printed.indexOf('\n'))) as { url: string }).url
  }
  throw new Error(`The browser host ended before it was open: ${printed}`)
}

/** Every measure in a window. `played`, `noted` and `long` are the folders of campaigns. */
export async function measureWindow(bench: Bench, { played, noted, long }: Record<'played' | 'noted' | 'long', string>): Promise<Row[]> {
  const { home, rounds, chromium: path } = bench
  if (path === undefined) {
    bench.say('No Chromium found: nothing is measured in a window.')
    return []
  }
  const each = <T>(dir: string, work: (page: Page) => Promise<T>): Promise<T[]> =>
    inBrowser(path, dir, async (tab) => {
      const all: T[] = []
      for (let round = 0; round <= rounds; round++) all.push(await work(await tab()))
      return all
    })
  const paint = await each(played, firstPaint)
  const notes = await each(noted, (page) => opened(page, 'Notes', '.notes-row'))
  const map = await each(await makeWorld(home, { places: 2000, journeys: 3000, regions: 12 }), mapReading)
  const workshop = await measureWorkshop(path, await makeCampaign(home, 'workshop'), rounds)
  const scenes = await makeCampaign(home, 'scenes')
  write(scenes, 'world/scenes/long.arrow', writeArrow(largeDocument()))
  const [letters, renames] = await inBrowser(path, scenes, async (tab) => arrowWork(await tab()))
  const timeline = await each(long, timelineOpens)
  const frames = (measure: string, part: 'whole' | 'near', least: number): Row => {
    const value = median(map.map((one) => one[part]))
    return { measure, value, unit: 'frames a second', limit: { least } }
  }
  const opens = map.map(({ open }) => open)
  return [
    ms('first paint', paint, 1500),
    // The first time, the core reads every note.
    ms('the first look at 10,000 notes', notes.slice(0, 1), 2500),
    ms('10,000 notes are open', notes.slice(1), 500),
    ms('the map of 2,000 places and 3,000 journeys is open', opens, 1000),
    frames('the map moved with everything in view', 'whole', 30),
    frames('the map moved at reading zoom', 'near', 50),
    ...workshop,
    ms('a letter typed into an Arrow document of 5000 nodes', letters, 16),
    ms('a variable that 3750 of 5000 nodes refer to gets another name', renames, 33),
    ms('a timeline of every beat of the long history', timeline, 1500)
  ]
}

/** The page's globals that the functions below use; they run in the page. */
interface InPage {
  performance: { now(): number }
  requestAnimationFrame(next: (now: number) => void): void
  document: { querySelector(selector: string): Element | null; querySelectorAll(selector: string): Iterable<Element> }
  MouseEvent: new (type: string, init: object) => object
  dispatchEvent(event: object): void
}
interface Element {
  textContent: string | null
  click(): void
  dispatchEvent(event: object): void
  getBoundingClientRect(): { left: number; top: number; width: number; height: number }
}

async function firstPaint(page: Page): Promise<number> {
  await page.getByRole('navigation').first().waitFor()
  const paint = await page.evaluate('performance.getEntriesByName("first-contentful-paint")[0].startTime')
  await page.close()
  return Number(paint)
}

/** The time from the click on a view's button until the first frame with its content. */
async function opened(page: Page, view: string, content: string): Promise<number> {
  await page.getByRole('navigation').getByRole('button', { name: view, exact: true }).waitFor()
  const elapsedMs = await page.evaluate(openView, { view, content })
  // The next tab opens in the state of this one.
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.close()
  return elapsedMs
}

/** Opens a view and waits for the first frame with its content. Runs in the page. */
function openView({ view, content }: { view: string; content: string }): Promise<number> {
  const page = globalThis as unknown as InPage
  const start = page.performance.now()
  for (const button of page.document.querySelectorAll('nav.rail button')) if (button.textContent?.trim() === view) button.click()
  return new Promise((done) => {
    const look = (): void => {
      const isThere = page.document.querySelector(content) !== null || page.performance.now() - start > 60_000
      page.requestAnimationFrame(isThere ? () => done(page.performance.now() - start) : look)
    }
    page.requestAnimationFrame(look)
  })
}

/** The time until the map is drawn, and its frame rates while it moves, with everything in view and near one of its places. */
async function mapReading(page: Page): Promise<{ open: number; whole: number; near: number }> {
  await page.getByRole('button', { name: 'Map', exact: true }).waitFor()
  const open = await page.evaluate(openView, { view: 'Map', content: '.map:not(.compact) .canvas-paint' })
  await page.locator('.map-note').waitFor({ state: 'detached', timeout: 120_000 })
  const whole = await page.evaluate(moveMap, 240)
  await page.keyboard.press('ControlOrMeta+f')
  await page.getByRole('combobox').fill('r5-p80')
  await page.keyboard.press('Enter')
  await page.locator('.react-flow__node[data-id="r5-p80"]').waitFor()
  await page.waitForTimeout(800)
  const near = await page.evaluate(moveMap, 240)
  await page.close()
  return { open, whole, near }
}

/** Drags the map's background in a figure of eight, one step per frame. Returns the frames a second. Runs in the page. */
function moveMap(frames: number): Promise<number> {
  const page = globalThis as unknown as InPage
  const pane = page.document.querySelector('.react-flow__pane')
  if (!pane) throw new Error('The page shows no map.')
  const box = pane.getBoundingClientRect()
  const [left, top] = [box.left + box.width / 2, box.top + box.height / 2]
  const event = (type: string, x: number, y: number): object =>
    new page.MouseEvent(type, { bubbles: true, cancelable: true, clientX: x, clientY: y, button: 0, buttons: type === 'mouseup' ? 0 : 1, view: page })
  pane.dispatchEvent(event('mousedown', left, top))
  const at: number[] = []
  return new Promise((done) => {
    const step = (time: number): void => {
      at.push(time)
      const turn = (at.length / frames) * Math.PI * 4
      page.dispatchEvent(event(at.length > frames ? 'mouseup' : 'mousemove', left + Math.sin(turn) * 250, top + Math.sin(2 * turn) * 120))
      // The first frames belong to the start of the drag.
      if (at.length > frames) done((1000 * (at.length - 6)) / (time - (at[5] ?? time)))
      else page.requestAnimationFrame(step)
    }
    page.requestAnimationFrame(step)
  })
}

const LONG_FILE = 'rules/lib/long.ts'

/** The code editor with a rule of 2,000 lines: until its lines are drawn, and the work of a key. */
async function measureWorkshop(path: string, dir: string, rounds: number): Promise<Row[]> {
  const step = (i: number): string => (i % 20 === 0 ? '' : `export const step${i} = { name: 'step ${i}', dice: 'd${(i % 12) + 2}', needs: ${i % 7} }`)
  write(dir, LONG_FILE, `${Array.from({ length: 2000 }, (_, i) => step(i)).join('\n')}\n`)
  commitAll(dir, 'A long file')
  return inBrowser(path, dir, async (tab) => {
    const first = await tab()
    // The first tab leaves the file open for the others.
    await first.getByRole('button', { name: 'Workshop', exact: true }).click()
    await first.getByRole('tree').waitFor()
    await first.keyboard.press('Control+p')
    await first.getByRole('combobox').fill(LONG_FILE)
    await first.getByRole('option').first().waitFor()
    await first.keyboard.press('Enter')
    await first.locator('.view-line').first().waitFor()
    await first.getByRole('button', { name: 'Play', exact: true }).click()
    await first.close()
    const [open, keys]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      const page = await tab()
      await page.getByRole('button', { name: 'Workshop', exact: true }).waitFor()
      // The window loads the workshop ahead when it has been idle for a while.
      await page.waitForTimeout(4000)
      open.push(await page.evaluate(openView, { view: 'Workshop', content: '.workshop .view-line span' }))
      await page.waitForTimeout(1500)
      await page.keyboard.press('Alt+2')
      keys.push(...(await workOf(page, 80, (i) => page.keyboard.press('abcdefgh '[i % 9] ?? 'a', { delay: 5 }))))
      await page.getByRole('button', { name: 'Play', exact: true }).click()
      await page.close()
    }
    return [ms('the workshop with its last file is open', open, 1000), ms('a key in a file of 2,000 lines', keys, 16)]
  })
}

/** The page's work for each of some steps in ms, measured in tens, because measuring a step costs as much as the step. */
async function workOf(page: Page, steps: number, step: (index: number) => Promise<void>): Promise<number[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const work = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
  }
  const each: number[] = []
  for (let i = 0; i < steps; i += 10) {
    const before = await work()
    for (let k = 0; k < 10; k++) await step(i + k)
    each.push(((await work()) - before) / 10)
  }
  return each
}

/** The work of letters typed into the text of a node of a large document, and of new names for its variable. */
async function arrowWork(page: Page): Promise<[letters: number[], renames: number[]]> {
  await page.getByRole('navigation').getByRole('button', { name: 'Scenes' }).click()
  await page.getByRole('button', { name: /^A long story/ }).click()
  await page.locator('.arrow-card').filter({ hasText: 'Stone 2' }).first().click()
  await page.getByRole('tabpanel').getByRole('textbox', { name: 'Text' }).click()
  // The first ten don't count, because the interpreter gets faster while it runs.
  const letters = (await workOf(page, 60, () => page.keyboard.press('x'))).slice(1)
  await page.getByRole('tab', { name: 'Names' }).click()
  await page.getByRole('tabpanel').locator('summary').click()
  await page.getByRole('tabpanel').getByRole('textbox', { name: 'Name', exact: true }).click()
  const renames = await workOf(page, 30, async (i) => {
    await page.keyboard.press(i % 2 === 0 ? 'x' : 'Backspace')
    await page.keyboard.press('Enter')
  })
  return [letters, renames.slice(1)]
}

/** The time from the address until every beat of every branch is on the timeline. */
async function timelineOpens(page: Page): Promise<number> {
  const start = performance.now()
  await page.reload()
  await page.locator('.timeline-side .numbers', { hasText: /^[\d,]+ beats$/ }).waitFor({ timeout: 120_000 })
  const elapsedMs = performance.now() - start
  await page.close()
  return elapsedMs
}
