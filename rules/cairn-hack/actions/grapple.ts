import { called, canAct, Draft, tell } from 'proscenium'
import { reachable } from '../lib/fight'
import { hold } from '../lib/hold'
import { attempt } from '../lib/saves'

const HELD = [
  '$A gets both arms round $T and shuts them.',
  '$A has $T by the collar and by whatever else there is.',
  '$A goes in under the reach of $T and does not come out again.',
  '$T finds that $A is attached.',
  '$A pins $T against the nearest thing that will not move.',
  '$A takes $T round the knees, and both of them know the floor.',
  '$T has an arm too few all at once: $A has it.',
  '$A leans on $T with everything there is to lean with, and $T stays there.',
  'It is not graceful, but $A has hold of $T.',
  '$A catches $T in passing and hangs on.'
]
const SLIPPED = [
  '$A gets hold of $T, and $T is not in it any more.',
  '$T turns in the grip of $A like a key and is out.',
  '$A has a sleeve of $T, then half a sleeve, then none.',
  '$T throws $A off with a grunt.',
  '$A clasps $T, who is stronger than that.',
  'For a breath $A has $T. It is not a long breath.',
  '$T peels the fingers of $A away one by one.',
  '$A and $T strain against each other, and it is $A who gives.'
]
const MISSED = [
  '$A grabs for $T and comes away with air.',
  '$A lunges; $T has moved by a foot or so, which does.',
  '$A dives at $T and measures the floor.',
  'There is nothing of $T where $A closes both hands.',
  '$A reaches for $T and thinks better of it, too late.',
  '$A slips in reaching for $T, and lets it be.',
  '$A makes a rush at $T that $T watches go by.',
  '$A opens both arms to $T, who does not care for it.'
]

/** Whom one could take hold of: those in reach whom nobody holds. */
const loose = (state: GameState, actor: string): string[] =>
  reachable(state, actor).filter((id) => state.actors[id]?.conditions['grappled'] === undefined)

export default {
  name: 'grapple',
  description: 'Take hold of somebody: a STR save of yours, then one of theirs. Whoever is held can neither flee nor take hold of others.',
  params(state, actor) {
    const people = loose(state, actor)
    return [{ name: 'target', type: 'target', description: 'Whom to hold', required: true, enum: people, labels: called(state, people) }]
  },
  available(state, actor) {
    if (!state.actors[actor]) return 'only somebody of flesh can take hold'
    if (!state.combat) return 'only in a fight'
    if (!canAct(state, actor)) return 'cannot act'
    return loose(state, actor).length > 0 || 'nobody is in reach who is not held already'
  },
  execute(state, actor, params) {
    const draft = new Draft(state)
    const target = String(params['target'])
    const told = (lines: readonly string[]): void =>
      draft.say(tell(state, 'grapple', lines, { A: draft.actor(actor).name, T: draft.actor(target).name }))
    draft.relieve(actor, 'unseen')
    if (!attempt(draft, actor, 'STR')) {
      told(MISSED)
      return draft.result([], { status: 'failure' })
    }
    if (attempt(draft, target, 'STR')) {
      told(SLIPPED)
      return draft.result([], { status: 'partial_success' })
    }
    hold(draft, target, actor)
    told(HELD)
    return draft.result([], { status: 'success', effect: 'grappled' })
  }
} satisfies Action
