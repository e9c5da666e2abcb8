import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import type { LabExperiments } from '../src/shared/lab/experiment'
import { expect, sh, test } from './fixtures'
import { keysOf } from './keyboard'
import { expectLooksRight } from './looks.fixture'
import { call } from './studio-call'

const sizes = [
  { width: 1280, height: 800 },
  { width: 1600, height: 1000 }
]
const runs = (page: Page) => page.getByRole('grid', { name: 'Runs' })

test('two parties are compared on the same dice from the keyboard, a share leads to its sessions, and a pair opens where it goes apart', async ({
  app
}, info) => {
  const { page } = app
  const { press, type, tabTo, pressAt } = keysOf(page)
  await press('Shift+L')
  await expect(page.getByRole('heading', { name: 'No run yet' })).toBeVisible()
  await press('Alt+c')
  const dialog = page.getByRole('dialog', { name: 'Compare two sides' })
  const [a, b] = ['A', 'B'].map((side) => dialog.getByRole('group', { name: `Side ${side}` })) as [Locator, Locator]
  await expect(a.getByRole('combobox', { name: 'Branch or commit' })).toBeFocused()
  // Two equal sides have nothing to compare.
  await press('Enter')
  await expect(b.getByText('Both sides are the same.')).toBeVisible()
  await tabTo(b.getByRole('textbox', { name: 'Name' }))
  await press('Control+a')
  await type("Ada's משה 🪔")
  // What was typed stays when the form is left with Esc.
  await press('Escape')
  await expect(dialog).toHaveCount(0)
  await pressAt(page.getByRole('region', { name: 'Comparison' }).getByRole('button', { name: 'Compare…' }))
  await expect(b.getByRole('textbox', { name: 'Name' })).toHaveValue("Ada's משה 🪔")
  await tabTo(b.getByRole('combobox', { name: 'Everybody plays' }))
  await expect(b.getByRole('combobox', { name: 'Everybody plays' }).first().getByRole('option', { name: 'Griefer' })).toBeAttached()
  await type('Gr')
  await expect(b.getByRole('combobox', { name: 'Everybody plays' })).toHaveValue('direction/griefer.md')
  const numbers = { 'Sessions each': '12', 'Story sessions': '1', Beats: '80' }
  for (const [name, number] of Object.entries(numbers)) {
    await tabTo(dialog.getByRole('textbox', { name, exact: true }))
    await press('Control+a')
    await type(number)
  }
  await press('Enter')
  const comparison = page.getByRole('region', { name: 'Comparison' })
  await expect(comparison.getByText(/^12 pairs of sessions with the same seed; /)).toBeVisible()
  await expect(comparison.getByRole('heading', { name: "As written and Ada's משה 🪔" })).toBeVisible()
  await expect(runs(page).getByRole('gridcell')).toHaveCount(2)
  // Twelve pairs show few differences, if any; the other measures are folded.
  const table = comparison.getByRole('table', { name: 'Without a difference' })
  await expect(table).toHaveCount(0)
  await pressAt(comparison.getByText(/No difference seen in \d+ (?:other )?measures?\./))
  await expect(table.getByRole('row').nth(1)).toBeVisible()
  await expectLooksRight(page, info, 'lab-comparison', { sizes })

  // The share of one side lists its sessions, and the comparison stays.
  const share = table.getByRole('button', { name: /list the sessions of B/ }).first()
  const [, count = ''] = /^(\d+) of 12 sessions\. List them\.$/.exec((await share.getAttribute('title')) ?? '') ?? []
  await share.press('Enter')
  const filter = page.getByRole('region', { name: 'Filter' })
  await expect(filter.getByText('Sessions of B')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Sessions' }).getByRole('status')).toHaveText(new RegExp(`^${count} session`))

  // Two runs of the list are compared, too.
  await runs(page).focus()
  await press('Home', 'Shift+ArrowDown', 'Alt+c')
  await expect(comparison.getByText(/^12 pairs/)).toBeVisible()
  await expect(comparison).toBeFocused()
  const apart = comparison.getByRole('region', { name: 'Where pairs go apart first' })
  const side = apart.getByRole('button', { name: /B · session \d+, beat \d+/ }).first()
  const [, session = ''] = /session (\d+)/.exec(await side.innerText()) ?? []
  await side.press('Enter')
  await expect(page.getByRole('main', { name: 'Play' })).toBeVisible()
  await expect(page.getByText(new RegExp(`^Opened session ${session} on branch `))).toBeVisible()
  await expect(page.getByRole('button', { name: /^Branch: playtest\// })).toBeVisible()
})

test('a comparison goes on while the window is reloaded, is read where it was stopped, and continues to its end', async ({ app }, info) => {
  const { page, dir } = app
  const { press, type, tabTo, pressAt } = keysOf(page)
  await press('Shift+L')
  await expect(page.getByRole('heading', { name: 'No run yet' })).toBeVisible()
  await press('Alt+c')
  const dialog = page.getByRole('dialog', { name: 'Compare two sides' })
  const persona = dialog.getByRole('group', { name: 'Side B' }).getByRole('combobox', { name: 'Everybody plays' })
  await tabTo(persona)
  await expect(persona.getByRole('option', { name: 'Griefer' })).toBeAttached()
  await type('Gr')
  const numbers = { 'Sessions each': '60', 'Story sessions': '1', Beats: '60' }
  for (const [name, number] of Object.entries(numbers)) {
    await tabTo(dialog.getByRole('textbox', { name, exact: true }))
    await press('Control+a')
    await type(number)
  }
  await press('Enter')
  const comparison = page.getByRole('region', { name: 'Comparison' })
  // Both sides have a quarter of their sessions before A plays on.
  await expect(comparison.getByText(/^15 of 60$/)).toBeVisible({ timeout: 150_000 })
  await page.reload()
  await expect(comparison.getByRole('heading', { name: 'Playing both sides' })).toBeVisible()
  await expect(comparison.getByText(/^(?:15|[2-6]\d) of 60$/).first()).toBeVisible({ timeout: 150_000 })
  await expect(comparison.getByText(/^(?:1[6-9]|[2-6]\d) of 60 · /)).toBeVisible({ timeout: 150_000 })
  await pressAt(comparison.getByRole('button', { name: 'Stop' }))
  await expect(comparison.getByText(/^The comparison was stopped\. \d+ of 60 pairs were played; this is what they say so far\.$/)).toBeVisible()
  await expect(comparison.getByText(/^\d+ pairs of sessions with the same seed; /)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Compare stopped' })).toBeVisible()
  await expectLooksRight(page, info, 'lab-comparison-stopped', { sizes })
  await pressAt(comparison.getByRole('button', { name: 'Continue' }))
  await expect(comparison.getByText(/^60 pairs of sessions with the same seed; /)).toBeVisible({ timeout: 150_000 })
  await expect(comparison.getByRole('button', { name: 'Continue' })).toHaveCount(0)
  await expect(runs(page).getByRole('gridcell')).toHaveCount(2)

  // The last one is shown again after the campaign was closed; if its file is damaged, that is said.
  for (const isThere of [true, false]) {
    await call(page, 'mutation', 'close')
    await call(page, 'mutation', 'open', { dir })
    await page.reload()
    await expect(runs(page).getByRole('gridcell')).toHaveCount(2)
    // In the list the key compares the selected run.
    await page
      .locator('.lab-rooms')
      .getByRole('button', { name: /^Compare/ })
      .press('Enter')
    if (!isThere) continue
    await expect(comparison.getByText(/^60 pairs of sessions with the same seed; /)).toBeVisible()
    await expect(comparison.getByText(/^\w+ \d+, \d\d:\d\d\.$/)).toBeVisible()
    await expectLooksRight(page, info, 'lab-comparison-again', { sizes })
    await writeFile(join(dir, '.git/proscenium/lab/comparison.json'), '{"version":')
  }
  await expect(page.getByRole('dialog', { name: 'Compare two sides' })).toBeVisible()
  await press('Escape')
  await expect(comparison.getByRole('alert')).toHaveText(
    "A comparison can't be shown, because its file comparison.json is damaged, or of another version of Proscenium. Begin a new one."
  )
})

test('the value of a number is looked for from the keyboard, set as one edit after it is shown, and undone', async ({ app }, info) => {
  const { page, dir } = app
  const { press, type, tabTo, pressAt } = keysOf(page)
  await press('Shift+L')
  await expect(page.getByRole('heading', { name: 'No run yet' })).toBeVisible()
  await press('Alt+b')
  const balance = page.getByRole('region', { name: 'Balance a number' })
  await expect(balance).toBeFocused()
  // Nothing is chosen yet.
  await pressAt(balance.getByRole('button', { name: 'Look for the value' }))
  await expect(balance.getByText('Choose a number.')).toBeVisible()
  await tabTo(balance.getByRole('button', { name: 'Number' }), 'back')
  await press('Enter')
  await expect(page.getByRole('combobox', { name: 'A number of the world or the rules' })).toBeFocused()
  await type('bucket dipper')
  await expect(page.getByRole('option')).toHaveCount(2)
  await press('Enter')
  const chosen = balance.getByRole('button', { name: 'Number' })
  await expect(chosen).toContainText(/: difficulty, now \d+$/)
  const now = /\d+$/.exec(await chosen.innerText())?.[0] ?? ''
  const fields = { From: '7', To: '8', 'Wanted share': '100', 'Sessions for each': '3', 'Story sessions': '1', Beats: '30' }
  for (const [name, value] of Object.entries(fields)) {
    await tabTo(balance.getByRole('textbox', { name, exact: true }))
    await press('Control+a')
    await type(value)
    if (name !== 'Wanted share') continue
    await tabTo(balance.getByRole('combobox', { name: 'Expression' }))
    await type('beat > 0')
    await press('Escape')
  }
  await press('Enter')
  await expect(balance.getByText(/^With [78], 100% of sessions reach the goal \(95% interval /)).toBeVisible()
  await expect(balance.getByRole('img', { name: 'Chart: Sessions that reach the goal, by the value' })).toBeVisible()
  await expectLooksRight(page, info, 'lab-balance', { sizes })
  await pressAt(balance.getByRole('button', { name: /^Set it to [78]…$/ }))
  const dialog = page.getByRole('dialog', { name: /^Set it to [78]\?$/ })
  await expect(dialog.getByRole('deletion')).toHaveText(now)
  const value = await dialog.getByRole('insertion').innerText()
  await pressAt(dialog.getByRole('button', { name: `Set to ${value}` }))
  await expect(balance.getByText(`: difficulty is ${value} on main now.`)).toBeVisible()
  await expect(chosen).toContainText(new RegExp(`: difficulty, now ${value}$`))
  const subject = await sh('git', '-C', dir, 'log', '-1', '--format=%s')
  expect(subject).toContain(`difficulty is ${value} instead of ${now} in world/regions/`)
  await balance.focus()
  await press('Control+z')
  await expect(chosen).toContainText(new RegExp(`: difficulty, now ${now}$`))

  // A search plays at the commit that is named.
  const where = balance.getByRole('combobox', { name: 'Branch or commit' })
  await expect(where).toHaveValue('main')
  await tabTo(where)
  await press('Control+a')
  await type('nowhere')
  await pressAt(balance.getByRole('button', { name: 'Look for the value' }))
  await expect(balance.getByText('This campaign has no beat "nowhere".').first()).toBeVisible()
  await tabTo(where, 'back')
  await press('Control+a')
  await type('main~1')
  await expect(chosen).toContainText(new RegExp(`: difficulty, now ${value}$`))

  // Whether one player succeeds in the journey is counted exactly.
  await tabTo(balance.getByRole('combobox', { name: 'Goal' }))
  await type('Players')
  for (const name of ['Pym', 'Wren']) {
    await tabTo(balance.getByRole('checkbox', { name }))
    await press('Space')
  }
  await expectLooksRight(page, info, 'lab-balance-exact', { sizes })
  await pressAt(balance.getByRole('button', { name: 'Look for the value' }))
  await expect(balance.getByText(/\(exact odds\)\.$/)).toBeVisible()
  await expect(balance.getByRole('img', { name: 'Chart: The chance by the value' })).toBeVisible()
  await expect(balance.getByText(`: difficulty is ${now} on main now.`)).toBeVisible()
})

test('story tests are run, a session that is against one opens at its beat, and a file that cannot be read at its line', async ({ app }, info) => {
  const { page, dir } = app
  const { press, pressAt } = keysOf(page)
  const save = async (path: string, text: string): Promise<void> => {
    await call(page, 'mutation', 'changeFiles', { change: { what: 'create', path, text }, subject: `Adds ${path}` })
  }
  await call(page, 'mutation', 'changeFiles', { change: { what: 'remove', path: 'tests' }, subject: 'No tests' })
  await press('Shift+L')
  await expect(page.getByRole('heading', { name: 'No run yet' })).toBeVisible()
  await press('Alt+t')
  const tests = page.getByRole('region', { name: 'Story tests' })
  await expect(tests.getByRole('heading', { name: 'No story tests yet' })).toBeVisible()
  await expectLooksRight(page, info, 'lab-no-tests', { sizes })
  await pressAt(tests.getByRole('button', { name: 'Write the first test file' }))
  await expect(page.getByRole('main', { name: 'Workshop' })).toBeVisible()
  await expect(page.getByText('Nearly every party comes to the end')).toBeVisible()

  await save(
    'tests/yard.yaml',
    "sessions: 4\nend: { story_sessions: 1, beats: 20 }\nover_all:\n  - name: Mara's 🌒 משה\n    number: beats\n    is: 5\n  - holds: 'beat > 0'\n"
  )
  await save('tests/odd.yaml', 'over_all:\n  - holds: fact. ==\n')
  // The editor has the keys; the draft is no part of the story before it is saved.
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Lab' }).click()
  await pressAt(tests.getByRole('button', { name: 'Run all tests' }))
  await expect(tests.getByText('1 passed, 2 failed')).toBeVisible()
  const file = tests.getByRole('region', { name: 'tests/yard.yaml' })
  await expect(file.getByRole('heading', { name: /^Mara's 🌒 משה\s?: failed$/ })).toBeVisible()
  await expect(file.getByText('Wanted: all sessions.').first()).toBeVisible()
  await expectLooksRight(page, info, 'lab-tests', { sizes })
  const against = file.getByRole('list', { name: 'Sessions against it' }).getByRole('button')
  await expect(against).toHaveCount(4)
  await against.first().focus()
  await press('ArrowDown', 'Enter')
  await expect(page.getByText(/^Opened session 1 on branch playtest\//)).toBeVisible()
  expect((await sh('git', '-C', dir, 'symbolic-ref', '--short', 'HEAD')).trim()).toMatch(/\/1$/)
  await press('Shift+L')
  await expect(tests).toBeVisible()
  // That branch is at its end: tests play where the run did.
  await expect(tests.getByRole('combobox', { name: 'Branch or commit' })).toHaveValue(/^[0-9a-f]{10}$/)
  const ended = async () => (await call<LabExperiments>(page, 'query', 'labExperiments')).tests?.when ?? 0
  const before = await ended()
  await pressAt(tests.getByRole('button', { name: 'Run again' }))
  await expect.poll(ended).toBeGreaterThan(before)
  await expect(tests.getByText('1 passed, 2 failed')).toBeVisible()
  await pressAt(tests.getByRole('button', { name: 'Open line 2' }))
  await expect(page.getByRole('main', { name: 'Workshop' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Text of tests/odd.yaml' })).toBeFocused()
})
