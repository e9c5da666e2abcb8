import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures'
import { expectLooksRight } from './looks.fixture'

const RULE = 'rules/actions/rest.ts'
const NOTE = "world/misc/o'hara.md"

const open = async (page: Page, name: string): Promise<void> => {
  await page.keyboard.press('Control+p')
  await page.getByRole('combobox').fill(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation', { name: 'Open files' }).getByRole('button', { name: new RegExp(`^${name}`) })).toBeVisible()
}
/** Types at the beginning of the file in view. */
const type = async (page: Page, text: string): Promise<void> => {
  await page.keyboard.press('Alt+2')
  await page.keyboard.press('Control+Home')
  await page.keyboard.insertText(text)
}

/** The states of the workshop, each reached from the previous one. */
const states: Record<string, (page: Page, dir: string) => Promise<void>> = {
  'workshop empty': async (page) => {
    await expect(page.getByRole('heading', { name: 'No file is open' })).toBeVisible()
  },
  'workshop quick open': async (page) => {
    await page.keyboard.press('Control+p')
    await page.getByRole('combobox').fill('weap')
    await expect(page.getByRole('option').first()).toContainText('weapons.yaml')
  },
  'workshop of a thousand files': async (page) => {
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox', { name: 'Filter files' }).fill('many')
    await expect(page.getByRole('treeitem', { name: 'note-1.md' })).toBeVisible()
    expect(await page.getByRole('treeitem').count()).toBeLessThan(100)
  },
  'workshop rule': async (page) => {
    await page.getByRole('searchbox', { name: 'Filter files' }).fill('')
    await open(page, 'rest.ts')
    await expect(page.locator('.view-line').first()).toContainText('import')
  },
  'workshop unsaved': async (page) => {
    await type(page, 'const = ;\n')
    await expect(page.getByRole('textbox', { name: 'Message of the beat' })).toHaveValue('Added 1 line to the action rest')
  },
  'workshop not in use': async (page) => {
    await page.keyboard.press('Control+s')
    await expect(page.getByRole('region', { name: 'Not in use.' })).toContainText('The table keeps using the previous version of the rule.')
    await page.getByRole('button', { name: 'Dismiss' }).first().click()
  },
  'workshop problems': async (page) => {
    await page.keyboard.press('Alt+m')
    await expect(page.getByRole('tabpanel', { name: 'Problems' }).getByRole('button', { name: /^Error .*1:7$/ })).toBeVisible()
  },
  'workshop search': async (page) => {
    await page.keyboard.press('Control+Shift+F')
    const text = page.getByLabel('Search for')
    await text.fill('rest')
    await text.press('Enter')
    await expect(page.getByRole('tabpanel', { name: 'Search' }).getByRole('button', { name: 'Replace all' })).toBeEnabled()
  },
  'workshop try it': async (page) => {
    await page.keyboard.press('Alt+t')
    const panel = page.getByRole('tabpanel', { name: 'Try it' })
    await panel.getByLabel('Action', { exact: true }).selectOption('explore')
    await expect(panel.getByText('Wren can do it now.')).toBeVisible()
    await panel.getByRole('button', { name: 'Try 1,000 times' }).press('Enter')
    await expect(panel.getByText('1,000 runs, seed')).toBeVisible()
  },
  'workshop replay': async (page) => {
    await page.keyboard.press('Alt+r')
    const panel = page.getByRole('tabpanel', { name: 'Replay' })
    await panel.getByRole('button', { name: 'Replay with these rules' }).press('Enter')
    await expect(panel.getByText('Replayed 3 of 3 beats')).toBeVisible()
  },
  'workshop preview': async (page) => {
    await open(page, "o'hara.md")
    await page.keyboard.press('Alt+v')
    await expect(page.getByRole('tabpanel', { name: 'Preview' }).getByRole('heading', { name: 'Was' })).toBeVisible()
  },
  'workshop history': async (page) => {
    await open(page, 'rest.ts')
    await page.keyboard.press('Alt+h')
    await expect(page.getByRole('tabpanel', { name: 'History' })).toContainText('Beat 0')
  },
  'workshop differences': async (page) => {
    await page.getByRole('button', { name: 'Compare with beat 0' }).click()
    await expect(page.getByText('1 difference')).toBeVisible()
  },
  'workshop conflict': async (page, dir) => {
    await page.getByRole('button', { name: 'Back to the editor' }).click()
    await page.keyboard.press('Control+j')
    await open(page, "o'hara.md")
    await expect(page.getByRole('textbox', { name: `Text of ${NOTE}` })).toBeFocused()
    await page.keyboard.press('Alt+2')
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Control+Shift+k')
    await type(page, '# Mine\n')
    await writeFile(join(dir, NOTE), '# Theirs\n\nIt rains.\nA line from outside.\n')
    await expect(page.getByRole('alert', { name: 'The file has changed on disk.' })).toBeVisible()
  },
  'workshop three versions': async (page) => {
    await page.getByRole('button', { name: 'Merge…' }).click()
    await expect(page.getByRole('list', { name: 'Conflicts' }).getByRole('listitem')).toHaveCount(1)
  },
  'workshop broken file': async (page) => {
    await page.getByRole('button', { name: 'Decide later' }).click()
    await open(page, 'latin.md')
    await expect(page.getByRole('heading', { name: 'This file can’t be opened' })).toBeVisible()
  },
  'workshop new file': async (page) => {
    await page.getByRole('tree').focus()
    await page.keyboard.press('Insert')
    await expect(page.getByRole('textbox', { name: 'Path of the new file' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Enter a path that ends with a name, such as world/misc/mill.md.')).toBeVisible()
  },
  'workshop coverage': async (page) => {
    await page.keyboard.press('Escape')
    await open(page, 'use-item.yaml')
    await expect(page.getByRole('textbox', { name: 'Text of rules/actions/use-item.yaml' })).toBeAttached()
    await page.keyboard.press('Alt+g')
    const panel = page.getByRole('tabpanel', { name: 'Coverage' })
    await expect(panel.getByText('3 beats, 3 of them replayed.')).toBeVisible()
    await expect(panel.getByRole('button', { name: /^attack never rules\/actions\/attack\.ts/ })).toBeVisible()
    await expect(page.locator('.coverage-mark.never').first()).toBeVisible()
  },
  'workshop coverage of a thousand statements': async (page) => {
    const panel = page.getByRole('tabpanel', { name: 'Coverage' })
    await panel.getByRole('button', { name: /^TypeScript statements/ }).press('Enter')
    await expect(panel.getByRole('button', { name: /^Show 100 of/ })).toBeVisible()
    expect(await panel.locator('.coverage-entry').count()).toBe(100)
  },
  'workshop coverage of scenes': async (page) => {
    const panel = page.getByRole('tabpanel', { name: 'Coverage' })
    await panel.getByRole('button', { name: /^Scene nodes/ }).press('Enter')
    await expect(panel.locator('.coverage-entry').first()).toBeVisible()
  },
  'workshop wizard': async (page) => {
    await page.keyboard.press('Escape')
    await page.keyboard.press('Alt+n')
    const dialog = page.getByRole('dialog', { name: 'New…' })
    await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused()
    await page.keyboard.type('Überfahrt zur Insel der tausend Glocken, bei Nacht und ohne Licht')
    await dialog.getByLabel('Language').selectOption('ts')
    await expect(dialog.getByRole('region', { name: 'rules/manifest.yaml' })).toContainText('uberfahrt')
  },
  'workshop ruling': async (page) => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page
      .getByRole('navigation', { name: 'Open files' })
      .getByRole('button', { name: /^latin\.md/ })
      .focus()
    await page.keyboard.press('r')
    await expect(page.getByRole('textbox', { name: /^Text of world\/rulings\// })).toBeFocused()
  },
  'workshop past': async (page) => {
    await open(page, 'rest.ts')
    await page.getByRole('tree').focus()
    await page.keyboard.press('Alt+h')
    await page.getByRole('button', { name: 'Beat 0', exact: true }).click()
    await expect(page.getByText('This is the file as it was at this beat. It is read-only.')).toBeVisible()
  }
}

test.use({ beats: 3 })

test('the workshop fits in every size and is readable in both themes', async ({ dir, open }, info) => {
  await mkdir(join(dir, 'world/misc/many'), { recursive: true })
  await Promise.all(Array.from({ length: 1200 }, (_, i) => writeFile(join(dir, `world/misc/many/note-${i + 1}.md`), `# Note ${i + 1}\n`)))
  await writeFile(join(dir, NOTE), '# Was\n\nIt rains.\n')
  await writeFile(join(dir, 'world/misc/latin.md'), Buffer.from('# Caf\xe9\n', 'latin1'))
  const sound = await readFile(join(dir, RULE), 'utf8')
  const { page } = await open({ pace: 0, view: 'workshop' })
  for (const [name, reach] of Object.entries(states)) {
    await reach(page, dir)
    await expectLooksRight(page, info, name)
  }
  expect(await readFile(join(dir, RULE), 'utf8')).toBe(`const = ;\n${sound}`)
})
