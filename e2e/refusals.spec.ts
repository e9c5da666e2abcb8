import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { blank } from './blank'
import { expect, test } from './fixtures'

test.describe('somebody who cannot act', () => {
  test.use({ campaign: false })

  test('is said in the log and by a notice, after a banner has asked about what was changed outside', async ({ app }) => {
    const { page } = app
    const dir = await blank(page)
    await page.getByRole('treeitem', { name: /Crossroads/ }).click()
    await page.getByRole('button', { name: 'Add a feature' }).click()
    await page.keyboard.type('chest')
    await page.keyboard.press('Enter')
    await expect(page.locator('.entry summary', { hasText: 'chest' })).toBeVisible()
    const rule = join(dir, 'rules/actions/search.ts')
    const head = 'execute(state, actor, params) {'
    writeFileSync(rule, readFileSync(rule, 'utf8').replace(head, `${head}\n    throw new Error('no light')`))

    // Played at the pace of the machine, with what was changed taken in first.
    await page.getByRole('button', { name: 'Play or pause' }).or(page.locator('.transport .play')).first().click()
    const banner = page.getByRole('alert', { name: /^1 file was changed outside/ })
    await expect(banner).toBeVisible()
    await banner.getByRole('button', { name: 'Review changes…' }).click()
    const review = page.getByRole('dialog', { name: 'External changes' })
    await expect(review.locator('.diff ins')).toHaveText("    throw new Error('no light')")
    await page.keyboard.press('Escape')
    await expect(review).toHaveCount(0)
    await banner.getByRole('button', { name: 'Adopt' }).click()
    await expect(banner).toHaveCount(0)

    const notice = page.getByRole('alert').filter({ hasText: 'The table paused' })
    await expect(notice).toContainText('Hero passed 3 times in a row because "search" was refused: The rule "search" failed: no light.', {
      timeout: 90_000
    })
    await page.keyboard.press('l')
    const line = page.locator('.entry.refused').last()
    await expect(line).toContainText(`Hero couldn't search. The rule "search" failed: no light.`)
    await notice.getByRole('button', { name: /^rules\/actions\/search\.ts:\d+$/ }).click()
    await expect(page.getByRole('dialog', { name: 'rules/actions/search.ts' }).locator('[aria-current]')).toContainText("throw new Error('no light')")
    await page.reload()
    await page.keyboard.press('l')
    await expect(line).toContainText(`Hero couldn't search.`)
    await line.getByRole('button', { name: 'Show The Crossroads' }).click()
    await expect(page.getByRole('tabpanel').getByRole('textbox', { name: 'Name' }).first()).toHaveValue('The Crossroads')
  })
})
