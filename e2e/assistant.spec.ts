import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startFakeMessages, type FakeReply } from '../src/main/agents/anthropic/fake-messages.fixture'
import { expect, test } from './fixtures'
import { expectLooksRight } from './looks.fixture'

const KEY = 'a-good-key'
const REQUEST = 'Create a dialog where the protagonist meets Elena and she offers to help, then add a choice for the player to accept or refuse.'
const panel = (page: Page) => page.getByRole('tabpanel')
const field = (page: Page) => panel(page).getByRole('textbox', { name: 'Request to the assistant' })
const cards = (page: Page) => page.locator('.arrow-card')
const added = (page: Page) => page.locator('.arrow-card.was-added')
const said = (page: Page) => panel(page).getByRole('log')

/** The answers of a model to the document's example; the last one follows a read of the result. */
const answers: readonly FakeReply[] = [
  {
    parts: [
      { text: 'I’ll create a dialog node with Elena offering help, followed by a choice for the player.' },
      { tool: 'create_character', input: { name: 'Elena', color: '#4A90E2' } },
      {
        tool: 'create_insert_node',
        input: { type: 'dialog', preset: { character: 'Elena', lines: ["I've been watching you, stranger."] }, connect_from: 'current_entry' }
      },
      {
        tool: 'create_insert_node',
        input: {
          type: 'hub',
          position: 'below_previous',
          preset: { options: ["Accept Elena's help", 'Politely decline'] },
          connect_from: 'last_created'
        }
      }
    ]
  },
  {
    parts: [
      { text: 'A last line.' },
      {
        tool: 'create_insert_node',
        input: { type: 'content', preset: { content: 'The lamp flickers.' }, connect_from: { node_id: 'last_created', slot: 1 } }
      }
    ]
  },
  { parts: [{ text: 'Elena and the choice are connected.' }] }
]

async function newDocument(page: Page, title: string): Promise<void> {
  await page.getByRole('navigation').getByRole('button', { name: 'Scenes' }).click()
  await page.getByRole('button', { name: 'New document' }).click()
  await page.getByRole('textbox', { name: 'Title of the new document' }).fill(title)
  await page.getByRole('button', { name: 'Create document' }).click()
  await expect(cards(page)).toHaveCount(1)
}

test('a model’s changes to a document are marked on the graph, undone and redone as one step, kept and played', async ({ open }, info) => {
  const { page, dir } = await open({ pace: 0 })
  let goOn = (): void => undefined
  const edited = new Promise<void>((done) => (goOn = done))
  let haveSeen = (): void => undefined
  const seen = new Promise<void>((done) => (haveSeen = done))
  const answer = async (_request: unknown, n: number): Promise<FakeReply> => {
    if (n === 2) await edited
    return { ...(answers[n - 1] ?? { parts: [{ text: 'Nothing more.' }] }), ...(n === 1 ? { until: seen } : {}) }
  }
  const fake = await startFakeMessages(answer, { key: KEY, delay: 15 })
  try {
    await expect(page.getByRole('slider', { name: 'Timeline' })).toBeVisible()
    await page.keyboard.press('Control+,')
    const settings = page.getByRole('dialog', { name: 'Settings' })
    await settings.getByRole('checkbox', { name: /^Let this campaign use the key/ }).click()
    await settings.getByLabel('Key', { exact: true }).fill(KEY)
    await settings.getByLabel('Address', { exact: true }).fill(fake.url)
    await settings.getByRole('button', { name: 'Save on this machine' }).click()
    await expect(settings.getByRole('button', { name: 'Test model' })).toBeEnabled()
    await page.keyboard.press('Escape')
    await newDocument(page, "O'Hara's door")
    await page.keyboard.press('q')
    await expect(field(page)).toBeFocused()
    await expect(panel(page).getByText(/^A request sends at least [\d,]+ tokens: at least \$0\.\d+/)).toBeVisible()
    await page.keyboard.type(REQUEST)
    await page.keyboard.press('Enter')
    // The message is visible while it arrives.
    await expect(panel(page).locator('.is-draft')).toContainText('I’ll create')
    haveSeen()
    // Between two of its calls, the designer edits another place, as a separate undo step.
    await expect(added(page)).toHaveCount(2)
    await expect(panel(page).getByRole('button', { name: 'Stop' })).toBeVisible()
    await expect(panel(page).getByText(/^This request has cost \$0\.\d+ so far/)).toBeVisible()
    await expectLooksRight(page, info, 'assistant at work')
    await cards(page).filter({ hasText: 'Entry' }).click()
    await page.getByRole('tab', { name: 'Node' }).click()
    await panel(page).getByRole('textbox', { name: 'Plaque' }).fill("O'Hara's step")
    await expect(cards(page).filter({ hasText: "O'Hara's step" })).toHaveCount(1)
    await page.getByRole('tab', { name: 'Assistant' }).click()
    goOn()
    await expect(said(page)).toContainText('Elena and the choice are connected.')
    await expect(added(page)).toHaveCount(3)
    await expect(page.locator('.canvas-edge-line.was-added')).toHaveCount(3)
    await expect(panel(page).getByText(/^The last request cost \$/)).toBeVisible()
    await expect(panel(page).getByRole('button', { name: "added Dialog: Elena: I've been watching you, stranger." })).toBeVisible()
    expect(fake.wrong).toEqual([])

    // One undo step removes all of it, and one redo step restores it.
    await page.locator('.arrow-canvas').click({ position: { x: 40, y: 300 } })
    await page.keyboard.press('o')
    await expect(page.getByRole('treeitem', { name: /^Interaction: .*, added by the assistant$/ })).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(cards(page)).toHaveCount(1)
    await expect(cards(page)).toContainText("O'Hara's step")
    await expect(panel(page).getByRole('button', { name: 'Keep changes' })).toHaveCount(0)
    await page.keyboard.press('Control+Shift+z')
    await expect(added(page)).toHaveCount(3)
    await panel(page).getByRole('button', { name: 'Keep changes' }).click()
    await expect(added(page)).toHaveCount(0)
    await expect(cards(page)).toHaveCount(4)

    // The built-in assistant continues the same conversation. The selection gives the position.
    await panel(page).getByRole('combobox', { name: 'Who answers' }).click()
    await page.getByRole('option', { name: 'Built-in assistant' }).click()
    await field(page).fill('delete node 4, then add content "The lamp goes out."')
    await page.keyboard.press('Enter')
    await expect(said(page)).toContainText('The lamp goes out.')
    await panel(page).getByRole('button', { name: 'Undo changes' }).click()
    await expect(said(page)).toContainText('You undid the changes.')
    await expect(cards(page)).toHaveCount(4)

    await page.getByRole('tab', { name: 'Playtest' }).click()
    await page.getByRole('button', { name: 'Play the document' }).click()
    const story = panel(page).getByRole('log')
    await story.getByRole('button', { name: "I've been watching you, stranger." }).click()
    await story.getByRole('button', { name: "Accept Elena's help" }).click()
    await expect(panel(page).getByText('The scene is over.')).toBeVisible()
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Unsaved changes')).toHaveCount(0)
    const folder = join(dir, 'world/scenes')
    const [file = ''] = await readdir(folder)
    expect(await readFile(join(folder, file), 'utf8')).toContain('Politely decline')
  } finally {
    await fake.close()
  }
})

