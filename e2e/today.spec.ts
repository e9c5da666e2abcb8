import type { Page } from '@playwright/test'
import { expect, test } from './fixtures'
import { call } from './studio-call'

test.use({ beats: 30 })

const timeline = (page: Page) => page.getByRole('slider', { name: 'Timeline' })
const comparison = (page: Page) => page.getByRole('main', { name: 'Comparison of two beats' })
/** Edits the world as another window would. */
const edit = (page: Page, ...edits: object[]): Promise<unknown> => call(page, 'mutation', 'editWorld', { edits })

test('a fact’s condition that was changed after the ending is tried from an earlier beat with two keys, and Compare opens', async ({
  app: { page }
}) => {
  await expect(timeline(page)).toHaveAttribute('aria-valuenow', '30')
  const bucket = { name: 'Lost bucket', text: 'Its rope was cut.', fact: 'rope-cut', after: ['bell-rung'] }
  await edit(page, { op: 'put-place', id: 'throat-yard', fields: { features: { bucket } } })
  await edit(page, { op: 'put-fact', id: 'bell-rung', value: true })
  await expect(timeline(page)).toHaveAttribute('aria-valuenow', '32')
  await timeline(page).focus()
  await page.keyboard.press('[')
  await page.keyboard.press('[')
  const n = Number(await timeline(page).getAttribute('aria-valuenow'))
  expect(n).toBeLessThan(30)

  await page.keyboard.press('Shift+B')
  const dialog = page.getByRole('dialog', { name: `Restart beat ${n} with today’s world` })
  await expect(dialog).toContainText('2 edits come along')
  // What only the story decides stays as it is at the beat, unless the designer decides otherwise.
  await expect(dialog.getByLabel("The fact “bell-rung” isn't set at this beat, and is true in today's world.")).toHaveValue('beat')
  await expect(dialog.getByRole('textbox', { name: 'Branch name' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(comparison(page)).toBeVisible()
  await expect(page.getByRole('button', { name: `Branch: today-from-beat-${n}` })).toBeVisible()
  await expect(comparison(page)).toContainText('main')
  await page.keyboard.press('Escape')

  // An edit on the new branch is not on main; its name on the timeline says so, and brings it there.
  await edit(page, { op: 'put-place', id: 'throat-yard', fields: { description: 'A yard with a bell.' } })
  const main = page.getByRole('button', { name: `Branch main, 1 edit on today-from-beat-${n} is not here` })
  await main.click()
  await page.getByRole('menuitem', { name: `Bring 1 edit from today-from-beat-${n} to main…` }).click()
  await expect(page.getByRole('dialog', { name: 'Bring 1 edit to main' })).toContainText('1 edit comes along')
  await expect(page.getByRole('button', { name: 'Bring edits' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Branch: main', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Branch main, current', exact: true })).toBeVisible()

  // A replay with today's world says where the story first differs.
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('replay with today')
  await page.keyboard.press('Enter')
  const replay = page.getByRole('tabpanel', { name: 'Replay' })
  await expect(replay.getByLabel('Under')).toHaveValue('world')
  await replay.getByRole('button', { name: 'Replay with today’s world' }).click()
  await expect(replay.getByText(/^Replayed \d+ of \d+ beats/)).toBeVisible()
  await expect(replay.getByLabel('Name of the branch')).toHaveValue('replayed-today')

  // The menu of a beat has the same commands.
  const box = await timeline(page).boundingBox()
  await page.mouse.click((box?.x ?? 0) + 90, (box?.y ?? 0) + 30, { button: 'right' })
  await page.getByRole('menuitem', { name: /^Restart here with today’s world…/ }).click()
  await expect(page.getByRole('dialog', { name: /^Restart beat \d+ with today’s world$/ })).toBeVisible()
})
