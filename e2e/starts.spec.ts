import { readdirSync, readFileSync } from 'node:fs'
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

test('a report of a problem is read, changed and saved, names the errors of the window, and a tab says where the logs are', async ({ app }, info) => {
  const { page } = app
  await page.evaluate(() => {
    const missing = {} as { bell: { rings: string } }
    queueMicrotask(() => missing.bell.rings)
  })
  await expect.poll(() => app.said.splice(0)).toHaveLength(1)
  const command = async (words: string): Promise<void> => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(words)
    await page.keyboard.press('Enter')
  }
  await command('report a problem')
  const dialog = page.getByRole('dialog', { name: 'Report a problem' })
  const report = dialog.getByRole('textbox', { name: 'Report' })
  await expect(report).toHaveValue(/^Proscenium \d.*browser tab[^]*The window: TypeError \(Cannot read properties of undefined\)$/m)
  expect(await violationsOf(page, 'wcag')).toEqual([])
  await report.fill('It’s 🔔 שלום')
  const [saved] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Save…' }).click()])
  const file = info.outputPath('report.txt')
  await saved.saveAs(file)
  expect(readFileSync(file, 'utf8')).toBe('It’s 🔔 שלום')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await command('show logs')
  const folder = page.getByRole('dialog', { name: 'Logs' }).getByRole('textbox', { name: 'Folder of the logs' })
  await expect(folder).toHaveValue(/[\\/]logs$/)
  expect(readdirSync(await folder.inputValue())).toEqual(['tab.log'])
})
