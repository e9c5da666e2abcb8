import { canAct, Draft, inReach, leaveCombat, placeName, placeOf, refugeOf, tell } from 'proscenium'
import { aftermath, defeated } from '../lib/harm'

const GONE = [
  '$A is off, and the next sound is footsteps on the way to $L.',
  '$A picks the one gap there is and is through it, to $L.',
  '$A leaves something behind, and makes it to $L with the rest.',
  'There is no shame in it, thinks $A, and runs for $L.',
  '$A throws up an arm, ducks under it, and is off to $L.',
  '$A was never here. $A is on the way to $L.',
  'Nobody has ever run for $L the way $A does now.'
]
const STUCK = [
  '$A turns to go and walks into somebody.',
  'There is no gap for $A.',
  '$A gets as far as the edge of it, and is pulled back by the belt.',
  '$A dodges left; so do they.',
  'The way out is on the far side of $A and of everybody else.',
  '$A runs two steps, on the spot.',
  'They close up round $A in time.'
]
const NIMBLE = 3

export default {
  name: 'flee',
  kind: 'flee',
  description: 'Break away from the fight and run: a speed roll, harder with every foe in reach.',
  params: [],
  available(state, actor) {
    if (!state.combat || state.combat.initiative[actor] === undefined) return 'there is no fight'
    if (!canAct(state, actor)) return "they can't act"
    if (state.actors[actor]?.tags['fearless'] === true) return 'they know no fear'
    return refugeOf(state, actor) !== undefined || 'there is nowhere to run'
  },
  execute(state, actor) {
    const draft = new Draft(state)
    const from = placeOf(state, actor)
    const to = refugeOf(state, actor)
    if (to === undefined) throw refuse('There is nowhere to run.')
    const { name, kind, stats } = draft.actor(actor)
    const speed = stats['speed'] === undefined ? NIMBLE : Math.max(1, draft.stat(actor, 'speed'))
    const { outcome } = roll(`d${speed}`, { label: 'speed', target: actor, over: Math.min(speed, 1 + inReach(state, actor).length, 3) })
    const success = outcome === 'success'
    draft.say(tell(state, 'flee', success ? GONE : STUCK, { A: name, L: placeName(state.places[to]) }))
    if (!success) return draft.result([], { status: 'failure' })
    if (kind === 'npc') defeated(draft, actor)
    leaveCombat(draft, actor)
    draft.put(['actors', actor, 'location'], to)
    if (kind === 'player' && state.places[to]?.tags['visited'] !== true) draft.put(['places', to, 'tags', 'visited'], true)
    return draft.result(aftermath(draft, from), { status: 'success' })
  }
} satisfies Action
