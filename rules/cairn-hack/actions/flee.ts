import { called, canAct, Draft, lairFrom, leaveCombat, partyAt, placeName, placeOf, tell, waysFrom } from 'proscenium'
import { aftermath } from '../lib/fight'
import { letGo } from '../lib/hold'
import { attempt } from '../lib/saves'

const GONE = [
  '$A breaks away and runs for $L.',
  '$A is through and gone, toward $L.',
  '$A turns, ducks, and does not stop before $L.',
  '$A leaves the fight to those who want it and makes for $L.',
  'A gap, no wider than a door: $A is through it and on the way to $L.',
  '$A throws the nearest thing one way and goes the other, to $L.',
  '$A counts to nothing at all and bolts for $L.',
  'There is $A, and then there is the sound of $A running for $L.'
]
const STUCK = [
  '$A looks for the way out and finds it barred.',
  '$A tries to break away and is driven back.',
  'There is no gap for $A to slip through, not yet.',
  '$A gets three steps, and is dragged back two.',
  "$A makes a dash for it into somebody's chest.",
  'The way out is there, and $A is here, and nobody makes room.',
  '$A turns to run and sees at once why not to.',
  '$A pulls loose, slips, and is in the thick of it again.'
]

/** Where a character flees to: players to a place they have visited, if a journey leads there; others out of sight. */
function refuge(state: GameState, actor: string): string | undefined {
  const from = placeOf(state, actor)
  const ways = waysFrom(state, from).flatMap((id) => state.journeys[id]?.to ?? [])
  if (state.actors[actor]?.kind === 'npc') return lairFrom(state, from) ?? ways[0]
  return ways.find((to) => state.places[to]?.tags['visited'] === true) ?? ways[0]
}

const BURDENED = [
  '$C comes along, over a shoulder.',
  'Dragged along behind is $C, who will be sore about it and alive.',
  '$C is pulled out of it by main force.',
  '$A does half of the running, and $C none.',
  '$A has not let go of $C for a moment.'
]
/** Fallen party members here who could be carried out of the fight. */
const fallen = (state: GameState, actor: string): string[] =>
  state.actors[actor]?.kind === 'player' ? partyAt(state, placeOf(state, actor)).filter((id) => id !== actor && !canAct(state, id)) : []

export default {
  name: 'flee',
  kind: 'flee',
  description:
    'Break away from the fight and run, with a DEX save, back the way you came if you can. If you carry somebody, you save with STR if that is lower.',
  params(state, actor) {
    const mates = fallen(state, actor)
    if (mates.length === 0) return []
    return [{ name: 'carry', type: 'target', description: 'Whom to carry off', required: false, enum: mates, labels: called(state, mates) }]
  },
  available(state, actor) {
    if (!state.combat || state.combat.initiative[actor] === undefined) return 'there is no fight'
    if (!canAct(state, actor)) return "they can't act"
    return refuge(state, actor) !== undefined || 'there is nowhere to run'
  },
  execute(state, actor, params) {
    const draft = new Draft(state)
    const from = placeOf(state, actor)
    const to = refuge(state, actor)
    if (to === undefined) throw refuse('There is nowhere to run.')
    const { name, kind } = draft.actor(actor)
    const load = params.carry === undefined ? undefined : params.carry
    const slow = load !== undefined && draft.stat(actor, 'STR') < draft.stat(actor, 'DEX')
    const success = attempt(draft, actor, slow ? 'STR' : 'DEX')
    draft.say(tell(state, 'flee', success ? GONE : STUCK, { A: name, L: placeName(state.places[to]) }))
    if (!success) return draft.result([], { status: 'failure' })
    letGo(draft, actor)
    if (load !== undefined) draft.say(tell(state, 'flee', BURDENED, { A: name, C: draft.actor(load).name }))
    for (const id of load === undefined ? [actor] : [actor, load]) {
      leaveCombat(draft, id)
      draft.put(['actors', id, 'location'], to)
    }
    if (kind === 'player' && state.places[to]?.tags['visited'] !== true) draft.put(['places', to, 'tags', 'visited'], true)
    if (kind === 'npc') draft.setFact(`defeated:${actor}`)
    return draft.result(aftermath(draft, from), { status: 'success' })
  }
} satisfies Action<{ carry?: string }>
