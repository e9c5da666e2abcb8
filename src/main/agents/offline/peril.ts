import type { SeenActor, ToolUse, View } from '../../../shared/agents'
import type { Offer } from '../../../shared/game'
import type { ActionKind } from '../../../shared/guide'
import type { LogEntry } from '../../../shared/play'
import { entryIs, isDead, itemOf, kindIn, needs } from './kinds'
import { actionsHere, foesIn, mentions, partyOf, since } from './read'
import { bodyOf, breathOf, temperOf, vigour } from './temper'

/** Actions whose dice do somebody good. */
const KIND_TO_TARGETS: readonly ActionKind[] = ['heal', 'help', 'rest', 'use', 'recover', 'protect', 'talk', 'start_combat']
/** What the dice at the table did to somebody: totals of rolls about them that can't fail, in actions that do harm, before armour. Everybody sees them. */
function harmSeen(log: readonly LogEntry[], id: string): number {
  const harmful = log.filter((entry) => !KIND_TO_TARGETS.includes(kindIn(entry)))
  const rolls = harmful.flatMap((entry) => entry.rolls ?? []).filter(({ target, outcome }) => target === id && outcome === undefined)
  return rolls.reduce((sum, { total }) => sum + total, 0)
}

/** Whether somebody is out of breath: by their sheet, or, where that is not seen, by what has hit them since the party last rested. */
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

/** Whether it is a bad time to go on: somebody here is out of breath or on the ground, or one is hurt oneself. */
export const isWornOut = (view: View, me: SeenActor): boolean =>
  bodyOf(me) < 0.5 || [me, ...matesHere(view, me)].some((actor) => !isDead(view, actor) && (!actor.canAct || ailing(view, actor)))

/** Whether most of the party stand and have the breath for a fight, and nobody lies wounded, as far as the DM's sheets tell. */
export function fit(view: View): boolean {
  const party = partyOf(view)
  const breath = party.reduce((sum, actor) => sum + breathOf(actor), 0)
  return party.every((actor) => actor.canAct && breathOf(actor) > 0 && bodyOf(actor) > 0.4) && breath >= view.party.length / 2
}

/** What a place where a mate of theirs lies dead has left of its draw for the few who are alive, 0…1. */
export const dread = (view: View, place: string): number => {
  const dead = view.actors.filter((actor) => actor.kind === 'player' && isDead(view, actor))
  return dead.some((actor) => actor.location === place) && 2 * dead.length >= view.party.length ? 0.15 : 1
}

/** How many foes at once are a match for those of the party who stand: one for every two of them, and at least one. */
export const match = (view: View): number => Math.max(1, Math.floor(partyOf(view).filter((actor) => actor.canAct).length / 2))

/**
 * How much it draws to run from a fight: for what has become of oneself and one's mates, less for courage and for what the foes
 * have taken. Who has a mate on the ground runs sooner than who is whole among the whole.
 */
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

/** How to run from a fight, with weights: alone, or, where the game lets one, with somebody who lies there. */
export function fleeOptions(view: View, me: SeenActor, offer: Offer): [number, ToolUse['input']][] {
  const weight = fleeWeight(view, me)
  const load = offer.params.find((def) => def.enum !== undefined)
  const fallen = load?.enum ?? []
  if (!load || fallen.length === 0) return [[weight, {}]]
  return [[weight * 0.2, {}], ...fallen.map((id): [number, ToolUse['input']] => [weight / fallen.length, { [load.name]: id }])]
}

/** Rest draws as much as the hurt do; somebody who bleeds to death draws more than anything. */
export function restWeight(view: View, me: SeenActor): number {
  if (foesIn(view, me.location).length > 0) return 0
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

/** How well a length of rest suits: a breather for breath, a night for the ill and weary, a week in bed for those whose body is hurt. */
export function restFactor(view: View, me: SeenActor, kind: string, label: string): number {
  // Where nothing lies under the hit points, a breather mends what a night would.
  const weak = bodyOf(me) < Math.min(0.75, breathOf(me)) || needs(view, me, 'long_rest')
  const weary = needs(view, me, 'sleep') || Object.values(me.sheet?.inventory ?? {}).some(({ item }) => itemOf(view, item).tags['weariness'] === true)
  // Where they have come to do something, they do it before they sleep.
  const isExpected = mentions(view.scene?.aim ?? '', view.place?.name ?? '') && /night|long|sleep|day|week/i.test(`${kind} ${label}`)
  if (isExpected) return 0
  // Nobody takes to bed for a week while something is still to be done.
  if (/week/i.test(`${kind} ${label}`)) return weak && bodyOf(me) < 0.4 ? 0.3 : 0.002
  if (/night|long|sleep|day/i.test(`${kind} ${label}`)) return weary || weak ? 0.5 : 0
  return (weary || weak) && breathOf(me) > 0.6 ? 0.4 : 1
}
