import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, sh, test } from './fixtures'
import { expectLooksRight } from './looks.fixture'

declare function getComputedStyle(element: unknown): { fontSize: string }

const status = (page: Page) => page.locator('.tree-status').getByRole('status')
const at = (page: Page, beat: number) =>
  expect(page.getByRole('slider', { name: 'Timeline', includeHidden: true })).toHaveAttribute('aria-valuenow', String(beat))

/** Plays beat after beat until a player speaks; each step waits until the window shows the beat. */
async function untilAPlayerSpeaks(page: Page, from: number): Promise<number> {
  let beat = from
  while (!(await status(page).innerText()).startsWith('You speak for ')) {
    await page.locator('.tree-status').getByRole('button', { name: 'Play one beat' }).click()
    await at(page, ++beat)
    await expect(status(page)).not.toHaveText('')
  }
  return beat
}

test('a scene tree is played by clicking its words and by keyboard', async ({ open }, info) => {
  const { page, dir } = await open({ pace: 0 })
  await at(page, 0)
  await page.keyboard.press('7')
  await expect(page.getByRole('heading', { name: 'No scene tree is open' })).toBeVisible()
  await expectLooksRight(page, info, 'no scene tree')

  await page.getByRole('button', { name: 'Open settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByRole('checkbox', { name: /^Let the DM narrate as scene trees/ }).click()
  await dialog.getByRole('button', { name: 'Save as a beat' }).click()
  await at(page, 1)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(await readFile(join(dir, 'table.yaml'), 'utf8')).toContain('narration: scene-tree')
  // A session, a scene, and the narration with the tree: a significant turn.
  for (let beat = 2; beat <= 4; beat++) {
    await page.keyboard.press('.')
    await at(page, beat)
  }
  const tree = page.getByRole('region', { name: 'Throat Yard' })
  await expect(tree.getByRole('heading', { name: 'Throat Yard' })).toBeVisible()
  expect(JSON.parse(await readFile(join(dir, 'sessions/session-1/001-scene/SCENE.json'), 'utf8'))).toMatchObject({
    location: { place: 'throat-yard' }
  })
  let beat = await untilAPlayerSpeaks(page, 4)

  // A prepared answer appears in place, and the turn continues: a conversational one.
  const person = tree.locator('.tree-words[aria-disabled=false]', { hasText: 'Mother Hask' })
  await person.click()
  await at(page, ++beat)
  await expect(tree.locator('.tree-said')).toHaveText('“Mother Hask, what do people say here?”')
  await expect(page.getByRole('button', { name: 'Mother Hask, clicked already' })).toHaveAttribute('aria-disabled', 'true')
  await expect(status(page)).toHaveText(/^You speak for /)
  await expectLooksRight(page, info, 'an unfolded answer')

  // By keyboard: from the clicked words to the next, which wait for the DM.
  await page.getByRole('button', { name: 'Mother Hask, clicked already' }).focus()
  await page.keyboard.press('Tab')
  const thing = page.locator('.tree-words:focus')
  await expect(thing).toHaveAttribute('aria-disabled', 'false')
  await page.keyboard.press('Enter')
  await at(page, ++beat)
  await expect(tree.locator('.tree-waiting')).toHaveText(/^You look closer at /)
  await expect(thing).toHaveAttribute('aria-label', /clicked already$/)
  await expectLooksRight(page, info, 'words that wait for an answer')
  const log = await sh(
    'git',
    '-C',
    dir,
    'log',
    '-2',
    '--format=%(trailers:key=Action,valueonly,separator=) %(trailers:key=Agent,valueonly,separator=)'
  )
  expect(log.trim().split('\n')).toEqual(['click hand', 'click hand'])

  // A player's own words are speech; the exits are on the map.
  beat = await untilAPlayerSpeaks(page, beat)
  await page.getByRole('textbox', { name: 'Say something else' }).fill("It's Bryn's rope.")
  await page.keyboard.press('Enter')
  await at(page, ++beat)
  await expect(page.getByRole('textbox', { name: 'Say something else' })).toHaveValue('')
  await expect(tree.getByRole('region', { name: 'Said since then' })).toContainText("It's Bryn's rope.")
  // The travel line is spoken, and the map opens at the place with its journeys.
  await expect(status(page)).toHaveText(/^You speak for /)
  await tree.getByRole('button', { name: 'Travel on the map' }).click()
  await at(page, ++beat)
  await expect(page.locator('.react-flow__node').first()).toBeVisible()
  await expect(page.getByRole('tabpanel').getByRole('region', { name: 'Journeys' })).toBeAttached()
  expect(await sh('git', '-C', dir, 'log', '-1', '--format=%s')).toContain('Let us go on.')

  // A scene of another narrator: voices by loudness, and a thousand clickable words.
  await page.keyboard.press('7')
  await expect(tree.getByRole('heading', { name: 'Throat Yard' })).toBeVisible()
  const file = join(dir, 'sessions/session-1/001-scene/SCENE.json')
  const words = { speaks: 'Which one is it?', intent: 'ask', waitingMessage: 'You look along the ring.' }
  const names = Array.from({ length: 1000 }, (_, i) => `rope${i}`)
  const scene = JSON.parse(await readFile(file, 'utf8')) as object
  const narration = [{ text: names.join(', '), clickable: Object.fromEntries(names.map((name) => [name, words])) }]
  const voices = [1, 0.5, 0.1].map((weight) => ({ source: `voice ${weight}`, text: `You know whose it is.`, weight, clickable: { whose: words } }))
  await writeFile(file, JSON.stringify({ ...scene, narration, voices }))
  await sh('git', '-C', dir, '-c', 'user.name=x', '-c', 'user.email=x', 'commit', '-qam', 'Another tool')
  const loud = tree.getByRole('region', { name: 'Voices' }).locator('.tree-voice')
  await expect(loud).toHaveCount(3)
  await expect(page.locator('.tree-words')).toHaveCount(1003)
  const sizes = await loud.locator('.tree-text').evaluateAll((all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize)))
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
  expect(new Set(sizes).size).toBe(3)
  await loud.first().scrollIntoViewIfNeeded()
  await expectLooksRight(page, info, 'voices and a thousand words', { sizes: [{ width: 1280, height: 800 }] })
})
