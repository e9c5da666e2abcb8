import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { build, type Rolldown } from 'vite'
import { type ArrowDocument, lintDocument, readArrow, scriptOf, writeArrow } from '../src/arrow/index'
import { documentOf, type Made } from '../src/arrow/made.fixture'
import { createDocument } from '../src/arrow/script/blank.fixture'
import { violationsOf } from './axe.fixture'
import { expect, test } from './fixtures'
import { expectLooksRight } from './looks.fixture'

const source = join(import.meta.dirname, '../src')

/** The script view in one script and one stylesheet. */
async function bundled(): Promise<{ code: string; css: string }> {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, lib: { entry: join(source, 'renderer/arrow/script/script-view.fixture.tsx'), formats: ['iife'], name: 'script' } }
  })) as Rolldown.RolldownOutput[]
  const files = built.flatMap(({ output }) => output)
  return {
    code: files.flatMap((file) => (file.type === 'chunk' ? file.code : [])).join('\n'),
    css: files.flatMap((file) => (file.type === 'asset' && file.fileName.endsWith('.css') ? String(file.source) : [])).join('\n')
  }
}

const output = (page: Page) => page.locator('output')
const documentOn = async (page: Page): Promise<ArrowDocument> => readArrow((await output(page).getAttribute('data-text')) ?? '').document

/** A scene of forty lines as typed by its writer: `⏎`, `⇥` and `⇤` are Enter, Tab and Shift+Tab. */
const SCENE = [
  'The lantern room⏎',
  'Rain beats on the glass. The great lamp is dark.⏎',
  "O'Hara: Who's there?⏎",
  'Somebody climbs the last steps.⏎',
  'Wren: Only me.⏎',
  "O'Hara: You took your time. The oil is gone.⏎",
  'Wren: All of it?⏎',
  "O'Hara: Every drop. Somebody carried it down the cliff.⏎",
  '⇥I saw a boat at the foot of the cliff.⏎',
  "O'Hara: A boat? Tonight?⏎",
  'Wren: With a red sail.⏎',
  "O'Hara: Then it was the twins.⏎",
  '⇥Let us go after them.⏎',
  "O'Hara: In this weather? You are mad.⏎",
  'Wren: And you are coming.⏎',
  '⇤Leave them.⏎',
  "O'Hara: A ship will break on the rocks before dawn.⏎",
  'Wren: Then we burn the furniture.⏎',
  '⇤⇤The keeper takes the coat from its hook.⏎',
  'Wren: Hurry.⏎',
  '⇤It was me.⏎',
  'The keeper sits down slowly.⏎',
  "O'Hara: You?⏎",
  'Wren: I sold it. I needed the money for the crossing.⏎',
  "O'Hara: How much did they give you?⏎",
  '⇥Forty.⏎',
  "O'Hara: It was worth four hundred.⏎",
  '⇤Nothing yet.⏎',
  "O'Hara: And they never will.⏎",
  '⇤⇤Wren: I will get it back.⏎',
  "O'Hara: See that you do.⏎",
  '⇤⇤Lightning. For a moment the whole bay is white.⏎',
  "O'Hara: There. Do you see the mast?⏎",
  'Wren: I see three.⏎',
  'A horn sounds, far out and low.⏎',
  "O'Hara: Light something. Anything.⏎",
  'Wren: The curtains?⏎',
  "O'Hara: The curtains, the ladder, the books.⏎",
  'The first flame catches.⏎',
  'Wren: It burns!'
]

async function typed(page: Page, text: string): Promise<void> {
  const keys: Record<string, string> = { '⏎': 'Enter', '⇥': 'Tab', '⇤': 'Shift+Tab' }
  for (const piece of text.split(/([⏎⇥⇤])/)) {
    const key = keys[piece]
    if (key) await page.keyboard.press(key)
    else if (piece !== '') await page.keyboard.type(piece)
  }
}

/** A page with nothing but the script of a document. */
async function openScript(context: BrowserContext, document: ArrowDocument): Promise<{ page: Page; script: Locator; errors: string[] }> {
  const { code, css } = await bundled()
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.setContent('<!doctype html><html lang="en"><title>Scene</title><body></body></html>')
  await page.addStyleTag({ content: css })
  await page.addScriptTag({ content: code })
  await page.evaluate(`showScript(${JSON.stringify(writeArrow(document))}, 'dark')`)
  return { page, script: page.getByRole('region', { name: 'Script of Inn' }), errors }
}

