import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { APP_ROOT } from '../place'
import { median } from './numbers'

/** The time from opening the address to the first content on the page, in ms, with a campaign open: the median of several fresh tabs. */
export async function measurePaint(dir: string, chromiumPath: string, rounds: number): Promise<number> {
  return withHost(dir, async (url) => {
    const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] })
    const values: number[] = []
    // The link admits one browser, once. Every later tab has the cookie.
    const first = await browser.newContext()
    await (await first.newPage()).goto(url)
    const storageState = await first.storageState()
    await first.close()
    for (let round = 0; round < rounds; round++) {
      const tab = await browser.newContext({ storageState, viewport: { width: 1280, height: 800 } })
      const page = await tab.newPage()
      await page.goto(new URL('/', url).href, { waitUntil: 'load' })
      // Polled from outside, because the page's policy doesn't allow scripts from text.
      let paint = 0
      for (let tries = 0; paint === 0 && tries < 400; tries++) {
        paint = Number(await page.evaluate('performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0'))
        if (paint === 0) await page.waitForTimeout(50)
      }
      if (paint === 0) throw new Error('The page painted nothing within 20 seconds.')
      values.push(paint)
      await tab.close()
    }
    await browser.close()
    return median(values)
  })
}

/** Opens a campaign in the browser host while work uses its address. */
export async function withHost<T>(dir: string, act: (url: string) => Promise<T>): Promise<T> {
  const host = spawn(process.execPath, [join(APP_ROOT, 'out/main/cli.js'), 'serve', dir, '--json'], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    return await act(await firstUrl(host.stdout))
  } finally {
    host.kill()
  }
}

/** The address that the host prints first. */
export async function firstUrl(lines: NodeJS.ReadableStream): Promise<string> {
  let said = ''
  for await (const part of lines) {
    said += String(part)
    if (said.includes('\n')) return (JSON.parse(said.slice(0, said.indexOf('\n'))) as { url: string }).url
  }
  throw new Error(`The browser host ended before it was open: ${said}`)
}
