import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { Download, Page } from '@playwright/test'
import { violationsOf } from './axe.fixture'
import { expect, test } from './fixtures'
import { expectLooksRight } from './looks.fixture'

test.use({ beats: 25 })

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Export transcript' })

/** Exports with the dialog's current settings, by keyboard. */
async function exported(page: Page): Promise<Download> {
  const [file] = await Promise.all([page.waitForEvent('download'), dialog(page).getByRole('button', { name: 'Export', exact: true }).press('Enter')])
  await expect(dialog(page).getByRole('status')).toContainText(`Saved as ${file.suggestedFilename()}.`)
  return file
}

test('a transcript is exported as a page without scripts or requests, and as PDF', async ({ app }, info) => {
  const { page } = app
  await expect(page.getByRole('slider', { name: 'Timeline' })).toHaveAttribute('aria-valuenow', /^[1-9]\d$/)
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('transcript')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('radio', { name: /^This session/ })).toBeChecked()
  await expectLooksRight(page, info, 'transcript')

  await dialog(page)
    .getByRole('radio', { name: /^The whole branch/ })
    .check()
  const html = await exported(page)
  expect(html.suggestedFilename()).toBe('the-well-transcript.html')
  await dialog(page).getByRole('radio', { name: /^PDF/ }).check()
  const pdf = await exported(page)
  expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe('%PDF-')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()

  const saved = info.outputPath('well.html')
  await html.saveAs(saved)
  const reader = await page.context().newPage()
  const requests: string[] = []
  reader.on('request', (request) => requests.push(request.url()))
  for (const colorScheme of ['dark', 'light'] as const) {
    await reader.emulateMedia({ colorScheme })
    await reader.goto(pathToFileURL(saved).href)
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText('The Well')
    await expect(reader.getByRole('main')).toContainText('Someone has kept count of the counting')
    await expect(reader.getByRole('img', { name: /^The map of / })).toBeVisible()
    await expect(reader.locator('script')).toHaveCount(0)
    expect(await violationsOf(reader, colorScheme === 'dark' ? 'everything' : 'contrast'), colorScheme).toEqual([])
  }
  expect(new Set(requests)).toEqual(new Set([pathToFileURL(saved).href]))
})
