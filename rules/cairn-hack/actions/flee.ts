import { Draft } from '../lib/draft'
import { aftermath, leaveFight } from '../lib/fight'
import { save } from '../lib/harm'
import { canAct, lairFrom, placeOf, waysFrom } from '../lib/people'
import { cap, pick, placeName } from '../lib/words'

const GONE = ['$A breaks away and runs for $L.', '$A is through and gone, toward $L.', '$A turns, ducks, and does not stop before $L.']
const STUCK = [
  '$A looks for the way out and finds it barred by elbows.',
  '$A tries to break away and is driven back.',
  'There is no gap for $A to slip through, not yet.'
]

/** Where to run: players back to where they have been, if there is a way; the others out of sight. */
function refuge(state: GameState, actor: string): string | undefined {
  const from = placeOf(state, actor)
  const ways = waysFrom(state, from).flatMap((id) => state.journeys[id]?.to ?? [])
  if (state.actors[actor]?.kind === 'npc') return lairFrom(state, from) ?? ways[0]
  return ways.find((to) => state.places[to]?.tags['visited'] === true) ?? ways[0]
}

export default {
  name: 'flee',
  description: 'Break away from the fight and run, with a DEX save; back the way you came if there is one.',
  params: [],
  available(state, actor) {
    if (!state.combat || state.combat.initiative[actor] === undefined) return 'only in a fight'
    if (!canAct(state, actor)) return 'cannot act'
    return refuge(state, actor) !== undefined || 'there is nowhere to run'
  },
  execute(state, actor) {
    const draft = new Draft(state)
    const from = placeOf(state, actor)
    const to = refuge(state, actor)
    if (to === undefined) throw refuse('There is nowhere to run.')
    const { name, kind } = draft.actor(actor)
    const { success, total } = save(draft, actor, 'DEX')
    const line = pick(success ? GONE : STUCK, total, actor)
    draft.say(cap(line.replace('$A', () => name).replace('$L', () => placeName(state.places[to]))))
    if (!success) return draft.result()
    leaveFight(draft, actor)
    draft.put(['actors', actor, 'location'], to)
    if (kind === 'player' && state.places[to]?.tags['visited'] !== true) draft.put(['places', to, 'tags', 'visited'], true)
    if (kind === 'npc') draft.fact(`defeated:${actor}`)
    return draft.result(aftermath(draft, from))
  }
} satisfies Action
