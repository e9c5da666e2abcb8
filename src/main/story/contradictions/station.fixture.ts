import { Condition, Equipment } from '../../../shared/story/game'
import { Lore } from '../../../shared/story/lore'
import { firstNext, GameState } from '../../../shared/story/state'
import type { World } from './worlds.fixture'

const person = (name: string, location: string, more: object = {}) => ({
  kind: 'npc' as const,
  name,
  location,
  stats: { hp: 8 },
  max: { hp: 8 },
  conditions: {},
  inventory: {},
  tags: {},
  ...more
})
const place = (name: string, more: object = {}) => ({ name, region: 'ring', features: {}, inventory: {}, tags: {}, ...more })
const journey = (from: string, to: string, more: object = {}) => ({
  from,
  to,
  region: 'ring',
  direction: 'spinward',
  duration: '3 minutes',
  difficulty: 0,
  risks: [],
  ...more
})

/** A station in orbit: machines, ranks, a player with empty hands, and a deck without exits. */
export const station: World = {
  state: GameState.parse({
    actors: {
      Juno: person('Juno Vance', 'hub', {
        kind: 'player',
        inventory: { cutter: { item: 'plasma-cutter' }, medal: { item: 'medal', name: "Mother's medal" } }
      }),
      Teo: person('Teo', 'hub', { kind: 'player' }),
      Koss: person('Chief Koss', 'hub', { inventory: { wrench: { item: 'wrench' } } }),
      Adeyemi: person('Doctor Adeyemi', 'medbay', {
        reveals: { 'air-sold': { text: 'The spare oxygen was sold at Ceres to pay the docking fines, and I signed for it.' } }
      }),
      ODowd: person("Warden O'Dowd", 'brig', { inventory: { baton: { item: 'stun-baton' } } }),
      Custodian: person('the custodian', 'hub', { attitude: 'hostile' })
    },
    places: {
      hub: place('The Hub', {
        features: {
          panel: {
            name: 'the breaker panel',
            text: 'Somebody has bridged the fire alarm with a fork, and the fork is engraved with the captain’s initials.',
            hidden: true
          }
        },
        inventory: { flare: { item: 'flare' } }
      }),
      medbay: place('The Medbay'),
      brig: place('The Brig'),
      airlock: place('The South Airlock'),
      arboretum: place('The Arboretum')
    },
    journeys: {
      'hub--medbay': journey('hub', 'medbay'),
      'hub--brig': journey('hub', 'brig', { direction: 'down' }),
      'hub--airlock': journey('hub', 'airlock', { requires: 'airlock-cycled' })
    },
    regions: { ring: { name: 'The Ring' } },
    facts: {},
    clock: { start: '2190-02-01T04:00:00Z', minutes: 0 },
    quests: {},
    factions: {},
    relationships: {},
    threads: {},
    party: ['Juno', 'Teo'],
    scene: { path: 'sessions/session-1/001-scene', title: 'Thin Air', place: 'hub', present: {}, aim: 'Find the leak', opened: 1 },
    next: { ...firstNext('1'), beat: 20, session: 1, scene: 1, phase: 'dm' }
  }),
  lore: Lore.parse({
    title: 'Thin Air',
    premise: 'The pressure has been falling since midnight, and the alarm has said nothing.',
    places: {
      hub: {
        description: 'Six spokes meet in a drum of scuffed white panels. The lights are on their night setting.',
        gm_guide:
          'The leak is in the arboretum, where the captain drilled a hole to smuggle seeds. Koss knows about the hole but thinks it was patched with resin.',
        senses: []
      },
      arboretum: { description: '', gm_guide: '', senses: [] }
    },
    journeys: {},
    actors: {
      Juno: { pronoun: 'she', public: 'A salvage diver with a shaved head.' },
      Teo: { pronoun: 'they', public: 'A stowaway in a coat three sizes too large.' },
      Koss: { pronoun: 'she', public: 'The chief engineer, grey, broad and short of sleep.' },
      Adeyemi: { pronoun: 'he', public: 'The station doctor.' },
      ODowd: { pronoun: 'he', public: 'The warden, who is proud of his boots.' },
      Custodian: { pronoun: 'it', public: 'A cleaning machine on eight rubber legs.' }
    },
    story: [],
    narratives: {},
    topics: []
  }),
  game: {
    equipment: Object.fromEntries(
      [
        ['plasma-cutter', 'Plasma cutter', 'tool'],
        ['medal', 'Medal', 'tool'],
        ['wrench', 'Wrench', 'weapon'],
        ['stun-baton', 'Stun baton', 'weapon'],
        ['flare', 'Emergency flare', 'light'],
        ['pistol', 'Rivet pistol', 'weapon'],
        ['medkit', 'Medkit', 'consumable'],
        ['tablet', 'Data tablet', 'tool']
      ].map(([id = '', name, kind]) => [id, Equipment.parse({ name, kind })])
    ),
    conditions: {
      dead: Condition.parse({ name: 'Dead', cannot_act: true, dead: true }),
      stunned: Condition.parse({ name: 'Stunned', cannot_act: true })
    }
  }
}
