import { Draft, partyAt, placeName, placeOf, tell } from 'proscenium'
import { withheld } from '../lib/gifts'

const HOUR = 60
const unlit = (state: GameState, actor: string): boolean => partyAt(state, placeOf(state, actor)).some((id) => !state.actors[id]?.conditions['lit'])

const LINES = [
  '$A turns a page, and $L [L:has|have] edges.',
  "$A's book gives off a light like early morning; $L [L:looks|look] caught out.",
  '$A reads in a whisper, and the dark of $L goes and stands behind things.',
  'It is not much of a light, says $A, and $L can be seen to the corners.',
  '$A hangs a small pale light over all their heads, and $L [L:shrinks to its|shrink to their] real size.'
]

export default {
  name: 'light',
  kind: 'light',
  description: 'Read a light from the spell book: for an hour, everybody in the party here has more brains against the dark.',
  params: [],
  available(state, actor) {
    if (state.combat) return 'a fight is under way'
    return withheld(state, actor, 'light') ?? (unlit(state, actor) || 'everybody here is already lit')
  },
  execute(state, actor) {
    const draft = new Draft(state)
    const place = placeOf(state, actor)
    for (const id of partyAt(state, place)) draft.addCondition(id, 'lit', { minutes: HOUR })
    draft.say(tell(state, 'light', LINES, { A: draft.actor(actor).name, L: placeName(state.places[place]) }))
    draft.passTime(1)
    return draft.result()
  }
} satisfies Action
