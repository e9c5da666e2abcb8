import { own } from '../../../shared/base/json'
import type { SeenActor, ToolUse, View } from '../../../shared/table/agents'
import type { Offer, ParamDef } from '../../../shared/story/game'
import type { ActionKind } from '../../../shared/story/guide'
import type { LogEntry } from '../../../shared/story/play'
import { pick, trait, type Chance } from './chance'
import { recordFact, actionsIn, choiceOf, foesIn, isHostile, offerOfKind, partyOf, since, unfillable } from './read'
import { personParamOf } from './items'
import { entryIs, itemOf, kindIn, needs } from './kinds'
import type { Mind } from './mind'
import { fit, match } from './peril'
import { vigour } from './temper'

/** The actions since the DM's last narration. */
const actionsSinceNarration = (view: View): ReturnType<typeof actionsIn> =>
  actionsIn(since(view.log.slice(0, -1), (entry) => entry.kind === 'narration'))
const isSpent = (view: View, tool: string): boolean => (own(view.spent, tool) ?? 0) > 0
/** The parameter of an offer that accepts at least one of these values, with the accepted values. */
const paramWith = (offer: Offer, values: readonly string[]): { def: ParamDef; values: string[] } | undefined =>
  offer.params.map((def) => ({ def, values: (def.enum ?? []).filter((id) => values.includes(id)) })).find((one) => one.values.length > 0)

/** Adds newcomers to a fight in this place: members of the party, and foes if there are not too many. */
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

/** An encounter, or a sign of one, where nobody lives; at most once a scene. */
export function randomEncounter(view: View, offers: readonly Offer[], mind: Mind): ToolUse | undefined {
  const offer = offerOfKind(view, offers, 'encounter')
  const quiet = !actionsIn(view.log).some((entry) => entryIs('encounter', entry))
  const wild = !view.place?.tags['safe'] || mind.happens('A character comes by even though the place is safe', 0.25)
  return offer && quiet && wild && fit(view) && foesIn(view, view.place?.id).length === 0 ? { tool: offer.name, input: {} } : undefined
}

/** The reason for a reward by the kind of the rewarded action, for games that ask for a reason. */
const REWARDED: Readonly<Partial<Record<ActionKind, string>>> = {
  attack: 'danger',
  hold: 'danger',
  move: 'danger',
  talk: 'secret',
  search: 'secret',
  help: 'mercy'
}
/** Whether an entry deserves a reward: a fact discovered, a foe down, the actor hurt on the way, or a character freed of a condition. */
function deservesReward(entry: LogEntry): boolean {
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

/** Rewards the player who last did something that deserves it. */
export function award(view: View, offers: readonly Offer[]): ToolUse | undefined {
  const offer = offerOfKind(view, offers, 'reward')
  const who = offer && personParamOf(offer)
  if (!offer || !who || unfillable(offer) || isSpent(view, offer.name)) return undefined
  const last = actionsSinceNarration(view).findLast((entry) => who.enum?.includes(entry.by) && deservesReward(entry))
  const late = actionsIn(view.log)
    .slice(-14)
    .some((entry) => entryIs('reward', entry))
  if (!last || late) return undefined
  // Other parameters, such as the worth of the reward, get their lowest value.
  const input = offer.params.flatMap(({ name, enum: values }) => {
    const reason = REWARDED[kindIn(last)] ?? ''
    const value = name === who.name ? last.by : values?.includes(reason) ? reason : values?.[0]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { tool: offer.name, input: Object.fromEntries(input) }
}

/** Takes a cheap light source from a character in the dark: it has burnt down. */
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

/** Whether a character needs a small item: a light or another item if the party has none, medicine only if they are hurt. */
function lacks(view: View, actor: SeenActor, id: string): boolean {
  const item = itemOf(view, id)
  const has = (one: SeenActor): boolean =>
    Object.values(one.sheet?.inventory ?? {}).some((entry) =>
      item.purpose === 'light' ? itemOf(view, entry.item).purpose === 'light' : entry.item === id
    )
  if (item.purpose === 'light') return !partyOf(view).some(has)
  return !has(actor) && (item.heals < 2 || vigour(actor) < 0.8)
}

/** A friendly NPC gives food, a bandage or a light to a player; once a scene. */
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
/** Lets the shortest possible time pass if there was nothing but talk and rest recently; once a turn. */
export function linger(view: View, offers: readonly Offer[]): ToolUse | undefined {
  const offer = offerOfKind(view, offers, 'pass_time')
  const def = choiceOf(offer)
  const least = def?.enum?.[0]
  const idle =
    actionsSinceNarration(view).every((entry) => IDLE.has(kindIn(entry))) &&
    partyOf(view).every((actor) => actor.canAct && !needs(view, actor, 'rescue'))
  return offer && def && least !== undefined && idle && !isSpent(view, offer.name) ? { tool: offer.name, input: { [def.name]: least } } : undefined
}

const SEEN = ['has-been-by', 'is-about', 'was-met']
/** Sends a roaming character away; before that, a fact records that they were here. */
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
