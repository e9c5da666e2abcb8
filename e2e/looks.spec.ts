import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures'
import { expectLooksRight } from './looks.fixture'

/** The states of the window to check, by name, and the steps to each in an open campaign with sixty beats. */
const states: Record<string, (page: Page, dir: string) => Promise<void>> = {
  playing: async (page) => {
    await expect(page.getByRole('slider', { name: 'Timeline' })).toHaveAttribute('aria-valuenow', '60')
  },
  'in the past': async (page) => {
    await page.getByRole('slider', { name: 'Timeline' }).focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await expect(page.getByText('You are looking at beat 50 of 60')).toBeVisible()
  },
  map: async (page) => {
    await page.keyboard.press('2')
    await expect(page.locator('.react-flow__node').first()).toBeVisible()
  },
  sheet: async (page) => {
    await page.getByRole('region', { name: 'Characters here' }).getByRole('button', { name: 'Wren' }).click()
    const panel = page.getByRole('tabpanel')
    const fold = panel.getByText(/Unavailable actions \(\d+\)$/)
    await expect(panel.getByRole('heading', { name: 'Available actions' })).toBeVisible()
    const reason = panel.getByText('Only the DM can do it.').first()
    await fold.focus()
    if (!(await reason.isVisible())) await page.keyboard.press('Enter')
    await expect(reason).toBeVisible()
  },
  chances: async (page) => {
    await page.getByRole('tab', { name: 'Sheet' }).click()
    const panel = page.getByRole('tabpanel')
    await page.getByRole('region', { name: 'Characters here' }).getByRole('button', { name: 'Wren' }).click()
    await expect(panel.getByRole('heading', { name: 'Wren', exact: true })).toBeVisible()
    const fold = panel.getByRole('heading', { name: 'Odds' })
    await fold.click()
    // A save is a d20 at or under the number shown; the tooltip has the exact chance.
    const strength = panel.getByRole('row', { name: /^Strength/ }).getByRole('cell')
    await expect(strength.first()).toHaveText(/^\d+$/)
    await expect(strength.last()).toContainText(`${5 * Number(await strength.first().innerText())}%`)
    await expect(strength.last().getByTitle(/^\d+\/\d+$/)).toBeVisible()
    await fold.scrollIntoViewIfNeeded()
  },
  'story quests': async (page) => {
    await page.keyboard.press('v')
    const quest = page.getByText('Find Jory · active', { exact: true })
    await expect(quest).toBeVisible()
    await quest.click()
    await expect(page.getByRole('textbox', { name: 'Objectives' })).toHaveValue('Find him\nLearn which way he went')
  },
  'story beliefs': async (page) => {
    await page.keyboard.press('v')
    await page.getByRole('button', { name: 'Beliefs', exact: true }).click()
    await page.getByRole('combobox', { name: 'Whose beliefs' }).selectOption({ label: 'Mother Hask' })
    await expect(page.getByRole('region', { name: 'Beliefs' }).locator('summary').first()).toBeVisible()
  },
  beat: async (page) => {
    await page.getByRole('tab', { name: 'Beat' }).click()
    await expect(page.getByRole('tabpanel')).toBeVisible()
  },
  tools: async (page, dir) => {
    // A loading window asks about undecided tools.
    for (const from of ['inventory-tool', 'quest-tool']) await cp(join('tools', from), join(dir, 'tools', from), { recursive: true })
    await mkdir(join(dir, 'tools', 'broken'))
    await writeFile(join(dir, 'tools', 'broken', 'tool.yaml'), 'name: broken\n')
    await page.reload()
    await expect(page.getByRole('dialog', { name: '2 tools want to run with this campaign' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'quest-tool' })).toContainText('node quest-tool.mjs')
    await expect(page.getByRole('region', { name: 'Tools of this campaign' })).toBeFocused()
  },
  commands: async (page) => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog')).toBeVisible()
  }
}
const sizes = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 }
]

test.use({ beats: 59 })

test('ten states of the window fit in every size and are readable in both themes', async ({ open }, info) => {
  const { page, dir } = await open({ pace: 0 })
  await expect(page.getByRole('group', { name: 'Playback' }).getByRole('button', { name: 'Autoplay', exact: true })).toBeEnabled()
  await page.keyboard.press('.')
  await expect(page.getByRole('slider', { name: 'Timeline' })).toHaveAttribute('aria-valuenow', '60')
  for (const [name, reach] of Object.entries(states)) {
    await reach(page, dir)
    await expectLooksRight(page, info, name, { sizes })
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.keyboard.press('1')
    await page.getByRole('tab', { name: 'Log' }).click()
  }
})
