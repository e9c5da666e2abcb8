import type { SeenActor, ToolUse, View } from '../../../shared/table/agents'
import type { Offer, ParamDef } from '../../../shared/story/game'
import type { Guide } from '../../../shared/story/guide'
import type { LogEntry } from '../../../shared/story/play'
import { nextUse, Mind } from './index'

/** A character for tests: an unhurt player unless overridden. */
export function someone(id: string, more: Partial<SeenActor> = {}): SeenActor {
  return {
    id,
    name: id,
    kind: 'player',
    location: 'yard',
    public: '',
    pronoun: 'she',
    conditions: {},
    canAct: true,
    sheet: {
      stats: { STR: 10, hp: 4 },
      max: { STR: 10, hp: 4 },
      inventory: { bandage: { item: 'bandage', name: 'linen bandage' } },
      tags: {},
      about: '',
      wants: 'Her brother, out of the well.',
      fears: '',
      voice: '',
      says: {},
      beliefs: {}
    },
    ...more
  }
}

/** An NPC for tests. */
export const bystander = (id: string, more: Partial<SeenActor> = {}): SeenActor => someone(id, { kind: 'npc', attitude: 'neutral', ...more })

/** The actions of the small offers below, and a few items. */
const TINY_GUIDE: Guide = {
  actions: Object.fromEntries(
    (
      [
        ['travel', 'move'],
        ['talk', 'talk'],
        ['explore', 'explore'],
        ['search', 'search'],
        ['rest', 'rest'],
        ['use-item', 'use'],
        ['attack', 'attack'],
        ['flee', 'flee'],
        ['start-combat', 'start_combat'],
        ['end-combat', 'end_combat'],
        ['hazard', 'endanger']
      ] as const
    ).map(([name, kind]) => [name, { kind, power: 1 }])
  ),
  items: { bandage: { name: 'Bandage', purpose: 'heal', worth: 2, weapon: false, heals: 2.5, cures: [], slots: 1, tags: {} } },
  conditions: { critical: { care: ['rescue'], dead: false }, dead: { care: [], dead: true } }
}

/** A view of three players in a yard with a trough, a windlass and two exits. */
export function viewOf(more: Partial<View> = {}): View {
  return {
    who: 'Wren',
    role: 'player',
    campaign: 'The Well',
    premise: 'The well has gone foul.',
    game: { name: 'Tiny', version: '1' },
    guide: TINY_GUIDE,
    at: '1421-10-03T17:40:00Z',
    beat: 12,
    phase: 'player',
    mode: 'story',
    round: 0,
    session: 1,
    scene: { number: 1, title: 'The Counting', place: 'yard', aim: 'Find out why the well has gone foul', turns: 4, limit: 40, opened: 2 },
    spent: {},
    place: {
      id: 'yard',
      name: 'Throat Yard',
      region: 'underclint',
      description: 'Cobbles slope inward to the well. A padlock hangs on the chain.',
      senses: ['the rope creaks although nobody is touching it', 'pennies can be smelt from the gate'],
      features: { trough: 'the stone trough', windlass: 'the chained windlass' },
      items: {},
      itemIds: {},
      tags: { settlement: true },
      exits: [
        {
          journey: 'yard--inn',
          to: 'inn',
          label: "Marget's Taproom",
          direction: 'west',
          duration: '2 minutes',
          risks: [],
          description: 'Under a sign.',
          visited: false
        },
        {
          journey: 'yard--walk',
          to: 'walk',
          label: 'Ropewalk',
          direction: 'south',
          duration: '4 minutes',
          risks: [],
          description: 'Past the pond.',
          visited: true
        }
      ]
    },
    actors: [someone('Wren'), someone('Tobit', { pronoun: 'he' }), someone('Pym', { pronoun: 'they' })],
    party: ['Wren', 'Tobit', 'Pym'],
    log: [],
    entries: 0,
    private: [],
    summaries: { scenes: [] },
    floors: {},
    ...more
  }
}

/** The defaults of a story event beyond its place, aim, facts and scenes. */
const MORE = { body: '', climax: false, stakes: '', foreshadow: [], epilogue: [], outcomes: [] }

