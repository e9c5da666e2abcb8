import type { SeenActor, SeenEvent, ToolUse, View } from '../../../shared/table/agents'
import type { Offer } from '../../../shared/story/game'
import type { LogEntry } from '../../../shared/story/play'
import { isSceneOf } from './aftermath'
import { leadFor, type Lead } from './aims'
import { trait } from './chance'
import { filled, frame } from './frame'
import { placeName, sentence, the } from './grammar'
import { itemOf, kindOf } from './kinds'
import type { Mind } from './mind'
import { ailing } from './peril'
import { CLIMAX } from './phrases'
import { choiceOf, foesIn, inputFor, mentions, offerOf, offerOfKind, partyOf, since, unfillable } from './read'
import type { Intention } from './temper'

/** Who prepares the last step of a climax, who takes it, and what it is about, as the DM has said. */
interface Parts {
  helper: SeenActor
  decider: SeenActor
  about: string
}

/** The parts that the DM has said in this scene, and what has happened since. */
function said(view: View): { parts: Parts; since: LogEntry[] } | undefined {
  const entry = view.log.findLast(({ kind, text }) => kind === 'narration' && frame(CLIMAX).pattern.test(text))
  const [, helping = '', rest = ''] = entry ? (/^It takes two: (.+?) has to come first, and then (.+)$/.exec(entry.text) ?? []) : []
  const helper = view.actors.find(({ name, kind }) => kind === 'player' && name === helping)
  const decider = view.actors.find(({ name, kind, id }) => kind === 'player' && id !== helper?.id && rest.startsWith(`${name} `))
  if (!entry || !helper || !decider) return undefined
  const about = rest
    .slice(decider.name.length)
    .replace(/^ can see to /, '')
    .replace(/\.$/, '')
  return { parts: { helper, decider, about }, since: since(view.log, (one) => one === entry) }
}

/** The member of the party whose want depends on a lead, if they are there and can act. */
export function seekerOf(view: View, lead: Lead | undefined): SeenActor | undefined {
  const people = lead?.fact === undefined ? [] : (view.atlas?.().people ?? []).filter(({ metBy }) => metBy?.includes(lead.fact ?? ''))
  return partyOf(view).find(({ id, canAct, location }) => canAct && location === view.place?.id && people.some((one) => one.id === id))
}

/**
 * The DM's next call in the scene of a climax that is about to be decided by one search or talk: the DM says who comes first, calls on them, exacts a
 * price, and calls on the one who decides. Undefined where there is nothing of that kind to do.
 */
export function climaxStep(view: View, offers: readonly Offer[], mind: Mind): ToolUse | undefined {
  const event: SeenEvent | undefined = view.story?.find((one) => one.climax && !one.done && one.isPrepared !== true && isSceneOf(view, one))
  const lead = event && leadFor(view, event)
  const able = partyOf(view).filter(({ canAct, location }) => canAct && location === view.place?.id)
  if (!lead || lead.steps > 0 || lead.kind === 'foe' || able.length < 2 || foesIn(view, view.place?.id).length > 0) return undefined
  const call = (who: SeenActor): ToolUse | undefined =>
    choiceOf(offerOf(offers, 'call_on'))?.enum?.includes(who.id) ? { tool: 'call_on', input: { who: [who.id] } } : undefined
  const told = said(view)
  if (!told) {
    const seeker = seekerOf(view, lead) ?? able[Math.floor(trait(`${view.campaign}${lead.id}`) * able.length)]
    const helper = able.filter(({ id }) => id !== seeker?.id)[view.beat % (able.length - 1)]
    const about = lead.kind === 'person' ? placeName(lead.name) : the(lead.name)
    const text = seeker && helper && filled(frame(CLIMAX), { m: helper.name, n: seeker.name, lead: about })
    return text ? { tool: 'narrate', input: { text: sentence(text) } } : undefined
  }
  const { parts, since: after } = told
  const { helper, decider } = parts
  if (!able.includes(helper) || !able.includes(decider)) return undefined
  const acted = (who: SeenActor): boolean => after.some(({ kind, by }) => kind === 'system' && by === who.id)
  // The helper who passes, or says no more than a word, is not asked again.
  if (!acted(helper) && !after.some(({ by }) => by === helper.id || by === decider.id)) {
    mind.note(`${helper.name} prepares the last step, so the DM calls on them first.`)
    const isAsked = (view.spent['call_on'] ?? 0) > 0
    return isAsked ? undefined : call(helper)
  }
  if (!acted(decider) && !after.some((entry) => entry.kind === 'system' && isCost(view, entry))) {
    const price = priceFor(view, offers, helper, after, mind)
    if (price) {
      mind.note(`The last step costs something, and ${helper.name} pays.`)
      return price
    }
  }
  return acted(decider) ? undefined : call(decider)
}

