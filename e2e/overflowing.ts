import type { Page, TestInfo } from '@playwright/test'
import { violationsOf } from './axe'
import { expect } from './fixtures'

type Theme = 'dark' | 'light'

interface Size {
  width: number
  height: number
}

declare const localStorage: { setItem(key: string, value: string): void }

/** A common window size, and the smallest supported one. */
export const SIZES: readonly Size[] = [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 }
]

/** Makes the window follow the system's theme, so that `expectLooksRight` can check both, and stops animations. */
export async function inBothThemes(page: Page, desk: Record<string, unknown> = {}): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' })
  await page.evaluate((saved) => localStorage.setItem('proscenium.desk', JSON.stringify(saved)), { ...desk, theme: 'system' })
  await page.reload()
}

/**
 * Asserts that the page fits windows of these sizes and is readable in these themes. The page ends at the first size in the first theme. Fitting
 * depends only on the size, contrast only on the theme, and the other rules of axe on neither, so each is checked once per value. With PICTURES=1 in
 * the environment, a picture of each theme and each size is kept in test-results.
 */
export async function expectLooksRight(
  page: Page,
  info: TestInfo,
  name: string,
  { sizes = SIZES, themes = ['dark', 'light'] as Theme[] } = {}
): Promise<void> {
  const [first] = sizes
  if (first) await page.setViewportSize(first)
  for (const [t, theme] of [...themes.entries()].toReversed()) {
    await page.emulateMedia({ colorScheme: theme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    for (const [s, size] of t === 0 ? [...sizes.entries()].toReversed() : [...sizes.entries()].slice(0, 1)) {
      const where = `${name} ${size.width}×${size.height} ${theme}`
      await page.setViewportSize(size)
      if (t === 0) await expect.poll(() => page.evaluate(overflowing), where).toEqual([])
      if (s === 0) expect(await violationsOf(page, t === 0 ? 'wcag' : 'contrast'), where).toEqual([])
      if (process.env['PICTURES']) await page.screenshot({ path: info.outputPath(`${where}.png`) })
    }
  }
}

/** Elements that don't fit: the page itself, or text wider than its box that neither scrolls nor ends in an ellipsis. */
function overflowing(): string[] {
  interface Box {
    scrollWidth: number
    clientWidth: number
    textContent: string | null
    className: unknown
    childElementCount: number
  }
  const page = globalThis as unknown as {
    innerWidth: number
    innerHeight: number
    document: { documentElement: { scrollWidth: number; scrollHeight: number }; querySelectorAll(selector: string): ArrayLike<Box> }
    getComputedStyle(box: Box): { overflowX: string; textOverflow: string; display: string; position: string; visibility: string; clip: string }
  }
  const out: string[] = []
  const { scrollWidth, scrollHeight } = page.document.documentElement
  if (scrollWidth > page.innerWidth || scrollHeight > page.innerHeight) out.push(`page ${scrollWidth}×${scrollHeight}`)
  for (const box of Array.from(page.document.querySelectorAll('body *'))) {
    const style = page.getComputedStyle(box)
    const text = box.childElementCount === 0 && (box.textContent ?? '').trim() !== ''
    const hides = style.textOverflow === 'ellipsis' || ['auto', 'scroll'].includes(style.overflowX) || style.display === 'inline'
    const silent = style.visibility === 'hidden' || (style.position === 'absolute' && box.clientWidth <= 1)
    if (text && !hides && !silent && box.scrollWidth > box.clientWidth + 1)
      out.push(`${String(box.className)} “${(box.textContent ?? '').slice(0, 40)}”`)
  }
  return out
}
