import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openOutline } from './blank'
import { expect, test } from './fixtures'

test.describe('somebody who cannot act', () => {
  test.use({ campaign: 'blank' })

  test('a rule that fails pauses the table, and the log and a notice lead to its line', async ({ app }) => {
    const { page, dir } = app
    await openOutline(page)
    await page.getByRole('treeitem', { name: /Crossroads/ }).click()
    await page.getByRole('button', { name: 'Add a feature' }).click()
    await page.keyboard.type('chest')
    await page.keyboard.press('Enter')
    await expect(page.locator('.form-entry summary', { hasText: 'chest' })).toBeVisible()
    const rule = join(dir, 'rules/actions/search.ts')
    const head = 'execute(state, actor, params) {'
    writeFileSync(rule, readFileSync(rule, 'utf8').replace(head, `${head}\n    throw new Error('no light')`))
    // Without wants, the story doesn't end after a few beats.
    const hero = join(dir, 'world/players/Hero/ABOUT.md')
    writeFileSync(hero, readFileSync(hero, 'utf8').replace(/^wants:\n(?: .*\n)+/m, ''))

    // Plays without pauses, and adopts the changed files first.
    await page.getByRole('button', { name: 'Autoplay', exact: true }).click()
    const banner = page.getByRole('alert', { name: /^2 files were changed outside/ })
    await expect(banner).toBeVisible()
    await banner.getByRole('button', { name: 'Review changes…' }).click()
    const review = page.getByRole('dialog', { name: 'External changes' })
    await review.locator('summary', { hasText: 'search.ts' }).click()
    await expect(review.locator('.diff ins')).toHaveText("    throw new Error('no light')")
    await page.keyboard.press('Escape')
    await expect(review).toHaveCount(0)
    await banner.getByRole('button', { name: 'Adopt' }).click()
    await expect(banner).toHaveCount(0)

    const notice = page.getByRole('alert').filter({ hasText: 'The table paused' })
    await expect(notice).toContainText('Hero passed 3 times in a row because "search" was refused: The rule "search" failed: no light.')
    await expect(notice.getByRole('button', { name: 'Try search' })).toBeVisible()
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

    // The inspector and the log lead to the failing line, with the attempt and the state before it.
    await page.keyboard.press('l')
    const beat = line.getByRole('button').first()
    const [, n = ''] = /(\d+)/.exec(await beat.innerText()) ?? []
    await beat.click()
    await page.keyboard.press('3')
    await page.getByRole('tab', { name: /^Calls/ }).click()
    await expect(page.getByRole('button', { name: 'Try search' }).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('1')
    await page.keyboard.press('l')
    await line.getByRole('button', { name: 'Try search' }).click()
    await expect(page.locator('.view-line').filter({ hasText: /throw.new.Error\('no.light'\)/ })).toBeVisible()
    const tried = page.getByRole('tabpanel', { name: 'Try it' })
    await expect(tried.getByLabel('Action')).toHaveValue('search')
    await expect(tried.getByLabel('Who takes it')).toHaveValue('Hero')
    await expect(tried.getByLabel('feature')).toHaveValue('stone')
    await expect(tried.getByLabel('At beat')).toHaveValue(String(Number(n) - 1))
    await expect(tried.getByText('Hero can do it now.')).toBeVisible()
  })
})

test.describe('a turn by hand', () => {
  test('a turn by hand asks about external changes before it is played', async ({ app: { page, dir } }) => {
    const banner = page.getByRole('alert', { name: /^1 file was changed outside/ })
    const panel = page.getByRole('region', { name: 'DM’s turn, played by you' })
    await expect(page.getByRole('slider', { name: 'Timeline' })).toHaveAttribute('aria-valuenow', '0')
    await page.keyboard.press('h')
    await expect(panel.getByRole('button', { name: 'open session' })).toBeFocused()
    const about = join(dir, 'ABOUT.md')
    writeFileSync(about, `${readFileSync(about, 'utf8')}\nThe mill has burnt down.\n`)

    // Autoplay asks even if the table would only wait for a manual turn.
    await page.getByRole('button', { name: 'Autoplay' }).click()
    await banner.getByRole('button', { name: 'Dismiss' }).click()
    await expect(banner).toHaveCount(0)
    await panel.getByRole('button', { name: 'open session' }).click()
    await page.keyboard.type('The first evening')
    await page.keyboard.press('Control+Enter')
    await expect(banner).toBeVisible()
    await expect(page.getByRole('slider', { name: 'Timeline' })).toHaveAttribute('aria-valuenow', '0')
    await banner.getByRole('button', { name: 'Play the saved world' }).click()
    await expect(banner).toHaveCount(0)
    await expect(page.getByRole('slider', { name: 'Timeline' })).toHaveAttribute('aria-valuenow', '1')
    await expect(page.getByRole('contentinfo').getByText('1 file changed outside')).toBeVisible()
  })
})
