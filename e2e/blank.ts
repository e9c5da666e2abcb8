import type { Page } from '@playwright/test'
import { expect } from './fixtures'

/** Opens the map and the outline of a new campaign by keyboard. Afterwards the outline has the focus. */
export async function openOutline(page: Page): Promise<void> {
  await expect(page.locator('.title-bar')).toBeVisible()
  await page.keyboard.press('2')
  await page.keyboard.press('o')
  await expect(page.getByRole('tree')).toBeFocused()
}

/** Creates a blank campaign on the start page, with the keyboard alone, and returns its folder. */
export async function createBlank(page: Page): Promise<string> {
  const { keyboard } = page
  await expect(page.getByRole('button', { name: 'New campaign' })).toBeVisible()
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
  await expect(page.locator('.title-bar')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  return dir
}
