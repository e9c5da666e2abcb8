import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Locator, Page } from '@playwright/test'
import { openOutline } from './blank'
import { expect, sh, test } from './fixtures'
import { expectLooksRight } from './looks.fixture'
import { pngFile } from './picture-files'

test.use({ campaign: 'blank' })

test('a picture is added to a place and described by keyboard, shown when a scene opens there, and exported with it', async ({ app }, info) => {
  const { page, dir } = app
  const { keyboard } = page
  const quay = info.outputPath("Ada's Quay.png")
  await writeFile(quay, pngFile(2000, 1000, [40, 90, 140]))
  await openOutline(page)
  await keyboard.press('ArrowDown')
  await expect(page.getByRole('treeitem', { selected: true })).toHaveAccessibleName(/, place/)
  await keyboard.press('Enter')
  await expect(page.locator('aside').getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  const choose = page.getByRole('button', { name: 'Choose a picture…' })
  const chooser = page.waitForEvent('filechooser')
  await choose.focus()
  await keyboard.press('Enter')
  await (await chooser).setFiles(quay)

  // The description is asked for, and only a decorative picture has none.
  const dialog = page.getByRole('dialog', { name: 'Add a picture' })
  const add = dialog.getByRole('button', { name: 'Add picture' })
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toBeFocused()
  await expect(add).toBeDisabled()
  await keyboard.press('Tab')
  await keyboard.press('Space')
  await expect(add).toBeEnabled()
  await keyboard.press('Space')
  await expect(add).toBeDisabled()
  await keyboard.press('Shift+Tab')
  await keyboard.type('The quay at dusk, with one lamp lit. 🌅')
  await expectLooksRight(page, info, 'describe')
  await add.press('Enter')
  const alt = 'The quay at dusk, with one lamp lit. 🌅'
  const shown = page.getByRole('group', { name: 'Picture' }).getByRole('img', { name: alt })
  await expect(shown).toBeVisible()
  expect(await shown.evaluate((one: { naturalWidth: number; naturalHeight: number }) => [one.naturalWidth, one.naturalHeight])).toEqual([1600, 800])
  expect(existsSync(join(dir, 'world/pictures/adas-quay.jpg'))).toBe(true)
  await expectLooksRight(page, info, 'place')
  // What is pasted or dropped goes the same way.
  const give = (how: 'paste' | 'drop', name: string, bytes: Buffer): Promise<unknown> =>
    page.evaluate(`(() => {
      const given = new DataTransfer()
      given.items.add(new File([Uint8Array.from([${[...bytes].join(',')}])], '${name}', { type: 'image/png' }))
      const [Event, member] = '${how}' === 'paste' ? [ClipboardEvent, 'clipboardData'] : [DragEvent, 'dataTransfer']
      document.querySelector('.picture-field').dispatchEvent(new Event('${how}', { bubbles: true, cancelable: true, [member]: given }))
    })()`)
  await give('paste', 'a.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'))
  await expect(page.getByRole('alert').filter({ hasText: '“a.svg” is no PNG, JPEG or WebP picture. Choose another file.' })).toBeVisible()
  await give('drop', 'thin.png', pngFile(4000, 1, [9, 9, 9]))
  await expect(dialog).toBeVisible()
  await keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await page.keyboard.press('Control+z')
  await expect(shown).toHaveCount(0)
  expect(existsSync(join(dir, 'world/pictures/adas-quay.jpg'))).toBe(false)
  await page.keyboard.press('Control+Shift+z')
  await expect(shown).toBeVisible()

  await page.keyboard.press('1')
  await page.keyboard.press('.')
  await expect(page.getByText('Between scenes')).toBeVisible()
  await page.keyboard.press('.')
  const inLog = page.getByRole('log').getByRole('img', { name: alt })
  await expect(inLog).toBeVisible()
  await expectLooksRight(page, info, 'log')

  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('transcript')
  await page.keyboard.press('Enter')
  const exports = page.getByRole('dialog', { name: 'Export transcript' })
  const [file] = await Promise.all([page.waitForEvent('download'), exports.getByRole('button', { name: 'Export', exact: true }).press('Enter')])
  const saved = info.outputPath('transcript.html')
  await file.saveAs(saved)
  const reader = await page.context().newPage()
  await reader.goto(pathToFileURL(saved).href)
  await expect(reader.getByRole('img', { name: alt })).toBeVisible()
  expect((await readFile(saved, 'utf8')).match(/data:image\/jpeg/g)).toHaveLength(1)
  await expect.poll(() => sh('git', '-C', dir, 'status', '--porcelain')).toBe('')
})

/** Chooses a file for a picture by keyboard and describes it. */
async function addPicture(page: Page, choose: Locator, file: string, alt: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await choose.press('Enter')
  await (await chooser).setFiles(file)
  const dialog = page.getByRole('dialog', { name: 'Add a picture' })
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toBeFocused()
  await page.keyboard.type(alt)
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue(alt)
  await dialog.getByRole('button', { name: 'Add picture' }).press('Enter')
  await expect(dialog).toHaveCount(0)
}