/** Returns whether an entry has cost the party something: wounds, a thing, or time that the DM let pass. */
function isCost(view: View, entry: LogEntry): boolean {
  const own = Object.entries(entry.changes?.actors ?? {}).flatMap(([id, changes]) => (view.party.includes(id) ? [changes] : []))
  const isHarm = own.some(({ damage = 0, lost = [], conditions = [] }) => damage > 0 || lost.length > 0 || conditions.some(({ on }) => on))
  return isHarm || (entry.action !== undefined && kindOf(view, entry.action) === 'pass_time')
}

/** What preparing the last step costs: a danger to the one who does it, if nobody has just escaped one, or something that they carry, or time. */
function priceFor(view: View, offers: readonly Offer[], helper: SeenActor, after: readonly LogEntry[], { chance }: Mind): ToolUse | undefined {
  const danger = offerOfKind(view, offers, 'endanger')
  const target = danger?.params.find(({ type }) => type === 'target')
  const isSpent = after.some(({ action }) => action !== undefined && kindOf(view, action) === 'endanger')
  if (danger && target?.enum?.includes(helper.id) && !isSpent && !unfillable(danger) && !ailing(view, helper))
    return { tool: danger.name, input: inputFor(danger, { [target.name]: helper.id }, chance) }
  const take = offerOfKind(view, offers, 'take')
  const spare = Object.entries(helper.sheet?.inventory ?? {}).filter(([, { item }]) => itemOf(view, item).worth < 2)
  for (const def of take?.params ?? [])
    for (const [key] of spare) {
      const value = def.enum?.find((one) => one === `${helper.id}:${key}`)
      if (take && value !== undefined) return { tool: take.name, input: { [def.name]: value } }
    }
  const wait = offerOfKind(view, offers, 'pass_time')
  const span = choiceOf(wait)
  const least = span?.enum?.[0]
  return wait && span && least !== undefined ? { tool: wait.name, input: { [span.name]: least } } : undefined
}

/** The weights of a player's options in a climax whose parts the DM has said: the one who comes first helps, and leaves the last step to the other. */
export function withParts(view: View, me: SeenActor, plans: readonly Intention[]): readonly Intention[] {
  const told = said(view)
  if (!told || told.since.some(({ kind, by }) => kind === 'system' && by === told.parts.decider.id)) return plans
  const { helper, decider, about } = told.parts
  const isLast = (plan: Intention): boolean => plan.about !== '' && mentions(about, plan.about)
  if (me.id === decider.id) return plans.map((plan) => (isLast(plan) && plan.weight > 0 ? { ...plan, weight: plan.weight + 90 } : plan))
  if (me.id !== helper.id) return plans.map((plan) => (isLast(plan) ? { ...plan, weight: 0 } : plan))
  const isHelp = (plan: Intention): boolean => kindOf(view, plan.use.tool) === 'help' && plan.about === decider.name
  const isAside = (plan: Intention): boolean => isLast(plan) || ['go', 'ask', 'rest'].includes(plan.occasion)
  return plans.map((plan) => ({ ...plan, weight: isAside(plan) ? 0 : isHelp(plan) ? plan.weight + 60 : plan.weight }))
}
