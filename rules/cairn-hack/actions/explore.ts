import { Draft } from '../lib/draft'
import { passTime } from '../lib/harm'
import { canAct, holds, placeOf, waysFrom } from '../lib/people'
import { cap, names, pick, placeName, rank, turn } from '../lib/words'

const LOOKS = [
  '$A takes the measure of $L, corner by corner.',
  '$A walks $L from end to end and touches nothing yet.',
  '$A stands still in $L until it starts to give itself away.',
  '$A goes through $L slowly, looking behind what is in front.',
  '$A reads $L like a page, left to right, and then the margins.',
  '$A learns where in $L the floor creaks, and where it ought to and does not.',
  '$A looks up first, which hardly anybody does, and then at the rest of $L.',
  '$A goes round the edge of $L with one hand on the wall.',
  '$A counts what there is in $L, and counts again.',
  '$A gives $L ten minutes and the whole of both eyes.',
  '$A turns over what can be turned over in $L and puts it back as it was.'
]
const FINDS = ['There is more to see: $F.', 'What the first look missed: $F.', 'Now $F can be made out.']
const WAYS = ['Ways lead on to $W.', 'From here it goes on to $W.', 'There are ways to $W.']
const NOTHING = ['It keeps nothing back.', 'It is what it looked like.']

export default {
  name: 'explore',
  description: 'Look round this place with care, once: what is hidden in it, and where it leads.',
  params: [],
  available(state, actor) {
    if (state.combat) return 'not in a fight'
    if (!state.actors[actor]) return 'only somebody of flesh can explore'
    if (!canAct(state, actor)) return 'cannot act'
    return state.places[placeOf(state, actor)]?.tags['explored'] !== true || 'this place has been explored'
  },
  execute(state, actor) {
    const draft = new Draft(state)
    const id = placeOf(state, actor)
    const place = state.places[id]
    if (!place) throw refuse('There is nothing to explore here.')
    const { name } = draft.actor(actor)
    draft.put(['places', id, 'tags', 'explored'], true)
    if (place.tags['visited'] !== true) draft.put(['places', id, 'tags', 'visited'], true)
    draft.say(
      turn(LOOKS, rank(state.places, id))
        .replace('$A', () => name)
        .replace('$L', () => placeName(place))
    )
    const found = Object.values(place.features).filter(({ hidden, searched, after }) => hidden === true && searched !== true && holds(state, after))
    const ways = waysFrom(state, id).map((way) => placeName(state.places[state.journeys[way]?.to ?? '']))
    if (found.length > 0) draft.say(cap(pick(FINDS, id, actor).replace('$F', () => names(found.map((feature) => feature.name)))))
    else if (ways.length > 0) draft.say(pick(WAYS, id, actor).replace('$W', () => names(ways)))
    else draft.say(pick(NOTHING, id, actor))
    const encounter = place.tags['encounter']
    if (typeof encounter === 'string' && game.tables[encounter]) draft.say(table(encounter).text)
    passTime(draft, 10)
    return draft.result()
  }
} satisfies Action
