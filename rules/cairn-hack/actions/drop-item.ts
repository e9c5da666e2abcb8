import { canAct, Draft, itemName, placeOf, tell } from 'proscenium'
import { bodily, portable, room } from '../lib/load'

const DROPS = [
  '$A puts the $I down and leaves it.',
  '$A can do without the $I, and does.',
  '$A lays the $I where somebody may find it.',
  '$A lets go of the $I and stands a little straighter.',
  'The $I stays here, $A decides.',
  '$A unbuckles the $I, and it is left lying.',
  'Somebody has to leave something; $A leaves the $I.',
  '$A looks at the $I for the last time, or so it seems, and sets it down.',
  '$A sheds the $I.',
  '$A props the $I against something and walks away from it.'
]

export default {
  name: 'drop-item',
  description: 'Put one of your things down and leave it here; it makes room.',
  params(state, actor) {
    const labels = portable(state.actors[actor])
    return [{ name: 'item', type: 'enum', description: 'What to leave', required: true, enum: Object.keys(labels), labels }]
  },
  available(state, actor) {
    const who = state.actors[actor]
    if (!who) return 'only somebody of flesh carries anything'
    if (!canAct(state, actor)) return 'cannot act'
    if (Object.values(who.inventory).every(bodily)) return 'has nothing to put down'
    return !state.combat || room(who) <= 0 || 'not in a fight, unless laden to the last slot'
  },
  execute(state, actor, params) {
    const draft = new Draft(state)
    const key = String(params['item'])
    const entry = draft.take(actor, key, 1)
    if (!entry) throw refuse('That is not there to be put down.')
    draft.drop(placeOf(state, actor), key, entry)
    draft.say(tell(state, 'drop-item', DROPS, { A: draft.actor(actor).name, I: itemName(entry) }))
    return draft.result()
  }
} satisfies Action
