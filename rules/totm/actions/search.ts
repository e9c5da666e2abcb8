import { canAct, Draft, itemName, openFeatures, placeOf, tell } from 'proscenium'
import { notYet } from '../lib/classes'
import { aftermath, hurt } from '../lib/harm'

declare global {
  interface Feature {
    /** The damage to a character who searches it and isn't quick enough. */
    trap?: string | number
    /** How hard it is to open, if it is locked. Removed once it is open. */
    lock?: number
  }
}

/** The features that can be searched here and the items that can be taken, by id. A locked feature has to be picked first. */
function open(state: GameState, actor: string): Record<string, string> {
  const id = placeOf(state, actor)
  const place = state.places[id]
  if (!place) return {}
  const lying = Object.entries(place.inventory).map(([key, entry]) => [key, `${itemName(entry)}, lying here`])
  const features = openFeatures(state, id).flatMap((key) => {
    const feature = place.features[key]
    return feature && feature.lock === undefined ? [[key, feature.name]] : []
  })
  return Object.fromEntries([...lying, ...features]) as Record<string, string>
}

const TAKES = [
  '$A picks up the $I.',
  'The $I goes from lying about to being carried by $A.',
  '$A has a use for the $I, or will have.',
  '$A stows the $I away.',
  'It was neither locked up nor nailed down: $A has the $I.',
  '$A bends for the $I, with a hand on the small of the back.',
  '$A holds the $I to one ear, then packs it.',
  'Somebody will be missing the $I, and it will not be $A.'
]
const LOOKS = [
  '$A goes on to $F, and looks closely.',
  '$A bends over $F.',
  "$A's attention goes to $F.",
  '$A cannot leave $F alone.',
  '$A goes over $F inch by inch.',
  '$F, then. $A rolls up a sleeve.',
  '$A takes the light across to $F.',
  'Nobody has asked $A to meddle with $F.',
  '$A has been walking round $F long enough.',
  '$A begins with the back of $F, where nobody dusts.',
  'What about $F? $A goes to see.',
  '$A gives $F a knock, then a push, then some thought.',
  'That leaves $F, and $A.',
  '$A kneels down by $F.',
  'To be thorough, $A sees to $F as well.',
  '$A tries $F with one finger first.',
  'Something about $F does not suit $A.'
]
const KEEPS = [
  '$A keeps the $I.',
  "That puts the $I into $A's pack.",
  '$A takes charge of the $I.',
  'So $A has the $I now.',
  'The $I travels with $A from here.',
  '$A slips the $I into an inside pocket.',
  'Nobody minds if $A carries the $I.'
]
const CAUGHT = [
  'A catch clicks, and $A takes $N.',
  'It was meant for somebody; $A is somebody. $N.',
  'Something snaps shut on $A for $N.',
  '$A springs it with the wrong hand, for $N.',
  'There was a wire. $A has $N to remember it by.'
]
const SPARED = [
  '$A sees the wire in time.',
  'A spring was set there; $A is quicker.',
  '$A has the hand out again before it shuts.',
  '$A lets it go off at nothing.'
]

export default {
  name: 'search',
  kind: 'search',
  description: 'Search something here, or take something that lies about.',
  params(state, actor) {
    const labels = open(state, actor)
    return [{ name: 'feature', type: 'enum', description: 'What to search or take', required: true, enum: Object.keys(labels), labels }]
  },
  available(state, actor) {
    if (state.combat) return 'a fight is under way'
    if (!state.actors[actor]) return 'only characters can search'
    if (!canAct(state, actor)) return "they can't act"
    const early = notYet(state)
    if (early !== undefined) return early
    return Object.keys(open(state, actor)).length > 0 || 'there is nothing left to search here'
  },
  execute(state, actor, params) {
    const draft = new Draft(state)
    const place = placeOf(state, actor)
    const id = params.feature
    const { name } = draft.actor(actor)
    const feature = state.places[place]?.features[id]
    const lying = state.places[place]?.inventory[id]
    if (!feature || feature.searched === true) {
      if (!lying) throw refuse('That is not here any more.')
      draft.put(['places', place, 'inventory', id], null)
      draft.addItem(actor, id, lying)
      draft.say(tell(state, 'search', TAKES, { A: name, I: itemName(lying) }))
      draft.passTime(1)
      return draft.result()
    }
    draft.put(['places', place, 'features', id, 'searched'], true)
    draft.say(tell(state, 'search', LOOKS, { A: name, F: feature.name.replace(/^an? /i, 'the ') }))
    draft.say(feature.text)
    if (feature.fact !== undefined) draft.setFact(feature.fact)
    if (feature.item !== undefined) {
      const entry: Item = { item: feature.item }
      draft.addItem(actor, feature.item, entry)
      draft.say(tell(state, 'search', KEEPS, { A: name, I: itemName(entry) }))
    }
    const trap = Number(feature.trap ?? 0)
    if (trap > 0) {
      const { total } = roll(`d${Math.max(1, draft.stat(actor, 'speed'))}`, { label: 'speed', target: actor, over: trap })
      if (total >= trap) draft.say(tell(state, 'search', SPARED, { A: name }))
      else {
        draft.say(tell(state, 'search', CAUGHT, { A: name, N: String(trap - total) }))
        hurt(draft, actor, trap - total)
      }
    }
    draft.passTime(10)
    return draft.result(aftermath(draft, place))
  }
} satisfies Action<{ feature: string }>
