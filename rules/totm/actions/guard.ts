import { called, canAct, Draft, placeOf, standing, tell } from 'proscenium'
import { withheld } from '../lib/gifts'

/** The characters whom an actor can guard: their own side here, themselves included. */
const wards = (state: GameState, actor: string): string[] =>
  standing(state, 'party', placeOf(state, actor)).filter((id) => !state.actors[id]?.conditions['guarded'] && canAct(state, id))

const LINES = [
  '$A steps in front of $T and stays there.',
  'From here on, anybody who wants $T has to get past $A.',
  '$A plants both feet, with $T behind and the shield in front.',
  '$A pulls $T in by the collar, under the rim.',
  '“Behind me,” says $A, and $T does not need telling twice.',
  '$A makes a wall of one for $T.'
]

const OWN = [
  '$A gets down behind the shield until there is hardly any $A to hit.',
  '$A gives them nothing to look at but the rim and two eyes.',
  '$A tucks in chin and elbows and lets them come.',
  '$A backs up against whatever there is, shield up.',
  '$A sets the shield, and the feet, and the jaw.'
]

export default {
  name: 'guard',
  kind: 'protect',
  description: 'Stand in front of somebody with the shield for two rounds: blows against them do two points less damage.',
  params(state, actor) {
    const people = wards(state, actor)
    return [{ name: 'target', type: 'target', description: 'Whom to guard', required: true, enum: people, labels: called(state, people) }]
  },
  available(state, actor) {
    if (!state.combat || state.combat.initiative[actor] === undefined) return 'there is no fight'
    return withheld(state, actor, 'guard') ?? (wards(state, actor).length > 0 || 'nobody here needs guarding')
  },
  execute(state, actor, params) {
    const draft = new Draft(state)
    const { target } = params
    draft.addCondition(target, 'guarded', { rounds: 2 })
    draft.say(tell(state, 'guard', target === actor ? OWN : LINES, { A: draft.actor(actor).name, T: draft.actor(target).name }))
    return draft.result()
  }
} satisfies Action<{ target: string }>
