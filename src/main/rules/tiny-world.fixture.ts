import { firstNext, type GameState } from '../../shared/story/state'

/**
 * A small world for tests: an inn, a cellar below it, and a cave behind a locked grate; two players (Wren, Oswin), the innkeeper Mira, and a
 * ghoul in the cellar. Beat 10, a player's turn, no fight.
 */
export function tinyWorld(): GameState {
  return {
    actors: {
      Ghoul: {
        kind: 'npc',
        name: 'the pale ghoul',
        location: 'cellar',
        stats: { DEX: 8, STR: 9, WIL: 6, hp: 4 },
        max: { DEX: 8, STR: 9, WIL: 6, hp: 4 },
        conditions: {},
        inventory: { claws: { item: 'claws' }, key: { item: 'iron-key', name: 'Grate key' } },
        tags: {},
        attitude: 'hostile'
      },
      Mira: {
        kind: 'npc',
        name: 'Mira',
        location: 'inn',
        stats: { DEX: 10, STR: 8, WIL: 12, hp: 3 },
        max: { DEX: 10, STR: 8, WIL: 12, hp: 3 },
        conditions: {},
        inventory: {},
        tags: {},
        attitude: 'friendly',
        reveals: {
          'mira-cold': { text: 'The cold comes up through the cellar boards.', after: ['mira-noise'] },
          'mira-noise': { text: 'Something scratches below, every night since the frost.' }
        }
      },
      Oswin: {
        kind: 'player',
        name: 'Oswin',
        location: 'inn',
        stats: { DEX: 9, STR: 13, WIL: 8, hp: 5 },
        max: { DEX: 9, STR: 13, WIL: 8, hp: 5 },
        conditions: {},
        inventory: { axe: { item: 'axe' }, mail: { item: 'mail-shirt' } },
        tags: {}
      },
      Wren: {
        kind: 'player',
        name: 'Wren',
        location: 'inn',
        stats: { DEX: 14, STR: 10, WIL: 11, hp: 3 },
        max: { DEX: 14, STR: 10, WIL: 11, hp: 3 },
        conditions: {},
        inventory: { draught: { item: 'healing-draught', count: 2 }, dagger: { item: 'dagger' }, rations: { item: 'ration', count: 3 } },
        tags: {}
      }
    },
    places: {
      cave: { name: 'The Salt Cave', region: 'hill', features: {}, inventory: {}, tags: {} },
      cellar: {
        name: 'The Cellar',
        region: 'hill',
        features: {
          barrels: { name: 'stacked barrels', text: 'Behind the barrels the wall is wet and warm.', fact: 'warm-wall', item: 'rope' },
          grate: { name: 'a rusted grate', text: 'The grate has been opened from below.', fact: 'grate-open', after: ['warm-wall'], hidden: true }
        },
        inventory: {},
        tags: { dark: true }
      },
      inn: { name: 'The Drowned Lamb', region: 'hill', features: {}, inventory: {}, tags: { safe: true, settlement: true, visited: true } }
    },
    journeys: {
      'cellar--cave': {
        from: 'cellar',
        to: 'cave',
        region: 'hill',
        direction: 'down',
        duration: '2-4 hours',
        difficulty: 2,
        risks: ['steep'],
        requires: 'grate-open'
      },
      'cellar--inn': { from: 'cellar', to: 'inn', region: 'hill', direction: 'up', duration: '1 minute', difficulty: 0, risks: [] },
      'inn--cellar': {
        from: 'inn',
        to: 'cellar',
        region: 'hill',
        direction: 'down',
        duration: '10 minutes',
        difficulty: 1,
        risks: ['slippery steps']
      }
    },
    regions: { hill: { name: 'The Hill' } },
    facts: {},
    clock: { start: '1312-03-01T14:00:00Z', minutes: 0 },
    quests: {},
    factions: {},
    relationships: {},
    threads: {},
    scene: {
      path: 'sessions/session-1/001-scene',
      title: 'A scratching below',
      place: 'inn',
      present: { Mira: true, Oswin: true, Wren: true },
      aim: 'find out what scratches',
      opened: 2
    },
    next: { ...firstNext('tiny'), beat: 10, phase: 'player', actor: 'Wren', waiting: ['Oswin'], session: 1, scene: 1, turns: 3 }
  }
}
