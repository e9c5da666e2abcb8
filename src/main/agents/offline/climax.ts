import { own } from '../../../shared/base/json'
import type { SeenActor, SeenEvent, ToolUse, View } from '../../../shared/table/agents'
import type { Offer } from '../../../shared/story/game'
import type { LogEntry } from '../../../shared/story/play'
import { isSceneOf } from './aftermath'
import { leadFor, type Lead } from './aims'
import { best, trait } from './chance'
import { filled, frame } from './frame'
import { placeName, sentence, the } from './grammar'
import { itemOf, kindOf } from './kinds'
import type { Mind } from './mind'
import { ailing } from './peril'
import { CLIMAX } from './phrases'
import { choiceOf, foesIn, inputFor, mentions, offerOf, offerOfKind, partyOf, since, unfillable } from './read'
import { clockWords } from './state-words'
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
  const [, helping = '', rest = ''] = entry ? (/ it takes two: (.+?) has to come first, and then (.+)$/.exec(entry.text) ?? []) : []
  const helper = view.actors.find(({ name, kind }) => kind === 'player' && name === helping)
  const decider = view.actors.find(({ name, kind, id }) => kind === 'player' && id !== helper?.id && rest.startsWith(`${name}, `))
  if (!entry || !helper || !decider) return undefined
  const about = rest
    .slice(decider.name.length)
    .replace(/^ can see to /, '')
    .replace(/\.$/, '')
  return { parts: { helper, decider, about }, since: since(view.log, (one) => one === entry) }
}

/** The member of the party whose want depends on one of these facts, if they are there and can act. */
export function characterWanting(view: View, facts: readonly string[]): SeenActor | undefined {
  const people = (view.atlas?.().people ?? []).filter(({ metBy }) => metBy?.some((fact) => facts.includes(fact)))
  return partyOf(view).find(({ id, canAct, location }) => canAct && location === view.place?.id && people.some((one) => one.id === id))
}

/** Who has taken a step of this scene without which the last one can't be taken, and what has happened since, that step included. */
function prepared(view: View, lead: Lead): { helper: SeenActor; since: LogEntry[] } | undefined {
  const at = view.log.findLastIndex(({ by, changes }) => view.party.includes(by) && lead.after.some((fact) => own(changes?.facts, fact)))
  const helper = partyOf(view).find(({ id }) => id === view.log[at]?.by)
  return helper && { helper, since: view.log.slice(at) }
}

/**
 * The DM's next call in the scene of a climax that is about to be decided here. Two of the party take its last two steps, and it costs them something. If
 * the campaign has a step before the last one, the character who took it leaves the last one to another; otherwise the DM says who comes first. A prepared
 * scene begins after that. A character who is alone takes every step, at a cost. Undefined where there is nothing of that kind to do.
 */
