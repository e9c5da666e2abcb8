import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './fixtures'
import { expectLooksRight } from './looks.fixture'

/** An inn with a cellar that only the story's key opens, as Arrow's new document with other nodes. */
async function innText(): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '../src/arrow/fixtures/untitled-new-project.arrow'), 'utf8')
  const at = (x: number, y: number, io: number[][]) => ({ offset: [x, y], io })
  const document = JSON.parse(text) as { title: string; meta: { authors: unknown }; resources: Record<string, unknown> }
  document.title = "Tobit's inn"
  document.meta.authors = { 0: ['Anonymous Contributor', 100] }
  document.resources['nodes'] = {
    1: { type: 'interaction', name: 'door', data: { actions: ["Knock at Tobit's door", 'Leave'] } },
    2: { type: 'condition', name: 'key?', data: { variable: 90, operator: 'eq', with: [0, true] }, ref: [90] },
    3: { type: 'content', name: 'street', data: { title: 'The street' } },
    4: { type: 'content', name: 'cellar', data: { title: 'The cellar' } },
    5: { type: 'content', name: 'draft', data: { title: 'A draft' } }
  }
  document.resources['scenes'] = {
    0: {
      name: 'inn',
      entry: 1,
      map: {
        1: at(100, 100, [[1, 0, 2, 0]]),
        2: at(480, 100, [
          [2, 0, 3, 0],
          [2, 1, 4, 0]
        ]),
        3: at(820, 20, []),
        4: at(820, 240, []),
        5: at(480, 340, [])
      }
    }
  }
  document.resources['variables'] = { 90: { name: 'has_key', type: 'bool', init: false, use: [2] } }
  return JSON.stringify(document, undefined, '\t')
}

test('many playthroughs show which nodes are reached, why others aren’t, and what assumed values change', async ({ app: { page, dir } }, info) => {
  await writeFile(join(dir, 'inn.arrow'), await innText())
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Scenes' }).click()
  await page.getByRole('main').getByRole('button', { name: /inn/ }).first().click()
  await page.getByRole('tab', { name: 'Reach' }).click()
  const panel = page.getByRole('tabpanel')
  await panel.getByRole('button', { name: 'Run playthroughs' }).press('Enter')
  await expect(panel).toContainText('1,000 of 1,000 playthroughs came to an end. 3 of 5 nodes were reached.')
  await expect(panel.getByText('Nothing leads here (1)')).toBeVisible()
  await expect(panel).toContainText('“key?” (has_key is true): it is never true, and nothing sets has_key.')
  await expect(panel).toContainText('“Leave” ends the story in 100% of the playthroughs that take it.')
  const card = (title: string) => page.locator('.arrow-card').filter({ hasText: title })
  await expect(card("Knock at Tobit's door").locator('.arrow-heat')).toHaveText('100%')
  await expect(card('The cellar').locator('.arrow-heat')).toHaveText('0%')
  await expectLooksRight(page, info, 'reach')

  await panel.getByRole('button', { name: /^Show draft/ }).click()
  await page.getByRole('tab', { name: 'Reach' }).click()
  await expect(card('A draft')).toHaveClass(/is-selected/)
  await panel.getByRole('checkbox', { name: 'has_key' }).check()
  await panel.getByRole('button', { name: 'Run playthroughs' }).click()
  await expect(card('The cellar').locator('.arrow-heat')).toHaveText(/^[45]\d%$/)
  await expect(card('The street').locator('.arrow-heat')).toHaveText('0%')
})
