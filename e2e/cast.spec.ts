import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { createBlank } from './blank'
import { enter, expect, sh, test } from './fixtures'
import { expectLooksRight } from './looks.fixture'
import { pngFile } from './picture-files'

const log = async (dir: string) => (await sh('git', '-C', dir, 'log', '--reverse', '--format=%s')).trim().split('\n').slice(1)
const card = (page: Page, name: string) => page.getByRole('gridcell', { name })
const reached = (page: Page, name: string) => expect(card(page, name)).toHaveAttribute('aria-selected', 'true')

/** Presses Tab until the control with this name has the focus. */
async function tabTo(page: Page, role: 'button' | 'textbox', name: string): Promise<void> {
  const control = page.getByRole(role, { name, exact: true })
  for (let i = 0; i < 60 && !(await control.evaluate((one) => one === one.ownerDocument.activeElement)); i++) await page.keyboard.press('Tab')
  await expect(control).toBeFocused()
}

test.describe('from the start page', () => {
  test.use({ campaign: 'none' })

  test('players and people with wants are created, renamed, copied and removed by keyboard alone, and the table plays on', async ({ app }, info) => {
    const { page } = app
    const { keyboard } = page
    const dir = await createBlank(page)
    const create = async (keys: string, field: string, name: string) => {
      await keyboard.press(keys)
      await expect(page.getByRole('textbox', { name: field })).toBeFocused()
      await keyboard.type(name)
      await keyboard.press('Enter')
      await reached(page, name)
      await expect(page.getByRole('grid', { name: 'Cast' })).toBeFocused()
    }
    const want = async (text: string) => {
      await keyboard.press('Enter')
      await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
      await tabTo(page, 'button', 'Add to wants')
      await keyboard.press('Enter')
      await keyboard.type(text)
      await keyboard.press('Enter')
      await expect(page.getByRole('textbox', { name: 'Want', exact: true }).first()).toHaveText(text)
      await keyboard.press('Escape')
      await keyboard.press('Escape')
      await expect(page.getByRole('grid', { name: 'Cast' })).toBeFocused()
    }
    // A view that is opened by its key leaves the focus with its list, so that the keys of the list answer at once.
    await keyboard.press('8')
    await expect(page.getByRole('grid', { name: 'Cast' })).toBeFocused()
    await keyboard.press('Control+k')
    await keyboard.type('create a player')
    await create('Enter', 'Name of the new player', 'Mara Finch')
    await create('Shift+Insert', 'Name of the new player', 'Tobias Reed')
    await create('Insert', 'Name of the new person', "Keeper O'Dell")
    await want('Oil for the lamp before the fog comes.')
    await create('Insert', 'Name of the new person', 'Ada')
    await want('Her boat back.')
    await create('Insert', 'Name of the new person', 'نور')
    await want('To be asked.')
    // A name in other capitals is possible, but the field says who has it.
    await keyboard.press('Insert')
    await expect(page.getByRole('textbox', { name: 'Name of the new person' })).toBeFocused()
    await keyboard.type('ADA')
    await expect(page.getByText('Ada is in the cast already.')).toBeVisible()
    await keyboard.press('Escape')
    await expect(page.getByRole('grid', { name: 'Cast' })).toBeFocused()

    await keyboard.press('F2')
    await expect(page.getByRole('textbox', { name: 'New name' })).toBeFocused()
    await keyboard.type('Noor')
    await keyboard.press('Enter')
    await reached(page, 'Noor')
    // Delete right after it, before the copy is in view, removes the copy.
    await keyboard.press('Control+d')
    await keyboard.press('Delete')
    await expect.poll(async () => (await log(dir)).at(-1)).toBe('Removed Noor 2')
    await expect(card(page, 'Noor 2')).toHaveCount(0)
    await keyboard.press('Control+z')
    await expect(card(page, 'Noor 2')).toBeVisible()

    expect(await log(dir)).toEqual([
      'Added Mara Finch',
      'Added Tobias Reed',
      "Added Keeper O'Dell",
      "Saved Keeper O'Dell",
      'Added Ada',
      'Saved Ada',
      'Added نور',
      'Saved نور',
      'Renamed نور to Noor',
      'Added Noor 2 as a copy of Noor',
      'Removed Noor 2',
      'Undo: removed Noor 2'
    ])
    expect(await readFile(join(dir, 'world/npcs/keeper-odell/ABOUT.md'), 'utf8')).toBe(
      "---\nwants: Oil for the lamp before the fog comes.\n---\n# Keeper O'Dell\n"
    )
    expect(await readFile(join(dir, 'world/npcs/نور/STATS.yaml'), 'utf8')).toMatch(/^name: Noor$/m)
    expect(await readFile(join(dir, 'table.yaml'), 'utf8')).toMatch(/mara-finch[^]*tobias-reed/)
    expect(existsSync(join(dir, 'world/npcs/noor-2/STATS.yaml'))).toBe(true)

    // The menu of the selection, and everybody at once: right after Duplicate, the copy too.
    await page.getByRole('grid', { name: 'Cast' }).press('Control+d')
    await keyboard.press('Control+a')
    await expect(page.locator('[role=gridcell][aria-selected=true]')).toHaveCount(8)
    await expect(page.getByText('8 selected', { exact: true })).toBeVisible()
    await keyboard.press('Control+z')
    await expect(page.locator('[role=gridcell][aria-selected=true]')).toHaveCount(7)
    await keyboard.press('Home')
    await keyboard.press('Shift+F10')
    await expect(page.getByRole('menuitem', { name: /Duplicate/ })).toBeVisible()
    await keyboard.press('Escape')
    await expect(page.getByRole('grid', { name: 'Cast' })).toBeFocused()
    // After a click on the view, too, the keys belong to the cast: a typed name finds a character and runs no commands.
    for (const view of ['Play', 'Cast']) await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: view }).click()
    await expect(page.getByRole('grid', { name: 'Cast' })).toBeFocused()
    await keyboard.type("keeper o'd")
    await reached(page, "Keeper O'Dell")
    // After a click, too, the keys belong to the cast.
    await card(page, 'Ada').click()
    await keyboard.press('F2')
    await expect(page.getByRole('textbox', { name: 'New name' })).toHaveValue('Ada')
    await keyboard.press('Escape')
    await expectLooksRight(page, info, 'cast', {
      sizes: [
        { width: 1440, height: 900 },
        { width: 1280, height: 800 }
      ]
    })

    const before = (await log(dir)).length
    await keyboard.press('.')
    await expect.poll(async () => (await log(dir)).length).toBeGreaterThan(before)
    await expect.poll(() => sh('git', '-C', dir, 'status', '--porcelain')).toBe('')

    // In the past each key says why it does nothing, and what to do.
    await page.getByRole('slider', { name: 'Timeline' }).press('ArrowLeft')
    for (const key of ['Insert', 'F2', 'Control+d', 'Delete']) {
      await page.getByRole('grid', { name: 'Cast' }).press(key)
      const why = page.getByRole('region', { name: 'Messages' }).getByText(/^You are looking at the past/)
      await expect(why).toBeVisible()
      await page.getByRole('button', { name: 'Dismiss' }).press('Enter')
      await expect(why).toHaveCount(0)
    }
    await page.getByRole('grid', { name: 'Cast' }).press('Shift+F10')
    await expect(page.getByRole('menu').getByText(/^You are looking at the past/)).toBeVisible()
    await expect(page.getByRole('menuitem', { name: /^Rename/ })).toBeDisabled()
    await expect(page.getByRole('menuitem', { name: /^Show sheet/ })).toBeEnabled()
  })
})

