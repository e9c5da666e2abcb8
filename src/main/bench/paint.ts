import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { APP_ROOT } from '../place'
import { startServer } from '../server'
import { median } from './numbers'

/** Milliseconds from opening the address to the first content on the page, with a campaign open: the median of several fresh browsers' tabs. */
export async function measurePaint(dir: string, chromiumPath: string, rounds: number): Promise<number> {
  const server = await startServer({ root: join(APP_ROOT, 'out/renderer'), home: join(dir, '..', 'home'), open: dir })
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] })
  try {
    const values: number[] = []
    for (let round = 0; round < rounds; round++) {
      const tab = await browser.newContext({ viewport: { width: 1280, height: 800 } })
      const page = await tab.newPage()
      await page.goto(server.url, { waitUntil: 'load' })
      await page.waitForFunction('performance.getEntriesByName("first-contentful-paint").length > 0', undefined, { timeout: 20_000 })
      values.push(Number(await page.evaluate('performance.getEntriesByName("first-contentful-paint")[0].startTime')))
      await tab.close()
    }
    return median(values)
  } finally {
    await browser.close()
    await server.close()
  }
}
