import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Game } from '../../shared/story/game'
import type { GameState } from '../../shared/story/state'
import { bundledFiles } from './bundled.fixture'
import { checkGame, loadGame } from './load-game'
import { scriptedDice } from './scripted-dice.fixture'
import { choices } from './vm/choices'
import { sketchFiles, sketchGame, world } from './vocabulary.fixture'

it('a list of lines is told in turn', async () => {
  const game = await sketchGame({ do: { execute: '{ say: ["{actor.name} knocks.", "{actor.name} knocks again."] }' } })
  const narratives = [0, 1, 2].map(
    (times) => game.execute(world({ next: { exercised: { session: { do: times, other: 5 } } } }), 'Wren', 'do', {}, scriptedDice()).narrative
  )
  expect(narratives).toEqual(['Wren knocks.', 'Wren knocks again.', 'Wren knocks.'])
})

it("the document's example runs as it stands", async () => {
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

it('a choice is filled by each source', async () => {
  const state = world({
    actors: { Ghoul: { location: 'inn' }, Wren: { inventory: { mail: { item: 'mail-shirt' } } } },
    combat: { initiative: { Ghoul: 2, Wren: 3 } },
    places: { inn: { inventory: { bell: { item: 'bell', name: 'Tam’s bell' } } } }
  })
  const names = Object.keys(choices)
  const game = await sketchGame(
    Object.fromEntries(names.map((from) => [from.replaceAll('_', '-'), { params: `[{ name: it, type: enum, from: ${from}, description: It }]` }]))
  )
  const offered = names.map((from) => [from, game.offers(state, 'Wren', [from.replaceAll('_', '-')])[0]?.params[0]?.labels])
  expect(Object.fromEntries(offered)).toEqual({
    consumables: { draught: 'Healing draught', rations: 'Ration' },
    inventory: { dagger: 'Dagger', draught: 'Healing draught', mail: 'Mail shirt', rations: 'Ration' },
    weapons: { dagger: 'Dagger' },
    armor: { mail: 'Mail shirt' },
    spells: undefined,
    things_here: { bell: 'Tam’s bell' },
    people_here: { Ghoul: 'the pale ghoul', Mira: 'Mira', Oswin: 'Oswin' },
    npcs_here: { Ghoul: 'the pale ghoul', Mira: 'Mira' },
    players_here: { Oswin: 'Oswin' },
    foes_in_reach: { Ghoul: 'the pale ghoul' },
    ways: { 'inn--cellar': 'down to the Cellar' }
  })
})

it('a choice without a source is filled by the condition it belongs to', async () => {
  const it = '[{ name: it, type: enum, required: true, description: It }]'
  const someone = '[{ name: who, type: target, required: true, description: Who }]'
  const game = await sketchGame({
    eat: { available: '{ in_combat: false, has_consumable: ration }', params: it },
    strike: { available: '{ has_weapon: true }', params: it },
    ring: { available: '{ has_tag_item: holy }', params: it },
    greet: { available: '{ target_present: { kind: npc } }', params: someone },
    nod: { params: someone }
  })
  const state = world({ actors: { Wren: { inventory: { bell: { item: 'bell' } } } } })
  const offered = game.offers(state, 'Wren', ['eat', 'strike', 'ring', 'greet', 'nod'])
  expect(offered.map(({ name, params }) => [name, params[0]?.enum])).toEqual([
    ['eat', ['rations']],
    ['strike', ['dagger']],
    ['ring', ['bell']],
    ['greet', ['Mira']],
    ['nod', ['Mira', 'Oswin']]
  ])
})

it('an action in YAML and the same in TypeScript are the same action', async () => {
  const yaml = `name: do
description: Drink with somebody.
params:
  - { name: who, type: target, required: true, description: With whom }
  - { name: item, type: enum, required: true, description: What }
available:
  in_combat: false
  has_consumable: true
  stat_at_least: { WIL: 10 }
execute:
  remove_item: "{item}"
  save:
    stat: STR
    target: "{who}"
    failure: { add_condition: { condition: poisoned, minutes: 30, target: "{target}" } }
  apply_effect: "{item.effect}"
  roll_table: mishap
  set_fact: { drunk-with: "{who}" }
  pass_time: 10
  say: "{actor.name} drinks to {who.name}. {row.text}"
`
  const typescript = `import { applyEffects, called, Draft, peopleAt, save, statOf } from 'proscenium'
const consumables = (state: GameState, actor: string) =>
  Object.entries(state.actors[actor]?.inventory ?? {}).filter(([, { item }]) => game.equipment[item]?.kind === 'consumable')
export default {
  name: 'do',
  description: 'Drink with somebody.',
  params(state, actor) {
    const people = peopleAt(state, state.actors[actor]?.location ?? '').filter((id) => id !== actor)
    const drinks = consumables(state, actor)
    return [
      { name: 'who', type: 'target', required: true, description: 'With whom', enum: people, labels: called(state, people) },
      { name: 'item', type: 'enum', required: true, description: 'What', enum: drinks.map(([id]) => id), labels: Object.fromEntries(drinks.map(([id, { item }]) => [id, game.equipment[item]?.name ?? id])) }
    ]
  },
  available(state, actor) {
    if (state.combat) return 'a fight is under way'
    if (consumables(state, actor).length === 0) return 'Wren has nothing to use up'
    const has = statOf(state.actors[actor], 'WIL', game)
    return has >= 10 || 'Wren needs WIL 10 or more and has ' + has
  },
  execute(state, actor, params) {
    const draft = new Draft(state)
    const [who, item] = [String(params['who']), String(params['item'])]
    const effect = game.equipment[draft.take(actor, item, 1)?.item ?? '']?.effect ?? {}
    const poisoned = !save(draft, who, 'STR')
    if (poisoned) draft.afflict(who, 'poisoned', { minutes: 30 })
    const healing = roll('d6', { label: 'healing', target: actor }).total
    const before = draft.base(actor, 'hp')
    draft.setStat(actor, 'hp', before + healing)
    const row = table('mishap')
    draft.fact('drunk-with', who)
    draft.passTime(10)
    const name = draft.actor(actor).name
    draft.say(String((effect['say'] as string).replace('{actor.name}', name)))
    draft.say(name + ' drinks to ' + draft.actor(who).name + '. ' + row.text)
    if (poisoned) draft.say(draft.actor(who).name + ' is poisoned.')
    draft.say(name + ' regains ' + (draft.base(actor, 'hp') - before) + ' vigour.')
    return draft.result()
  }
} satisfies Action
`
  const files = (path: string, text: string): Map<string, string> =>
    sketchFiles({}, { 'manifest.yaml': sketchFiles({ do: {} }).get('manifest.yaml') ?? '', [path]: text })
  const [one, two] = [await loadGame(files('actions/do.yaml', yaml)), await loadGame(files('actions/do.ts', typescript))]
  const states: GameState[] = [
    world({ actors: { Wren: { stats: { hp: 0 } } } }),
    world({ combat: { initiative: {} } }),
    world({ actors: { Wren: { inventory: { draught: null, rations: null } } } }),
    world({ actors: { Wren: { stats: { WIL: 9 } } } })
  ]
  const seen = (game: Game): unknown => states.map((state) => [game.offers(state, 'Wren', ['do']), game.whyNot(state, 'Wren', 'do')])
  expect(seen(one)).toEqual(seen(two))
  for (const faces of [
    [20, 4, 1],
    [3, 6, 4]
  ]) {
    const done = (game: Game): unknown => {
      const dice = scriptedDice(...faces)
      const result = game.execute(states[0] as GameState, 'Wren', 'do', { who: 'Mira', item: 'draught' }, dice)
      return [result, dice.rolled]
    }
    expect(done(one)).toEqual(done(two))
  }
})

it('rules in TypeScript do the effects of a thing', async () => {
  const files = sketchFiles(
    { plain: {} },
    {
      'actions/pour.ts': `import { applyEffects, Draft } from 'proscenium'
export default {
  name: 'pour', description: 'Pour it down a throat.', params: [], available: () => true,
  execute(state, actor) {
    const draft = new Draft(state)
    const follow = applyEffects(draft, [game.equipment['healing-draught'].effect, { say: '{actor.name} and {friend.name}.', follow_up: 'plain' }], 'Oswin', 'pour', { friend: { name: 'Mira' } })
    return draft.result(follow)
  }
} satisfies Action
`
    }
  )
  files.set('manifest.yaml', (files.get('manifest.yaml') ?? '').replace('[plain]', '[plain, pour]'))
  const game = await loadGame(files)
  expect(game.execute(world({ actors: { Oswin: { stats: { hp: 1 } } } }), 'Wren', 'pour', {}, scriptedDice(2))).toEqual({
    stateDelta: { actors: { Oswin: { stats: { hp: 3 } } } },
    narrative: 'Oswin drinks. Oswin and Mira. Oswin regains 2 vigour.',
    followUp: [{ action: 'plain', actor: 'Oswin' }]
  })
})

it("the README's second action works as it stands", async () => {
  const readme = readFileSync(join(import.meta.dirname, '../../../rules/README.md'), 'utf8')
  const [, yaml = ''] = [...readme.matchAll(/```yaml\n([^]*?)```/g)].map((block) => block[1] ?? '')
  const files = bundledFiles('cairn-hack').set('actions/pick-lock.yaml', yaml)
  files.set('manifest.yaml', (files.get('manifest.yaml') ?? '').replace('entry_actions: [', 'entry_actions: [pick-lock, '))
  expect(await checkGame(files)).toEqual([])
  const game = await loadGame(files)
  const state = world({ places: { inn: { tags: { 'locked-box': true } } } })
  expect([game.whyNot(world(), 'Wren', 'pick-lock'), game.whyNot(state, 'Wren', 'pick-lock')]).toEqual([
    'the Drowned Lamb doesn\'t have the tag "locked-box"',
    undefined
  ])
  expect(game.execute(state, 'Wren', 'pick-lock', { tool: 'dagger' }, scriptedDice(14))).toEqual({
    stateDelta: {
      actors: { Wren: { inventory: { 'silver-ring': { item: 'silver-ring' } } } },
      clock: { minutes: 10 },
      places: { inn: { tags: { 'locked-box': null } } }
    },
    narrative: 'Wren works the dagger in, and the lid comes up. Wren now has the silver ring.'
  })
  expect(game.execute(state, 'Wren', 'pick-lock', { tool: 'dagger' }, scriptedDice(15, 8)).narrative).toBe(
    'Wren works the dagger in, and the water is deeper than it looks, and a good deal colder.'
  )
})
