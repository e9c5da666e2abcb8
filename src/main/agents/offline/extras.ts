import { own } from '../../../shared/json'
import type { SeenActor, ToolUse, View } from '../../../shared/agents'
import type { Offer, ParamDef } from '../../../shared/game'
import type { ActionKind } from '../../../shared/guide'
import type { LogEntry } from '../../../shared/play'
import { pick, trait, type Chance } from './chance'
import { recordFact } from './facts'
import { personParamOf } from './items'
import { entryIs, itemOf, kindIn, needs } from './kinds'
import type { Mind } from './mind'
import { fit, match } from './peril'
import { actionsIn, choiceOf, foesIn, isHostile, offerOfKind, partyOf, since, unfillable } from './read'
import { vigour } from './temper'

/** The actions since the DM last spoke. */
const actionsSinceNarration = (view: View): ReturnType<typeof actionsIn> =>
  actionsIn(since(view.log.slice(0, -1), (entry) => entry.kind === 'narration'))
const isSpent = (view: View, tool: string): boolean => (own(view.spent, tool) ?? 0) > 0
/** The parameter of an offer that one of some values can be chosen for, with those values. */
const paramWith = (offer: Offer, values: readonly string[]): { def: ParamDef; values: string[] } | undefined =>
  offer.params.map((def) => ({ def, values: (def.enum ?? []).filter((id) => values.includes(id)) })).find((one) => one.values.length > 0)

/** Mates who have come into a place where others fight are in it too, and foes when they are not too many. */
export function joins(view: View, offers: readonly Offer[]): ToolUse | undefined {
  const offer = offerOfKind(view, offers, 'start_combat')
  if (!offer) return undefined
  const hostile = foesIn(view, view.place?.id).map((foe) => foe.id)
  const fresh = paramWith(offer, hostile)
  const foes = fresh?.values.slice(0, Math.max(0, match(view) - (hostile.length - fresh.values.length))) ?? []
  const friends = paramWith(offer, view.party)
  if (foes.length === 0 && !friends) return undefined
  return {
    tool: offer.name,
    input: { ...(fresh && foes.length > 0 ? { [fresh.def.name]: foes } : {}), ...(friends ? { [friends.def.name]: friends.values } : {}) }
  }
}

/** Somebody, or a sign of somebody, where nobody lives; once a scene is enough. */
export function prowl(view: View, offers: readonly Offer[], mind: Mind): ToolUse | undefined {
  const offer = offerOfKind(view, offers, 'encounter')
  const quiet = !actionsIn(view.log).some((entry) => entryIs('encounter', entry))
  const wild = !view.place?.tags['safe'] || mind.happens('A character comes by even though the place is safe', 0.25)
  return offer && quiet && wild && fit(view) && foesIn(view, view.place?.id).length === 0 ? { tool: offer.name, input: {} } : undefined
}

/** What an action is rewarded as, in games that ask. */
const REWARDED: Readonly<Partial<Record<ActionKind, string>>> = {
  attack: 'danger',
  hold: 'danger',
  move: 'danger',
  talk: 'secret',
  search: 'secret',
  help: 'mercy'
}
/** Whether an entry is worth a reward: a fact that came out, a foe that went down, a wound got on the way, somebody back on their feet. */
function isDeed(entry: LogEntry): boolean {
  const { actors = {}, facts = {} } = entry.changes ?? {}
  switch (REWARDED[kindIn(entry)]) {
    case 'secret':
      return Object.keys(facts).length > 0
    case 'danger':
      return Object.entries(actors).some(([id, { now, damage = 0 }]) => (id === entry.by ? damage > 0 : now === 'down' || now === 'dead'))
    case 'mercy':
      return Object.entries(actors).some(([id, { conditions = [] }]) => id !== entry.by && conditions.some(({ on }) => !on))
    default:
      return false
  }
}

