import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { startFakeMessages, type FakeReply } from '../src/main/agents/anthropic/fake-messages.fixture'
import { fakeTable } from '../src/main/agents/anthropic/fake-table.fixture'
import { expect, proscenium, test } from './fixtures'
import { SeatClient } from '../src/main/mcp/clients.fixture'
import { expectLooksRight } from './looks.fixture'

/** At this beat with this seed it is the DM's turn. */
const START = 12
test.use({ beats: START })

const timeline = (page: Page) => page.getByRole('slider', { name: 'Timeline', includeHidden: true })
const at = (page: Page, n: number) => expect(timeline(page)).toHaveAttribute('aria-valuenow', String(n))
const log = (page: Page) => page.getByRole('log')
const hand = (page: Page, name: string) => page.getByRole('region', { name: `${name}’s turn, played by you` })
const dot = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name} · `) })
/** Lets the campaign use the key at a server, and saves that on this machine. */
async function allowKey(settings: Locator, url: string): Promise<void> {
  await settings.getByRole('checkbox', { name: /^Let this campaign use the key/ }).click()
  await settings.getByLabel('Key', { exact: true }).fill(KEY)
  await settings.getByLabel('Address', { exact: true }).fill(url)
  await settings.getByRole('button', { name: 'Save on this machine' }).click()
  await expect(settings.getByLabel('New key')).toHaveValue('')
}
const verified = / Mismatches: 0\.\n$/

test('a turn is taken over, previewed and played by keyboard', async ({ app: { page, dir } }) => {
  const said = 'The rope holds, and nobody breathes.'
  await at(page, START)
  await page.keyboard.press('h')
  const panel = hand(page, 'DM')
  await expect(panel.getByRole('button', { name: 'narrate' })).toBeFocused()
  // Arrows move between tools, Esc leaves a form and keeps its values, a shortcut selects a tool.
  await page.keyboard.press('ArrowRight')
  await expect(panel.getByRole('button', { name: 'speak' })).toBeFocused()
  await page.keyboard.press('1')
  await expect(panel.getByRole('textbox', { name: 'Text' })).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(panel.getByText('Fill in this field.')).toBeVisible()
  await page.keyboard.type(said)
  await page.keyboard.press('Escape')
  await page.keyboard.press('1')
  await expect(panel.getByRole('textbox', { name: 'Text' })).toHaveValue(said)
  await page.keyboard.press('Control+Shift+Enter')
  await expect(panel.getByRole('region', { name: 'What if' }).getByText(said)).toBeVisible()
  await at(page, START)
  await page.keyboard.press('Control+Enter')
  await at(page, START + 1)
  await expect(log(page).getByText(said)).toBeVisible()
  // The turn continues, so the tools are back; a look-up is answered in place and makes no beat.
  await expect(panel.getByRole('button', { name: 'narrate' })).toBeFocused()
  await panel.getByRole('button', { name: 'get exits' }).press('Enter')
  await page.keyboard.press('Control+Enter')
  await expect(panel.getByText(/^Exits of /)).toBeVisible()
  await page.keyboard.press('Escape')
  await panel.getByText('Unavailable actions').click()
  await expect(panel.getByText('Only players can do it.').first()).toBeVisible()
  await panel.getByRole('button', { name: 'Hand back' }).click()
  await expect(panel).toHaveCount(0)
  await at(page, START + 1)
  expect(await proscenium('verify', dir)).toMatch(verified)
})

test('the table waits at a seat that was taken over, and plays on after its turn', async ({ app: { page } }) => {
  await dot(page, 'Wren').click()
  await page.getByRole('menuitem', { name: 'Take the turn' }).click()
  await expect(dot(page, 'Wren')).toHaveAccessibleName(/You/)
  await page.keyboard.press('Space')
  const panel = hand(page, 'Wren')
  await expect(panel.getByRole('toolbar')).toBeVisible()
  const waits = Number(await timeline(page).getAttribute('aria-valuenow'))
  await expect(page.getByText('Wren waits for you')).toBeVisible()
  await panel.getByRole('button', { name: 'pass' }).click()
  await panel.getByRole('button', { name: /^Take this action/ }).click()
  await expect(panel).toHaveCount(0)
  await expect(timeline(page)).not.toHaveAttribute('aria-valuenow', String(waits + 1))
  await expect(dot(page, 'Wren')).not.toHaveAccessibleName(/You/)
  await page.keyboard.press('Space')
})

test('Space plays after any use of the pointer, and activates what was reached by keyboard', async ({ app: { page } }) => {
  await at(page, START)
  const pause = page.getByRole('button', { name: 'Pause after this beat' })
  const plays = async (): Promise<void> => {
    await page.keyboard.press('Space')
    await expect(pause).toBeVisible()
    await page.keyboard.press('Space')
    await expect(pause).toHaveCount(0)
  }
  // A menu, a list and a dialog, each closed with the pointer.
  await dot(page, 'Wren').click()
  await page.getByRole('menuitem', { name: 'Take every turn' }).click()
  await expect(dot(page, 'Wren')).toHaveAccessibleName(/· You$/)
  await dot(page, 'Wren').click()
  await page.getByRole('menuitem', { name: 'Hand back' }).click()
  await expect(dot(page, 'Wren')).not.toHaveAccessibleName(/· You$/)
  await expect(page.getByRole('menu')).toHaveCount(0)
  await plays()
  await page.getByRole('combobox', { name: 'Speed' }).click()
  await page.getByRole('option', { name: 'Normal' }).click()
  await expect(page.getByRole('option').first()).toBeHidden()
  await plays()
  await page.getByRole('button', { name: 'Settings…' }).click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('button', { name: 'Dismiss' }).click()
  await expect(settings).toHaveCount(0)
  await plays()
  const beats = await timeline(page).getAttribute('aria-valuenow')

  // Reached by keyboard, the same button has the focus again, and Space opens its menu.
  await dot(page, 'Wren').press('Space')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dot(page, 'Wren')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(timeline(page)).toHaveAttribute('aria-valuenow', String(beats))
})

test('the settings say how an MCP client connects, and the table waits for it and goes on with what it does', async ({ app: { page } }) => {
  await at(page, START)
  await page.getByRole('button', { name: 'Settings…' }).click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('combobox', { name: 'Agent for DM' }).selectOption('MCP client')
  await settings.getByRole('button', { name: 'Save as a beat' }).click()
  await settings.getByText('Connect MCP clients').click()
  const [url, token] = [settings.getByRole('textbox', { name: 'Address for DM' }), settings.getByRole('textbox', { name: 'Token for DM' })]
  await expect(settings.getByRole('textbox', { name: 'Command for DM' })).toHaveValue(/proscenium\.mjs mcp .* --seat DM$/)
  const client = await SeatClient.at({ url: await url.inputValue(), token: await token.inputValue() })
  await settings.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('button', { name: 'Autoplay' }).click()
  await expect(page.getByText('Waiting for DM’s MCP client')).toBeVisible()
  await expect(dot(page, 'DM')).toHaveAccessibleName(/ · MCP client · Waiting for DM’s MCP client$/)
  const said = 'Somewhere below, a bucket knocks against stone.'
  const { beat } = await client.turn()
  expect(await client.use('act', { beat, action: 'narrate', text: said })).toMatchObject({ isError: false })
  await expect(log(page).getByText(said)).toBeVisible()
  // The designer can take the turn instead.
  await dot(page, 'DM').click()
  await page.getByRole('menuitem', { name: 'Take every turn' }).click()
  await expect(hand(page, 'DM')).toBeVisible()
  expect((await client.use('context')).text).toContain('The designer plays this seat now.')
})

test('taking over in the past asks, and continues on a branch', async ({ app: { page } }) => {
  await at(page, START)
  for (let back = 0; back < 3; back++) await page.keyboard.press('ArrowLeft')
  await at(page, START - 3)
  await page.keyboard.press('h')
  const asks = page.getByRole('dialog', { name: 'Continue from here?' })
  await expect(asks).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(asks).toHaveCount(0)
  // The new dice are a beat of their own.
  await at(page, START - 2)
  await expect(page.getByRole('region', { name: /, played by you$/ })).toBeVisible()
  await expect(page.getByRole('button', { name: `Branch: from-beat-${START - 3}` })).toBeVisible()
})

const KEY = 'a-good-key'
/** An answer that ends in the middle of a word. */
const unfinished: FakeReply = {
  parts: [
    { thought: 'A draught, I think.' },
    { tool: 'narrate', input: { text: 'Cold air comes up the shaft and brings the smell of wet iron with it, and then a sound.' } }
  ],
  after: 9,
  ending: 'silence'
}
const busy: FakeReply = { status: 529, type: 'overloaded_error', headers: { 'retry-after': '1' } }

test('a model is set up, tested and watched: key, seats, drafts, retries and cost', async ({ app: { page, dir } }) => {
  const table = fakeTable()
  let turns = 0
  let goOn = (): void => undefined
  const seen = new Promise<void>((done) => (goOn = done))
  const fake = await startFakeMessages(
    async (request, n) => {
      if (!request.tools?.some(({ name }) => name === 'narrate')) return table(request, n)
      const failure = [unfinished, busy][turns++]
      if (failure) return failure
      await seen
      return table(request, n)
    },
    { key: KEY, delay: 25 }
  )
  try {
    await at(page, START)
    await page.keyboard.press('Control+,')
    const dialog = page.getByRole('dialog', { name: 'Settings' })
    await dialog.getByRole('combobox', { name: 'Agent for All other seats' }).selectOption('Model')
    await dialog.getByLabel('Model for All other seats').fill('claude-haiku-5-5')
    await dialog.getByLabel('Cost cap').fill('many')
    await expect(dialog.getByText('Enter an amount such as 5 or 2.50, or leave this empty.')).toBeVisible()
    // Esc loses nothing without asking.
    await page.keyboard.press('Escape')
    await expect(dialog.getByRole('alert').filter({ hasText: 'Not saved: this campaign.' })).toBeVisible()
    await page.keyboard.press('Enter')
    await dialog.getByLabel('Cost cap').fill('0.5')
    await dialog.getByRole('button', { name: 'Save as a beat' }).click()
    await at(page, START + 1)
    await page.keyboard.press('Escape')

    // No request is sent before this machine allows it, and the status line links to that setting.
    await page.keyboard.press('Space')
    const status = page.getByRole('contentinfo', { name: 'Status' })
    await expect(status.getByText(/you haven't allowed yet/)).toBeVisible()
    await status.getByRole('button', { name: 'Open settings' }).click()
    await dialog.getByRole('checkbox', { name: /^Let this campaign use the key/ }).click()
    await expect(dialog.getByRole('checkbox', { name: /^Let this campaign use the key/ })).toBeChecked()
    await dialog.getByLabel('Key', { exact: true }).fill('a-bad-key')
    await dialog.getByLabel('Address', { exact: true }).fill(fake.url)
    await dialog.getByRole('button', { name: 'Save on this machine' }).click()
    await dialog.getByRole('button', { name: 'Test model' }).click()
    await expect(dialog.getByText(/The provider rejected the key/)).toBeVisible()
    await dialog.getByLabel('New key').fill(KEY)
    await dialog.getByRole('button', { name: 'Save on this machine' }).click()
    await dialog.getByRole('button', { name: 'Test model' }).click()
    await expect(dialog.getByText(/tokens/).last()).toBeVisible()
    await expect(dialog.getByLabel('New key')).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)

    const autoplay = page.getByRole('group', { name: 'Playback' }).getByRole('button', { name: 'Autoplay', exact: true })
    await autoplay.click()
    const draft = log(page).getByRole('article', { name: 'Draft by DM' })
    await expect(draft.getByText(/^Cold air comes up/)).toBeVisible()
    await draft.getByText('Thoughts').click()
    await expect(draft.getByText('A draught, I think.')).toBeVisible()
    await page.keyboard.press('Space')
    // Interrupted: the draft disappears and no beat was made. Space plays again once the button says so.
    await expect(draft).toHaveCount(0)
    await at(page, START + 1)
    await expect(autoplay).toBeVisible()
    await page.keyboard.press('Space')
    await expect(draft.getByText(/overloaded.*\d s left/)).toBeVisible()
    goOn()
    await at(page, START + 3)
    await expect(page.getByRole('button', { name: /^Models used [\d,]+ tokens for this campaign: \$0\.\d+ of \$0\.50$/ })).toBeVisible()
    await expect(dot(page, 'DM')).toHaveAccessibleName(/^DM · Model/)
    await page.keyboard.press('Space')
    expect(fake.wrong).toEqual([])
    expect(await proscenium('verify', dir)).toMatch(verified)
  } finally {
    await fake.close()
  }
})

test('a direction file is written in Settings, chosen as the tone, and undone', async ({ app: { page, dir } }) => {
  const words = 'Salt on everything. Nobody’s “fine” is fine.'
  await at(page, START)
  await page.keyboard.press('Control+,')
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  const form = dialog.getByRole('form', { name: 'Direction files' })
  await form.getByLabel('File', { exact: true }).selectOption('New file…')
  await form.getByLabel('Name of the new file').fill("Mara's tone")
  await form.getByLabel('Text', { exact: true }).fill(`---\nname: Mara's tone\n---\n${words}\n`)
  await form.getByRole('button', { name: 'Save file as a beat' }).click()
  await at(page, START + 1)
  await expect(form.getByLabel('File', { exact: true })).toHaveValue(/^direction\//)
  const path = await form.getByLabel('File', { exact: true }).inputValue()
  expect(await readFile(join(dir, path), 'utf8')).toContain(words)
  await dialog.getByLabel('Tone').selectOption(path)
  await dialog.getByRole('checkbox', { name: /^Return a narration once/ }).click()
  await dialog.getByRole('checkbox', { name: /^Let the built-in table stand in/ }).click()
  await dialog.getByRole('button', { name: 'Save as a beat' }).click()
  await at(page, START + 2)
  const table = await readFile(join(dir, 'table.yaml'), 'utf8')
  expect(table).toContain(`tone: ${path}`)
  expect(table).toContain('contradictions: gate')
  expect(table).toContain('stand_in: true')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+z')
  await at(page, START + 3)
  expect(await readFile(join(dir, 'table.yaml'), 'utf8')).not.toContain('contradictions')
  expect(await proscenium('verify', dir)).toMatch(verified)
})

