import { canAct, Draft, itemName, openFeatures, placeOf } from 'proscenium'

/** Labels of the features that can be searched here and of the items that lie here, by id. */
function things(state: GameState, actor: string): Record<string, string> {
  const id = placeOf(state, actor)
  const place = state.places[id]
  const lying = Object.entries(place?.inventory ?? {}).map(([key, entry]) => [key, `${itemName(entry)}, lying here`])
  const features = openFeatures(state, id).map((key) => [key, place?.features[key]?.name ?? key])
  return Object.fromEntries([...lying, ...features]) as Record<string, string>
}

/** Searches a feature: the actor reads its text, learns its fact and takes its item. An item that lies here is picked up. */
export default {
  name: 'search',
  kind: 'search',
  description: 'Search one thing in this place, or take what lies about.',
  params(state, actor) {
    const labels = things(state, actor)
    return [{ name: 'feature', type: 'enum', description: 'What to search or take', required: true, enum: Object.keys(labels), labels }]
  },
  available(state, actor) {
    if (state.combat) return 'a fight is under way'
    if (!state.actors[actor]) return 'only characters can search'
    if (!canAct(state, actor)) return "they can't act"
    return Object.keys(things(state, actor)).length > 0 || 'there is nothing here to search'
  },
  execute(state, actor, params) {
    const draft = new Draft(state)
    const { name } = draft.actor(actor)
    const id = placeOf(state, actor)
    const place = state.places[id]
    const lying = place?.inventory[params.feature]
    const feature = place?.features[params.feature]
    if (lying) {
      draft.addItem(actor, params.feature, lying)
      draft.put(['places', id, 'inventory', params.feature], null)
      draft.say(`${name} takes the ${itemName(lying)}.`)
    } else if (feature) {
      draft.put(['places', id, 'features', params.feature, 'searched'], true)
      draft.say(`${name} looks closely at ${feature.name}. ${feature.text}`)
      if (feature.fact !== undefined) draft.setFact(feature.fact)
      const { item } = feature
      if (item !== undefined) {
        // An actor who can carry no more leaves it there.
        const has = draft.roomFor(actor, { item })
        draft.addItem(has ? actor : { place: id }, item, { item })
        draft.say(has ? `${name} takes the ${itemName({ item })}.` : `${name} can carry no more and leaves the ${itemName({ item })} here.`)
      }
    } else throw refuse('There is nothing of that name here.')
    draft.passTime(5)
    return draft.result()
  }
} satisfies Action<{ feature: string }>
