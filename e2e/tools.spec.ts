import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, proscenium, test } from './fixtures'

test('a tool asks once, runs after it was trusted, and asks again when its files change', async ({ app: { page, dir } }) => {
  const tool = join(dir, 'tools', "o'hara")
  await proscenium('tool', 'new', tool)
  const dialog = page.getByRole('dialog', { name: 'A tool wants to run with this campaign' })
  const state = dialog.getByRole('region', { name: 'o-hara' })
  await page.reload()
  await expect(state).toContainText('New')
  await expect(state).toContainText('node tool.mjs')
  await expect(dialog.getByRole('region', { name: 'Tools of this campaign' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Not now' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Trust', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('The tool can run with this campaign now.')).toBeVisible()
  // The command line of these tests has its own settings.
  expect(await proscenium('tool', 'trust', dir)).toContain('o-hara (may run)')

  // What a trusted tool needs is said when the campaign is opened, before play.
  const manifest = join(tool, 'tool.yaml')
  await writeFile(manifest, (await readFile(manifest, 'utf8')).replace('run: [node,', 'run: [no-such-interpreter,'))
  await page.reload()
  await expect(state).toContainText('Changed')
  await dialog.getByRole('button', { name: 'Trust', exact: true }).click()
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('the program "no-such-interpreter" was not found. Install it, or correct the command.')

  await appendFile(join(tool, 'tool.mjs'), '// Later.\n')
  await page.reload()
  await expect(state).toContainText('Changed')
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await expect(dialog).toBeHidden()

  // It doesn't ask again, but the tool can be trusted from the command.
  await page.reload()
  await expect(page.getByRole('slider', { name: 'Timeline' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.getByRole('combobox').fill('Tools')
  await expect(page.getByRole('option').first()).toContainText('Tools…')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Tools' })).toContainText('Not trusted')
})
