import { type FakeReply, startFakeMessages } from '../src/main/agents/anthropic/fake-messages.fixture'
import { fakeTable } from '../src/main/agents/anthropic/fake-table.fixture'
import type { WireRequest } from '../src/main/agents/anthropic/wire.fixture'
import { expect, sh, test } from './fixtures'
import { call } from './studio-call'
import { keysOf } from './keyboard'
import { expectLooksRight } from './looks.fixture'

const sizes = [
  { width: 1280, height: 800 },
  { width: 1440, height: 900 }
]

/** Plays as `fakeTable` does. As a judge it prefers what comes first, by the first entry of each transcript. It also writes a summary. */
function tableAndJudges(judged: () => Promise<void>): (request: WireRequest, n: number) => FakeReply | Promise<FakeReply> {
  const table = fakeTable()
  return async (request, n) => {
    const report = JSON.stringify(request.tools?.find(({ name }) => name === 'report') ?? '')
    if (report === '""') return table(request, n)
    if (report.includes('"summaries"')) return { parts: [{ tool: 'report', input: { summaries: [{ text: '## Key events\nThey went down.' }] } }] }
    await judged()
    const evidence = ['A', 'B'].flatMap((letter) => new RegExp(`(?<=\\\\n)${letter}\\d+(?=\\. )`).exec(JSON.stringify(request.messages))?.[0] ?? [])
    const verdicts = [1, 2, 3, 4].map((criterion) => ({ criterion, evidence, reason: 'It begins better.', verdict: 'A' }))
    return { parts: [{ tool: 'report', input: { verdicts } }] }
  }
}

