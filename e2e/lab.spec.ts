import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, sh, test } from './fixtures'
import { keysOf } from './keyboard'
import { expectLooksRight } from './looks.fixture'

const sizes = [
  { width: 1280, height: 800 },
  { width: 1440, height: 900 }
]
const runs = (page: Page) => page.getByRole('grid', { name: 'Runs' })
const sessions = (page: Page) => page.getByRole('region', { name: 'Sessions' })

/** The number of sessions that the panel lists. */
const countListed = async (page: Page): Promise<number> =>
  Number.parseInt((await sessions(page).getByRole('status').innerText()).replace(',', ''), 10)

test('a run is played from the keyboard, a mark of its report leads to sessions, and one of them opens as a branch at its beat', async ({
  app
}, info) => {
  const { page, dir } = app
  const { press, type, tabTo, pressAt } = keysOf(page)
  await press('Shift+L')
  await expect(page.getByRole('heading', { name: 'No run yet' })).toBeVisible()
  await press('Control+k')
  await type('new playtest run')
  await press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New playtest run' })
  await expect(dialog.getByRole('textbox', { name: 'Name' }).first()).toBeFocused()
  await type("Mara's first 🌒 حملة")
  // A number out of its limits is refused where it stands, and nothing is played.
  await tabTo(dialog.getByRole('textbox', { name: 'Sessions', exact: true }))
  await press('Control+a')
  await type('0')
  await press('Enter')
  await expect(dialog.getByText('Enter a whole number from 1 to 100,000.')).toBeVisible()
  await press('Control+a')
  await type('20')
  await tabTo(dialog.getByRole('textbox', { name: 'Story sessions' }))
  await press('Control+a')
  await type('1')
  await tabTo(dialog.getByRole('combobox', { name: 'A session ends as soon as this holds' }))
  await type('fact. ==')
  await press('Enter')
  await expect(dialog.locator('.fault')).toHaveCount(1)
  await press('Control+a', 'Delete', 'Enter')
  await expect(dialog).toHaveCount(0)
  await expect(runs(page).getByRole('gridcell', { name: /^Mara's first 🌒 حملة/ })).toHaveAttribute('aria-selected', 'true')
  await expect(runs(page).getByText('20 sessions')).toBeVisible()

  // Every session of the report has one ending, and a press on it leaves the sessions that ended so.
  const report = page.getByRole('region', { name: /^Report: Mara's first/ })
  await expect(report.getByRole('heading', { name: 'Never reached in 20 sessions' })).toBeVisible()
  await expect.poll(() => countListed(page)).toBe(20)
  await expectLooksRight(page, info, 'lab', { sizes })
  const endings = report.getByRole('region', { name: 'Endings' })
  const filter = page.getByRole('region', { name: 'Filter' })
  // The first bar of the chart, by the pointer; a chart is drawn when it comes into view.
  await endings.scrollIntoViewIfNeeded()
  await expect(endings.locator('.lab-chart > svg')).toBeVisible()
  await endings.getByRole('img').click({ position: { x: 20, y: 14 } })
  await expect(filter.getByRole('button', { name: /^Ending: / })).toBeVisible()
  await filter.getByRole('button', { name: 'Clear' }).press('Enter')
  await expect(filter).toHaveCount(0)
  const saved = async (part: string, ending: string) => {
    const file = page.waitForEvent('download')
    await report.getByRole('button', { name: `Save ${part} as ${ending}` }).press('Enter')
    return readFile(await (await file).path(), 'utf8')
  }
  expect(await saved('“Beats to the end”', 'SVG')).toMatch(/^<svg [^]*median [^]*<\/svg>$/)
  expect(await saved('“Endings”', 'CSV')).toMatch(/^Ending,Sessions,Sessions of,Sessions share,Sessions low,Sessions high\r\n[^]*,20,/)
  expect(await saved('the report', 'HTML')).toMatch(
    /^<!doctype html>[^]*<h1 dir="auto">Mara's first 🌒 حملة<\/h1>[^]*Never reached in 20 sessions[^]*<svg /
  )
  await endings.getByRole('button', { name: 'Show “Endings” as a table' }).press('Enter')
  const rows = endings.getByRole('row')
  const first = rows.nth(1)
  const words = await first.getByRole('button').first().innerText()
  const [, of = ''] = /\((\d+) of 20 sessions/.exec((await first.getByRole('cell').first().textContent()) ?? '') ?? []
  await first.getByRole('button').first().press('Enter')
  await expect.poll(() => countListed(page)).toBe(Number(of))
  await filter.getByRole('button', { name: `Ending: ${words}`, exact: true }).press('Enter')
  await expect(filter.getByRole('button', { name: `not: Ending: ${words}` })).toBeVisible()
  await expect.poll(() => countListed(page)).toBe(20 - Number(of))
  await filter.getByRole('button', { name: 'Clear' }).press('Enter')
  await expect.poll(() => countListed(page)).toBe(20)
  // A scene that sessions played leads to the beat at which each began it.
  const survival = report.getByRole('region', { name: 'Survival by scene' })
  await survival.getByRole('button', { name: /as a table/ }).press('Enter')
  await survival.getByRole('row').nth(1).getByRole('button').press('Enter')
  await expect(filter.getByRole('button', { name: 'Played scene 1', exact: true })).toBeVisible()
  await filter.getByRole('button', { name: 'Clear' }).press('Enter')
  // The drawing of the flow is pressed with the keys: all sessions have a first scene, and an arrow leads to its other marks.
  const flow = report.getByRole('group', { name: 'Chart: From place to place' })
  await report.getByRole('region', { name: 'From place to place' }).scrollIntoViewIfNeeded()
  await flow.getByRole('button').first().press('Enter')
  await expect(filter.getByRole('button', { name: /^Scene 1: / })).toBeVisible()
  await flow.getByRole('button').first().press('ArrowDown')
  await expect(flow.getByRole('button').nth(1)).toBeFocused()

  const list = page.getByRole('grid', { name: 'Sessions that pass the filter' })
  await list.focus()
  await press('End', 'Home')
  const row = list.getByRole('row', { selected: true })
  const number = await row.getByRole('gridcell').first().innerText()
  await press('Enter')
  await expect(page.getByRole('main', { name: 'Play' })).toBeVisible()
  await expect(page.getByText(new RegExp(`^Opened session ${number} on branch `))).toBeVisible()
  const branch = (await sh('git', '-C', dir, 'symbolic-ref', '--short', 'HEAD')).trim()
  expect(branch).not.toBe('main')
  await expect(page.getByRole('button', { name: new RegExp(branch) }).first()).toBeVisible()

  // The branch changes nothing of the run, whose results answer a query.
  await press('Shift+L')
  await expect(runs(page)).toBeFocused()
  await press('Alt+q')
  await expect(page.getByRole('textbox', { name: 'Query in SQL' })).toBeFocused()
  await type('select session, beats from session order by session desc')
  await press('Control+Enter')
  const answer = page.getByRole('grid', { name: 'Answer' })
  await expect(answer.getByRole('row').nth(1).getByRole('gridcell').first()).toHaveText('19')
  await expectLooksRight(page, info, 'lab-query', { sizes })
  await press('Control+a')
  await type('drop table session')
  await press('Control+Enter')
  await expect(page.getByRole('region', { name: 'Query' }).getByRole('alert')).not.toHaveText('')

  // The list of runs: renamed, pinned, and removed after a question.
  await runs(page).focus()
  await press('F2')
  await expect(page.getByRole('textbox', { name: 'New name' })).toBeFocused()
  await press('Control+a')
  await type("Tobit's 🪙 run")
  await press('Enter')
  await expect(runs(page).getByRole('gridcell', { name: /^Tobit's 🪙 run/ })).toBeVisible()
  await press('Delete')
  await expect(page.getByRole('dialog', { name: "Remove “Tobit's 🪙 run”?" })).toBeVisible()
  await pressAt(page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }))
  await expect(page.getByRole('heading', { name: 'No run yet' })).toBeVisible()
})

test('workers are set up in Settings without showing the password, and a queue that is not there is said where a run begins', async ({
  app
}, info) => {
  const { page } = app
  const { press, type, tabTo } = keysOf(page)
  await press('Shift+L')
  await expect(page.getByRole('heading', { name: 'No run yet' })).toBeVisible()
  await press('Control+,')
  const workers = page.getByRole('form', { name: 'Workers for the lab' })
  const address = workers.getByRole('textbox', { name: 'Redis address' })
  await expect(address).toBeVisible()
  await tabTo(address, 'back')
  await type('mill:6379')
  await press('Enter')
  await expect(workers.getByText('This is not the address of a queue.')).toBeVisible()
  await press('Control+a')
  await type('redis://oda:geheim@127.0.0.1:1')
  await press('Enter')
  await expect(address).toHaveValue('redis://oda@127.0.0.1:1')
  await expect(workers.getByRole('textbox', { name: 'New Redis password' })).toHaveValue('')
  await expectLooksRight(page, info, 'lab-workers', { sizes })
  await press('Escape')
  await expect(workers).toHaveCount(0)

  await press('Control+k')
  await type('new playtest run')
  await press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New playtest run' })
  await expect(dialog.getByRole('textbox', { name: 'Name' }).first()).toBeFocused()
  await press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText(/^No Redis answers at redis:\/\/127\.0\.0\.1:1\./)
})
