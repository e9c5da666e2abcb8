import type { Page } from '@playwright/test'
import { expect, proscenium, test } from './fixtures'

test.use({ beats: 12 })

const timeline = (page: Page) => page.getByRole('slider', { name: 'Timeline' })
const at = (page: Page, n: number) => expect(timeline(page)).toHaveAttribute('aria-valuenow', String(n))

test('by keys alone a turn is taken over, looked at beforehand and played, and the campaign verifies', async ({ app: { page, dir } }) => {
  await at(page, 12)
  await page.keyboard.press('h')
  const panel = page.getByRole('region', { name: /, by hand$/ })
  await expect(panel).toBeVisible()
  const tools = panel.getByRole('toolbar', { name: 'What can be done' })
  await expect(tools.locator(':focus')).toHaveCount(1)
  await page.screenshot({ path: 'test-results/hand-tools.png' })
  await tools.locator(':focus').press('1')
  await expect(panel.getByRole('textbox').first()).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(panel.getByText('This is needed.')).toBeVisible()
  await page.keyboard.type('The rope holds, and nobody breathes.')
  await page.keyboard.press('Control+Shift+Enter')
  const preview = panel.getByRole('region', { name: 'What if' })
  await expect(preview.getByText('The rope holds, and nobody breathes.').first()).toBeVisible()
  await at(page, 12)
  await page.screenshot({ path: 'test-results/hand-preview.png' })
  await page.keyboard.press('Control+Enter')
  await at(page, 13)
  await expect(page.getByRole('log').getByText('The rope holds, and nobody breathes.')).toBeVisible()
  expect(await proscenium('verify', dir)).toMatch(/13/)
})
