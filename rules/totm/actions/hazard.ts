import { called, Draft, tell } from 'proscenium'
import { notYet } from '../lib/classes'
import { aftermath, hurt, uprightNear } from '../lib/harm'

const STATS = ['brawn', 'brains', 'faith', 'speed']
const ESCAPES: Record<string, string[]> = {
  brawn: [
    '$A holds it, and holds it, and puts it down.',
    '$A leans, and something older than $A gives way first.',
    '$A takes the strain and hands it back.'
  ],
  brains: ['$A sees through it with a second to spare.', '$A works it out, aloud, in time.', '$A asks it a question it cannot answer.'],
  faith: [
    'It passes $A by as if it had been told to.',
    '$A does not doubt, just this once, and that is enough.',
    '$A says the old words, and it thinks better of it.'
  ],
  speed: ['$A is elsewhere when it comes down.', '$A hears it first, and jumps.', '$A goes under it, flat, and out on the far side.']
}
const CAUGHT = [
  '$A is in the way of it: $N.',
  'It finds $A, and costs $N.',
  '$A has $N less for having stood there.',
  'There is a moment to move. $A uses it for thinking: $N.',
  '$A gets most of it: $N.',
  'When it has passed, $A is $N the worse.'
]

export default {
  name: 'hazard',
  kind: 'endanger',
  description:
    'Something in this place endangers one of the players: they roll a stat against its difficulty and take what they fall short by as damage.',
  params(state, actor) {
    const people = uprightNear(state, actor)
    return [
      { name: 'target', type: 'target', description: 'Whom it endangers', required: true, enum: people, labels: called(state, people) },
      {
        name: 'stat',
        type: 'enum',
        description: 'The stat they roll',
        required: true,
        enum: STATS,
        labels: Object.fromEntries(STATS.map((stat) => [stat, game.manifest.stats[stat]?.label ?? stat]))
      },
      { name: 'difficulty', type: 'enum', description: 'The difficulty', required: true, enum: ['2', '3', '4', '5', '6'] }
    ]
  },
  available: (state, actor) => notYet(state) ?? (uprightNear(state, actor).length > 0 || 'nobody here is in danger'),
  execute(state, actor, params) {
    const draft = new Draft(state)
    const { target, stat } = params
    const difficulty = Number(params.difficulty)
    const { name, location } = draft.actor(target)
    const { total } = roll(`d${Math.max(1, draft.stat(target, stat))}`, { label: stat, target, over: difficulty })
    const damage = Math.max(0, difficulty - total)
    if (damage === 0) draft.say(tell(state, 'hazard', ESCAPES[stat] ?? [], { A: name }))
    else {
      draft.say(tell(state, 'hazard', CAUGHT, { A: name, N: String(damage) }))
      hurt(draft, target, damage)
    }
    return draft.result(aftermath(draft, location), { status: damage === 0 ? 'success' : 'failure', damage })
  }
} satisfies Action<{ target: string; stat: string; difficulty: string }>
