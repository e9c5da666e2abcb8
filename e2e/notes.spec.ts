import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, sh, test } from './fixtures'
import { expectLooksRight } from './looks.fixture'

const BOAT = 'world/misc/boat.md'
const NOTES: Readonly<Record<string, string>> = {
  [BOAT]:
    "---\ntags: [boat, clue]\n---\n\n# Bodkin's boat\n\nIt leaks. See [[Soup]], [[<b>Gant</b>]], [[Bodkin's boat|itself]], [[Throat Yard]] and [[beat 1]].\n",
  'player-notes/Wren/boat.md': "# The boat\n\n[[Bodkin's boat]] [and] [[The ferryman's name]].\n",
  'world/misc/hub.md': `# Hub\n\n${Array.from({ length: 10_000 }, (_, i) => `[[Topic ${i}]]`).join(' ')}\n`,
  'world/npcs/Gant/BELIEFS.yaml': "Bodkin's boat:\n  believes: 0.8\n  source: told\n  from_whom: Jory\n"
}
/** Ten thousand notes, each with a tag, a link to another one and a link to none. */
const MANY = Array.from(
  { length: 10_000 },
  (_, i) =>
    [
      `world/misc/many-${i % 50}/n-${i}.md`,
      `---\ntags: [g${i % 40}]\n---\n\n# Topic ${i}\n\n[[Topic ${(i * 7) % 10_000}]] [[Lost ${i % 900}]]\n`
    ] as const
)

