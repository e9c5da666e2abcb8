import type { Page } from '@playwright/test'
import { expect } from './fixtures'

/** Goes on from the beat that is shown on a branch of this name, with other dice; then that branch is the one that is open. */
export async function branchOff(page: Page, name: string): Promise<void> {
  await page.keyboard.press('b')
  const dialog = page.getByRole('dialog', { name: 'Continue from here?' })
  await dialog.getByLabel('Name of the branch').fill(name)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('button', { name: `Branch: ${name}` })).toBeVisible()
}
