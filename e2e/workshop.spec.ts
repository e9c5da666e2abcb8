import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { enter, expect, sh, test } from './fixtures'

/** The page's storage; the DOM types are not loaded here. */
declare const localStorage: { clear(): void }
declare const Storage: { prototype: { setItem: (key: string, text: string) => void }; free: () => void }

const RULE = 'rules/actions/rest.ts'
const WEAPONS = 'rules/equipment/weapons.yaml'
const NOTE = "world/misc/o'hara.md"

const log = async (dir: string, format: string): Promise<string> => (await sh('git', '-C', dir, 'log', '-1', `--format=${format}`)).trim()
const committed = (dir: string, path: string): Promise<string> => sh('git', '-C', dir, 'show', `HEAD:${path}`)
const tabs = (page: Page): Locator => page.getByRole('navigation', { name: 'Open files' })
const message = (page: Page): Locator => page.getByRole('textbox', { name: 'Message of the beat' })
const line = (page: Page, text: string): Locator => page.locator('.view-line').filter({ hasText: text })
/** The text of the visible lines, with plain spaces. */
const shown = async (page: Page): Promise<string> => (await page.locator('.view-lines').first().innerText()).replaceAll('\u00a0', ' ')

const toWorkshop = async (page: Page): Promise<void> => {
  await page.getByRole('navigation').getByRole('button', { name: 'Workshop' }).click()
  await expect(page.getByRole('tree', { name: 'Files of the campaign' })).toBeVisible()
}
const open = async (page: Page, name: string): Promise<void> => {
  await page.keyboard.press('Control+p')
  await page.getByRole('combobox').fill(name)
  await expect(page.getByRole('option').first()).toContainText(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: new RegExp(`Text of .*${name}`) })).toBeFocused()
}
const goTo = async (page: Page, where: string): Promise<void> => {
  await page.keyboard.press('Alt+2')
  await page.keyboard.press('Control+g')
  await page.keyboard.insertText(where)
  await page.keyboard.press('Enter')
}
const save = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+s')
  await expect(message(page)).toHaveCount(0)
}

// In this story somebody explores in the 32nd beat.
test.use({ seed: '7', beats: 31 })

