import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { violationsOf } from './axe'
import { expect, proscenium, sh, test } from './fixtures'

const EXPLORE = 'rules/actions/explore.ts'
const DRAFT = 'const draft = new Draft(state)'

test.use({ beats: 60 })

test('a rule is broken, corrected, tried a thousand times, and the last session is replayed with it, by keyboard', async ({ app }) => {
  const { page, dir } = app
  // The first beat in which somebody explored, whoever that was in this story.
  const story = await sh('git', '-C', dir, 'log', '--reverse', '--grep=^Action: explore$', '--format=%B')
  const [, who = ''] = /^Actor: (.*)$/m.exec(story) ?? []
  const n = Number(/^Beat: (\d+)$/m.exec(story)?.[1])
  await page.keyboard.press('5')
  await page.keyboard.press('ControlOrMeta+p')
  // Enter may come before the files are listed: it means the first one that is found then.
  await page.getByPlaceholder('Part of a path').fill('actions/explore')
  await page.keyboard.press('Enter')
  const editor = page.getByRole('textbox', { name: `Text of ${EXPLORE}` })
  await expect(editor).toBeAttached({ timeout: 30_000 })
  await page.keyboard.press('Alt+t')
  const panel = page.getByRole('tabpanel', { name: 'Try it' })
  await expect(panel.getByLabel('Action')).toHaveValue('explore')
  await panel.getByLabel('At beat').fill(String(n - 1))
  await panel.getByLabel('Who takes it').selectOption(who)
  await expect(panel.getByText(`${who} can do it now.`)).toBeVisible()

  // Broken: the table keeps using the saved rule, and one press goes to the line.
  await page.keyboard.press('Alt+2')
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.type('const const = 1\n')
  const fault = panel.getByText('The trial uses the saved text, because a draft doesn’t load:')
  await expect(fault).toBeVisible()
  await expect(panel.getByRole('button', { name: `${EXPLORE}:1`, exact: true })).toBeVisible()
  await expect(panel.getByText(`${who} can do it now.`)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Delete')
  await expect(fault).toBeHidden()

  // Changed: whoever explores has one hit point left.
  const line = readFileSync(join(dir, EXPLORE), 'utf8')
    .split('\n')
    .findIndex((text) => text.includes(DRAFT))
  for (let i = 0; i < line; i++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await page.keyboard.type("\nconsole.log('tired', actor)\ndraft.setStat(actor, 'hp', 1")
  await panel.getByRole('button', { name: 'Try 1,000 times' }).press('Enter')
  const hp = panel.getByRole('region', { name: `${who}, Hit protection` })
  await expect(hp.getByRole('row').nth(1)).toContainText('1,000', { timeout: 60_000 })
  await expect(hp.getByRole('row').nth(1)).toContainText('100%')
  await hp.getByRole('button', { name: 'Show run 0: 1' }).press('Enter')
  await expect(panel.getByRole('region', { name: 'Run 0, dice by dice' })).toContainText(new RegExp(`${who}, Hit protection: \\d → 1`))
  await expect(panel.getByRole('region', { name: 'Console' })).toContainText(`tired ${who}`)
  expect(await violationsOf(page, 'wcag')).toEqual([])
  await page.keyboard.press('Alt+r')
  const replay = page.getByRole('tabpanel', { name: 'Replay' })
  await replay.getByRole('button', { name: 'Replay with these rules' }).press('Enter')
  await expect(replay.getByRole('region', { name: `First difference: beat ${n}` })).toContainText(new RegExp(`${who}, Hit protection: \\d → 1`), {
    timeout: 30_000
  })
  await expect(replay.getByText('Replayed 60 of 60 beats')).toBeVisible()
  expect(await violationsOf(page, 'wcag')).toEqual([])
  await replay.getByLabel('Name of the branch').fill('one-left')
  await page.keyboard.press('Enter')
  await expect(replay.getByText('Saved as branch one-left. You are still on your branch.')).toBeVisible({ timeout: 30_000 })
  await replay.getByRole('button', { name: 'Compare with now' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Comparison of two beats' })).toBeVisible()
  await expect(page.locator('.analysis-compare')).toContainText('one-left')
  expect(await proscenium('compare', dir, 'main', 'one-left')).toContain('Both are the same up to beat 0')
})
