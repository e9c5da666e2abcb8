import type { Page } from '@playwright/test'
import { expect, test } from './fixtures'
import { expectLooksRight } from './looks.fixture'

/** After seven beats with this seed every player has a class. */
test.use({ game: 'totm', beats: 7 })

const whose = (page: Page) => page.getByRole('combobox', { name: 'Odds on the map' })
const findings = (page: Page) => page.getByRole('region', { name: 'Findings about journeys' })
const words = (page: Page) => page.locator('.way-words')
const open = async (page: Page): Promise<void> => {
  await expect(page.getByRole('slider', { name: 'Timeline', includeHidden: true })).toHaveAttribute('aria-valuenow', '7')
  await page.keyboard.press('2')
}
const choose = async (page: Page, name: string): Promise<void> => {
  await whose(page).click()
  await page.getByRole('option', { name, exact: true }).click()
}
const CLIMB = 'Ivo can never get through from The Foot of the Needle to The Gull Ledge: too little Brawn.'

test('a player’s odds are shown on the map, with impossible journeys in words', async ({ app: { page } }, info) => {
  await open(page)
  await choose(page, 'Ivo')
  await expect(page.getByText('Ivo alone, from The Fish Market, Hit points 6 of 6')).toBeVisible()
  await expect(
    words(page)
      .filter({ hasText: /^✓\d+◐\d+/ })
      .first()
  ).toBeVisible()
  await expect(page.getByRole('list', { name: 'Legend' })).toContainText('arrives hurt')
  await expect(
    words(page)
      .filter({ hasText: /^✕ impossible/ })
      .first()
  ).toBeVisible()
  await expect(page.locator('.map-place').filter({ hasText: 'The Fish Market' })).toContainText('here')
  await expect(page.locator('.map-place').filter({ hasText: 'The Lamp Well' })).toContainText('ever 81.3%')
  await expect(findings(page).getByText('Closed until “lamp-lit” is true: The Lamp Room → The Fish Market.')).toBeVisible()
  await findings(page).getByRole('button', { name: CLIMB }).click()
  const beside = page.getByRole('tabpanel', { name: 'Place' })
  await expect(beside.getByRole('heading', { name: 'Ivo’s odds' })).toBeVisible()
  await expect(beside.getByText('Impossible', { exact: true })).toBeVisible()
  await expect(beside.getByRole('term').filter({ hasText: 'Decided by' }).locator('+ dd')).toHaveText('Brawn')
  await expectLooksRight(page, info, 'odds')
})

test('the odds of all players are chosen by keyboard, and the odds of each class before classes are chosen', async ({ app: { page } }) => {
  await open(page)
  await whose(page).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('All p')
  await page.keyboard.press('Enter')
  await expect(page.getByText('4 players, each alone')).toBeVisible()
  await expect(words(page).filter({ hasText: '3 of 4' }).first()).toBeVisible()
  await expect(findings(page).getByRole('button', { name: CLIMB })).toBeVisible()
  // At the start nobody has a class: the map shows the odds of each class, and of the selected one.
  await page.getByRole('button', { name: 'Show the whole map' }).focus()
  await page.keyboard.press('Home')
  await expect(page.getByText('4 players have no class yet. These are the odds of each class.')).toBeVisible()
  await choose(page, 'As a mage')
  await expect(page.getByText('A mage alone, from The Fish Market, Hit points 6 of 6')).toBeVisible()
  await expect(findings(page).getByRole('button', { name: CLIMB.replace('Ivo', 'A mage') })).toBeVisible()
})

test('the sheet leads to the odds on the map', async ({ app: { page } }) => {
  await open(page)
  await page.keyboard.press('1')
  await page.getByRole('button', { name: /^Ivo · / }).click()
  await page.getByRole('menuitem', { name: 'Sheet' }).click()
  await page.getByRole('tabpanel').getByText('Odds', { exact: true }).click()
  await page.getByRole('button', { name: 'Show odds on the map' }).click()
  await expect(whose(page)).toHaveText('Ivo')
  await expect(findings(page)).toBeVisible()
})

test('odds are legible and don’t overlap when the whole map is shown', async ({ app: { page } }) => {
  await open(page)
  await choose(page, 'Ivo')
  await expect(words(page).first()).toBeVisible()
  const all = await Promise.all((await words(page).all()).map(async (one) => ({ text: await one.textContent(), box: await one.boundingBox() })))
  const shown = all.flatMap(({ text, box }) => (box ? [{ text, ...box }] : []))
  expect(shown.length).toBeGreaterThan(5)
  expect(shown.filter(({ height }) => height < 14)).toEqual([])
  const over = shown.flatMap((a, i) =>
    shown.slice(i + 1).filter((b) => a.x < b.x + b.width - 1 && b.x < a.x + a.width - 1 && a.y < b.y + b.height - 1 && b.y < a.y + a.height - 1)
  )
  expect(over).toEqual([])
})

test('a check of the campaign folds the findings about bundled rules', async ({ app: { page } }) => {
  await open(page)
  await page.getByRole('tab', { name: 'Problems' }).click()
  await page.getByRole('button', { name: 'Check campaign' }).click()
  const stock = page.getByRole('group').filter({ hasText: /^\s*Bundled rules, unchanged \(\d+\)/ })
  await expect(stock).toBeVisible()
  await expect(stock.getByRole('listitem').first()).toBeHidden()
  await stock.getByText('Bundled rules, unchanged').click()
  await expect(stock.getByRole('listitem').first()).toBeVisible()
  // It stays when another element is selected.
  await page.getByRole('tab', { name: 'Log' }).click()
  await page.getByRole('tab', { name: 'Problems' }).click()
  await expect(stock).toBeVisible()
})