test('a rule is broken, kept out of use, fixed, saved with a message, compared and restored', async ({ app: { page, dir } }) => {
  const sound = await readFile(join(dir, RULE), 'utf8')
  const before = await log(dir, '%H')
  await toWorkshop(page)
  await page.getByRole('treeitem', { name: 'rules' }).click()
  await page.getByRole('treeitem', { name: 'actions' }).click()
  await page.getByRole('treeitem', { name: 'rest.ts' }).click()
  await expect(line(page, 'import').first()).toBeVisible()
  // Nobody has explored yet: the list shows it, and a mark beside the lines, until the first exploration (below).
  await page.keyboard.press('Alt+g')
  const coverage = page.getByRole('tabpanel', { name: 'Coverage' })
  const unexplored = coverage.getByRole('button', { name: 'explore never rules/actions/explore.ts' })
  await expect(unexplored).toBeVisible()
  await page.keyboard.press('Alt+2')
  await page.keyboard.press('Control+End')
  await expect(page.locator('.coverage-mark.never').first()).toHaveAttribute('title', /^Never exercised: never/)
  await page.keyboard.press('Alt+2')
  await page.keyboard.press('Control+Home')
  await page.keyboard.insertText('const = ;\n')
  await expect(tabs(page).getByRole('button', { name: 'rest.ts, unsaved changes' })).toBeVisible()
  await save(page)

  // The broken rule is in the folder; the story and the table keep the previous one.
  const bar = page.getByRole('region', { name: 'Not in use.' })
  await expect(bar).toContainText('line 1')
  await expect(bar).toContainText('The table keeps using the previous version of the rule.')
  expect(await readFile(join(dir, RULE), 'utf8')).toBe(`const = ;\n${sound}`)
  expect(await committed(dir, RULE)).toBe(sound)
  await page.getByRole('button', { name: 'Play one beat' }).click()
  const banner = page.getByRole('alert', { name: "1 saved file isn't in use because of a problem." })
  await banner.getByRole('button', { name: 'Play the saved world' }).click()
  await expect.poll(() => log(dir, '%P')).toBe(before)
  await expect(coverage.getByText('The story has gone on since.')).toBeVisible()
  await coverage.getByRole('button', { name: 'Count again' }).click()
  await expect(coverage.getByRole('button', { name: /^explore 1 × rules/ })).toBeVisible()
  await expect(unexplored).toHaveCount(0)
  const played = await log(dir, '%H')

  await page.keyboard.press('Alt+2')
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Control+Shift+k')
  await expect(message(page)).toBeVisible()
  await page.keyboard.press('End')
  await page.keyboard.insertText(' // sound again')
  await message(page).fill("Rest is sound again, says O'Hara")
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(bar).toHaveCount(0)
  expect(await log(dir, '%P %s')).toBe(`${played} Rest is sound again, says O'Hara`)

  // A value is changed, and the beat's subject names it.
  await open(page, 'weapons.yaml')
  await goTo(page, `${(await readFile(join(dir, WEAPONS), 'utf8')).split('\n').findIndex((one) => one.startsWith('sword:')) + 1}:1`)
  await page.keyboard.press('Control+f')
  await page.keyboard.insertText('damage: d8')
  await expect(page.locator('.find-widget .matchesCount')).toHaveText(/^1 of/)
  await page.keyboard.press('Escape')
  await page.keyboard.insertText('damage: d10')
  await expect(message(page)).toHaveValue('Raised the damage of Sword from d8 to d10')
  // What is typed while the text is being saved can be taken back.
  await page.keyboard.press('Control+s')
  await page.keyboard.insertText('0')
  await expect.poll(() => log(dir, '%s')).toBe('Raised the damage of Sword from d8 to d10')
  await expect(page.getByRole('button', { name: /^Save/ })).toBeEnabled()
  await page.keyboard.press('Backspace')
  await expect(message(page)).toHaveCount(0)
  expect(await log(dir, '%s')).toBe('Raised the damage of Sword from d8 to d10')

  // Its history: compared with the first version, and restored as a new beat.
  await page.keyboard.press('Alt+h')
  const history = page.getByRole('tabpanel', { name: 'History' })
  await expect(history.getByRole('listitem')).toHaveCount(2)
  await history.getByRole('button', { name: 'Compare with beat 0' }).click()
  await expect(page.getByText('1 difference')).toBeVisible()
  await page.getByRole('button', { name: 'Back to the editor' }).click()
  await history.getByRole('button', { name: 'Restore the version of beat 0' }).click()
  await expect(history.getByRole('listitem')).toHaveCount(3)
  expect(await log(dir, '%s')).toBe(`Restores ${WEAPONS} as of beat 0`)
  await expect(line(page, 'name: Sword')).toContainText('damage: d8')
})

