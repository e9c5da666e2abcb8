import { own } from '../../../shared/base/json'
import type { SeenActor, ToolUse, View } from '../../../shared/table/agents'
import type { Offer, ParamDef } from '../../../shared/story/game'
import type { ItemGuide } from '../../../shared/story/guide'
import { best, pick, type Chance } from './chance'
import { entryIs, itemOf, kindOf, needs } from './kinds'
import { foesIn, isHostile, partyOf } from './read'
import { breathOf, vigour } from './temper'

/** The parameter of an offer for an item that the actor carries. */
export const itemParamOf = (offer: Offer, me: SeenActor): ParamDef | undefined =>
  offer.params.find((def) => def.enum !== undefined && def.enum.length > 0 && def.enum.every((value) => own(me.sheet?.inventory, value)))
/** The parameter of an offer for a character. */
export const personParamOf = (offer: Offer): ParamDef | undefined => offer.params.find((def) => def.type === 'target')

/** Returns whether the label of a choice says that it would fill a character's last slot. The built-in table never does that to anybody. */
const fillsUp = (def: ParamDef | undefined, value: string): boolean => own(def?.labels, value)?.includes('last slot') ?? false

/** The possible uses of a carried item: their weights, with the parameters besides the item. */
export function itemOptions(view: View, me: SeenActor, offer: Offer, key: string, chance: Chance): [number, ToolUse['input']][] {
  const item = itemOf(view, own(me.sheet?.inventory, key)?.item ?? '')
  const person = personParamOf(offer)
  switch (kindOf(view, offer.name)) {
    case 'cast': {
      const target = castTarget(view, offer, item)
      return [[castWeight(view, me, item), person && target !== undefined ? { [person.name]: target } : {}]]
    }
    case 'drop':
      return [[dropWeight(view, me, item), {}]]
    case 'give': {
      if (wasGiven(view, me, own(me.sheet?.inventory, key)?.item)) return []
      const taker = pick(
        (person?.enum ?? []).filter((id) => !fillsUp(person, id)),
        chance
      )
      const other = view.actors.find((actor) => actor.id === taker)
      return taker === undefined || !person ? [] : [[giveWeight(view, me, item, other), { [person.name]: taker }]]
    }
    default:
      return [[useWeight(view, me, item), {}]]
  }
}

const isAtFoes = ({ purpose }: ItemGuide): boolean => purpose === 'attack' || purpose === 'hold'
const carried = (view: View, me: SeenActor): ItemGuide[] => Object.values(me.sheet?.inventory ?? {}).map(({ item }) => itemOf(view, item))

/** How useful it is to cast from an item: against foes, to heal, to learn about a place. Weariness and a full pack reduce it. */
function castWeight(view: View, me: SeenActor, item: ItemGuide): number {
  const weariness = carried(view, me).filter(({ tags }) => tags['weariness'] === true).length
  const load = me.sheet?.load
  const strength = 0.6 ** weariness * (load && load.of - load.used < 2 ? 0.1 : 1)
  const fight = view.mode === 'combat'
  if (isAtFoes(item)) return fight && foesIn(view, me.location).length > 0 ? 7 * strength : 0
  switch (item.purpose) {
    case 'heal': {
      const need = Math.max(...partyOf(view).map((mate) => 1 - breathOf(mate)), 0)
      return need < 0.3 && !partyOf(view).some((mate) => mate.canAct && needs(view, mate, 'heal')) ? 0 : 6 * strength
    }
    case 'protect':
      return fight ? 1.6 * strength : 0
    case 'explore':
      return fight || view.place?.tags['explored'] ? 0 : 2 * strength
    case 'light':
      return !fight && view.place?.tags['dark'] && !view.place.tags['explored'] ? 0.8 * strength : 0
    default:
      return fight ? 0.5 * strength : 0
  }
}

/** The target of a cast: the foe with the fewest conditions. Undefined leaves the choice to the rules. */
function castTarget(view: View, offer: Offer, item: ItemGuide): string | undefined {
  const reach = personParamOf(offer)?.enum ?? []
  if (!isAtFoes(item)) return undefined
  const foes = view.actors.filter((actor) => reach.includes(actor.id) && isHostile(actor))
  return best(foes, (actor) => -Object.keys(actor.conditions).length)?.id
}

const weapons = (view: View, me: SeenActor): number => carried(view, me).filter(({ weapon, slots }) => weapon && slots > 0).length
const isLaden = (me: SeenActor): boolean => me.sheet?.load !== undefined && me.sheet.load.used >= me.sheet.load.of

/** How useful it is to drop an item: 0 unless every slot is full and the item fills some. Items of the least worth go first, and a second weapon. */
function dropWeight(view: View, me: SeenActor, item: ItemGuide): number {
  if (!isLaden(me) || item.slots === 0 || item.worth >= 3) return 0
  if (item.worth < 1) return 12
  if (item.weapon && weapons(view, me) > 1) return 8
  return item.worth < 2 ? 1.5 : 0.4
}

/** Returns whether a character was given this item in this scene, because then they keep it. A player sees only their own gains. */
const wasGiven = ({ log }: View, { id }: SeenActor, item: string | undefined): boolean =>
  log.some((entry) => entryIs('give', entry) && entry.changes?.actors?.[id]?.gained?.some((thing) => thing.item === item))

/** How useful it is to give a companion an item: from a full pack what can be spared, not the only weapon; medicine to those worse off. */
function giveWeight(view: View, me: SeenActor, item: ItemGuide, other: SeenActor | undefined): number {
  if (other === undefined || isHostile(other)) return 0
  if (item.weapon && weapons(view, me) < 2) return 0
  if (isLaden(me)) return item.slots === 0 ? 0 : item.worth >= 3 ? 2 : 5
  const ill = needs(view, other, 'rescue', 'help', 'heal', 'sleep', 'long_rest')
  const isMedicine = item.purpose === 'heal' || item.cures.length > 0
  return ill && vigour(me) > 0.6 && isMedicine && view.mode === 'story' ? 2.5 : 0
}

/** How useful it is to take an item that lies here. The character keeps at least one slot free. */
export function takeWeight(view: View, me: SeenActor, item: ItemGuide): number {
  const free = (me.sheet?.load?.of ?? 99) - (me.sheet?.load?.used ?? 0)
  if (free < 2) return 0
  return item.worth >= 2 || item.purpose === 'heal' || item.purpose === 'light' ? 2.2 : 0.6
}

/** How useful it is to use an item up: cures for an illness come first, medicine counts by how much is needed, and lights in the dark. */
function useWeight(view: View, me: SeenActor, item: ItemGuide): number {
  const fight = view.mode === 'combat'
  // Medicine restores hit points; the stats behind them need rest.
  const missingBreath = 1 - breathOf(me)
  if (item.cures.some((id) => id in me.conditions)) return fight ? 3 : 5
  switch (item.purpose) {
    case 'heal': {
      // An item that heals only one point is no medicine for a fight.
      if (item.heals > 0 && item.heals < 2) return fight || missingBreath < 0.25 ? 0 : missingBreath
      return fight ? (breathOf(me) < 0.4 ? 3 * (1 - breathOf(me)) : 0) : missingBreath < 0.25 ? 0 : 5 * missingBreath
    }
    case 'attack':
    case 'hold':
      return fight && foesIn(view, me.location).length > 0 ? 3 : 0
    case 'light':
      return view.place?.tags['dark'] && !fight ? 2.5 : 0
    default:
      return fight ? 0.3 : 0
  }
}
