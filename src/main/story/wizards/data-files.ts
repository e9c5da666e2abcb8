import type { Equipment, Manifest } from '../../../shared/story/game'
import type { JsonObject } from '../../../shared/base/json'
import type { WizardAnswers } from '../../../shared/contract/workshop-calls'
import { formatYaml } from '../../campaign/yaml-splice'
import { FILL_MARK, yaml } from './marked'

type Answers<K extends WizardAnswers['what']> = Extract<WizardAnswers, { what: K }>
type Stats = Pick<Manifest, 'odds' | 'stats'>

/** The stat that damage and healing change, if the game has one. */
export const hitPoints = ({ odds, stats }: Stats): string | undefined => [...odds.hit_points, 'hp'].find((stat) => Object.hasOwn(stats, stat))

/** A stat that a condition may change: one for saves, otherwise any that is not hit points. */
const abilityOf = (manifest: Stats): string | undefined =>
  [...manifest.odds.saves, ...Object.keys(manifest.stats)].find(
    (stat) => Object.hasOwn(manifest.stats, stat) && stat !== hitPoints(manifest) && !manifest.odds.hit_points.includes(stat)
  )

/** The file of a new condition. */
export function conditionFile(label: string, about: string, effect: Answers<'condition'>['effect'], manifest: Stats): string {
  const stat = abilityOf(manifest)
  const shift = stat === undefined ? [] : [`stats: { ${yaml(stat)}: ${effect === 'helps' ? 1 : -1} }`]
  const lines: Record<typeof effect, string[]> = {
    hinders: [
      '# Added to the stats of a character who has it.',
      ...shift,
      '# What ends it; without this line, only actions and time do.',
      'care: [sleep]'
    ],
    helps: ['# Added to the stats of a character who has it.', ...shift],
    stops: [
      "# A character who has it isn't asked for actions.",
      'cannot_act: true',
      '# What ends it; without this line, only actions and time do.',
      'care: [heal, sleep]'
    ],
    nothing: []
  }
  return [
    `# ${label}. An action gives it: add_condition in YAML, draft.addCondition(…) in TypeScript; an item or a table row under "effect".`,
    `name: ${yaml(label)}`,
    '# What can be seen of it.',
    `description: ${yaml(`${FILL_MARK}${about}`)}`,
    ...lines[effect].filter((line, at, all) => !line.startsWith('#') || (all[at + 1] !== undefined && !all[at + 1]?.startsWith('#'))),
    '# Given again, it lasts longer: refresh keeps the later end, extend adds the times, count gives several, keep changes nothing.',
    'stacks: refresh',
    ''
  ].join('\n')
}

/** The entry of a new item in a file of equipment/. */
export function itemEntry(
  id: string,
  label: string,
  kind: Answers<'item'>['kind'],
  { manifest, equipment }: { manifest: Stats & Pick<Manifest, 'slots'>; equipment: Readonly<Record<string, Equipment>> }
): string {
  const hp = hitPoints(manifest)
  const weapons = Object.values(equipment).filter((one) => one.kind === 'weapon')
  const worth = (points: number): string[] => [
    '# 0 is left behind first, 1 is ordinary, 2 is kept if possible, 3 and more is never parted with.',
    `worth: ${FILL_MARK}${points}`
  ]
  // In some games, an attack rolls other dice than the weapon's.
  const hasDice = weapons.length === 0 || weapons.some(({ damage }) => damage !== undefined)
  const lines: Record<typeof kind, string[]> = {
    weapon: hasDice ? ['# What a blow takes: dice such as d6 or 2d4+1.', `damage: ${FILL_MARK}d6`] : worth(2),
    armor: ['# Points that it takes off each blow.', `armor: ${FILL_MARK}1`],
    consumable: [
      '# What using it up does, in the words of YAML actions. Of several lines under say, the next one is told each time.',
      'effect:',
      ...(hp === undefined ? [] : [`  heal: { dice: d4, stat: ${yaml(hp)} }`]),
      '  say:',
      `    - ${yaml(`${FILL_MARK}{actor.name} uses the ${label.replaceAll(/[{}]/g, '')} up.`)}`
    ],
    tool: worth(1),
    light: worth(2),
    treasure: worth(3)
  }
  const slots = manifest.slots === undefined ? [] : ['# How much of what somebody can carry it takes.', 'slots: 1']
  return entry(id, label, [`kind: ${kind}`, ...lines[kind], ...slots])
}

