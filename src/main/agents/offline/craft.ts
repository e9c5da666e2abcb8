import type { SeenActor, View } from '../../../shared/agents'
import type { Offer } from '../../../shared/game'
import { best } from './chance'
import { foesIn, partyOf } from './read'
import { temperOf, vigour } from './temper'

const AT_FOES = /sun|fire|lullab|sleep|dread|heavy|kind words|bolt|curse|hex/i
const HEALS = /knit|mend|heal|salve/i
const GUARDS = /salt|ward|coat|shield/i
const SHOWS = /wall|reveal|hear/i
const LIGHTS = /lantern|lamp|light/i
/** Things that are kept to the last when something has to be left behind. */
const DEAR = /book|primer|treatise|inventory|ration|bandage|draught|salve|water|lantern|rope|key|ring|letter|form|clapper|bell|bead|mirror/i

/** How much a spell draws, by the name of its book: fire and sleep are for foes, mending for the hurt, looking for what nobody has looked through. */
export function casting(view: View, me: SeenActor, words: string): number {
  const weary = Object.values(me.sheet?.inventory ?? {}).filter((entry) => entry.item === 'fatigue').length
  const load = me.sheet?.load
  const dear = 0.6 ** weary * (load && load.of - load.used < 2 ? 0.1 : 1)
  const fight = view.mode === 'combat'
  if (AT_FOES.test(words)) return fight && foesIn(view, me.location).length > 0 ? 7 * dear : 0
  if (HEALS.test(words)) {
    const need = Math.max(...partyOf(view).map((mate) => 1 - vigour(mate)), 0)
    return need < 0.3 && !partyOf(view).some((mate) => 'lamed' in mate.conditions || 'poisoned' in mate.conditions) ? 0 : 6 * dear
  }
  if (GUARDS.test(words)) return fight ? 1.6 * dear : 0
  if (SHOWS.test(words)) return fight || view.place?.tags['explored'] ? 0 : 2 * dear
  if (LIGHTS.test(words)) return !fight && view.place?.tags['dark'] && !view.place.tags['explored'] ? 0.8 * dear : 0
  return fight ? 0.5 * dear : 0
}

/** Whom a spell is best cast on, of those it can reach: the foe that is worst hurt, or the friend. Undefined leaves it to the book. */
export function onWhom(view: View, offer: Offer, words: string): string | undefined {
  const reach = offer.params.find((def) => def.name === 'target')?.enum ?? []
  const hostile = AT_FOES.test(words)
  const people = view.actors.filter((actor) => reach.includes(actor.id) && (actor.kind === 'npc' && actor.attitude === 'hostile') === hostile)
  if (!hostile) return undefined
  return best(people, (actor) => -Object.keys(actor.conditions).length)?.id
}

/** How much somebody's plight draws; whoever burns first, and after a fight whoever bleeds: while it lasts, the fallen lie safest. */
export function helping(view: View, other: SeenActor): number {
  const fight = view.mode === 'combat'
  if ('critical' in other.conditions) return fight ? 0.8 : 45
  if ('burning' in other.conditions) return 6
  if ('grappled' in other.conditions) return 3
  if ('slumbering' in other.conditions) return fight ? 4 : 9
  if ('down' in other.conditions) return fight ? 0.3 : 9
  return fight ? 0.08 : 0.035
}

/** Taking hold is for the strong, and for those who are not alone with it. */
export function grappling(view: View, me: SeenActor): number {
  const strong = (me.sheet?.stats['STR'] ?? 10) >= 12
  const mates = partyOf(view).filter((actor) => actor.id !== me.id && actor.location === me.location)
  const helped = mates.some((actor) => actor.canAct) && mates.every((actor) => actor.canAct)
  return (strong ? 0.3 : 0.08) * (helped ? 1 : 0.2) * (temperOf(view, me.id).boldness + 0.4)
}

const laden = (me: SeenActor): boolean => me.sheet?.load !== undefined && me.sheet.load.used >= me.sheet.load.of
/** How much it draws to put a thing down: nothing, unless one is laden to the last slot; and then what is least dear. */
export function shedding(me: SeenActor, words: string, weapons: number): number {
  if (!laden(me)) return 0
  if (DEAR.test(words)) return /rope|ration|mirror/i.test(words) ? 1.5 : 0
  return /chest|chisel|torch|crowbar|bar\b|figure|shovel/i.test(words) ? 12 : weapons > 1 ? 8 : 0.4
}
/** How much it draws to hand a thing to a mate: the laden share, and the hale give bandages to those who look worse. */
export function sharing(view: View, me: SeenActor, words: string, other: SeenActor | undefined): number {
  if (laden(me)) return DEAR.test(words) ? 2 : 5
  const ill = other !== undefined && Object.keys(other.conditions).some((id) => /poison|critical|down|fever|wind|rattle/.test(id))
  return ill && vigour(me) > 0.6 && /bandage|draught|antidote|ration/i.test(words) && view.mode === 'story' ? 2.5 : 0
}
