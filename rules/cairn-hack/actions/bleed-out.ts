import { Draft, leaveCombat, tell } from 'proscenium'
import { die } from '../lib/harm'

const LINES = [
  '$A has bled too long, and dies.',
  "Nobody bound $A's wounds in time. There is no need to now.",
  '$A asks for water, and is dead before it comes.',
  "$A's breath, which everybody had stopped listening to, stops.",
  'It took the better part of an hour, and now it is over for $A.',
  "$A goes quietly, in the middle of somebody else's sentence.",
  'What was left of $A has run out.'
]

/** Follows when a critically wounded character's hour has run out. */
export default {
  name: 'bleed-out',
  kind: 'other',
  description: 'A critically wounded character has bled too long and dies.',
  params: [],
  available: (state, actor) => state.actors[actor] !== undefined || 'only characters can bleed',
  execute(state, actor) {
    const draft = new Draft(state)
    draft.say(tell(state, 'bleed-out', LINES, { A: draft.actor(actor).name }))
    leaveCombat(draft, actor)
    die(draft, actor)
    return draft.result()
  }
} satisfies Action
