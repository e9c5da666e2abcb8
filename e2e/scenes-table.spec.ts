import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { documentOf } from '../src/shared/arrow/made.fixture'
import { writeArrow } from '../src/shared/arrow/write'
import { expect, sh, test } from './fixtures'
import { expectLooksRight, inBothThemes } from './overflowing'

/** A scene of the first story event, with a choice of which only one way is taken. */
const SCENE = writeArrow(
  documentOf(
    {
      80: {
        nodes: {
          1: { type: 'entry', to: [2] },
          2: { type: 'content', data: { content: 'The lid of O’Hara’s cask is nailed shut.' }, to: [3] },
          3: { type: 'monolog', data: { character: 95, monolog: 'Leave that be.' }, to: [4] },
          4: { type: 'interaction', data: { actions: ['Pry it open.'] }, to: [5] },
          5: { type: 'variable_update', data: { variable: 90, operator: 'set', with: [0, true] }, to: [6] },
          6: { type: 'condition', data: { variable: 90, operator: 'eq', with: [0, true] }, to: [7, 8] },
          7: { type: 'content', data: { content: 'It stays shut.' } },
          8: { type: 'content', data: { content: 'It is empty.' } }
        }
      }
    },
    {
      variables: { 90: { name: 'cask-open', type: 'bool', init: false } },
      characters: { 95: { name: 'Hask', color: '4488aa' } }
    }
  )
)

test('the table plays the scene of a story event, and its graph shows what was played', async ({ app: { page, dir } }, info) => {
  test.setTimeout(180_000)
  await inBothThemes(page, { pace: 0 })
  await writeFile(join(dir, 'world/story/The Counting/scene.arrow'), SCENE)
  const status = page.getByRole('contentinfo')
  await status.getByRole('button', { name: 'Adopt' }).click({ timeout: 30_000 })
  await expect(status.getByRole('button', { name: 'Undo' })).toBeVisible()
  const subjects = (): Promise<string> => sh('git', '-C', dir, 'log', '--format=%s')
  for (let beat = 0; beat < 40 && !(await subjects()).includes('Pry it open.'); beat++) {
    const before = (await subjects()).split('\n').length
    await page.keyboard.press('.')
    await expect.poll(async () => (await subjects()).split('\n').length).toBeGreaterThan(before)
  }
  const log = page.getByRole('log')
  await expect(log.getByText('Leave that be.')).toBeVisible()
  await expect(log.getByText('Pry it open.')).toBeVisible()
  await page.getByRole('navigation').getByRole('button', { name: 'Scenes' }).click()
  await page.getByRole('button', { name: /^Made/ }).click()
  const card = (text: string) => page.locator('.arrow-card').filter({ hasText: text })
  await expect(card('It is empty.')).toContainText('Played once at the table')
  await expect(card('It stays shut.')).not.toContainText('at the table')
  await page.keyboard.press('o')
  const nodes = page.getByRole('tree', { name: 'Nodes and where they lead' })
  await expect(nodes.getByRole('treeitem', { name: /It is empty\., Played once at the table$/ })).toBeVisible()
  await expect(nodes.getByRole('treeitem', { name: /It stays shut\.$/ })).toBeVisible()
  await expectLooksRight(page, info, 'scene played at the table')
})
