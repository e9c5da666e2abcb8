import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { documentOf } from '../src/arrow/made.fixture'
import { writeArrow } from '../src/arrow/index'
import { expect, sh, test } from './fixtures'
import { expectLooksRight } from './looks.fixture'

/** A scene of the first story event, with a choice of which only one option is taken. */
const SCENE = writeArrow(
  documentOf(
    {
      80: {
        nodes: {
          1: { type: 'entry', to: [2] },
          2: { type: 'content', data: { content: 'The lid of O’Hara’s cask is nailed shut.' }, to: [3] },
          3: { type: 'monolog', data: { character: 95, monolog: 'Leave that be.' }, to: [4] },
          4: { type: 'interaction', data: { actions: ['Pry it open.'] }, to: [5] },
          5: { type: 'variable_update', data: { variable: 90, operator: 'set', with: [0, true] }, to: [6] },
          6: { type: 'condition', data: { variable: 90, operator: 'eq', with: [0, true] }, to: [7, 8] },
          7: { type: 'content', data: { content: 'It stays shut.' } },
          8: { type: 'content', data: { content: 'It is empty.' } }
        }
      }
    },
    {
      variables: { 90: { name: 'cask-open', type: 'bool', init: false } },
      characters: { 95: { name: 'Hask', color: '4488aa' } }
    }
  )
)

const subjects = (dir: string): Promise<string> => sh('git', '-C', dir, 'log', '--format=%s')
const lastBeat = async (dir: string): Promise<number> => Number(await sh('git', '-C', dir, 'rev-list', '--count', 'HEAD')) - 1

/** Plays beats until one contains this text, or for 40 beats. */
async function playUntil(page: Page, dir: string, said: string): Promise<void> {
  for (let beat = 0; beat < 40 && !(await subjects(dir)).includes(said); beat++) {
    const before = await lastBeat(dir)
    // The window handles the key once it shows the previous beat as done.
    await expect(page.getByRole('slider', { name: 'Timeline' })).toHaveAttribute('aria-valuenow', String(before))
    await expect(page.getByRole('button', { name: 'Play one beat' })).toBeEnabled()
    await page.keyboard.press('.')
    await expect.poll(() => lastBeat(dir)).toBeGreaterThan(before)
  }
}

/** Adopts external files as a beat. */
async function adopted(page: Page): Promise<void> {
  const status = page.getByRole('contentinfo')
  await status.getByRole('button', { name: 'Adopt' }).click()
  await expect(status.getByRole('button', { name: 'Undo' })).toBeVisible()
}

test('the table plays the scene of a story event, and its graph shows what was played', async ({ dir, open }, info) => {
  await writeFile(join(dir, 'world/story/The Counting/scene.arrow'), SCENE)
  const { page } = await open({ pace: 0 })
  await adopted(page)
  // Under manual control, the buttons stay in place while the description of the hovered one grows.
  await playUntil(page, dir, 'Scene 1: The Counting')
  await page.keyboard.press('h')
  const hand = page.getByRole('region', { name: 'DM’s turn, played by you' })
  await hand.getByRole('button', { name: 'run scene' }).click()
  await hand.getByRole('button', { name: /^Take this action/ }).click()
  await expect(page.getByRole('log').getByText('The lid of O’Hara’s cask is nailed shut.')).toBeVisible()
  await hand.getByRole('button', { name: 'Hand back' }).click()
  await expect(hand).toHaveCount(0)
  await playUntil(page, dir, 'Pry it open.')
  const log = page.getByRole('log')
  await expect(log.getByText('Leave that be.')).toBeVisible()
  await expect(log.getByText('Pry it open.')).toBeVisible()
  await page.getByRole('navigation').getByRole('button', { name: 'Scenes' }).click()
  await page.getByRole('button', { name: /^Made/ }).click()
  const card = (text: string) => page.locator('.arrow-card').filter({ hasText: text })
  await expect(card('It is empty.')).toContainText('Played once at the table')
  await expect(card('It stays shut.')).not.toContainText('at the table')
  await page.keyboard.press('o')
  const nodes = page.getByRole('tree', { name: 'Nodes and where they lead' })
  await expect(nodes.getByRole('treeitem', { name: /It is empty\., Played once at the table$/ })).toBeVisible()
  await expect(nodes.getByRole('treeitem', { name: /It stays shut\.$/ })).toBeVisible()
  await expectLooksRight(page, info, 'scene played at the table')
})

