import { canAct, Draft, openFeatures, placeName, placeOf, tell, waysFrom } from 'proscenium'

const LOOKS = [
  '$A goes round $L and touches everything once.',
  '$A stands in the middle of $L and turns, once, all the way.',
  '$A takes $L apart by eye, and puts [L:it|them] together again.',
  '$A asks everything at $L why it is there.',
  '$A starts at the near end of $L, since everybody else has.',
  '$A listens to $L before looking at [L:it|them].',
  '$A paces out $L and arrives at a number nobody would have built.',
  '$A knows by now how places lie, and catches $L at it.',
  '$A walks the edge of $L, one palm out.',
  '$A lies flat and sees $L as a mouse would.',
  '$A reads the scuffs at $L, old over new.',
  '$A gives $L the time due to a witness.',
  '$A lists everything at $L, aloud, and stops at one thing.'
]
const FINDS = [
  'What it comes down to is $F.',
  'Nobody would have seen $F from where they came in.',
  'And so: $F.',
  'That is how $F [F:comes|come] to light.',
  'Nobody had mentioned $F.',
  'Somebody went to some trouble over $F.',
  'There [F:has|have] been $F here all along.'
]
const WAYS = [
  'From here it goes on to $W.',
  'You can go on to $W.',
  'Whoever goes on comes to $W.',
  'As for ways out: $W.',
  'Feet have gone from here to $W.'
]
const NOTHING = [
  '[L:It ends where it ends|They end where they end].',
  'There is no false bottom to [L:it|them].',
  '[L:It has|They have] nothing up [L:its sleeve|their sleeves].',
  'What you see is what there is.'
]

export default {
  name: 'explore',
  kind: 'explore',
  description: 'Look round this place carefully, once, to see what it hides and where it leads.',
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
    const ways = waysFrom(state, id).map((way) => placeName(state.places[state.journeys[way]?.to ?? '']))
    if (found.length > 0) draft.say(tell(state, 'explore', FINDS, { F: found.map((feature) => place.features[feature]?.name ?? feature) }))
    else if (ways.length > 0) draft.say(tell(state, 'explore', WAYS, { W: ways }))
    else draft.say(tell(state, 'explore', NOTHING, { L: placeName(place) }))
    const signs = place.tags['encounter']
    if (typeof signs === 'string' && game.tables[signs]) draft.say(table(signs).text)
    draft.passTime(10)
    return draft.result()
  }
} satisfies Action