const write = async (dir: string, path: string, text: string): Promise<void> => {
  await mkdir(dirname(join(dir, path)), { recursive: true })
  await writeFile(join(dir, path), text)
}
const commit = async (dir: string): Promise<void> => {
  await sh('git', '-C', dir, 'add', '-A')
  await sh('git', '-C', dir, '-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', 'commit', '-q', '-m', 'Notes')
}
const tree = (page: Page) => page.getByRole('tree', { name: 'Notes' })
const text = (page: Page, title: string) => page.getByRole('article', { name: `Text of ${title}` })
const find = async (page: Page, query: string, row: string): Promise<void> => {
  // Control P applies to the notes only while they are in view.
  await expect(page.getByRole('region', { name: 'List of notes' })).toBeVisible()
  await page.keyboard.press('Control+p')
  await expect(page.getByRole('searchbox', { name: 'Title, path or #tag' })).toBeFocused()
  await page.getByRole('searchbox', { name: 'Title, path or #tag' }).fill(query)
  await expect(page.getByRole('treeitem', { name: row, exact: true })).toBeVisible()
}
const pick = async (page: Page, list: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: list }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** The states of the notes, each reached from the previous one. */
const states: Record<string, (page: Page, dir: string) => Promise<void>> = {
  'notes of ten thousand': async (page) => {
    await expect(page.getByText('notes', { exact: false }).filter({ hasText: /^10,0\d\d notes$/ })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'No note is open' })).toBeVisible()
  },
  'notes by tag': async (page) => {
    await pick(page, 'Group notes by', 'By tag')
    await expect(page.getByRole('treeitem', { name: /^#boat, 1 note$/ })).toBeVisible()
    expect(await page.getByRole('treeitem').count()).toBeLessThan(100)
  },
  'notes graph of all': async (page) => {
    await pick(page, 'Group notes by', 'By folder')
    await page.keyboard.press('Alt+g')
    await pick(page, 'Notes in the graph', 'All notes')
    await expect(page.getByRole('region', { name: /^Graph of links/ })).toBeVisible()
  },
  'notes with very many links': async (page) => {
    await page.keyboard.press('Alt+g')
    await find(page, 'hub', 'Hub')
    await page.getByRole('treeitem', { name: 'Hub', exact: true }).click()
    await expect(text(page, 'Hub').getByRole('button', { name: 'Topic 0', exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Links (10,000)' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Show the rest of the note' })).toBeAttached()
  },
  'notes graph around one': async (page) => {
    await page.keyboard.press('Alt+g')
    await pick(page, 'Notes in the graph', 'Linked directly')
    await expect(page.getByText('9,881 notes more not drawn')).toBeVisible()
  },
  'notes missing': async (page) => {
    await page.keyboard.press('Alt+g')
    await page.getByRole('tab', { name: /^Missing/ }).click()
    await expect(page.getByRole('heading', { name: '902 names' })).toBeVisible()
  },
  'notes about': async (page) => {
    await find(page, "bodkin's", "Bodkin's boat")
    await page.getByRole('treeitem', { name: "Bodkin's boat", exact: true }).click()
    await page.getByRole('tab', { name: 'About' }).click()
    await expect(page.getByText('believes it (80%); told by Jory')).toBeVisible()
    await expect(page.getByRole('button', { name: 'External commit' })).toBeVisible()
  },
  'notes of a seat': async (page) => {
    await pick(page, 'Filter by reader', 'Wren')
    await expect(page.getByText('This seat may not read world/misc/boat.md.')).toBeVisible()
    // Wren's own note with that file name isn't suggested for it.
    await expect(page.getByRole('button', { name: /^Open player-notes/ })).toHaveCount(0)
  },
  'notes none found': async (page) => {
    await page.getByRole('searchbox', { name: 'Title, path or #tag' }).fill('no such note')
    await expect(page.getByRole('heading', { name: 'No note matches.' })).toBeVisible()
  },
  'notes changed outside': async (page, dir) => {
    await pick(page, 'Filter by reader', 'All notes')
    await page.getByRole('searchbox', { name: 'Title, path or #tag' }).fill('')
    await expect(text(page, "Bodkin's boat")).toBeVisible()
    await rename(join(dir, BOAT), join(dir, 'world/misc/barge.md'))
    await expect(page.getByText('This file was removed or renamed outside the app.')).toBeVisible()
  },
  'notes renamed': async (page, dir) => {
    await commit(dir)
    await expect(page.getByRole('heading', { name: 'This note doesn’t exist' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Open world/misc/barge.md' })).toBeVisible()
  }
}

test.use({ beats: 3 })

test('notes are read, followed, created and edited by keyboard alone', async ({ app: { page, dir } }) => {
  for (const [path, content] of Object.entries(NOTES)) if (!path.includes('hub')) await write(dir, path, content)
  await commit(dir)
  await page.keyboard.press('6')
  await find(page, "bodkin's", "Bodkin's boat")
  await page.keyboard.press('ArrowDown')
  await expect(tree(page)).toBeFocused()
  await page.keyboard.type("bodkin's")
  await expect(tree(page).locator('.active')).toHaveText("Bodkin's boat")
  await page.keyboard.press('Enter')
  const boat = text(page, "Bodkin's boat")
  await expect(boat).toBeFocused()
  // Apparent HTML is text, and a name without a note is no link.
  await expect(boat).toContainText('See Soup, <b>Gant</b>, itself, Throat Yard and beat 1.')
  await expect(boat.getByRole('button')).toHaveText(['#boat', '#clue', 'Soup', 'itself', 'Throat Yard', 'beat 1'])
  await boat.getByRole('button', { name: 'Soup' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article', { name: /^Text of Soup/ })).toBeFocused()
  await page.keyboard.press('Alt+PageUp')
  await expect(boat).toBeFocused()

  const links = page.getByRole('tabpanel', { name: 'Links' })
  await expect(links.getByRole('heading', { name: 'Backlinks (1)' })).toBeVisible()
  await expect(links.getByText("Bodkin's boat [and] The ferryman's name.")).toBeVisible()
  await links.getByRole('button', { name: 'Create note “<b>Gant</b>”' }).focus()
  await page.keyboard.press('Enter')
  await expect(text(page, '<b>Gant</b>')).toBeFocused()
  await expect(links.getByRole('button', { name: "Bodkin's boat" })).toBeVisible()
  expect((await sh('git', '-C', dir, 'log', '-1', '--format=%s')).trim()).toBe('Added the note <b>Gant</b>')

  // A beat that wrote the note leads to the timeline, where the notes have their state at that beat.
  await page.getByRole('tab', { name: 'Links' }).focus()
  await page.keyboard.press('ArrowRight')
  const about = page.getByRole('tabpanel', { name: 'About' })
  await expect(about.getByText('designer, created')).toBeVisible()
  await about.getByRole('button', { name: /^Beat \d+$/ }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(page.getByRole('heading', { name: 'This note doesn’t exist' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(text(page, '<b>Gant</b>')).toBeVisible()

  await page.keyboard.press('Control+e')
  await expect(page.getByRole('textbox', { name: 'Text of world/misc/b-gant-b.md' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(text(page, '<b>Gant</b>')).toBeFocused()
})

test('a note is edited in the view by keyboard, keeps its bytes and its draft, and is saved as one beat', async ({ app: { page, dir } }, info) => {
  const { keyboard } = page
  const path = 'world/misc/weir.md'
  const bytes = '\uFEFF---\r\ntags: [tide]\r\n---\r\n\r\n# The weir\r\n\r\nIt holds.\r\n'
  const onDisk = () => readFile(join(dir, path), 'utf8')
  await write(dir, path, bytes)
  await commit(dir)
  await keyboard.press('6')
  await find(page, 'weir', 'The weir')
  await page.getByRole('treeitem', { name: 'The weir', exact: true }).click()
  const reading = text(page, 'The weir')
  await expect(reading).toContainText('It holds.')
  await keyboard.press('Control+e')
  const field = page.getByRole('textbox', { name: `Text of ${path}` })
  await expect(field).toBeFocused()
  await keyboard.press('Control+End')
  await keyboard.type('Not for @wre')
  await expect(page.getByRole('option', { name: 'Wren' })).toBeVisible()
  // The first Esc closes the list, the next one the editor; the draft stays.
  await keyboard.press('Escape')
  await expect(page.getByRole('option', { name: 'Wren' })).toHaveCount(0)
  await keyboard.press('Escape')
  await expect(reading).toBeFocused()
  await expect(reading).toContainText('This note has unsaved changes, which are not shown here.')
  expect(await onDisk()).toBe(bytes)
  await keyboard.press('Control+e')
  await expect(field).toBeFocused()
  await expect(field).toContainText('Not for @wre')
  await expectLooksRight(page, info, 'notes edited', { sizes: [{ width: 1280, height: 800 }] })
  await keyboard.press('Control+Enter')
  await expect.poll(() => sh('git', '-C', dir, 'log', '-1', '--format=%s')).toBe('Edited 1 line of the note The weir\n')
  expect(await onDisk()).toBe(`${bytes}Not for @wre`)
  await expect(field).toBeFocused()
  await expect(page.getByRole('button', { name: 'Discard changes' })).toHaveCount(0)
  // What is saved is undone as a beat.
  await keyboard.press('Control+z')
  await expect.poll(onDisk).toBe(bytes)
  await expect(field).not.toContainText('Not for @wre')
  // The file changes while there is a draft: nothing is written before the writer has chosen.
  await keyboard.press('Control+End')
  await keyboard.type('Mine.')
  await writeFile(join(dir, path), `${bytes}Theirs.\r\n`)
  const changed = page.getByRole('alert', { name: 'The note has changed on disk.' })
  await expect(changed).toBeVisible()
  await expect(field).toContainText('Mine.')
  await changed.getByRole('button', { name: 'Keep mine' }).press('Enter')
  await field.press('Control+Enter')
  await expect.poll(onDisk).toBe(`${bytes}Mine.`)
})

test('the notes fit in every size and are readable in both themes', async ({ dir, open }, info) => {
  for (const [path, content] of [...Object.entries(NOTES), ...MANY.slice(0, 50)]) await write(dir, path, content)
  await Promise.all(MANY.slice(50).map(([path, content]) => writeFile(join(dir, path), content)))
  await commit(dir)
  const { page } = await open({ pace: 0, view: 'notes' })
  for (const [name, reach] of Object.entries(states)) {
    await reach(page, dir)
    await expectLooksRight(page, info, name)
  }
})