test.describe('from an empty folder', () => {
  test.use({ campaign: 'blank' })

  /** The files of a character at the crossroads. */
  const person = (name: string): Record<string, string> => ({
    'STATS.yaml': `name: ${name}\nlocation: crossroads\nattitude: friendly\nstats: {STR: 9, DEX: 9, WIL: 9, hp: 3}\nmax: {STR: 9, DEX: 9, WIL: 9, hp: 3}\ninventory: {}\nconditions: {}\ntags: {}\n`,
    'ABOUT.md': `---\npublic: ${name} waits for somebody.\n---\n`
  })
  /** A cyclic scene of a story event of its own. */
  const CIRCLE = documentOf({ 80: { nodes: { 1: { type: 'entry', to: [2] }, 2: { type: 'hub', to: [3] }, 3: { type: 'hub', to: [2] } } } })

  test('a scene is written, attached to a new story event, and played by the table', async ({ dir, open }, info) => {
    const files = {
      ...Object.fromEntries(Object.entries(person("Aunt O'Dell")).map(([file, text]) => [`world/npcs/odell-the-elder/${file}`, text])),
      ...Object.fromEntries(Object.entries(person('Finn')).map(([file, text]) => [`world/npcs/Finn/${file}`, text])),
      'world/story/The Gate/ABOUT.md': '---\ntitle: The Gate\norder: 9\nplace: crossroads\naim: Open it\n---\n',
      'world/story/The Gate/scene.arrow': writeArrow({ ...CIRCLE, title: 'The gate' })
    }
    for (const [path, text] of Object.entries(files)) {
      await mkdir(join(dir, path, '..'), { recursive: true })
      await writeFile(join(dir, path), text)
    }
    const { page } = await open({ pace: 0, view: 'scenes' })
    const { keyboard } = page
    await adopted(page)
    await page.getByRole('button', { name: 'New document' }).click()
    await page.getByRole('textbox', { name: 'Title of the new document' }).fill("O'Dell's bell")
    await keyboard.press('Enter')
    await expect(page.locator('.arrow-card')).toHaveCount(1)
    await keyboard.press('w')
    await page.getByRole('button', { name: 'Write the first line' }).click()
    for (const line of ['The bell on the hill rings by itself.', "O'Dell: Did you hear that?", '', 'Finn: I did.', '']) {
      await keyboard.type(line)
      await keyboard.press('Enter')
    }
    await keyboard.press('Tab')
    await keyboard.type('Ring back.')
    await keyboard.press('Enter')
    await keyboard.type("O'Dell: It stopped.")
    await keyboard.press('Control+s')

    await page.getByRole('button', { name: 'Attach to a story event…' }).click()
    await page.getByRole('option', { name: 'New story event…' }).click()
    const dialog = page.getByRole('dialog', { name: 'New story event' })
    await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue("O'Dell's bell")
    await dialog.getByRole('textbox', { name: 'Aim' }).fill('Find out who rings')
    await expectLooksRight(page, info, 'new story event')
    await dialog.getByRole('button', { name: 'Create story event' }).click()
    const who = page.getByRole('region', { name: 'Who speaks' })
    await expect(who).toContainText('No character of this campaign matches “O_Dell”')
    await expectLooksRight(page, info, 'a speaker who is nobody')
    await who.getByRole('combobox').selectOption("Aunt O'Dell")
    await who.getByRole('button', { name: 'Save' }).click()
    await expect(who).toHaveCount(0)
    // The speaker and the story event are undone and redone like every edit, while the document is open.
    const status = page.getByRole('contentinfo')
    await status.getByRole('button', { name: 'Undo' }).click()
    await expect(who).toBeVisible()
    await status.getByRole('button', { name: 'Redo' }).click()
    await expect(who).toHaveCount(0)

    await playUntil(page, dir, 'Ring back.')
    await keyboard.press('1')
    const log = page.getByRole('log')
    await expect(log.getByText('It stopped.')).toBeVisible()
    await playUntil(page, dir, 'can’t be played on')
    await keyboard.press('4')
    await page.getByRole('button', { name: 'All documents' }).click()
    await page.getByRole('button', { name: /^The gate/ }).click()
    await expect(page.getByRole('status').filter({ hasText: 'The table couldn’t play this document.' })).toBeVisible()
    await expectLooksRight(page, info, 'a scene that the table could not play')
  })
})
