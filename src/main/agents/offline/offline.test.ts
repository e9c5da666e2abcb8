import { describe, expect, it } from 'vitest'
import type { ToolUse, View } from '../../../shared/table/agents'
import type { Offer } from '../../../shared/story/game'
import { quietTurn } from '../quiet.fixture'
import { offlineAgent } from './index'
import {
  bystander,
  choice,
  count,
  turnsOf,
  dice,
  DM_OFFERS,
  dmView,
  entry,
  offer,
  PLAYER_OFFERS,
  SEEDS,
  someone,
  uses,
  viewOf
} from './tiny-views.fixture'

/** Why a use is not covered by the offers; undefined when it is. */
function fault(use: ToolUse, offers: readonly Offer[]): string | undefined {
  const found = offers.find((one) => one.name === use.tool && (use.as === undefined || one.as === use.as))
  if (!found) return `${use.tool} is not offered`
  for (const def of found.params) {
    const value = use.input[def.name]
    if (value === undefined) {
      if (def.required) return `${use.tool} lacks ${def.name}`
      continue
    }
    const values = Array.isArray(value) ? value : [String(value)]
    if (Array.isArray(value) !== Boolean(def.many)) return `${use.tool}.${def.name} is one where many are meant, or many where one is`
    if (values.length === 0 || values.some((one) => one === '')) return `${use.tool}.${def.name} is empty`
    if (def.enum && values.some((one) => !def.enum?.includes(one))) return `${use.tool}.${def.name} cannot be ${values.join()}`
  }
  const extra = Object.keys(use.input).find((key) => !found.params.some((def) => def.name === key))
  return extra === undefined ? undefined : `${use.tool} has no ${extra}`
}

const FIGHT_OFFERS = [
  offer('attack', [choice('target', ['Scuttle', 'Eel'])]),
  offer('flee'),
  offer('use-item', [choice('item', ['bandage'])]),
  ...PLAYER_OFFERS.slice(5)
]
const fight = (more: Partial<View> = {}): View =>
  viewOf({ mode: 'combat', round: 1, ...more, actors: more.actors ?? [...viewOf().actors, bystander('Scuttle', { attitude: 'hostile' })] })

