import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures'
import { expectPlayed, LIGHTHOUSE as story } from './lighthouse.fixture'

test.use({ campaign: 'none' })

/** Nothing but clicks, and texts typed into the field that a click has focused. */
function mouse(page: Page) {
  const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true })
  const view = (name: string): Promise<void> => page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name }).click()
  const type = (text: string): Promise<void> => page.keyboard.type(text)
  const saved = (message: string | RegExp): Promise<void> => expect(page.getByRole('contentinfo').getByRole('status')).toContainText(message)
  /** Types into a field and leaves it by a click on the heading of its form. */
  const write = async (field: Locator, text: string, message: string | RegExp): Promise<void> => {
    await field.click()
    await field.press('Control+a')
    await type(text)
    await page.locator('aside').getByRole('heading', { level: 2 }).first().click()
    await saved(message)
  }
  const choose = async (opener: Locator, option: string | RegExp, message: string | RegExp): Promise<void> => {
    await opener.click()
    await page.getByRole('option', { name: option }).first().click()
    await saved(message)
  }
  return { button, view, type, saved, write, choose }
}

test('a lighthouse campaign is made from an empty folder by mouse alone and played to its end', async ({ app }) => {
  const { page } = app
  const { button, view, type, saved, write, choose } = mouse(page)
  await button(/^New campaign/).click()
  const dialog = page.getByRole('dialog', { name: 'New campaign' })
  await dialog.getByRole('textbox', { name: 'Title' }).click()
  await type(story.title)
  const dir = await dialog.getByRole('textbox', { name: 'Folder' }).inputValue()
  await dialog.getByRole('radio', { name: /A blank campaign/ }).click()
  await dialog.getByRole('button', { name: 'Create campaign' }).click()
  await expect(page.locator('.title-bar')).toContainText(story.title)

  await view('Map')
  const place = (name: string): Locator => page.getByRole('treeitem', { name: new RegExp(`^${name}, place`) })
  const tools = page.getByRole('toolbar', { name: 'Map tools' })
  for (const name of story.places) {
    await tools.getByRole('button', { name: 'Add a place' }).click()
    await expect(page.getByRole('textbox', { name: 'Name of the new place' })).toBeFocused()
    await type(name)
    await page.getByRole('treeitem', { name: /^Home country, region/ }).click()
    await saved(`Added ${name}`)
  }
  for (const [from, to] of story.journeys) {
    await place(from).click()
    await choose(button('Add a journey from here…'), new RegExp(`${to}$`), `Added the journey from ${from} to ${to}`)
    await button('Add the return journey').click()
    await saved(`Added the journey from ${to} to ${from}`)
  }
  // The two places of the blank world make way for these.
  await place('The Crossroads').click()
  await place('The Hill').click({ modifiers: ['Control'] })
  await button('Remove selection').click()
  await choose(button('Move characters and items to…'), new RegExp(`${story.start}$`), 'Removed 2 places')

  for (const { at, name, text, fact, after, item } of story.features) {
    await place(at).click()
    await button('Add a feature').click()
    await type(name)
    await button('Add a feature').click()
    await saved(`Saved ${at}`)
    await write(page.getByRole('textbox', { name: 'Text when found' }), text, `Saved ${at}`)
    await write(page.getByRole('combobox', { name: 'Sets fact' }), fact.words, `Saved ${at}`)
    await expect(page.getByRole('combobox', { name: 'Sets fact' })).toHaveValue(fact.id)
    if (after) await write(page.getByRole('textbox', { name: 'Requires facts' }), after, `Saved ${at}`)
    if (item === undefined) continue
    await button('Contains item').click()
    await type(item)
    await page.getByRole('option', { name: /^New item/ }).click()
    await expect(button('Contains item')).toHaveText(item)
  }

  await view('Cast')
  const card = (name: string): Locator => page.getByRole('gridcell', { name })
  const create = async (kind: 'player' | 'person', name: string): Promise<void> => {
    await button(`New ${kind}`).click()
    await expect(page.getByRole('textbox', { name: `Name of the new ${kind}` })).toBeFocused()
    await type(name)
    await button('Create').click()
    await saved(`Added ${name}`)
  }
  for (const name of story.players) await create('player', name)
  await card('Hero').click({ button: 'right' })
  await page.getByRole('menuitem', { name: /^Remove/ }).click()
  await saved('Removed Hero')
  for (const { name, at, want, met } of story.people) {
    await create('person', name)
    if (at !== story.start) await choose(button('Where they are'), new RegExp(`${at}$`), `Saved ${name}`)
    await button('Add to wants').click()
    await type(want)
    await button('Add to wants').click()
    await expect(page.getByRole('textbox', { name: 'Want', exact: true }).first()).toHaveText(want)
    await choose(button('Add a fact to “met when”'), new RegExp(`^${met}$`), `Saved ${name}`)
    await expect(page.getByRole('combobox', { name: 'Met when' })).toHaveValue(`fact.${met}`)
  }

  await view('Story')
  for (const { title, at, starts, ends, isClimax, epilogue } of story.events) {
    await button('New event').first().click()
    await type(title)
    await button('Create').click()
    // Until then the form shows the event that was selected before.
    await expect(page.locator('aside').getByRole('heading', { level: 2, name: title })).toBeVisible()
    const message = `Saved the story event “${title}”`
    await choose(button('Where'), new RegExp(`${at}$`), message)
    const facts = (name: string): Locator => page.getByRole('group', { name }).getByRole('button', { name: 'Add a fact' })
    if (starts) await choose(facts('Begins when these facts hold'), new RegExp(`^${starts}$`), message)
    await choose(facts('Over when these facts hold'), new RegExp(`^${ends}$`), message)
    if (!isClimax || epilogue === undefined) continue
    const climax = page.getByRole('checkbox', { name: 'Climax of the story' })
    await climax.click()
    // It changes at once, not only when its beat is saved.
    expect(await climax.isChecked()).toBe(true)
    await button('Add to epilogue').click()
    await type(epilogue)
    await button('Add to epilogue').click()
    await expect(page.getByRole('textbox', { name: 'Text' }).first()).toHaveText(epilogue)
    await expect(climax).toBeChecked()
  }

  await view('Scenes')
  await page.getByRole('button', { name: `Write its scene: ${story.scene.of}` }).click()
  await button('Write the first line').click()
  await expect(page.getByRole('textbox', { name: 'Narration' })).toBeFocused()
  await type(story.scene.text)
  await button('Add a node…').click()
  await page.getByRole('option', { name: /^Interaction/ }).click()
  for (const [i, choice] of story.scene.choices.entries()) {
    if (i > 0) await button('Add an action').click()
    await expect(page.getByRole('textbox', { name: `Action ${i + 1}` })).toBeFocused()
    await type(choice)
  }
  await button('Save Ctrl S').click()
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)

  await view('Play')
  await page.getByRole('combobox', { name: 'Speed' }).click()
  await page.getByRole('option', { name: 'As fast as possible' }).click()
  await button('Autoplay').click()
  await expectPlayed(page, dir)
})
