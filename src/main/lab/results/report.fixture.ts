import type { LabRun } from '../../../shared/lab/report'
import { LabPlan } from '../../../shared/lab/plan'
import type { OutcomeRow, SessionRow, SessionRows } from '../../../shared/lab/rows'
import { StoryEvent } from '../../../shared/story/lore'
import { tinyGame } from '../../engine/tiny-game.fixture'
import { tinyWorld } from '../../rules/tiny-world.fixture'
import type { LabSubject, LabWorld } from '../lab-world'
import { questSubjects } from './report-quests'

const event = (id: string, more: object): StoryEvent => StoryEvent.parse({ id, title: `The ${id}`, aim: 'x', ...more })
const file = (path: string) => ({ path, text: '', line: 1, column: 1, endLine: 1, endColumn: 1 })
const subject = (kind: LabSubject['kind'], id: string, label = id): LabSubject => ({ kind, id, label, place: { path: `${kind}/${id}`, line: 1 } })

/** The tiny world as the lab reads it: its inn, cellar and cave, three story events, six facts, and a game with a table. */
export function tinyLab(more: Partial<LabWorld> = {}): LabWorld {
  const game = tinyGame({ sing: { execute: () => ({ stateDelta: {}, narrative: 'La.' }) } })
  const story = [
    event('scratching', { place: 'inn', done_when: ['warm-wall'] }),
    event('grate', { place: 'cave', starts_when: ['grate-open', '!warm-wall'], outcomes: [{ facts: ['breath'] }] }),
    event('feast', { place: 'inn' })
  ]
  const quests = {
    cold: { name: 'cold', status: 'active' },
    feud: { name: 'The feud', status: 'inactive', prerequisites: ['cold'], starts_when: 'breath' },
    debt: { name: 'The debt', status: 'active', done_when: 'breath' },
    old: { name: 'An old one', status: 'failed' }
  }
  const state = { ...tinyWorld(), facts: {}, quests, party: ['Oswin', 'Wren'] }
  return {
    state,
    lore: { title: 'The Hill', story, facts: { 'grate-open': 'The grate is open' }, map: { inn: { x: 0, y: 0 } } },
    game: {
      ...game,
      equipment: {
        rope: { name: 'Rope', kind: 'tool', slots: 1 },
        axe: { name: 'Axe', kind: 'weapon', slots: 1 },
        lute: { name: 'Lute', kind: 'tool', slots: 1 }
      }
    },
    subjects: [
      ...['scratching', 'grate', 'feast'].map((id) => subject('event', id, `The ${id}`)),
      ...questSubjects(state, 'quests:\n  cold:\n  feud:\n'),
      ...Object.entries(state.places).map(([id, { name }]) => subject('location', id, name)),
      ...['warm-wall', 'grate-open', 'mira-cold', 'mira-noise', 'breath', 'gone'].map((id) => subject('fact', id)),
      ...['walk', 'hit', 'war', 'peace', 'sing'].map((id) => subject('action', id)),
      subject('condition', 'down', 'Down'),
      ...['rope', 'axe', 'lute'].map((id) => subject('item', id)),
      ...['omen/1-3', 'omen/4-6'].map((id) => subject('row', id)),
      ...['feast 1', 'feast 2', 'grate 1'].map((id) => subject('node', id))
    ],
    uses: [
      { id: 'warm-wall', sets: [file('world/regions/hill/locations/cellar.yaml')], needs: [file('world/story/scratching/ABOUT.md')] },
      { id: 'grate-open', sets: [file('world/regions/hill/locations/cellar.yaml')], needs: [file('world/regions/hill/journeys.yaml')] },
      { id: 'mira-cold', sets: [file('world/npcs/Mira/STATS.yaml')], needs: [] },
      { id: 'breath', sets: [file('world/story/grate/ABOUT.md'), file('rules/actions/sing.ts')], needs: [] },
      { id: 'gone', sets: [], needs: [file('world/story/grate/ABOUT.md')] }
    ],
    naming: (kind, id) => (kind === 'condition' && id === 'down' ? ['rules/actions/hit.ts', 'rules/tables/omen.yaml'] : []),
    reasons: (action) => (action === 'sing' ? ['At the beginning: Wren has no lute.'] : []),
    impassable: () => false,
    unreached: (_event, reached) => new Map([[2, `Node 2 needs more than ${[...reached].join()}.`]]),
    eventName: (id) => story.find((one) => one.id === id)?.title ?? id,
    ...more
  }
}

