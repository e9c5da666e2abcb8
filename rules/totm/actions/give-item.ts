import { called, Draft, itemName, partyNear, tell } from 'proscenium'

const LINES = [
  '$A has the $I now.',
  'The $I falls to $A.',
  'It is $A who ends up with the $I.',
  '$A is given the $I to carry.',
  'Nobody objects to $A having the $I.'
]

export default {
  name: 'give-item',
  kind: 'give',
  description: 'Give an item to one of the players.',
  params(state, actor) {
    const people = partyNear(state, actor)
    const labels = Object.fromEntries(
      Object.entries(game.equipment).flatMap(([id, gear]) => (gear.tags?.['natural'] === true ? [] : [[id, gear.name]]))
    )
    return [
      { name: 'target', type: 'target', description: 'Who gets it', required: true, enum: people, labels: called(state, people) },
      { name: 'item', type: 'enum', description: 'What', required: true, enum: Object.keys(labels), labels }
    ]
  },
  available: (state, actor) => partyNear(state, actor).length > 0 || 'no player is here',
  execute(state, _actor, params) {
    const draft = new Draft(state)
    const { target, item } = params
    draft.addItem(target, item, { item })
    draft.say(tell(state, 'give-item', LINES, { A: draft.actor(target).name, I: itemName({ item }) }))
    return draft.result()
  }
} satisfies Action<{ target: string; item: string }>
