import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { build, type Rolldown } from 'vite'
import { expect, test } from './fixtures'

const entry = join(import.meta.dirname, '../src/renderer/canvas/scene-editor.fixture.tsx')

/** The canvas alone, in one script and one stylesheet, without the app around it. */
async function bundled(): Promise<{ code: string; css: string }> {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, lib: { entry, formats: ['iife'], name: 'scene' } }
  })) as Rolldown.RolldownOutput[]
  const files = built.flatMap(({ output }) => output)
  return {
    code: files.flatMap((file) => (file.type === 'chunk' ? file.code : [])).join('\n'),
    css: files.flatMap((file) => (file.type === 'asset' && file.fileName.endsWith('.css') ? String(file.source) : [])).join('\n')
  }
}

interface Facts {
  selection: string[]
  last: { from: string; fromSlot?: string; to: string; toSlot?: string }
  /** The positions of the first two lines. */
  moved: [x: number, y: number][]
}

const facts = async (page: Page): Promise<Facts> => JSON.parse((await page.locator('output').textContent()) ?? '') as Facts
const node = (page: Page, id: string) => page.locator(`.react-flow__node[data-id="${id}"]`)

/** A point of a node on the page, at these fractions of its width and height. */
async function pointOf(page: Page, id: string, across: number, down: number): Promise<{ x: number; y: number }> {
  const box = await node(page, id).boundingBox()
  if (!box) throw new Error(`${id} is not drawn`)
  return { x: box.x + box.width * across, y: box.y + box.height * down }
}

/** Drags from one point to another; `meanwhile` runs before the button is released. */
async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }, meanwhile?: () => Promise<void>): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 })
  await page.mouse.move(to.x, to.y, { steps: 3 })
  await meanwhile?.()
  await page.mouse.up()
}

test('the canvas draws, selects, moves and connects the nodes of any graph, and draws only what is visible', async ({ chrome }) => {
  const { code, css } = await bundled()
  const page = await (await chrome()).newPage({ viewport: { width: 1280, height: 800 } })
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.setContent('<!doctype html><title>Scene</title>')
  await page.addStyleTag({ content: css })
  await page.addScriptTag({ content: code })
  // Of 2,000 lines only the visible ones are elements.
  await expect(node(page, 'line-0')).toBeVisible()
  await expect(page.locator('.canvas.near')).toBeVisible()
  expect(await page.locator('.react-flow__node').count()).toBeLessThan(200)
  await expect(node(page, 'line-1999')).toHaveCount(0)
  await expect(page.locator('.canvas-minimap')).toBeVisible()

  // Two are selected, and dragged together.
  await node(page, 'line-1').click()
  await node(page, 'line-0').click({ modifiers: ['Shift'] })
  expect((await facts(page)).selection).toEqual(['line-1', 'line-0'])
  const at = await pointOf(page, 'line-0', 0.5, 0.5)
  await drag(page, at, { x: at.x + 40, y: at.y + 30 })
  await expect.poll(async () => (await facts(page)).moved[0]?.[0]).toBeGreaterThan(20)
  const [[x, y] = [0, 0], second] = (await facts(page)).moved
  expect([x <= 40, y > 15, y <= 30, second]).toEqual([true, true, true, [x, y + 120]])

  // An unsaved change is undone and redone as one step.
  await page.keyboard.press('Control+z')
  await expect
    .poll(async () => (await facts(page)).moved)
    .toEqual([
      [0, 0],
      [0, 120]
    ])
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(async () => (await facts(page)).moved[0]).toEqual([x, y])

  // An edge drawn from a slot to a node ends at the node's input slot.
  await node(page, 'line-2').hover()
  await drag(page, await pointOf(page, 'line-2', 1, 0.75), await pointOf(page, 'line-24', 0.5, 0.5), () =>
    expect(page.locator('.react-flow__connection-path')).toBeVisible()
  )
  await expect.poll(async () => (await facts(page)).last).toMatchObject({ from: 'line-2', fromSlot: 'no', to: 'line-24', toSlot: 'in' })

  // A marquee adds the nodes inside it; a click on the background clears the selection.
  const [one, other] = [await pointOf(page, 'line-22', -0.05, -0.1), await pointOf(page, 'line-23', 1.05, 1.1)]
  await page.keyboard.down('Shift')
  await drag(page, one, other)
  await page.keyboard.up('Shift')
  expect((await facts(page)).selection).toEqual(['line-2', 'line-22', 'line-23'])
  await page.mouse.click(one.x - 20, one.y)
  expect((await facts(page)).selection).toEqual([])

  // Zoomed out, all lines are painted, and only the one under the pointer is an element.
  await page.mouse.move(640, 400)
  for (let k = 0; k < 12; k++) await page.mouse.wheel(0, 400)
  await expect(page.locator('.canvas.far')).toBeVisible()
  expect(await page.locator('.react-flow__node').count()).toBeLessThan(2)
  expect(errors).toEqual([])
  await page.close()
})
