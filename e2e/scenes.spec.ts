import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { openOutline } from './blank'
import { expect, sh, test } from './fixtures'

/** A saved document, parsed as JSON. */
interface Saved {
  resources: {
    nodes: Record<string, { type: string; data: Record<string, unknown> }>
    scenes: Record<string, { map: Record<string, { io?: number[][] }> }>
  }
}
const saved = async (dir: string, path: string): Promise<Saved> => JSON.parse(await readFile(join(dir, path), 'utf8')) as Saved
const typesIn = ({ resources }: Saved): string[] => Object.values(resources.nodes).map(({ type }) => type)
const lastSubject = async (dir: string): Promise<string> => (await sh('git', '-C', dir, 'log', '-1', '--format=%s')).trim()

const cards = (page: Page): Locator => page.locator('.arrow-card')
const outline = (page: Page): Locator => page.getByRole('tree', { name: 'Nodes and where they lead' })
const row = (page: Page, name: string | RegExp): Locator => outline(page).getByRole('treeitem', { name })
const field = (page: Page, name: string): Locator => page.getByRole('tabpanel').getByRole('textbox', { name, exact: true })

/** The ten types of the scene in both tests, in the order of their addition. */
const TEN = ['entry', 'content', 'dialog', 'interaction', 'variable_update', 'condition', 'monolog', 'content', 'hub', 'jump']

/** Shows all nodes of the scene. Without motion, none of them moves afterwards. */
async function showScene(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show the whole scene' }).click()
  for (const card of await cards(page).all()) await expect(card).toBeInViewport({ ratio: 0.99 })
}

/** Plays the scene of both tests to its end, and checks the results. */
async function playsThrough(page: Page): Promise<void> {
  const panel = page.getByRole('tabpanel')
  await panel.getByRole('button', { name: 'Play the document' }).click()
  const log = panel.getByRole('log')
  await expect(log).toContainText("The lamp at O'Hara's door is lit.")
  await expect(page.locator('.arrow-card.is-playing')).toContainText('The lamp')
  await log.getByRole('button', { name: 'Continue' }).click()
  await expect(log).toContainText('Who goes there?')
  await expect(page.locator('.arrow-card.is-playing')).toContainText('Answer him')
  await expect(page.locator('.arrow-card.is-playing')).toBeInViewport({ ratio: 0.99 })
  await log.getByRole('button', { name: 'Answer him' }).click()
  await expect(panel.getByRole('textbox', { name: 'courage' })).toHaveValue('3')
  await expect(log).toContainText('Then come in.')
  await log.getByRole('button', { name: 'Continue' }).click()
  await expect(panel.getByText('The scene is over.')).toBeVisible()
  // Back to the choice, with too little courage for it, to the other end.
  await panel.getByRole('button', { name: 'Step back' }).click()
  await panel.getByRole('button', { name: 'Step back' }).click()
  await expect(panel.getByRole('textbox', { name: 'courage' })).toHaveValue('0')
  await log.getByRole('button', { name: 'Run' }).click()
  await expect(log.getByText("The lamp at O'Hara's door is lit.")).toHaveCount(2)
}

/** Undoes every step, after which nothing is unsaved, and redoes all of them. */
async function stepsAll(page: Page): Promise<void> {
  const count = (n: number): Locator => page.getByRole('region', { name: 'Outline' }).getByText(n === 1 ? '1 node' : `${n} nodes`, { exact: true })
  await expect(count(10)).toBeVisible()
  const notice = page.getByText('Nothing left to undo in this document.')
  for (let i = 0; i < 80 && !(await notice.isVisible()); i++) await page.keyboard.press('Control+z')
  await expect(count(1)).toBeVisible()
  await expect(cards(page)).toHaveCount(1)
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  const back = page.getByText('Nothing left to redo in this document.')
  for (let i = 0; i < 80 && !(await back.isVisible()); i++) await page.keyboard.press('Control+Shift+z')
  await expect(count(10)).toBeVisible()
}

