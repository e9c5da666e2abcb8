import { canAct, type Draft, fighters, lairFrom, leaveCombat, placeName, sideOf, standing, tell } from 'proscenium'
import { defeated, HP } from './harm'

/** The manifest's `morale`: the die of characters without faith, and the number they must roll to stay. */
interface Morale {
  nerve: number
  difficulty: number
}

const RUNS = [
  '$P [P:does|do] not wait for more, and [P:goes|go] toward $L.',
  'That decides $P, and $L [L:is|are] not far.',
  '$P [P:looks|look] for somebody to follow, and there is only the way to $L.',
  'At that, $P [P:remembers|remember] something at $L.',
  '$P [P:has|have] done the sum, and it comes out at $L.',
  'There goes $P, by the shortest way to $L.',
  '$P [P:steps|step] back, once, twice, and the third step is toward $L.',
  'Whatever there was to gain here, $P will not be gaining it; $L will have to do.'
]
const YIELDS = [
  '$P would run if there were a way out. There is not, so $P [P:stops|stop].',
  '$P [P:puts|put] down everything there is to put down, and both hands up.',
  'With a wall behind, $P [P:gives|give] in.',
  '$P [P:asks|ask], quite civilly, whether that might be enough.'
]

/**
 * The foes test morale when the first of them has fallen, and whenever the last one standing is hurt at half their hit points or less: the steadiest of those who are
 * not `fearless` rolls a die of faith. If the roll fails, all of them run; without a way out they surrender and are wary from then on.
 */
export function morale(draft: Draft, struck: string, harmed: boolean): void {
  const rule = game.manifest['morale'] as Morale | undefined
  if (!rule || !draft.state.combat || !harmed || sideOf(draft.state, struck) !== 'foes') return
  const place = draft.actor(struck).location
  const left = standing(draft.state, 'foes', place)
  const fallen = fighters(draft.state).filter((id) => sideOf(draft.state, id) === 'foes' && !canAct(draft.state, id))
  const first = fallen.length === 1 && fallen[0] === struck
  const { stats, max } = draft.actor(struck)
  const last = left.length === 1 && left[0] === struck && (stats['hp'] ?? HP) * 2 <= (max['hp'] ?? HP)
  if (!first && !last) return
  const die = (id: string): number => Math.max(1, draft.actor(id).stats['faith'] === undefined ? rule.nerve : draft.stat(id, 'faith'))
  const shaky = left.filter((id) => draft.actor(id).tags['fearless'] !== true)
  const steadiest = shaky.toSorted((a, b) => die(b) - die(a))[0]
  if (steadiest === undefined) return
  if (roll(`d${die(steadiest)}`, { label: 'morale', target: steadiest, over: rule.difficulty }).outcome === 'success') return
  const way = lairFrom(draft.state, place)
  const slots = { P: shaky.map((id) => draft.actor(id).name), L: placeName(draft.state.places[way ?? '']) }
  draft.say(tell(draft.state, 'attack', way === undefined ? YIELDS : RUNS, slots))
  for (const id of shaky) {
    defeated(draft, id)
    leaveCombat(draft, id)
    if (way === undefined) draft.put(['actors', id, 'attitude'], 'wary')
    else draft.put(['actors', id, 'location'], way)
  }
}
