import { EntryChanges } from '../../../shared/story/entry-changes'
import { mergePatch } from '../../../shared/base/json'
import { Lore } from '../../../shared/story/lore'
import type { LogEntry } from '../../../shared/story/play'
import { Condition, type Game } from '../../../shared/story/game'
import { firstNext, GameState } from '../../../shared/story/state'
import { sampleLists, sampleMoment } from './samples.fixture'
import type { Situation } from './situation'
import { equipmentOf, npc } from './world-parts.fixture'

export interface World {
  state: GameState
  lore: Lore
  game: Pick<Game, 'equipment' | 'conditions'>
}

const person = (name: string, location: string, more: object = {}) => npc(4, name, location, more)

/** A world unlike the samples: a night train, names with apostrophes, a place without prose, and a place without exits. */
export const nightMail: World = {
  state: GameState.parse({
    actors: {
      Ada: person("Ada O'Hara", 'cab', {
        kind: 'player',
        inventory: { spanner: { item: 'spanner' }, watch: { item: 'watch', name: "Father's watch" } }
      }),
      Bram: person('Bram', 'cab', { kind: 'player', inventory: { lamp: { item: 'lamp', name: 'Guard’s lamp' } } }),
      Darcy: person("D'Arcy", 'cab', { inventory: { shovel: { item: 'shovel' } } }),
      Vole: person('Inspector Vole', 'signal-box', {
        reveals: { 'points-set': { text: 'The points at Scarrow were spiked on Tuesday by a man in a green coat.' } }
      }),
      Hound: person('the white hound', 'cab', { attitude: 'hostile' })
    },
    places: {
      cab: {
        name: 'The Cab',
        region: 'line',
        features: {
          gauge: { name: 'the pressure gauge', text: 'The needle has been soldered in place, so that the boiler lies about itself.', hidden: true },
          locker: { name: 'the tool locker', text: 'Inside, wrapped in a signal flag, lie eleven detonators and a marriage certificate.' }
        },
        inventory: {},
        tags: {}
      },
      'signal-box': { name: "Widow's Box", region: 'line', features: {}, inventory: {}, tags: {} },
      'mail-van': { name: 'The Mail Van', region: 'line', features: {}, inventory: {}, tags: {} },
      nowhere: { name: 'Nowhere', region: 'line', features: {}, inventory: {}, tags: {} }
    },
    journeys: {
      'cab--van': {
        from: 'cab',
        to: 'mail-van',
        region: 'line',
        direction: 'back',
        duration: '1 minute',
        difficulty: 0,
        risks: [],
        requires: 'corridor-unlocked'
      },
      'cab--box': { from: 'cab', to: 'signal-box', region: 'line', direction: 'up', duration: '5 minutes', difficulty: 0, risks: [] }
    },
    regions: { line: { name: 'The Line' } },
    facts: {},
    clock: { start: '1911-01-02T00:10:00Z', minutes: 0 },
    quests: {},
    factions: {},
    relationships: {},
    threads: {},
    party: ['Ada', 'Bram'],
    scene: {
      path: 'sessions/session-1/001-scene',
      title: 'Full Steam',
      place: 'cab',
      present: {},
      aim: 'Stop the train',
      opened: 1,
      story: 'runaway'
    },
    next: { ...firstNext('1'), beat: 20, session: 1, scene: 1, phase: 'dm' }
  }),
  lore: Lore.parse({
    title: 'The Night Mail',
    premise: 'The mail is late, and nobody is driving it.',
    places: {
      cab: {
        description: 'Heat comes off the firebox door in sheets. Two seats, one coal shovel, and a great many handles.',
        gm_guide: 'The driver jumped at Scarrow with the regulator key in his mouth. The brake is real but the whistle is a dead man’s switch.',
        senses: []
      },
      'mail-van': { description: '', gm_guide: '', senses: [] }
    },
    journeys: {},
    actors: {
      Ada: { pronoun: 'she', public: 'A short woman in a borrowed coat.' },
      Bram: { pronoun: 'he', public: 'A boy of sixteen.' },
      Darcy: { pronoun: 'they', public: 'The fireman.' },
      Vole: { pronoun: 'he' },
      Hound: { pronoun: 'it' }
    },
    story: [
      {
        id: 'collision',
        title: 'Collision',
        place: 'cab',
        aim: 'Survive',
        starts_when: ['points-set'],
        done_when: ['stopped'],
        opening: ['The headlamp finds a second engine, nose to nose, with its own driver asleep at the glass.'],
        closing: ['Both engines stand smoking, a hand’s breadth apart, like cats on a wall.']
      }
    ],
    narratives: {},
    topics: []
  }),
  game: {
    equipment: equipmentOf(
      ['spanner', 'Spanner', 'tool'],
      ['watch', 'Pocket watch', 'tool'],
      ['lamp', 'Lamp', 'light'],
      ['shovel', 'Coal shovel', 'weapon'],
      ['flare', 'Signal flare', 'light'],
      ['whisky', 'Bottle of whisky', 'consumable']
    ),
    conditions: {
      dead: Condition.parse({ name: 'Dead', cannot_act: true, dead: true }),
      down: Condition.parse({ name: 'Down', cannot_act: true }),
      bruised: Condition.parse({ name: 'Bruised' })
    }
  }
}

