import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { violationsOf } from './axe.fixture'
import { createBlank, openOutline } from './blank'
import { expect, sh, test } from './fixtures'

const log = async (dir: string) => (await sh('git', '-C', dir, 'log', '--reverse', '--format=%s')).trim().split('\n').slice(1)
const row = (page: Page, name: string | RegExp) => page.getByRole('treeitem', { name })
/** Waits until a row is the current one. */
const reached = (page: Page, name: string | RegExp) => expect(row(page, name)).toHaveAttribute('aria-selected', 'true')

test.use({ campaign: 'blank' })

test.describe('from the start page', () => {
  test.use({ campaign: 'none' })

  test('a campaign is created and a region is drawn, undone and redone by keyboard alone', async ({ app }) => {
    const { page } = app
    const { keyboard } = page
    const dir = await createBlank(page)
    await openOutline(page)
    const write = async (key: string, name: string, as: string) => {
      await keyboard.press(key)
      await expect(page.getByRole('tree').getByRole('textbox')).toBeFocused()
      await keyboard.type(name)
      await keyboard.press('Enter')
      await reached(page, as)
      await expect(page.getByRole('tree')).toBeFocused()
    }
    await write('Shift+Insert', 'Mill Lands', 'Mill Lands, region, 0 places')
    await write('a', 'Mill Pond', 'Mill Pond, place')
    await write('a', 'Ford', 'Ford, place')
    await write('Insert', 'Old Mill', 'Old Mill, place')
    await keyboard.press('c')
    await expect(page.getByRole('combobox', { name: 'Add a journey from Old Mill to…' })).toBeFocused()
    await expect(page.getByRole('option', { name: 'Old Mill' })).toHaveCount(0)
    await keyboard.type('ford')
    await keyboard.press('Enter')
    await reached(page, /^Journey to Ford/)
    // Its form: the direction is the third field.
    await keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'From' })).toBeFocused()
    await keyboard.press('Tab')
    await keyboard.press('Tab')
    await expect(page.getByRole('combobox', { name: 'Direction' })).toBeFocused()
    await keyboard.type('downstream')
    await keyboard.press('Tab')
    await keyboard.press('Control+a')
    await keyboard.type('a while')
    await keyboard.press('Enter')
    await expect(page.getByText('Write a number and minutes, hours or days', { exact: false })).toBeVisible()
    await keyboard.press('Control+a')
    await keyboard.type('20 minutes')
    await keyboard.press('Enter')
    await expect(row(page, 'Journey to Ford, downstream · 20 minutes')).toBeVisible()
    await keyboard.press('Escape')
    await expect(page.getByRole('tree')).toBeFocused()

    const drawn = [
      'Added the region Mill Lands',
      'Added Mill Pond',
      'Added Ford',
      'Added Old Mill',
      'Added the journey from Old Mill to Ford',
      'Saved the journey from Old Mill to Ford',
      'Saved the journey from Old Mill to Ford'
    ]
    expect(await log(dir)).toEqual(drawn)
    const region = join(dir, 'world/regions/mill-lands')
    expect(await readFile(join(region, 'locations/old-mill.yaml'), 'utf8')).toMatch(/^name: Old Mill$/m)
    expect(await readFile(join(region, 'journeys.yaml'), 'utf8')).toMatch(/old-mill--ford:.*direction: downstream.*duration: "20 minutes"/s)
    await expect.poll(() => sh('git', '-C', dir, 'status', '--porcelain')).toBe('')

    // F2 renames; undoing twice removes the name and the duration, redoing twice restores both.
    await keyboard.press('ArrowLeft')
    await reached(page, 'Old Mill, place')
    await keyboard.press('F2')
    await keyboard.press('Control+a')
    await keyboard.type('New Mill')
    await keyboard.press('Enter')
    await reached(page, 'New Mill, place')
    await keyboard.press('Control+z')
    await expect(row(page, 'Old Mill, place')).toBeVisible()
    await keyboard.press('Control+z')
    await expect(row(page, 'Journey to Ford, downstream · 1 minute')).toBeVisible()
    await keyboard.press('Control+Shift+z')
    await expect(row(page, 'Journey to Ford, downstream · 20 minutes')).toBeVisible()
    await keyboard.press('Control+Shift+z')
    await expect(row(page, 'New Mill, place')).toBeVisible()
    expect(await log(dir)).toHaveLength(drawn.length + 5)
    expect(await readFile(join(region, 'locations/old-mill.yaml'), 'utf8')).toMatch(/^name: New Mill$/m)

    // All three are copied and pasted beside the originals, with the journey between them.
    await keyboard.press('Shift+ArrowUp')
    await keyboard.press('Shift+ArrowUp')
    await keyboard.press('Control+c')
    await expect(page.getByText('Copied 3 places', { exact: false })).toBeVisible()
    await keyboard.press('Control+v')
    await expect(row(page, /, place$/)).toHaveCount(8)
    expect(await readFile(join(region, 'journeys.yaml'), 'utf8')).toContain('old-mill-2--ford-2:')
    expect(await log(dir)).toHaveLength(drawn.length + 6)

    // The menu of the selection duplicates; Ctrl A selects all rows of the same kind.
    await keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: /^Duplicate selection/ }).press('Enter')
    await expect(row(page, /, place$/)).toHaveCount(11)
    await expect(page.getByRole('tree')).toBeFocused()
    await keyboard.press('Control+a')
    await expect(page.locator('[role=treeitem][aria-selected=true]')).toHaveCount(11)
    await keyboard.press('Control+z')
    await expect(row(page, /, place$/)).toHaveCount(8)

    // The return journey goes the other way, and its form has the focus.
    await row(page, /^Journey to Ford, downstream/)
      .first()
      .click()
    await page.getByRole('button', { name: 'Add the return journey' }).press('Enter')
    await expect(page.getByRole('combobox', { name: 'Direction' })).toHaveValue('upstream')
    await expect(page.getByRole('button', { name: 'From' })).toBeFocused()

    // A digit shows another view, also from the outline.
    await page.getByRole('tree').focus()
    await keyboard.press('1')
    await expect(page.getByRole('main', { name: 'Play' })).toBeVisible()
  })
})

