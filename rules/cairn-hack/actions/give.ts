import { canAct, Draft, itemName, partyAt, placeOf, remembered, tell } from 'proscenium'
import { bodily, laden, portable, room, weigh } from '../lib/load'

const GIVES = [
  '$A hands the $I to $T.',
  '$A holds out the $I, and $T takes it without asking.',
  'The $I goes from $A to $T.',
  '$A is rid of the $I, and $T has it.',
  '“Here,” says $A to $T, and it is the $I.',
  '$T gets the $I from $A, and a look with it.',
  '$A thinks the $I will do more good with $T.',
  "$A straps the $I to $T's pack.",
  '$T will have more use for the $I, $A decides.',
  '$A lends $T the $I, and both know that kind of lending.'
]

/** A single one of an item, as another character would carry it. */
function one(entry: Item): Item {
  const { count: _, ...rest } = entry
  return rest
}
const takers = remembered((state, actor) =>
  partyAt(state, placeOf(state, actor)).filter((id) => {
    const who = state.actors[id]
    return id !== actor && who !== undefined && canAct(state, id) && room(who) > 0
  })
)

export default {
  name: 'give',
  kind: 'give',
  description: 'Hand one of your things to somebody in the party.',
  params(state, actor) {
    const labels = portable(state.actors[actor])
    const people = takers(state, actor)
    return [
      { name: 'item', type: 'enum', description: 'What', required: true, enum: Object.keys(labels), labels },
      { name: 'target', type: 'target', description: 'Whom to give it to', required: true, enum: people, labels: laden(state, people) }
    ]
  },
  available(state, actor) {
    const who = state.actors[actor]
    if (!who) return 'only characters can give things'
    if (state.combat) return 'a fight is under way'
    if (!canAct(state, actor)) return "they can't act"
    if (!Object.values(who.inventory).some((entry) => !bodily(entry))) return 'they have nothing to give'
    return takers(state, actor).length > 0 || 'nobody here has room for it'
  },
  execute(state, actor, params) {
    const draft = new Draft(state)
    const key = params.item
    const { target } = params
    const entry = draft.actor(actor).inventory[key]
    if (!entry) throw refuse('That is not there to be given.')
    if (!draft.roomFor(target, one(entry))) throw refuse(`${draft.actor(target).name} has no room for the ${itemName(entry)}.`)
    draft.removeItem(actor, key, 1)
    draft.addItem(target, key, one(entry))
    draft.say(tell(state, 'give', GIVES, { A: draft.actor(actor).name, T: draft.actor(target).name, I: itemName(entry) }))
    weigh(draft, target)
    return draft.result()
  }
} satisfies Action<{ item: string; target: string }>
