import type { SeenActor, ToolUse, View } from '../../../shared/agents'
import type { Offer } from '../../../shared/game'
import type { LogEntry } from '../../../shared/play'
import { tellsOf } from './kinds'
import { deedsHere, foesIn, partyOf, since } from './read'
import { bodyOf, breathOf, temperOf, vigour } from './temper'

const HARM = /damage|harm|trap|fire|spell|strikes back|misfire/
/** What the dice at the table did to somebody: totals of rolls of harm, before armour. Everybody sees them. */
function harmSeen(log: readonly LogEntry[], id: string): number {
  const rolls = log.flatMap((entry) => entry.rolls ?? []).filter(({ target, label = '' }) => target === id && HARM.test(label))
  return rolls.reduce((sum, { total }) => sum + total, 0)
}

/** Whether somebody is out of breath: by their sheet, or, where that is not seen, by what has hit them since the party last rested. */
export function ailing(view: View, actor: SeenActor): boolean {
  if (actor.sheet) return breathOf(actor) <= 0.5
  return (
    harmSeen(
      since(view.log, (entry) => tellsOf('rest', entry)),
      actor.id
    ) > 2
  )
}

const matesHere = (view: View, me: SeenActor): SeenActor[] =>
  view.actors.filter((actor) => actor.kind === 'player' && actor.id !== me.id && actor.location === me.location)

/** Whether this is no time to go on: somebody here is out of breath or on the ground, or one is hurt oneself. */
export const spent = (view: View, me: SeenActor): boolean =>
  bodyOf(me) < 0.5 || [me, ...matesHere(view, me)].some((actor) => !('dead' in actor.conditions) && (!actor.canAct || ailing(view, actor)))

/** Whether most of the party stand and have the breath for a fight, and nobody lies wounded, as far as the DM's sheets tell. */
export function fit(view: View): boolean {
  const party = partyOf(view)
  const breath = party.reduce((sum, actor) => sum + breathOf(actor), 0)
  return party.every((actor) => actor.canAct && breathOf(actor) > 0 && bodyOf(actor) > 0.4) && breath >= view.party.length / 2
}

/** What a place where a mate of theirs lies dead has left of its draw for the few who are alive, 0…1. */
export const dread = (view: View, place: string): number => {
  const dead = view.actors.filter((actor) => actor.kind === 'player' && 'dead' in actor.conditions)
  return dead.some((actor) => actor.location === place) && 2 * dead.length >= view.party.length ? 0.15 : 1
}

/** How many foes at once are a match for those of the party who stand: one for every two of them, and at least one. */
export const match = (view: View): number => Math.max(1, Math.floor(partyOf(view).filter((actor) => actor.canAct).length / 2))

/**
 * How much it draws to run from a fight: for what has become of oneself and one's mates, less for courage and for what the foes
 * have taken. Who has a mate on the ground runs sooner than who is whole among the whole.
 */
export function fleeing(view: View, me: SeenActor): number {
  const mates = matesHere(view, me)
  const foes = foesIn(view, me.location)
  const fight = since(view.log, (entry) => entry.action === 'start-combat')
  const fallen = mates.filter((actor) => !actor.canAct).length
  const gone = partyOf(view).filter((actor) => actor.location !== me.location).length
  const outnumbered = foes.length > mates.length - fallen + 1
  const own = (breathOf(me) === 0 ? 0.35 : breathOf(me) < 0.5 ? 0.15 : 0) + (bodyOf(me) < 0.6 ? 0.3 : 0)
  const winning = fallen < 2 && foes.every((foe) => harmSeen(fight, foe.id) > 9)
  const fear = own + 0.45 * fallen + 0.2 * gone + (outnumbered ? 0.25 : 0)
  const courage = 0.2 + 0.3 * temperOf(view, me.id).boldness + (winning ? 0.25 : 0)
  return 30 * Math.max(0, fear - courage)
}

/** Ways to run from a fight: alone, or, where the game lets one, with somebody who lies there. */
export function flights(view: View, me: SeenActor, offer: Offer): [number, ToolUse['input']][] {
  const weight = fleeing(view, me)
  const load = offer.params.find((def) => def.enum !== undefined)
  const fallen = load?.enum ?? []
  if (!load || fallen.length === 0) return [[weight, {}]]
  return [[weight * 0.2, {}], ...fallen.map((id): [number, ToolUse['input']] => [weight / fallen.length, { [load.name]: id }])]
}

/** Rest draws as much as the hurt do; somebody who bleeds to death draws more than anything. */
export function resting(view: View, me: SeenActor): number {
  if (foesIn(view, me.location).length > 0) return 0
  const mates = partyOf(view).filter((actor) => actor.location === me.location)
  if (mates.some((actor) => !actor.canAct && 'critical' in actor.conditions)) return 40
  const rested = deedsHere(view).filter((entry) => tellsOf('rest', entry)).length
  const need = Math.max(
    1 - vigour(me),
    breathOf(me) < 0.75 ? 1 - breathOf(me) : 0,
    mates.some((actor) => actor.canAct && ailing(view, actor)) ? 0.75 : 0,
    ...mates.filter((actor) => Object.keys(actor.conditions).length > 0 && actor.canAct).map(() => 0.35)
  )
  return need < 0.15 ? 0.02 : 40 * need * need * 0.3 ** rested
}

const SLEPT_OFF = /poison|depriv|rattl|wind|fright/
/** How well a length of rest suits: a breather for breath, a night for the ill and weary, a week in bed for those whose body is hurt. */
export function lengthOf(me: SeenActor, kind: string, label: string): number {
  const weak = bodyOf(me) < 0.75 || Object.keys(me.conditions).some((id) => /lame|fever|deaf/.test(id))
  const weary =
    Object.keys(me.conditions).some((id) => SLEPT_OFF.test(id)) || Object.values(me.sheet?.inventory ?? {}).some(({ item }) => item === 'fatigue')
  if (/week/i.test(`${kind} ${label}`)) return weak ? 1 : 0.01
  if (/night|long|sleep|day/i.test(`${kind} ${label}`)) return weary || weak ? 0.7 : 0.05
  return (weary || weak) && breathOf(me) > 0.6 ? 0.4 : 1
}