describe('every decision', () => {
  const cases: [string, View, readonly Offer[]][] = [
    ['a player in a yard', viewOf(), PLAYER_OFFERS],
    ['a player in a fight', fight(), FIGHT_OFFERS],
    ['a DM who has told nothing yet', dmView(), DM_OFFERS],
    ['a DM who has told', dmView({ spent: { narrate: 1 }, log: [entry('DM', 'narration', 'Throat Yard is quiet.')] }), DM_OFFERS],
    [
      'a DM who must close',
      dmView({ scene: { number: 1, title: 'T', place: 'yard', aim: 'A', turns: 40, limit: 40, opened: 1 } }),
      [offer('end_scene', [{ name: 'outcome', type: 'string', description: '', required: true }])]
    ],
    [
      'a DM between sessions',
      dmView({ phase: 'done' }),
      [offer('open_session', [{ name: 'title', type: 'string', description: '', required: true }])]
    ],
    [
      'a DM with a summary due',
      dmView({ phase: 'close', closing: 'scene' }),
      [
        offer('summarise', [
          { name: 'recap', type: 'string', description: '', required: true },
          { name: 'text', type: 'string', description: '', required: true }
        ])
      ]
    ],
    [
      'an NPC',
      dmView({ phase: 'npc', as: 'Scuttle', mode: 'combat', actors: fight().actors }),
      [
        offer('attack', [choice('target', ['Wren', 'Tobit'])], 'turn', 'Scuttle'),
        offer('flee', [], 'turn', 'Scuttle'),
        offer('pass', [], 'turn', 'Scuttle')
      ]
    ]
  ]

  it.each(cases)('of %s is offered, with valid parameters', (_, view, offers) => {
    const calls = uses(view, offers)
    expect(calls).toHaveLength(SEEDS.length)
    expect(calls.map((use) => fault(use, offers)).filter(Boolean)).toEqual([])
  })

  it.each(cases)('of %s is the same for the same view and chance', (_, view, offers) => {
    expect(uses(view, offers, [3, 8, 21])).toEqual(uses(structuredClone(view), offers, [3, 8, 21]))
  })

  it.each(cases)('of %s writes clean sentences', (_, view, offers) => {
    const texts = uses(view, offers).flatMap((use) =>
      ['text', 'outcome'].flatMap((key) => (typeof use.input[key] === 'string' && view.phase !== 'close' ? [use.input[key]] : []))
    )
    for (const text of texts) {
      expect(text).not.toMatch(/ {2}|[{}[\]]|undefined|null|\byard--|\b(they|They) (is|was|has|does)\b/)
      expect(text).toMatch(/^["']?\p{Lu}/u)
      expect(text).toMatch(/[.!?…]["']?$/)
    }
  })
})

describe('a player', () => {
  const turns = (view: View, offers = PLAYER_OFFERS): ToolUse[] => turnsOf(view, offers)

  it('an unhurt player searches, explores and travels, and hardly ever waits', () => {
    const calls = turns(viewOf())
    expect(new Set(calls.map((use) => use.tool))).toEqual(new Set(['search', 'explore', 'travel']))
    expect(count(calls, (use) => use.tool === 'search')).toBeGreaterThan(calls.length * 0.3)
  })

  it('a player prefers an unvisited exit to a visited one', () => {
    const calls = turns(viewOf({ spent: { speak: 1 }, place: { ...viewOf().place!, features: {}, tags: { explored: true } } })).filter(
      (use) => use.tool === 'travel'
    )
    expect(count(calls, (use) => use.input['journey'] === 'yard--inn')).toBeGreaterThan(calls.length * 0.7)
  })

  it('a player prefers the exit that the aim names', () => {
    const scene = { ...viewOf().scene!, aim: 'Ask at the ropewalk about the rope' }
    const calls = turns(viewOf({ scene, place: { ...viewOf().place!, features: {}, tags: { explored: true } } })).filter(
      (use) => use.tool === 'travel'
    )
    expect(count(calls, (use) => use.input['journey'] === 'yard--walk')).toBeGreaterThan(calls.length * 0.5)
  })

  it('a player follows the party if everybody else is in another place', () => {
    const actors = [someone('Wren'), someone('Tobit', { location: 'inn' }), someone('Pym', { location: 'inn' })]
    const calls = turns(viewOf({ actors }))
    expect(count(calls, (use) => use.input['journey'] === 'yard--inn')).toBeGreaterThan(calls.length * 0.6)
  })

  it('a hurt player uses an item that heals', () => {
    const hurt = someone('Wren', { sheet: { ...someone('Wren').sheet!, stats: { STR: 3, hp: 0 } } })
    const calls = turns(viewOf({ actors: [hurt, ...viewOf().actors.slice(1)] }))
    expect(count(calls, (use) => use.tool === 'use-item' || use.tool === 'rest')).toBeGreaterThan(calls.length * 0.5)
  })

  it('a player fights hostile characters and never friends', () => {
    const calls = turns(fight(), [offer('attack', [choice('target', ['Scuttle', 'Tobit'])]), ...PLAYER_OFFERS.slice(5)])
    expect(new Set(calls.map((use) => `${use.tool} ${String(use.input['target'])}`))).toEqual(new Set(['attack Scuttle']))
  })

  it('a player flees when nearly dead with companions down, and not when unhurt', () => {
    const hurt = someone('Wren', { sheet: { ...someone('Wren').sheet!, stats: { STR: 2, hp: 0 } } })
    const lost = fight({
      actors: [hurt, someone('Tobit', { canAct: false }), someone('Pym', { canAct: false }), bystander('Scuttle', { attitude: 'hostile' })]
    })
    expect(count(turns(lost, FIGHT_OFFERS), (use) => use.tool === 'flee')).toBeGreaterThan(turns(lost, FIGHT_OFFERS).length * 0.3)
    expect(count(turns(fight(), FIGHT_OFFERS), (use) => use.tool === 'flee')).toBe(0)
  })

  it('a player does what they have just announced', () => {
    const said = viewOf({ spent: { speak: 1 }, log: [entry('Wren', 'speech', "I say Marget's Taproom. Has anybody a better idea?")] })
    const calls = turns(said)
    expect(count(calls, (use) => use.input['journey'] === 'yard--inn')).toBeGreaterThan(calls.length * 0.8)
  })

  it('a player speaks now and then, and writes notes with links', () => {
    const me = someone('Wren', {
      sheet: {
        ...someone('Wren').sheet!,
        says: { hope: ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'].map((n) => `Soup for ${n}.`) }
      }
    })
    const view = viewOf({
      actors: [me, someone('Tobit', { location: 'inn' })],
      log: [
        entry('Wren', 'system', 'Wren looks about.', { action: 'explore' }),
        entry('Tobit', 'system', 'Tobit looks about.', { action: 'explore' })
      ]
    })
    const calls = uses(view, PLAYER_OFFERS)
    expect(count(calls, (use) => use.tool === 'speak')).toBeGreaterThan(5)
    const note = calls.find((use) => use.tool === 'record')
    expect(note?.input).toEqual({
      note_path: 'places/throat-yard.md',
      content:
        "# Throat Yard\n\nWays on: [[Marget's Taproom]] (not yet seen) and [[Ropewalk]].\nStill to look at: the stone trough and the chained windlass.\nWe are here to see about this: Find out why the well has gone foul.",
      tags: ['place']
    })
  })
})

describe('a DM', () => {
  it('the DM opens a scene with the authored opening', () => {
    expect(String(uses(dmView(), DM_OFFERS, [1])[0]?.input['text'])).toMatch(/^Three people stand around a well in Throat Yard\./)
  })

  it('the DM narrates an arrival before calling on anybody', () => {
    const log = [entry('DM', 'narration', 'It is quiet.'), entry('Wren', 'system', 'They reach Throat Yard.', { action: 'travel' })]
    const calls = uses(dmView({ log, scene: { ...dmView().scene!, place: 'inn' } }), DM_OFFERS)
    expect(new Set(calls.map((use) => use.tool))).toEqual(new Set(['narrate']))
  })

  it('the DM closes the scene with the authored closing when its story event is done', () => {
    const story = dmView().story?.map((event) => (event.id === 'counting' ? Object.assign({}, event, { done: true }) : event))
    const calls = uses(
      dmView({ spent: { narrate: 1 }, log: [entry('DM', 'narration', 'Throat Yard is quiet.')], ...(story ? { story } : {}) }),
      DM_OFFERS,
      [1, 2, 3]
    )
    expect(calls).toEqual(Array.from({ length: 3 }, () => ({ tool: 'end_scene', input: { outcome: 'The bell was sold.' } })))
  })

  it('the DM closes the scene when everybody is down', () => {
    const actors = viewOf().actors.map((actor) => Object.assign({}, actor, { canAct: false }))
    const calls = uses(dmView({ actors, spent: { narrate: 1 }, log: [entry('DM', 'narration', 'It is quiet.')] }), DM_OFFERS, [1, 2, 3])
    expect(new Set(calls.map((use) => use.tool))).toEqual(new Set(['end_scene']))
  })

  it('the DM opens the first story event that is ready and not done, with the characters there', () => {
    const offers = [
      offer('open_scene', [
        { name: 'title', type: 'string', description: '', required: true },
        choice('place', ['yard']),
        choice('present', ['Hask'], { many: true, required: false }),
        { name: 'aim', type: 'string', description: '', required: true },
        choice('story', ['counting', 'throat'], { required: false })
      ]),
      offer('end_session')
    ]
    const view = dmView({ phase: 'open', scene: undefined, actors: [...viewOf().actors, bystander('Hask')] })
    expect(uses(view, offers, [4])).toEqual([
      {
        tool: 'open_scene',
        input: { title: 'The Counting', place: 'yard', present: ['Hask'], aim: 'Find out why the well has gone foul', story: 'counting' }
      }
    ])
  })

  it('the DM starts a fight when a hostile character is present', () => {
    const actors = [...viewOf().actors, bystander('Scuttle', { attitude: 'hostile' })]
    const calls = uses(dmView({ actors, spent: { narrate: 1 }, log: [entry('DM', 'narration', 'Throat Yard is quiet.')] }), [
      ...DM_OFFERS,
      offer('start-combat', [choice('foes', ['Hask', 'Scuttle'], { many: true })], 'free')
    ])
    expect(count(calls, (use) => use.tool === 'start-combat')).toBeGreaterThan(calls.length * 0.6)
    expect(calls.filter((use) => use.tool === 'start-combat').every((use) => String(use.input['foes']) === 'Scuttle')).toBe(true)
  })

  it('the DM answers a whisper in private', () => {
    const view = dmView({ answering: 'Pym', private: [{ beat: 4, by: 'Pym', text: 'Is there anything about the stone trough?' }] })
    const calls = uses(view, [
      offer('speak', [choice('player', ['Pym']), { name: 'text', type: 'string', description: '', required: true }], 'free'),
      offer('pass')
    ])
    expect(new Set(calls.map((use) => `${use.tool} ${String(use.input['player'])}`))).toEqual(new Set(['speak Pym']))
  })

  it('the DM calls on all or some players, and on everybody in time', () => {
    const calls = uses(dmView({ spent: { narrate: 1 }, log: [entry('DM', 'narration', 'Throat Yard is quiet.')] }), DM_OFFERS).filter(
      (use) => use.tool === 'call_on'
    )
    expect(new Set(calls.flatMap((use) => use.input['who'] as string[]))).toEqual(new Set(['all', 'Wren', 'Tobit', 'Pym']))
  })

  it('the DM summarises a scene from its log', () => {
    const log = [
      entry('DM', 'scene', 'The Counting. Throat Yard.'),
      entry('Wren', 'system', 'Wren searches the chained windlass. The pin slides out, and the windlass is free.', {
        action: 'search',
        changes: { places: { yard: { searched: ['the chained windlass'] } } }
      }),
      entry('Wren', 'system', 'Hask tells Wren: "There is someone down there, and always has been."', {
        action: 'talk',
        beat: 6,
        targets: ['Hask'],
        changes: { facts: { below: true } }
      }),
      entry('DM', 'scene', 'They leave it there for the time being.')
    ]
    const text = String(
      uses(
        dmView({ phase: 'close', closing: 'scene', log, cast: { Hask: { name: 'Hask', kind: 'npc' }, Wren: { name: 'Wren', kind: 'player' } } }),
        [],
        [1]
      )[0]?.input['text']
    )
    expect(text).toBe(
      [
        '## Key events',
        '- The Counting. They were at Throat Yard.',
        '- Wren searches the chained windlass. The pin slides out, and the windlass is free.',
        '- Hask tells Wren: "There is someone down there, and always has been."',
        '- With Hask: talk.',
        '- Searched: the chained windlass.',
        '- Facts: below.',
        '- They leave it there for the time being.',
        '',
        '## People met',
        'Hask.',
        '',
        '## Unresolved threads',
        '- Still to do: find out why the well has gone foul.',
        '- Nobody has looked into the stone trough.',
        '- Nobody has looked into the chained windlass.'
      ].join('\n')
    )
  })
})

describe('the agent', () => {
  it('the agent plays one tool use a turn, and a simple one if the first is refused', async () => {
    const calls: ToolUse[] = []
    await offlineAgent().act(
      quietTurn({
        view: viewOf(),
        offers: PLAYER_OFFERS,
        chance: () => dice(1),
        use: (use) => {
          calls.push(use)
          return Promise.resolve({ ok: calls.length > 1, text: '', over: calls.length > 1 })
        }
      })
    )
    expect(calls).toHaveLength(2)
    expect(calls[1]).toEqual({ tool: 'pass', input: {} })
  })
})
