import { Draft } from '../lib/draft'
import { give } from '../lib/harm'
import { called, partyAt, placeOf } from '../lib/people'
import { cap, itemName, pick } from '../lib/words'

const GIVES = ['The $I comes to $A.', '$A is handed the $I.', 'The $I is for $A now.']

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
    give(draft, target, item, { item })
    draft.say(
      cap(
        pick(GIVES, target, item)
          .replace('$A', () => draft.actor(target).name)
          .replace('$I', () => itemName({ item }))
      )
    )
    return draft.result()
  }
} satisfies Action
