import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { textPdf } from '../src/main/design/pdf.fixture'
import { expect, test } from './fixtures'
import { expectLooksRight } from './looks.fixture'

const LORE = textPdf([
  "The lighthouse of O'Hara stands on the cape.",
  'Winters are long, and ships carry salt.',
  "Its keepers swear to guard the lamp.\nThe lamp burns whale oil, and never goes out while D'Arcy lives."
])

test('design documents are added, searched, removed and restored, and unreadable ones are refused with the reason', async ({ open }, info) => {
  const { page, dir } = await open({ pace: 0, view: 'scenes' })
  const files = join(dir, '../pdfs')
  await mkdir(files, { recursive: true })
  const named = {
    'Lore of the cape.pdf': LORE,
    'Scan.pdf': textPdf(['', '']),
    'Torn.pdf': LORE.subarray(0, 300),
    'Big.pdf': Buffer.concat([LORE, Buffer.alloc(9 << 20, 32)])
  }
  for (const [name, bytes] of Object.entries(named)) await writeFile(join(files, name), bytes)
  const add = async (...names: (keyof typeof named)[]): Promise<void> => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Add PDFs…' }).click()
    await (await chooser).setFiles(names.map((name) => join(files, name)))
    await expect(page.getByRole('button', { name: 'Add PDFs…' })).toBeVisible()
  }
  const list = page.locator('.design-documents')
  await list.locator('summary').click()
  await add('Lore of the cape.pdf', 'Torn.pdf', 'Scan.pdf')
  await expect(list.locator('.design-list')).toContainText('Lore of the cape.pdf3 pages')
  await expect(list.locator('.design-list')).toContainText('Scan.pdf2 pages, scanned, no text found')
  await expect(page.getByText("“Torn.pdf” can't be read as a PDF")).toBeVisible()
  await list.getByRole('searchbox').fill('What do keepers of the lighthouse swear?')
  await page.keyboard.press('Enter')
  await expect(list.getByText('Lore of the cape.pdf, page 3')).toBeVisible()
  await list.scrollIntoViewIfNeeded()
  await expectLooksRight(page, info, 'design documents', {
    sizes: [
      { width: 1280, height: 800 },
      { width: 1920, height: 1080 }
    ]
  })

  await page.getByRole('button', { name: 'Remove Lore of the cape.pdf' }).click()
  await expect(list.getByText('Design documents (1)')).toBeVisible()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(list.getByText('Design documents (2)')).toBeVisible()
  await add('Big.pdf')
  await expect(list.getByText('Design documents (3)')).toBeVisible()

  const kept = await readdir(join(dir, '.git/proscenium/design'))
  expect(kept.filter((name) => name.endsWith('.txt'))).toHaveLength(3)
  const texts = await Promise.all(kept.map((name) => readFile(join(dir, '.git/proscenium/design', name), 'utf8')))
  expect(texts.join()).toContain('whale oil')
})

test('the assistant answers a question with pages of a design document', async ({ app: { page, dir } }) => {
  await writeFile(join(dir, '../Lore.pdf'), LORE)
  await page.getByRole('navigation').getByRole('button', { name: 'Scenes' }).click()
  await page
    .getByRole('button', { name: /^Write its scene/ })
    .first()
    .click()
  await page.getByRole('tab', { name: 'Assistant' }).click()
  const panel = page.getByRole('tabpanel')
  await panel.getByText('Design documents').click()
  const chooser = page.waitForEvent('filechooser')
  await panel.getByRole('button', { name: 'Add PDFs…' }).click()
  await (await chooser).setFiles(join(dir, '../Lore.pdf'))
  await expect(panel.getByText('Design documents (1)')).toBeVisible()
  await panel.getByRole('textbox', { name: 'Request to the assistant' }).fill('What do the keepers swear?')
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('log')).toContainText('“Lore.pdf”, page 3: Its keepers swear to guard the lamp.')
})
