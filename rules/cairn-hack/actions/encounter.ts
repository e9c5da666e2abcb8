import { canAct, cap, Draft, placeName, placeOf, tell } from 'proscenium'
import { reaction } from '../lib/mood'

const COMES = [
  'It is $A.',
  'Then there is $A, at the edge of $L.',
  '$A comes into $L, and stops.',
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

/** Who goes about near here: NPCs tagged `roams`, everywhere or in the region they name. */
function roamers(state: GameState, actor: string): string[] {
  const place = placeOf(state, actor)
  return Object.keys(state.actors).filter((id) => {
    const who = state.actors[id]
    const roams = who?.tags['roams']
    if (roams !== true && (typeof roams !== 'string' || roams !== state.places[place]?.region)) return false
    return who?.location !== place && canAct(state, id) && state.combat?.initiative[id] === undefined
  })
}

export default {
  name: 'encounter',
  kind: 'encounter',
  description: 'Roll for what comes along: a sign, or somebody who roams nearby.',
  params: [],
  available(state, actor) {
    if (state.combat) return 'a fight is under way'
    return roamers(state, actor).length > 0 || 'nobody roams nearby'
  },
  execute(state, actor) {
    const draft = new Draft(state)
    const place = placeOf(state, actor)
    const row = rollTable('encounter')
    draft.say(row.text)
    if (row['comes'] !== true) return draft.result([], { status: 'failure' })
    const near = roamers(state, actor)
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
} satisfies Action
