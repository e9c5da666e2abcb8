import type { Page } from '@playwright/test'
import { violationsOf } from './axe.fixture'
import { expect, test } from './fixtures'

/** Opens a file of the campaign by letters of its path, and focuses the editor. */
async function openFile(page: Page, letters: string): Promise<void> {
  await page.keyboard.press('Control+p')
  await page.getByPlaceholder('Part of a path').fill(letters)
  await expect(page.getByRole('option').first()).toContainText(letters)
  await page.keyboard.press('Enter')
  await expect(page.locator('.workshop-tab:has([aria-current])')).toContainText(letters.split('/').at(-1) ?? '')
  // Until the editor holds the file, it still holds the one before.
  await expect(page.locator(`.workshop-code .monaco-editor[data-uri$="${letters}"]`).first()).toBeVisible()
  await page.locator('.workshop-code .native-edit-context').first().focus()
}

const problems = (page: Page) => page.locator('.workshop-problem')

test('rules and YAML are completed, checked and fixed, and names are followed, renamed and replaced in all files', async ({ app }) => {
  const { page } = app
  await page.getByRole('button', { name: 'Workshop' }).first().click()
  await expect(page.locator('.workshop-row').first()).toBeVisible()
  await openFile(page, 'actions/rest.ts')

  // A member of the state, from the types that the sandbox uses.
  await page.keyboard.press('Control+End')
  await page.keyboard.insertText('\nconst probe = (id: string, state: GameState) => state.actors[id]?')
  await page.keyboard.type('.')
  await expect(page.locator('.suggest-widget').getByText('attitude').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.type('nothing')
  await expect(page.locator('.squiggly-error').first()).toBeVisible()
  await page.keyboard.press('Alt+m')
  await expect(problems(page).filter({ hasText: "Property 'nothing' does not exist on type 'Actor'." })).toBeVisible()

  // A name that only TypeScript knows. The dialog takes the focus at once, before the core has answered that the campaign doesn't know the name.
  await page.locator('.workshop-code .native-edit-context').first().focus()
  await page.keyboard.press('Home')
  for (let i = 0; i < 'const probe = ('.length; i++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('F2')
  await page.keyboard.type('whom')
  await expect(page.getByRole('dialog', { name: 'Rename id in the rules' }).getByLabel('New name')).toHaveValue('whom')
  await expect(page.getByText('2 changes in 1 file')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.locator('.view-line').filter({ hasText: /\(whom:.string,.*state\.actors\[whom\]/ })).toBeVisible()

  // A misspelt name in YAML, and its quick fix from the editor.
  await openFile(page, 'actions/douse.yaml')
  await page.keyboard.press('Control+Home')
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Escape')
  const wrong = problems(page).filter({ hasText: '"burnin" is not a condition in conditions/' })
  await expect(wrong).toBeVisible()
  expect(await violationsOf(page, 'wcag')).toEqual([])
  await page.locator('.workshop-code .native-edit-context').first().focus()
  await page.keyboard.press('Control+.')
  await page.locator('.action-widget').getByText('Change "burnin" to "burning"').click()
  await expect(wrong).toHaveCount(0)

  // From the name to the file that defines it, and back to all references.
  await page.locator('.workshop-code .native-edit-context').first().focus()
  await page.keyboard.press('F12')
  await expect(page.locator('.workshop-tab:has([aria-current])')).toContainText('burning.yaml')
  await openFile(page, 'players/Wren/STATS.yaml')
  await page.locator('.view-line').filter({ hasText: 'item: rope' }).click()
  await page.keyboard.press('End')
  await page.keyboard.press('Shift+F12')
  await expect(page.getByText('with the item rope')).toBeVisible()
  await expect(page.locator('.workshop-found')).toContainText('rules/equipment/items.yaml')

  // Renamed in three files as one beat, and undone.
  await page.locator('.workshop-code .native-edit-context').first().focus()
  await page.keyboard.press('F2')
  await page.getByLabel('New name').fill('bell')
  await expect(page.getByText('There is already an item "bell". Choose another name.')).toBeVisible()
  await page.getByLabel('New name').fill("sailor's rope")
  await expect(page.getByText('3 changes in 3 files')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.locator('.status-line')).toContainText("Renamed the item rope to sailor's rope")
  await page.locator('.status-line').getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('.view-line').filter({ hasText: 'item: rope' })).toBeVisible()

  // Replaced in all files as one beat.
  await page.keyboard.press('Control+Shift+F')
  await page.getByLabel('Search for').fill('Margery')
  await page.getByLabel('Replace with').fill('Mildred')
  await page.getByRole('textbox', { name: 'Files', exact: true }).fill('world/story/*')
  await page.keyboard.press('Enter')
  await expect(page.locator('.workshop-found ins').first()).toHaveText('Mildred')
  await page.getByRole('button', { name: 'Replace all' }).click()
  await expect(page.locator('.status-line')).toContainText('Replaced "Margery" with "Mildred"')
})
