import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { TableSettings, TurnRecord } from '../src/shared/table/turns'
import { startFakeMessages } from '../src/main/agents/anthropic/fake-messages.fixture'
import { fakeTable } from '../src/main/agents/anthropic/fake-table.fixture'
import { expect, sh, test as base } from './fixtures'
import { expectLooksRight } from './looks.fixture'
import { call } from './studio-call'

const BEATS = 29

/** A campaign of `BEATS` beats that ends with this many interrupted turns, in a window that may use the clipboard. */
const test = base.extend<{ brokenOff: number }>({
  beats: BEATS,
  seed: '13',
  brokenOff: [0, { option: true }],
  dir: async ({ dir, brokenOff }, use) => {
    const head = (await sh('git', '-C', dir, 'rev-parse', 'HEAD')).trim()
    const lines = Array.from({ length: brokenOff }, (_, ordinal) => JSON.stringify(turn(head, ordinal)))
    if (lines.length) await appendFile(join(dir, '.git/proscenium/turns.jsonl'), `${lines.join('\n')}\n`)
    await use(dir)
  },
  app: async ({ app }, use) => {
    await app.page.setViewportSize({ width: 1440, height: 900 })
    await app.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await expect(timeline(app.page)).toHaveAttribute('aria-valuenow', String(BEATS))
    await use(app)
  }
})

/** A turn interrupted at the present. */
const turn = (parent: string, ordinal: number): TurnRecord => ({
  parent,
  n: BEATS + 1,
  who: 'Tobit',
  ordinal,
  seat: { agent: 'anthropic', model: 'claude-haiku-5-5', effort: 'low' },
  exchanges: [],
  calls: [],
  ms: 1200,
  problem: 'The provider is overloaded and did not answer after four tries. Press play to try again.'
})

const timeline = (page: Page) => page.getByRole('slider', { name: 'Timeline' })
const list = (page: Page) => page.getByRole('listbox', { name: 'Turns' })
const selected = (page: Page) => list(page).getByRole('option', { selected: true })
const panel = (page: Page) => page.getByRole('tabpanel')

