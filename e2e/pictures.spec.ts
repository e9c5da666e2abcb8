import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
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
