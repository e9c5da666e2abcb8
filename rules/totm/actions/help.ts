import { attitude, called, canAct, Draft, tell, warmer } from 'proscenium'
import { notYet } from '../lib/classes'
import { inNeed } from '../lib/need'

const NEED = 3

const WON = [
  'There is something heavy to shift. $A takes the other end, and $N thinks better of $A after that.',
  '$N did not ask for help. $A gave it all the same, and $N has noticed.',
  '$A holds whatever needs holding until $N is done, and $N says so.',
  '$A has the knack of it, and $N the grace to notice.',
  'It takes $A a quarter of an hour and wins $N over.',
  '$N is not used to being helped. From $A, it seems to be no insult.',
  '$A carries for $N, up and down, and by the last load they are talking.',
  'Something $N had put off all year is done by $A before it can be regretted.'
]
const LOST = [
  '$A means well, and $N would have been quicker alone.',
  '$A lends a hand, and $N has to find out where everything has been put.',
  '$N thanks $A in the voice that goes with a broken plate.',
  'Whatever $A lifts, $N had just put down.',
  '$N lets $A try, and then does it again.',
  '$A helps. $N bears it.'
]

export default {
  name: 'help',
  kind: 'help',
  description: 'Help somebody here with whatever they are doing: a roll on your best stat.',
  params(state, actor) {
    const people = inNeed(state, actor)
    return [{ name: 'target', type: 'target', description: 'Whom to help', required: true, enum: people, labels: called(state, people) }]
  },
  available(state, actor) {
    if (state.combat) return 'a fight is under way'
    if (!state.actors[actor]) return 'only characters can help'
    if (!canAct(state, actor)) return "they can't act"
    return notYet(state) ?? (inNeed(state, actor).length > 0 || 'nobody here can be won over by help just now')
  },
  execute(state, actor, params) {
    const { target } = params
    const draft = new Draft(state)
    const npc = draft.actor(target)
    const best = ['brawn', 'brains', 'faith', 'speed'].toSorted((a, b) => draft.stat(actor, b) - draft.stat(actor, a))[0] ?? 'brawn'
    const { outcome } = roll(`d${Math.max(1, draft.stat(actor, best))}`, { label: best, target: actor, over: NEED })
    draft.put(['actors', target, 'tags', 'helped'], state.clock.minutes)
    if (outcome === 'success') draft.put(['actors', target, 'attitude'], warmer(attitude(npc)))
    draft.say(tell(state, 'help', outcome === 'success' ? WON : LOST, { A: draft.actor(actor).name, N: npc.name }))
    draft.passTime(15)
    return draft.result([], { status: outcome, npc: target, stat: best })
  }
} satisfies Action<{ target: string }>
