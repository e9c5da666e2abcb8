import { Draft, tell } from 'proscenium'

const LINES = [
  '$A comes round.',
  '$A opens one eye, then considers the other.',
  '$A sits up, and asks who won.',
  'There is $A again, on hands and knees to begin with.',
  '$A finds that it is possible to stand.',
  '$A gets up, having been forgotten about for long enough.',
  'The floor gives $A back.'
]

/** Follows when the hour of a character who is down has run out. */
export default {
  name: 'come-to',
  kind: 'recover',
  description: 'A character who was down comes round.',
  params: [],
  available: (state, actor) => state.actors[actor] !== undefined || 'only characters can come round',
  execute(state, actor) {
    const draft = new Draft(state)
    draft.setStat(actor, 'hp', Math.max(1, draft.base(actor, 'hp')))
    draft.say(tell(state, 'come-to', LINES, { A: draft.actor(actor).name }))
    return draft.result()
  }
} satisfies Action
