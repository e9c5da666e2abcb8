import { canAct, Draft, holds, placeName, placeOf, tell, waysFrom } from 'proscenium'

const LOOKS = [
  '$A takes the measure of $L, corner by corner.',
  '$A walks $L from end to end and touches nothing yet.',
  '$A stands still at $L until something gives itself away.',
  '$A takes $L slowly, looking behind whatever is in front.',
  '$A reads $L like a page, left to right, and then the margins.',
  '$A learns where the ground gives at $L, and where it ought to and does not.',
  '$A looks up first, which hardly anybody does, and then at the rest of $L.',
  '$A goes round the edge of $L with one hand out.',
  '$A counts everything at $L, and counts again.',
  '$A gives $L ten minutes and both eyes.',
  '$A turns over whatever can be turned over at $L and puts it back as it was.',
  '$A sits down in the middle of $L and lets the eyes do the walking.',
  '$A asks everything at $L what it is doing there.',
  '$A goes over $L with a light held low, for the sake of the shadows.',
  '$A knocks on $L here and there, to hear which parts of [L:it|them] are hollow.',
  '$A comes at $L from the side nobody is meant to come from.'
]
const FINDS = [
  'There is more to see: $F.',
  'What the first look missed: $F.',
  'Now it is possible to make out $F.',
  'And there, plain once seen: $F.',
  'It was in plain sight all the time: $F.',
  'That leaves $F, which nobody had mentioned.',
  'Behind everything else: $F.'
]
const WAYS = [
  'From here it goes on to $W.',
  'From here you can go on to $W.',
  'Whoever goes on comes to $W.',
  'Anybody who does not care to stay may go to $W.',
  'The draught comes and goes by way of $W.',
  'On from here: $W.'
]
const NOTHING = [
  '[L:It has|They have] no other secrets.',
  '[L:It is|They are] exactly what [L:it|they] looked like.',
  'There is no more to [L:it|them] than that.',
  'Whatever [L:it|they] had, somebody got there first.'
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
    const { name } = draft.actor(actor)
    draft.put(['places', id, 'tags', 'explored'], true)
    if (place.tags['visited'] !== true) draft.put(['places', id, 'tags', 'visited'], true)
    draft.say(tell(state, 'explore', LOOKS, { A: name, L: placeName(place) }))
    const found = Object.values(place.features).filter(({ hidden, searched, after }) => hidden === true && searched !== true && holds(state, after))
    const ways = waysFrom(state, id).map((way) => placeName(state.places[state.journeys[way]?.to ?? '']))
    if (found.length > 0) draft.say(tell(state, 'explore', FINDS, { F: found.map((feature) => feature.name) }))
    else if (ways.length > 0) draft.say(tell(state, 'explore', WAYS, { W: ways }))
    else draft.say(tell(state, 'explore', NOTHING, { L: placeName(place) }))
    const encounter = place.tags['encounter']
    if (typeof encounter === 'string' && game.tables[encounter]) draft.say(table(encounter).text)
    draft.passTime(10)
    return draft.result([], { found: found.length })
  }
} satisfies Action
