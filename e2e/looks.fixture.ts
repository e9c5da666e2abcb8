import type { Page, TestInfo } from '@playwright/test'
import { sizeOf } from '../lint/tiers.mjs'
import { violationsOf } from './axe.fixture'
import { expect } from './fixtures'

interface Size {
  width: number
  height: number
}

/** A common window size, and the smallest supported one. */
export const SIZES: readonly Size[] = [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 }
]

const [SIZE_COUNT, THEME_COUNT] = [sizeOf(import.meta.filename, 'sizes'), sizeOf(import.meta.filename, 'themes')]
const THEMES = (['dark', 'light'] as const).slice(0, THEME_COUNT)

/**
 * Asserts that the page fits windows of these sizes and is readable in both themes. The page ends at the first size in the first theme. Fitting depends
 * only on the size, contrast only on the theme, and the other rules of axe on neither, so each is checked once per value. With PICTURES=1 in the
 * environment, a picture of each theme and each size is kept in test-results.
 */
export async function expectLooksRight(page: Page, info: TestInfo, name: string, { sizes = SIZES } = {}): Promise<void> {
  const [first, ...others] = sizes.slice(0, SIZE_COUNT)
  if (!first) throw new Error('there is no size to check')
  const picture = async (where: string): Promise<void> => {
    if (process.env['PICTURES']) await page.screenshot({ path: info.outputPath(`${where}.png`) })
  }
  for (const size of [...others, first]) {
    const where = `${name} ${size.width}×${size.height}`
    await page.setViewportSize(size)
    await expect.poll(() => page.evaluate(overflowing), where).toEqual([])
    await picture(where)
  }
  for (const theme of THEMES.toReversed()) {
    const where = `${name} ${theme}`
    await page.emulateMedia({ colorScheme: theme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    expect(await violationsOf(page, theme === 'dark' ? 'wcag' : 'contrast'), where).toEqual([])
    await picture(where)
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
    // What is drawn has no box.
    const isDrawn = 'ownerSVGElement' in box
    const silent = style.visibility === 'hidden' || (style.position === 'absolute' && box.clientWidth <= 1)
    if (text && !hides && !silent && !isDrawn && box.scrollWidth > box.clientWidth + 1)
      out.push(`${String(box.className)} “${(box.textContent ?? '').slice(0, 40)}”`)
  }
  return out
}