/** The same table in the DM's view. */
export function dmView(more: Partial<View> = {}): View {
  return viewOf({
    who: 'DM',
    role: 'dm',
    phase: 'dm',
    scene: {
      number: 1,
      title: 'The Counting',
      place: 'yard',
      aim: 'Find out why the well has gone foul',
      turns: 4,
      limit: 40,
      opened: 2,
      story: 'counting'
    },
    story: [
      {
        id: 'counting',
        title: 'The Counting',
        order: 1,
        place: 'yard',
        aim: 'Find out why the well has gone foul',
        starts_when: [],
        done_when: ['bell-sold'],
        opening: ['Three people stand around a well in Throat Yard.'],
        closing: ['The bell was sold.'],
        closing_failed: ['Nobody says who sold it.'],
        ...MORE,
        ready: true,
        done: false
      },
      {
        id: 'throat',
        title: 'Down the Throat',
        order: 2,
        place: 'shaft',
        aim: 'Get below the well',
        starts_when: ['bell-sold'],
        done_when: ['trail'],
        opening: ['There are two ways down.'],
        closing: ['He was here.'],
        closing_failed: ['No trail.'],
        ...MORE,
        ready: false,
        done: false
      }
    ],
    facts: {},
    places: { yard: 'Throat Yard', inn: "Marget's Taproom", walk: 'Ropewalk', shaft: 'Candle Level' },
    tables: ['weather', 'encounter-below'],
    scenesLeft: 5,
    ...more
  })
}

/** A log entry. */
export const entry = (by: string, kind: LogEntry['kind'], text: string, more: Partial<LogEntry> = {}): LogEntry => ({
  at: '1421-10-03T17:41:00Z',
  beat: 5,
  by,
  kind,
  text,
  ...more
})

/** A parameter that accepts one of some values. */
export const choice = (name: string, values: readonly string[], more: Partial<ParamDef> = {}): ParamDef => ({
  name,
  type: 'enum',
  description: '',
  required: true,
  enum: [...values],
  ...more
})
const text = (name: string): ParamDef => ({ name, type: 'string', description: '', required: true })

/** An offer. */
export const offer = (name: string, params: ParamDef[] = [], cost: Offer['cost'] = 'turn', as?: string): Offer => ({
  name,
  description: '',
  params,
  cost,
  ...(as === undefined ? {} : { as })
})

/** The offers of a player in the yard. */
export const PLAYER_OFFERS: readonly Offer[] = [
  offer('explore'),
  offer('search', [choice('feature', ['trough', 'windlass'])]),
  offer('travel', [choice('journey', ['yard--inn', 'yard--walk'])]),
  offer('rest'),
  offer('use-item', [choice('item', ['bandage'])]),
  offer('speak', [text('text')], 'free'),
  offer('whisper', [text('text')], 'free'),
  offer('record', [text('note_path'), text('content'), { ...text('tags'), required: false, many: true }], 'free'),
  offer('remember', [text('text')], 'free'),
  offer('recall', [], 'look'),
  offer('pass')
]

/** The offers of the DM in a scene. */
export const DM_OFFERS: readonly Offer[] = [
  offer('narrate', [text('text'), choice('voice', ['Hask'], { required: false })], 'free'),
  offer('speak', [choice('player', ['Wren', 'Tobit', 'Pym']), text('text')], 'free'),
  offer('roll_table', [choice('table', ['weather', 'encounter-below'])], 'free'),
  offer('get_exits', [], 'look'),
  offer('call_on', [choice('who', ['all', 'Wren', 'Tobit', 'Pym'], { many: true })]),
  offer('end_scene', [text('outcome')]),
  offer('end_session')
]

/** A reproducible random stream for tests. */
export function dice(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
}

/** The seeds with which a decision is tried. */
export const SEEDS = Array.from({ length: 200 }, (_, i) => i + 1)
/** The decisions with each of these seeds. */
export const uses = (view: View, offers: readonly Offer[], seeds = SEEDS): ToolUse[] =>
  seeds.map((seed) => nextUse(view, offers, new Mind(dice(seed)), dice(seed + 5000))).filter((use) => use !== undefined)
/** How many decisions fit. */
export const count = (list: readonly ToolUse[], fits: (use: ToolUse) => boolean): number => list.filter(fits).length
/** The decisions that end the turn, without those about saying something first. */
export const turnsOf = (view: View, offers: readonly Offer[]): ToolUse[] =>
  uses(view, offers).filter((use) => offers.find((one) => one.name === use.tool)?.cost === 'turn')
