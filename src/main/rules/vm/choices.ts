// Runs inside the sandbox. What a parameter of a YAML action can be filled with, by the name that `from:` uses.
import type { RuleState } from '../rule-state'
import type { Equipment } from '../../../shared/story/game'
import type { Item } from '../../../shared/story/state'
import { inReach } from './fighting'
import { called, peopleAt, placeOf, waysFrom } from './people'
import { namesOf, own, put } from './plain'
import type { Tools } from './tools'
import { placeName } from './words'

declare const game: Tools['game']

/** Labels for people, by id. */
export type NameLabels = Record<string, string>
interface Choice {
  about: string
  of(state: RuleState, actor: string): NameLabels
}

export const gearOf = (entry: Item): Equipment | undefined => own(game.equipment, entry.item)

/** The items of a kind that an actor carries, by inventory key. */
export function carried(state: RuleState, actor: string, is: (entry: Item, gear: Equipment | undefined) => boolean): NameLabels {
  return labelled(own(state.actors, actor)?.inventory, is)
}
function labelled(things: Readonly<Record<string, Item>> = {}, is?: (entry: Item, gear: Equipment | undefined) => boolean): NameLabels {
  const out: NameLabels = {}
  for (const id of namesOf(things)) {
    const entry = things[id] as Item
    const gear = gearOf(entry)
    if (!is || is(entry, gear)) put(out, id, entry.name ?? gear?.name ?? id)
  }
  return out
}

/** The ids of everybody else of a kind in the actor's place. */
export const others = (state: RuleState, actor: string, is: (id: string) => boolean = () => true): string[] =>
  peopleAt(state, placeOf(state, actor)).filter((id) => id !== actor && is(id))

export const choices: Readonly<Record<string, Choice>> = {
  consumables: { about: 'carried consumables', of: (state, actor) => carried(state, actor, (_, gear) => gear?.kind === 'consumable') },
  inventory: { about: 'everything carried', of: (state, actor) => carried(state, actor, () => true) },
  weapons: { about: 'carried weapons', of: (state, actor) => carried(state, actor, (_, gear) => gear?.kind === 'weapon') },
  armor: { about: 'worn armour', of: (state, actor) => carried(state, actor, (_, gear) => gear?.kind === 'armor') },
  spells: { about: 'carried spells', of: (state, actor) => carried(state, actor, (_, gear) => gear?.kind === 'spell') },
  things_here: { about: 'items lying in this place', of: (state, actor) => labelled(state.places[placeOf(state, actor)]?.inventory) },
  people_here: { about: 'everybody else here', of: (state, actor) => called(state, others(state, actor)) },
  npcs_here: {
    about: 'the NPCs here',
    of: (state, actor) =>
      called(
        state,
        others(state, actor, (id) => state.actors[id]?.kind === 'npc')
      )
  },
  players_here: {
    about: 'the other players here',
    of: (state, actor) =>
      called(
        state,
        others(state, actor, (id) => state.actors[id]?.kind === 'player')
      )
  },
  foes_in_reach: { about: 'everybody who can be attacked in the fight', of: (state, actor) => called(state, inReach(state, actor)) },
  ways: {
    about: 'the open exits of this place',
    of: (state, actor) =>
      Object.fromEntries(
        waysFrom(state, placeOf(state, actor)).map((id) => {
          const journey = state.journeys[id]
          return [id, `${journey?.direction ?? ''} to ${placeName(state.places[journey?.to ?? ''])}`]
        })
      )
  }
}