test('models continue an unusual session from its beat, after their price was shown, and the branch opens', async ({ app }, info) => {
  const { page, dir } = app
  const { press, type, tabTo, pressAt } = keysOf(page)
  // The third answer of a judge waits until it is released.
  let answers = 0
  let release = (): void => undefined
  const released = new Promise<void>((done) => (release = done))
  const fake = await startFakeMessages(tableAndJudges(() => (++answers === 3 ? released : Promise.resolve())))
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
    await expect(rows.first()).toContainText('as in 1 of 25 sessions', { timeout: 300_000 })
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

    // Two of the branches are judged blind, in both orders, after their price was shown.
    await press('Alt+j')
    await expect(page.getByRole('heading', { name: 'Let judges compare runs' })).toBeVisible()
    await expectLooksRight(page, info, 'lab-judges-none', { sizes })
    await page.getByRole('grid', { name: 'Runs' }).press('Enter')
    const branches = continued.getByRole('grid', { name: 'Continued by models' })
    await branches.focus()
    await press('Home', 'Alt+j')
    await expect(page.getByText('Select at least two branches to have them compared.')).toBeVisible()
    await press('Shift+ArrowDown', 'Alt+j')
    const judges = page.getByRole('dialog', { name: 'Let judges compare runs' })
    await expect(judges.getByRole('textbox', { name: 'Runs' })).toHaveValue(/^playtest\/.*\nplaytest\/.*$/)
    await expect(judges.getByText('Rubric (the default): Choices matter,')).toBeVisible()
    await tabTo(judges.getByRole('combobox', { name: 'Models', exact: true }))
    await type('claude-haiku-5-5, claude-opus-5-5')
    await press('Enter')
    await expect(judges.getByRole('alert')).toHaveText('Name one model for all three judges, or three.')
    await press('Control+a')
    await type('claude-haiku-5-5')
    const asked = fake.calls
    await press('Enter')
    await expect(judges.getByRole('status')).toContainText(
      /would compare 1 pair of runs by 4 criteria of the default rubric in 6 requests .* Nothing has been sent\.$/
    )
    await expectLooksRight(page, info, 'lab-judge-form', { sizes })
    expect(fake.calls).toBe(asked)
    await tabTo(judges.getByRole('button', { name: 'Send to judges' }))
    await press('Enter')
    const verdicts = page.getByRole('region', { name: 'Judges' })
    await expect(verdicts.getByText('2 of 6 requests')).toBeVisible()
    // Judging goes on while the window is reloaded; what was answered stays when it is stopped.
    await page.reload()
    await expect(verdicts.getByText('2 of 6 requests')).toBeVisible()
    await expectLooksRight(page, info, 'lab-judging', { sizes })
    await pressAt(verdicts.getByRole('button', { name: 'Stop' }))
    await expect(verdicts.getByText('The judging was stopped. Answers that were given are kept, and only the others are asked for.')).toBeVisible()
    await expect(verdicts.getByText(/^By .* 2 requests answered\. 4 requests are left/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Judges stopped' })).toBeVisible()
    await expectLooksRight(page, info, 'lab-judging-stopped', { sizes })
    release()
    await pressAt(verdicts.getByRole('button', { name: 'Continue' }))
    await expect(verdicts.getByText('0 of 12 verdicts stayed the same when the order of the transcripts changed.')).toBeVisible()
    await expect(verdicts.getByRole('button', { name: 'Continue' })).toHaveCount(0)
    await expect(verdicts.getByRole('heading', { name: 'One pair judged' })).toBeVisible()
    // The one that was stopped is asked again.
    expect([fake.calls - asked, fake.wrong]).toEqual([7, []])
    await expectLooksRight(page, info, 'lab-judged', { sizes })
    const head = (await sh('git', '-C', dir, 'rev-parse', 'HEAD')).trim()
    const evidence = verdicts.getByRole('list', { name: 'Evidence' }).first().getByRole('button').first()
    const [, beat = ''] = /beat (\d+)/.exec(await evidence.innerText()) ?? []
    await evidence.press('Enter')
    await expect(page.getByText(new RegExp(`beat ${beat}\\b`, 'i')).first()).toBeVisible()
    await expectLooksRight(page, info, 'lab-evidence', { sizes })
    expect((await sh('git', '-C', dir, 'rev-parse', 'HEAD')).trim()).toBe(head)
    await press('Shift+L')
    await page.getByRole('grid', { name: 'Runs' }).press('Enter')

    // Two are summarised as a message batch, and their summaries stand below them.
    fake.batches.onCreate = () => void fake.batches.process()
    await branches.focus()
    await press('Home', 'Shift+ArrowDown')
    await continued.getByRole('button', { name: 'Summarise…' }).press('Enter')
    const summaries = page.getByRole('dialog', { name: 'Summarise 2 sessions' })
    await expect(summaries.getByRole('combobox', { name: 'Model', exact: true })).toHaveValue('claude-haiku-5-5')
    await tabTo(summaries.getByRole('textbox', { name: 'Cap in dollars' }))
    await type('a lot')
    await press('Enter')
    await expect(summaries.getByRole('alert')).toContainText('Enter an amount above 0 dollars as the cap')
    await press('Control+a')
    await type('0.5')
    await press('Enter')
    await expect(summaries.getByRole('status')).toContainText(/^claude-haiku-5-5 would write 2 summaries as a message batch: about \$0\.\d+, half/)
    await expectLooksRight(page, info, 'lab-summarise', { sizes })
    expect(fake.batches.all).toEqual([])
    await tabTo(summaries.getByRole('button', { name: 'Send to the model' }))
    await press('Enter')
    await expect(continued.getByRole('row', { name: /Key events They went down\./ })).toHaveCount(2)
    expect([fake.batches.all.length, fake.wrong]).toEqual([1, []])
    await expectLooksRight(page, info, 'lab-summarised', { sizes })
    await continued.getByRole('row', { name: /: 6 beats for .*, done/ }).click()
    await press('Enter')
    const name = new RegExp(`^playtest/.*/${session}-claude-haiku-5-5$`)
    await expect.poll(async () => (await sh('git', '-C', dir, 'branch', '--show-current')).trim()).toMatch(name)
    await expect(page.getByRole('button', { name: new RegExp(`${session}-claude-haiku-5-5`) }).first()).toBeVisible()
  } finally {
    await fake.close()
  }
})
