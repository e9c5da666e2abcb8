import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, sh } from './fixtures'

/** The lighthouse campaign that a newcomer makes in the window, with nothing of a sample in it. */
export const LIGHTHOUSE: Lighthouse = {
  title: 'The Ninth Light',
  places: ['Lamp House', 'Gallery', 'Boat Shed', 'Reef', 'Village Quay'],
  start: 'Village Quay',
  journeys: [
    ['Village Quay', 'Lamp House'],
    ['Lamp House', 'Gallery'],
    ['Village Quay', 'Boat Shed'],
    ['Boat Shed', 'Reef']
  ],
  players: ['Inga Storr', 'Pell Rusk'],
  people: [
    { name: 'Old Brannoch', at: 'Lamp House', want: 'To see the ninth light burn once more.', met: 'lamp-lit' },
    { name: 'Sefa', at: 'Boat Shed', want: 'To know when the tide takes the wreck.', met: 'tide-known' },
    { name: 'Lunt', at: 'Village Quay', want: 'Every cask of the brig accounted for.', met: 'oil-found' }
  ],
  features: [
    {
      at: 'Boat Shed',
      name: 'the tide table',
      text: 'Somebody has underlined tonight, and written nine beside it.',
      fact: { words: 'tide known', id: 'tide-known' }
    },
    {
      at: 'Reef',
      name: 'the wrecked brig',
      text: 'Nine casks are lashed to the mast, and the lashings held.',
      fact: { words: 'oil found', id: 'oil-found' },
      item: 'Cask of lamp oil'
    },
    {
      at: 'Gallery',
      name: 'the cold lamp',
      text: 'It takes the whole cask, and then it takes the match.',
      fact: { words: 'lamp lit', id: 'lamp-lit' },
      after: 'oil found'
    }
  ],
  events: [
    { title: 'Nine casks', at: 'Reef', ends: 'oil-found' },
    {
      title: 'The ninth light',
      at: 'Gallery',
      starts: 'oil-found',
      ends: 'lamp-lit',
      isClimax: true,
      epilogue: 'Eight keepers had said it could not be lit from this side.'
    }
  ],
  scene: {
    of: 'The ninth light',
    text: 'The cask stands below the lamp, and the tide has turned.',
    choices: ['Carry it up together', 'Send the harbourmaster away first']
  }
}

interface Lighthouse {
  title: string
  places: readonly string[]
  start: string
  journeys: readonly (readonly [string, string])[]
  players: readonly string[]
  people: readonly { name: string; at: string; want: string; met: string }[]
  features: readonly { at: string; name: string; text: string; fact: { words: string; id: string }; after?: string; item?: string }[]
  events: readonly { title: string; at: string; starts?: string; ends: string; isClimax?: boolean; epilogue?: string }[]
  scene: { of: string; text: string; choices: readonly string[] }
}

/** The campaign has ended in the window, and what made it is in the folder. */
export async function expectPlayed(page: Page, dir: string): Promise<void> {
  await expect(page.getByRole('contentinfo')).toContainText('The campaign has ended')
  const log = page.getByRole('log', { name: 'Log' })
  await expect(log).toContainText(LIGHTHOUSE.events.at(-1)?.epilogue ?? '')
  expect(await readdir(join(dir, 'world/story'))).toEqual(['nine-casks', 'the-ninth-light'])
  // Git's index follows a burst of beats a moment later.
  await expect.poll(() => sh('git', '-C', dir, 'status', '--porcelain')).toBe('')
  const all = await sh('git', '-C', dir, 'log', '--format=%B')
  expect(all).toContain(LIGHTHOUSE.scene.text)
  expect(LIGHTHOUSE.scene.choices.some((choice) => all.includes(choice))).toBe(true)
}
