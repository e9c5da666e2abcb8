import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, proscenium, sh, test } from './fixtures'

const EXPLORE = 'rules/actions/explore.ts'
const DRAFT = 'const draft = new Draft(state)'

/** Moves the focus to a control with the Tab key alone. */
async function tabTo(page: Page, goal: Locator): Promise<void> {
  const isThere = (): Promise<boolean> => goal.evaluate((one) => one === one.ownerDocument.activeElement)
  await expect(goal).toBeEnabled()
  for (let i = 0; i < 60 && !(await isThere()); i++) await page.keyboard.press('Tab')
  await expect(goal).toBeFocused()
}
const press = async (page: Page, goal: Locator): Promise<void> => {
  await tabTo(page, goal)
  await page.keyboard.press('Enter')
}
/** Replaces the text of a field. */
const write = async (page: Page, goal: Locator, text: string): Promise<void> => {
  await tabTo(page, goal)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}
const head = async (dir: string): Promise<string> => (await sh('git', '-C', dir, 'rev-parse', 'HEAD')).trim()

// In this story somebody explores.
test.use({ seed: '9', beats: 30 })

test('by keyboard, a rule is completed, broken, kept out of use, fixed, tried a thousand times, and the session replayed', async ({ app }) => {
  const { page, dir } = app
  // The first beat with an exploration, whoever explored in this story.
  const story = await sh('git', '-C', dir, 'log', '--reverse', '--grep=^Action: explore$', '--format=%B')
  const [, who = ''] = /^Actor: (.*)$/m.exec(story) ?? []
  const n = Number(/^Beat: (\d+)$/m.exec(story)?.[1])
  const sound = readFileSync(join(dir, EXPLORE), 'utf8')
  const before = await head(dir)
  // What the first screen doesn't show comes late: keys pressed before it is there are heard in order, and no letter of the name runs a command.
  let release = (): void => undefined
  const isReleased = new Promise<void>((done) => (release = done))
  await page.route('**/assets/rest*.js', (route) => isReleased.then(() => route.continue()))
  await page.reload()
  await page.locator('main').waitFor()
  await page.keyboard.press('5')
  await page.keyboard.press('ControlOrMeta+p')
  // Enter may come before the files are listed: it then selects the first match.
  await page.keyboard.type('actions/explore')
  await page.keyboard.press('Enter')
  release()
  await expect(page.getByRole('textbox', { name: `Text of ${EXPLORE}` })).toBeFocused()

  // A member of the state, from the types that the sandbox uses; and the explorer has one hit point left.
  await page.keyboard.press('ControlOrMeta+g')
  await page.keyboard.type(`${sound.slice(0, sound.indexOf(DRAFT)).split('\n').length}`)
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await page.keyboard.type('\nconst people = state.act')
  await expect(page.locator('.suggest-widget .monaco-list-row.focused')).toContainText('actors')
  await expect(page.locator('.suggest-widget .monaco-list-row').first()).toBeInViewport({ ratio: 0.9 })
  await page.keyboard.press('Enter')
  await expect(page.locator('.view-line').filter({ hasText: /const.people.=.state\.actors/ })).toBeVisible()
  // Inserted at once, like a paste: typed text would trigger suggestions and closing brackets.
  await page.keyboard.insertText("\nconsole.log('tired', people[actor]?.name)\ndraft.setStat(actor, 'hp', 1)")
  await expect(page.locator('.view-line').filter({ hasText: /^\s*draft\.setStat\(actor,.'hp',.1\)$/ })).toBeVisible()

  // Broken: marked at its position and in the list, saved in the folder, while the previous rule stays in use.
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.type('const const = 1\n')
  await expect(page.locator('.squiggly-error').first()).toBeVisible()
  await page.keyboard.press('Alt+m')
  const problems = page.getByRole('tabpanel', { name: 'Problems' })
  await expect(problems.getByRole('button', { name: "Error 'const' is not allowed as a variable declaration name. 1:7" })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+s')
  const bar = page.getByRole('region', { name: 'Not in use.' })
  await expect(bar).toContainText('The table keeps using the previous version of the rule.')
  expect(readFileSync(join(dir, EXPLORE), 'utf8')).toContain('const const = 1\n')
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('Play one beat')
  await expect(page.getByRole('option').first()).toContainText('Play one beat')
  await page.keyboard.press('Enter')
  await press(page, page.getByRole('alert', { name: /^1 saved file isn't in use/ }).getByRole('button', { name: 'Play the saved world' }))
  await expect.poll(async () => (await sh('git', '-C', dir, 'log', '-1', '--format=%P')).trim()).toBe(before)
  expect(await sh('git', '-C', dir, 'show', `HEAD:${EXPLORE}`)).toBe(sound)
  await page.keyboard.press('Alt+t')
  const panel = page.getByRole('tabpanel', { name: 'Try it' })
  await expect(panel.getByLabel('Action')).toHaveValue('explore')
  await tabTo(page, panel.getByLabel('Who takes it'))
  // The list is empty until the actions are read.
  await expect(panel.getByLabel('Who takes it')).not.toHaveValue('')
  await page.keyboard.type(who)
  await expect(panel.getByLabel('Who takes it')).toHaveValue(who)
  await write(page, panel.getByLabel('At beat'), String(n - 1))
  await expect(panel.getByText(`${who} can do it now.`)).toBeVisible()
  const fault = panel.getByText('The trial uses the rules of the last beat, because a changed file doesn’t load:')
  await expect(fault).toBeVisible()
  await expect(panel.getByRole('button', { name: `${EXPLORE}:1`, exact: true })).toBeVisible()

  // Corrected and saved: in use.
  await page.keyboard.press('Alt+2')
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Delete')
  await expect(fault).toBeHidden()
  await page.keyboard.press('ControlOrMeta+s')
  await expect(bar).toBeHidden()
  await expect.poll(() => sh('git', '-C', dir, 'show', `HEAD:${EXPLORE}`)).toContain("draft.setStat(actor, 'hp', 1)")

  await page.keyboard.press('Alt+t')
  await press(page, panel.getByRole('button', { name: 'Try 1,000 times' }))
  const hp = panel.getByRole('region', { name: `${who}, Hit protection` })
  await expect(hp.getByRole('row').nth(1)).toContainText('1,000')
  await expect(hp.getByRole('row').nth(1)).toContainText('100%')
  await press(page, hp.getByRole('button', { name: 'Show run 0: 1' }))
  await expect(panel.getByRole('region', { name: 'Run 0, dice by dice' })).toContainText(new RegExp(`${who}, Hit protection: \\d → 1`))
  await expect(panel.getByRole('region', { name: 'Console' })).toContainText(`tired ${who}`)

  await page.keyboard.press('Alt+r')
  const replay = page.getByRole('tabpanel', { name: 'Replay' })
  await expect(replay.getByLabel('Part of the story')).toContainText('Session')
  await press(page, replay.getByRole('button', { name: 'Replay with these rules' }))
  await expect(replay.getByRole('region', { name: `First difference: beat ${n}` })).toContainText(new RegExp(`${who}, Hit protection: \\d → 1`))
  await expect(replay.getByText('Replayed 32 of 32 beats')).toBeVisible()
  await write(page, replay.getByLabel('Name of the branch'), 'one-left')
  await page.keyboard.press('Enter')
  await expect(replay.getByText('Saved as branch one-left. You are still on your branch.')).toBeVisible()
  await press(page, replay.getByRole('button', { name: 'Compare with now' }))
  await expect(page.getByRole('heading', { name: 'Comparison of two beats' })).toBeVisible()
  await expect(page.locator('.analysis-compare')).toContainText('one-left')
  expect(await proscenium('compare', dir, 'main', 'one-left')).toContain('Both are the same up to beat 0')
})
