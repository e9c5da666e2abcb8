import { describe, expect, it } from 'vitest'
import type { Lore } from '../../../shared/story/lore'
import { firstNext, type Actor, type GameState, type Place } from '../../../shared/story/state'
import { allLines, grouped } from './compare'
import { type Side, type Sides, itemWords } from './sides'
const actor = (part: Partial<Actor> = {}): Actor => ({
  kind: 'player',
  name: 'Wren',
  location: 'rim',
  stats: { hp: 4, STR: 10 },
  max: { hp: 4 },
  conditions: {},
  inventory: {},
  tags: {},
  ...part
})
const place = (part: Partial<Place> = {}): Place => ({ name: 'The Rim', region: 'village', features: {}, inventory: {}, tags: {}, ...part })
const state: GameState = {
  actors: { Wren: actor(), Tobit: actor({ name: 'Tobit' }), Mira: actor({ kind: 'npc', name: 'Mira', attitude: 'wary' }) },
  places: { rim: place(), foot: place({ name: "The Well's Foot", features: { chest: { name: 'Chest', text: 'It opens.' } } }) },
  journeys: {
    'rim--foot': { from: 'rim', to: 'foot', region: 'village', direction: 'down', duration: '5 minutes', difficulty: 3, risks: ['climb'] }
  },
  regions: { village: { name: 'Village' } },
  facts: { gate: true, coins: 3 },
  clock: { start: '1688-11-02T17:00:00Z', minutes: 0 },
  quests: { lamp: { title: 'Light the lamp', status: 'open' } },
  factions: {},
  relationships: { 'mira-wren': { type: 'OWES', from: 'Mira', to: 'Wren' } },
  threads: { ship: { text: 'A ship is due.', open: true } },
  scene: { path: 'sessions/session-1/001-scene', title: 'At the rim', place: 'rim', present: { Wren: true }, aim: 'Go down', opened: 2 },
  next: { ...firstNext('7'), beat: 40, session: 1, scene: 1, phase: 'dm', actor: 'DM' }
}
const lore: Lore = {
  title: 'The Well',
  premise: '',
  places: { rim: { description: 'Windy.', gm_guide: '', senses: [] } },
  journeys: { 'rim--foot': 'Slimy.' },
  actors: {},
  regions: {},
  story: [
    {
      id: 'Fall',
      title: 'The fall',
      order: 0,
      place: 'rim',
      aim: '',
      starts_when: [],
      done_when: [],
      opening: [],
      closing: [],
      closing_failed: [],
      climax: false,
      stakes: '',
      foreshadow: [],
      outcomes: [],
      epilogue: [],
      body: ''
    }
  ],
  narratives: {},
  topics: [],
  map: {}
}
const game = {
  manifest: { stats: { STR: { label: 'STR' } } },
  conditions: { down: { name: 'Down', description: '', cannot_act: true, visible: true, stacks: 'refresh' as const }, wet: { name: 'Soaked' } },
  equipment: {
    lantern: { name: 'Lantern' },
    torch: { name: 'Torch' },
    rope: { name: 'Rope (25 ft)' },
    axe: { name: 'Axe' },
    boots: { name: 'Boots' }
  }
} as unknown as Side['game']

type Files = Record<string, readonly [before: string | undefined, after: string | undefined]>

/** The lines of a comparison, with group and words, if the second state is changed in this way; `files` are other differing files. */
function comparedLines(other: (state: GameState) => Partial<GameState>, files: Files = {}, otherLore: Partial<Lore> = {}): string[] {
  const after = { ...state, ...other(structuredClone(state)) }
  const side = (at: GameState, prose: Lore, k: 0 | 1): Side => ({ state: at, lore: prose, game, text: (path) => files[path]?.[k] })
  const changed: Sides['changed'] = new Map(
    Object.entries(files).map(([path, [was, is]]) => [path, was === undefined ? 'added' : is === undefined ? 'removed' : 'changed'] as const)
  )
  return allLines({ a: side(state, lore, 0), b: side(after, { ...lore, ...otherLore }, 1), changed }).map(({ kind, words }) => `${kind}| ${words}`)
}
/** The same, with one actor changed. */
const withActor = (id: string, part: Partial<Actor>): string[] =>
  comparedLines((now) => ({ actors: { ...now.actors, [id]: { ...(now.actors[id] as Actor), ...part } } }))
