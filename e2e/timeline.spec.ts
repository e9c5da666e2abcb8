import { execFileSync } from 'node:child_process'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures'
import { expectLooksRight } from './looks.fixture'

test.use({ beats: 30 })

const timeline = (page: Page) => page.getByRole('slider', { name: 'Timeline' })
const at = (page: Page, n: number) => expect(timeline(page)).toHaveAttribute('aria-valuenow', String(n))
const press = async (page: Page, key: string, times: number) => {
  for (let i = 0; i < times; i++) await page.keyboard.press(key)
}

/** Continues from the displayed beat on a branch of this name, and plays this many beats. */
async function branchOff(page: Page, name: string, from: number, beats: number): Promise<void> {
  await page.keyboard.press('b')
  await page.getByRole('textbox', { name: 'Branch name' }).fill(name)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  // Changing the dice is a beat of its own.
  await at(page, from + 1)
  for (let n = from + 2; n < from + 2 + beats; n++) {
    await page.keyboard.press('.')
    await at(page, n)
  }
}

test('the timeline is used by keyboard, by search and with flags', async ({ app: { page } }, info) => {
  await at(page, 30)
  const log = page.getByRole('log')
  await log.focus()
  await page.keyboard.press('F6')
  await expect(timeline(page)).toBeFocused()
  await page.keyboard.press('Shift+F6')
  await expect(log).toBeFocused()
  await page.keyboard.press('F6')
  await press(page, '[', 1)
  await expect(timeline(page)).toHaveAttribute('aria-valuetext', /^Beat \d+ of 30, .*Scene \d/)
  await page.keyboard.press('Home')
  await at(page, 0)
  await page.keyboard.press('PageDown')
  await expect(timeline(page)).not.toHaveAttribute('aria-valuenow', '0')
  await page.keyboard.press('PageUp')
  await at(page, 0)
  await page.keyboard.press('}')
  await at(page, 2)
  // A click only moves the cursor; a flag needs its key or its button.
  const flags = page.getByRole('button', { name: /^Flag on beat/ })
  const box = await timeline(page).boundingBox()
  for (const share of [0.3, 0.6]) await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) * share, (box?.y ?? 0) + 30)
  await expect(timeline(page)).not.toHaveAttribute('aria-valuenow', '2')
  await expect(flags).toHaveCount(0)
  const button = page.getByRole('button', { name: 'Add or remove flag on this beat' })
  await button.click()
  await expect(flags).toHaveCount(1)
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await button.click()
  await expect(flags).toHaveCount(0)
  await page.keyboard.press('Home')
  await page.keyboard.press('}')
  await at(page, 2)
  await page.keyboard.press('m')
  await page.keyboard.press('Escape')
  await at(page, 30)

  // A flag leads back to its beat and survives a reload.
  await page.reload()
  await page.getByRole('button', { name: /^Flag on beat 2:/ }).click()
  await at(page, 2)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Flag on beat 2:/ }).focus()
  await page.keyboard.press('Delete')
  await expect(page.getByRole('button', { name: /^Flag on beat/ })).toHaveCount(0)

  // The search goes on from the beat that is shown.
  await page.keyboard.press('Home')
  await at(page, 0)
  await page.keyboard.press('/')
  const field = page.getByRole('searchbox', { name: 'Search beats' })
  await field.fill('wren')
  await expect(page.getByText(/^\d+ found$/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible()
  const first = Number(await timeline(page).getAttribute('aria-valuenow'))
  await page.keyboard.press('Enter')
  await expect(timeline(page)).not.toHaveAttribute('aria-valuenow', String(first))
  await page.keyboard.press('Shift+Enter')
  await at(page, first)
  await expectLooksRight(page, info, 'timeline')
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
})

test('branches are lanes that are compared, renamed, deleted and restored, and that follow git', async ({ app: { page, dir } }, info) => {
  const git = (...args: string[]): string => execFileSync('git', ['-C', dir, ...args], { encoding: 'utf8' }).trim()
  await at(page, 30)
  await timeline(page).focus()
  await press(page, 'ArrowLeft', 10)
  await at(page, 20)
  // A name that git refuses is explained at its field.
  await page.keyboard.press('b')
  const name = page.getByRole('dialog', { name: 'Continue from here?' }).getByRole('textbox', { name: 'Branch name' })
  await name.fill('what if')
  await name.press('Enter')
  await expect(name).toHaveAccessibleDescription(/^A branch can't be called "what if"/)
  await name.press('Escape')
  await branchOff(page, 'what-if', 20, 3)
  await timeline(page).focus()
  await page.keyboard.press('ArrowDown')
  await expect(timeline(page)).toHaveAttribute('aria-valuetext', /^Beat 24 of 30/)
  await page.keyboard.press('ArrowUp')
  await expect(timeline(page)).toHaveAttribute('aria-valuetext', /^Beat 24 of 24/)

  await page.getByRole('button', { name: 'Branch main' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Rename branch…' }).click()
  await page.getByRole('textbox', { name: 'Branch name' }).fill('as it was')
  await page.getByRole('button', { name: 'Rename branch', exact: true }).click()
  await expect(page.getByText("A branch can't be called")).toBeVisible()
  await page.getByRole('textbox', { name: 'Branch name' }).fill('as-it-was')
  await page.getByRole('button', { name: 'Rename branch', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Branch as-it-was' })).toBeVisible()
  await expectLooksRight(page, info, 'lanes')

  await page.getByRole('button', { name: 'Branch as-it-was' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Delete branch', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Branch/ })).toHaveCount(1)
  expect(git('for-each-ref', '--format=%(refname)', 'refs/proscenium/trash')).toBe('refs/proscenium/trash/as-it-was')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Branch as-it-was' })).toBeVisible()
  expect(git('for-each-ref', 'refs/proscenium/trash')).toBe('')

  // Git deletes the displayed branch: the window shows the last remaining beat and says so.
  await timeline(page).focus()
  await page.keyboard.press('ArrowDown')
  await expect(timeline(page)).toHaveAttribute('aria-valuetext', /of 30/)
  git('branch', '-D', 'as-it-was')
  await expect(page.getByText('no longer in the history. You are looking at beat 20')).toBeVisible()
  await at(page, 20)
  // An external commit in the middle is drawn, and the story continues after it.
  git('-c', 'user.name=Somebody', '-c', 'user.email=some@body.invalid', 'commit', '-q', '--allow-empty', '-m', 'Tidy up')
  await page.keyboard.press('Escape')
  await expect(timeline(page)).toHaveAttribute('aria-valuetext', /External commit/)
  await page.keyboard.press('.')
  await at(page, 25)
})