/** A session whose tables are empty but for what is given. The session's number is put into its rows. */
export function session(
  row: Partial<SessionRow> & Pick<SessionRow, 'session'>,
  tables: { [Table in Exclude<keyof SessionRows, 'session'>]?: Omit<SessionRows[Table][number], 'session'>[] }
): SessionRows {
  const of = <Row>(rows: readonly Row[] = []): (Row & { session: number })[] => rows.map((one) => ({ ...one, session: row.session }))
  return {
    session: {
      seed: String(row.session + 1),
      party: 'Careful',
      ending: 'ended',
      last_event: '',
      beats: 10,
      scenes: 1,
      story_sessions: 1,
      minutes: 30,
      able: 2,
      down: 0,
      dead: 0,
      stuck: 0,
      stuck_from: 0,
      refused: 0,
      failures: 0,
      repeated: 0,
      problem: '',
      digest: 'd',
      ...row
    },
    beat: of(tables.beat),
    action: of(tables.action),
    visit: of(tables.visit),
    roll: of(tables.roll),
    outcome: of(tables.outcome),
    exercise: of(tables.exercise),
    offer: of(tables.offer),
    value: of(tables.value)
  }
}

export const came = (
  beat: number,
  kind: OutcomeRow['kind'],
  id: string,
  value = '',
  place = '',
  actor = '',
  scene = 1
): Omit<OutcomeRow, 'session'> => ({
  beat,
  scene,
  kind,
  id,
  value,
  actor,
  place
})
export const stay = (actor: string, place: string, came_from: string, arrived: number, departed: number) => ({
  actor,
  place,
  came_from,
  arrived,
  departed
})
const call = (beat: number, action: string, problem = '', place_in_rules = '') => ({
  beat,
  actor: 'Wren',
  action,
  targets: [],
  ok: problem === '',
  problem,
  place_in_rules
})
export const beat = (n: number, scene: number) => ({
  beat: n,
  scene,
  actor: 'Wren',
  action: 'walk',
  place: 'inn',
  minutes: n,
  status: '',
  changes: 1,
  fight: false
})
/** Forty rolls, of which some have another total and outcome. */
const forty = (roll: object, some: number, other: object) => Array.from({ length: 40 }, (_, i) => ({ ...ROLL, ...roll, ...(i < some ? other : {}) }))
const ROLL = { beat: 3, actor: 'Wren', action: 'hit', label: '', dice: 'd6', total: 1, need: null, outcome: '' }
const hp = (from: number, until: number, value: number) => ({ beat: from, until, name: 'hp Wren', value })

/**
 * Four sessions of the tiny world. 0: they find the wall, come back, and feast. 1: Wren dies in the cellar in the first scene, and nobody is left.
 * 2: they feast at once. 3: cut off in the first scene.
 */
