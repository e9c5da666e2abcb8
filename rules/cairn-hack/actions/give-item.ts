import { Draft, itemName, partyNear, remembered, tell } from 'proscenium'
import { bodily, laden, room, weigh } from '../lib/load'

const GIVES = [
  '$A is handed the $I.',
  '$A has the $I now.',
  'Somebody holds out the $I, and $A takes it.',
  '$A comes into possession of the $I.',
  'The $I goes to $A, then.',
  '$A is given the $I with both hands, and no explanation.',
  'Nobody else wanted the $I. $A has it.',
  '$A is trusted with the $I.'
]

const hands = remembered((state, actor) => partyNear(state, actor).filter((id) => room(state.actors[id] ?? ({ inventory: {} } as Actor)) > 0))
/** All equipment that a character can be given. */
const THINGS = Object.fromEntries(Object.entries(game.equipment).flatMap(([id, gear]) => (bodily({ item: id }) ? [] : [[id, gear.name]])))

export default {
  name: 'give-item',
  kind: 'give',
  description: 'Give an item to one of the players.',
  params(state, actor) {
    const people = hands(state, actor)
    return [
      { name: 'target', type: 'target', description: 'Who gets it', required: true, enum: people, labels: laden(state, people) },
      { name: 'item', type: 'enum', description: 'What', required: true, enum: Object.keys(THINGS), labels: THINGS }
    ]
  },
  available(state, actor) {
    if (partyNear(state, actor).length === 0) return 'no player is here'
    return hands(state, actor).length > 0 || 'nobody here can carry any more'
  },
  execute(state, _actor, params) {
    const draft = new Draft(state)
    const { target, item } = params
    if (!draft.roomFor(target, { item }))
      throw refuse(
        `${draft.actor(target).name} has no room for the ${itemName({ item })}. Give it to somebody else, or have them put something down first.`
      )
    draft.addItem(target, item, { item })
    draft.say(tell(state, 'give-item', GIVES, { A: draft.actor(target).name, I: itemName({ item }) }))
    weigh(draft, target)
    return draft.result()
  }
} satisfies Action<{ target: string; item: string }>