test('without a key, the built-in assistant adds, changes and removes nodes, and says what it can’t do', async ({ app: { page } }) => {
  await newDocument(page, "Tobit's mill")
  await page.getByRole('tab', { name: 'Assistant' }).click()
  await expect(panel(page).getByText(/^The built-in assistant can add nodes/)).toBeVisible()
  await panel(page)
    .getByRole('button', { name: /^add a dialog where Elena offers help/ })
    .click()
  await expect(field(page)).toHaveValue('add a dialog where Elena offers help, then a choice to accept or refuse')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(added(page)).toHaveCount(2)
  await expect(panel(page).getByText(/^Selected: “Accept \/ Refuse”/)).toBeVisible()
  // Later edits by the designer stay when the request is undone.
  await page.getByRole('button', { name: 'added Dialog: Elena: I can help you, if you like.' }).click()
  await page.getByRole('tab', { name: 'Node' }).click()
  await panel(page).getByRole('textbox', { name: 'Line 1' }).fill('My own words.')
  await page.getByRole('tab', { name: 'Assistant' }).click()
  await panel(page).getByRole('button', { name: 'Undo changes' }).click()
  await expect(said(page)).toContainText('You undid the changes, except in')
  await expect(cards(page).filter({ hasText: 'My own words.' })).toHaveCount(1)
  await expect(cards(page).filter({ hasText: 'Refuse' })).toHaveCount(0)

  const ask = async (text: string, answer: string | RegExp): Promise<void> => {
    await field(page).fill(text)
    await page.keyboard.press('Enter')
    await expect(said(page).locator('p').last()).toHaveText(answer)
  }
  await ask('delete the entry', /can’t be removed/)
  await ask('sing', /^What do you mean by “sing”\?/)
  await ask('make the dialog the entry of the scene', 'Done.')
  await ask('undo that', 'You undid the changes.')
  await ask('change "My own words." to "Mine."', 'Done.')
  await expect(cards(page).filter({ hasText: 'Mine.' })).toHaveCount(1)
  await ask('undo my last change', 'You undid the changes.')
  await expect(cards(page).filter({ hasText: 'My own words.' })).toHaveCount(1)
  await ask('please undo', 'You undid the last edit.')
  await page.keyboard.press('Control+Shift+z')
  await field(page).fill('delete the dialog')
  await page.keyboard.press('Enter')
  await expect(page.locator('.arrow-card.was-removed')).toContainText('My own words.')
  await expect(panel(page).getByText('removed Dialog: Elena: My own words.')).toBeAttached()
  await panel(page).getByRole('button', { name: 'Keep changes' }).click()
  await expect(page.locator('.arrow-card.was-removed')).toHaveCount(0)
})