test('files that change on disk are followed and merged, and unsaved text survives a reload', async ({ app: { page, dir, server } }) => {
  const marked = "\uFEFF# O'Hara\r\n\r\nIt rains.\r\nIt is late.\r\nIt is dark.\r\n"
  await mkdir(join(dir, 'world/misc'), { recursive: true })
  await writeFile(join(dir, NOTE), marked)
  await toWorkshop(page)
  await open(page, "o'hara.md")
  await expect(page.getByText('This file was changed outside and isn’t part of the story yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Save as a beat' }).click()
  await expect.poll(() => committed(dir, NOTE).catch(() => '')).toBe(marked)

  // A tab without unsaved changes follows its file.
  await writeFile(join(dir, NOTE), marked.replace('late', 'early'))
  await expect(line(page, 'It is early.')).toBeVisible()
  await writeFile(join(dir, NOTE), marked.replace('late', 'noon'))
  await expect(line(page, 'It is noon.')).toBeVisible()

  // Both sides change one line: three versions, and the selected one is saved, with the byte order mark and the line ends.
  await goTo(page, '3:1')
  await page.keyboard.press('Control+Shift+k')
  await page.keyboard.insertText('It snows.\n')
  await writeFile(join(dir, NOTE), marked.replace('late', 'noon').replace('rains', 'hails').replace('dark', 'bright'))
  await expect(page.getByRole('alert', { name: 'The file has changed on disk.' })).toBeVisible()
  await page.getByRole('button', { name: 'Merge…' }).click()
  const conflicts = page.getByRole('list', { name: 'Conflicts' }).getByRole('listitem')
  await expect(conflicts).toHaveCount(1)
  await conflicts.getByRole('button', { name: 'Use both' }).click()
  await page.getByRole('button', { name: 'Use this result' }).click()
  await expect(line(page, 'It hails.')).toBeVisible()
  await expect(line(page, 'It snows.')).toBeVisible()
  await save(page)
  const merged = await committed(dir, NOTE)
  expect(merged).toMatch(/^\uFEFF# O'Hara\r\n\r\nIt hails\.\r\nIt snows\.\r\nIt is noon\.\r\nIt is bright\.\r\n$/)

  // Unsaved text is restored after the window crashed.
  await goTo(page, '4:1')
  await page.keyboard.insertText('Nobody saved this. ')
  await expect(message(page)).toBeVisible()
  // The core has them, so a browser that remembers nothing restores them too.
  const drafts = join(dir, '.git/proscenium/drafts')
  const kept = (): boolean =>
    existsSync(drafts) && readdirSync(drafts).some((name) => readFileSync(join(drafts, name)).includes('Nobody saved this.'))
  await expect.poll(kept).toBe(true)
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await toWorkshop(page)
  await expect(line(page, 'Nobody saved this.')).toBeVisible()
  await expect(page.getByText(`Restored the unsaved changes in ${NOTE}.`)).toBeVisible()

  // The user is told of unsaved text that neither the core nor the browser can keep.
  await rename(drafts, `${drafts} away`)
  // A draft that is being kept at this moment creates the folder again.
  await expect(async () => {
    await rm(drafts, { recursive: true, force: true })
    await writeFile(drafts, 'A file where the folder belongs.', { flag: 'wx' })
  }).toPass()
  await page.evaluate(() => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = () => {
      throw new Error('The storage is full.')
    }
    Storage.free = () => (Storage.prototype.setItem = setItem)
  })
  await goTo(page, '4:1')
  await page.keyboard.insertText('Nor this. ')
  const unkept = page.getByText(`The unsaved text of ${NOTE} can’t be kept outside this window.`)
  await expect(unkept).toBeVisible()
  await page.evaluate(() => Storage.free())
  await rm(drafts)
  await rename(`${drafts} away`, drafts)
  await page.getByRole('alert').filter({ hasText: 'outside this window' }).getByRole('button', { name: 'Dismiss' }).click()
  await page.keyboard.press('Alt+2')
  await page.keyboard.insertText('But this. ')
  await expect(unkept).toHaveCount(0)

  // A second window saves the same file with its own line; the first window asks.
  if (!server) throw new Error('this test needs a second window')
  const other = await page.context().newPage()
  await enter(other, server)
  await toWorkshop(other)
  await open(other, "o'hara.md")
  await goTo(other, '1:3')
  await other.keyboard.insertText('Elsewhere, ')
  await save(other)
  await other.close()
  await expect(page.getByRole('alert', { name: 'The file has changed on disk.' })).toBeVisible()
  await page.getByRole('button', { name: 'Use the version on disk' }).click()
  await expect(line(page, "Elsewhere, O'Hara")).toBeVisible()
  await expect(message(page)).toHaveCount(0)
  await writeFile(join(dir, NOTE), 'Gone soon\n')
  await expect(line(page, 'Gone soon')).toBeVisible()
  await sh('git', '-C', dir, 'checkout', '-q', '--', NOTE)
  await expect(line(page, "Elsewhere, O'Hara")).toBeVisible()

  // In the past, files have their old state and are read-only.
  await page.keyboard.press('Escape')
  await page.getByRole('tree').focus()
  await page.keyboard.press('Alt+h')
  await page.getByRole('tabpanel', { name: 'History' }).getByRole('button', { name: /^Beat/ }).last().click()
  await expect(page.getByText('This is the file as it was at this beat. It is read-only.')).toBeVisible()
  await expect(line(page, 'It is late.')).toBeVisible()
  await page.keyboard.press('Alt+2')
  await page.keyboard.insertText('never')
  expect(await shown(page)).not.toContain('never')
})