test('a refused removal lists what refers to the place, and can move characters elsewhere', async ({ app }) => {
  const { page, dir } = app
  const { keyboard } = page
  await openOutline(page)
  await keyboard.type('The C')
  await reached(page, 'The Crossroads, place')
  await keyboard.press('Delete')
  const dialog = page.getByRole('dialog', { name: 'Still in use' })
  await expect(dialog.getByRole('listitem')).toHaveText([/^Hero is in The Crossroads/])
  await expect(dialog.getByRole('button', { name: 'Go to Hero' })).toBeVisible()
  expect(existsSync(join(dir, 'world/regions/home/locations/crossroads.yaml'))).toBe(true)
  expect(await log(dir)).toEqual([])
  const send = dialog.getByRole('button', { name: 'Move characters and items to…' })
  await send.focus()
  await keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Move characters and items to…' })).toBeFocused()
  await keyboard.type('hill')
  await keyboard.press('Enter')
  await expect(row(page, 'The Crossroads, place')).toHaveCount(0)
  expect(existsSync(join(dir, 'world/regions/home/locations/crossroads.yaml'))).toBe(false)
  expect(await readFile(join(dir, 'world/players/Hero/STATS.yaml'), 'utf8')).toMatch(/location: hill/)
  await expect.poll(() => log(dir)).toHaveLength(1)
  // The notification offers Undo.
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(row(page, 'The Crossroads, place')).toBeVisible()
  expect(existsSync(join(dir, 'world/regions/home/locations/crossroads.yaml'))).toBe(true)
})