const entry = (id: string, label: string, lines: readonly string[]): string =>
  [`${yaml(id)}:`, `  name: ${yaml(label)}`, ...lines.map((line) => `  ${line}`), ''].join('\n')

/** The entry of a new spell that begins as a copy of one of the game's spells, so that the game's own rules cast it. */
export function copiedSpell(id: string, label: string, { name, kind, ...rest }: Equipment): string {
  const copied = formatYaml(rest as JsonObject)
  return entry(id, label, [
    `kind: ${kind}`,
    `# ${FILL_MARK}As ${name.replaceAll('\n', ' ')} has it. Change what is different here.`,
    ...copied.trimEnd().split('\n')
  ])
}

/** The entry of a new spell with an action of its own. */
export const spellEntry = (id: string, label: string, action: string): string =>
  entry(id, label, ['kind: spell', '# Actions that it grants its carrier, besides those of the manifest.', `grants: [${yaml(action)}]`])

/** The action that casts a new spell. `condition`: one that the game has. */
export function castAction(
  action: string,
  label: string,
  about: string,
  effect: Answers<'spell'>['effect'],
  { manifest, condition }: { manifest: Stats; condition: string | undefined }
): string {
  const hp = hitPoints(manifest)
  const isHarm = effect === 'harms'
  const effects =
    effect === 'condition'
      ? condition === undefined
        ? []
        : [`add_condition: { condition: ${yaml(condition)}, minutes: 60, target: "{who}" }`]
      : hp === undefined
        ? []
        : [`${isHarm ? 'damage' : 'heal'}: { dice: d6, stat: ${yaml(hp)}, target: "{who}" }`]
  const name = label.replaceAll(/[{}]/g, '')
  return [
    `# ${label}: for characters who carry the item that grants this action, in rules/equipment/.`,
    `name: ${yaml(action)}`,
    `kind: ${isHarm ? 'attack' : effect === 'heals' ? 'heal' : 'protect'}`,
    `description: ${yaml(about)}`,
    'params:',
    `  - { name: who, type: target, from: ${isHarm ? 'foes_in_reach' : 'people_here'}, required: true, description: Whom }`,
    'available:',
    ...(isHarm ? ['  in_combat: true'] : ['  target_present: true']),
    'execute:',
    ...effects.map((line) => `  ${line}`),
    '  # Told to everybody. Write here what can be seen and heard.',
    `  say: ${yaml(`${FILL_MARK}{actor.name} turns to {who.name} with the ${name}.`)}`,
    ''
  ].join('\n')
}

const ROWS: Readonly<Record<Answers<'table'>['dice'], readonly string[]>> = {
  d6: ['1', '2', '3', '4', '5', '6'],
  d12: ['1-2', '3-4', '5-6', '7-8', '9-10', '11-12'],
  d20: ['1-4', '5-8', '9-12', '13-16', '17-19', '20'],
  '2d6': ['2-3', '4-5', '6-7', '8-9', '10-11', '12']
}
const HAPPENS = [
  'All is quiet.',
  'There is a sound, not far off.',
  'Somebody has been here before, and not long ago.',
  'The light changes.',
  'Something small is missing that was there before.',
  'Nobody speaks for a while, and nobody knows why.'
]

/** The file of a new table. */
export const tableFile = (id: string, label: string, dice: Answers<'table'>['dice']): string =>
  [
    `# ${label}. The DM can roll on it; an action does so with "roll_table: ${id}" in YAML or rollTable('${id}') in TypeScript.`,
    `name: ${yaml(label)}`,
    `dice: ${dice}`,
    '# A row is a text, or a map with a text and an "effect" in the words of YAML actions.',
    'rows:',
    ...ROWS[dice].map((range, at) => `  ${range}: ${at === 0 ? FILL_MARK : ''}${HAPPENS[at]}`),
    ''
  ].join('\n')
