import { called, canAct, Draft, partyNear, remembered, tell } from 'proscenium'
import { aftermath } from '../lib/fight'
import { hurt } from '../lib/harm'
import { attempt } from '../lib/saves'

const exposed = remembered((state, actor) => partyNear(state, actor).filter((id) => canAct(state, id)))
const ESCAPES: Record<string, string[]> = {
  STR: [
    '$A holds on, with everything there is to hold on with.',
    '$A braces and does not budge.',
    'It leans on $A, and $A leans back until it tires.',
    '$A takes the weight of it and puts the weight down again.',
    '$A will feel it tomorrow, but stands today.',
    'Something gives, and it is not $A.'
  ],
  DEX: [
    '$A is out of the way in time.',
    '$A ducks, and it goes by.',
    'It comes down exactly where $A was standing a moment ago.',
    '$A jumps first and looks afterwards, and that is the right order.',
    'It misses $A by the width of a sleeve.',
    '$A goes flat, and everything passes overhead.'
  ],
  WIL: [
    '$A keeps a clear head, and it passes.',
    '$A looks away at the right moment.',
    'It asks something of $A, and $A does not answer.',
    '$A repeats a number over and over until it is gone.',
    '$A bites down on the inside of a cheek and stays in this world.',
    'It goes through $A and finds nothing to hold on to.'
  ]
}
const CAUGHT = [
  'It catches $A for $N.',
  '$A takes the worst of it: $N.',
  '$A is too late, and hurt for $N.',
  'There was time, but not for $A: $N.',
  '$A nearly gets clear of it, but takes $N.',
  'It was $A who was standing there. $N.',
  '$A learns what it does, at a price of $N.'
]

export default {
  name: 'hazard',
  kind: 'endanger',
  description: 'Something in this place endangers one of the players: they save, or are harmed.',
  params(state, actor) {
    const people = exposed(state, actor)
    return [
      { name: 'target', type: 'target', description: 'Whom it endangers', required: true, enum: people, labels: called(state, people) },
      {
        name: 'stat',
        type: 'enum',
        description: 'The attribute they save with',
        required: true,
        enum: ['STR', 'DEX', 'WIL'],
        labels: Object.fromEntries(['STR', 'DEX', 'WIL'].map((stat) => [stat, game.manifest.stats[stat]?.label ?? stat]))
      },
      { name: 'damage', type: 'enum', description: 'The damage when the save fails', required: true, enum: ['d4', 'd6', 'd8', 'd10', 'd12'] }
    ]
  },
  available: (state, actor) => exposed(state, actor).length > 0 || 'nobody here is in danger',
  execute(state, actor, params) {
    const draft = new Draft(state)
    const { target, stat } = params
    const { name, location } = draft.actor(target)
    if (attempt(draft, target, stat)) {
      draft.say(tell(state, 'hazard', ESCAPES[stat] ?? ['$A escapes it.'], { A: name }))
      return draft.result([], { status: 'success' })
    }
    const harm = roll(params.damage, { label: 'harm', target }).total
    draft.say(tell(state, 'hazard', CAUGHT, { A: name, N: String(harm) }))
    hurt(draft, target, harm, true)
    return draft.result(aftermath(draft, location), { status: 'failure', damage: harm })
  }
} satisfies Action<{ target: string; stat: string; damage: string }>
