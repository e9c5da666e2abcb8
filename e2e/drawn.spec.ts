import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { openOutline } from './blank'
import { branchOff } from './branch-off'
import { expect, proscenium, test } from './fixtures'

test.use({ campaign: 'blank' })

const timeline = (page: Page) => page.getByRole('slider', { name: 'Timeline' })
const place = (page: Page, name: string) => page.locator('.map .react-flow__node-place', { hasText: name })
const token = (page: Page) => page.locator('.map .map-token[title="Hero"]')
const beat = async (page: Page): Promise<number> => Number(await timeline(page).getAttribute('aria-valuenow'))

async function boxOf(what: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await what.boundingBox()
  if (!box) throw new Error('nothing of it is on the map')
  return box
}

/** Whether the hero's token is on a place. */
async function standsOn(page: Page, name: string): Promise<boolean> {
  const [at, on] = [await boxOf(token(page)), await boxOf(place(page, name))]
  const [x, y] = [at.x + at.width / 2 - on.x, at.y + at.height / 2 - on.y]
  return x > 0 && x < on.width + at.width / 2 && y > 0 && y < on.height + at.height / 2
}

/** Drags from a handle of one place to the centre of another. */
async function connect(page: Page, from: string, to: string): Promise<void> {
  await page.mouse.move(0, 0)
  await place(page, from).hover()
  const grip = await boxOf(place(page, from).locator('.grip').first())
  const end = await boxOf(place(page, to))
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2)
  await page.mouse.down()
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 6 })
  await page.mouse.up()
  await expect(page.getByText(`Added the journey from ${from} to ${to}`)).toBeVisible()
}

/** Plays one beat at a time until a condition holds. */
async function playUntil(page: Page, so: () => Promise<boolean>): Promise<void> {
  for (let left = 40; !(await so()); left--) {
    if (left === 0) throw new Error('forty beats were played, and it is not so')
    const at = await beat(page)
    await page.keyboard.press('.')
    await expect(timeline(page)).toHaveAttribute('aria-valuenow', String(at + 1))
  }
}

test('a designer draws a region with the mouse, plays a story across it, and branches before the hero’s fall', async ({ app }) => {
  const { page, dir } = app
  await openOutline(page)

  // A region with a place is added in the outline, two more places with double clicks on the background.
  const outline = page.getByRole('tree')
  const write = async (name: string): Promise<void> => {
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
  }
  await page.getByRole('button', { name: 'Add a region' }).click()
  await expect(outline.getByRole('textbox')).toBeFocused()
  await write('Mill Lands')
  await outline.getByRole('treeitem', { name: /^Mill Lands/ }).click()
  await page.getByRole('button', { name: 'Add a place' }).first().click()
  await expect(outline.getByRole('textbox')).toBeFocused()
  await write('Ford')
  await expect(place(page, 'Ford')).toBeVisible()
  await page.getByRole('button', { name: 'Hide the outline' }).click()
  await page.getByRole('button', { name: 'Show the whole map' }).click()
  for (const [name, below] of [
    ['Old Mill', 110],
    ['Mill Pond', 200]
  ] as const) {
    const ford = await boxOf(place(page, 'Ford'))
    await page.mouse.dblclick(ford.x + ford.width / 2, ford.y + ford.height / 2 + below)
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
    await write(name)
    await expect(place(page, name).getByTitle(`${name} · Mill Lands`)).toBeVisible()
  }

  // Three journeys, each dragged from a handle.
  await connect(page, 'The Crossroads', 'Ford')
  await connect(page, 'Ford', 'Old Mill')
  await connect(page, 'Old Mill', 'Mill Pond')

  // In another program, the hero is given a reason to go there. The window asks, and the change is adopted.
  const hero = join(dir, 'world/players/Hero/ABOUT.md')
  await writeFile(hero, (await readFile(hero, 'utf8')).replace(/^wants:\n(?: .*\n)+/m, 'wants: To see the Mill Pond, and what floats on it.\n'))
  await page.getByRole('button', { name: 'Adopt', exact: true }).first().click()

  // The table plays, and the token follows the hero.
  await page.locator('.title-bar').click({ position: { x: 4, y: 4 } })
  expect(await standsOn(page, 'The Crossroads')).toBe(true)
  await playUntil(page, () => standsOn(page, 'Ford'))
  await playUntil(page, () => standsOn(page, 'Mill Pond'))
  const reached = await beat(page)

  // In the past the token is back where it was.
  await page.keyboard.press('Home')
  await expect(timeline(page)).toHaveAttribute('aria-valuenow', '0')
  await expect.poll(() => standsOn(page, 'The Crossroads')).toBe(true)
  await page.keyboard.press('Escape')
  await expect(timeline(page)).toHaveAttribute('aria-valuenow', String(reached))
  await expect.poll(() => standsOn(page, 'Mill Pond')).toBe(true)

  // As the DM, the designer harms the hero until they fall.
  await page.keyboard.press('1')
  await playUntil(page, () => page.getByText('DM is next').isVisible())
  await page.getByRole('button', { name: /^DM · / }).click()
  await page.getByRole('menuitem', { name: 'Take every turn' }).click()
  const hand = page.getByRole('region', { name: 'DM’s turn, played by you' })
  const fallen = async (): Promise<boolean> => /^ {2}hp: 0$/m.test(await readFile(join(dir, 'world/players/Hero/STATS.yaml'), 'utf8'))
  for (let left = 20; !(await fallen()); left--) {
    expect(left).toBeGreaterThan(0)
    const at = await beat(page)
    await hand.getByRole('button', { name: 'hazard' }).click()
    await hand.getByRole('radio', { name: 'Strength' }).click()
    await hand.getByRole('radio', { name: 'd12' }).click()
    await hand.getByRole('button', { name: /^Take this action/ }).click()
    await expect(timeline(page)).toHaveAttribute('aria-valuenow', String(at + 1))
  }
  const fall = await beat(page)

  // The search finds the beat of the fall; a branch continues from the beat before.
  await page.locator('.title-bar').click({ position: { x: 4, y: 4 } })
  await page.keyboard.press('Home')
  await page.keyboard.press('f')
  const search = page.getByRole('region', { name: 'Find beat by expression' })
  await expect(search.getByRole('combobox', { name: 'Expression' })).toBeFocused()
  await page.keyboard.type('actor.Hero.hp == 0')
  await page.keyboard.press('Enter')
  await expect(search).toContainText(`It is first true at beat ${fall}`)
  await search.getByRole('button', { name: 'Go to beat' }).click()
  await expect(timeline(page)).toHaveAttribute('aria-valuenow', String(fall))
  await page.keyboard.press('ArrowLeft')
  await branchOff(page, 'unhurt')

  // The two branches are compared. The manual controls take the focus when they open, and some letters are their shortcuts.
  await expect(hand.getByRole('toolbar')).toBeVisible()
  await page.locator('.title-bar').click({ position: { x: 4, y: 4 } })
  await page.keyboard.press('c')
  await expect(page.getByRole('dialog', { name: /^Compare beat \d+ with…$/ })).toBeVisible()
  await page.keyboard.type('branch main')
  await page.keyboard.press('Enter')
  const comparison = page.getByRole('main', { name: 'Comparison of two beats' })
  await expect(comparison).toContainText(`Both branches share the story up to beat ${fall - 1}.`)
  await expect(comparison.getByRole('listitem').filter({ hasText: 'Hit protection' }).first()).toBeVisible()
  expect(await proscenium('verify', dir)).toMatch(/ Mismatches: 0\.\n$/)
})
