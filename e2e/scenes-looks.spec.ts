import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures'
import { expectLooksRight } from './looks.fixture'

const FIXTURES = join(import.meta.dirname, '../src/arrow/fixtures')
const open = async (page: Page, title: string): Promise<void> => {
  await page.getByRole('button', { name: new RegExp(`^${title}`) }).click()
  await expect(page.locator('.arrow-card').first()).toBeVisible()
}
const toList = (page: Page): Promise<void> => page.getByRole('button', { name: 'All documents' }).click()

const ask = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Request to the assistant' }).fill(text)
  await page.keyboard.press('Enter')
}

/** The states of the Scenes view, each reached from the previous one; the first one begins at the list of documents. */
const states: Record<string, (page: Page) => Promise<void>> = {
  'scenes list': async (page) => {
    await expect(page.getByRole('button', { name: /^Demo Project/ })).toBeVisible()
  },
  'scene graph': async (page) => {
    await open(page, 'Demo Project')
  },
  'scene outline and node': async (page) => {
    await page.keyboard.press('o')
    await page
      .getByRole('treeitem', { name: /^Interaction/ })
      .first()
      .click()
    await expect(page.getByRole('tabpanel').getByRole('textbox', { name: 'Action 1' })).toBeVisible()
  },
  'scene playtest': async (page) => {
    await page.getByRole('tab', { name: 'Playtest' }).click()
    await page.getByRole('button', { name: 'Play the document' }).click()
    await expect(page.getByRole('log')).toContainText('Howdy')
  },
  'scene names': async (page) => {
    await page.getByRole('tab', { name: 'Names' }).click()
    await page.getByRole('tabpanel').locator('summary').first().click()
    await expect(page.getByRole('tabpanel').getByRole('textbox', { name: 'Name', exact: true })).toBeVisible()
  },
  'scene search': async (page) => {
    await page.keyboard.press('Control+f')
    await page.keyboard.type('node')
    await expect(page.getByRole('option').first()).toBeVisible()
  },
  'assistant, empty': async (page) => {
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'Assistant' }).click()
    await expect(page.getByRole('tabpanel').getByText(/^The built-in assistant can add/)).toBeVisible()
  },
  'assistant, changes': async (page) => {
    await ask(page, 'delete the hub, then rename the last interaction to Elena\'s offer, then add content "The rain stops."')
    await expect(page.getByRole('button', { name: 'Undo changes' })).toBeVisible()
  },
  'assistant, refusal': async (page) => {
    await page.getByRole('button', { name: 'Undo changes' }).click()
    await ask(page, 'delete the entry')
    await expect(page.getByRole('tabpanel').getByRole('log')).toContainText('can’t be removed')
  },
  'broken scene': async (page) => {
    await toList(page)
    await page.getByRole('button', { name: /broken\.arrow/ }).click()
    await expect(page.getByRole('button', { name: 'Repair' })).toBeVisible()
  }
}
const sizes = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 }
]

test('the Scenes view fits in every size and is readable in both themes, and a broken file is repaired', async ({ dir, open }, info) => {
  const folder = join(dir, 'world/scenes')
  await mkdir(folder, { recursive: true })
  await cp(join(FIXTURES, 'demo.5984437.arrow-project.json'), join(folder, 'demo.arrow'))
  const whole = await readFile(join(FIXTURES, 'example1-home.arrow'), 'utf8')
  await writeFile(join(folder, 'broken.arrow'), whole.slice(0, -40))
  const { page } = await open({ pace: 0, view: 'scenes' })
  for (const [name, reach] of Object.entries(states)) {
    await reach(page)
    await expectLooksRight(page, info, name, { sizes })
  }
  await page.getByRole('button', { name: 'Repair' }).click()
  await expect(page.locator('.arrow-card').first()).toBeVisible()
  await expect.poll(async () => JSON.parse(await readFile(join(folder, 'broken.arrow'), 'utf8')) as unknown).toHaveProperty('resources')
})

test('nodes are copied to another document, and of 2,000 nodes only the visible ones are drawn', async ({ app: { page, dir } }) => {
  const folder = join(dir, 'world/scenes')
  await mkdir(folder, { recursive: true })
  const ids = Array.from({ length: 2000 }, (_, k) => k + 2)
  const map = Object.fromEntries([
    [1, { offset: [0, 0], io: [[1, 0, 2, 0]] }],
    ...ids.map((id) => [
      id,
      { offset: [Math.floor((id - 1) / 25) * 330 + 250, ((id - 1) % 25) * 130], ...(id < 2001 ? { io: [[id, 0, id + 1, 0]] } : {}) }
    ])
  ])
  const nodes = Object.fromEntries([
    [1, { type: 'entry', name: '1', data: { plaque: '' } }],
    ...ids.map((id) => [id, { type: 'dialog', name: id.toString(36), data: { character: 5000, lines: [`Line ${id}`] }, ref: [5000] }])
  ])
  const document = {
    title: 'Two thousand',
    entry: 1,
    meta: { chapter: 0, authors: { 0: ['A', 6000] } },
    resources: {
      scenes: { 0: { name: 'All', entry: 1, map } },
      nodes,
      variables: {},
      characters: { 5000: { name: 'Elena', color: '00ff00', use: ids } }
    }
  }
  await writeFile(join(folder, 'many.arrow'), JSON.stringify(document))
  await page.getByRole('navigation').getByRole('button', { name: 'Scenes' }).click()
  await open(page, 'Two thousand')
  const cards = page.locator('.arrow-card')
  expect(await cards.count()).toBeLessThan(280)
  await page.getByRole('button', { name: 'Show the whole scene' }).click()
  await expect(cards).toHaveCount(0)
  await page.keyboard.press('o')
  await expect(page.getByText('2,001 nodes')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search nodes' }).fill('Line 1234')
  await page.getByRole('treeitem', { name: 'Dialog: Elena: Line 1234' }).click()
  await expect(cards.filter({ hasText: 'Line 1234' })).toBeVisible()
  // Every letter is an edit of the whole document and appears on the node at once.
  await page.getByRole('tabpanel').getByRole('textbox', { name: 'Line 1' }).fill("Elena's own words")
  await expect(cards.filter({ hasText: "Elena's own words" })).toBeVisible()

  await page.getByRole('searchbox', { name: 'Search nodes' }).fill('')
  await page.getByRole('tree').focus()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.keyboard.press('Control+c')
  await expect(page.getByText('Copied 1 node.')).toBeVisible()
  await toList(page)
  await page
    .getByRole('button', { name: /^Write its scene/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: 'Write the first line' })).toBeFocused()
  await page.keyboard.press('w')
  await expect(cards).toHaveCount(1)
  await page.getByRole('tree').focus()
  await page.keyboard.press('Control+v')
  await expect(cards.filter({ hasText: "Elena's own words" })).toHaveCount(1)
  await expect(cards.filter({ hasText: 'Elena' }).locator('header')).toContainText('Elena')
  const outline = page.getByRole('region', { name: 'Outline' })
  await page.keyboard.press('d')
  await expect(outline.getByText('3 nodes')).toBeVisible()
  await page.keyboard.press('Delete')
  await expect(outline.getByText('2 nodes')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(outline.getByText('3 nodes')).toBeVisible()
  await page.keyboard.press('Control+x')
  await expect(outline.getByText('2 nodes')).toBeVisible()
})
