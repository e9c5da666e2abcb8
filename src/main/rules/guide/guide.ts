import type { ActionGuide, ActionKind, ConditionGuide, Guide, ItemGuide } from '../../../shared/story/guide'
import type { Equipment, Game } from '../../../shared/story/game'
import { isObject, own } from '../../../shared/base/json'
import { spanOf } from '../../engine/dice'
import type { GameFiles } from '../read-game'
import { DICE } from '../vm/shapes'
import { deepFreeze } from '../vm/plain'
import { kindFrom, roleOf, type Sign, signsOfEffects } from './signs'
import { type GameQueries, type TrialSigns, tryActions } from './trial'

type Lists = Pick<Game, 'manifest' | 'equipment' | 'conditions' | 'actions'>

/** The default purpose and worth of an item by its kind. */
const BY_KIND: Readonly<Record<Equipment['kind'], { purpose: ActionKind; worth: number }>> = {
  weapon: { purpose: 'attack', worth: 2 },
  armor: { purpose: 'protect', worth: 2 },
  consumable: { purpose: 'other', worth: 2 },
  spell: { purpose: 'other', worth: 3 },
  tool: { purpose: 'other', worth: 1 },
  light: { purpose: 'light', worth: 2 },
  treasure: { purpose: 'other', worth: 3 }
}

/** Whether only a trial can show an item's purpose. */
const isUnclear = ({ kind, purpose, effect }: Equipment): boolean =>
  (kind === 'spell' || kind === 'consumable') && purpose === undefined && effect === undefined

/** The purposes of a game's actions, items and conditions. Only entries without a declaration and YAML effects are tried. */
export function guideOf(game: Lists, asked: GameQueries): Guide {
  const untold = Object.keys(game.actions).filter((name) => game.actions[name]?.kind === undefined)
  const unclear = Object.keys(game.equipment).filter((id) => isUnclear(game.equipment[id] as Equipment))
  const shown = untold.length === 0 ? NOTHING : tryActions(game, untold, unclear, asked)
  const each = <From, To>(list: Readonly<Record<string, From>>, make: (from: From, id: string) => To): Record<string, To> =>
    Object.fromEntries(Object.entries(list).map(([id, from]) => [id, make(from, id)]))
  return deepFreeze({
    actions: each(game.actions, ({ kind, power = 1 }, name): ActionGuide => {
      const tried = kind ?? kindFrom(shown.actions.get(name) ?? new Set(), roleOf(game.manifest, name))
      return { kind: tried ?? 'other', power }
    }),
    items: each(game.equipment, (gear, id) => itemGuide(gear, game, shown.items.get(id))),
    conditions: each(game.conditions, ({ care, dead = false, cannot_act }): ConditionGuide => ({
      care: care ?? (cannot_act && !dead ? ['help'] : []),
      dead
    }))
  })
}
const NOTHING: TrialSigns = { actions: new Map(), items: new Map() }

function itemGuide(gear: Equipment, { conditions }: Lists, tried: ReadonlySet<Sign> | undefined): ItemGuide {
  const usual = BY_KIND[gear.kind]
  // The cost of using it says nothing about its purpose.
  const gains = [...(tried ?? [])].filter((sign) => sign !== 'self lost' && sign !== 'self gained')
  const signs = gear.effect === undefined ? new Set(gains) : signsOfEffects(gear.effect, conditions)
  const cured = own(gear.effect, 'remove_condition')
  return {
    name: gear.name,
    purpose: gear.purpose ?? kindFrom(signs, 'character') ?? usual.purpose,
    worth: gear.worth ?? usual.worth,
    weapon: gear.kind === 'weapon',
    heals: healed(own(gear.effect, 'heal')),
    cures: (Array.isArray(cured) ? cured : [cured]).filter((id) => typeof id === 'string'),
    slots: gear.slots,
    tags: gear.tags ?? {}
  }
}

/** The average number of points that the effect `heal` restores; 0 if it depends on something. */
function healed(heal: unknown): number {
  const points = isObject(heal) ? (heal['dice'] ?? heal['amount']) : heal
  if (typeof points === 'number') return points
  if (typeof points !== 'string' || !DICE.test(points)) return 0
  const [least, most] = spanOf(points)
  return (least + most) / 2
}

/** Choices of a YAML action other than carried items. */
const NOT_CARRIED: readonly string[] = ['things_here', 'people_here', 'npcs_here', 'players_here', 'foes_in_reach', 'ways']
/** The kind of a YAML action: declared, otherwise derived from its effects; undefined if they don't determine it. */
export function kindOfYaml(
  { name, kind, params, execute }: GameFiles['yaml'][number],
  { conditions, manifest }: Pick<Lists, 'conditions' | 'manifest'>
): ActionKind | undefined {
  if (kind !== undefined) return kind
  const signs = signsOfEffects(execute, conditions)
  if (params.some(({ type }) => type === 'target')) signs.add('chooses a person')
  if (params.some((param) => param.type === 'enum' && !param.enum && !NOT_CARRIED.includes(param.from ?? ''))) signs.add('chooses a carried item')
  return kindFrom(signs, roleOf(manifest, name))
}
