import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { APP_ROOT } from '../src/main/place'
import { makeCampaign } from './folders'
import { type Bench, median, type Row } from './measure'
import { firstUrl } from './window'

// How long a start takes: the host and one window, each in a new process. The pages measure their times themselves.

/** What is opened, and the button that is clicked first with what its click shows. */
interface Opening {
  name: string
  dir: string | undefined
  button: string
  answer: string
  /** The longest time until a key is answered in ms, with a browser that was there before. */
  goal: number
}

/** The times of one start in ms. Those of the page count from the request of its address. */
interface Start {
  host: number
  paint: number
  answered: number
  /** The work of the page's main thread. */
  work: number
}

/** The rounds before those that count: Chromium keeps compiled scripts from the second time on. */
const WARMING = 3
/** How long a page stays open, so that what it does when it is idle is done. */
const STAY_MS = 2500

/** The times of starts, and of the same starts of another build at `beside` in turns with them. `long` is a campaign of many beats. */
export async function measureStart(bench: Bench, long: string, beside?: string): Promise<Row[]> {
  if (bench.chromium === undefined) {
    bench.say('No Chromium found: no start is measured.')
    return []
  }
  const map = { button: 'nav.rail button:nth-of-type(2)', answer: '.map:not(.compact) .canvas-paint' }
  const openings: Opening[] = [
    { name: 'start page', dir: undefined, button: '.door:nth-of-type(1):not(.main)', answer: '[role=dialog] input', goal: 1000 },
    { name: 'sample', dir: await makeCampaign(bench.home, 'start-sample'), ...map, goal: 1000 },
    { name: 'long history', dir: long, ...map, goal: 1500 }
  ]
  const roots = beside === undefined ? [APP_ROOT] : [APP_ROOT, beside]
  const port = await freePort()
  const rows = roots.map(() => [] as Row[])
  for (const opening of openings)
    for (const isCold of [true, false]) {
      const starts = roots.map(() => ({ key: [] as Start[], click: [] as Start[] }))
      const rounds = isCold ? bench.rounds : bench.rounds + WARMING
      for (let round = 0; round < rounds; round++)
        for (const side of round % 2 === 0 ? roots.keys() : [...roots.keys()].toReversed())
          for (const what of ['key', 'click'] as const) {
            const profile = join(bench.home, `profile-${side}-${opening.name}${isCold ? `-${what}-${round}` : ''}`)
            const one = await start(bench, { root: roots[side]!, port, opening, profile, what })
            if (isCold || round >= WARMING) starts[side]![what].push(one)
          }
      for (const [side, { key, click }] of starts.entries()) rows[side]!.push(...rowsOf(opening, isCold, key, click))
    }
  for (const [side, root] of roots.entries()) rows[side]!.push(firstScreen(root))
  const [here = [], there] = rows
  return here.map((row, i) => ({ ...row, ...(there ? { contender: { name: 'beside', value: there[i]!.value } } : {}) }))
}

function rowsOf({ name, goal }: Opening, isCold: boolean, key: readonly Start[], click: readonly Start[]): Row[] {
  const both = [...key, ...click]
  const row = (what: string, value: number, most?: number): Row => ({
    measure: `${name}, ${isCold ? 'cold' : 'warm'}: ${what}`,
    value,
    unit: 'ms',
    ...(most === undefined || isCold ? {} : { limit: { most } })
  })
  const all = key.map(({ host, answered }) => host + answered)
  return [
    row('the host is open', median(both.map(({ host }) => host))),
    row('first paint', median(both.map(({ paint }) => paint))),
    row('a key is answered', median(key.map(({ answered }) => answered))),
    row('a click is answered', median(click.map(({ answered }) => answered))),
    row('work of the page until a key is answered', median(key.map(({ work }) => work))),
    row('all until a key is answered', median(all), goal),
    row('all until a key is answered, at best', Math.min(...all))
  ]
}

interface Wanted {
  root: string
  port: number
  opening: Opening
  profile: string
  what: 'key' | 'click'
}

