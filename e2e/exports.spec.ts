import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { nasty } from '../src/arrow/export/nasty.fixture'
import { readArrow, repairOf, writeArrow } from '../src/arrow/index'
import { expect, test } from './fixtures'
import { expectLooksRight } from './looks.fixture'

/** Exports by the menu, and returns the file. */
async function exported(page: Page, item: string, to: string): Promise<string> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export document…' }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
  const file = join(to, (await download).suggestedFilename())
  await (await download).saveAs(file)
  return file
}

test('a document with quotes, HTML and an empty line is exported to every format, and its translated texts are imported', async ({
  dir,
  open
}, info) => {
  const folder = join(dir, 'world/scenes')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'inn.arrow'), writeArrow({ ...nasty, title: "O'Hara's <inn>" }))
  const { page } = await open({ pace: 0, view: 'scenes' })
  await page.getByRole('button', { name: /O'Hara's <inn>/ }).click()
  await expect(page.locator('.arrow-card').first()).toBeVisible()

  const png = await readFile(await exported(page, 'Export image of the scene as PNG…', dir))
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect(png.readUInt32BE(16)).toBeGreaterThan(1000)
  await info.attach('scene', { body: png, contentType: 'image/png' })
  expect(await readFile(await exported(page, 'Export for Ink…', dir), 'utf8')).toContain('-> start')
  expect(await readFile(await exported(page, 'Export for Twine…', dir), 'utf8')).toContain(':: StoryData')
  const json = await readFile(await exported(page, 'Export JSON for players…', dir), 'utf8')
  const reopened = readArrow(repairOf(json)?.text ?? json).document
  expect([reopened.title, reopened.resources.nodes.size]).toEqual(["O'Hara's <inn>", nasty.resources.nodes.size])

  const csv = await exported(page, 'Export texts for translators…', dir)
  const sent = (await readFile(csv, 'utf8')).replace('key\toriginal', 'key\toriginal\tde').replace('Down here.', 'Down here.\tHier unten.')
  await writeFile(csv, sent.replace('6-interaction', '6-nothing'))
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Export document…' }).click()
  await page.getByRole('menuitem', { name: 'Import translated texts…' }).click()
  await (await chooser).setFiles(csv)
  const dialog = page.getByRole('dialog', { name: 'Import translated texts' })
  await expect(dialog.getByText(/^de: 1 of \d+ texts$/)).toBeVisible()
  await expect(dialog.locator('ins').filter({ hasText: 'Hier unten.' })).toBeVisible()
  await expectLooksRight(page, info, 'translated texts', { sizes: [{ width: 1280, height: 800 }] })
  await dialog.getByRole('button', { name: 'Save translations' }).click()
  await expect(page.getByText('Saved world/scenes/inn.csv.')).toBeVisible()
  expect(await readFile(join(folder, 'inn.csv'), 'utf8')).toContain('Down here.\tHier unten.')

  const html = await exported(page, 'Export page that plays the document…', dir)
  const reader = await page.context().newPage()
  const dialogs: string[] = []
  reader.on('dialog', (one) => void dialogs.push(one.message()))
  await reader.goto(pathToFileURL(html).href)
  await expect(reader.getByText("D'Arcy's <b>inn</b>")).toBeVisible()
  await reader.getByRole('combobox', { name: 'Language' }).selectOption('de')
  for (let n = 0; n < 20 && !(await reader.getByText('Hier unten.').isVisible()); n++) {
    await reader
      .getByRole('button')
      .filter({ hasNotText: /back|again|restart/i })
      .first()
      .click()
  }
  await expect(reader.getByText('Hier unten.')).toBeVisible()
  expect(dialogs).toEqual([])
  await reader.close()
})

test('documents of 5 and 20 MB open, one of 40 MB is refused with one sentence, and the window stays alive', async ({ app: { page, dir } }) => {
  const folder = join(dir, 'world/scenes')
  await mkdir(folder, { recursive: true })
  const large = (title: string, bytes: number): string =>
    writeArrow({ ...nasty, title }).replace('"This is never reached."', `"${'word '.repeat(Math.ceil(bytes / 5))}"`)
  await writeFile(join(folder, 'five.arrow'), large('Five', 5 << 20))
  await writeFile(join(folder, 'twenty.arrow'), large('Twenty', 20 << 20))
  await writeFile(join(folder, 'forty.arrow'), large('Forty', 40 << 20))
  await page.getByRole('navigation').getByRole('button', { name: 'Scenes' }).click()
  for (const title of ['Five', 'Twenty']) {
    await page.getByRole('button', { name: new RegExp(`^${title}`) }).click()
    await expect(page.locator('.arrow-card').first()).toBeVisible()
    await page.getByRole('button', { name: 'All documents' }).click()
  }
  await page
    .getByRole('button', { name: /forty\.arrow/ })
    .first()
    .click()
  await expect(page.getByText(/forty\.arrow is larger than 32 MB/)).toBeVisible()
  await page.getByRole('navigation').getByRole('button', { name: 'Map' }).click()
  await expect(page.locator('.map')).toBeVisible()
})
