import type { Game } from '../../../shared/story/game'
import { firstNext, type Actor, type GameState, type Item, type Place } from '../../../shared/story/state'

/**
 * A generated world for a game without a campaign: three places in a row, two players, a friend and an enemy, who share all the equipment, and
 * every risk on the journeys. Between sessions, as at the start of a campaign.
 */
export function smallWorld({ manifest, equipment }: Pick<Game, 'manifest' | 'equipment'>): GameState {
  const stats = Object.fromEntries(Object.entries(manifest.stats).map(([stat, { min }]) => [stat, Math.max(10, min)]))
  const things: Record<string, Item>[] = Array.from({ length: 5 }, () => ({}))
  for (const [i, item] of Object.keys(equipment).toSorted().entries()) {
    const owner = things[i % things.length]
    if (owner) owner[item] = { item }
  }
  const weapon = Object.keys(equipment).find((id) => equipment[id]?.kind === 'weapon')
  const actor = (kind: Actor['kind'], name: string, location: string, i: number, attitude?: Actor['attitude']): Actor => ({
    kind,
    name,
    location,
    stats: { ...stats },
    max: { ...stats },
    conditions: {},
    inventory: { ...things[i], ...(weapon === undefined ? {} : { [weapon]: { item: weapon } }) },
    tags: {},
    ...(attitude === undefined ? {} : { attitude }),
    ...(kind === 'npc' ? { reveals: { [`${name.toLowerCase()}-told`]: { text: 'It is not far.' } } } : {})
  })
  const place = (name: string, inventory: Record<string, Item>, tags: Place['tags']): Place => ({
    name,
    region: 'made-up',
    inventory,
    tags,
    features: {
      chest: { name: `a chest in ${name}`, text: 'It opens.', fact: `open-${name.toLowerCase()}`, ...firstOf(inventory) },
      niche: { name: `a niche in ${name}`, text: 'There is more behind it.', hidden: true }
    }
  })
  const risks = Object.keys(manifest.risks)
  const journey = (from: string, to: string) => ({ from, to, region: 'made-up', direction: 'north', duration: '2 hours', difficulty: 2, risks })
  return {
    actors: {
      Ada: actor('player', 'Ada', 'start', 0),
      Ben: actor('player', 'Ben', 'start', 1),
      Foe: actor('npc', 'Foe', 'middle', 3, 'hostile'),
      Friend: actor('npc', 'Friend', 'start', 2, 'friendly')
    },
    places: {
      end: place('End', {}, { dark: true }),
      middle: place('Middle', things[4] ?? {}, {}),
      start: place('Start', {}, { safe: true, settlement: true })
    },
    journeys: {
      'end--middle': journey('end', 'middle'),
      'middle--end': journey('middle', 'end'),
      'middle--start': journey('middle', 'start'),
      'start--middle': journey('start', 'middle')
    },
    regions: { 'made-up': { name: 'A made-up region' } },
    facts: {},
    clock: { start: '1200-01-01T08:00:00Z', minutes: 0 },
    quests: {},
    factions: {},
    relationships: {},
    threads: {},
    next: firstNext('check')
  }
}

const firstOf = (inventory: Readonly<Record<string, Item>>): { item?: string } => {
  const first = Object.values(inventory)[0]
  return first ? { item: first.item } : {}
}
