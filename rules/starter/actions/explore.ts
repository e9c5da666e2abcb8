import { canAct, Draft, openFeatures, placeName, placeOf, tell } from 'proscenium'

/** Each time, the next of these lines is narrated. $A is the actor, $L the place. */
const LOOKS = ['$A looks round $L.', '$A takes a careful look at $L.', '$A walks once round $L.', '$A stands still in $L and listens.']

/** Looks round a place, once. Its hidden features can be searched from then on. */
export default {
  name: 'explore',
  kind: 'explore',
  description: 'Look round this place carefully, once, to see what it hides.',
  params: [],
  available(state, actor) {
    if (state.combat) return 'a fight is under way'
    if (!state.actors[actor]) return 'only characters can explore'
    if (!canAct(state, actor)) return "they can't act"
    return state.places[placeOf(state, actor)]?.tags['explored'] !== true || 'this place has already been explored'
  },
  execute(state, actor) {
    const draft = new Draft(state)
    const id = placeOf(state, actor)
    const place = state.places[id]
    if (!place) throw refuse('There is nothing to explore here.')
    const before = openFeatures(state, id)
    for (const tag of ['explored', 'visited']) if (place.tags[tag] !== true) draft.put(['places', id, 'tags', tag], true)
    draft.say(tell(state, 'explore', LOOKS, { A: draft.actor(actor).name, L: placeName(place) }))
    const found = openFeatures(draft.state, id).filter((feature) => !before.includes(feature))
    for (const feature of found) draft.say(`There is ${place.features[feature]?.name ?? feature}.`)
    draft.passTime(10)
    return draft.result()
  }
} satisfies Action
