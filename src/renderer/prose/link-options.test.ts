import { expect, it } from 'vitest'
import type { CampaignName } from '../../shared/contract/language-calls'
import { findLinks, linkOptions } from './link-options'

const name = (kind: CampaignName['kind'], id: string, path: string, title?: string): CampaignName => ({
  kind,
  id,
  path,
  line: 1,
  ...(title === undefined ? {} : { title })
})
const names = [
  name('character', 'Wren', 'world/players/Wren/STATS.yaml', 'Wren Ashdown'),
  name('note', 'world/players/Wren/ABOUT.md', 'world/players/Wren/ABOUT.md', 'Wren'),
  name('place', 'old-quay', 'world/regions/bay/locations/old-quay.yaml', 'The Old Quay'),
  name('region', 'bay', 'world/regions/bay/ABOUT.md', 'Bay of نور'),
  name('note', 'world/misc/Tolls.md', 'world/misc/Tolls.md'),
  name('fact', 'lamp-lit', 'world/STATE.yaml')
]

it('links lead to people, places, regions and notes, each once, and not to facts', () => {
  expect(linkOptions(names).map(({ target, title }) => [target, title])).toEqual([
    ['Wren', 'Wren Ashdown'],
    ['old-quay', 'The Old Quay'],
    ['bay', 'Bay of نور'],
    ['Tolls', 'Tolls']
  ])
})

it('links are found by parts of their target and title, first those that begin so', () => {
  const find = (query: string): string[] => findLinks(linkOptions(names), query).map(({ target }) => target)
  expect([find('wr'), find('quay old'), find('o'), find('نور'), find('constructor')]).toEqual([
    ['Wren'],
    ['old-quay'],
    ['old-quay', 'Wren', 'bay', 'Tolls'],
    ['bay'],
    []
  ])
  expect(find('')).toHaveLength(4)
})