export function climaxStep(view: View, offers: readonly Offer[], mind: Mind): ToolUse | undefined {
  const event: SeenEvent | undefined = view.story?.find((one) => one.climax && !one.done && isSceneOf(view, one))
  const lead = event && leadFor(view, event)
  const isPlayed = event?.isPrepared === true && event.place === view.place?.id
  const able = partyOf(view).filter(({ canAct, location }) => canAct && location === view.place?.id)
  if (!event || able.length === 0 || foesIn(view, view.place?.id).length > 0) return undefined
  if (!isPlayed && (!lead || lead.steps > 0 || lead.kind === 'foe')) return undefined
  const call = (who: SeenActor): ToolUse | undefined =>
    choiceOf(offerOf(offers, 'call_on'))?.enum?.includes(who.id) ? { tool: 'call_on', input: { who: [who.id] } } : undefined
  const isFirst = lead?.fact !== undefined && !event.done_when.includes(lead.fact)
  const seeker = characterWanting(view, event.done_when) ?? able[Math.floor(trait(`${view.campaign}${event.id}`) * able.length)]
  const others = able.filter(({ id }) => id !== seeker?.id)
  const inScene = since(view.log, ({ kind }) => kind === 'scene')
  const actsOf = ({ id }: SeenActor): number => inScene.filter(({ kind, by }) => kind === 'system' && by === id).length
  if (isFirst && !isPlayed) {
    // A talk may decide the event at once. So the price is due with the first step, and another character takes the next step.
    const hasActed = able.filter((one) => actsOf(one) > 0)
    const [first] = hasActed
    const price = first && !inScene.some((entry) => entry.kind === 'system' && isCost(view, entry)) && priceFor(view, offers, first, inScene, mind)
    if (first && price) {
      mind.note(`The climax costs something, and ${first.name} pays.`)
      return price
    }
    const fresh = (hasActed.length > 0 ? able : others).filter((one) => !hasActed.includes(one))
    const next = best(fresh.length > 0 ? fresh : others, (one) => -actsOf(one))
    if (next) mind.note(`A step comes before the last one, and ${next.name} is to take it.`)
    return next && call(next)
  }
  const step = isPlayed || !lead ? undefined : prepared(view, lead)
  const told = said(view)
  if (!step && !told && others.length > 0) {
    const helper = others[view.beat % others.length]
    const about =
      isPlayed || !lead ? `at ${placeName(view.place?.name ?? '')}` : lead.kind === 'person' ? `with ${placeName(lead.name)}` : `at ${the(lead.name)}`
    const text = seeker && helper && filled(frame(CLIMAX), { clock: clockWords(view), m: helper.name, n: seeker.name, lead: about })
    return text ? { tool: 'narrate', input: { text: sentence(text) } } : undefined
  }
  const helper = step?.helper ?? told?.parts.helper ?? seeker
  const decider = step
    ? seeker?.id === step.helper.id
      ? best(
          able.filter(({ id }) => id !== step.helper.id),
          (one) => -actsOf(one)
        )
      : seeker
    : (told?.parts.decider ?? seeker)
  const after = step?.since ?? told?.since ?? inScene
  if (!helper || !able.includes(helper) || !decider || !able.includes(decider)) return undefined
  const acted = (who: SeenActor): boolean => after.some(({ kind, by }) => kind === 'system' && by === who.id)
  // The helper who passes, or says no more than a word, is not asked again.
  if (told && !acted(helper) && !after.some(({ by }) => by === helper.id || by === decider.id)) {
    mind.note(`${helper.name} prepares the last step, so the DM calls on them first.`)
    const isAsked = (view.spent['call_on'] ?? 0) > 0
    return isAsked ? undefined : call(helper)
  }
  if ((step !== undefined || !acted(decider)) && !after.some((entry) => entry.kind === 'system' && isCost(view, entry))) {
    const price = priceFor(view, offers, helper, after, mind)
    if (price) {
      mind.note(`The last step costs something, and ${helper.name} pays.`)
      return price
    }
  }
  return isPlayed || (step === undefined && acted(decider)) ? undefined : call(decider)
}

/** Returns whether an entry has cost the party something: wounds, a thing, or time that the DM let pass. A lent hand and a light cost nothing. */
function isCost(view: View, entry: LogEntry): boolean {
  const mine = Object.entries(entry.changes?.actors ?? {}).flatMap(([id, changes]) => (view.party.includes(id) ? [changes] : []))
  const isIll = (condition: string): boolean => (own(view.guide.conditions, condition)?.care.length ?? 0) > 0
  const isHarm = mine.some(
    ({ damage = 0, lost = [], conditions = [], stats = {} }) =>
      damage > 0 ||
      lost.length > 0 ||
      Object.values(stats).some(({ from = 0, to = 0 }) => to < from) ||
      conditions.some(({ on, condition }) => on && isIll(condition))
  )
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

/**
 * The weights of a player's options in a climax whose parts the DM has said: the one who comes first helps, and leaves the last step to the other, who
 * tries until it is done. Nobody walks away from it.
 */
export function withParts(view: View, me: SeenActor, plans: readonly Intention[]): readonly Intention[] {
  const told = said(view)
  if (!told || me.location !== view.scene?.place) return plans
  const { helper, decider, about } = told.parts
  const hasTried = told.since.some(({ kind, by }) => kind === 'system' && by === decider.id)
  const isLast = (plan: Intention): boolean => plan.about !== '' && mentions(about, plan.about)
  const isHelp = (plan: Intention): boolean => kindOf(view, plan.use.tool) === 'help' && plan.about === decider.name
  return plans.map((plan) => {
    if (plan.occasion === 'go') return { ...plan, weight: plan.weight * 0.02 }
    if (isLast(plan)) return { ...plan, weight: plan.weight > 0 && (hasTried || me.id === decider.id) ? plan.weight + 90 : 0 }
    if (hasTried || me.id !== helper.id) return plan
    return { ...plan, weight: ['ask', 'rest'].includes(plan.occasion) ? 0 : isHelp(plan) ? plan.weight + 60 : plan.weight }
  })
}
