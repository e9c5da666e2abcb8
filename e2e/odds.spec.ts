import type { Page } from '@playwright/test'
import { expect, test } from './fixtures'
import { expectLooksRight } from './overflowing'

/** After seven beats of this seed everybody of the company has a class. */
test.use({ game: 'totm', beats: 7 })
test.slow()

const whose = (page: Page) => page.getByRole('combobox', { name: 'Odds on the map' })
const findings = (page: Page) => page.getByRole('region', { name: 'What to know of the ways' })
const words = (page: Page) => page.locator('.way-words')
const open = async (page: Page): Promise<void> => {
  await expect(page.getByRole('slider', { name: 'Timeline', includeHidden: true })).toHaveAttribute('aria-valuenow', '7', { timeout: 30_000 })
  await page.keyboard.press('2')
}
const choose = async (page: Page, name: string): Promise<void> => {
  await whose(page).click()
  await page.getByRole('option', { name, exact: true }).click()
}
const CLIMB = 'Ivo can never get through from The Foot of the Needle to The Gull Ledge: too little Brawn.'

test("a mage's odds stand on the map, with what is impossible for him in words, in the list and beside the map", async ({ app: { page } }, info) => {
  await open(page)
  await choose(page, 'Ivo')
  await expect(page.getByText('Ivo alone, from The Fish Market, 6 of 6 hit points')).toBeVisible({ timeout: 30_000 })
  await expect(words(page).filter({ hasText: '100%' }).first()).toBeVisible()
  await expect(
    words(page)
      .filter({ hasText: /^impossible/ })
      .first()
  ).toBeVisible()
  await expect(page.locator('.map-place').filter({ hasText: 'The Fish Market' })).toContainText('here')
  await expect(page.locator('.map-place').filter({ hasText: 'The Lamp Well' })).toContainText('ever 81.3%')
  await expect(findings(page).getByText('Shut until “lamp-lit” holds: The Lamp Room → The Fish Market.')).toBeVisible()
  await findings(page).getByRole('button', { name: CLIMB }).click()
  const beside = page.getByRole('tabpanel', { name: 'Place' })
  await expect(beside.getByRole('heading', { name: 'Odds of Ivo' })).toBeVisible()
  await expect(beside.getByText('Impossible', { exact: true })).toBeVisible()
  await expect(beside.getByRole('term').filter({ hasText: 'Decided by' }).locator('+ dd')).toHaveText('Brawn')
  await expectLooksRight(page, info, 'odds', { themes: ['dark'] })
})

test('everybody at once, chosen by keys; back in time nobody can go yet, and it says why', async ({ app: { page } }) => {
  await open(page)
  await whose(page).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Every')
  await page.keyboard.press('Enter')
  await expect(page.getByText('4 players, each alone')).toBeVisible({ timeout: 100_000 })
  await expect(words(page).filter({ hasText: '3 of 4' }).first()).toBeVisible()
  await expect(findings(page).getByRole('button', { name: CLIMB })).toBeVisible()
  // At the beginning nobody has a class, and nobody can go anywhere.
  await page.keyboard.press('Home')
  await choose(page, 'Ivo')
  await expect(findings(page)).toContainText('Ivo takes no journey: not before the preparation is over', { timeout: 30_000 })
  await expect(findings(page)).not.toContainText('every way has a way back')
  await expect(words(page).filter({ hasText: '%' })).toHaveCount(0)
})

test('the sheet leads to the map', async ({ app: { page } }) => {
  await open(page)
  await page.keyboard.press('1')
  await page.getByRole('button', { name: /^Ivo · / }).click()
  await page.getByRole('menuitem', { name: 'Sheet' }).click()
  await page.getByText('Chances', { exact: true }).click()
  await page.getByRole('button', { name: 'Show odds on the map' }).click()
  await expect(whose(page)).toHaveText('Ivo')
  await expect(findings(page)).toBeVisible({ timeout: 30_000 })
})
