import { canAct, Draft, itemName, placeOf, tell } from 'proscenium'
import { bodily, portable, room } from '../lib/load'

const DROPS = [
  '$A puts the $I down and leaves it.',
  '$A can do without the $I, and does.',
  '$A leaves the $I where somebody may find it.',
  '$A lets go of the $I and stands a little straighter.',
  'The $I stays here, $A decides.',
  '$A unbuckles the $I and leaves it lying.',
  'Something has to be left behind, and $A picks the $I.',
  '$A looks at the $I for what may be the last time, and sets it down.',
  '$A sheds the $I.',
  '$A props the $I against something and walks away from it.'
]

export default {
  name: 'drop-item',
  kind: 'drop',
  description: 'Put down one of your things and leave it here, to free a slot.',
  params(state, actor) {
    const labels = portable(state.actors[actor])
    return [{ name: 'item', type: 'enum', description: 'What to leave', required: true, enum: Object.keys(labels), labels }]
  },
  available(state, actor) {
    const who = state.actors[actor]
    if (!who) return 'only characters carry things'
    if (!canAct(state, actor)) return "they can't act"
    if (Object.values(who.inventory).every(bodily)) return 'they have nothing to put down'
    return !state.combat || room(who) <= 0 || 'a fight is under way, and they still have a free slot'
  },
  execute(state, actor, params) {
    const draft = new Draft(state)
    const key = params.item
    const entry = draft.removeItem(actor, key, 1)
    if (!entry) throw refuse('That is not there to be put down.')
    draft.addItem({ place: placeOf(state, actor) }, key, entry)
    draft.say(tell(state, 'drop-item', DROPS, { A: draft.actor(actor).name, I: itemName(entry) }))
    return draft.result()
  }
} satisfies Action<{ item: string }>
