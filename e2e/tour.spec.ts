import { writeFileSync } from 'node:fs'
import { expect, test } from './fixtures'
import { violationsOf } from './axe.fixture'

test.describe('from the start page', () => {
  test.use({ campaign: 'none' })

  test('a newcomer takes the tour of the sample by keyboard, plays during it, and takes it again', async ({ app: { page } }, info) => {
    const link = page.getByRole('button', { name: 'Take the tour of the sample' })
    await link.focus()
    await page.keyboard.press('Enter')
    const step = (title: string) => page.getByRole('region', { name: `Tour: ${title}` })
    await expect(step('Let the table play')).toBeFocused()
    await expect(page.getByRole('region', { name: /^Tour/ })).toContainText('Step 1 of 5')
    expect(await violationsOf(page, 'wcag')).toEqual([])
    // What the step says can be tried at once.
    await page.keyboard.press('Space')
    await expect(page.getByRole('slider', { name: 'Timeline' })).not.toHaveAttribute('aria-valuenow', '0')
    await page.keyboard.press('Space')
    for (const title of ['Read the story', 'Go back in time', 'Change the world', 'Find anything']) {
      await page.getByRole('button', { name: 'Next' }).focus()
      await page.keyboard.press('Enter')
      await expect(step(title)).toBeFocused()
      await expect(page.locator('.tour-ring')).toBeVisible()
      const [card, part] = await Promise.all([step(title).boundingBox(), page.locator('.tour-ring').boundingBox()])
      if (!card || !part) throw new Error('The step is not drawn')
      const isApart =
        card.x + card.width <= part.x || part.x + part.width <= card.x || card.y + card.height <= part.y || part.y + part.height <= card.y
      expect(isApart, `${title} covers its part`).toBe(true)
      if (process.env['PICTURES']) writeFileSync(info.outputPath(`${title}.png`), await page.screenshot())
    }
    await page.getByRole('button', { name: 'Finish' }).click()
    await expect(page.getByRole('region', { name: /^Tour/ })).toHaveCount(0)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('take the tour')
    await page.keyboard.press('Enter')
    await expect(step('Let the table play')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('region', { name: /^Tour/ })).toHaveCount(0)
  })
})
