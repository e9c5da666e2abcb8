import type { SeenActor, View } from '../../../shared/table/agents'
import { isNews } from './events'
import { pointed } from './places'
import { entryIs, needs } from './kinds'
import { ailing } from './peril'
import { actionsIn, foesIn, isHostile, mentions, overlap, partyOf, since } from './read'
import { temperOf, vigour } from './temper'

/** How useful it is to help a character with a condition: those who need rescue come first. During a fight the fallen are safest where they lie. */
export function helpWeight(view: View, other: SeenActor): number {
  const fight = view.mode === 'combat'
  if (isHostile(other)) return 0
  if (needs(view, other, 'rescue')) return other.canAct ? 6 : fight ? 0.8 : 45
  if (needs(view, other, 'help')) return other.canAct ? 3 : fight ? 4 : 9
  if (!other.canAct) return fight ? 0.3 : 9
  return fight ? 0.08 : 0.035
}

/**
 * How useful it is to heal a character: those on the ground come first. A character whose sheet is hidden is judged by the hits they took, or by
 * the rules, when they offer only some of those here (`offered`).
 */
export function healWeight(view: View, me: SeenActor, other: SeenActor, offered: readonly string[]): number {
  if (isHostile(other)) return 0
  if (!other.canAct) return 30
  if (other.id === me.id) return 6 * (1 - vigour(me))
  const isSelective = partyOf(view).some((mate) => mate.id !== me.id && mate.location === me.location && !offered.includes(mate.id))
  return isSelective || ailing(view, other) || needs(view, other, 'heal') ? 2 : 0.02
}

/** The factor by which holding a foe is less useful than attacking: higher for strong characters with able companions. */
export function holdFactor(view: View, me: SeenActor): number {
  const strong = (me.sheet?.stats['STR'] ?? 10) >= 12
  const mates = partyOf(view).filter((actor) => actor.id !== me.id && actor.location === me.location)
  const helped = mates.some((actor) => actor.canAct) && mates.every((actor) => actor.canAct)
  return (strong ? 0.3 : 0.08) * (helped ? 1 : 0.2) * (temperOf(view, me.id).boldness + 0.4)
}

/** How useful it is to attack a character: 0 for friends; in a fight, most for a foe who has been hit already. `power` is that of the action. */
export function attackWeight(view: View, me: SeenActor, other: SeenActor, power: number): number {
  if (other.kind === 'player' || !other.canAct) return 0
  if (view.mode === 'story') return isHostile(other) ? 1.2 * temperOf(view, me.id).boldness : 0
  if (!isHostile(other)) return foesIn(view, me.location).length > 0 ? 0 : 0.3
  const hit = since(view.log, (entry) => entry.kind === 'narration').some((entry) => entry.by !== other.id && mentions(entry.text, other.name))
  return (hit ? 5 : 3) * power
}

/** The weight of talking with a character whom the aim or the player's want names, as long as nobody has done so. */
const SOUGHT = 14

/** How useful it is to talk with a character: less each time, and most with one that the party is looking for. */
export function talkWeight(view: View, me: SeenActor, other: SeenActor): number {
  if (other.kind === 'player') return 0.05
  if (isHostile(other)) return 0.15
  const talks = actionsIn(view.log).filter((entry) => (entryIs('talk', entry) || entryIs('help', entry)) && mentions(entry.text, other.name))
  if (talks.length === 0 && overlap(other.name, `${view.scene?.aim ?? ''} ${me.sheet?.wants ?? ''}`) > 0) return SOUGHT
  const early = (view.scene?.turns ?? 0) < 10 ? 1.5 : 1
  const last = talks.at(-1)
  const isFruitless = last !== undefined && entryIs('talk', last) && !isNews(last) && last.rolls === undefined
  return 2.6 * early * 0.5 ** talks.length * pointed(view, other.name) * (isFruitless ? 0.15 : 1)
}
