import { Draft, leaveFight, tell } from 'proscenium'
import { die } from '../lib/harm'

const LINES = [
  '$A has bled too long, and dies.',
  'Nobody bound the wounds of $A in time. There is no need to now.',
  '$A asks for water, and is dead before it comes.',
  'The breath of $A, which everybody had stopped listening to, stops.',
  'It took the better part of an hour, and now $A is past it.',
  '$A goes quietly, between one word of the others and the next.',
  'What was left of $A has run out.'
]

/** Follows when the hour of the critically wounded has run out. */
export default {
  name: 'bleed-out',
  description: 'Somebody has bled too long, and dies.',
  params: [],
  available: (state, actor) => state.actors[actor] !== undefined || 'only somebody of flesh can bleed',
  execute(state, actor) {
    const draft = new Draft(state)
    draft.say(tell(state, 'bleed-out', LINES, { A: draft.actor(actor).name }))
    leaveFight(draft, actor)
    die(draft, actor)
    return draft.result()
  }
} satisfies Action
