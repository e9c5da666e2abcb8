import { canAct, type Draft, fill, lairFrom, placeName, sideOf, standing, tell } from 'proscenium'
import { attempt } from './saves'
import { yields } from './harm'

const RUNS = [
  '$P [P:breaks and runs|break and run] for $L.',
  '$P [P:has|have] had enough, and [P:is|are] gone, toward $L.',
  '$P [P:gives|give] ground and [P:makes|make] off for $L.',
  'One look, and $P [P:is|are] running for $L.',
  'That is all $P will stand for; $L [L:is|are] the nearest other place.',
  '$P [P:backs|back] away, then [P:turns|turn] and [P:heads|head] for $L at full tilt.',
  '$P [P:leaves|leave] it there, and [P:goes|go] to ground at $L.'
]

/** What a blow or spell did to a foe, as far as it affects the others' morale. */
export interface Blow {
  struck: string
  place: string
  /** Whether it put them out of the fight. */
  out: boolean
  /** Whether they have no hit protection now. */
  bare: boolean
}

/**
 * The foes test morale when the first of them has fallen, when half of them have, and when the last one has no
 * hit protection left: the one with the best WIL who isn't `fearless` makes a save, or they run.
 */
export function morale(draft: Draft, { struck, place, out, bare }: Blow): void {
  const left = standing(draft.state, 'foes', place)
  const all = Object.keys(draft.state.combat?.initiative ?? {}).filter(
    (id) => sideOf(draft.state, id) === 'foes' && draft.state.actors[id]?.location === place
  )
  const fallen = all.filter((id) => !canAct(draft.state, id)).length
  const half = fallen * 2 >= all.length && (fallen - 1) * 2 < all.length
  const alone = left.length === 1 && left[0] === struck && bare
  if (!alone && !(out && (fallen === 1 || half))) return
  const brave = left.filter((id) => draft.actor(id).tags['fearless'] !== true)
  const leader = brave.toSorted((a, b) => draft.stat(b, 'WIL') - draft.stat(a, 'WIL'))[0]
  if (leader === undefined || attempt(draft, leader, 'WIL')) return
  const way = lairFrom(draft.state, place)
  for (const id of brave) yields(draft, id, way)
  const who = brave.map((id) => draft.actor(id).name)
  if (way === undefined) draft.say(fill('$P [P:gives|give] up, with nowhere to run.', { P: who }))
  else draft.say(tell(draft.state, 'attack', RUNS, { P: who, L: placeName(draft.state.places[way]) }))
}
