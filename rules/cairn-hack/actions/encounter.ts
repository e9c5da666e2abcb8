import { canAct, cap, Draft, placeName, placeOf, placesOf, tell } from 'proscenium'
import { reaction } from '../lib/mood'

const COMES = [
  'It is $A.',
  'Then there is $A, at the edge of $L.',
  '$A comes to $L, and stops.',
  'It turns out to be $A.',
  '$A has been there for some time, it turns out.',
  'And with that, $A.',
  'Out of the shadows steps $A.',
  'Nobody heard $A arrive, but $A is here.'
]
const MOODS: Readonly<Record<Attitude, string>> = {
  hostile: 'This one is not here to talk.',
  wary: 'They look at each other across more room than there is.',
  neutral: 'Nobody means any harm yet.',
  friendly: 'A hand goes up, and it is an open one.'
}

/** NPCs who may come by at a place: those tagged `roams`, which may name a region. */
function roamers(state: GameState, place: string): string[] {
  return Object.keys(state.actors).filter((id) => {
    const who = state.actors[id]
    const roams = who?.tags['roams']
    if (roams !== true && (typeof roams !== 'string' || roams !== state.places[place]?.region)) return false
    return who?.location !== place && canAct(state, id) && state.combat?.initiative[id] === undefined
  })
}

/** The places with a player and with an NPC who roams nearby. */
const roamed = (state: GameState, actor: string): string[] => placesOf(state, actor).filter((place) => roamers(state, place).length > 0)
const named = (state: GameState, places: readonly string[]): Record<string, string> =>
  Object.fromEntries(places.map((id) => [id, placeName(state.places[id])]))

export default {
  name: 'encounter',
  kind: 'encounter',
  description: 'Roll for what comes along: a sign, or somebody who roams nearby.',
  params(state, actor) {
    const places = roamed(state, actor)
    return placesOf(state, actor).length < 2
      ? []
      : [{ name: 'place', type: 'enum', description: 'Where, while the party is split', required: false, enum: places, labels: named(state, places) }]
  },
  available(state, actor) {
    if (state.combat) return 'a fight is under way'
    return roamed(state, actor).length > 0 || 'nobody roams nearby'
  },
  execute(state, actor, params) {
    const draft = new Draft(state)
    const places = roamed(state, actor)
    const place = params.place ?? places[0] ?? placeOf(state, actor)
    const row = rollTable('encounter')
    draft.say(row.text)
    if (row['comes'] !== true) return draft.result([], { status: 'failure' })
    const near = roamers(state, place)
    const who = near[near.length === 1 ? 0 : roll(`d${near.length}`, { label: 'who comes' }).total - 1] ?? ''
    draft.put(['actors', who, 'location'], place)
    const npc = draft.actor(who)
    draft.say(tell(state, 'encounter', COMES, { A: npc.name, L: placeName(state.places[place]) }))
    const mood = npc.attitude ?? reaction(draft, who, place)
    if (npc.attitude === undefined) draft.put(['actors', who, 'attitude'], mood)
    draft.say(cap(MOODS[mood]))
    const fights =
      mood === 'hostile' &&
      Object.keys(state.actors).some((id) => state.actors[id]?.kind === 'player' && state.actors[id].location === place && canAct(state, id))
    return draft.result(fights ? [{ action: 'start-combat', params: { foes: [who] } }] : [], { status: 'success', who, effect: mood })
  }
} satisfies Action<{ place?: string }>
