import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { APP_ROOT } from '../place'
import { OpenCampaign } from '../story/open-campaign'
import { SealedFiles } from '../machine/sealed-files'
import { makeCampaign } from './beats'
import { git } from './folder'
import { LongHistory, type Length } from './long-history'
import { firstUrl } from './paint'
import { type Reading, reading } from './reading'

export const OPENED = 'open to a drawn timeline of every beat, remembered'
const OPENED_FRESH = '  and read for the first time'
export const USABLE_FRESH = 'a timeline that can be used, read for the first time'
export const STEP = 'a step of a held arrow key, script and layout of every view'
export const NEIGHBOUR = "a neighbouring commit's state in a long history"
export const RANDOM = "a random commit's state in a long history"

/** A campaign with a long history of many branches, written directly as packs. */
export async function makeLong(home: string, length: Length): Promise<string> {
  const dir = await makeCampaign(home, `long-${length.commits}`, 100)
  new LongHistory(dir).make(length)
  git(dir, 'reset', '-q', '--hard')
  // As after play: git's index is up to date for every file.
  git(dir, 'status', '--porcelain')
  git(dir, 'fsck', '--connectivity-only')
  return dir
}

/** The states of commits, as scrubbing reads them: random ones, and ten steps from each. */
export async function measureStates(dir: string, times: number): Promise<Reading[]> {
  const campaign = await OpenCampaign.open(dir, { clock: () => 0, sealed: new SealedFiles(join(dir, '..', 'home')) })
  try {
    const rows = await campaign.chronicle.upToDate()
    const line = (rows.line(campaign.snapshot.commit.id) ?? []).map((row) => rows.ids[row] ?? '')
    const [random, neighbour]: [number[], number[]] = [[], []]
    let seed = 7
    for (let i = 0; i < times; i++) {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
      const at = seed % (line.length - 12)
      random.push(timed(() => campaign.past.at(line[at] ?? '')))
      for (let k = at; k < at + 10; k++) neighbour.push(timed(() => campaign.past.at(line[k + 1] ?? '', line[k])))
    }
    return [reading(NEIGHBOUR, neighbour), reading(RANDOM, random)]
  } finally {
    campaign.dispose()
  }
}

const timed = (work: () => unknown): number => {
  const start = performance.now()
  work()
  return performance.now() - start
}

/** Opening in a real browser: from the address until every beat is on the timeline, and the cost of steps along it. */
export async function measureTimeline(dir: string, chromiumPath: string, rounds: number): Promise<Reading[]> {
  const [usable, fresh, heap, steps]: [number[], number[], number[], number[]] = [[], [], [], []]
  for (let round = 0; round < rounds; round++) {
    rmSync(join(dir, '.git/proscenium/chronicle'), { force: true })
    const first = await opened(dir, chromiumPath, 0)
    usable.push(first.usable)
    fresh.push(first.opened)
    const again = await opened(dir, chromiumPath, 200)
    heap.push(again.opened)
    steps.push(...again.steps)
  }
  return [reading(OPENED, heap), reading(OPENED_FRESH, fresh), reading(USABLE_FRESH, usable), ...(steps.length > 0 ? [reading(STEP, steps)] : [])]
}

/** `usable`: the current line is drawn up to the present, and keys move along it. `opened`: every beat of every branch is loaded. In ms. */
async function opened(dir: string, chromiumPath: string, steps: number): Promise<{ usable: number; opened: number; steps: number[] }> {
  const host = spawn(process.execPath, [join(APP_ROOT, 'out/main/cli.js'), 'serve', dir, '--json'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((done) => host.once('exit', done))
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] })
  try {
    const url = await firstUrl(host.stdout)
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
    const start = performance.now()
    await page.goto(url)
    await page.locator('.timeline-slider canvas').first().waitFor()
    const usable = performance.now() - start
    await page.locator('.timeline-side .numbers', { hasText: /^[\d,]+ beats$/ }).waitFor({ timeout: 120_000 })
    const elapsedMs = performance.now() - start
    await page.locator('.timeline-slider').focus()
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    const work = async (): Promise<number> => {
      const { metrics } = await session.send('Performance.getMetrics')
      const seconds = metrics.filter(({ name }) => name === 'TaskDuration').reduce((sum, { value }) => sum + value, 0)
      return seconds * 1000
    }
    const each: number[] = []
    // In tens, because measuring a step costs as much as the step.
    for (let i = 0; i < steps; i += 10) {
      const before = await work()
      for (let k = 0; k < 10; k++) await page.keyboard.press('ArrowLeft')
      each.push(((await work()) - before) / 10)
    }
    return { usable, opened: elapsedMs, steps: each }
  } finally {
    await browser.close()
    host.kill()
    await ended
  }
}