const written = (files: Files): string[] => comparedLines(() => ({}), files)

describe('two beats compared in the words of the game', () => {
  it('a beat compared with itself has no line', () => expect(comparedLines(() => ({}))).toEqual([]))

  it('people: where they are, stats, who falls', () => {
    expect(withActor('Wren', { location: 'foot' })).toEqual(["where| Wren: The Rim → The Well's Foot"])
    expect(withActor('Wren', { stats: { hp: 0, STR: 9 }, max: { hp: 6 }, conditions: { down: {} } })).toEqual([
      'stats| Wren, STR: 10 → 9',
      'stats| Wren, hp: 4 → 0, now down',
      'stats| Wren, most hp: 4 → 6',
      'conditions| Wren is down'
    ])
  })

  it('conditions: begun, over, and otherwise', () => {
    expect(withActor('Tobit', { conditions: { wet: { count: 2 } } })).toEqual(['conditions| Tobit is soaked'])
    const wet = { ...state.actors, Tobit: actor({ name: 'Tobit', conditions: { wet: {}, down: {} } }) }
    const back = allLines({
      a: { state: { ...state, actors: wet }, lore, game, text: () => undefined },
      b: {
        state: { ...state, actors: { ...wet, Tobit: actor({ name: 'Tobit', stats: { hp: 2, STR: 10 }, conditions: { wet: { count: 2 } } }) } },
        lore,
        game,
        text: () => undefined
      },
      changed: new Map()
    })
    expect(back.map(({ words }) => words)).toEqual(['Tobit, hp: 4 → 2, no longer down', 'Tobit is no longer down', 'Tobit is soaked: count: 2'])
  })

  it('people: new, gone, attitudes, tags and names', () => {
    expect(
      comparedLines((now) => ({ actors: { ...now.actors, Gristle: actor({ kind: 'npc', name: 'Gristle', inventory: { axe: { item: 'axe' } } }) } }))
    ).toEqual(['people| Gristle is new: an NPC at The Rim'])
    expect(comparedLines(({ actors: { Tobit: _gone, ...actors } }) => ({ actors }))).toEqual(['people| Tobit is gone: a player, last at The Rim'])
    expect(withActor('Mira', { attitude: 'friendly', tags: { told: true }, name: 'Old Mira' })).toEqual([
      'attitudes| Old Mira is friendly, was wary',
      'people| Old Mira, name Mira → Old Mira, told false → true'
    ])
  })

  it('things: taken, left, counted, handed over, lying about', () => {
    expect(
      withActor('Tobit', {
        inventory: { lamp: { item: 'lantern' }, boots: { item: 'boots' }, axe: { item: 'axe' }, own: { item: 'rope', name: 'Good rope', count: 2 } }
      })
    ).toEqual(['items| Tobit carries an axe', 'items| Tobit carries boots', 'items| Tobit carries a lantern', 'items| Tobit carries 2 × good rope'])
    const carrying = {
      ...state,
      actors: { ...state.actors, Wren: actor({ inventory: { lamp: { item: 'lantern' }, torch: { item: 'torch', count: 3 } } }) }
    }
    const side = (at: GameState): Side => ({ state: at, lore, game, text: () => undefined })
    const words = (after: GameState): string[] => allLines({ a: side(carrying), b: side(after), changed: new Map() }).map((line) => line.words)
    expect(words({ ...state, actors: { ...state.actors, Tobit: actor({ name: 'Tobit', inventory: { got: { item: 'lantern' } } }) } })).toEqual([
      'A lantern went from Wren to Tobit',
      'Wren no longer carries 3 × torch'
    ])
    expect(
      words({
        ...state,
        actors: { ...state.actors, Wren: actor({ inventory: { lamp: { item: 'lantern', tags: { lit: true } }, torch: { item: 'torch' } } }) }
      })
    ).toEqual(['Wren, Lantern: lit false → true', 'Wren, Torch: 3 → 1'])
    expect(
      words({
        ...state,
        places: { ...state.places, foot: place({ ...state.places['foot'], inventory: { a: { item: 'torch', count: 3 }, b: { item: 'axe' } } }) }
      })
    ).toEqual(["3 × torch went from Wren to The Well's Foot", "An axe lies at The Well's Foot", 'Wren no longer carries a lantern'])
    const names = ['Holy water', 'Form Nine', 'Kind Words for Dogs', 'Book of the Salt Line', 'Ash staff']
    expect(names.map((name) => itemWords(name))).toEqual([
      'holy water',
      'Form Nine',
      'Kind Words for Dogs',
      'a book of the Salt Line',
      'an ash staff'
    ])
    const lying = { ...state, places: { ...state.places, rim: place({ inventory: { a: { item: 'axe' } } }) } }
    expect(allLines({ a: side(lying), b: side(state), changed: new Map() }).map((line) => line.words)).toEqual(['An axe no longer lies at The Rim'])
  })

  it('facts and clock', () => {
    expect(comparedLines(() => ({ facts: { door_open: true, coins: 5 } }))).toEqual([
      'facts| coins: 3 → 5',
      'facts| door_open: false → true',
      'facts| gate: true → false'
    ])
    expect(comparedLines((now) => ({ clock: { ...now.clock, minutes: 80 } }))).toEqual([
      'clock| The clock: 1688-11-02 17:00 → 18:20, 1 hour 20 minutes later'
    ])
    expect(comparedLines((now) => ({ clock: { ...now.clock, minutes: 1501 } }))).toEqual([
      'clock| The clock: 1688-11-02 17:00 → 1688-11-03 18:01, 1 day 1 hour 1 minute later'
    ])
  })

  it('quests, threads, factions, relationships', () => {
    expect(
      comparedLines(() => ({
        quests: { lamp: { title: 'Light the lamp', status: 'done' } },
        factions: { quay: { name: 'Sallow Quay' } },
        relationships: {},
        threads: { ship: { text: 'A ship is due.', open: false } }
      }))
    ).toEqual([
      'threads| The quest “Light the lamp”: status open → done',
      'threads| The thread “A ship is due.”: open true → false',
      'threads| New faction “Sallow Quay”',
      'threads| The relationship “Mira owes Wren” is gone'
    ])
  })

  it('places, regions and journeys', () => {
    expect(
      comparedLines(
        (now) => ({
          places: {
            rim: place({ name: 'The High Rim', tags: { visited: true, safe: true } }),
            foot: {
              ...(now.places['foot'] as Place),
              region: 'deep',
              features: { chest: { name: 'Chest', text: 'It opens.', searched: true }, hole: { name: 'Hole', text: '' } }
            },
            cave: place({ name: 'Cave', region: 'deep' })
          },
          regions: { village: { name: 'Village' }, deep: { name: 'The Deep' } }
        }),
        {},
        { places: { rim: { description: 'Calm.', gm_guide: 'A trap.', senses: [] } } }
      )
    ).toEqual([
      'places| New place: Cave, in The Deep',
      "places| The Well's Foot is in The Deep, was in Village",
      "places| The Well's Foot: Chest has been searched",
      "places| The Well's Foot: Hole is new",
      'places| The High Rim has been visited',
      'places| The High Rim: name The Rim → The High Rim, safe false → true',
      'places| The High Rim: the description has changed',
      'places| The High Rim: the guide for the DM has changed',
      'places| New region: The Deep'
    ])
    expect(
      comparedLines((now) => ({
        places: { rim: now.places['rim'] as Place },
        journeys: { 'rim--rim': { ...(now.journeys['rim--foot'] as GameState['journeys'][string]), to: 'rim' } }
      }))
    ).toEqual([
      "places| The Well's Foot is gone",
      "journeys| The journey from The Rim to The Well's Foot is gone",
      'journeys| New journey: from The Rim to The Rim'
    ])
    expect(
      comparedLines(
        (now) => ({
          journeys: { 'rim--foot': { ...(now.journeys['rim--foot'] as GameState['journeys'][string]), difficulty: 5, risks: ['climb', 'wet'] } }
        }),
        {},
        { journeys: { 'rim--foot': 'Dry.' } }
      )
    ).toEqual([
      "journeys| The journey from The Rim to The Well's Foot: difficulty 3 → 5, risks climb → climb, wet",
      "journeys| The journey from The Rim to The Well's Foot: the description has changed"
    ])
  })

  it('the scene, the turn, the fight, the dice', () => {
    expect(
      comparedLines((now) => ({
        scene: { ...(now.scene as NonNullable<GameState['scene']>), path: 'sessions/session-1/002-scene', title: 'Below' },
        next: { ...now.next, beat: 61, phase: 'player', actor: 'Wren', mode: 'combat', round: 2, dice: { seed: 'x' } }
      }))
    ).toEqual([
      'table| Beats: 40 → 61',
      'table| Scene: “At the rim” → “Below”',
      'table| Turn: the DM → Wren',
      'table| Fight: no fight → round 2 of a fight',
      'table| Random seed: 7 → x'
    ])
    expect(
      comparedLines((now) => ({
        party: ['Tobit', 'Wren'],
        scene: { ...(now.scene as NonNullable<GameState['scene']>), aim: 'Climb', present: { Mira: true } },
        next: { ...now.next, phase: 'npc', actor: 'Mira' }
      }))
    ).toEqual([
      "table| The scene's aim: Go down → Climb",
      'table| Mira is in the scene',
      'table| Wren is no longer in the scene',
      'table| Turn: the DM → the DM, for Mira',
      'table| Turn order: by name → Tobit, Wren'
    ])
    expect(comparedLines(({ next }) => ({ scene: undefined, next: { ...next, phase: 'done', session: 2 } }))).toEqual([
      'table| Session: 1 → 2',
      'table| Scene: “At the rim” → none is open',
      'table| Turn: the DM → no session is open'
    ])
  })

  it('notes, memories, beliefs, prose, summaries', () => {
    expect(
      written({
        'player-notes/Wren/people/borin.md': [undefined, '# Borin\n\nBends iron.'],
        'player-notes/Tobit/plan.md': ['---\ntitle: My plan\n---\nGo.', undefined],
        'world/misc/Weather/ABOUT.md': ['# Weather\n\nDry.', '# Weather\n\nWet.'],
        'world/rulings/falls.md': [undefined, '# Falls\n\nd6.'],
        'world/story/Fall/ABOUT.md': ['x', 'y'],
        'world/players/Wren/ABOUT.md': ['x', 'y'],
        'world/players/Wren/TIMELINE.yaml': ['- {"text":"a"}\n', '- {"text":"a"}\n- {"text":"b"}\n- {"text":"c"}\n'],
        'world/players/Tobit/TIMELINE.yaml': ['- {"text":"a"}\n', '- {"text":"b"}\n'],
        'world/npcs/Mira/BELIEFS.yaml': ['well-cursed: {believes: 0.2}\ngold: {believes: 1}\n', 'well-cursed: {believes: 0.9}\nghoul: {heard: 1}\n'],
        'world/regions/village/ABOUT.md': ['x', 'y'],
        'world/regions/village/MAP.yaml': ['x', 'y'],
        'ABOUT.md': ['x', 'y'],
        'SUMMARY.md': ['x', 'y'],
        'table.yaml': ['x', 'y'],
        'sessions/session-1/SUMMARY.md': [undefined, 'x'],
        'sessions/session-1/001-scene/SUMMARY.md': [undefined, 'x']
      })
    ).toEqual([
      'notes| The text about the campaign has changed',
      'notes| The summary of the campaign has changed: “x” → “y”',
      "notes| Tobit's note “My plan” is gone",
      "notes| Wren's note “Borin” is new",
      'notes| The summary of scene 1 of session 1 is new',
      'notes| The summary of session 1 is new',
      'notes| The table settings (table.yaml) has changed',
      "notes| The DM's note “Weather” has changed",
      'beliefs| Mira now believes about “ghoul”: heard 1',
      'beliefs| Mira no longer believes anything about “gold”',
      'beliefs| Mira, about “well-cursed”: believes 0.2 → 0.9',
      'notes| Tobit remembers 1 thing more, and 1 thing no more',
      'notes| The text about Wren has changed',
      'notes| Wren remembers 2 things more',
      'notes| The text about the region Village has changed',
      'notes| Where things stand on the map of Village has changed',
      'notes| The ruling “Falls” is new',
      'notes| The story event “The fall” has changed'
    ])
  })

  it('beliefs in another format are one line', () => {
    const path = 'world/npcs/Mira/BELIEFS.yaml'
    expect(written({ [path]: ['- a\n', '- b\n'] })).toEqual(['beliefs| What Mira believes has changed'])
    expect(written({ [path]: ['a: {b: 1}\n', '"a:\n'] })).toEqual(['beliefs| What Mira believes has changed'])
    expect(written({ [path]: ['a: {b: 1}\n', 'a: {b: 1} # so\n'] })).toEqual(['beliefs| The file of what Mira believes has another format'])
  })

  it('rules and logs', () => {
    const log = (n: number, word = 'a'): string => Array.from({ length: n }, (_, i) => `- {"text":"${word}${i}"}\n`).join('')
    expect(
      written({
        'rules/manifest.yaml': ['x', 'y'],
        'rules/actions/attack.ts': ['x', 'y'],
        'rules/actions/sing.yaml': [undefined, 'y'],
        'rules/conditions/wet.yaml': ['x', undefined],
        'rules/tables/mishaps.yaml': ['x', 'y'],
        'rules/equipment/items.yaml': ['x', 'y'],
        'rules/README.md': ['x', 'y'],
        'sessions/session-1/001-scene/LOG.yaml': [log(2), log(5)],
        'sessions/session-1/002-scene/LOG.yaml': [log(5), `${log(2)}${log(1, 'b')}`],
        'sessions/session-1/002-scene/LOG-2.yaml': [log(4), log(1)],
        'sessions/session-1/003-scene/LOG.yaml': [undefined, log(1)],
        'sessions/session-1/003-scene/Wren.md': [undefined, 'x'],
        'sessions/session-1/003-scene/ABOUT.md': [undefined, 'x'],
        'sessions/session-2/001-scene/LOG.yaml': [log(3), undefined]
      })
    ).toEqual([
      'rules| The rules file README.md has changed',
      'rules| The action attack has changed',
      'rules| The action sing is new',
      'rules| The condition Soaked is gone',
      'rules| The equipment in items.yaml has changed',
      "rules| The game's manifest has changed",
      'rules| The table mishaps has changed',
      'log| The log of scene 1 of session 1 has 3 lines more',
      'log| The log of scene 2 of session 1, part 2 has 3 lines fewer',
      'log| The log of scene 2 of session 1 differs from line 3 on, and 3 lines there have become 1: “a2” → “b0”',
      'log| The text about scene 3 of session 1 is new',
      'log| The log of scene 3 of session 1 is new: 1 line',
      "log| Wren's private talk in scene 3 of session 1 is new",
      'log| The log of scene 1 of session 2 is gone: 3 lines'
    ])
  })

  it('a changed file without any other line has a line of its own', () => {
    expect(
      written({ 'tools/x/run.sh': [undefined, 'x'], 'world/players/Wren/STATS.yaml': ['x', 'y'], next: ['x', 'y'], 'current-scene': ['x', 'x\n'] })
    ).toEqual([
      "table| The table's counters have changed",
      'table| The file current-scene has another format',
      'files| tools/x/run.sh is new',
      'files| world/players/Wren/STATS.yaml has changed'
    ])
  })

  it('lists the first lines of a group and counts the rest', () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`f${i}`, true]))
    const side = (at: GameState): Side => ({ state: at, lore, game, text: () => undefined })
    const groups = grouped(allLines({ a: side(state), b: side({ ...state, facts: { ...state.facts, ...many } }), changed: new Map() }))
    expect(groups.map(({ kind, total, lines }) => [kind, total, lines.length])).toEqual([['facts', 1000, 200]])
    expect(groups[0]?.lines[0]).toEqual({ id: 'f0', words: 'f0: false → true', label: 'f0', from: 'false', to: 'true', files: ['world/STATE.yaml'] })
  })
})
