import { canAct, cap, Draft, fighters } from 'proscenium'
import { aftermath } from '../lib/fight'
import { hurt } from '../lib/harm'
import { attempt } from '../lib/saves'

const BURNS = [
  '$A is still burning, $N worth.',
  'The fire on $A eats $N more.',
  '$A burns: $N.',
  'Nobody has put out $A. $N.',
  'The flames find $N more of $A.',
  '$A is on fire and finds $N reasons to mind it.',
  'The smell is that of $A, and it is $N stronger.',
  '$A trails smoke, and loses $N to it.',
  'Sparks go up from $A, $N of them in earnest.',
  'A sleeve of $A goes, and what is in it: $N.',
  '$N off $A, and still alight.',
  '$A lights the room for everybody else, at $N.',
  'It has got under the belt of $A, for $N.'
]
const SICKENS = [
  'The poison takes $N from $A.',
  '$A retches, and is $N the weaker.',
  'Something green goes through $A: $N.',
  '$A shivers with the poison, $N of it.',
  'The bite has not done with $A: $N.',
  '$A sees two of everything, and $N less of the way out.',
  'It climbs a hand higher in $A, $N of the way.',
  'The sweat of $A turns cold; $N.',
  '$A doubles over and comes up $N short.',
  'What is in the blood of $A takes $N out of it.',
  'The lips of $A go blue, at the cost of $N.',
  '$A loses the feeling in one foot, and $N besides.',
  'It asks $N of $A this time, and gets it.'
]
const HOLDS = [
  '$A swallows, and keeps the poison down.',
  'The poison knocks at $A and is not let in, this time.',
  '$A sweats, and that is some of it gone.',
  '$A will not be sick now. There is no time.',
  'It goes round in $A and finds nothing loose.',
  '$A shakes it off as a dog does, all but the last of it.',
  '$A breathes through the nose until it has passed.',
  'There is a bad moment for $A, and then it is over.',
  '$A spits green, and feels the better for it.',
  'The knees of $A think about it, and stay.',
  '$A has no attention to spare for the poison.',
  'A shudder, from the heels up, and $A is rid of that one.',
  '$A counts the beats, and none is missing.'
]
const suffers = (state: GameState): string[] =>
  fighters(state).filter((id) => {
    const conditions = state.actors[id]?.conditions ?? {}
    // In whoever lies still the poison does, too.
    return !conditions['dead'] && (conditions['burning'] || (conditions['poisoned'] && canAct(state, id)))
  })
const line = (lines: readonly string[], round: number, name: string, harm: number): string =>
  (lines[round % lines.length] ?? '').replaceAll('$A', () => name).replaceAll('$N', String(harm))

/** The manifest's `round_end`: fire and poison take their toll of everybody in the fight. */
export default {
  name: 'toll',
  description: 'At the end of a round, fire and poison go on.',
  params: [],
  available(state) {
    if (!state.combat) return 'only in a fight'
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
