import { Draft } from '../lib/draft'
import { aftermath, leaveFight } from '../lib/fight'
import { save } from '../lib/harm'
import { canAct, placeOf, waysFrom } from '../lib/people'
import { cap, pick, placeName } from '../lib/words'

const GONE = ['$A breaks away and runs for $L.', '$A is through and gone, toward $L.', '$A turns, ducks, and does not stop before $L.']
const STUCK = [
  '$A looks for the way out and finds it barred by elbows.',
  '$A tries to break away and is driven back.',
  'There is no gap for $A to slip through, not yet.'
]

/** The way to run: back to where one has been before, if there is such a way. */
function wayOut(state: GameState, from: string): Journey | undefined {
  const ways = waysFrom(state, from).flatMap((id) => state.journeys[id] ?? [])
  return ways.find(({ to }) => state.places[to]?.tags['visited'] === true) ?? ways[0]
}

export default {
  name: 'flee',
  description: 'Break away from the fight and run, with a DEX save; back the way you came if there is one.',
  params: [],
  available(state, actor) {
    if (!state.combat || state.combat.initiative[actor] === undefined) return 'only in a fight'
    if (!canAct(state, actor)) return 'cannot act'
    return wayOut(state, placeOf(state, actor)) !== undefined || 'there is nowhere to run'
  },
  execute(state, actor) {
    const draft = new Draft(state)
    const from = placeOf(state, actor)
    const way = wayOut(state, from)
    if (!way) throw refuse('There is nowhere to run.')
    const { name, kind } = draft.actor(actor)
    const { success, total } = save(draft, actor, 'DEX')
    const line = pick(success ? GONE : STUCK, total, actor)
    draft.say(cap(line.replace('$A', name).replace('$L', placeName(state.places[way.to]))))
    if (!success) return draft.result()
    leaveFight(draft, actor)
    draft.put(['actors', actor, 'location'], way.to)
    if (kind === 'player' && state.places[way.to]?.tags['visited'] !== true) draft.put(['places', way.to, 'tags', 'visited'], true)
    if (kind === 'npc') draft.fact(`defeated:${actor}`)
    return draft.result(aftermath(draft, from))
  }
} satisfies Action
