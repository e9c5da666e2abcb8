import { canAct, Draft, placeName, placeOf, placesOf, tell } from 'proscenium'
import { notYet } from '../lib/classes'

/** Wanderers who could come by: NPCs with the tag who can act and are in the same region, but not in this place. */
const wanderers = (state: GameState, place: string): string[] =>
  Object.keys(state.actors).filter((id) => {
    const who = state.actors[id]
    return (
      who?.tags['wanders'] === true &&
      canAct(state, id) &&
      who.location !== place &&
      state.places[who.location]?.region === state.places[place]?.region
    )
  })

const COMES = [
  'And then, at $L, there is $A.',
  '$A comes by $L as if it were a corridor.',
  'It is $A, at $L, looking for something.',
  'Something has brought $A to $L.',
  '$A stops short at $L. There were not meant to be people here.'
]
const QUIET = [
  'Nobody comes to $L.',
  'Whatever it was, it goes past $L.',
  '$L [L:stays as it is|stay as they are].',
  'It passes, and $L [L:is|are] none the wiser.'
]

/** The places with a player and a table of encounters. */
const signed = (state: GameState, actor: string): string[] =>
  placesOf(state, actor).filter((place) => {
    const signs = state.places[place]?.tags['encounter']
    return typeof signs === 'string' && game.tables[signs] !== undefined
  })
const named = (state: GameState, places: readonly string[]): Record<string, string> =>
  Object.fromEntries(places.map((id) => [id, placeName(state.places[id])]))

export default {
  name: 'encounter',
  kind: 'encounter',
  description: 'Roll for signs of others in this place. Half the time, a wanderer of the region comes along.',
  params(state, actor) {
    const places = signed(state, actor)
    return placesOf(state, actor).length < 2
      ? []
      : [{ name: 'place', type: 'enum', description: 'Where, while the party is split', required: false, enum: places, labels: named(state, places) }]
  },
  available(state, actor) {
    if (state.combat) return 'a fight is under way'
    const early = notYet(state)
    if (early !== undefined) return early
    return signed(state, actor).length > 0 || 'this place has no encounter table'
  },
  execute(state, actor, params) {
    const draft = new Draft(state)
    const place = params.place ?? signed(state, actor)[0] ?? placeOf(state, actor)
    draft.say(table(String(state.places[place]?.tags['encounter'])).text)
    const who = wanderers(state, place)
    const { total } = roll(`d${Math.max(1, who.length * 2)}`, { label: 'who comes along' })
    const one = who[total - 1]
    if (one !== undefined) draft.put(['actors', one, 'location'], place)
    draft.say(
      one === undefined
        ? tell(state, 'encounter', QUIET, { L: placeName(state.places[place]) })
        : tell(state, 'encounter', COMES, { A: draft.actor(one).name, L: placeName(state.places[place]) })
    )
    return draft.result([], { npc: one ?? 'none' })
  }
} satisfies Action<{ place?: string }>