test('the list of turns and the timeline select the same beat, by keyboard and pointer', async ({ app: { page } }) => {
  await page.keyboard.press('3')
  await expect(selected(page)).toHaveAttribute('aria-posinset', String(BEATS))
  await page.keyboard.press('ArrowLeft')
  await expect(selected(page)).toHaveAttribute('aria-posinset', String(BEATS - 1))
  await list(page).focus()
  for (const [key, at] of [
    ['ArrowUp', BEATS - 2],
    ['ArrowDown', BEATS - 1],
    ['Home', 1],
    ['End', BEATS]
  ] as const) {
    await page.keyboard.press(key)
    await expect(selected(page)).toHaveAttribute('aria-posinset', String(at))
    await expect(timeline(page)).toHaveAttribute('aria-valuenow', String(at))
  }
  await list(page).getByRole('option').nth(3).click()
  const n = Number(await selected(page).getAttribute('aria-posinset'))
  await expect(page.getByText(`You are looking at beat ${n} of ${BEATS}`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Turn', exact: true }).locator('.panel-over')).toContainText(`Beat ${n}`)
  // Esc returns to the present even while the list has the focus.
  await list(page).focus()
  await page.keyboard.press('Escape')
  await expect(timeline(page)).toHaveAttribute('aria-valuenow', String(BEATS))
})

test('a turn shows its context, calls, unavailable actions and changes, and is copied as JSON', async ({ app: { page } }) => {
  await page.keyboard.press('3')
  await expect(panel(page).getByText('Rebuilt from the files')).toBeVisible()
  await expect(panel(page).getByRole('heading', { name: /^Hot/ })).toBeVisible()
  await expect(panel(page).getByText(/of 16,000 tokens/)).toBeVisible()
  await page.getByRole('tab', { name: /^Calls/ }).click()
  await expect(panel(page).getByText('explore', { exact: true })).toBeVisible()
  await expect(panel(page).getByText(/Tobit takes the measure of Honesty's House/)).toBeVisible()
  await page.getByRole('tab', { name: 'Unavailable' }).click()
  await expect(panel(page).getByText('Only the DM can do it.').first()).toBeVisible()
  await page.getByRole('tab', { name: 'Changes' }).click()
  await expect(panel(page).getByText(/^Compared with beat \d+, this seat’s previous turn\.$/)).toBeVisible()
  await expect(panel(page).locator('ins').first()).toBeVisible()
  await page.getByRole('button', { name: 'Copy as JSON' }).click()
  await expect(page.getByText('Copied the turn to the clipboard.')).toBeVisible()
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText())) as TurnRecord
  expect(copied).toMatchObject({ who: 'Tobit', n: BEATS, seat: { agent: 'offline' }, context: { who: 'Tobit' } })
})

test('turns are found by words and by seat', async ({ app: { page } }) => {
  // Elsewhere the same key searches the beats.
  await page.keyboard.press('3')
  await page.keyboard.press('/')
  await page.keyboard.type('chalk')
  await expect(page.getByText(/^\d+ turns?$/)).not.toHaveText(`${BEATS} turns`)
  const count = Number((await page.getByText(/^\d+ turns?$/).innerText()).split(' ')[0])
  expect(count).toBeGreaterThan(0)
  await expect(list(page).locator('mark').first()).toHaveText('chalk')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Home')
  await expect(selected(page)).toHaveAttribute('aria-setsize', String(count))
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await page.getByRole('combobox', { name: 'Seat' }).click()
  await page.getByRole('option', { name: 'Pym', exact: true }).click()
  await expect(page.getByText(new RegExp(`^\\d+ of ${BEATS} turns$`))).toBeVisible()
  for (const option of await list(page).getByRole('option').all()) await expect(option).toContainText('Pym, beat')
  await page.getByRole('searchbox', { name: 'Search turns' }).fill('nobody ever said this')
  await expect(page.getByText('No turn contains these words.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all turns' }).click()
  await expect(page.getByText(`${BEATS} turns`, { exact: true })).toBeVisible()
})

test('the list has the turns of the displayed branch', async ({ app: { page } }) => {
  await page.keyboard.press('3')
  await list(page).focus()
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowUp')
  await page.keyboard.press('b')
  await page.getByRole('textbox', { name: 'Branch name' }).fill('astray')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByText(`${BEATS - 3} turns`, { exact: true })).toBeVisible()
  // The window shows the end of the other branch while the table stays at the end of this one.
  await timeline(page).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await expect(timeline(page)).toHaveAttribute('aria-valuenow', String(BEATS))
  await expect(page.getByText(`${BEATS} turns on main`, { exact: true })).toBeVisible()
  await expect(selected(page)).toHaveAttribute('aria-posinset', String(BEATS))
  await expect(page.locator('.turn-strip')).toContainText('Built-in')
  await page.keyboard.press('Escape')
  await expect(page.getByText(`${BEATS - 3} turns`, { exact: true })).toBeVisible()
})

test('a model’s turn is watched while it streams, shows tokens, cost and retries, and is rerun with another instruction', async ({
  app: { page }
}) => {
  const table = fakeTable()
  // The first answer is cut off.
  const broken = { parts: [{ thought: 'Rain, I think, and a door.' }], after: 4, ending: 'cut' as const }
  // The addition of the rerun is too much for the seat's model, so its fallback is asked.
  const refuses = (request: { model: string }): boolean => request.model === 'claude-haiku-5-5' && JSON.stringify(request).includes('hurdy-gurdy')
  const refused = { parts: [], stop: 'refusal' }
  let goOn = (): void => undefined
  const seen = new Promise<void>((done) => (goOn = done))
  const fake = await startFakeMessages(
    async (request, n) => {
      if (n === 2) await seen
      return n === 1 ? broken : refuses(request) ? refused : table(request, n - 1)
    },
    { delay: 40 }
  )
  try {
    await call(page, 'mutation', 'setMachine', { key: 'any', baseUrl: fake.url, allowed: true })
    const settings = await call<TableSettings>(page, 'query', 'tableSettings')
    await call(page, 'mutation', 'setTable', { ...settings, agents: { default: { agent: 'anthropic', model: 'claude-haiku-5-5' } } })
    await page.keyboard.press('3')
    await page.keyboard.press('.')
    const playing = page.getByRole('region', { name: 'Playing now', exact: true }).first()
    await expect(playing.getByText(/Trying again in/)).toBeVisible()
    await expect(list(page).getByRole('option').last()).toContainText('Playing now · claude-haiku-5-5')
    await expect(playing.getByText(/Rain, I think/)).toHaveCount(0)
    goOn()

    await expect(page.getByText(`${BEATS + 1} turns`, { exact: true })).toBeVisible()
    await expect(selected(page)).toContainText(/claude-haiku-5-5 · [\d,]+ tokens · \$0\.\d+/)
    await expect(panel(page).getByText('The prompt exactly as sent.')).toBeVisible()
    const strip = page.locator('.turn-strip')
    await expect(strip).toContainText(/Retries\s*1/)
    await expect(strip).toContainText(/Cost\s*\$/)
    await page.getByRole('tab', { name: /^Answer/ }).click()
    await expect(panel(page).getByText(/Trying again in/)).toBeVisible()
    await expect(panel(page).getByText('Thoughts').first()).toBeVisible()

    await page.getByRole('button', { name: 'Run turn again…' }).click()
    await page.getByLabel('Extra instruction').fill('Speak of the hurdy-gurdy.')
    await page.getByLabel('Fallback', { exact: true }).fill('claude-sonnet-5-5')
    await page.getByRole('button', { name: 'Run turn again', exact: true }).click()
    const both = page.getByRole('region', { name: 'Side by side' }).last()
    await expect(both.getByRole('article')).toHaveCount(2)
    expect(fake.requests.slice(-2).map(({ model }) => model)).toEqual(['claude-haiku-5-5', 'claude-sonnet-5-5'])
    await expect(both.locator('ins', { hasText: 'Speak of the hurdy-gurdy.' })).toBeVisible()
    await page.getByRole('button', { name: 'Back to the turn' }).click()
    await expect(page.getByRole('button', { name: new RegExp(`^Compare with beat ${BEATS + 2} of main`) })).toBeVisible()
    await page.getByRole('searchbox').fill('hurdy-gurdy')
    await expect(page.getByText('1 turn', { exact: true })).toBeVisible()
    expect(fake.wrong).toEqual([])
  } finally {
    await fake.close()
  }
})

const many = 5000
test.describe('with five thousand more', () => {
  test.use({ brokenOff: many })

  test('only the visible turns are drawn, and every turn can be reached', async ({ app: { page } }) => {
    await page.keyboard.press('3')
    await expect(page.getByText(`${(BEATS + many).toLocaleString('en')} turns`)).toBeVisible()
    await list(page).focus()
    await page.keyboard.press('End')
    await expect(selected(page)).toHaveAttribute('aria-posinset', String(BEATS + many))
    await expect(page.getByRole('heading', { name: /^The provider is overloaded/ })).toBeVisible()
    expect(await list(page).getByRole('option').count()).toBeLessThan(60)
    await page.keyboard.press('Home')
    await expect(selected(page)).toHaveAttribute('aria-posinset', '1')
    for (let i = 0; i < 40; i++) await page.keyboard.press('PageDown')
    expect(await list(page).getByRole('option').count()).toBeLessThan(60)
  })
})

const tabs = ['Context', 'Answer', 'Calls', 'Unavailable', 'Changes']

declare const navigator: { clipboard: { readText(): Promise<string> } }

test.describe('in both themes', () => {
  test.use({ brokenOff: 1 })

  test('the inspector fits in every size and is readable in both themes', async ({ app: { page } }, info) => {
    await page.keyboard.press('3')
    await expect(list(page)).toBeVisible()
    for (const tab of tabs) {
      await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click()
      await expect(panel(page).locator('[aria-busy=true]')).toHaveCount(0)
      await expectLooksRight(page, info, tab)
    }
    await list(page).focus()
    await page.keyboard.press('End')
    await expect(selected(page)).toContainText('Unfinished')
    await expectLooksRight(page, info, 'broken off')
    await page.keyboard.press('ArrowUp')
    await page.getByRole('searchbox').fill('nobody ever said this')
    await expect(page.getByText('No turn contains these words.')).toBeVisible()
    await expectLooksRight(page, info, 'nothing found')
  })
})
