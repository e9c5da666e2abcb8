import { expect, test } from 'vitest'
import type { Game } from '../../shared/game'
import { mergePatch } from '../../shared/json'
import { Problem } from '../../shared/problem'
import type { GameState } from '../../shared/state'
import { loadGame } from './load'
import { scriptedDice } from './scripted-dice'
import { tinyWorld } from './tiny-world'

/** A game whose one action, `do`, has these conditions and effects. */
const gameOf = (available: string, execute: string, params = '[]'): Promise<Game> =>
  loadGame(
    new Map(
      Object.entries({
        'manifest.yaml': 'game: Y\nversion: "1"\nentry_actions: [do]\nstats: { hp: { label: Vigour, has_max: true }, STR: { label: Strength } }\n',
        'actions/do.yaml': `name: do\ndescription: Do it.\nparams: ${params}\navailable: ${available}\nexecute: ${execute}\n`,
        'conditions/poisoned.yaml': 'name: Poisoned',
        'conditions/blessed.yaml': 'name: Blessed',
        'equipment/all.yaml':
          'healing-draught: { name: Draught, kind: consumable, effect: { heal: d6 } }\nration: { name: Ration, kind: consumable }\nbell: { name: Bell, kind: tool }\nantidote: { name: Antidote, kind: consumable }\ndagger: { name: Dagger, kind: weapon, damage: d4 }\n'
      })
    )
  )
const world = (patch: Record<string, unknown> = {}): GameState => mergePatch(tinyWorld(), patch)

test.each<[string, GameState, string | undefined]>([
  ['{ has_consumable: true }', world(), undefined],
  ['{ has_consumable: true }', world({ actors: { Wren: { inventory: { draught: null, rations: null } } } }), 'needs something to use up'],
  ['{ has_consumable: ration }', world(), undefined],
  ['{ has_consumable: antidote }', world(), 'needs the antidote'],
  ['{ in_combat: true }', world(), 'only in a fight'],
  ['{ in_combat: false }', world({ combat: { initiative: {} } }), 'not in a fight'],
  ['{ has_condition: poisoned }', world(), 'is not poisoned'],
  ['{ has_condition: poisoned }', world({ actors: { Wren: { conditions: { poisoned: {} } } } }), undefined],
  ['{ fact: bridge }', world(), '"bridge" is not so yet'],
  ['{ fact: "!bridge" }', world({ facts: { bridge: true } }), '"bridge" is already so'],
  ['{ fact: { candles: 3 } }', world({ facts: { candles: 3 } }), undefined],
  ['{ tag: swift }', world({ actors: { Wren: { tags: { swift: true } } } }), undefined],
  ['{ tag: swift }', world(), 'is not swift'],
  ['{ any: [{ fact: a }, { fact: b }] }', world({ facts: { b: true } }), undefined],
  ['{ any: [{ fact: a }, { fact: b }] }', world(), '"a" is not so yet or "b" is not so yet'],
  ['{ all: [{ fact: a }, { in_combat: false }] }', world({ facts: { a: true } }), undefined],
  ['{ not: { fact: a } }', world({ facts: { a: true } }), '"a" is already so'],
  ['false', world(), 'is never offered; it only follows from other actions']
])('the condition %s', async (available, state, reason) => {
  const game = await gameOf(available, '{ say: Done. }')
  expect([game.whyNot(state, 'Wren', 'do'), game.offers(state, 'Wren', ['do']).length]).toEqual([reason, reason === undefined ? 1 : 0])
})

