import type { Game } from '../../shared/story/game'
import type { Actor, GameState } from '../../shared/story/state'
import { tinyWorld } from '../rules/tiny-world.fixture'

interface Class {
  name: string
  stats: Record<string, number>
  kit: string[]
}
/** The classes in totm's manifest. */
const classes = (totm: Game): [string, Class][] => Object.entries(totm.manifest['classes'] as Record<string, Class>)

/** One player of each class of totm at the foot of a climb, named like the class, with other journeys nearby, and actors to fight. */
export function totmWorld(totm: Game): GameState {
  const players = classes(totm).map(([id, { name, stats, kit }]): [string, Actor] => [
    name,
    {
      kind: 'player',
      name,
      location: 'foot',
      stats: { ...stats, xp: 0, level: 1 },
      max: { hp: stats['hp'] ?? 1 },
      conditions: {},
      inventory: Object.fromEntries(kit.map((item) => [item, { item }])),
      tags: { class: id }
    }
  ])
  const foe = (name: string, stats: Record<string, number>, ...things: string[]): Actor => ({
    kind: 'npc',
    name,
    location: 'crypt',
    attitude: 'hostile',
    stats,
    max: {},
    conditions: {},
    inventory: Object.fromEntries(things.map((item) => [item, { item }])),
    tags: {}
  })
  const journey = (from: string, to: string, difficulty: number, ...risks: string[]) => ({
    from,
    to,
    region: 'hill',
    direction: 'up',
    duration: '10 minutes',
    difficulty,
    risks
  })
  const place = (name: string) => ({ name, region: 'hill', features: {}, inventory: {}, tags: {} })
  return {
    ...tinyWorld(),
    actors: {
      ...Object.fromEntries(players),
      Rat: foe('the Rat', { hp: 4 }),
      Knight: foe('the Knight', { hp: 9, brawn: 6 }, 'shield')
    },
    places: { foot: place('The Foot'), top: place('The Top'), crypt: place('The Crypt') },
    journeys: {
      'foot--top': journey('foot', 'top', 4, 'a climb'),
      'foot--crypt': journey('foot', 'crypt', 3, 'darkness', 'the undead', 'slippery steps'),
      'top--crypt': journey('top', 'crypt', 6, 'a trap', 'old magic'),
      'top--foot': journey('top', 'foot', 0, 'a climb'),
      'crypt--top': journey('crypt', 'top', 5),
      'crypt--foot': journey('crypt', 'foot', 9, 'slippery steps')
    },
    scene: undefined
  }
}
