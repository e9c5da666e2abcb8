import { Draft, itemName, partyNear, remembered, tell } from 'proscenium'
import { portable } from '../lib/load'

const GOES = [
  "$A's $I is gone.",
  '$A has seen the last of the $I.',
  'When $A feels for the $I, it is not there.',
  'So much for the $I; $A shakes out an empty hand.',
  'It is the end of the $I, and $A watches it go.',
  '$A is one $I the poorer.',
  'Nothing is left of the $I that $A carried.'
]

/** All items that characters here carry and could lose, as `who:key`. */
const losable = remembered((state, actor) => {
  const out: Record<string, string> = {}
  for (const id of partyNear(state, actor))
    for (const [key, name] of Object.entries(portable(state.actors[id]))) out[`${id}:${key}`] = `${name}, of ${state.actors[id]?.name ?? id}`
  return out
})

export default {
  name: 'take-item',
  kind: 'take',
  description: 'Something the players carry is used up, broken, stolen or paid.',
  params(state, actor) {
    const labels = losable(state, actor)
    return [{ name: 'item', type: 'enum', description: 'Which item, and whose', required: true, enum: Object.keys(labels), labels }]
  },
  available: (state, actor) => Object.keys(losable(state, actor)).length > 0 || 'nobody here has anything to lose',
  execute(state, _actor, params) {
    const draft = new Draft(state)
    const [owner = '', ...rest] = params.item.split(':')
    const entry = draft.removeItem(owner, rest.join(':'), 1)
    if (!entry) throw refuse('That is not there to be taken.')
    draft.say(tell(state, 'take-item', GOES, { A: draft.actor(owner).name, I: itemName(entry) }))
    return draft.result()
  }
} satisfies Action<{ item: string }>