test('a new entry of a form gets the focus, and a removed one passes it to its neighbour', async ({ app }) => {
  const { page, dir } = app
  const { keyboard } = page
  await openOutline(page)
  await keyboard.type('The H')
  await reached(page, 'The Hill, place')
  await keyboard.press('Enter')
  // Tags set by play and the author's tags don't overwrite each other.
  await page.getByRole('group', { name: 'Set by the story' }).getByRole('checkbox', { name: 'Visited' }).click()
  await page.getByRole('textbox', { name: 'Tags' }).fill('windy')
  await page.getByRole('textbox', { name: 'Tags' }).press('Control+Enter')
  await expect.poll(() => readFile(join(dir, 'world/regions/home/locations/hill.yaml'), 'utf8')).toMatch(/tags:\s+visited: true\s+windy: true/)
  await expect(page.getByRole('textbox', { name: 'Tags' })).toHaveValue('windy')
  const features = page.getByRole('region', { name: 'Features' })
  for (const left of [1, 0]) {
    await features.locator('summary').first().click()
    await features
      .getByRole('button', { name: /^Remove the / })
      .first()
      .press('Enter')
    await expect(features.locator('summary')).toHaveCount(left)
  }
  const focused = page.locator('*:focus')
  const add = async (name: string) => {
    await features.getByRole('button', { name: 'Add a feature' }).press('Enter')
    await expect(features.getByRole('textbox', { name: 'Name', exact: true }).last()).toBeFocused()
    await keyboard.type(name)
    await keyboard.press('Enter')
    await expect(features.locator('summary', { hasText: name })).toBeVisible()
    await expect(focused).toHaveAttribute('data-field', `place:hill/features/${name.toLowerCase().replaceAll("'", '').replaceAll(' ', '-')}/text`)
  }
  await add("Crow's nest")
  await keyboard.type('hp 1 2 3.')
  await keyboard.press('Tab')
  await add('Old bell')
  const file = join(dir, 'world/regions/home/locations/hill.yaml')
  await expect.poll(() => readFile(file, 'utf8')).toContain("crows-nest: { name: Crow's nest, text: hp 1 2 3. }")
  await features.getByRole('button', { name: "Remove Crow's nest" }).press('Enter')
  await expect(features.locator('summary')).toHaveCount(1)
  await expect(features.locator('summary')).toBeFocused()
  // Space folds and unfolds it, and plays nothing.
  const fold = features.locator('details')
  const isOpen = await fold.evaluate((one) => one.hasAttribute('open'))
  const saved = (await log(dir)).length
  await keyboard.press('Space')
  await expect(fold).toHaveJSProperty('open', !isOpen)
  await keyboard.press('Space')
  await expect(fold).toHaveJSProperty('open', isOpen)
  await expect(features.locator('summary')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Autoplay', exact: true })).toHaveAttribute('aria-pressed', 'false')
  expect(await log(dir)).toHaveLength(saved)
  await features.getByRole('button', { name: 'Remove Old bell' }).press('Enter')
  await expect(features.getByRole('button', { name: 'Add a feature' })).toBeFocused()

  // A new journey has them too, and so has its return journey.
  await page.getByRole('button', { name: 'Add a journey from here…' }).press('Enter')
  await keyboard.type('cross')
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'The Hill to The Crossroads', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'From' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Set the start of the journey' })).toHaveText(/^Set the start of the journey Now: The Hill/)
  await keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'From' })).toBeFocused()

  // The form explains a difficulty while it is typed.
  const meaning = page.getByRole('list', { name: 'What it means for the party' })
  await expect(meaning).toHaveText('Hero always arrives, without a roll')
  await page.getByRole('textbox', { name: 'Risks' }).fill('steep climb')
  await keyboard.press('Enter')
  const difficulty = page.getByRole('textbox', { name: 'Difficulty' })
  await difficulty.fill('3')
  await expect(meaning).toHaveText(/^Hero \d+ % arrive unhurt \(STR save, \d+ or less on a d20\)$/)
  await difficulty.fill('1000')
  await keyboard.press('Enter')
  await expect(page.getByText('Enter a whole number from 0 to 20.')).toBeVisible()
  await keyboard.press('Escape')

  // Ctrl+A selects nothing unless a text has the focus.
  const selectedText = () => page.evaluate(() => String((globalThis as unknown as { getSelection(): unknown }).getSelection()))
  await page.getByRole('button', { name: 'From' }).focus()
  await keyboard.press('Control+a')
  expect(await selectedText()).toBe('')
  await page.getByRole('button', { name: 'Remove selection' }).press('Enter')
  await expect(page.getByText('Nothing selected')).toBeVisible()
  await expect(page.locator('body')).not.toBeFocused()
})

