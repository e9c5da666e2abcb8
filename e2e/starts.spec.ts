import { expect, test } from './fixtures'
import { violationsOf } from './axe.fixture'

test.use({ campaign: 'none' })

test('a newcomer opens a start from the gallery by keyboard and reads its first beats, and a blank card preselects its game', async ({
  app: { page }
}) => {
  const gallery = page.getByRole('region', { name: 'Begin with a story' })
  await expect(gallery.getByRole('button')).toHaveCount(8)
  expect(await violationsOf(page, 'wcag')).toEqual([])
  await gallery.getByRole('button', { name: /^A blank campaign Theater of the Mind/ }).click()
  const dialog = page.getByRole('dialog', { name: 'New campaign' })
  await expect(dialog.getByRole('combobox', { name: 'Game' }).locator('option:checked')).toHaveText('Theater of the Mind')
  await expect(dialog.getByRole('radio', { name: /A blank campaign/ })).toBeChecked()
  await expect(dialog.getByRole('radio', { name: /The Cold Trough/ })).toBeVisible()
  await page.keyboard.press('Escape')

  const card = gallery.getByRole('button', { name: /The Cold Trough/ })
  await expect(card).toContainText('A mystery · Theater of the Mind')
  await expect(card).toContainText('5 places · 6 characters · 2 scenes')
  await card.focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('.title-bar')).toContainText('The Cold Trough')
  await page.keyboard.press('Space')
  const log = page.getByRole('log', { name: 'Log' })
  await expect(log).toContainText('At ten past three the leaven of Roon is dead in its trough.')
  await expect(log).toContainText('The slate hangs over the trough on a nail.')
})
