import { canAct, Draft, tell } from 'proscenium'
import { attempt } from '../lib/saves'

const FREE = [
  '$A twists once, hard, and is loose.',
  '$A goes limp, then very much does not, and is out of it.',
  '$A bites. It is not honourable, and it works.',
  '$A twists until something gives, and what gives is the grip.',
  '$A stamps on a foot and has both arms back.',
  '$A leaves a little behind and keeps the rest.',
  '$A heaves, once, and there is daylight all round.',
  '$A finds the one place where the hold is weak, and goes through it.'
]
const FAST = [
  '$A strains against the grip and gets nowhere.',
  '$A wriggles an inch, and is hauled back an inch.',
  'It holds $A the way a wall holds a nail.',
  '$A gets one hand out. It is taken back.',
  '$A kicks at whatever is there and hurts a toe.',
  'The more $A pulls, the tighter it gets.',
  '$A saves some breath, and will need it.',
  '$A pushes, and might as well push the hill.'
]

/** The condition `grappled` grants this action. */
export default {
  name: 'break-free',
  kind: 'break_free',
  description: 'Tear loose from whoever holds you, with a STR save.',
  params: [],
  available(state, actor) {
    const who = state.actors[actor]
    if (!who) return 'only characters can be held'
    if (!canAct(state, actor)) return "they can't act"
    return who.conditions['grappled'] !== undefined || 'nobody holds them'
  },
  execute(state, actor) {
    const draft = new Draft(state)
    const free = attempt(draft, actor, 'STR')
    if (free) draft.removeCondition(actor, 'grappled')
    draft.say(tell(state, 'break-free', free ? FREE : FAST, { A: draft.actor(actor).name }))
    return draft.result([], { status: free ? 'success' : 'failure' })
  }
} satisfies Action
