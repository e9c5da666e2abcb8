import { chromium, type Page } from 'playwright-core'
import { median, quantile } from './numbers'
import { withHost } from './paint'

/** The cost of a map: ms from opening the view until places are on the page, and frame rates while it moves. */
export interface MapReading {
  /** Until the map is drawn; the window already has the campaign's state. */
  open: number
  /** The frame rate with everything in view, and at reading zoom: by the median frame, and by the slowest one in twenty. */
  whole: FrameRate
  reading: FrameRate
}

/** Frames per second. */
export interface FrameRate {
  mean: number
  worst: number
}

/** The number of frames of the movement. */
const MOVED_FRAMES = 240

/**
 * Opens the map of a campaign in a real browser and moves it, at the end near one of its places. The page measures the times itself. The layout
 * is finished before the map moves.
 */
export async function measureMap(dir: string, place: string, chromiumPath: string, rounds: number): Promise<MapReading> {
  return withHost(dir, async (url) => {
    const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] })
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const opens: number[] = []
    const [whole, reading]: [number[][], number[][]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      const page = await context.newPage()
      await page.goto(url, { waitUntil: 'load' })
      await page.getByRole('button', { name: 'Map', exact: true }).waitFor()
      opens.push(await page.evaluate(openMap))
      await page.locator('.map-note').waitFor({ state: 'detached', timeout: 120_000 })
      await page.waitForTimeout(500)
      whole.push(await page.evaluate(moveMap, MOVED_FRAMES))
      await comeNear(page, place)
      reading.push(await page.evaluate(moveMap, MOVED_FRAMES))
      await page.close()
    }
    await browser.close()
    return { open: median(opens), whole: rateOf(whole), reading: rateOf(reading) }
  })
}

const rateOf = (rounds: readonly (readonly number[])[]): FrameRate => ({
  mean: median(rounds.map((list) => 1000 / (list.reduce((sum, one) => sum + one, 0) / list.length))),
  worst: median(rounds.map((list) => 1000 / quantile(list, 0.95)))
})

/** Zooms in on a place among others. */
async function comeNear(page: Page, place: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+f')
  await page.getByRole('combobox').fill(place)
  await page.keyboard.press('Enter')
  await page.locator(`.react-flow__node[data-id="${place}"]`).waitFor()
  await page.waitForTimeout(800)
}

/** The page's globals that these functions use; they run in the page. */
interface InPage {
  performance: { now(): number }
  requestAnimationFrame(next: (now: number) => void): void
  document: { querySelector(selector: string): Element | null }
  MouseEvent: new (type: string, init: object) => object
  dispatchEvent(event: object): void
}
interface Element {
  click(): void
  dispatchEvent(event: object): void
  getBoundingClientRect(): { left: number; top: number; width: number; height: number }
}

/** Opens the map and waits for the first frame that shows it. Runs in the page. */
function openMap(): Promise<number> {
  const page = globalThis as unknown as InPage
  const start = page.performance.now()
  page.document.querySelector('nav.rail button:nth-of-type(2)')?.click()
  return new Promise((done) => {
    const look = (now: number): void => {
      if (page.document.querySelector('.map:not(.compact) .canvas-paint')) page.requestAnimationFrame((later) => done(later - start))
      else if (now - start > 60_000) done(now - start)
      else page.requestAnimationFrame(look)
    }
    page.requestAnimationFrame(look)
  })
}

/** Drags the map's background in a figure of eight, one step per frame. Returns the time between frames. Runs in the page. */
function moveMap(frames: number): Promise<number[]> {
  const page = globalThis as unknown as InPage
  const pane = page.document.querySelector('.react-flow__pane')
  if (!pane) throw new Error('The page shows no map.')
  const box = pane.getBoundingClientRect()
  const at = { x: box.left + box.width / 2, y: box.top + box.height / 2 }
  const event = (type: string, x: number, y: number): object =>
    new page.MouseEvent(type, { bubbles: true, cancelable: true, clientX: x, clientY: y, button: 0, buttons: type === 'mouseup' ? 0 : 1, view: page })
  pane.dispatchEvent(event('mousedown', at.x, at.y))
  const times: number[] = []
  return new Promise((done) => {
    const step = (now: number): void => {
      times.push(now)
      const turn = (times.length / frames) * Math.PI * 4
      const [x, y] = [at.x + Math.sin(turn) * 250, at.y + Math.sin(2 * turn) * 120]
      if (times.length <= frames) {
        page.dispatchEvent(event('mousemove', x, y))
        page.requestAnimationFrame(step)
        return
      }
      page.dispatchEvent(event('mouseup', x, y))
      // The first frames belong to the start of the drag.
      done(times.slice(6).map((time, k) => time - (times[k + 5] ?? time)))
    }
    page.requestAnimationFrame(step)
  })
}
