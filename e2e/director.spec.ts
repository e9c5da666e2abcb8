import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expect, sh, test } from './fixtures'
import { expectLooksRight } from './looks.fixture'
import { call } from './studio-call'

test.use({ beats: 30 })

const timeline = (page: Page) => page.getByRole('slider', { name: 'Timeline' })
const opening = (page: Page) => page.locator('.entry', { hasText: 'Cobbles slope inward to the well' })
const beat = (page: Page) => page.getByRole('region', { name: 'Beat', exact: true })
const PLACE_TEXT = 'Cobbles slope inward to the well from all four sides, as if the village had been poured toward it and had set there.'

/** Selects words of a line, as dragging over them does. */
async function select(line: Locator, words: string): Promise<void> {
  await line.scrollIntoViewIfNeeded()
  await line.locator('[data-text]').evaluate((element, wanted) => {
    const document = element.ownerDocument
    const node = element.firstChild
    const at = node?.textContent?.indexOf(wanted) ?? -1
    if (!node || at < 0) throw new Error(`The line doesn't have these words: ${wanted}`)
    const range = document.createRange()
    range.setStart(node, at)
    range.setEnd(node, at + wanted.length)
    document.getSelection()?.removeAllRanges()
    document.getSelection()?.addRange(range)
  }, words)
}

test('words of the log lead to what led to them and to their field; a note on them is kept, found, marked done and exported', async ({
  app: { page, dir }
}, info) => {
  const { keyboard } = page
  await expect(timeline(page)).toHaveAttribute('aria-valuenow', '30')
  const head = (await sh('git', '-C', dir, 'rev-parse', 'HEAD')).trim()
  await select(opening(page), PLACE_TEXT)
  await keyboard.press('j')
  const dialog = page.getByRole('dialog', { name: 'Director’s note on beat 3' })
  await expect(dialog).toContainText(PLACE_TEXT)
  await expect(dialog.getByRole('textbox', { name: 'Note' })).toBeFocused()
  await keyboard.press('Control+Enter')
  await expect(dialog).toContainText('The note is empty. Write something, or remove the note.')
  await keyboard.type('Shorter? 🙂')
  // What was typed outlasts the dialog.
  await keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await select(opening(page), PLACE_TEXT)
  await keyboard.press('j')
  await expect(dialog.getByRole('textbox', { name: 'Note' })).toHaveValue('Shorter? 🙂')
  await keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await expect(opening(page).getByRole('button', { name: /^Director’s note: Shorter\? 🙂/ })).toBeVisible()
  await expect.poll(() => sh('git', '-C', dir, 'status', '--porcelain')).toBe('')
  expect((await sh('git', '-C', dir, 'rev-parse', 'HEAD')).trim()).toBe(head)

  // Why?
  await select(opening(page), PLACE_TEXT)
  await keyboard.press('y')
  await expect(beat(page)).toBeFocused()
  await expect(timeline(page)).toHaveAttribute('aria-valuenow', '3')
  const meant = beat(page).locator('.is-meant')
  await expect(meant).toHaveCount(1)
  await expect(meant).toContainText('By the designer. Throat Yard, description')
  await expect(beat(page)).toContainText('Built-in')
  await expect(beat(page).getByText('Shorter? 🙂')).toBeVisible()
  await beat(page).getByText('Reasons and answer').click()
  await expect(beat(page).getByRole('region', { name: 'Why' })).toBeVisible()
  await beat(page).getByText('Offers: what was available and what wasn’t').click()
  await expect(beat(page).getByText(/^Actions that the DM could not take/)).toBeVisible()
  await beat(page).getByText('Context, as it was given').click()
  await expect(
    beat(page)
      .getByText(/tokens$/)
      .first()
  ).toBeVisible()
  await expectLooksRight(page, info, 'why')

  // Fix opens today's world, with the passage selected.
  await meant.getByRole('button', { name: 'Fix' }).press('Enter')
  await expect(page.getByRole('main', { name: 'Map' })).toBeVisible()
  await expect(page.getByText('This is today’s world. Beat 3 keeps its text')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Description' })).toBeFocused()
  await expect.poll(() => page.evaluate('getSelection()?.toString().replace(/\\s+/g, " ")')).toBe(PLACE_TEXT)
  await keyboard.type('Cobbles lean.')
  await keyboard.press('Control+Enter')
  await expect(timeline(page)).toHaveAttribute('aria-valuenow', '31')
  await keyboard.press('Escape')

  // The beat still has the old text, and Fix says that it has changed.
  await keyboard.press('1')
  await keyboard.press('l')
  // The menu of a line is about that line; only a command moves the cursor.
  const before = (await timeline(page).getAttribute('aria-valuenow')) ?? ''
  await opening(page).click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: /^Why\?/ })).toBeVisible()
  await expect(timeline(page)).toHaveAttribute('aria-valuenow', before)
  await page.getByRole('menuitem', { name: /^Why\?/ }).click()
  await beat(page).locator('li', { hasText: PLACE_TEXT }).getByRole('button', { name: 'Fix' }).click()
  await expect(page.getByText('This text has changed since beat 3.')).toBeVisible()
  await page.getByRole('button', { name: 'Restart here with today’s world…' }).last().click()
  await expect(page.getByRole('dialog', { name: 'Restart beat 3 with today’s world' })).toBeVisible()
  await keyboard.press('Escape')
  await keyboard.press('Escape')

  // The list of notes.
  await keyboard.press('1')
  await keyboard.press('Alt+d')
  const notes = page.getByRole('region', { name: 'Director’s notes' })
  await expect(notes.getByRole('article')).toHaveCount(1)
  await expectLooksRight(page, info, 'notes')
  await notes.getByRole('searchbox').fill('longer')
  await expect(notes).toContainText('No note matches.')
  await notes.getByRole('searchbox').fill('SHORTER')
  await notes.getByRole('checkbox', { name: 'Done' }).click()
  await expect(notes).toContainText('0 of 1 note')
  await keyboard.press('l')
  await expect(opening(page).getByRole('button', { name: /^Director’s note/ })).toHaveCount(0)

  // The export has it, and says who wrote what.
  await page.evaluate('document.activeElement?.blur()')
  await keyboard.press('ControlOrMeta+k')
  await keyboard.type('export transcript')
  await keyboard.press('Enter')
  const exporting = page.getByRole('dialog', { name: 'Export transcript' })
  await exporting.getByRole('radio', { name: /^Markdown/ }).check()
  for (const name of ['Say who wrote each text', /^Leave out what models wrote/, 'Include director’s notes'])
    await exporting.getByRole('checkbox', { name }).check()
  const [file] = await Promise.all([page.waitForEvent('download'), exporting.getByRole('button', { name: 'Export', exact: true }).press('Enter')])
  const text = (await readFile(await file.path(), 'utf8')).replaceAll('\\', '')
  expect(text).toContain(`(done) on “${PLACE_TEXT}”**: Shorter? 🙂`)
  expect(text).toContain('*(the designer, built-in text)*')
  expect(text).not.toContain('Left out here')
})

