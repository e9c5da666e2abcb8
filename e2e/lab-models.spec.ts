import { startFakeMessages } from '../src/main/agents/anthropic/fake-messages.fixture'
import { fakeTable } from '../src/main/agents/anthropic/fake-table.fixture'
import { expect, sh, test } from './fixtures'
import { call } from './studio-call'
import { keysOf } from './keyboard'
import { expectLooksRight } from './looks.fixture'

const sizes = [
  { width: 1280, height: 800 },
  { width: 1440, height: 900 }
]

test('models continue an unusual session from its beat, after their price was shown, and the branch opens', async ({ app }, info) => {
  const { page, dir } = app
  const { press, type, tabTo } = keysOf(page)
  const fake = await startFakeMessages(fakeTable())
  try {
    await call(page, 'mutation', 'setMachine', { key: 'any', baseUrl: fake.url, model: 'claude-haiku-5-5', allowed: true })
    await press('Shift+L')
    await expect(page.getByRole('heading', { name: 'No run yet' })).toBeVisible()
    await press('Control+k')
    await type('new playtest run')
    await press('Enter')
    const begin = page.getByRole('dialog', { name: 'New playtest run' })
    await expect(begin.getByRole('textbox', { name: 'Name' }).first()).toBeFocused()
    await type('Ada’s 🪔 שלום')
    for (const [field, value] of [
      ['Sessions', '25'],
      ['Story sessions', '1']
    ] as const) {
      await tabTo(begin.getByRole('textbox', { name: field, exact: true }))
      await press('Control+a')
      await type(value)
    }
    await press('Enter')
    const unusual = page.getByRole('region', { name: 'Unusual sessions' })
    const rows = unusual.getByRole('grid', { name: 'Unusual sessions' }).getByRole('row')
    await expect(rows.first()).toContainText('as in 1 of 25 sessions')
    await expectLooksRight(page, info, 'lab-unusual', { sizes })

    // The form knows the session, the beat and the machine's model. What can't be played is said, and nothing is sent.
    const [, session = '', from = ''] = /^Session (\d+), from beat (\d+)/.exec(await rows.first().innerText()) ?? []
    await unusual.getByRole('button', { name: 'Continue with models…' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: `Continue session ${session} with models` })
    await expect(dialog.getByRole('combobox', { name: 'Models', exact: true })).toHaveValue('claude-haiku-5-5')
    await expect(dialog.getByRole('textbox', { name: 'After beat' })).toHaveValue(from)
    await tabTo(dialog.getByRole('textbox', { name: 'Beats to play' }))
    await press('Control+a', 'Delete', 'Enter')
    await expect(dialog.getByRole('alert')).toHaveText('Enter how many beats to play, up to 1,000.')
    await type('6')
    await press('Enter')
    await expect(dialog.getByRole('status')).toContainText(/^1 branch, about \d requests: about \$0\.0\d+ if the provider caches/)
    await expectLooksRight(page, info, 'lab-continue', { sizes })
    expect(fake.calls).toBe(0)
    await tabTo(dialog.getByRole('button', { name: 'Send to models' }))
    await press('Enter')
    await expect(dialog).toHaveCount(0)

    const continued = page.getByRole('region', { name: 'Continued by models' })
    const branch = continued.getByRole('row', { name: new RegExp(`Session ${session} after beat ${from}: 6 beats for .*, done`) })
    await expect(branch).toBeVisible()
    await expect(continued.getByRole('progressbar')).toHaveCount(0)
    expect(fake.wrong).toEqual([])
    await expectLooksRight(page, info, 'lab-continued', { sizes })

    // Several sessions at once, each from its own beat.
    await unusual.getByRole('grid', { name: 'Unusual sessions' }).focus()
    await press('Home', 'Shift+ArrowDown')
    await expect(unusual.getByRole('row', { selected: true })).toHaveCount(0)
    await expect(unusual.getByRole('gridcell', { selected: true })).toHaveCount(2)
    await expect(unusual.getByText('2 selected')).toBeVisible()
    await expectLooksRight(page, info, 'lab-unusual-two', { sizes })
    await unusual.getByRole('button', { name: 'Continue with models…' }).press('Enter')
    const two = page.getByRole('dialog', { name: 'Continue 2 sessions with models' })
    await expect(two.getByText(new RegExp(`^Sessions ${session} after beat ${from} and \\d+ after beat \\d+\\.$`))).toBeVisible()
    await expect(two.getByRole('combobox', { name: 'Models', exact: true })).toHaveValue('claude-haiku-5-5')
    await tabTo(two.getByRole('textbox', { name: 'Beats to play' }))
    await press('Control+a')
    await type('3')
    await press('Enter')
    await expect(two.getByRole('status')).toContainText(/^2 branches, about \d+ requests?: /)
    await expectLooksRight(page, info, 'lab-continue-two', { sizes })
    await tabTo(two.getByRole('button', { name: 'Send to models' }))
    await press('Enter')
    await expect(continued.getByRole('row', { name: /: 3 beats for .*, done/ })).toHaveCount(2)
    await expect(continued.getByRole('progressbar')).toHaveCount(0)
    await continued.getByRole('row', { name: /: 6 beats for .*, done/ }).click()
    await press('Enter')
    const name = new RegExp(`^playtest/.*/${session}-claude-haiku-5-5$`)
    await expect.poll(async () => (await sh('git', '-C', dir, 'branch', '--show-current')).trim()).toMatch(name)
    await expect(page.getByRole('button', { name: new RegExp(`${session}-claude-haiku-5-5`) }).first()).toBeVisible()
  } finally {
    await fake.close()
  }
})
