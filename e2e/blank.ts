import type { Page } from '@playwright/test'
import { expect } from './fixtures'

/**
 * Creates a blank campaign with the keyboard alone and returns its folder. Afterwards the map and the outline are open, and the outline has the
 * focus.
 */
export async function blank(page: Page): Promise<string> {
  const { keyboard } = page
  await expect(page.getByRole('button', { name: 'New campaign' })).toBeVisible({ timeout: 30_000 })
  await keyboard.press('Control+k')
  await keyboard.type('new campaign')
  await keyboard.press('Enter')
  const folder = page.getByRole('dialog', { name: 'New campaign' }).getByRole('textbox', { name: 'Folder' })
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()
  await keyboard.type('Mill country')
  await keyboard.press('Tab')
  const dir = await folder.inputValue()
  const sample = page.getByRole('radio', { name: /sample/ })
  for (let i = 0; i < 6 && !(await sample.evaluate((radio) => radio === radio.ownerDocument.activeElement)); i++) await keyboard.press('Tab')
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(page.locator('.title-bar')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await keyboard.press('2')
  await keyboard.press('o')
  await expect(page.getByRole('tree')).toBeFocused()
  return dir
}