test.each<[string, number[], Record<string, unknown>, string]>([
  ['{ remove_item: ration }', [], { actors: { Wren: { inventory: { rations: { count: 2 } } } } }, 'Wren uses the ration.'],
  [
    '{ remove_item: dagger, add_item: bell }',
    [],
    { actors: { Wren: { inventory: { dagger: null, bell: { item: 'bell' } } } } },
    'Wren uses the dagger. Wren now has the bell.'
  ],
  ['{ damage: d4 }', [2], { actors: { Wren: { stats: { hp: 1 } } } }, 'Wren is hurt for 2.'],
  ['{ damage: 9 }', [], { actors: { Wren: { stats: { hp: 0 } } } }, 'Wren is hurt for 3.'],
  ['{ damage: 2, heal: d6 }', [6], { actors: { Wren: { stats: { hp: 3 } } } }, 'Wren is hurt for 2. Wren regains 2 vigour.'],
  ['{ damage: { stat: STR, amount: 4 } }', [], { actors: { Wren: { stats: { STR: 6 } } } }, 'Wren is hurt for 4.'],
  [
    '{ add_condition: { condition: blessed, minutes: 30 } }',
    [],
    { actors: { Wren: { conditions: { blessed: { since: 0, until: 30 } } } } },
    'Wren is blessed.'
  ],
  [
    '{ add_condition: poisoned, remove_condition: [poisoned, blessed] }',
    [],
    { actors: { Wren: { conditions: { poisoned: null } } } },
    'Wren is poisoned. Wren is no longer poisoned.'
  ],
  ['{ set_fact: [rung, heard] }', [], { facts: { rung: true, heard: true } }, 'Wren does it.'],
  ['{ set_fact: { candles: 3 }, say: "{actor.name} lights three." }', [], { facts: { candles: 3 } }, 'Wren lights three.'],
  ['{ apply_effect: { heal: 1, set_fact: well } }', [], { facts: { well: true } }, 'Wren was already as well as can be.']
])('the effects %s', async (execute, faces, stateDelta, narrative) => {
  const game = await gameOf('true', execute)
  expect(game.execute(world(), 'Wren', 'do', {}, scriptedDice(...faces))).toEqual({ stateDelta, narrative })
})

test('a list of lines is told in turn', async () => {
  const game = await gameOf('true', '{ say: ["{actor.name} knocks.", "{actor.name} knocks again."] }')
  const told = [0, 1, 2].map(
    (times) => game.execute(world({ next: { exercised: { session: { do: times, other: 5 } } } }), 'Wren', 'do', {}, scriptedDice()).narrative
  )
  expect(told).toEqual(['Wren knocks.', 'Wren knocks again.', 'Wren knocks.'])
})

test("the document's example runs as it stands", async () => {
  const game = await loadGame(
    new Map(
      Object.entries({
        'manifest.yaml': 'game: Cairn Hack\nversion: "0.1"\nentry_actions: [use-item]\n',
        'actions/use-item.yaml': `name: use-item
description: Use a consumable item from your inventory
params:
  - name: item
    type: enum
    required: true
    description: The item to use
available:
  has_consumable: true
execute:
  remove_item: "{item}"
  apply_effect: "{item.effect}"
`,
        'equipment/items.yaml':
          'healing-draught: { name: Healing draught, kind: consumable, effect: { heal: d6 } }\nration: { name: Ration, kind: consumable }\n'
      })
    )
  )
  const state = world({ actors: { Wren: { stats: { hp: 0 } } } })
  expect(game.offers(state, 'Wren', ['use-item'])).toEqual([
    {
      name: 'use-item',
      description: 'Use a consumable item from your inventory',
      cost: 'turn',
      params: [
        {
          name: 'item',
          type: 'enum',
          description: 'The item to use',
          required: true,
          enum: ['draught', 'rations'],
          labels: { draught: 'Healing draught', rations: 'Ration' }
        }
      ]
    }
  ])
  expect(game.execute(state, 'Wren', 'use-item', { item: 'draught' }, scriptedDice(2))).toEqual({
    stateDelta: { actors: { Wren: { inventory: { draught: { count: 1 } }, stats: { hp: 2 } } } },
    narrative: 'Wren uses the healing draught. Wren regains 2 hp.'
  })
  expect(game.offers(state, 'Oswin', ['use-item'])).toEqual([])
})

test('a choice is filled from what it names', async () => {
  const game = await gameOf(
    'true',
    '{ say: "{actor.name} nods at {who.name}." }',
    '[{ name: who, type: enum, from: people_here, required: true, description: Who }]'
  )
  expect(game.offers(world(), 'Wren', ['do'])[0]?.params[0]).toMatchObject({ enum: ['Mira', 'Oswin'], labels: { Mira: 'Mira', Oswin: 'Oswin' } })
  expect(game.execute(world(), 'Wren', 'do', { who: 'Mira' }, scriptedDice()).narrative).toBe('Wren nods at Mira.')
})

test('a mistake that only shows in play names the file and the line', async () => {
  const game = await gameOf('true', '\n  set_fact: tried\n  move: moon')
  let thrown: unknown
  try {
    game.execute(world(), 'Wren', 'do', {}, scriptedDice())
  } catch (error) {
    thrown = error
  }
  expect((thrown as Problem).toJSON()).toEqual({
    code: 'rule-failed',
    message: 'The rule "do" names the place "moon", which this campaign does not have. Look at actions/do.yaml line 7.',
    data: { rule: 'do', file: 'actions/do.yaml', line: 7 }
  })
})
