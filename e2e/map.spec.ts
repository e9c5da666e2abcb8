import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, sh, test } from './fixtures'

/** The number of beats and the subject of the last one. */
async function historyOf(dir: string): Promise<{ count: number; last: string; files: string[] }> {
  const subjects = (await sh('git', '-C', dir, 'log', '--format=%s')).trim().split('\n')
  const files = (await sh('git', '-C', dir, 'show', '--name-only', '--format=', 'HEAD')).trim().split('\n')
  return { count: subjects.length, last: subjects[0] ?? '', files }
}

const node = (page: Page, id: string) => page.locator(`.map .react-flow__node[data-id="${id}"]`)

/** The centre of an element on the page. */
async function middleOf(page: Page, id: string): Promise<{ x: number; y: number }> {
  const box = await node(page, id).boundingBox()
  if (!box) throw new Error(`${id} is not on the map`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Opens the map view. */
async function openMap(page: Page): Promise<void> {
  await expect(page.locator('.map .react-flow__node-place').first()).toBeVisible()
  await page.keyboard.press('2')
  await expect(page.getByRole('toolbar', { name: 'Map tools' })).toBeVisible()
}

/** Drags from one point to another. */
async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 })
  await page.mouse.move(to.x, to.y, { steps: 3 })
  await page.mouse.up()
}

/** The position of a place in its region's MAP.yaml. */
function spotIn(dir: string, region: string, place: string): [x: number, y: number] {
  const text = readFileSync(join(dir, `world/regions/${region}/MAP.yaml`), 'utf8')
  const [, x, y] = new RegExp(`^${place}:\\s+x: (-?\\d+)\\s+y: (-?\\d+)`, 'm').exec(text) ?? []
  return [Number(x), Number(y)]
}

test('the map is edited with the mouse, one beat for each step', async ({ app }) => {
  const { page, dir } = app
  await openMap(page)
  await expect(node(page, 'reeves-house')).toBeVisible()
  const before = await historyOf(dir)
  const [x, y] = spotIn(dir, 'underclint', 'reeves-house')

  // A place is dragged.
  const at = await middleOf(page, 'reeves-house')
  await drag(page, at, { x: at.x + 60, y: at.y - 40 })
  await expect.poll(async () => (await historyOf(dir)).count).toBe(before.count + 1)
  const moved = await historyOf(dir)
  expect(moved.last).toMatch(/^Moved .+ on the map$/)
  expect(moved.files).toEqual(['next', 'world/regions/underclint/MAP.yaml'])
  const [newX, newY] = spotIn(dir, 'underclint', 'reeves-house')
  expect([newX > x, newY < y]).toEqual([true, true])

  // A marquee adds to the selection, and the selected places are dragged together.
  const pane = await page.locator('.map .react-flow__pane').boundingBox()
  if (!pane) throw new Error('the map has no ground')
  const [one, other] = [await node(page, 'long-pull').boundingBox(), await node(page, 'throat-yard').boundingBox()]
  if (!one || !other) throw new Error('the places are on the map')
  await page.keyboard.down('Shift')
  await drag(page, { x: one.x - 8, y: one.y - 8 }, { x: other.x + other.width + 8, y: other.y + other.height + 8 })
  await page.keyboard.up('Shift')
  await expect(page.locator('.map-place.is-selected')).toHaveCount(3)
  const yard = await middleOf(page, 'throat-yard')
  await drag(page, { x: yard.x - 20, y: yard.y }, { x: yard.x - 20, y: yard.y + 30 })
  await expect.poll(async () => (await historyOf(dir)).count).toBe(before.count + 2)
  expect((await historyOf(dir)).last).toContain('3 places')

  // A double click adds a place to the nearest place's region, with the focus in its name.
  const empty = { x: pane.x + 70, y: pane.y + pane.height - 70 }
  await page.mouse.dblclick(empty.x, empty.y)
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await expect(name).toBeFocused()
  await page.keyboard.type('Mill Pond')
  await page.keyboard.press('Enter')
  // The first name determines the id, and the field keeps the focus.
  await expect(node(page, 'mill-pond')).toContainText('Mill Pond')
  await expect(page.getByRole('textbox', { name: 'ID', exact: true })).toHaveValue('mill-pond')
  await expect(name).toBeFocused()
  await expect.poll(async () => (await historyOf(dir)).count).toBe(before.count + 4)
  // The status line reports it and offers Undo; nothing covers the map and its tools.
  const status = page.getByRole('contentinfo')
  await expect(status.getByText('Saved Mill Pond and renamed new-place to mill-pond')).toBeVisible()
  await expect(status.getByRole('button', { name: 'Undo' })).toHaveText(/^Undo (Ctrl|⌘)Z$/)
  await expect(page.locator('.notice')).toHaveCount(0)
  // Esc restores a draft; pressed again, it leaves the field, even without an outline.
  await page.keyboard.type('?')
  await page.keyboard.press('Escape')
  await expect(name).toHaveValue('Mill Pond')
  await expect(name).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(name).not.toBeFocused()

  // Dragging from its handle to another place makes a journey.
  const pond = page.locator('.map .react-flow__node', { has: page.locator('.map-place', { hasText: 'Mill Pond' }) })
  await pond.hover()
  const grip = await pond.locator('.grip').first().boundingBox()
  if (!grip) throw new Error('a place has grips')
  const landing = await middleOf(page, 'bucket-landing')
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2)
  await page.mouse.down()
  await page.mouse.move(landing.x, landing.y, { steps: 6 })
  // The line is visible while it is dragged.
  await expect(page.locator('.map .react-flow__connection-path')).toBeVisible()
  await page.mouse.up()
  await expect.poll(async () => (await historyOf(dir)).last).toContain('to Bucket Landing')
  await expect(page.locator('.map .react-flow__edge.selected')).toHaveCount(1)

  // Delete removes the selected journey.
  await page.keyboard.press('Delete')
  await expect.poll(async () => (await historyOf(dir)).last).toContain('Removed')
  await expect(page.locator('.map .react-flow__edge.selected')).toHaveCount(0)
})