test('a portrait is chosen or dropped, seen wherever its character is, and refused in one sentence if it is no small picture', async ({
  app
}, info) => {
  const { page, dir } = app
  const before = await log(dir)
  await page.keyboard.press('8')
  await card(page, 'Wren').click()
  const choose = async (name: string, bytes: Buffer): Promise<void> => {
    await writeFile(info.outputPath(name), bytes)
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: /^(Choose a|Replace the) portrait…$/ }).click()
    await (await chooser).setFiles(info.outputPath(name))
  }
  const whole = pngFile(1200, 900, [40, 90, 140])
  const refused: [string, Buffer, RegExp][] = [
    ['a.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), /“a.svg” is no PNG, JPEG or WebP picture/],
    ['notes.png', Buffer.from('Only words.'), /“notes.png” is no PNG/],
    ['cut.png', whole.subarray(0, -200), /“cut.png” is incomplete or damaged/],
    ['wall.png', pngFile(4, 4, [0, 0, 0], [30_000, 30_000]), /“wall.png” has 30000 × 30000 pixels/],
    ['odd.png', pngFile(4, 4, [0, 0, 0], [400, 400]), /“odd.png” is incomplete or damaged/],
    ['film.png', Buffer.alloc(50 << 20), /“film.png” is larger than 32 MB/]
  ]
  for (const [name, bytes, sentence] of refused) {
    await choose(name, bytes)
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
  }
  expect(await log(dir)).toEqual(before)

  await choose('wren.png', whole)
  const shown = page.getByRole('img', { name: 'Wren', exact: true })
  await expect(shown).toBeVisible()
  expect(await shown.evaluate((one: { naturalWidth: number; naturalHeight: number }) => [one.naturalWidth, one.naturalHeight])).toEqual([512, 384])
  await expect(card(page, 'Wren').locator('img')).toBeVisible()
  expect(existsSync(join(dir, 'world/players/Wren/portrait.jpg'))).toBe(true)
  await page.keyboard.press('Control+z')
  await expect(shown).toHaveCount(0)

  // A file dropped on the form of another character.
  await page.getByRole('gridcell').filter({ hasText: 'NPC' }).first().click()
  const dropped = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([Uint8Array.from([${[...pngFile(60, 80, [120, 60, 90])].join(',')}])], 'face.png', { type: 'image/png' }))
    return transfer
  })()`)
  await page.getByRole('group', { name: 'Portrait' }).dispatchEvent('drop', { dataTransfer: dropped })
  await expect(page.locator('.cast-portrait > img')).toBeVisible()
  await card(page, 'Wren').click()
  await choose('wren.png', whole)
  await expect(shown).toBeVisible()
  await expectLooksRight(page, info, 'portraits', {
    sizes: [
      { width: 1440, height: 900 },
      { width: 1280, height: 800 }
    ]
  })

  // A number that the rules don't allow stays in its field with the reason, and nothing is saved.
  const stats = page.getByRole('group', { name: 'Stats', exact: true })
  const saved = await log(dir)
  for (const [stat, typed, reason] of [
    ['Strength', '-5', "Strength can't be below 0 in this game: enter 0 or more."],
    ['Hit protection', '99', /^Hit protection can't be above its maximum: enter \d+ or less, or raise the maximum first\.$/]
  ] as const) {
    const field = stats.getByRole('textbox', { name: stat, exact: true })
    const now = await field.inputValue()
    await field.fill(typed)
    await field.press('Enter')
    await expect(stats.locator('.fault').filter({ hasText: reason })).toBeVisible()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await field.press('Escape')
    await expect(field).toHaveValue(now)
  }
  expect(await log(dir)).toEqual(saved)
  await stats.getByRole('textbox', { name: 'Strength', exact: true }).fill('0')
  await stats.getByRole('textbox', { name: 'Strength', exact: true }).press('Enter')
  await expect.poll(async () => (await log(dir)).at(-1)).toBe('Saved Wren')
  await expect(stats.locator('[data-saved]')).toHaveCount(await stats.getByRole('textbox').count())

  // A condition is read in words while it is typed, and completed from the names of the campaign.
  const met = page.getByRole('combobox', { name: 'Met when' }).first()
  await met.fill('not fact.nobody-sets-this and actor.Wren.hp > 0')
  await expect(page.getByText('When not “nobody sets this” and the hp of Wren is more than 0. Nothing sets the fact')).toBeVisible()
  await met.fill('actor.Wren.hp >')
  await expect(
    page
      .locator('.hint')
      .filter({ hasText: /missing|incomplete|end/i })
      .first()
  ).toBeVisible()
  await met.press('Escape')
  await met.press('Escape')

  // The table is remembered.
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Wants' })).toBeVisible()
  await page.keyboard.press('1')
  await expect(page.locator('.map-token img').first()).toBeVisible()
  await expect.poll(() => sh('git', '-C', dir, 'status', '--porcelain')).toBe('')
})

test('two windows edit one person and one story event: the second is told, decides, and nothing is lost', async ({ app: { page, dir, server } }) => {
  if (!server) throw new Error('this test needs a second window')
  const before = await log(dir)
  const other = await page.context().newPage()
  await enter(other, server)
  const toEvent = async (one: Page): Promise<void> => {
    await one.keyboard.press('9')
    await one.getByRole('gridcell').first().click()
  }
  const toHask = async (one: Page): Promise<void> => {
    await one.getByRole('button', { name: /^Cast/ }).first().click()
    await card(one, 'Mother Hask').click()
  }
  const cases = [
    ['Title', toEvent, 'The Counting 🔔', "Don't count"],
    ['Name', toHask, 'Mother Haskell', 'חנה']
  ] as const
  for (const [label, open, mine, theirs] of cases) {
    for (const one of [page, other]) await open(one)
    const field = (one: Page) => one.getByRole('textbox', { name: label, exact: true })
    await field(page).fill(mine)
    await field(other).fill(theirs)
    await field(other).press('Enter')
    const told = page.getByText(`Another edit changed this to “${theirs}”. Enter keeps your draft, Esc takes the other text.`)
    await expect(told).toBeVisible()
    // Leaving the field decides nothing.
    await field(page).press('Tab')
    await expect(field(page)).toHaveValue(mine)
    await expect(told).toBeVisible()
    await field(page).press('Enter')
    await expect(told).toBeHidden()
    await expect(field(other)).toHaveValue(mine)
  }
  // Both versions are beats, so neither is lost.
  await expect.poll(async () => (await log(dir)).length - before.length).toBe(4)
  await other.close()
})
