// npm run shots: plays the sample campaign and takes the pictures of README.md into docs/. Needs a build and a Chromium.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CHROMIUM_ARGS, findChromium } from './chromium.mjs'
import { ROOT, run } from './setup.mjs'

const BEATS = '64'
const SCENE = [
  'Mother Hask sits on an upturned pail, counting under her breath.⏎',
  'Hask: Nineteen. There were twenty when I sat down.⏎',
  '⇥Twenty of what?⏎',
  "Hask: Steps, child. The well's own. Somebody took the lowest.⏎",
  'She holds up a wet palm.⏎',
  '⇤Count again with her.⏎',
  'You count together, and come to eighteen.'
].join('')
const chromiumPath = findChromium()
if (!chromiumPath) throw new Error('No Chromium was found. Install Chromium, or set CHROMIUM to its path.')
await run(process.execPath, [join(ROOT, 'scripts/build.mjs')])
const { chromium } = await import('playwright-core')
const { startServer } = await import(pathToFileURL(join(ROOT, 'out/main/server.js')).href)

const home = mkdtempSync(join(tmpdir(), 'proscenium-shots-'))
const dir = join(home, 'The Well')
const docs = join(ROOT, 'docs')
mkdirSync(docs, { recursive: true })
const cli = (...args) => run(process.execPath, [join(ROOT, 'out/main/cli.js'), ...args], { quiet: true })
await cli('new', dir, '--seed', '7')
await cli('play', dir, '--beats', BEATS)
const written = join(home, 'well.html')
const message = spawnSync('git', ['-C', dir, 'log', '--reverse', '--grep=^Action: talk$', '--format=%B'], { encoding: 'utf8' }).stdout
const talked = { who: /^Actor: (.*)$/m.exec(message)?.[1], n: Number(/^Beat: (\d+)$/m.exec(message)?.[1]) }
await cli('lab', 'versus', dir, '--sessions', '60', '--party-a', 'Careful=caretaker', '--party-b', 'Bold=griefer')
await cli('lab', 'run', dir, '--sessions', '60', '--name', 'The rest of the evening')
await cli('transcript', dir, '--format', 'html', '--out', written)
const server = await startServer({ root: join(ROOT, 'out/renderer'), home, open: dir })
const browser = await chromium.launch({ executablePath: chromiumPath, args: CHROMIUM_ARGS })
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 })
  const shot = async (name) => {
    // Wait until fonts, the map's easing and the newest line have settled.
    await page.waitForTimeout(1200)
    await page.screenshot({ path: join(docs, `${name}.png`) })
  }
  await page.goto(server.url)
  await page.waitForURL(`${server.origin}/`)
  const timeline = page.getByRole('slider', { name: 'Timeline' })
  await timeline.waitFor()
  await shot('play')
  await timeline.focus()
  for (let i = 0; i < 2; i++) await page.keyboard.press('Shift+ArrowLeft')
  await page.getByText('You are looking at beat').waitFor()
  await shot('past')
  await page.keyboard.press('Escape')
  const log = page.getByRole('log', { name: 'Log' })
  await log
    .locator('[data-text]')
    .filter({ hasText: /\w+\. \w+/ })
    .last()
    .click({ clickCount: 3 })
  await page.keyboard.press('y')
  await page
    .getByText(/^By the designer|^By built-in text/)
    .first()
    .waitFor()
  await shot('why')
  await page.keyboard.press('Escape')
  await page.keyboard.press('2')
  await page.getByRole('combobox', { name: 'Odds on the map' }).click()
  await page.getByRole('option', { name: 'Pym', exact: true }).click()
  await page.locator('.way-words').filter({ hasText: '✓' }).first().waitFor({ timeout: 60_000 })
  await shot('map')
  await page.keyboard.press('3')
  const turn = page.getByRole('region', { name: 'Turn', exact: true })
  await turn
    .getByText(/tokens/)
    .first()
    .waitFor()
  await page.evaluate(() => document.activeElement?.blur())
  await shot('agents')
  // A scene as typed by its writer: Enter begins a line, Tab a choice, Shift+Tab leaves it.
  await page.keyboard.press('4')
  await page.getByRole('button', { name: 'Write its scene: Soup' }).click()
  await page.locator('.arrow-card').first().waitFor()
  await page.keyboard.press('w')
  await page.getByRole('button', { name: 'Write the first line' }).click()
  for (const piece of SCENE.split(/([⏎⇥⇤])/)) {
    const key = { '⏎': 'Enter', '⇥': 'Tab', '⇤': 'Shift+Tab' }[piece]
    if (key) await page.keyboard.press(key)
    else await page.keyboard.type(piece)
  }
  await page.keyboard.press('Escape')
  await shot('script')
  await page.keyboard.press('w')
  await page.getByRole('button', { name: 'Arrange the nodes of the scene' }).click()
  // The layout runs in a worker thread.
  await page.waitForTimeout(1200)
  await page.getByRole('button', { name: 'Show the whole scene' }).click()
  await shot('scenes')
  const view = (name) => page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name }).click()
  await view('Cast')
  await page.getByRole('gridcell', { name: 'Mother Hask' }).click()
  await page.getByRole('heading', { name: 'Mother Hask', level: 2 }).waitFor()
  await shot('cast')
  await view('Story')
  await page.getByRole('gridcell', { name: 'The Sexton at Work' }).click()
  await page.getByText('it can be set by').waitFor()
  await shot('story')
  await view('Lab')
  await page.getByRole('heading', { name: 'Never reached in 60 sessions' }).waitFor()
  await shot('lab')
  await page.getByRole('gridcell', { name: 'Careful' }).click()
  await page.getByRole('gridcell', { name: 'Bold' }).click({ modifiers: ['Control'] })
  await page.keyboard.press('Alt+C')
  await page.getByRole('heading', { name: 'Where pairs go apart first' }).waitFor()
  await shot('lab-compare')
  await view('Agents')
  // The last turn but one beside its rerun with another seed.
  await page.getByRole('listbox', { name: 'Turns' }).getByRole('option').nth(-2).click()
  await page.getByText('You are looking at beat').waitFor()
  await page.getByRole('button', { name: 'Run turn again…' }).click()
  await page.getByLabel('Random seed').fill('another')
  await page.getByRole('button', { name: 'Run turn again', exact: true }).click()
  await page.getByRole('heading', { name: 'Side by side' }).waitFor()
  await page.getByRole('heading', { name: 'Changes' }).nth(1).waitFor()
  await shot('compare')
  // A rule in the editor, tried a thousand times in the state before the first talk.
  await page.keyboard.press('Escape')
  await page.keyboard.press('5')
  await page.keyboard.press('Control+p')
  await page.getByPlaceholder('Part of a path').fill('actions/talk')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Text of rules/actions/talk.ts' }).waitFor({ state: 'attached' })
  await page.keyboard.press('Alt+t')
  const tries = page.getByRole('tabpanel', { name: 'Try it' })
  await tries.getByLabel('At beat').fill(String(talked.n - 1))
  await tries.getByLabel('Who takes it').selectOption(talked.who)
  await tries.getByText(`${talked.who} can do it now.`).waitFor()
  await tries.getByRole('button', { name: 'Try 1,000 times' }).press('Enter')
  await tries.getByRole('table').first().waitFor()
  // How the listener feels after the talk depends on the dice.
  await tries.getByRole('table').nth(1).getByRole('row').last().scrollIntoViewIfNeeded()
  await shot('workshop')
  await page.keyboard.press('6')
  await page.getByRole('region', { name: 'List of notes' }).waitFor()
  await page.keyboard.press('Control+p')
  await page.getByRole('searchbox', { name: 'Title, path or #tag' }).fill('hask')
  await page.getByRole('treeitem').filter({ hasText: 'Hask' }).last().click()
  await page.getByRole('article').waitFor()
  await shot('notes')
  await page.keyboard.press('Control+,')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('checkbox', { name: /^Let the DM narrate as scene trees/ }).click()
  await settings.getByRole('button', { name: 'Save as a beat' }).click()
  await page.keyboard.press('Escape')
  await settings.waitFor({ state: 'hidden' })
  await page.keyboard.press('7')
  await page.getByRole('heading', { name: 'No scene tree is open' }).waitFor()
  const words = page.locator('.tree-words[aria-disabled=false]')
  const beats = page.getByRole('slider', { name: 'Timeline' })
  while ((await words.count()) === 0) {
    const beat = await beats.getAttribute('aria-valuenow')
    await page.keyboard.press('.')
    await page.locator(`[role=slider]:not([aria-valuenow="${beat}"])`).waitFor()
  }
  await words.first().click()
  await page.locator('.tree-answer').first().waitFor()
  await shot('scene-tree')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(pathToFileURL(written).href)
  await page.locator('svg').first().scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollBy(0, 160))
  await shot('transcript')
} finally {
  await browser.close()
  await server.close()
  rmSync(home, { recursive: true, force: true })
}
