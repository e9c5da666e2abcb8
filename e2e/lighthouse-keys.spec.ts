import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures'
import { keysOf } from './keyboard'
import { expectPlayed, LIGHTHOUSE as story } from './lighthouse.fixture'

test.use({ campaign: 'none' })

test('a lighthouse campaign is made from an empty folder by keyboard alone and played to its end', async ({ app }) => {
  const { page } = app
  const { press, type, typeTo, tabTo, menu, pressAt } = keysOf(page)
  const saved = (message: string | RegExp): Promise<void> => expect(page.getByRole('contentinfo').getByRole('status')).toContainText(message)
  const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true })
  const field = (name: string | RegExp): Locator => page.getByRole('textbox', { name, exact: true })
  /** Finds an entry of the focused chooser by typing, and takes it. */
  const choose = async (text: string, option: string | RegExp): Promise<void> => {
    await expect(page.getByRole('combobox', { expanded: true })).toBeFocused()
    await type(text)
    await expect(page.getByRole('option', { selected: true })).toHaveText(option)
    await press('Enter')
  }

  // The start page and its dialog.
  await pressAt(button(/^New campaign/))
  const dialog = page.getByRole('dialog', { name: 'New campaign' })
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toBeFocused()
  await type(story.title)
  const dir = await dialog.getByRole('textbox', { name: 'Folder' }).inputValue()
  await tabTo(dialog.getByRole('combobox', { name: 'Game' }))
  await type('Theater')
  await tabTo(dialog.getByRole('radio', { name: /^The sample/ }))
  await press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: /^A blank campaign/ })).toBeChecked()
  await press('Enter')
  await expect(page.locator('.title-bar')).toContainText(story.title)

  // The map and its outline.
  await press('2')
  const tree = page.getByRole('tree', { name: 'Regions, places and journeys' })
  const row = (name: string): Locator => tree.getByRole('treeitem', { name: new RegExp(`^${name}`), selected: true })
  const goTo = (name: string): Promise<void> => typeTo(name, row(`${name}, place`))
  await pressAt(page.getByRole('toolbar', { name: 'Map tools' }).getByRole('button', { name: 'Add a place' }))
  for (const [i, name] of story.places.entries()) {
    if (i > 0) await press('Insert')
    await expect(field('Name of the new place')).toBeFocused()
    await type(name)
    await press('Enter')
    await saved(`Added ${name}`)
    await expect(tree).toBeFocused()
  }
  for (const [from, to] of story.journeys) {
    await goTo(from)
    await menu('Connect')
    await choose(to, new RegExp(`${to}$`))
    await saved(`Added the journey from ${from} to ${to}`)
    await expect(tree).toBeFocused()
    await menu('Add the return')
    await saved(`Added the journey from ${to} to ${from}`)
    await expect(tree).toBeFocused()
  }
  await goTo('The Crossroads')
  await press('Shift+ArrowDown', 'Delete')
  await pressAt(page.getByRole('dialog').getByRole('button', { name: 'Move characters and items to…' }))
  await choose(story.start, new RegExp(`${story.start}$`))
  await saved('Removed 2 places')

  // Features, their facts and the item, in the form of their place.
  for (const { at, name, text, fact, after, item } of story.features) {
    await expect(tree).toBeFocused()
    await goTo(at)
    await press('Enter')
    await pressAt(button('Add a feature'))
    await type(name)
    await press('Enter')
    await saved(`Saved ${at}`)
    // The field in which to go on has the focus.
    await expect(field('Text when found')).toBeFocused()
    await type(text)
    await tabTo(page.getByRole('combobox', { name: 'Sets fact' }))
    await type(fact.words)
    await press('Tab')
    await expect(page.getByRole('combobox', { name: 'Sets fact' })).toHaveValue(fact.id)
    if (after) {
      await tabTo(field('Requires facts'))
      await type(after)
      await press('Tab')
    }
    if (item) {
      await pressAt(button('Contains item'))
      await choose(item, /^New item/)
      await expect(button('Contains item')).toHaveText(item)
      await expect(button('Contains item')).toBeFocused()
    }
    await press('Escape')
  }

  // The cast.
  await press('8')
  const cast = page.getByRole('grid', { name: 'Cast' })
  const create = async (key: string, kind: string, name: string): Promise<void> => {
    await press(key)
    await expect(field(`Name of the new ${kind}`)).toBeFocused()
    await type(name)
    await press('Enter')
    await saved(`Added ${name}`)
    await expect(cast).toBeFocused()
  }
  await tabTo(cast)
  for (const name of story.players) await create('Shift+Insert', 'player', name)
  await press('Home')
  await expect(cast.getByRole('gridcell', { name: 'Hero', selected: true })).toBeVisible()
  await press('Delete')
  await saved('Removed Hero')
  for (const { name, at, want, met } of story.people) {
    await create('Insert', 'person', name)
    await press('Enter')
    if (at !== story.start) {
      await pressAt(button('Where they are'))
      await choose(at, new RegExp(`${at}$`))
      await saved(`Saved ${name}`)
    }
    await pressAt(button('Add to wants'))
    await type(want)
    await press('Enter')
    await saved(`Saved ${name}`)
    // The field for another want keeps the focus; the new want is above it.
    await pressAt(button('Add a fact to “met when”'), 'back')
    await choose(met, new RegExp(`^${met}`))
    await expect(page.getByRole('combobox', { name: 'Met when' })).toHaveValue(`fact.${met}`)
    await press('Escape')
    await expect(cast).toBeFocused()
  }

  // The story.
  await press('9')
  const events = page.getByRole('grid', { name: 'Events' })
  for (const { title, at, starts, ends, isClimax, epilogue } of story.events) {
    if (title === story.events[0]?.title) await pressAt(button('New event').first())
    else await press('Insert')
    await expect(field('Title of the new event')).toBeFocused()
    await type(title)
    await press('Enter')
    await expect(events).toBeFocused()
    await expect(page.locator('aside').getByRole('heading', { level: 2, name: title })).toBeVisible()
    const message = `Saved the story event “${title}”`
    await press('Enter')
    await pressAt(button('Where'))
    await choose(at, new RegExp(`${at}$`))
    await saved(message)
    const facts = (name: string): Locator => page.getByRole('group', { name }).getByRole('button', { name: 'Add a fact' })
    if (starts) {
      await pressAt(facts('Begins when these facts hold'))
      await choose(starts, new RegExp(`^${starts}`))
      await saved(message)
    }
    await pressAt(facts('Over when these facts hold'))
    await choose(ends, new RegExp(`^${ends}`))
    await saved(message)
    if (isClimax && epilogue) {
      await tabTo(page.getByRole('checkbox', { name: 'Climax of the story' }))
      await press('Space')
      await pressAt(button('Add to epilogue'))
      await type(epilogue)
      await press('Enter')
      await expect(page.getByRole('textbox', { name: 'Text' }).first()).toHaveText(epilogue)
      // The first Esc closes the field for another text.
      await press('Escape')
      await expect(button('Add to epilogue')).toBeFocused()
    }
    await press('Escape')
    await expect(events).toBeFocused()
  }

  // The scene of the last event.
  await press('4')
  await pressAt(page.getByRole('button', { name: `Write its scene: ${story.scene.of}` }))
  await expect(button('Write the first line')).toBeVisible()
  await pressAt(button('Write the first line'))
  await expect(field('Narration')).toBeFocused()
  await type(story.scene.text)
  // The keys below the script say that Tab begins a choice, and another one after it.
  for (const [i, choice] of story.scene.choices.entries()) {
    await press('Tab')
    await expect(field(`Choice ${i + 1}`)).toBeFocused()
    await type(choice)
  }
  await press('Control+s')
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  await press('Escape')

  await press('1')
  await expect(page.getByRole('main', { name: 'Play' })).toBeVisible()
  await pressAt(page.getByRole('combobox', { name: 'Speed' }), 'back')
  await expect(page.getByRole('option', { name: 'Normal' })).toBeFocused()
  await press('End')
  await expect(page.getByRole('option', { name: 'As fast as possible' })).toBeFocused()
  await press('Enter')
  await expect(page.getByRole('combobox', { name: 'Speed' })).toBeFocused()
  await pressAt(button('Autoplay'), 'back')
  await expectPlayed(page, dir)
})
