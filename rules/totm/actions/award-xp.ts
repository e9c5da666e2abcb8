import { called, Draft, partyNear, tell } from 'proscenium'
import { classOf } from '../lib/classes'
import { award } from '../lib/levels'

const LINES = [
  'That was worth remembering; $A does, for $N.',
  '$A has learnt something: $N.',
  'Something in that stays with $A: $N.',
  '$A is wiser by $N.',
  '$A comes away with $N more.'
]

const learners = (state: GameState, actor: string): string[] => partyNear(state, actor).filter((id) => classOf(state.actors[id]) !== undefined)

export default {
  name: 'award-xp',
  kind: 'reward',
  description: 'Give one of the players experience for something well done.',
  params(state, actor) {
    const people = learners(state, actor)
    return [
      { name: 'target', type: 'target', description: 'Who has earned it', required: true, enum: people, labels: called(state, people) },
      { name: 'xp', type: 'enum', description: 'How much', required: true, enum: ['1', '2', '3', '4', '5'] }
    ]
  },
  available: (state, actor) => learners(state, actor).length > 0 || 'nobody here can earn experience',
  execute(state, _actor, params) {
    const draft = new Draft(state)
    const { target } = params
    draft.say(tell(state, 'award-xp', LINES, { A: draft.actor(target).name, N: `${params.xp} XP` }))
    award(draft, [target], Number(params.xp))
    return draft.result()
  }
} satisfies Action<{ target: string; xp: string }>