test('a picture is added to a note as one beat with its text, and Undo takes back both', async ({ app }, info) => {
  const { page, dir } = app
  const { keyboard } = page
  const file = info.outputPath("L'île aux oiseaux 🌊.png")
  await writeFile(file, pngFile(600, 300, [40, 90, 140]))
  const alt = "The island, seen from Ada's boat 🌊"
  const path = 'world/misc/the-island.md'
  await keyboard.press('6')
  await expect(page.getByRole('region', { name: 'List of notes' })).toBeVisible()
  await page.getByRole('button', { name: 'New note' }).press('Enter')
  await page.getByRole('textbox', { name: 'Title of the new note' }).fill('The island')
  await keyboard.press('Enter')
  const field = page.getByRole('textbox', { name: `Text of ${path}` })
  await expect(field).toBeFocused()
  await keyboard.press('Control+End')
  await keyboard.type('Birds nest here.')
  const count = (): Promise<string> => sh('git', '-C', dir, 'rev-list', '--count', 'HEAD')
  const before = Number(await count())
  await addPicture(page, page.getByRole('button', { name: 'Add a picture…' }), file, alt)
  const shown = page.getByRole('list', { name: 'Pictures of this note' }).getByRole('img', { name: alt })
  await expect(shown).toBeVisible()
  await expect(page.getByRole('button', { name: 'Discard changes' })).toHaveCount(0)
  expect(Number(await count())).toBe(before + 1)
  expect(await readFile(join(dir, path), 'utf8')).toBe(`# The island\n\nBirds nest here.\n\n![${alt}](../pictures/lile-aux-oiseaux.jpg)`)
  await expectLooksRight(page, info, 'note')
  await field.press('Escape')
  await expect(page.getByRole('article', { name: 'Text of The island' }).getByRole('img', { name: alt })).toBeVisible()
  await keyboard.press('Control+z')
  await expect(page.getByRole('article', { name: 'Text of The island' })).not.toContainText('Birds nest here.')
  expect(existsSync(join(dir, 'world/pictures/lile-aux-oiseaux.jpg'))).toBe(false)
  await keyboard.press('Control+Shift+z')
  await expect(page.getByRole('article', { name: 'Text of The island' }).getByRole('img', { name: alt })).toBeVisible()
})

test('a picture of a story event is shown when its scene opens', async ({ app }, info) => {
  const { page } = app
  const { keyboard } = page
  const file = info.outputPath('storm.png')
  await writeFile(file, pngFile(600, 300, [60, 60, 90]))
  const alt = 'Clouds over the tower'
  await keyboard.press('9')
  await page.getByRole('button', { name: 'New event' }).first().press('Enter')
  await page.getByRole('textbox', { name: 'Title of the new event' }).fill('The storm')
  await keyboard.press('Enter')
  const form = page.locator('aside')
  await expect(form.getByRole('heading', { level: 2, name: 'The storm' })).toBeVisible()
  await addPicture(page, form.getByRole('button', { name: 'Choose a picture…' }), file, alt)
  const shown = form.getByRole('group', { name: 'Picture' }).getByRole('img', { name: alt })
  await expect(shown).toBeVisible()
  await expectLooksRight(page, info, 'event')
  await keyboard.press('Control+z')
  await expect(shown).toHaveCount(0)
  await keyboard.press('Control+Shift+z')
  await expect(shown).toBeVisible()
  await form.getByRole('heading', { level: 2, name: 'The storm' }).click()
  await keyboard.press('1')
  await keyboard.press('.')
  await expect(page.getByText('Between scenes')).toBeVisible()
  await keyboard.press('.')
  await expect(page.getByRole('log').getByRole('img', { name: alt })).toBeVisible()
})

test('a picture of a node is described, saved with the document, and shown when that is played', async ({ app }, info) => {
  const { page, dir } = app
  const file = info.outputPath('lamp.png')
  await writeFile(file, pngFile(600, 300, [120, 90, 20]))
  const alt = 'A lamp behind salt-stained glass'
  await page.getByRole('navigation').getByRole('button', { name: 'Scenes' }).click()
  await page.getByRole('button', { name: 'New document' }).click()
  await page.getByRole('textbox', { name: 'Title of the new document' }).fill('The lamp')
  await page.getByRole('button', { name: 'Create document' }).click()
  await expect(page.locator('.arrow-card')).toHaveCount(1)
  const outline = page.getByRole('tree', { name: 'Nodes and where they lead' })
  await page.keyboard.press('o')
  await expect(outline).toBeFocused()
  await page.keyboard.press('a')
  await expect(page.getByRole('combobox', { name: 'Add a node' })).toBeFocused()
  await page.keyboard.type('content')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('tabpanel')
  const text = panel.getByRole('textbox', { name: 'Text', exact: true })
  await text.fill('It burns.')
  await addPicture(page, panel.getByRole('button', { name: 'Choose a picture…' }), file, alt)
  await expect(panel.getByRole('group', { name: 'Pictures' }).getByRole('img', { name: alt })).toBeVisible()
  await expectLooksRight(page, info, 'node')
  // The picture is saved with the document, as one beat, and named in words wherever the node is.
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  await expect(page.locator('.arrow-card').filter({ hasText: `(picture: ${alt})` })).toBeVisible()
  await expect(outline.getByRole('treeitem').filter({ hasText: `It burns. (picture: ${alt})` })).toBeVisible()
  await expect(page.getByText('[img]', { exact: false }).filter({ visible: true })).toHaveCount(1)
  const saved = await sh('git', '-C', dir, 'show', '--format=', '--stat', 'HEAD')
  expect(saved).toMatch(/scene\.arrow|\.arrow/)
  expect(saved).toContain('world/pictures/lamp.jpg')
  expect(await sh('git', '-C', dir, 'show', '--format=', 'HEAD')).toContain(alt)
  await page.getByRole('tab', { name: 'Playtest' }).click()
  await panel.getByRole('button', { name: 'Play the document' }).click()
  await expect(panel.getByRole('log').getByRole('img', { name: alt })).toBeVisible()
})
