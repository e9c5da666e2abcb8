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
  '$A is on fire and finds $N reasons to mind it.'
]
const SICKENS = [
  'The poison takes $N from $A.',
  '$A retches, and is $N the weaker.',
  'Something green goes through $A: $N.',
  '$A shivers with the poison, $N of it.',
  'The bite has not done with $A: $N.',
  '$A sees two of everything, and $N less of the way out.'
]
const HOLDS = [
  '$A swallows, and keeps the poison down.',
  'The poison knocks at $A and is not let in, this time.',
  '$A sweats, and that is some of it gone.',
  '$A will not be sick now. There is no time.',
  'It goes round in $A and finds nothing loose.',
  '$A shakes it off as a dog does, all but the last of it.'
]
const suffers = (state: GameState): string[] =>
  fighters(state).filter((id) => {
    const conditions = state.actors[id]?.conditions ?? {}
    return !conditions['dead'] && (conditions['burning'] || conditions['poisoned'])
  })
const line = (lines: readonly string[], round: number, name: string, harm: number): string =>
  (lines[round % lines.length] ?? '').replace(/\$A/, () => name).replace(/\$N/, String(harm))

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
      const sick = (conditions['poisoned']?.count ?? 1) * Number(conditions['poisoned'] !== undefined && !attempt(draft, id, 'STR'))
      const burnt = conditions['burning'] ? roll('d4', { label: 'fire', target: id }).total : 0
      const at = state.table.round + i + (state.table.played['toll'] ?? 0)
      if (burnt > 0) draft.say(cap(line(BURNS, at, name, burnt)))
      if (sick > 0) draft.say(cap(line(SICKENS, at, name, sick)))
      if (burnt + sick === 0) draft.say(cap(line(HOLDS, at, name, 0)))
      if (burnt + sick > 0) hurt(draft, id, burnt + sick, canAct(draft.state, id))
    }
    return draft.result(aftermath(draft, place))
  }
} satisfies Action
