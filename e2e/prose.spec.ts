import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, sh, test } from './fixtures'
import { expectLooksRight } from './looks.fixture'

test.use({ beats: 1 })

const subject = (dir: string) => sh('git', '-C', dir, 'log', '-1', '--format=%s')

test('prose has links, spelling and a count; a word is corrected and another one added by keyboard, and undone', async ({
  app: { page, dir }
}, info) => {
  const { keyboard } = page
  await keyboard.press('Control+k')
  await keyboard.type('throat yard')
  await keyboard.press('Enter')
  const field = page.getByRole('textbox', { name: 'Description', exact: true })
  await field.fill('')
  await keyboard.type('Fog over @wre')
  await expect(page.getByRole('option', { name: 'Wren' })).toBeVisible()
  await keyboard.press('Tab')
  await keyboard.type('. [[nowhere]] Throat and a lantrn')
  await keyboard.press('Enter')
  await keyboard.type('gullfish')
  await keyboard.press('Enter')
  await expect(field.locator('.prose-link')).toHaveText('[[Wren]]')
  await expect(field.locator('.missing-link')).toHaveText('[[nowhere]]')
  await expect(field.locator('.misspelled')).toHaveText(['lantrn', 'gullfish'])
  await expect(page.getByText('9 words', { exact: true })).toBeVisible()

  await keyboard.press('ArrowUp')
  await keyboard.press('ArrowUp')
  await keyboard.press('End')
  await keyboard.press('Control+.')
  await expect(page.getByRole('menuitem', { name: 'lantern' })).toBeVisible()
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(field.locator('.misspelled')).toHaveText(['gullfish'])
  await keyboard.press('Control+Enter')
  await expect.poll(() => subject(dir)).toBe('Saved Throat Yard\n')
  const file = await readFile(join(dir, 'world/regions/underclint/locations/throat-yard.yaml'), 'utf8')
  expect(file).toContain('Fog over [[Wren]]. [[nowhere]] Throat and a lantern')

  await keyboard.press('ArrowDown')
  await keyboard.press('End')
  await keyboard.press('Control+.')
  await expect(page.getByRole('menuitem', { name: 'Add “gullfish” to the campaign’s words' })).toBeVisible()
  await expectLooksRight(page, info, 'prose', { sizes: [{ width: 1280, height: 800 }] })
  await page.getByRole('menuitem', { name: 'Add “gullfish” to the campaign’s words' }).press('Enter')
  await expect.poll(() => readFile(join(dir, 'words.txt'), 'utf8').catch(() => '')).toBe('gullfish\n')
  await expect(field).toBeFocused()
  await keyboard.press('Home')
  await expect(field.locator('.misspelled')).toHaveCount(0)
  await keyboard.press('Control+z')
  await expect(field.locator('.misspelled')).toHaveText(['gullfish'])
})
