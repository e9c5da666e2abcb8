import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { createBlank } from './blank'
import { expect, sh, test } from './fixtures'
import { expectLooksRight } from './looks.fixture'

const log = async (dir: string) => (await sh('git', '-C', dir, 'log', '--reverse', '--format=%s')).trim().split('\n').slice(1)
const cells = (page: Page) => page.getByRole('gridcell').locator('b')

/** Presses Tab until the button with this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const control = page.getByRole('button', { name, exact: true })
  for (let i = 0; i < 60 && !(await control.evaluate((one) => one === one.ownerDocument.activeElement)); i++) await page.keyboard.press('Tab')
  await expect(control).toBeFocused()
}

test.describe('from the start page', () => {
  test.use({ campaign: 'none' })

  test('story events are created, ordered and given a fact to end with by keyboard alone, and the fact is in the list', async ({ app }, info) => {
    const { page } = app
    const { keyboard } = page
    const dir = await createBlank(page)
    const events = page.getByRole('grid', { name: 'Events' })
    await keyboard.press('Control+k')
    await keyboard.type('create a story event')
    await keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Title of the new event' })).toBeFocused()
    await keyboard.type('The lamp goes out')
    await keyboard.press('Enter')
    await expect(events).toBeFocused()
    await keyboard.press('Insert')
    await expect(page.getByRole('textbox', { name: 'Title of the new event' })).toBeFocused()
    await keyboard.type('Oil from the wreck')
    await keyboard.press('Enter')
    await expect(cells(page)).toHaveText(['The lamp goes out', 'Oil from the wreck'])
    await expect(events).toBeFocused()
    await keyboard.press('1')
    await expect(page.getByRole('main', { name: 'Play' })).toBeVisible()
    await keyboard.press('9')
    await expect(events).toBeFocused()
    await keyboard.press('Alt+ArrowUp')
    await expect(cells(page)).toHaveText(['Oil from the wreck', 'The lamp goes out'])
    // Dragged to the end; a click leaves the keys with the list.
    const rows = page.locator('.story-line')
    await rows.first().dragTo(rows.last(), { targetPosition: { x: 40, y: 70 } })
    await expect(cells(page)).toHaveText(['The lamp goes out', 'Oil from the wreck'])
    await page.getByRole('gridcell', { name: /Oil from the wreck/ }).click()
    await keyboard.press('Alt+ArrowUp')
    await expect(cells(page)).toHaveText(['Oil from the wreck', 'The lamp goes out'])

    await keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toBeFocused()
    await page.getByRole('group', { name: 'Over when these facts hold' }).waitFor()
    const add = page.getByRole('group', { name: 'Over when these facts hold' }).getByRole('button', { name: 'Add a fact' })
    for (let i = 0; i < 40 && !(await add.evaluate((one) => one === one.ownerDocument.activeElement)); i++) await keyboard.press('Tab')
    await keyboard.press('Enter')
    await keyboard.type('oil-found')
    await keyboard.press('Enter')
    await expect(page.getByRole('gridcell', { name: /oil-found/ })).toBeVisible()

    await tabTo(page, 'Facts')
    await keyboard.press('Enter')
    await expect(page.getByRole('gridcell', { name: /oil-found/ })).toContainText('Nothing sets it')
    await page.getByRole('grid', { name: 'Facts' }).press('Home')
    await keyboard.press('ArrowDown')
    await expect(page.getByRole('region', { name: 'Needed by' }).getByRole('button', { name: 'Oil from the wreck' })).toBeVisible()
    await expectLooksRight(page, info, 'story-facts')
    await tabTo(page, 'Graph')
    await keyboard.press('Enter')
    const graph = page.getByRole('application', { name: 'Graph of events and facts' })
    await graph.press('Home')
    await expect(graph.getByRole('status')).toHaveText('Oil from the wreck: Ready. After oil-found.')
    await graph.press('ArrowLeft')
    await expect(graph.getByRole('status')).toHaveText('oil-found: Nothing sets it. Before Oil from the wreck.')
    await expectLooksRight(page, info, 'story-graph')
    // A node has the menu and the keys of its list.
    await graph.press('Shift+F10')
    await expect(page.getByRole('menuitem', { name: 'Merge into…' })).toBeVisible()
    await keyboard.press('Escape')
    await expect(graph).toBeFocused()
    await keyboard.press('F2')
    await expect(page.getByRole('textbox', { name: 'New name' })).toHaveValue('oil-found')
    await keyboard.type("The wreck's oil 🛢 is ashore")
    await keyboard.press('Enter')
    await expect(graph.getByRole('status')).toHaveText("The wreck's oil 🛢 is ashore: Nothing sets it. Before Oil from the wreck.")
    expect(await readFile(join(dir, 'world/FACTS.yaml'), 'utf8')).toBe('oil-found: "The wreck\'s oil 🛢 is ashore"\n')
    await expect(graph).toBeFocused()
    await keyboard.press('Control+z')
    await expect(graph.getByText('oil-found', { exact: true })).toBeVisible()
    await graph.getByText('Oil from the wreck', { exact: true }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: /^Duplicate/ }).click()
    await expect(graph.getByText('Oil from the wreck 2', { exact: true })).toBeVisible()
    await expect(graph).toBeFocused()
    await expect(graph.getByRole('status')).toHaveText(/^Oil from the wreck 2:/)
    await keyboard.press('Delete')
    await expect(graph.getByText('Oil from the wreck 2', { exact: true })).toHaveCount(0)
    await keyboard.press('Control+z')
    await expect(graph.getByText('Oil from the wreck 2', { exact: true })).toBeVisible()
    await keyboard.press('Control+z')
    await expect(graph.getByText('Oil from the wreck 2', { exact: true })).toHaveCount(0)
    await tabTo(page, 'Events')
    await keyboard.press('Enter')
    await expectLooksRight(page, info, 'story-events', {
      sizes: [
        { width: 1280, height: 800 },
        { width: 1920, height: 1080 }
      ]
    })

    expect((await log(dir)).slice(0, 6)).toEqual([
      'Added the story event “The lamp goes out”',
      'Added the story event “Oil from the wreck”',
      'Moved the story event “Oil from the wreck”',
      'Moved the story event “Oil from the wreck”',
      'Moved the story event “Oil from the wreck”',
      'Saved the story event “Oil from the wreck”'
    ])
    const file = join(dir, 'world/story/oil-from-the-wreck/ABOUT.md')
    expect(await readFile(file, 'utf8')).toMatch(
      /^---\ntitle: Oil from the wreck\norder: 0\nplace: .*\naim: Oil from the wreck\ndone_when: \[oil-found\]\n---\n/
    )
    await cells(page).first().click()
    await expect(events).toBeFocused()
    await keyboard.press('Control+z')
    await expect(page.getByRole('gridcell', { name: /oil-found/ })).toHaveCount(0)
    expect(await readFile(file, 'utf8')).not.toContain('oil-found')

    await tabTo(page, 'Items')
    await keyboard.press('Enter')
    await page.getByRole('grid', { name: 'Items' }).press('Insert')
    await keyboard.type('Ferry horn')
    await keyboard.press('Enter')
    const key = page.getByRole('gridcell', { name: /Ferry horn/ })
    await expect(key).toContainText('Nobody has it')
    await tabTo(page, 'Put it in a place')
    await keyboard.press('Enter')
    await keyboard.type('hill')
    await keyboard.press('Enter')
    await expect(key).toContainText('Held by The Hill')
    await expectLooksRight(page, info, 'story-items')

    // A table is created from a name; its rows have weights, and it is renamed, copied and removed.
    await tabTo(page, 'Tables')
    await keyboard.press('Enter')
    const tables = page.getByRole('grid', { name: 'Tables' })
    await tables.press('Insert')
    await expect(page.getByRole('textbox', { name: 'Name of the new table' })).toBeFocused()
    await keyboard.type('What drifts in')
    await keyboard.press('Enter')
    const drift = page.getByRole('gridcell', { name: /What drifts in/ })
    await expect(drift).toContainText('d1 · 1 row')
    await tabTo(page, 'Add to rows')
    await keyboard.press('Enter')
    await keyboard.type('An oar with a name cut out of it')
    await keyboard.press('Enter')
    await expect(drift).toContainText('d2 · 2 rows')
    await page.getByRole('textbox', { name: 'Weight' }).first().fill('3')
    await keyboard.press('Enter')
    await expect(drift).toContainText('d4 · 2 rows')
    expect(await readFile(join(dir, 'rules/tables/what-drifts-in.yaml'), 'utf8')).toContain('weight: 3')
    await tables.press('F2')
    await keyboard.type('Flotsam')
    await keyboard.press('Enter')
    await expect(page.getByRole('gridcell', { name: /Flotsam/ })).toBeVisible()
    await tables.press('Control+d')
    await expect(page.getByRole('gridcell', { name: /Flotsam 2/ })).toBeVisible()
    await expectLooksRight(page, info, 'story-tables')
    await tables.press('Delete')
    await expect(page.getByRole('gridcell', { name: /Flotsam 2/ })).toHaveCount(0)
    await expect.poll(() => sh('git', '-C', dir, 'status', '--porcelain')).toBe('')
  })
})

test('all prose of an event is read in order, its scene included, and is readable in both themes', async ({ app: { page } }, info) => {
  // Enter is heard while the form still reads its fields; then they get the focus.
  let sendSchemas: (() => void) | undefined
  await page.routeWebSocket(/./, (socket) => {
    socket.connectToServer().onMessage((frame) => {
      if (String(frame).includes('"storyEvent":')) sendSchemas = () => socket.send(frame)
      else socket.send(frame)
    })
  })
  await page.reload()
  await expect(page.locator('.title-bar')).toBeVisible()
  await page.keyboard.press('9')
  await page.getByRole('gridcell', { name: /The Counting/ }).click()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Reading the fields…')).toBeVisible()
  await expect.poll(() => sendSchemas).toBeDefined()
  sendSchemas!()
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toBeFocused()
  await page.getByRole('tab', { name: 'Read', exact: true }).click()
  const read = page.getByLabel('Read: The Counting')
  await expect(read.getByRole('region', { name: 'Scene', exact: true }).getByRole('button').first()).toBeVisible()
  await expect(read.getByRole('heading', { level: 3 }).first()).toHaveText('The place')
  await expectLooksRight(page, info, 'story-read', {
    sizes: [
      { width: 1280, height: 800 },
      { width: 1920, height: 1080 }
    ]
  })
})
