import { Draft } from '../lib/draft'
import { give, hurt, passTime, save } from '../lib/harm'
import { canAct, holds, placeOf } from '../lib/people'
import { cap, itemName, pick, rank, turn } from '../lib/words'

/** What can be searched here, and what lies about and can be taken, by id. */
function open(state: GameState, actor: string): Record<string, string> {
  const place = state.places[placeOf(state, actor)]
  if (!place) return {}
  const lying = Object.entries(place.inventory).map(([id, entry]) => [id, `${itemName(entry)}, lying here`])
  const features = Object.entries(place.features)
    .filter(([, { searched, hidden, after }]) => searched !== true && (hidden !== true || place.tags['explored'] === true) && holds(state, after))
    .map(([id, { name }]) => [id, name])
  return Object.fromEntries([...lying, ...features]) as Record<string, string>
}

const TAKES = ['$A picks up the $I.', '$A takes the $I along.', 'The $I goes with $A from here.']
const KEEPS = [
  '$A now has the $I.',
  'The $I goes to $A.',
  '$A keeps the $I.',
  '$A wraps up the $I and says nothing.',
  'From now on the $I is carried by $A.',
  '$A weighs the $I in one hand and puts it away.'
]
const TRAPS = ['Something was waiting for the hand: $A is hurt for $N.', 'A catch goes, far too late to see; $A takes $N.']
const SPARED = ['A catch was set for a careless hand; $A saw it in time.', '$A stops a hair short of the trap.']

export default {
  name: 'search',
  description: 'Search something here, or take what lies about.',
  params(state, actor) {
    const labels = open(state, actor)
    return [{ name: 'feature', type: 'enum', description: 'What to search or take', required: true, enum: Object.keys(labels), labels }]
  },
  available(state, actor) {
    if (state.combat) return 'not in a fight'
    if (!state.actors[actor]) return 'only somebody of flesh can search'
    if (!canAct(state, actor)) return 'cannot act'
    return Object.keys(open(state, actor)).length > 0 || 'there is nothing left to search here'
  },
  execute(state, actor, params) {
    const draft = new Draft(state)
    const place = placeOf(state, actor)
    const id = String(params['feature'])
    const { name } = draft.actor(actor)
    const feature = state.places[place]?.features[id]
    const lying = state.places[place]?.inventory[id]
    if (!feature || feature.searched === true) {
      if (!lying) throw refuse('That is not here any more.')
      draft.put(['places', place, 'inventory', id], null)
      give(draft, actor, id, lying)
      draft.say(
        cap(
          pick(TAKES, id, actor)
            .replace('$A', () => name)
            .replace('$I', () => itemName(lying))
        )
      )
      passTime(draft, 1)
      return draft.result()
    }
    draft.put(['places', place, 'features', id, 'searched'], true)
    draft.say(feature.text)
    if (feature.fact !== undefined) draft.fact(feature.fact)
    if (feature.item !== undefined) {
      const entry: Item = { item: feature.item }
      give(draft, actor, feature.item, entry)
      draft.say(
        cap(
          turn(KEEPS, rank(state.places, place))
            .replace('$A', () => name)
            .replace('$I', () => itemName(entry))
        )
      )
    }
    if (feature.trap !== undefined) {
      if (save(draft, actor, 'WIL').success) draft.say(cap(pick(SPARED, id, actor).replace('$A', () => name)))
      else {
        const { total } = roll(feature.trap, { label: 'trap', target: actor })
        draft.say(
          cap(
            pick(TRAPS, id, actor)
              .replace('$A', () => name)
              .replace('$N', () => String(total))
          )
        )
        hurt(draft, actor, total, true)
      }
    }
    passTime(draft, 10)
    return draft.result()
  }
} satisfies Action
