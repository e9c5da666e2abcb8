import { called, canAct, Draft, tell } from 'proscenium'
import { reachable } from '../lib/fight'
import { hold } from '../lib/hold'
import { attempt } from '../lib/saves'

const HELD = [
  '$A gets both arms round $T and shuts them.',
  '$A has $T by the neck and anything else within reach.',
  "$A goes in under $T's reach and does not come out again.",
  '$T finds that $A is attached.',
  '$A pins $T against the nearest thing that will not move.',
  '$A takes $T round the knees, and both of them meet the floor.',
  '$T is suddenly one arm short: $A has it.',
  '$A leans on $T with full weight, and $T stays put.',
  'It is not graceful, but $A has hold of $T.',
  '$A catches $T in passing and hangs on.'
]
const SLIPPED = [
  '$A gets hold of $T, and then $T is not in it any more.',
  "$T turns in $A's grip like a key and is out.",
  '$A has $T, then half of $T, then nothing.',
  '$T throws $A off with a grunt.',
  '$A holds on to $T, who is stronger than that.',
  'For a breath $A has $T. It is not a long breath.',
  '$T wriggles out of the hold bit by bit, and $A is left with nothing.',
  '$A and $T strain against each other, and it is $A who gives.'
]
const MISSED = [
  '$A grabs for $T and comes away with air.',
  '$A lunges; $T has moved by a foot or so, which is enough.',
  '$A dives at $T and measures the floor.',
  "$A's hands close where $T was.",
  '$A reaches for $T and thinks better of it, too late.',
  '$A slips on the way to $T, and leaves it at that.',
  '$A rushes at $T, who watches it go by.',
  '$A opens both arms to $T, who does not care for it.'
]

/** The characters that an actor could grapple: those in reach whom nobody holds. */
const loose = (state: GameState, actor: string): string[] =>
  reachable(state, actor).filter((id) => state.actors[id]?.conditions['grappled'] === undefined)

export default {
  name: 'grapple',
  kind: 'hold',
  description: 'Grab hold of a foe: you make a STR save, then they do. Whoever is held can neither flee nor grab others.',
  params(state, actor) {
    const people = loose(state, actor)
    return [{ name: 'target', type: 'target', description: 'Whom to hold', required: true, enum: people, labels: called(state, people) }]
  },
  available(state, actor) {
    if (!state.actors[actor]) return 'only characters can grab hold'
    if (!state.combat) return 'there is no fight'
    if (!canAct(state, actor)) return "they can't act"
    return loose(state, actor).length > 0 || 'everybody in reach is already held'
  },
  execute(state, actor, params) {
    const draft = new Draft(state)
    const { target } = params
    const told = (lines: readonly string[]): void =>
      draft.say(tell(state, 'grapple', lines, { A: draft.actor(actor).name, T: draft.actor(target).name }))
    draft.removeCondition(actor, 'unseen')
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
} satisfies Action<{ target: string }>
