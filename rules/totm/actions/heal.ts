import { called, Draft, partyAt, placeOf, tell } from 'proscenium'
import { withheld } from '../lib/gifts'

const AGAIN = 30

/** The hurt party members here. */
const hurtHere = (state: GameState, actor: string): string[] =>
  partyAt(state, placeOf(state, actor)).filter((id) => (state.actors[id]?.stats['hp'] ?? 0) < (state.actors[id]?.max['hp'] ?? 0))

const LINES = [
  '$A lays a hand on $T, asks for $N, and gets it.',
  '$A says the short prayer over $T; it comes to $N.',
  'It is warm where $A touches $T, and $N better.',
  '$A holds the sign to $T until the colour comes back, $N of it.',
  '$A does not ask loudly. $T has $N back all the same.',
  "What was open in $T closes, by $A's grace, for $N.",
  '$A and $T breathe together until $N of it is mended.'
]

const OWN = [
  '$A puts in a word for $A, for once, and it comes to $N.',
  '$A holds the sign with both hands until $N of it has stopped hurting.',
  '$A asks, not very humbly, and is given $N.',
  'There is nobody else to pray for $A just now, so $A does: $N.',
  '$A breathes on the sign, and the sign, so to speak, on $A: $N.',
  'It feels like cheating, and $A is $N the better for it.'
]

export default {
  name: 'heal',
  kind: 'heal',
  description: 'Pray over somebody in the party who is hurt. It restores hit points equal to a roll of your faith die and gets the fallen up.',
  params(state, actor) {
    const people = hurtHere(state, actor)
    return [{ name: 'target', type: 'target', description: 'Whom to heal', required: true, enum: people, labels: called(state, people) }]
  },
  available(state, actor) {
    return withheld(state, actor, 'heal') ?? (hurtHere(state, actor).length > 0 || 'nobody here is hurt')
  },
  execute(state, actor, params) {
    const draft = new Draft(state)
    const { target } = params
    const before = draft.base(target, 'hp')
    const { total } = roll(`d${Math.max(1, draft.stat(actor, 'faith'))}`, { label: 'healing', target })
    draft.setStat(target, 'hp', before + total)
    const gained = draft.base(target, 'hp') - before
    draft.say(tell(state, 'heal', target === actor ? OWN : LINES, { A: draft.actor(actor).name, T: draft.actor(target).name, N: String(gained) }))
    if (draft.removeCondition(target, 'down')) draft.say(`${draft.actor(target).name} gets up.`)
    draft.addCondition(actor, 'prayed-out', { minutes: AGAIN })
    if (!state.combat) draft.passTime(5)
    return draft.result([], { status: 'success', target, healed: gained })
  }
} satisfies Action<{ target: string }>