test('the log shows who wrote its lines and only those of some writers, and names the note of a beat on no branch', async ({
  app: { page }
}, info) => {
  const { keyboard } = page
  await expect(timeline(page)).toHaveAttribute('aria-valuenow', '30')
  await keyboard.press('u')
  await expect(opening(page).locator('.wrote')).toHaveText('the designer, built-in text')
  await expectLooksRight(page, info, 'writers')
  const filter = page.getByRole('combobox', { name: 'Who wrote this' })
  const choose = async (name: string): Promise<void> => {
    await filter.press('Enter')
    await page.getByRole('option', { name }).click()
  }
  await choose('By players')
  await expect(page.locator('.entry')).toHaveCount(0)
  await expect(page.getByText(/^No line by these writers/)).toBeVisible()
  await choose('By the designer')
  await expect(opening(page)).toBeVisible()
  await keyboard.press('u')
  await expect(filter).toBeHidden()

  // Other dice are a beat of its own, which only the new branch has.
  const { head } = await call<{ head: string }>(page, 'mutation', 'branch', { at: await headOf(page), name: 'aside', seed: '5' })
  await call(page, 'mutation', 'writeDirectorNote', { commit: head, text: 'Only aside' })
  await call(page, 'mutation', 'switchTo', { branch: 'main' })
  await call(page, 'mutation', 'deleteBranch', { branch: 'aside' })
  await keyboard.press('Alt+d')
  const note = page.getByRole('article').filter({ hasText: 'Only aside' })
  await expect(note).toContainText('No branch has this beat.')
  await note.getByRole('button', { name: 'Remove' }).click()
  await expect(note).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await note.getByRole('button', { name: 'Bring it back as a branch' }).click()
  await expect(note).not.toContainText('No branch has this beat.')
})

const headOf = async (page: Page): Promise<string> => (await call<{ head: string }>(page, 'query', 'present')).head
