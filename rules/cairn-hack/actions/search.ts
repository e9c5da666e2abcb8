import { canAct, Draft, holds, itemName, placeOf, remembered, tell } from 'proscenium'
import { hurt } from '../lib/harm'
import { bulk, room, weigh } from '../lib/load'
import { attempt } from '../lib/saves'

declare global {
  interface Feature {
    /** Damage dice for a character who searches it and isn't wary enough. */
    trap?: string | number
  }
}

/** The features that can be searched here and the items that can be taken, by id. */
const open = remembered((state, actor): Record<string, string> => {
  const place = state.places[placeOf(state, actor)]
  if (!place) return {}
  const free = room(state.actors[actor] ?? ({ inventory: {} } as Actor))
  const lying = Object.entries(place.inventory).flatMap(([id, entry]) => {
    const left = free - bulk(entry)
    return left < 0 && bulk(entry) > 0
      ? []
      : [[id, `${itemName(entry)}, lying here${left === 0 && bulk(entry) > 0 ? ', which fills the last slot' : ''}`]]
  })
  const features = Object.entries(place.features)
    .filter(([, { searched, hidden, after }]) => searched !== true && (hidden !== true || place.tags['explored'] === true) && holds(state, after))
    .map(([id, { name }]) => [id, name])
  return Object.fromEntries([...lying, ...features]) as Record<string, string>
})

const TAKES = [
  '$A picks up the $I.',
  '$A takes the $I along.',
  '$A stoops for the $I and keeps hold of it.',
  '$A asks whose $I this might be, waits, and pockets it.',
  'The $I need not lie there any longer, thinks $A.',
  '$A gathers up the $I before anybody else can.',
  '$A wipes the dirt off the $I and packs it.',
  '$A goes back for the $I.',
  'It would be a pity to leave the $I, so $A does not.',
  '$A has found a use for the $I already.',
  '$A turns the $I over with a foot first, then with a hand, and takes it.',
  '$A makes room in the pack for the $I.'
]
const KEEPS = [
  '$A now has the $I.',
  '$A keeps the $I.',
  '$A wraps up the $I and says nothing.',
  'From now on $A carries the $I.',
  '$A weighs the $I in one hand and puts it away.',
  'With that comes the $I, and $A lets nobody else hold it.',
  '$A draws out the $I, all of it, and stows it.',
  'It is $A who goes on with the $I.',
  '$A blows the dust off the $I and tucks it away.',
  '$A holds the $I up to the light before it goes into the pack.'
]
const LEAVES = [
  'There is the $I, and no room for it: $A leaves it lying.',
  '$A finds the $I, feels the weight of everything else, and lets it be.',
  'The $I would be one thing too many. $A sets it aside, in plain sight.',
  '$A is carrying enough; the $I stays.',
  '$A holds the $I, considers the pack, and puts the $I down again.',
  'If $A had a third shoulder, the $I could come along. It stays behind.'
]
const TRAPS = [
  'A catch clicks, and $A sees it far too late: $N.',
  'Something was waiting for a hand: $A is hurt for $N.',
  'It bites. $A has the hand out again, minus $N.',
  'It was meant for a thief, but $A will do: $N.',
  'A spring, a snap, and $A is $N the wiser.'
]
/** Texts for features whose author wrote none. */
const LOOKS = [
  '$A looks over $F.',
  '$A searches $F from top to bottom.',
  '$A turns to $F, and leaves no part of [F:it|them] unturned.',
  '$A goes over $F, and then over [F:it|them] again.',
  '$A takes a good look at $F.'
]
const SPARED = [
  '$A stops a hair short of the trap.',
  'A catch was set for a careless hand; $A sees it in time.',
  'There is a wire, and $A goes round it.',
  '$A tries it with a stick first, and it is the stick that suffers.'
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
    if (Object.keys(open(state, actor)).length > 0) return true
    return Object.keys(state.places[placeOf(state, actor)]?.inventory ?? {}).length > 0
      ? 'what lies here is more than they can carry'
      : 'there is nothing left to search here'
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
      weigh(draft, actor)
      draft.passTime(1)
      return draft.result()
    }
    draft.put(['places', place, 'features', id, 'searched'], true)
    draft.say(feature.text.trim() === '' ? tell(state, 'search', LOOKS, { A: name, F: feature.name }) : feature.text)
    if (feature.fact !== undefined) draft.setFact(feature.fact)
    if (feature.item !== undefined) {
      const entry: Item = { item: feature.item }
      // Nobody fills the last slot by accident: an item that would do so stays here, and can be taken on purpose.
      if (bulk(entry) === 0 || room(draft.actor(actor)) > bulk(entry)) {
        draft.addItem(actor, feature.item, entry)
        draft.say(tell(state, 'search', KEEPS, { A: name, I: itemName(entry) }))
      } else {
        draft.addItem({ place }, feature.item, entry)
        draft.say(tell(state, 'search', LEAVES, { A: name, I: itemName(entry) }))
      }
    }
    if (feature.trap !== undefined) {
      if (attempt(draft, actor, 'WIL')) draft.say(tell(state, 'search', SPARED, { A: name }))
      else {
        const { total } = roll(String(feature.trap), { label: 'trap', target: actor })
        draft.say(tell(state, 'search', TRAPS, { A: name, N: String(total) }))
        hurt(draft, actor, total, true)
      }
    }
    draft.passTime(10)
    return draft.result()
  }
} satisfies Action<{ feature: string }>
