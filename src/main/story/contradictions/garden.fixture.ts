import { Condition } from '../../../shared/story/game'
import { Lore } from '../../../shared/story/lore'
import { firstNext, GameState } from '../../../shared/story/state'
import type { World } from './worlds.fixture'
import { equipmentOf, npc } from './world-parts.fixture'

const person = (name: string, location: string, more: object = {}) => npc(6, name, location, more)
const place = (name: string, more: object = {}) => ({ name, region: 'gardens', features: {}, inventory: {}, tags: {}, ...more })
const journey = (from: string, to: string, more: object = {}) => ({
  from,
  to,
  region: 'gardens',
  direction: 'in',
  duration: '2 minutes',
  difficulty: 0,
  risks: [],
  ...more
})

/** Botanic gardens after closing time: a modern world with titles, a heron, and two people who are called by their occupation. */
export const garden: World = {
  state: GameState.parse({
    actors: {
      Ines: person('Ines Okafor', 'palm-house', {
        kind: 'player',
        inventory: { shears: { item: 'secateurs' }, tea: { item: 'flask', name: 'Flask of tea' } }
      }),
      Rhys: person('Rhys', 'palm-house', {
        kind: 'player',
        inventory: { torch: { item: 'torch', name: 'Bicycle lamp' }, gloves: { item: 'gloves' } }
      }),
      Marek: person('Old Marek', 'palm-house', { inventory: { umbrella: { item: 'umbrella' } } }),
      Heron: person('the heron', 'palm-house', { attitude: 'hostile' }),
      Penhallow: person('Doctor Penhallow', 'office', {
        reveals: { 'orchid-swapped': { text: 'The orchid in the glass case is silk; I sold the living one to a collector in Trieste.' } }
      }),
      Sunil: person('Sunil', 'boiler-room')
    },
    places: {
      'palm-house': place('The Palm House', {
        features: {
          case: {
            name: 'the glass case',
            text: 'The petals are silk and the stem is wire; a price in lire has been left on the underside of the pot.',
            hidden: true
          }
        }
      }),
      office: place("The Director's Office"),
      'boiler-room': place('The Boiler Room'),
      pond: place('The Lily Pond')
    },
    journeys: {
      'palm--boiler': journey('palm-house', 'boiler-room', { direction: 'down', requires: 'boiler-unlocked' }),
      'palm--pond': journey('palm-house', 'pond'),
      'palm--office': journey('palm-house', 'office', { direction: 'up' })
    },
    regions: { gardens: { name: 'The Gardens' } },
    facts: {},
    clock: { start: '1974-07-03T22:00:00Z', minutes: 0 },
    quests: {},
    factions: {},
    relationships: {},
    threads: {},
    party: ['Ines', 'Rhys'],
    scene: { path: 'sessions/session-1/001-scene', title: 'After Hours', place: 'palm-house', present: {}, aim: 'Find the orchid', opened: 1 },
    next: { ...firstNext('1'), beat: 20, session: 1, scene: 1, phase: 'dm' }
  }),
  lore: Lore.parse({
    title: 'After Hours',
    premise: 'The gardens closed at eight, and somebody is still in them.',
    places: {
      'palm-house': {
        description: 'Iron ribs, wet glass, and palms that have grown up against the roof and bent.',
        gm_guide:
          'Marek let the thief in by the coal hatch, because she told him that she was his granddaughter. The heron swallowed the key to the boiler room.',
        senses: []
      },
      pond: { description: '', gm_guide: '', senses: [] }
    },
    journeys: {},
    actors: {
      Ines: { pronoun: 'she', public: 'A tall botanist with soil to the elbows.' },
      Rhys: { pronoun: 'he', public: 'A student with a bicycle.' },
      Marek: { pronoun: 'he', public: 'The night watchman, seventy and short of breath.' },
      Heron: { pronoun: 'it' },
      Penhallow: { pronoun: 'she', public: 'The director, in pearls.' },
      Sunil: { pronoun: 'he', public: 'The stoker.' }
    },
    story: [],
    narratives: {},
    topics: []
  }),
  game: {
    equipment: equipmentOf(
      ['secateurs', 'Secateurs', 'weapon'],
      ['flask', 'Vacuum flask', 'consumable'],
      ['torch', 'Torch', 'light'],
      ['gloves', 'Leather gloves', 'tool'],
      ['umbrella', 'Umbrella', 'weapon'],
      ['shotgun', 'Shotgun', 'weapon'],
      ['ladder', 'Folding ladder', 'tool'],
      ['camera', 'Camera', 'tool']
    ),
    conditions: {
      dead: Condition.parse({ name: 'Dead', cannot_act: true, dead: true }),
      out: Condition.parse({ name: 'Out cold', cannot_act: true })
    }
  }
}