async function start(bench: Bench, { root, port, opening, profile, what }: Wanted): Promise<Start> {
  const { dir, button, answer } = opening
  const began = performance.now()
  const host = spawn(
    process.execPath,
    [join(root, 'out/main/cli.js'), 'serve', ...(dir === undefined ? [] : [dir]), '--port', String(port), '--json'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, PROSCENIUM_HOME: join(bench.home, 'home') }
    }
  )
  const ended = once(host, 'exit')
  try {
    const url = await firstUrl(host.stdout)
    const hostMs = performance.now() - began
    const options = { executablePath: bench.chromium ?? '', args: ['--no-sandbox'], viewport: { width: 1440, height: 900 } }
    const context = await chromium.launchPersistentContext(profile, options)
    try {
      // The link admits the browser with a page of its own, which doesn't count.
      await context.request.get(url)
      const page = await context.newPage()
      await page.addInitScript(probe, { button, answer, what })
      const session = await context.newCDPSession(page)
      await session.send('Performance.enable')
      await page.goto(new URL('/', url).href, { waitUntil: 'commit' })
      const { answered, paint } = await page.evaluate<Pick<Start, 'answered' | 'paint'>>('globalThis.started')
      const { metrics } = await session.send('Performance.getMetrics')
      const work = 1000 * (metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? 0)
      await page.waitForTimeout(STAY_MS)
      // The next window opens in the state of this one.
      await page.evaluate('localStorage.clear()')
      return { host: hostMs, paint, work, answered }
    } finally {
      await context.close()
    }
  } finally {
    host.kill()
    await ended
  }
}

/** The page's globals that the function below uses; it runs in the page. */
interface InPage {
  started?: Promise<Pick<Start, 'answered' | 'paint'>>
  performance: { now(): number; getEntriesByName(name: string): { startTime: number }[] }
  document: { querySelector(selector: string): { click(): void } | null; body: { dispatchEvent(event: object): void } | null }
  KeyboardEvent: new (type: string, init: object) => object
  requestAnimationFrame(next: () => void): void
  setInterval(work: () => void, ms: number): number
  clearInterval(timer: number): void
}

/** Acts like an impatient user: presses a key again and again until the palette is open, or clicks the button as soon as it is there. Runs in the page. */
function probe({ button, answer, what }: Pick<Opening, 'button' | 'answer'> & Pick<Wanted, 'what'>): void {
  const page = globalThis as unknown as InPage
  const { document, performance } = page
  let clicked = false
  const isAnswered = (): boolean => document.querySelector(what === 'key' ? '[role=dialog] input' : answer) !== null
  const act = (): void => {
    const found = document.querySelector(button)
    if (what === 'key') {
      // Before that, a key could only be answered over an empty window.
      if (found) document.body?.dispatchEvent(new page.KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }))
    } else if (!clicked) {
      clicked = found !== null
      found?.click()
    }
  }
  const tell = (answered: number, done: (start: Pick<Start, 'answered' | 'paint'>) => void): void => {
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    if (paint) done({ answered, paint: paint.startTime })
    else page.requestAnimationFrame(() => tell(answered, done))
  }
  page.started = new Promise((done) => {
    const timer = page.setInterval(() => {
      if (!isAnswered()) return act()
      page.clearInterval(timer)
      page.requestAnimationFrame(() => tell(performance.now(), done))
    }, 8)
  })
}

/** The size of all scripts that the page of a build names, compressed, in kB. */
function firstScreen(root: string): Row {
  const folder = join(root, 'out/renderer')
  const scripts = [...readFileSync(join(folder, 'index.html'), 'utf8').matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map(
    ([, path]) => path ?? ''
  )
  const all = new Set<string>()
  const add = (path: string): void => {
    if (all.has(path)) return
    all.add(path)
    for (const [, name] of readFileSync(join(folder, path), 'utf8').matchAll(/\b(?:from|import)\s*"\.\/([^"]+\.js)"/g)) add(`assets/${name}`)
  }
  for (const path of scripts) add(path)
  const bytes = [...all].reduce((sum, path) => sum + gzipSync(readFileSync(join(folder, path))).length, 0)
  return { measure: 'scripts of the first screen, compressed', value: bytes / 1000, unit: 'kB', limit: { most: 250 } }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
