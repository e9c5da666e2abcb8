import { parseYaml } from '../campaign/yaml-splice'
import { effects } from '../rules/vm/effects'

/** A YAML action for each effect there is, by the action's name: what makes it available, its parameters, what it does. */
const ACTIONS: Readonly<Record<string, { available?: string; params?: string; execute: string }>> = {
  'use-up': {
    available: '{ has_consumable: true }',
    params: '[{ name: item, type: enum, required: true, description: What }]',
    execute: '{ remove_item: "{item}" }'
  },
  find: { execute: '{ add_item: bell }' },
  smell: {
    available: '{ has_consumable: true }',
    params: '[{ name: item, type: enum, required: true, description: What }]',
    execute: '{ apply_effect: "{item.effect}" }'
  },
  stumble: { execute: '{ damage: d4 }' },
  breathe: { execute: '{ heal: { dice: d6, stat: hp } }' },
  spin: { execute: '{ add_condition: { condition: dazed, minutes: 30 } }' },
  blink: { execute: '{ remove_condition: dazed }' },
  build: { execute: '{ set_fact: bridge }' },
  sing: { execute: '{ say: "{actor.name} sings." }' },
  dodge: { execute: '{ save: { stat: DEX, success: { say: Dodged. }, failure: { damage: 1 } } }' },
  gamble: { execute: '{ roll: { dice: 2d6, over: 8, success: { say: Luck. }, failure: { damage: 1 } } }' },
  divine: { execute: '{ roll_table: omen, say: "{row.text}" }' },
  descend: { available: '{ in_combat: false }', execute: '{ move: cellar }' },
  climb: { available: '{ in_combat: false }', execute: '{ move: inn }' },
  light: { execute: '{ set_tag: { tag: lit } }' },
  wait: { execute: '{ pass_time: 10 }' },
  pick: {
    available: '{ in_combat: false }',
    params: '[{ name: foe, type: enum, from: npcs_here, required: true, description: With whom }]',
    execute: '{ start_combat: { foes: "{foe}" } }'
  },
  yield: { available: '{ in_combat: true }', execute: '{ end_combat: true, say: Peace. }' },
  cross: { execute: '{ if: { fact: bridge }, then: { say: Across. }, else: { say: There is no bridge. } }' },
  seek: { execute: '{ start_quest: bell }' },
  fetch: { execute: '{ complete_objective: { quest: bell, objective: rope }, complete_quest: bell }' },
  forget: { execute: '{ fail_quest: bell }' },
  warm: {
    params: '[{ name: who, type: enum, from: npcs_here, required: true, description: Whom }]',
    execute: '{ change_relationship: { to: "{who}", by: 10 } }'
  },
  wonder: { execute: '{ open_thread: { thread: key, text: Where is the key? } }' },
  settle: { available: '{ fact: bridge }', execute: '{ open_thread: { thread: key, text: Where is the key? }, pay_off: key }' },
  shout: { execute: '{ follow_up: sing }' },
  smile: {
    params: '[{ name: who, type: enum, from: npcs_here, required: true, description: At whom }]',
    execute: '{ set_attitude: { attitude: friendly, target: "{who}" } }'
  }
}

/** Words of effects anywhere in a map of effects. */
function wordsIn(map: unknown): string[] {
  if (typeof map !== 'object' || map === null) return []
  return Object.entries(map).flatMap(([key, inner]) => [...(Object.hasOwn(effects, key) ? [key] : []), ...wordsIn(inner)])
}

const wordsOf = new Map(Object.entries(ACTIONS).map(([name, { execute }]) => [name, wordsIn(parseYaml(execute, name))]))
const known = Object.keys(ACTIONS).filter((name) =>
  Object.keys(parseYaml(ACTIONS[name]?.execute ?? '', name) as object).every((word) => Object.hasOwn(effects, word))
)

/** The effects that no action of the game `every effect` uses; there must be none. */
export const EFFECTS_WITHOUT_ACTION: readonly string[] = Object.keys(effects).filter(
  (word) => !known.some((name) => wordsOf.get(name)?.includes(word))
)

/** A game in which every effect of YAML has an action, played in the tiny world. */
export const EVERY_EFFECT = new Map<string, string>([
  [
    'manifest.yaml',
    [
      'game: Every effect',
      'version: "1"',
      `entry_actions: [${known.join(', ')}]`,
      `combat_actions: [${known.join(', ')}]`,
      'npc_actions: [stumble, sing, yield]'.replace(', yield', known.includes('yield') ? ', yield' : ''),
      'stats: { hp: { label: Vigour, has_max: true }, STR: { label: Strength }, DEX: { label: Swiftness }, WIL: { label: Will } }',
      'limits: { turns_per_scene: 40, scenes_per_session: 3 }'
    ].join('\n')
  ],
  ['conditions/dazed.yaml', 'name: Dazed\n'],
  ['tables/omen.yaml', 'name: Omens\ndice: d6\nrows:\n  1-3: A crow.\n  4-6: A bell.\n'],
  [
    'equipment/all.yaml',
    [
      'draught: { name: Draught, kind: consumable, effect: { heal: d4 } }',
      'healing-draught: { name: Healing draught, kind: consumable, effect: { heal: d4 } }',
      'ration: { name: Ration, kind: consumable, effect: { heal: d4 } }',
      'bell: { name: Bell, kind: tool }',
      'dagger: { name: Dagger, kind: weapon, damage: d6 }',
      'axe: { name: Axe, kind: weapon, damage: d8 }',
      'mail-shirt: { name: Mail shirt, kind: armor, armor: 2 }',
      'claws: { name: Claws, kind: weapon, damage: d6 }',
      'iron-key: { name: Iron key, kind: tool }'
    ].join('\n')
  ],
  ...known.map((name): [string, string] => {
    const { available = 'true', params = '[]', execute } = ACTIONS[name] ?? { execute: '' }
    return [`actions/${name}.yaml`, `name: ${name}\ndescription: ${name}\nparams: ${params}\navailable: ${available}\nexecute: ${execute}\n`]
  })
])