test('a draft stays while beats are played, and the past can be read but not edited', async ({ app }) => {
  const { page, dir } = app
  const { keyboard } = page
  await openOutline(page)
  await keyboard.type('The H')
  await reached(page, 'The Hill, place')
  await keyboard.press('Enter')
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await expect(name).toBeFocused()
  await keyboard.type('Gallows Hill')
  // Another client plays a beat while the name is typed.
  const played = page.evaluate(() =>
    (globalThis as unknown as { document: { querySelector(what: string): { click(): void } } }).document
      .querySelector('[aria-label="Play one beat"]')
      .click()
  )
  await played
  await expect.poll(() => log(dir)).toHaveLength(1)
  await expect(name).toHaveValue('Gallows Hill')
  await keyboard.press('Escape')
  await expect(name).toHaveValue('The Hill')
  await keyboard.press('Escape')
  await expect(page.getByRole('tree')).toBeFocused()
  for (const theme of ['dark', 'light']) {
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    if (theme === 'dark') expect(await violationsOf(page, 'wcag')).toEqual([])
    await keyboard.press('Control+Shift+l')
  }
  await keyboard.press('Shift+ArrowLeft')
  await expect(page.getByText('You are looking at the past.', { exact: false })).toBeVisible()
  await expect(name).not.toBeEditable()
  await keyboard.press('Delete')
  await expect(page.getByRole('status').getByText('You are looking at the past.', { exact: false })).toBeVisible()
  expect(await log(dir)).toHaveLength(1)
})

test('a map is exported and imported, conflicts are listed, and the beats of a place are shown', async ({ app }) => {
  const { page, dir } = app
  const { keyboard } = page
  await openOutline(page)
  const command = async (words: string) => {
    await keyboard.press('Control+k')
    await keyboard.type(words)
    await keyboard.press('Enter')
  }
  await command('export map…')
  await expect(page.getByRole('dialog', { name: 'Export map' })).toBeVisible()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export', exact: true }).press('Enter')])
  expect(file.suggestedFilename()).toBe('mill-country-map.json')
  const text = await readFile(await file.path(), 'utf8')
  expect(JSON.parse(text)).toMatchObject({ locations: [{ id: 'crossroads' }, { id: 'hill' }] })

  const give = async (name: string, map: string) => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), command('import a map')])
    await chooser.setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(map) })
  }
  await give('again.json', text)
  const dialog = page.getByRole('dialog', { name: 'Edit blocked' })
  await expect(dialog.getByRole('listitem').first()).toContainText('crossroads')
  await keyboard.press('Escape')
  expect(await log(dir)).toEqual([])
  await give('other.json', text.replaceAll('crossroads', 'fork').replaceAll('hill', 'tor').replaceAll('The ', 'Far '))
  await expect.poll(async () => (await log(dir)).length).toBe(1)
  expect(existsSync(join(dir, 'world/regions/home/locations/fork.yaml'))).toBe(true)

  // The table opens its session at the party's place, so only that place lists it.
  await expect(row(page, 'Far Crossroads, place')).toBeVisible()
  const one = page.getByRole('button', { name: 'Play one beat' })
  await expect(one).toBeEnabled()
  await one.press('Enter')
  await expect.poll(async () => (await log(dir)).length).toBe(2)
  await page.getByRole('tree').focus()
  await keyboard.press('Home')
  await keyboard.type('The C')
  await reached(page, 'The Crossroads, place')
  await command('what happened here')
  const list = page.getByRole('listbox', { name: 'What happened at The Crossroads' })
  await expect(list.getByRole('option')).toHaveCount(1)
  await page.getByRole('tree').focus()
  await keyboard.press('Home')
  await keyboard.type('The H')
  await reached(page, 'The Hill, place')
  await expect(page.getByText('No beats here yet')).toBeVisible()
})
