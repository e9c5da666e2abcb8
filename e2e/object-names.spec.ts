import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, proscenium, test as base } from './fixtures'

/** Ids of the sample, and the inherited property names that replace them. */
const NAMES: Record<string, string> = {
  'throat-yard': 'constructor',
  'long-pull': 'toString',
  'windlass-free': 'valueOf',
  'hole-known': 'hasOwnProperty',
  underclint: 'isPrototypeOf',
  Pym: 'toLocaleString'
}

async function renameAll(dir: string): Promise<void> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = entries.filter((one) => !join(one.parentPath, one.name).includes('/.git'))
  for (const file of files.filter((one) => one.isFile())) {
    const path = join(file.parentPath, file.name)
    let text = await readFile(path, 'utf8')
    for (const [old, now] of Object.entries(NAMES))
      if (old !== 'Pym' || /(next|table\.yaml|STATE\.yaml)$/.test(path)) text = text.replace(new RegExp(`\\b${old}\\b`, 'g'), now)
    await writeFile(path, text)
  }
  const named = files.filter(({ name }) => NAMES[basename(name, '.yaml')] !== undefined)
  for (const { parentPath, name } of named.toSorted((a, b) => b.parentPath.length - a.parentPath.length)) {
    const old = basename(name, '.yaml')
    await rename(join(parentPath, name), join(parentPath, name.replace(old, NAMES[old] ?? old)))
  }
}

const test = base.extend({
  dir: async ({ dir }, use) => {
    await renameAll(dir)
    await proscenium('play', dir, '--beats', '60', '--edits', 'adopt')
    await use(dir)
  }
})

test('a world whose ids are names of object properties is shown, edited and played', async ({ app: { page } }) => {
  const played = async () => Number(await page.getByRole('slider', { name: 'Timeline' }).getAttribute('aria-valuemax'))
  await expect.poll(played).toBeGreaterThanOrEqual(60)
  await page.keyboard.press('Space')
  await expect.poll(played).toBeGreaterThan(64)
  await page.keyboard.press('Space')
  for (const tab of ['Sheet', 'Beat', 'Problems', 'Log']) await page.getByRole('tab', { name: tab, exact: true }).click()
  await page.keyboard.press('2')
  await expect(page.getByRole('main').getByText('Throat Yard').first()).toBeVisible()
  expect(await page.locator('body').textContent()).not.toContain('function Object')
})