test('a narration that contradicts the record is marked in the log, on the timeline and in Problems', async ({ app: { page } }, info) => {
  await at(page, START)
  await page.keyboard.press('h')
  const panel = hand(page, 'DM')
  await expect(panel.getByRole('button', { name: 'narrate' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('textbox', { name: 'Text' })).toBeFocused()
  await page.keyboard.type('Wren is dead, and nobody in the yard says so.')
  await page.keyboard.press('Control+Enter')
  await at(page, START + 1)
  await expect(log(page).getByRole('list', { name: 'Contradictions' })).toBeVisible()
  await expect(page.getByRole('button', { name: new RegExp(`^Beat ${START + 1}.*Wrong injury or condition`) })).toBeVisible()
  await expectLooksRight(page, info, 'a mark in the log')
  await page.getByRole('tab', { name: 'Problems' }).click()
  const problems = page.getByRole('region', { name: 'Problems' })
  await expect(problems.getByText('Contradictions (1)')).toBeVisible()
  await expect(problems.getByText(/Wren is alive\.$/)).toBeVisible()
  await expect(problems.getByRole('button', { name: 'world/players/Wren/STATS.yaml' })).toBeVisible()
  await expectLooksRight(page, info, 'a mark in Problems')
  await page.keyboard.press('ArrowLeft')
  await problems.getByRole('button', { name: `Narrated in beat ${START + 1}` }).press('Enter')
  await at(page, START + 1)
})

test('a model judges narrations by keyboard after its price was shown', async ({ app: { page } }, info) => {
  const fake = await startFakeMessages(
    ({ messages }) => {
      const passage = Number(/Passage (\d+) [^P]*raining soup/.exec(JSON.stringify(messages))?.[1])
      const mark = { passage, kind: 'harm', quote: 'It is raining soup.', fact: 'The sky is clear', source: 'F1' }
      return { parts: [{ tool: 'report', input: { marks: [mark] } }] }
    },
    { key: KEY }
  )
  try {
    await at(page, START)
    await page.keyboard.press('h')
    await expect(hand(page, 'DM').getByRole('button', { name: 'narrate' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(hand(page, 'DM').getByRole('textbox', { name: 'Text' })).toBeFocused()
    await page.keyboard.type('It is raining soup.')
    await page.keyboard.press('Control+Enter')
    await at(page, START + 1)
    const tab = page.getByRole('tab', { name: 'Problems' })
    const problems = page.getByRole('region', { name: 'Problems' })
    await tab.click()
    await expect(problems.getByRole('button', { name: /^Judge narrations/ })).toHaveCount(0)
    await page.keyboard.press('Control+,')
    const dialog = page.getByRole('dialog', { name: 'Settings' })
    await dialog.getByLabel('Model that judges narrations').fill('claude-haiku-5-5')
    await expectLooksRight(page, info, 'settings with a judge')
    await dialog.getByRole('button', { name: 'Save as a beat' }).click()
    await at(page, START + 2)
    await allowKey(dialog, fake.url)
    await page.keyboard.press('Escape')
    await tab.click()
    await problems.getByRole('button', { name: 'Judge narrations with claude-haiku-5-5…' }).press('Enter')
    await expect(problems.getByText(/would judge \d+ beats in 1 request with about [\d,]+ tokens: about \$0\.\d+\.$/)).toBeVisible()
    await expect(problems.getByRole('button', { name: 'Send the requests' })).toBeFocused()
    expect(fake.calls).toBe(0)
    await expectLooksRight(page, info, 'the price of judging')
    await page.keyboard.press('Enter')
    await expect(problems.getByText(/found 1 contradiction\. It cost \$/)).toBeVisible()
    await expect(problems.getByText('The sky is clear. Judged by claude-haiku-5-5.')).toBeVisible()
    await expectLooksRight(page, info, 'a mark by a model')
    await problems.getByRole('button', { name: /^Judge narrations/ }).press('Enter')
    await expect(problems.getByText('claude-haiku-5-5 has judged every beat.')).toBeVisible()
    expect([fake.calls, fake.wrong]).toEqual([1, []])
  } finally {
    await fake.close()
  }
})

test('settings and drafts fit in every size and are readable in both themes', async ({ app: { page } }, info) => {
  const draft: FakeReply = {
    ...unfinished,
    parts: [{ thought: 'A draught, I think.' }, { text: 'Let me tell it slowly.' }, ...unfinished.parts],
    after: 15
  }
  const fake = await startFakeMessages(() => draft, { key: KEY })
  try {
    await at(page, START)
    await page.keyboard.press('Control+,')
    const dialog = page.getByRole('dialog', { name: 'Settings' })
    await dialog.getByRole('combobox', { name: 'Agent for All other seats' }).selectOption('Model')
    await dialog.getByLabel('Cost cap').fill('many')
    await expect(dialog.getByText('Enter an amount such as 5 or 2.50, or leave this empty.')).toBeVisible()
    await expectLooksRight(page, info, 'settings with a fault')
    await dialog.getByLabel('Cost cap').fill('')
    await dialog.getByRole('button', { name: 'Save as a beat' }).click()
    await at(page, START + 1)
    await allowKey(dialog, fake.url)
    await dialog.getByRole('button', { name: 'Test model' }).scrollIntoViewIfNeeded()
    await expectLooksRight(page, info, 'settings of this machine')
    await page.keyboard.press('Escape')
    await page.keyboard.press('.')
    const draft = log(page).getByRole('article', { name: 'Draft by DM' })
    await expect(draft.getByText(/^Cold air comes up/)).toBeVisible()
    await draft.getByText('Thoughts').click()
    await expectLooksRight(page, info, 'draft')
    await page.keyboard.press('3')
    await expect(page.getByRole('region', { name: 'Playing now', exact: true }).first()).toBeVisible()
    await expectLooksRight(page, info, 'draft in the inspector')
    expect(fake.wrong).toEqual([])
  } finally {
    await fake.close()
  }
})

test('manual control fits in every size and is readable in both themes', async ({ app: { page } }, info) => {
  await at(page, START)
  await page.keyboard.press('h')
  const panel = hand(page, 'DM')
  await expect(panel.getByRole('toolbar')).toBeVisible()
  await expectLooksRight(page, info, 'tools')
  await panel.getByRole('button', { name: 'call on' }).click()
  await panel.getByRole('checkbox', { name: 'all' }).check()
  await panel.getByRole('button', { name: /^What if/ }).click()
  await expect(panel.getByRole('region', { name: 'What if' })).toBeVisible()
  await expectLooksRight(page, info, 'preview')
  await page.keyboard.press('Escape')
  await panel.getByRole('button', { name: 'roll table' }).click()
  await expectLooksRight(page, info, 'form')
  await page.keyboard.press('Escape')
  await dot(page, 'Wren').click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectLooksRight(page, info, 'menu')
})
