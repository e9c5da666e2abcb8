import type { SeenActor, ToolUse, View } from '../../../shared/table/agents'
import type { Offer } from '../../../shared/story/game'
import { isDead, type ActionKind } from '../../../shared/story/guide'
import type { LogEntry } from '../../../shared/story/play'
import { entryIs, itemOf, kindIn, needs } from './kinds'
import { actionsHere, foesIn, mentions, partyOf, since } from './read'
import { bodyOf, breathOf, temperOf, vigour } from './temper'

/** Actions whose dice don't harm anybody. */
const KIND_TO_TARGETS: readonly ActionKind[] = ['heal', 'help', 'rest', 'use', 'recover', 'protect', 'talk', 'start_combat']
/** The harm to a character that everybody saw: the sum of rolls about them that can't fail, in harmful actions, before armour. */
function harmSeen(log: readonly LogEntry[], id: string): number {
  const harmful = log.filter((entry) => !KIND_TO_TARGETS.includes(kindIn(entry)))
  const rolls = harmful.flatMap((entry) => entry.rolls ?? []).filter(({ target, outcome }) => target === id && outcome === undefined)
  return rolls.reduce((sum, { total }) => sum + total, 0)
}

/** Returns whether a character is exhausted: by their sheet, or, if that is hidden, by the harm since the party last rested. */
export function ailing(view: View, actor: SeenActor): boolean {
  if (actor.sheet) return breathOf(actor) <= 0.5
  return (
    harmSeen(
      since(view.log, (entry) => entryIs('rest', entry)),
      actor.id
    ) > 2
  )
}

const matesHere = (view: View, me: SeenActor): SeenActor[] =>
  view.actors.filter((actor) => actor.kind === 'player' && actor.id !== me.id && actor.location === me.location)

/** Returns whether it is a bad time to go on: a companion here is exhausted or down, or the character is hurt. */
export const isWornOut = (view: View, me: SeenActor): boolean =>
  bodyOf(me) < 0.5 || [me, ...matesHere(view, me)].some((actor) => !isDead(actor, view.guide) && (!actor.canAct || ailing(view, actor)))

/** Returns whether the party is fit for a fight: everybody can act, nobody is badly hurt, and most have enough hit points. */
export function fit(view: View): boolean {
  const party = partyOf(view)
  const breath = party.reduce((sum, actor) => sum + breathOf(actor), 0)
  return party.every((actor) => actor.canAct && breathOf(actor) > 0 && bodyOf(actor) > 0.4) && breath >= view.party.length / 2
}

/** The factor by which a place with a dead companion is less attractive if half of the party is dead, 0…1. */
export const dread = (view: View, place: string): number => {
  const dead = view.actors.filter((actor) => actor.kind === 'player' && isDead(actor, view.guide))
  return dead.some((actor) => actor.location === place) && 2 * dead.length >= view.party.length ? 0.15 : 1
}

/** How many foes at once are a match for the able members of the party: one for every two of them, and at least one. */
export const match = (view: View): number => Math.max(1, Math.floor(partyOf(view).filter((actor) => actor.canAct).length / 2))

/** The weight of fleeing: harm to the character and companions raises it, a fallen companion most; courage and harm to the foes lower it. */
export function fleeWeight(view: View, me: SeenActor): number {
  const mates = matesHere(view, me)
  const foes = foesIn(view, me.location)
  const fight = since(view.log, (entry) => entryIs('start_combat', entry))
  const fallen = mates.filter((actor) => !actor.canAct).length
  const awayCount = partyOf(view).filter((actor) => actor.location !== me.location).length
  const outnumbered = foes.length > mates.length - fallen + 1
  const own = (breathOf(me) === 0 ? 0.35 : breathOf(me) < 0.5 ? 0.15 : 0) + (bodyOf(me) < 0.6 ? 0.3 : 0)
  const winning = fallen < 2 && foes.every((foe) => harmSeen(fight, foe.id) > 9)
  const fear = own + 0.45 * fallen + 0.2 * awayCount + (outnumbered ? 0.25 : 0)
  const courage = 0.2 + 0.3 * temperOf(view, me.id).boldness + (winning ? 0.25 : 0)
  return 30 * Math.max(0, fear - courage)
}

/** The ways to flee from a fight, with weights: alone, or, if the game allows it, with a fallen character. */
export function fleeOptions(view: View, me: SeenActor, offer: Offer): [number, ToolUse['input']][] {
  const weight = fleeWeight(view, me)
  const load = offer.params.find((def) => def.enum !== undefined)
  const fallen = load?.enum ?? []
  if (!load || fallen.length === 0) return [[weight, {}]]
  return [[weight * 0.2, {}], ...fallen.map((id): [number, ToolUse['input']] => [weight / fallen.length, { [load.name]: id }])]
}

/** The weight of resting: it grows with the party's wounds; it is highest if a character is dying. */
export function restWeight(view: View, me: SeenActor): number {
  if (foesIn(view, me.location).length > 0) return 0
  // Nobody rests while a companion lies elsewhere.
  if (partyOf(view).some((actor) => !actor.canAct && actor.location !== me.location)) return 0
  const mates = partyOf(view).filter((actor) => actor.location === me.location)
  if (mates.some((actor) => !actor.canAct && needs(view, actor, 'rescue'))) return 40
  const rested = actionsHere(view).filter((entry) => entryIs('rest', entry)).length
  const need = Math.max(
    1 - vigour(me),
    breathOf(me) < 0.75 ? 1 - breathOf(me) : 0,
    mates.some((actor) => actor.canAct && ailing(view, actor)) ? 0.75 : 0,
    ...mates.filter((actor) => Object.keys(actor.conditions).length > 0 && actor.canAct).map(() => 0.35)
  )
  return need < 0.15 ? 0 : 40 * need * need * 0.3 ** rested
}

/** How well a length of rest suits: a short one for hit points, a night for illness and weariness, a week for wounds of the body. */
export function restFactor(view: View, me: SeenActor, kind: string, label: string): number {
  // If no stats lie behind the hit points, a short rest heals as much as a night.
  const weak = bodyOf(me) < Math.min(0.75, breathOf(me)) || needs(view, me, 'long_rest')
  const weary = needs(view, me, 'sleep') || Object.values(me.sheet?.inventory ?? {}).some(({ item }) => itemOf(view, item).tags['weariness'] === true)
  // Characters don't sleep at the place where they have something to do.
  const isExpected = mentions(view.scene?.aim ?? '', view.place?.name ?? '') && /night|long|sleep|day|week/i.test(`${kind} ${label}`)
  if (isExpected) return 0
  // Nobody rests for a week while something remains to be done.
  if (/week/i.test(`${kind} ${label}`)) return weak && bodyOf(me) < 0.4 ? 0.3 : 0.002
  if (/night|long|sleep|day/i.test(`${kind} ${label}`)) return weary || weak ? 0.5 : 0
  return (weary || weak) && breathOf(me) > 0.6 ? 0.4 : 1
}