/** A bundled sample with its game's lists, from its files; its scene is open where the party begins. */
export function sampleWorld(game: 'cairn-hack' | 'totm'): World {
  const { state, lore } = sampleMoment(game)
  const [place = ''] = Object.values(state.actors).flatMap((actor) => (actor.kind === 'player' ? actor.location : []))
  const scene = { path: 'sessions/session-1/001-scene', title: 'One', place, present: {}, aim: 'Go on', opened: 1 }
  return { state: { ...state, scene, next: { ...state.next, beat: 20, session: 1, scene: 1, phase: 'dm' } }, lore, game: sampleLists(game) }
}

/** The changes that a case makes to a world before its text is narrated. */
export interface SceneSketch {
  /** Merged into the state: both before and after the beat. */
  state?: object
  /** Hit points lost just before, by actor: from and to. */
  hurt?: Record<string, [number, number]>
  /** Actions just before. */
  did?: [by: string, text: string][]
  /** Speeches earlier in the scene. */
  said?: [by: string, text: string][]
  /** Narrations earlier in the scene. */
  log?: string[]
  /** The actor who says the text, instead of a narration. */
  by?: string
}

const entry = (beat: number, by: string, kind: LogEntry['kind'], text: string, changes?: EntryChanges): LogEntry => ({
  at: '',
  beat,
  by,
  kind,
  text,
  ...(changes ? { changes } : {})
})

/** The situation of a text narrated in a world. */
export function situation(
  { state, lore, game }: World,
  text: string,
  { state: patch = {}, hurt = {}, did = [], said = [], log = [], by }: SceneSketch
): Situation {
  const sheets = Object.fromEntries(Object.entries(hurt).map(([id, [, to]]) => [id, { stats: { hp: to } }]))
  const was = Object.fromEntries(Object.entries(hurt).map(([id, [from]]) => [id, { max: { hp: from } }]))
  const after = mergePatch(mergePatch(mergePatch(state, patch), { actors: was }), { actors: sheets })
  const changes = EntryChanges.parse({
    actors: Object.fromEntries(Object.entries(hurt).map(([id, [from, to]]) => [id, { damage: from - to, stats: { hp: { from, to } } }]))
  })
  const earlier = [
    entry(10, 'DM', 'scene', 'A scene.'),
    ...log.map((one) => entry(11, 'DM', 'narration', one)),
    ...said.map(([who, one]) => entry(12, who, 'speech', one)),
    entry(13, 'DM', 'narration', 'It is late.'),
    ...did.map(([who, one]) => entry(14, who, 'system', one)),
    Object.keys(hurt).length > 0 ? entry(15, 'DM', 'system', 'Something gives way.', changes) : entry(15, 'DM', 'system', 'Ten minutes pass.')
  ]
  return { before: after, after, lore, game, earlier, entry: entry(20, by ?? 'DM', by === undefined ? 'narration' : 'speech', text) }
}