test('a writer types a scene of forty lines with choices and speakers, without touching a node', async ({ chrome }) => {
  const context = await (await chrome()).newContext({ viewport: { width: 1280, height: 800 } })
  const { page, script, errors } = await openScript(context, createDocument())
  await expect(script.getByRole('button', { name: 'Write the first line' })).toBeVisible()
  await script.getByRole('textbox', { name: 'Beginning' }).focus()
  await page.keyboard.press('Control+a')
  for (const line of SCENE) await typed(page, line)
  const document = await documentOn(page)
  const { rows } = scriptOf(document, 0)
  expect(rows.filter(({ kind }) => kind === 'line' || kind === 'narration' || kind === 'option' || kind === 'heading')).toHaveLength(40)
  expect(lintDocument(document).filter(({ severity, rule }) => severity !== 'hint' && rule !== 'unused-scene')).toEqual([])
  expect([...document.resources.characters.values()].map(({ name }) => name)).toEqual(['O_Hara', 'Wren'])
  expect(rows.filter(({ kind }) => kind === 'part')).toEqual([])
  // Undone and joined again: Backspace at the beginning of the last line removes the speaker, then joins.
  await page.keyboard.press('Home')
  await page.keyboard.press('Backspace')
  await expect(script.getByRole('textbox', { name: 'Narration' }).last()).toBeFocused()
  await page.keyboard.press('Backspace')
  await expect(script.getByRole('textbox', { name: 'Narration' }).last()).toHaveValue('The first flame catches.It burns!')
  // The focused row is the selected node.
  const selected = Number(await output(page).getAttribute('data-selection'))
  expect((await documentOn(page)).resources.nodes.get(selected)?.data['content']).toBe('The first flame catches.It burns!')
  // Every row is readable and has a name, in both themes, even with the list of speakers open.
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Keeper:')
  await expect(page.getByRole('option', { name: 'Create the character “Keeper”' })).toBeVisible()
  for (const theme of ['dark', 'light']) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
    expect(await violationsOf(page, 'everything')).toEqual([])
  }
  expect(errors).toEqual([])
})

test('of a long script few rows are on the page, and the row in focus stays while it is out of view', async ({ chrome }) => {
  const lines = Array.from({ length: 1000 }, (_, k): [number, Made] => [
    k + 2,
    { type: 'content', data: { content: `Line ${k + 1}. ${'The rain goes on. '.repeat(k % 9)}` }, to: k < 999 ? [k + 3] : [] }
  ])
  const nodes = { 1: { type: 'entry', data: { plaque: 'Start' }, to: [2] }, ...Object.fromEntries(lines) }
  const context = await (await chrome()).newContext({ viewport: { width: 1280, height: 800 } })
  const { page, script, errors } = await openScript(context, documentOf({ 0: { name: 'Inn', nodes } }))
  const rows = script.locator('.script-row')
  const onPage = async (): Promise<number> => rows.count()
  await script.getByRole('textbox', { name: 'Beginning' }).focus()
  await page.keyboard.press('End')
  expect(await onPage()).toBeLessThan(100)
  await script.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  const last = rows.last().getByRole('textbox')
  await expect(last).toHaveValue(/^Line 1000\./)
  await expect(last).toBeInViewport()
  expect(await onPage()).toBeLessThan(100)
  await page.keyboard.type(' of it')
  // The next rows are out of view, too.
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.type('Second ')
  await script.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await last.click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('The end.')
  await expect(last).toBeFocused()
  await expect(last).toBeInViewport()
  const texts = scriptOf(await documentOn(page), 0).rows.map(({ text }) => text)
  expect([texts[0], texts[2], texts.at(-1), texts.length]).toEqual(['Start of it', expect.stringMatching(/^Second Line 2\./), 'The end.', 1002])
  const tops = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom]))
  expect(tops.flatMap(([top = 0], k) => (k > 1 && Math.abs(top - (tops[k - 1]?.[1] ?? 0)) > 1 ? [k] : []))).toEqual([])
  expect(errors).toEqual([])
})

