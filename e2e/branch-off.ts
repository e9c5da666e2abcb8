import type { Page } from '@playwright/test'
import { expect } from './fixtures'
import { betweenFrames } from './frames'

/**
 * Continues from the displayed beat on a branch of this name with other dice, and waits until that branch is open. The name is entered in one step.
 */
export async function branchOff(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Continue from here?' })
  await betweenFrames(page, async () => {
    await page.keyboard.press('b')
    await page.keyboard.type(name)
    await expect(dialog.getByLabel('Branch name')).toHaveValue(name)
  })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Branch: ${name}` })).toBeVisible()
}
