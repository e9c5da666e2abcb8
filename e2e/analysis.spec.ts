import type { Page } from '@playwright/test'
import type { FindResult } from '../src/shared/analysis/analysis'
import { branchOff } from './branch-off'
import { expect, proscenium, test } from './fixtures'
import { expectLooksRight } from './looks.fixture'

// In this story a character is hurt during the beats.
test.use({ seed: '33', beats: 85 })

const timeline = (page: Page) => page.getByRole('slider', { name: 'Timeline' })
const search = (page: Page) => page.getByRole('region', { name: 'Find beat by expression' })
const question = (page: Page) => search(page).getByRole('combobox', { name: 'Expression' })
const comparison = (page: Page) => page.getByRole('main', { name: 'Comparison of two beats' })

/** Opens the search with its key and enters an expression. */
async function ask(page: Page, expression: string): Promise<void> {
  await page.keyboard.press('f')
  await expect(question(page)).toBeFocused()
  await question(page).fill(expression)
  await page.keyboard.press('Enter')
}

/** Whether the figure's only canvas shows anything. */
const isDrawn = (page: Page, name: RegExp): Promise<boolean> =>
  page
    .getByRole('figure', { name })
    .locator('canvas')
    .evaluate((canvas) => {
      const picture = canvas as unknown as {
        width: number
        height: number
        getContext(kind: '2d'): { getImageData(x: number, y: number, width: number, height: number): { data: Uint8ClampedArray } }
      }
      return picture
        .getContext('2d')
        .getImageData(0, 0, picture.width, picture.height)
        .data.some((byte) => byte > 0)
    })

const HURT = 'any.player.hp < any.player.max.hp'

test('a designer finds the first beat where somebody is hurt, watches a value, and compares two branches', async ({ app }) => {
  const { page, dir } = app
  const result = JSON.parse(await proscenium('find', dir, HURT, '--json')) as FindResult
  const first = result.first?.n ?? -1
  expect(first).toBeGreaterThan(0)
  await expect(timeline(page)).toHaveAttribute('aria-valuenow', '85')

  await ask(page, HURT)
  await expect(search(page)).toContainText(`It is first true at beat ${first}`)
  await expect(search(page)).toContainText('All 86 beats checked.')
  await search(page).getByRole('button', { name: 'Go to beat' }).click()
  await expect(timeline(page)).toHaveAttribute('aria-valuenow', String(first))

  await search(page).getByRole('button', { name: 'Watch value' }).click()
  await expect(page.getByRole('figure', { name: /any\.player\.hp < any\.player\.max\.hp: true here/ })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('figure', { name: /any\.player\.hp < any\.player\.max\.hp: false here/ })).toBeVisible()
  await page.keyboard.press('n')
  await expect(timeline(page)).toHaveAttribute('aria-valuenow', String(first))

  await ask(page, 'sum.player.hp')
  await search(page).getByRole('button', { name: 'Watch value' }).click()
  await expect(page.getByRole('figure', { name: /^sum\.player\.hp: \d+ – \d+ on this branch, \d+ here$/ })).toBeVisible()
  await expect.poll(() => isDrawn(page, /^sum\.player\.hp/)).toBe(true)
  await question(page).focus()
  await page.keyboard.press('Escape')
  await expect(search(page)).toBeHidden()
  await expect(timeline(page)).toHaveAttribute('aria-valuenow', String(first))

  // A branch from the beat before, with other dice.
  await page.keyboard.press('ArrowLeft')
  await branchOff(page, 'spared')
  const at = Number(await timeline(page).getAttribute('aria-valuenow'))
  for (const n of [1, 2, 3]) {
    await page.keyboard.press('.')
    await expect(timeline(page)).toHaveAttribute('aria-valuenow', String(at + n))
  }
  // Watched values follow new beats.
  const { actors } = JSON.parse(await proscenium('state', dir, '--json')) as { actors: Record<string, { kind: string; stats: { hp: number } }> }
  const sum = Object.values(actors).reduce((hp, { kind, stats }) => hp + (kind === 'player' ? stats.hp : 0), 0)
  await expect(page.getByRole('figure', { name: new RegExp(`^sum\\.player\\.hp: .*\\b${sum} here$`) })).toBeVisible()

  await page.keyboard.press('c')
  await expect(page.getByRole('dialog', { name: /^Compare beat \d+ with…$/ })).toBeVisible()
  await page.keyboard.type('branch main')
  await page.keyboard.press('Enter')
  await expect(comparison(page)).toContainText(`Both branches share the story up to beat ${first - 1}.`)
  await expect(comparison(page)).toContainText('spared')
  await expect(comparison(page).getByRole('region', { name: 'Scene and table' })).toBeVisible()
  const compared = JSON.parse(await proscenium('compare', dir, 'spared', 'main', '--json')) as { groups: { lines: { words: string }[] }[] }
  const words = compared.groups.flatMap(({ lines }) => lines)
  await expect(comparison(page)).toContainText(`${words.length} differences`)

  const beats = comparison(page).getByRole('listitem').filter({ hasText: 'Beats' })
  await beats.getByRole('button', { name: /^Show lines/ }).click()
  await expect(beats.locator('ins').filter({ hasText: 'beat: 85' })).toBeVisible()
  await comparison(page).getByRole('button', { name: 'Swap sides' }).click()
  await expect(beats.locator('ins').first()).toHaveText(String(at + 3))
  await comparison(page).getByRole('searchbox', { name: 'Filter the differences' }).fill('beats')
  await expect(comparison(page)).toContainText(`1 of ${words.length} differences`)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(comparison(page)).toBeHidden()
})