export const TINY_SESSIONS: readonly SessionRows[] = [
  session(
    { session: 0, last_event: 'feast', scenes: 2, stuck: 3, stuck_from: 2, repeated: 2 },
    {
      beat: [beat(1, 1), beat(7, 2)],
      action: [call(2, 'walk'), call(3, 'walk')],
      visit: [
        stay('Wren', 'inn', '', 0, 2),
        stay('Wren', 'cellar', 'inn', 2, 5),
        stay('Wren', 'inn', 'cellar', 5, 10),
        stay('Oswin', 'inn', '', 0, 3),
        stay('Oswin', 'cellar', 'inn', 3, 10)
      ],
      outcome: [
        came(1, 'scene', 'scratching', 'A scratching below', 'inn'),
        came(4, 'fact', 'warm-wall', 'true', 'cellar'),
        came(4, 'event-over', 'scratching', '', 'cellar'),
        came(5, 'fact', 'gone', '', 'cellar'),
        came(7, 'scene', 'feast', 'The feast', 'inn', '', 2),
        came(8, 'quest', 'cold', 'completed', 'inn', '', 2),
        came(10, 'event-over', 'feast', '', 'inn', '', 2)
      ],
      exercise: [
        { kind: 'action', id: 'walk', times: 2, first: 2 },
        { kind: 'location', id: 'inn', times: 1, first: 1 },
        { kind: 'location', id: 'cellar', times: 2, first: 2 },
        { kind: 'event', id: 'scratching', times: 3, first: 1 },
        { kind: 'event', id: 'feast', times: 3, first: 7 },
        { kind: 'node', id: 'feast 1', times: 1, first: 8 },
        { kind: 'row', id: 'omen/1-3', times: 3, first: 6 },
        { kind: 'statement', id: 's x', times: 9, first: 1 }
      ],
      offer: [
        { action: 'walk', offered: 6, taken: 2 },
        { action: 'war', offered: 5, taken: 0 },
        { action: 'recall', offered: 5, taken: 0 }
      ],
      value: [hp(0, 5, 3), hp(5, 11, 2)]
    }
  ),
  session(
    { session: 1, ending: 'lost', beats: 4, minutes: 10, dead: 1, able: 0, refused: 1, failures: 1 },
    {
      beat: [beat(1, 1)],
      action: [call(2, 'walk'), call(3, 'hit', 'The rule failed.', 'rules/actions/hit.ts:12')],
      roll: [
        ...forty({ label: 'Luck', dice: 'd2', total: 2, need: 2, outcome: 'success' }, 1, { total: 1, outcome: 'failure' }),
        ...forty({ label: 'STR save', dice: 'd20', total: 7, need: 20, outcome: 'success' }, 2, { total: 20, outcome: 'failure' }),
        ...forty({ label: 'Omens', total: 5 }, 20, { total: 2 }),
        // Too few, and of another table's dice.
        { ...ROLL, label: 'Luck', dice: 'd2', need: 1, total: 2, outcome: 'success' },
        { ...ROLL, label: 'Omens', dice: '2d6', total: 9 }
      ],
      visit: [stay('Wren', 'inn', '', 0, 2), stay('Wren', 'cellar', 'inn', 2, 4), stay('Oswin', 'inn', '', 0, 4)],
      outcome: [
        came(1, 'scene', 'scratching', 'A scratching below', 'inn'),
        came(3, 'fight', 'cellar', '', 'cellar'),
        came(3, 'dead', 'Ghoul', 'npc', 'cellar', 'Ghoul'),
        came(4, 'dead', 'Wren', 'player', 'cellar', 'Wren')
      ],
      exercise: [
        { kind: 'action', id: 'walk', times: 1, first: 2 },
        { kind: 'location', id: 'inn', times: 1, first: 1 },
        { kind: 'location', id: 'cellar', times: 1, first: 2 },
        { kind: 'event', id: 'scratching', times: 1, first: 1 }
      ],
      offer: [{ action: 'walk', offered: 2, taken: 1 }],
      value: [hp(0, 4, 3), hp(4, 5, 0)]
    }
  ),
  session(
    { session: 2, party: 'Bold', last_event: 'feast', beats: 12, scenes: 2, minutes: 50 },
    {
      beat: [beat(1, 1), beat(6, 2)],
      action: [call(3, 'hit', 'The rule failed.', 'rules/actions/hit.ts:12')],
      visit: [stay('Wren', 'inn', '', 0, 12), stay('Oswin', 'inn', '', 0, 12)],
      outcome: [came(1, 'scene', 'feast', 'The feast', 'inn'), came(11, 'event-over', 'feast', '', 'inn', '', 2)],
      exercise: [
        { kind: 'location', id: 'inn', times: 1, first: 1 },
        { kind: 'event', id: 'feast', times: 1, first: 1 }
      ],
      offer: [{ action: 'walk', offered: 4, taken: 0 }],
      value: [hp(0, 13, 3)]
    }
  ),
  session(
    { session: 3, party: 'Bold', ending: 'beats', beats: 6, minutes: 20, stuck: 5, stuck_from: 1 },
    {
      beat: [beat(1, 1)],
      visit: [stay('Wren', 'inn', '', 0, 6), stay('Oswin', 'inn', '', 0, 6)],
      outcome: [came(1, 'scene', 'scratching', 'A scratching below', 'inn'), came(5, 'turned-back', 'inn', '', 'inn', 'Oswin')],
      exercise: [{ kind: 'location', id: 'inn', times: 1, first: 1 }],
      value: [hp(0, 7, 3)]
    }
  )
]

export const TINY_RUN: LabRun = {
  id: 'tiny-1',
  name: 'Tiny',
  begun: 0,
  commit: '0'.repeat(40),
  subject: 'Begin',
  plan: LabPlan.parse({ sessions: 4 }),
  status: 'done',
  done: 4,
  pinned: false,
  remarks: []
}