test('a script stands beside its graph, its findings are fixed, and it is exported as a page that plays', async ({
  app: { page, dir },
  chrome
}, info) => {
  await mkdir(join(dir, 'world/scenes'), { recursive: true })
  await writeFile(join(dir, "world/scenes/o'hara.arrow"), writeArrow({ ...createDocument(), title: "O'Hara's lamp" }))
  await writeFile(join(dir, "world/scenes/o'hara.csv"), 'key\toriginal\tde\n1-entry-plaque\tStart\tAnfang\n')
  await page.getByRole('navigation').getByRole('button', { name: 'Scenes' }).click()
  await page.getByText("O'Hara's lamp").first().click()
  await expect(page.locator('.arrow-card')).toHaveCount(1)
  await page.keyboard.press('w')
  const script = page.getByRole('region', { name: 'Script of Inn' })
  await script.getByRole('button', { name: 'Write the first line' }).click()
  await typed(page, 'The lamp is dark.⏎Wren: Hello?⏎⇥Go in.⇥Run.⇤Thunder. <b>Loud</b>.')
  await expect(page.locator('.arrow-card', { hasText: 'Thunder' })).toBeVisible()
  // The selected node of the graph is the row in view; undo restores the row's text.
  await page.getByRole('button', { name: 'Show the whole scene' }).click()
  await page.locator('.arrow-card', { hasText: 'Hello?' }).click()
  await expect(script.locator('.script-row.picked')).toContainText('Wren')
  await script.getByRole('textbox', { name: 'Narration' }).last().focus()
  await page.keyboard.press('Control+z')
  await expect(script.getByRole('textbox', { name: 'Narration' }).last()).toHaveValue('')
  await page.keyboard.press('Control+Shift+z')
  await expect(script.getByRole('textbox', { name: 'Narration' }).last()).toHaveValue('Thunder. <b>Loud</b>.')

  // A node that is added beside the script is selected everywhere and has the focus, and the line before it stays as it is.
  await page
    .getByRole('button', { name: /^Add a node/ })
    .first()
    .click()
  await page.getByRole('option', { name: /^Content – / }).click()
  await expect(page.locator('.arrow-form textarea').first()).toBeFocused()
  await page.keyboard.type('After the thunder.')
  await expect(script.locator('.script-row.picked')).toContainText('After the thunder.')
  await expect(page.locator('.react-flow__node.selected')).toContainText('After the thunder.')
  await expect(page.locator('.react-flow__node', { hasText: 'Thunder. <b>Loud</b>.' })).toHaveCount(1)

  // An unreachable node is found, shown in the graph, and deleted from the list.
  await page.getByRole('tab', { name: 'Findings' }).click()
  await page.locator('.react-flow__pane').click({ position: { x: 60, y: 500 } })
  await page.keyboard.press('a')
  await page.getByRole('option', { name: /^Hub – / }).click()
  await page.getByRole('tab', { name: 'Findings' }).click()
  const findings = page.getByRole('tabpanel')
  await expect(findings.getByText(/is connected to nothing/)).toBeVisible()
  await expectLooksRight(page, info, 'script and findings')
  await findings.getByRole('button', { name: 'Delete the node' }).click()
  await expect(findings.getByText(/is connected to nothing/)).toHaveCount(0)

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Export document…' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export page that plays the document…' }).click()
  ])
  const file = info.outputPath('lamp.html')
  await download.saveAs(file)
  const context = await (await chrome()).newContext({ viewport: { width: 1280, height: 800 } })
  const story = await context.newPage()
  const errors: string[] = []
  story.on('pageerror', ({ message }) => errors.push(message))
  story.on('console', (message) => errors.push(message.text()))
  await story.goto(`file://${file}`)
  await story.getByRole('button', { name: 'Continue' }).click()
  await story.getByRole('button', { name: 'Continue' }).click()
  await story.getByRole('button', { name: 'Run.' }).click()
  await expect(story.getByText('Thunder. <b>Loud</b>.')).toBeVisible()
  expect(await violationsOf(story, 'everything')).toEqual([])
  await story.getByRole('button', { name: 'Continue' }).click()
  await expect(story.getByText('After the thunder.')).toBeVisible()
  await story.getByRole('button', { name: 'Continue' }).click()
  await expect(story.getByText('The end')).toBeVisible()
  await story.getByRole('button', { name: 'Step back' }).click()
  await story.getByRole('button', { name: 'Step back' }).click()
  await story.getByRole('combobox', { name: 'Language' }).selectOption('de')
  await expect(story.getByText('The lamp is dark.')).toBeVisible()
  expect(errors).toEqual([])
  await context.close()
})