test.describe('by mouse', () => {
  /** Draws an edge from an output of a node to a point, or to another node. */
  async function draw(page: Page, from: Locator, slot: number, to: Locator | { x: number; y: number }): Promise<void> {
    const grip = from.locator(`.react-flow__handle[data-handleid="out${slot}"]`)
    await from.hover()
    const start = await grip.boundingBox()
    const box = 'x' in to ? undefined : await to.boundingBox()
    if (!start) throw new Error('there is no such way out')
    const end = box ? { x: box.x + 8, y: box.y + 14 } : (to as { x: number; y: number })
    await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
    await page.mouse.down()
    await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 })
    await page.mouse.move(end.x, end.y, { steps: 4 })
    await page.mouse.up()
  }
  const choose = (page: Page, type: string): Promise<void> => page.getByRole('option', { name: new RegExp(`^${type} – `) }).click()
  const node = (page: Page, text: string): Locator =>
    page.locator('.react-flow__node').filter({ has: page.locator('.arrow-card', { hasText: text }) })

  test('a scene of ten nodes is built, played, undone and saved by mouse', async ({ app: { page, dir } }) => {
    await page.setViewportSize({ width: 1600, height: 1000 })
    await page.getByRole('navigation').getByRole('button', { name: 'Scenes' }).click()
    await page.getByRole('button', { name: 'New document' }).click()
    await page.getByRole('textbox', { name: 'Title of the new document' }).fill("O'Hara's welcome")
    await page.getByRole('button', { name: 'Create document' }).click()
    await expect(cards(page)).toHaveCount(1)
    const canvas = page.getByRole('region', { name: /^Graph of/ })
    const area = await canvas.boundingBox()
    if (!area) throw new Error('there is no graph')
    const zoomOut = canvas.getByRole('button', { name: 'Zoom out' })
    await zoomOut.click()
    await zoomOut.click()
    /** Draws from a node to the ground beside it and adds a node of a type there. */
    const add = async (from: Locator, slot: number, type: string, by: { x: number; y: number }): Promise<void> => {
      const box = await from.boundingBox()
      if (!box) throw new Error('the node is not on the screen')
      await draw(page, from, slot, { x: box.x + box.width + by.x, y: box.y + by.y })
      await choose(page, type)
    }
    await add(node(page, 'Entry'), 0, 'Content', { x: 30, y: 0 })
    await field(page, 'Text').fill("The lamp at O'Hara's door is lit.")
    await add(node(page, 'The lamp'), 0, 'Dialog', { x: 30, y: 0 })
    await field(page, 'Line 1').fill('Who goes there?')
    await add(node(page, 'Who goes'), 0, 'Interaction', { x: 30, y: 0 })
    await field(page, 'Action 1').fill('Answer him')
    await page.getByRole('button', { name: 'Add an action' }).click()
    await field(page, 'Action 2').fill('Run')
    await showScene(page)
    await add(node(page, 'Answer him'), 0, 'Variable update', { x: -140, y: 90 })
    await page.getByRole('button', { name: /^Variable: / }).click()
    await page.keyboard.type('courage')
    await page.getByRole('option', { name: 'New number variable “courage”' }).click()
    await page.getByRole('combobox', { name: 'Change' }).selectOption('add')
    await page.getByRole('tabpanel').getByRole('textbox', { name: 'Value' }).fill('3')
    await add(node(page, 'Answer him'), 1, 'Jump', { x: -140, y: -90 })
    await page.getByRole('button', { name: /^Target: / }).click()
    await page.getByRole('option', { name: /The lamp/ }).click()
    await expect(node(page, 'To “The lamp')).toHaveCount(1)

    // Inserts a node into a connection, and redraws the connection to another target.
    await add(node(page, 'Add 3'), 0, 'Monolog', { x: 40, y: 0 })
    await field(page, 'Text').fill('Then come in.')
    await showScene(page)
    await page
      .getByRole('tabpanel')
      .getByRole('button', { name: /^Add 3/ })
      .click()
    await expect(node(page, 'Add 3').locator('.arrow-card')).toHaveClass(/is-selected/)
    await expect(node(page, 'Add 3')).toBeInViewport({ ratio: 0.99 })
    const edge = page.locator('.react-flow__edge').last()
    await edge.locator('.canvas-edge-reach').click({ force: true })
    await page.getByRole('tabpanel').getByRole('button', { name: 'Insert a node…' }).click()
    await choose(page, 'Condition')
    await page.getByRole('button', { name: /^Variable: / }).click()
    await page
      .getByRole('option', { name: /courage/ })
      .first()
      .click()
    await page.getByRole('combobox', { name: 'Is', exact: true }).selectOption('gte')
    await page.getByRole('tabpanel').getByRole('textbox', { name: 'Value' }).fill('3')
    await showScene(page)
    // The condition was inserted at its first output, which is false: true leads to the monolog, false elsewhere.
    const condition = node(page, 'is at least')
    await draw(page, condition, 1, node(page, 'Then come in.'))
    await add(condition, 0, 'Content', { x: 30, y: 90 })
    await field(page, 'Text').fill('The door stays shut.')
    await add(node(page, 'Then come'), 0, 'Hub', { x: 30, y: 60 })
    await draw(page, node(page, 'The door stays'), 0, node(page, 'Hub'))
    await expect(cards(page)).toHaveCount(10)

    await page.getByRole('tab', { name: 'Playtest' }).click()
    await playsThrough(page)

    // A node is dragged, and everything is undone and redone.
    await page.getByRole('tab', { name: 'Node' }).click()
    const lamp = page.locator('.react-flow__node[data-id="2"]')
    await showScene(page)
    const before = await lamp.boundingBox()
    await lamp.locator('header').hover()
    await page.mouse.down()
    await page.mouse.move((before?.x ?? 0) + 60, (before?.y ?? 0) + 130, { steps: 5 })
    await page.mouse.up()
    await expect.poll(async () => (await lamp.boundingBox())?.y).not.toBe(before?.y)
    await canvas.focus().catch(() => undefined)
    await page.keyboard.press('o')
    await stepsAll(page)
    await page.keyboard.press('Control+s')
    await expect(page.getByRole('button', { name: /^Save/ })).toHaveCount(0)
    await expect.poll(() => lastSubject(dir)).toMatch(/^O'Hara's welcome: added 9 nodes/)
    expect(typesIn(await saved(dir, 'world/scenes/oharas-welcome.arrow')).toSorted()).toEqual(TEN.toSorted())
  })
})

