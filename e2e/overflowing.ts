import { AxeBuilder } from '@axe-core/playwright'
import type { Page, TestInfo } from '@playwright/test'
import { expect } from './fixtures'

export interface Size {
  width: number
  height: number
}

/**
 * Asserts that what is on the page fits its window of this size and can be read, and keeps a picture of it. Contrast is looked at every
 * time; with `whole` everything else that axe finds too, which depends neither on the size nor on the colours.
 */
export async function expectLooksRight(page: Page, info: TestInfo, name: string, size: Size, { theme, whole }: { theme: string; whole: boolean }) {
  const where = `${name} ${size.width}×${size.height} ${theme}`
  await expect.poll(() => page.evaluate(overflowing), where).toEqual([])
  const axe = new AxeBuilder({ page })
  const { violations } = await (whole ? axe.withTags(['wcag2a', 'wcag2aa', 'wcag21aa']) : axe.withRules(['color-contrast'])).analyze()
  expect(violations.map(({ id, nodes }) => ({ id, where, at: nodes.map((node) => node.target.join(' ')).slice(0, 5) }))).toEqual([])
  await page.screenshot({ path: info.outputPath(`${where}.png`) })
}

/** What does not fit: the page itself, or a text wider than its box that neither scrolls nor ends in an ellipsis. */
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
