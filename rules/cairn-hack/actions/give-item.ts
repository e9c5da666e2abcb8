import { called, Draft, itemName, partyAt, placeOf, tell } from 'proscenium'

const GIVES = [
  '$A is handed the $I.',
  '$A has the $I now.',
  'Somebody holds out the $I, and it is $A who takes hold of it.',
  '$A comes into possession of the $I.',
  'To $A, then, the $I.',
  '$A finds the $I put into both hands, and no explanation with it.',
  'Nobody else wanted the $I. $A has it.',
  '$A is trusted with the $I.'
]

export default {
  name: 'give-item',
  description: 'Put a thing into the hands of one of the players.',
  params(state, actor) {
    const people = partyAt(state, placeOf(state, actor))
    const labels = Object.fromEntries(
      Object.entries(game.equipment).flatMap(([id, gear]) => (gear.tags?.['natural'] === true ? [] : [[id, gear.name]]))
    )
    return [
      { name: 'target', type: 'target', description: 'Who gets it', required: true, enum: people, labels: called(state, people) },
      { name: 'item', type: 'enum', description: 'What', required: true, enum: Object.keys(labels), labels }
    ]
  },
  available: (state, actor) => partyAt(state, placeOf(state, actor)).length > 0 || 'no player is here',
  execute(state, _actor, params) {
    const draft = new Draft(state)
    const target = String(params['target'])
    const item = String(params['item'])
    draft.give(target, item, { item })
    draft.say(tell(state, 'give-item', GIVES, { A: draft.actor(target).name, I: itemName({ item }) }))
    return draft.result()
  }
} satisfies Action