test.describe('by keyboard', () => {
  test.use({ campaign: 'blank' })

  test('a scene of ten nodes is built, played, undone, saved and merged by keyboard', async ({ app: { page, dir } }) => {
    const { keyboard } = page
    await openOutline(page)
    await keyboard.press('Escape')
    await keyboard.press('4')
    await expect(page.getByText('No scenes yet')).toBeVisible()
    await page.getByRole('button', { name: 'New document' }).focus()
    await keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Title of the new document' })).toBeFocused()
    await keyboard.press('Enter')
    await expect(cards(page)).toHaveCount(1)
    await keyboard.press('o')
    await expect(outline(page)).toBeFocused()
    await expect(row(page, 'Entry: Entry')).toHaveAttribute('aria-selected', 'true')

    /** Adds a node of a type after the selected one; its first field has the focus. */
    const add = async (type: string): Promise<void> => {
      await expect(outline(page)).toBeFocused()
      await keyboard.press('a')
      await expect(page.getByRole('combobox', { name: 'Add a node' })).toBeFocused()
      await keyboard.type(type)
      await keyboard.press('Enter')
      await expect(page.getByRole('combobox', { name: 'Add a node' })).toHaveCount(0)
    }
    const back = async (): Promise<void> => {
      await keyboard.press('Escape')
      await expect(outline(page)).toBeFocused()
    }
    const pick = async (button: RegExp, words: string): Promise<void> => {
      await page.getByRole('button', { name: button }).focus()
      await keyboard.press('Enter')
      await keyboard.type(words)
      await keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    /** Moves to the row of a node. */
    const goTo = async (letters: string, name: RegExp): Promise<void> => {
      await outline(page).focus()
      await keyboard.press('Home')
      for (let i = 0; i < 30 && (await row(page, name).first().getAttribute('aria-selected')) !== 'true'; i++) await keyboard.press('ArrowDown')
      await expect(row(page, name).first(), letters).toHaveAttribute('aria-selected', 'true')
    }

    await add('content')
    await expect(field(page, 'Text')).toBeFocused()
    await keyboard.type("The lamp at O'Hara's door is lit.")
    await back()
    await add('dialog')
    await keyboard.type('Who goes there?')
    await pick(/^Character: /, "O'Hara")
    await expect(cards(page).filter({ hasText: 'O_Hara' })).toHaveCount(1)
    await back()
    await add('interaction')
    await keyboard.type('Answer him')
    await keyboard.press('Control+Enter')
    await expect(field(page, 'Action 2')).toBeFocused()
    await keyboard.type('Run')
    await back()
    await add('variable')
    await pick(/^Variable: /, 'courage')
    await page.getByRole('combobox', { name: 'Change' }).selectOption('add')
    await page.getByRole('tabpanel').getByRole('textbox', { name: 'Value' }).fill('3')
    await back()
    await add('monolog')
    await keyboard.type('Then come in.')
    await back()
    // A condition is inserted into the connection to the monolog, and its outputs are connected to their targets.
    await goTo('update', /^Variable update/)
    await keyboard.press('ArrowRight')
    await keyboard.press('ArrowRight')
    await expect(row(page, /^next → /)).toHaveAttribute('aria-selected', 'true')
    await keyboard.press('i')
    await keyboard.type('condition')
    await keyboard.press('Enter')
    await pick(/^Variable: /, 'courage')
    await page.getByRole('combobox', { name: 'Is', exact: true }).selectOption('gte')
    await page.getByRole('tabpanel').getByRole('textbox', { name: 'Value' }).fill('3')
    await back()
    await keyboard.press('c')
    await expect(page.getByRole('combobox', { name: 'Connect which output?' })).toBeFocused()
    await keyboard.type('true')
    await keyboard.press('Enter')
    await expect(page.getByRole('combobox', { name: 'Connect to' })).toBeFocused()
    await keyboard.type('then come')
    await keyboard.press('Enter')
    await outline(page).focus()
    await goTo('condition', /^Condition/)
    await keyboard.press('ArrowRight')
    await keyboard.press('ArrowRight')
    await expect(row(page, /^false → /)).toHaveAttribute('aria-selected', 'true')
    await keyboard.press('Delete')
    await goTo('condition', /^Condition/)
    await add('content')
    await keyboard.type('The door stays shut.')
    await back()
    await goTo('monolog', /^Monolog/)
    await add('hub')
    await outline(page).focus()
    await goTo('content', /^Content: The door/)
    await keyboard.press('c')
    await keyboard.type('hub')
    await keyboard.press('Enter')
    await outline(page).focus()
    await goTo('interaction', /^Interaction/)
    await add('jump')
    await pick(/^Target: /, 'the lamp')
    await back()
    await expect(cards(page)).toHaveCount(10)

    await keyboard.press('Control+k')
    await keyboard.type('play the document')
    await keyboard.press('Enter')
    await playsThrough(page)

    // The selected nodes are skipped, moved by their fields, and all of it is undone.
    await goTo('jump', /^Jump/)
    await keyboard.press('k')
    await expect(row(page, /^Jump.*, skipped$/)).toBeVisible()
    await stepsAll(page)
    await keyboard.press('Control+s')
    await expect.poll(() => lastSubject(dir)).toMatch(/^Untitled scene: added 9 nodes/)
    const file = await saved(dir, 'world/scenes/untitled-scene.arrow')
    expect(typesIn(file).toSorted()).toEqual(TEN.toSorted())

    // Unsaved changes survive a reload; a file that changes meanwhile causes a question and is merged.
    await goTo('content', /^Content: The door/)
    await keyboard.press('Enter')
    await expect(field(page, 'Text')).toBeFocused()
    await keyboard.press('Control+a')
    await keyboard.type('The door stays shut, and the lamp goes out.')
    await expect.poll(() => readdirSync(join(dir, '.git/proscenium/drafts')).length).toBe(1)
    await page.reload()
    await expect(page.getByText('Unsaved changes').first()).toBeVisible()
    await expect(cards(page).filter({ hasText: 'the lamp goes out' })).toHaveCount(1)
    const path = join(dir, 'world/scenes/untitled-scene.arrow')
    const theirs = (await readFile(path, 'utf8')).replace('Who goes there?', 'Who is it?')
    await writeFile(path, theirs)
    await expect(page.getByRole('alert', { name: 'The document has changed on disk.' })).toBeVisible()
    await page.getByRole('button', { name: 'Merge both' }).focus()
    await keyboard.press('Enter')
    await expect(cards(page).filter({ hasText: 'Who is it?' })).toHaveCount(1)
    await expect(cards(page).filter({ hasText: 'the lamp goes out' })).toHaveCount(1)
    await keyboard.press('Control+s')
    await expect.poll(() => lastSubject(dir)).toMatch(/: edited 2 nodes/)
    expect(await readFile(path, 'utf8')).toContain('Who is it?')
    expect(await readFile(path, 'utf8')).toContain('the lamp goes out')

    // Leaving the view saves the edits.
    await page.getByRole('button', { name: 'Show or hide the outline of the scene' }).click()
    await goTo('hub', /^Hub/)
    await keyboard.press('k')
    await expect(row(page, /^Hub.*, skipped$/)).toBeVisible()
    await keyboard.press('Escape')
    await page.getByRole('navigation').getByRole('button', { name: 'Play' }).click()
    await expect.poll(() => lastSubject(dir)).toBe('Untitled scene: changed skips')
  })
})