test('a place is found by its name, and a region folds into a card', async ({ app }) => {
  const { page } = app
  await openMap(page)
  await expect(node(page, 'chalk-row')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+f')
  await page.getByRole('combobox').fill('chalk')
  await page.keyboard.press('Enter')
  await expect(node(page, 'chalk-row').locator('.is-selected')).toBeVisible()
  // A new place is put beside the others, and stays there when the window is opened again.
  const outline = page.getByRole('tree', { name: 'Regions, places and journeys' })
  await page.keyboard.press('o')
  await expect(outline).toBeFocused()
  await page.keyboard.press('Insert')
  await expect(page.getByRole('textbox', { name: 'Name of the new place' })).toBeFocused()
  await page.keyboard.type("Nettle's 🕯 shrine")
  await page.keyboard.press('Enter')
  await expect(node(page, 'nettles-shrine')).toBeVisible()
  await page.getByRole('button', { name: 'Show the whole map' }).click()
  const places = page.locator('.map .react-flow__node-place')
  const spots = () => places.evaluateAll((all) => all.map((one) => `${one.dataset['id']} ${one.style.transform}`).toSorted())
  await expect(places).toHaveCount(17)
  const before = await spots()
  await page.getByRole('button', { name: 'Show the whole map' }).click()
  await page.getByRole('button', { name: 'Fold Under-Parish into one card' }).click()
  await expect(page.locator('.map-card')).toContainText('5 places')
  await expect(node(page, 'chalk-row')).toHaveCount(0)
  await page.reload()
  await page.getByRole('button', { name: 'Unfold Under-Parish' }).click()
  await expect(node(page, 'chalk-row')).toBeVisible()
  await page.getByRole('button', { name: 'Show the whole map' }).click()
  await expect.poll(spots).toEqual(before)
})

test('external changes are listed, adopted, undone and redone by keyboard', async ({ app }) => {
  const { page, dir } = app
  await expect(page.locator('.title-bar')).toBeVisible()
  mkdirSync(join(dir, 'world/misc'), { recursive: true })
  for (let k = 0; k < 205; k++) writeFileSync(join(dir, `world/misc/note-${k}.md`), '# A note\n')
  const name = '205 files changed outside'
  const count = page.getByRole('button', { name })
  await expect(count).toBeVisible()
  await count.press('Enter')
  const files = page.getByRole('dialog', { name }).getByRole('region', { name })
  await expect(files).toBeFocused()
  await expect(files.getByRole('listitem')).toHaveCount(200)
  await expect(files.getByRole('listitem').first()).toHaveText('world/misc/note-0.md new')
  await expect(page.getByRole('dialog')).toContainText('and 5 more')
  await page.keyboard.press('Escape')
  await expect(count).toBeFocused()
  // Once they are adopted, the status line offers Undo, and its keys work as for any edit.
  const status = page.getByRole('contentinfo')
  await status.getByRole('button', { name: 'Adopt' }).click()
  await expect(status.getByRole('button', { name: 'Undo' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(status.getByRole('button', { name: 'Redo' })).toBeVisible()
  expect(existsSync(join(dir, 'world/misc/note-0.md'))).toBe(false)
  await status.getByRole('button', { name: 'Redo' }).click()
  await expect(status.getByRole('button', { name: 'Undo' })).toBeVisible()
  expect(existsSync(join(dir, 'world/misc/note-0.md'))).toBe(true)
})

/** How much of the painted layer of the map has colour. Runs in the page. */
function colouredPart(canvas: unknown): number {
  const { width, height } = canvas as { width: number; height: number }
  const pen = (canvas as { getContext(kind: '2d'): { getImageData(...box: number[]): { data: Uint8ClampedArray } } }).getContext('2d')
  const { data } = pen.getImageData(0, 0, width, height)
  return data.filter((alpha, i) => i % 4 === 3 && alpha > 0).length / (width * height)
}

test('a thousand places from outside are painted, laid out and moved', async ({ app }) => {
  const { page, dir } = app
  await openMap(page)
  for (let region = 0; region < 4; region++) {
    const folder = join(dir, `world/regions/moor-${region}`)
    mkdirSync(join(folder, 'locations'), { recursive: true })
    writeFileSync(join(folder, 'ABOUT.md'), `---\nname: Moor ${region}\n---\n# Moor ${region}\n`)
    const journeys: string[] = []
    for (let k = 0; k < 250; k++) {
      writeFileSync(join(folder, `locations/m${region}-${k}.yaml`), `name: Stone ${k}\n`)
      const from = `m${region}-${Math.max(0, k - 1 - (k % 5))}`
      if (k > 0)
        journeys.push(`${from}--m${region}-${k}: {from: ${from}, to: m${region}-${k}, direction: east, duration: 1 hour, difficulty: 0, risks: []}`)
    }
    writeFileSync(join(folder, 'journeys.yaml'), `${journeys.join('\n')}\n`)
  }
  await sh('git', '-C', dir, 'add', 'world/regions')
  await sh('git', '-C', dir, '-c', 'user.name=Else', '-c', 'user.email=else@example.invalid', 'commit', '-qm', 'Moors')
  await page.getByRole('button', { name: 'Show the whole map' }).click()
  await expect(page.locator('.map.far')).toBeVisible()
  // Elk lays out the new world in its worker, and the status says so meanwhile.
  await expect(page.locator('.map-note')).toHaveCount(0)
  const canvas = page.locator('.canvas-paint')
  expect(await canvas.evaluate(colouredPart)).toBeGreaterThan(0.03)
  expect(await page.locator('.map .react-flow__node-place').count()).toBeLessThan(2)
  const pane = await page.locator('.map .react-flow__pane').boundingBox()
  if (!pane) throw new Error('the map has no ground')
  const at = await canvas.boundingBox()
  if (!at) throw new Error('the map has no painting')
  const start = { x: pane.x + 12, y: pane.y + pane.height / 2 }
  await drag(page, start, { x: start.x + 150, y: start.y + 40 })
  // The painting moves with the map.
  await expect.poll(() => canvas.boundingBox()).toMatchObject({ x: expect.closeTo(at.x + 150, 0), y: expect.closeTo(at.y + 40, 0) })
  // Zoomed in, the places are nodes again.
  await page.keyboard.press('ControlOrMeta+f')
  await page.getByRole('combobox').fill('m2-120')
  await page.keyboard.press('Enter')
  await expect(node(page, 'm2-120').locator('.is-selected')).toBeVisible()
  await expect(page.locator('.map.near')).toBeVisible()
})

/** What the browser parses from XML: the root, the number of errors, and the texts of the image. Runs in the page. */
function parsed(text: string): { root: string; wrong: number; words: (string | null)[] } {
  type Found = Iterable<{ textContent: string | null }>
  interface Parsed {
    documentElement: { nodeName: string }
    querySelectorAll(name: string): Found
  }
  const { DOMParser: Parser } = globalThis as unknown as { DOMParser: new () => { parseFromString(text: string, type: string): Parsed } }
  const image = new Parser().parseFromString(text, 'image/svg+xml')
  const words = (name: string): (string | null)[] => [...image.querySelectorAll(name)].map((one) => one.textContent)
  return { root: image.documentElement.nodeName, wrong: words('parsererror').length, words: words('text') }
}

test.describe('of a story that was played', () => {
  test.use({ beats: 6 })
  test('the map shows visits up to the cursor, and is exported as SVG', async ({ app }) => {
    const { page } = app
    await openMap(page)
    await page.getByRole('button', { name: 'Party visits: Hidden' }).click()
    await page.getByRole('menuitemradio', { name: 'This branch' }).click()
    await expect(page.getByRole('region', { name: 'Visits on this branch' })).toContainText('6 beats in 1 place')
    await expect(node(page, 'throat-yard')).toContainText('1 visit · 6 beats')
    await page.keyboard.press('ArrowLeft')
    await expect(node(page, 'throat-yard')).toContainText('1 visit · 5 beats')

    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox').fill('Export map as SVG')
    await page.keyboard.press('Enter')
    await page.getByRole('checkbox', { name: 'Only what the party has seen' }).check()
    const saving = page.waitForEvent('download')
    await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toBe('the-well-map.svg')
    const svg = readFileSync(await saved.path(), 'utf8')
    const { root, wrong, words } = await page.evaluate(parsed, svg)
    expect([root, wrong]).toEqual(['svg', 0])
    expect(words).toContain('Throat Yard')
    expect(words).not.toContain('Sour Sump')
  })
})

test.describe('in the past', () => {
  test.use({ beats: 6 })
  test('the sheet beside the map fits, its links lead on, and a path in Problems opens its place or file', async ({ app }) => {
    const { page, dir } = app
    await openMap(page)
    const beside = page.getByRole('complementary')
    await page.locator('.map .map-token[title="Wren"]').click()
    const sheet = page.getByRole('region', { name: 'Sheet: Wren' })
    await expect(sheet.getByRole('heading', { name: 'Available actions' })).toBeVisible()
    const width = (what: Locator) => what.evaluate((one) => [one.scrollWidth, one.clientWidth])
    for (const [whole, seen] of [await width(sheet), await width(beside)]) expect(whole).toBe(seen)

    await expect(sheet).not.toContainText('[[')
    await sheet.getByRole('button', { name: 'Corrie' }).click()
    await expect(page.getByRole('region', { name: /^Sheet: Corrie/ })).not.toContainText(/\[\[|# /)
    writeFileSync(join(dir, 'world/regions/underclint/locations/clint-top.yaml'), 'name: Clint Top\nsenses: 3\n')
    writeFileSync(join(dir, 'rules/actions/broken.ts'), 'export default {\n')
    await expect(page.getByRole('contentinfo').getByText('2 files changed outside')).toBeVisible()
    await page.keyboard.press('p')
    await page.getByRole('button', { name: 'Check campaign' }).click()
    const problems = page.getByRole('region', { name: 'Problems' })
    await problems
      .getByRole('button', { name: /rules\/actions\/broken\.ts/ })
      .first()
      .click()
    const file = page.getByRole('dialog', { name: 'rules/actions/broken.ts' })
    await expect(file.getByRole('listitem').first()).toHaveText('export default {')
    await page.keyboard.press('Escape')
    await expect(file).toHaveCount(0)
    await problems
      .getByRole('button', { name: /locations\/clint-top\.yaml/ })
      .first()
      .click()
    // Its form would show the saved values and not the error.
    await expect(
      page
        .getByRole('dialog', { name: /clint-top\.yaml$/ })
        .getByRole('listitem')
        .last()
    ).toHaveText('senses: 3')
    await page.keyboard.press('Escape')
    await page.getByRole('contentinfo').getByRole('button', { name: 'Set aside' }).click()
    await expect(page.getByRole('contentinfo').getByText('2 files changed outside')).toHaveCount(0)
    await problems
      .getByRole('button', { name: /locations\/clint-top\.yaml/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { name: 'Clint Top', exact: true })).toBeVisible()
  })
  test('Esc returns to the present after any menu was opened and closed', async ({ app }) => {
    const { page } = app
    const { keyboard } = page
    // F6 reaches a tool of the minimap first, not a link.
    await expect(node(page, 'throat-yard')).toBeVisible()
    for (let k = 0; k < 4 && (await page.getByRole('main').locator(':focus').count()) === 0; k++) await keyboard.press('F6')
    await expect(page.getByRole('button', { name: 'Zoom map in' })).toBeFocused()
    await expect(node(page, 'throat-yard')).toHaveText('Throat Yard')
    await openMap(page)
    // With the focus in the log, Ctrl+A selects the log's text only.
    await page.getByRole('tab', { name: 'Log' }).click()
    await page.getByRole('log').focus()
    await keyboard.press('Control+a')
    const text = await page.evaluate(() => String((globalThis as unknown as { getSelection(): unknown }).getSelection()))
    expect(text).toContain('The Counting')
    expect(text).not.toContain('Session 1')
    const past = page.locator('.past-bar')
    const menus = [
      page.getByRole('combobox', { name: 'Speed' }),
      page.getByRole('combobox', { name: 'Odds on the map' }),
      page.getByRole('button', { name: /^Branch/ }),
      page.getByRole('button', { name: 'Arrange' }),
      page.getByRole('button', { name: 'Party visits: Hidden' }),
      page.getByRole('button', { name: /^DM · / })
    ]
    for (const menu of menus) {
      await page.locator('.title-bar').click({ position: { x: 4, y: 4 } })
      await keyboard.press('ArrowLeft')
      await expect(past).toBeVisible()
      await menu.click()
      await expect(page.locator('.menu:visible')).toBeVisible()
      await keyboard.press('Escape')
      await expect(page.locator('.menu:visible')).toHaveCount(0)
      await expect(past).toBeVisible()
      await keyboard.press('Escape')
      await expect(past).toHaveCount(0)
    }
  })
  test('nothing can be dragged in the past', async ({ app }) => {
    const { page, dir } = app
    await openMap(page)
    await expect(node(page, 'reeves-house')).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await expect(page.locator('.past-bar')).toBeVisible()
    await expect(page.locator('.map .react-flow__node.draggable')).toHaveCount(0)
    const before = await historyOf(dir)
    const at = await middleOf(page, 'reeves-house')
    await drag(page, at, { x: at.x + 60, y: at.y - 40 })
    await page.keyboard.press('Escape')
    await expect(page.locator('.past-bar')).toHaveCount(0)
    // Beats are saved in order, so a move would come before this one.
    await page.keyboard.press('.')
    await expect(page.getByRole('slider', { name: 'Timeline' })).toHaveAttribute('aria-valuenow', '7')
    expect((await historyOf(dir)).count).toBe(before.count + 1)
  })
})