/** A reward for the player who did something to speak of just now. */
export function award(view: View, offers: readonly Offer[]): ToolUse | undefined {
  const offer = offerOfKind(view, offers, 'reward')
  const who = offer && personParamOf(offer)
  if (!offer || !who || unfillable(offer) || isSpent(view, offer.name)) return undefined
  const last = actionsSinceNarration(view).findLast((entry) => who.enum?.includes(entry.by) && isDeed(entry))
  const late = actionsIn(view.log)
    .slice(-14)
    .some((entry) => entryIs('reward', entry))
  if (!last || late) return undefined
  // What else the game asks for, as how much it is worth, is the least that can be chosen.
  const input = offer.params.flatMap(({ name, enum: values }) => {
    const reason = REWARDED[kindIn(last)] ?? ''
    const value = name === who.name ? last.by : values?.includes(reason) ? reason : values?.[0]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { tool: offer.name, input: Object.fromEntries(input) }
}

/** In the dark a cheap light burns down. */
export function lose(view: View, offers: readonly Offer[], chance: Chance): ToolUse | undefined {
  const offer = offerOfKind(view, offers, 'take')
  if (!offer || !view.place?.tags['dark']) return undefined
  const lights = partyOf(view).flatMap(({ id, sheet }) =>
    Object.entries(sheet?.inventory ?? {}).flatMap(([key, { item }]) => {
      const { purpose, worth } = itemOf(view, item)
      return purpose === 'light' && worth < 1 ? [{ id, key }] : []
    })
  )
  const choices = offer.params.flatMap((def) =>
    lights.flatMap(({ id, key }) =>
      (def.enum ?? []).filter((value) => value === `${id}:${key}` || value === key).map((value) => ({ def, value, id }))
    )
  )
  const light = pick(choices, chance)
  if (!light) return undefined
  const owner = personParamOf(offer)
  return { tool: offer.name, input: { ...(owner && owner !== light.def ? { [owner.name]: light.id } : {}), [light.def.name]: light.value } }
}

const friendIn = (view: View): SeenActor | undefined =>
  view.actors.find((actor) => actor.kind === 'npc' && actor.canAct && actor.attitude === 'friendly' && actor.location === view.place?.id)

/** Whether somebody needs a small thing: a light if the party has none, anything else if they have none of it, and medicine only if they are hurt. */
function lacks(view: View, actor: SeenActor, id: string): boolean {
  const item = itemOf(view, id)
  const has = (one: SeenActor): boolean =>
    Object.values(one.sheet?.inventory ?? {}).some((entry) =>
      item.purpose === 'light' ? itemOf(view, entry.item).purpose === 'light' : entry.item === id
    )
  if (item.purpose === 'light') return !partyOf(view).some(has)
  return !has(actor) && (item.heals < 2 || vigour(actor) < 0.8)
}

/** Somebody friendly has something to eat, to wind round a wound or to light, for one of the players; once a scene. */
export function gift(view: View, offers: readonly Offer[], chance: Chance): ToolUse | undefined {
  const offer = offerOfKind(view, offers, 'give')
  const target = offer && personParamOf(offer)
  const isGiven = actionsIn(view.log).some((entry) => entry.by === view.who && entryIs('give', entry))
  if (!offer || !target || unfillable(offer) || !friendIn(view) || isGiven) return undefined
  const isSmall = (id: string): boolean => {
    const { purpose, worth } = itemOf(view, id)
    return (purpose === 'heal' && worth <= 2) || (purpose === 'light' && worth < 1)
  }
  const items = paramWith(
    offer,
    Object.keys(view.guide.items).filter((id) => isSmall(id))
  )
  const party = partyOf(view).filter(({ id, sheet }) => target.enum?.includes(id) && (!sheet?.load || sheet.load.of - sheet.load.used > 1))
  const needed = (items?.values ?? []).flatMap((item) => party.filter((actor) => lacks(view, actor, item)).map((actor) => ({ item, actor })))
  const gift = pick(needed, chance)
  return items && gift && { tool: offer.name, input: { [target.name]: gift.actor.id, [items.def.name]: gift.item } }
}

const IDLE: ReadonlySet<ActionKind> = new Set(['talk', 'help', 'rest', 'give'])
/** Nothing but talk for a while: the least time that can pass goes by. */
export function linger(view: View, offers: readonly Offer[]): ToolUse | undefined {
  const offer = offerOfKind(view, offers, 'pass_time')
  const def = choiceOf(offer)
  const least = def?.enum?.[0]
  const idle = actionsSinceNarration(view).every((entry) => IDLE.has(kindIn(entry))) && partyOf(view).every((actor) => !needs(view, actor, 'rescue'))
  return offer && def && least !== undefined && idle ? { tool: offer.name, input: { [def.name]: least } } : undefined
}

const SEEN = ['has-been-by', 'is-about', 'was-met']
/** A roaming character moves on; a fact records first that they were here. */
export function fade(view: View, offers: readonly Offer[], chance: Chance): ToolUse | undefined {
  const one = view.actors.find(
    (actor) => actor.kind === 'npc' && Boolean(actor.sheet?.tags['roams']) && actor.canAct && actor.location === view.place?.id && !isHostile(actor)
  )
  if (!one) return undefined
  const fact = `${one.id.toLowerCase().replaceAll(/[^a-z]+/g, '-')}-${SEEN[Math.floor(trait(one.id) * SEEN.length)] ?? 'was-met'}`
  const record = own(view.facts, fact) === undefined ? recordFact(view, offers, fact) : undefined
  if (record) return record
  const offer = offerOfKind(view, offers, 'send')
  const who = offer && personParamOf(offer)
  const where = offer?.params.find((def) => def !== who && def.enum !== undefined)
  const to = pick(
    (view.place?.exits ?? []).map((exit) => exit.to).filter((id) => !partyOf(view).some((actor) => actor.location === id)),
    chance
  )
  return offer && who?.enum?.includes(one.id) && where?.enum?.includes(to ?? '') && to !== undefined
    ? { tool: offer.name, input: { [who.name]: one.id, [where.name]: to } }
    : undefined
}
