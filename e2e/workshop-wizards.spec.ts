import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, proscenium, test } from './fixtures'

const ACTION = 'rules/actions/ring-the-ferrymans-bell.yaml'

test.use({ beats: 20 })

test('by keyboard, a ruling is made about a line of the log, and an action is added and undone', async ({ app }) => {
  const { page, dir } = app
  const number = page.locator('.entry.system .beat-link').last()
  await expect(number).toBeAttached()
  const n = Number(await number.textContent())
  await number.focus()
  await page.keyboard.press('r')
  const editor = page.getByRole('textbox', { name: /^Text of world\/rulings\// })
  await expect(editor).toBeFocused()
  await page.keyboard.type("It's allowed once a day.")
  await page.keyboard.press('ControlOrMeta+s')
  const about = page.getByRole('region', { name: 'Rulings' })
  await about.getByRole('button', { name: `beat ${n}` }).press('Enter')
  const panel = page.getByRole('tabpanel', { name: 'Beat' })
  await panel.locator('summary', { hasText: `in beat ${n}` }).press('Enter')
  await expect(panel.getByText("It's allowed once a day.")).toBeVisible()
  expect(await proscenium('recall', dir, '--as', 'DM', '--link', `beat ${n}`)).toContain(`in-beat-${n}.md`)
  await page.keyboard.press('Escape')

  await page.keyboard.press('Alt+n')
  const dialog = page.getByRole('dialog', { name: 'New…' })
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.type("Ring the ferryman's bell")
  await expect(dialog.getByRole('region', { name: ACTION })).toContainText("{actor.name} tries to ring the ferryman's bell.")
  await expect(dialog.getByRole('region', { name: 'rules/manifest.yaml' })).toContainText('ring-the-ferrymans-bell')
  await page.keyboard.press('Enter')
  const rule = page.getByRole('textbox', { name: `Text of ${ACTION}` })
  await expect(rule).toBeFocused()
  expect(readFileSync(join(dir, 'rules/manifest.yaml'), 'utf8')).toContain('ring-the-ferrymans-bell')
  const undo = page.getByRole('button', { name: /^Undo/ })
  await expect(page.getByText('Added the action ring-the-ferrymans-bell')).toBeVisible()
  await undo.press('Enter')
  await expect.poll(() => existsSync(join(dir, ACTION))).toBe(false)
  expect(readFileSync(join(dir, 'rules/manifest.yaml'), 'utf8')).not.toContain('ring-the-ferrymans-bell')
})