test('by keyboard, files are created, renamed, duplicated, deleted and restored, and tabs are switched', async ({ app: { page, dir } }) => {
  await page.keyboard.press('5')
  await expect(page.getByRole('tree', { name: 'Files of the campaign' })).toBeVisible()
  await page.keyboard.press('Alt+1')
  await page.keyboard.type('world')
  await page.keyboard.press('Insert')
  await expect(page.getByRole('textbox', { name: 'Path of the new file' })).toHaveValue('world/')
  await page.keyboard.type("misc/mill's end.md")
  await page.keyboard.press('Enter')
  await expect(tabs(page).getByRole('button', { name: "mill's end.md, unsaved changes" })).toBeVisible()
  await expect(page.getByRole('textbox', { name: "Text of world/misc/mill's end.md" })).toBeFocused()
  await page.keyboard.type('A wheel turns.')
  await expect(message(page)).toHaveValue("Added the note mill's end")

  // The editor itself has another use for this key.
  await page.keyboard.press('Alt+r')
  await expect(page.getByRole('tab', { name: 'Replay' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Alt+2')
  await expect(page.getByRole('textbox', { name: "Text of world/misc/mill's end.md" })).toBeFocused()

  // Without waiting for the save: the next keys apply to the new file, and the rename runs after the save.
  await page.keyboard.press('Control+s')
  await page.keyboard.press('Alt+1')
  await page.keyboard.press('F2')
  await expect(page.getByRole('textbox', { name: 'New path' })).toHaveValue("world/misc/mill's end.md")
  await page.keyboard.type('old mill')
  await page.keyboard.press('Enter')
  await expect(tabs(page).getByRole('button', { name: 'old mill.md', exact: true })).toBeVisible()
  expect(await committed(dir, 'world/misc/old mill.md')).toBe("# mill's end\nA wheel turns.")
  expect(await log(dir, '%s')).toBe("Moved world/misc/mill's end.md to world/misc/old mill.md")
  await page.keyboard.press('Alt+1')
  await page.keyboard.press('Shift+Insert')
  await page.keyboard.type('barn')
  await page.keyboard.press('Enter')
  await expect(tabs(page).getByRole('button', { name: 'barn.md', exact: true })).toBeVisible()
  await page.keyboard.press('Alt+1')
  await page.keyboard.press('Delete')
  await expect(tabs(page).getByRole('button', { name: 'barn.md', exact: true })).toHaveCount(0)
  expect(await log(dir, '%s')).toBe('Removed world/misc/barn.md')
  await page.keyboard.press('Alt+1')
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('treeitem', { name: 'barn.md' })).toBeVisible()

  // A file that was never saved is renamed together with its text; nothing is saved by that.
  await page.keyboard.press('Alt+1')
  await page.keyboard.press('Insert')
  await page.keyboard.type('attic.md')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Text of world/misc/attic.md' })).toBeFocused()
  await page.keyboard.type('Dust.')
  await page.keyboard.press('Alt+1')
  await page.keyboard.press('F2')
  await page.keyboard.type('loft')
  await page.keyboard.press('Enter')
  await expect(tabs(page).getByRole('button', { name: 'loft.md, unsaved changes' })).toBeVisible()
  await expect(line(page, 'Dust.')).toBeVisible()
  await page.keyboard.press('Delete')
  await expect(tabs(page).getByRole('button', { name: /loft/ })).toHaveCount(0)
  await expect.poll(() => sh('git', '-C', dir, 'status', '--porcelain')).toBe('')

  await open(page, 'rest.ts')
  await open(page, 'weapons.yaml')
  const current = tabs(page).locator('[aria-current=page]')
  await expect(current).toHaveText('weapons.yaml')
  await page.keyboard.press('Alt+PageUp')
  await expect(current).toHaveText('rest.ts')
  await page.keyboard.press('Alt+Shift+PageDown')
  await expect(tabs(page).locator('.workshop-tab-name').last()).toHaveText('rest.ts')
  await page.keyboard.press('Alt+w')
  await expect(tabs(page).getByRole('button', { name: 'rest.ts', exact: true })).toHaveCount(0)
  await page.keyboard.press('Alt+Shift+w')
  await expect(current).toHaveText('rest.ts')
})