test('a wrong expression is explained in its field, and names are completed by keyboard', async ({ app }) => {
  const { page } = app
  await expect(timeline(page)).toHaveAttribute('aria-valuenow', '85')
  await ask(page, 'actor.Wrenn.hp == 0')
  await expect(search(page).getByRole('alert')).toContainText('There is no character "Wrenn". Did you mean "Wren"?')
  await expect(search(page).locator('u')).toHaveText('Wrenn')
  await question(page).fill('actor.Wren.location < 3')
  await page.keyboard.press('Enter')
  await expect(search(page).getByRole('alert')).toContainText('"<" compares numbers, but this is a text.')
  await question(page).fill('')
  await page.keyboard.type('actor.Wre')
  await expect(search(page).getByRole('option', { name: 'Wren actor' })).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.type('.loc')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(question(page)).toHaveValue('actor.Wren.location')
  await page.keyboard.type(' == "throat')
  await page.keyboard.press('Tab')
  await expect(question(page)).toHaveValue('actor.Wren.location == "throat-yard"')
  await page.keyboard.press('Enter')
  await expect(search(page)).toContainText(/It is first true at beat/)
})

test('searches, watched values and comparisons fit in every size and are readable in both themes', async ({ open }, info) => {
  const { page } = await open({ pace: 0 })
  await expect(timeline(page)).toHaveAttribute('aria-valuenow', '85')
  for (const expression of ['actor.Wren.hp', HURT, 'turn.actor']) {
    await ask(page, expression)
    await search(page).getByRole('button', { name: 'Watch value' }).click()
    await expect(page.getByRole('figure')).not.toHaveCount(0)
  }
  await ask(page, HURT)
  await expect(search(page).getByRole('button', { name: 'Go to beat' })).toBeVisible()
  await expectLooksRight(page, info, 'found')
  await question(page).fill('actor.Wrenn.hp == 0')
  await page.keyboard.press('Enter')
  await expect(search(page).getByRole('alert')).toBeVisible()
  await expectLooksRight(page, info, 'wrong')
  await question(page).fill('actor.')
  await page.keyboard.press('End')
  await page.keyboard.type('W')
  await expect(search(page).getByRole('option').first()).toBeVisible()
  await expectLooksRight(page, info, 'completing')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('c')
  await page.keyboard.type('session 1 begins')
  await expect(page.getByRole('option', { name: /Session 1 begins/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await comparison(page)
    .getByRole('button', { name: /^Show lines/ })
    .first()
    .click()
  await expect(comparison(page).locator('.diff').first()).toBeVisible()
  await expectLooksRight(page, info, 'comparison')
})
