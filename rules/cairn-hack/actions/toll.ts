import { canAct, cap, Draft, fighters } from 'proscenium'
import { aftermath } from '../lib/fight'
import { hurt } from '../lib/harm'
import { attempt } from '../lib/saves'

const BURNS = [
  '$A is still burning, for $N.',
  'The fire takes $N more from $A.',
  '$A burns: $N.',
  'Nobody has put $A out. $N.',
  'The flames find $N more of $A.',
  '$A is on fire, and has $N reasons to mind.',
  'The smell is $A, and it is $N stronger.',
  '$A trails smoke, and loses $N to it.',
  'Sparks fly off $A, $N of them in earnest.',
  "One of $A's sleeves goes, and so does what is in it: $N.",
  '$N off $A, and still alight.',
  '$A lights the room for everybody else, at a cost of $N.',
  "It has got under $A's belt, for $N."
]
const SICKENS = [
  'The poison takes $N from $A.',
  '$A retches, and is $N the weaker.',
  'Something green goes through $A: $N.',
  '$A shivers with the poison: $N.',
  'The bite is not done with $A: $N.',
  '$A sees two of everything, and $N less of the way out.',
  'It climbs a hand higher in $A: $N.',
  "$A's sweat turns cold; $N.",
  '$A doubles over and comes up $N short.',
  "The poison in $A's blood takes $N out of it.",
  "$A's lips go blue, at a cost of $N.",
  '$A loses the feeling in one foot, and $N besides.',
  'It asks $N of $A this time, and gets it.'
]
const HOLDS = [
  '$A swallows, and keeps the poison down.',
  "The poison knocks at $A's door and is not let in, this time.",
  '$A sweats, and some of it is gone with that.',
  '$A will not be sick now. There is no time.',
  'It goes round in $A and finds nothing loose.',
  '$A shakes off all but the last of it, as a dog would.',
  '$A breathes through the nose until it has passed.',
  'There is a bad moment for $A, and then it is over.',
  '$A spits green, and feels the better for it.',
  "$A's knees think about it, and stay.",
  '$A has no attention to spare for the poison.',
  'A shudder, from the heels up, and $A is rid of that one.',
  '$A counts heartbeats, and none is missing.'
]
const suffers = (state: GameState): string[] =>
  fighters(state).filter((id) => {
    const conditions = state.actors[id]?.conditions ?? {}
    // Poison doesn't hurt a character who can't act.
    return !conditions['dead'] && (conditions['burning'] || (conditions['poisoned'] && canAct(state, id)))
  })
const line = (lines: readonly string[], round: number, name: string, harm: number): string =>
  (lines[round % lines.length] ?? '').replaceAll('$A', () => name).replaceAll('$N', String(harm))

/** The manifest's `round_end`: fire and poison hurt everybody in the fight. */
export default {
  name: 'toll',
  kind: 'other',
  description: 'At the end of a round, fire and poison take their toll.',
  params: [],
  available(state) {
    if (!state.combat) return 'there is no fight'
    return suffers(state).length > 0 || 'nobody burns or is poisoned'
  },
  execute(state) {
    const draft = new Draft(state)
    let place = ''
    for (const [i, id] of suffers(state).entries()) {
      const { name, conditions, location } = draft.actor(id)
      place = location
      const sick =
        (conditions['poisoned']?.count ?? 1) * Number(conditions['poisoned'] !== undefined && canAct(state, id) && !attempt(draft, id, 'STR'))
      const burnt = conditions['burning'] ? roll('d4', { label: 'fire', target: id }).total : 0
      const at = 2 * (state.table.played['toll'] ?? 0) + i
      if (burnt > 0) draft.say(cap(line(BURNS, at, name, burnt)))
      if (sick > 0) draft.say(cap(line(SICKENS, at, name, sick)))
      if (burnt + sick === 0) draft.say(cap(line(HOLDS, at, name, 0)))
      if (burnt + sick > 0) hurt(draft, id, burnt + sick, canAct(draft.state, id))
    }
    return draft.result(aftermath(draft, place))
  }
} satisfies Action
