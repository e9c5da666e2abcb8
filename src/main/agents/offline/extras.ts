import { own } from '../../../shared/json'
import type { SeenActor, ToolUse, View } from '../../../shared/agents'
import type { Offer } from '../../../shared/game'
import { pick, trait, type Chance } from './chance'
import type { Mind } from './mind'
import { fit, match } from './peril'
import { choiceOf, deeds, foesIn, offerOf, partyOf, since, unfillable } from './read'

/** What was done since the DM last spoke. */
const fresh = (view: View): ReturnType<typeof deeds> => deeds(since(view.log.slice(0, -1), (entry) => entry.kind === 'narration'))
const used = (view: View, tool: string): boolean => (own(view.spent, tool) ?? 0) > 0

/** Mates who have come into a place where others fight are in it too, and foes when they are not too many. */
export function joins(view: View, offers: readonly Offer[]): ToolUse | undefined {
  const offer = offerOf(offers, 'start-combat')
  if (!offer) return undefined
  const values = (name: string): string[] => offer.params.find((def) => def.name === name)?.enum ?? []
  const hostile = foesIn(view, view.place?.id).map((foe) => foe.id)
  const fresh = values('foes').filter((id) => hostile.includes(id))
  const foes = fresh.slice(0, Math.max(0, match(view) - (hostile.length - fresh.length)))
  const friends = values('friends').filter((id) => view.party.includes(id))
  if (foes.length + friends.length === 0) return undefined
  return { tool: offer.name, input: { ...(foes.length > 0 ? { foes } : {}), ...(friends.length > 0 ? { friends } : {}) } }
}

/** Somebody, or a sign of somebody, where nobody lives; once a scene is enough. */
export function prowl(view: View, offers: readonly Offer[], mind: Mind): ToolUse | undefined {
  const offer = offerOf(offers, 'encounter')
  const quiet = !deeds(view.log).some((entry) => entry.action === 'encounter')
  const wild = !view.place?.tags['safe'] || mind.happens('Somebody comes even to a safe place', 0.25)
  return offer && quiet && wild && fit(view) && foesIn(view, view.place?.id).length === 0 ? { tool: offer.name, input: {} } : undefined
}

const DEED: Readonly<Record<string, string>> = {
  attack: 'danger',
  grapple: 'danger',
  travel: 'danger',
  talk: 'secret',
  search: 'secret',
  help: 'mercy'
}
/** A deed of the one who did something to speak of just now. */
export function award(view: View, offers: readonly Offer[]): ToolUse | undefined {
  const offer = offerOf(offers, 'award-xp')
  if (!offer || unfillable(offer) || used(view, 'award-xp')) return undefined
  const targets = offer.params.find((def) => def.name === 'target')?.enum ?? []
  const last = fresh(view).findLast((entry) => targets.includes(entry.by) && own(DEED, entry.action ?? '') !== undefined)
  const late = deeds(view.log)
    .slice(-14)
    .some((entry) => entry.action === 'award-xp')
  if (!last || late) return undefined
  // What else the game asks for, as how much it is worth, is the least that can be chosen.
  const rest = offer.params.flatMap(({ name, enum: values }) => {
    const deed = own(DEED, last.action ?? '') ?? 'promise'
    const value = name === 'target' ? last.by : values?.includes(deed) ? deed : values?.[0]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { tool: offer.name, input: Object.fromEntries(rest) }
}

/** In the dark a torch burns down. */
export function lose(view: View, offers: readonly Offer[], chance: Chance): ToolUse | undefined {
  const def = choiceOf(offerOf(offers, 'take-item'))
  if (!def || !view.place?.tags['dark']) return undefined
  const torch = pick(
    (def.enum ?? []).filter((value) => /^torch\b/i.test(own(def.labels, value) ?? '')),
    chance
  )
  return torch === undefined ? undefined : { tool: 'take-item', input: { [def.name]: torch } }
}

const kind = (view: View): SeenActor | undefined =>
  view.actors.find((actor) => actor.kind === 'npc' && actor.canAct && actor.attitude === 'friendly' && actor.location === view.place?.id)

/** Somebody friendly has something to eat, or to wind round a wound, for one of the players; once a scene. */
export function gift(view: View, offers: readonly Offer[], chance: Chance): ToolUse | undefined {
  const offer = offerOf(offers, 'give-item')
  if (!offer || unfillable(offer) || !kind(view) || deeds(view.log).some((entry) => entry.action === 'give-item')) return undefined
  const values = (name: string): string[] => offer.params.find((def) => def.name === name)?.enum ?? []
  const item = pick(
    values('item').filter((id) => id === 'ration' || id === 'bandage' || id === 'torch'),
    chance
  )
  const target = pick(values('target'), chance)
  return item === undefined || target === undefined ? undefined : { tool: offer.name, input: { target, item } }
}

const IDLE: ReadonlySet<string> = new Set(['talk', 'help', 'rest', 'give'])
/** Nothing but talk for a while: a quarter of an hour goes by. */
export function linger(view: View, offers: readonly Offer[]): ToolUse | undefined {
  const def = choiceOf(offerOf(offers, 'pass-time'))
  const idle = fresh(view).every(({ action = '' }) => IDLE.has(action)) && partyOf(view).every((actor) => !('critical' in actor.conditions))
  return def?.enum?.includes('quarter') && idle ? { tool: 'pass-time', input: { [def.name]: 'quarter' } } : undefined
}

const SEEN = ['has-been-by', 'goes-about', 'was-met']
/** Whoever roams goes on again; that they were here is set down first. */
export function fade(view: View, offers: readonly Offer[], chance: Chance): ToolUse | undefined {
  const one = view.actors.find(
    (actor) =>
      actor.kind === 'npc' && Boolean(actor.sheet?.tags['roams']) && actor.canAct && actor.location === view.place?.id && actor.attitude !== 'hostile'
  )
  if (!one) return undefined
  const fact = `${one.id.toLowerCase().replaceAll(/[^a-z]+/g, '-')}-${SEEN[Math.floor(trait(one.id) * SEEN.length)] ?? 'was-met'}`
  if (offerOf(offers, 'set-fact') && own(view.facts, fact) === undefined) return { tool: 'set-fact', input: { fact } }
  const def = offerOf(offers, 'move-npc')?.params.find((param) => param.name === 'npc')
  const to = pick(
    (view.place?.exits ?? []).map((exit) => exit.to).filter((id) => !partyOf(view).some((actor) => actor.location === id)),
    chance
  )
  return def?.enum?.includes(one.id) && to !== undefined ? { tool: 'move-npc', input: { npc: one.id, to } } : undefined
}
