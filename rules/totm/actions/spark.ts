import { called, Draft, inReach, npcsAt, placeOf, tell } from 'proscenium'
import { withheld } from '../lib/gifts'
import { aftermath, hurt } from '../lib/harm'
import { morale } from '../lib/morale'

const targets = (state: GameState, actor: string): string[] =>
  state.combat ? inReach(state, actor) : npcsAt(state, placeOf(state, actor)).filter((id) => state.actors[id]?.attitude === 'hostile')

const LINES = [
  '$A reads one word from the book, and it goes off in $T for $N.',
  "A blue thread runs from $A's finger to $T. $N.",
  '$A claps the book shut on a spark, and it is $T who gets burnt: $N.',
  'There is a smell of struck flint about $A, and of singed $T: $N.',
  '$A finds the page. $T finds out which: $N.',
  'It crackles, it leaps, it is gone, and so is $N of $T.',
  '$A says it backwards by mistake, which does not help $T: $N.',
  '$A lets the letters fall out of the book onto $T, and they are hot: $N.',
  'White, then black, then $T again, $N the less, as $A lowers the book.'
]

export default {
  name: 'spark',
  kind: 'attack',
  power: 2,
  description: 'Read a spark from the spell book at a foe for 1 to your brains in damage. Armour does not help.',
  params(state, actor) {
    const people = targets(state, actor)
    return [{ name: 'target', type: 'target', description: 'Whom to strike', required: true, enum: people, labels: called(state, people) }]
  },
  available(state, actor) {
    return withheld(state, actor, 'spark') ?? (targets(state, actor).length > 0 || 'no foe is in reach')
  },
  execute(state, actor, params) {
    const draft = new Draft(state)
    const { target } = params
    const { total } = roll(`d${Math.max(1, draft.stat(actor, 'brains'))}`, { label: 'damage', target })
    draft.say(tell(state, 'spark', LINES, { A: draft.actor(actor).name, T: draft.actor(target).name, N: String(total) }))
    const { location } = draft.actor(target)
    const out = hurt(draft, target, total, actor)
    morale(draft, target, true)
    // In a fight it can be used every other round; outside a fight, every half hour.
    draft.addCondition(actor, 'drained', state.combat ? { rounds: 2 } : { minutes: 30 })
    return draft.result(aftermath(draft, location), { status: 'success', npc: target, damage: total, defeated: out })
  }
} satisfies Action<{ target: string }>
