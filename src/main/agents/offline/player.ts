import type { SeenActor, ToolUse, View } from '../../../shared/agents'
import type { Offer, ParamDef } from '../../../shared/game'
import { pick, weighted, type Chance } from './chance'
import { casting, grappling, helping, onWhom, sharing, shedding } from './craft'
import { choiceOf, deeds, exitTo, foesIn, mentions, offerOf, overlap, partyOf, since, unfillable } from './read'
import { speechOf } from './speech'
import { temperOf, vigour } from './temper'
import type { Voice } from './voice'

/** A thing that could be done now: what it is about, in words, and how much it draws. */
export interface Plan {
  use: ToolUse
  occasion: 'go' | 'search' | 'ask' | 'fight' | 'rest' | 'mend' | 'look' | 'run' | 'other'
  /** The name of what it is about: a place, a feature, a person, an item. */
  about: string
  weight: number
}

const VIOLENT = /attack|grapple|strike|shoot|fight|shove/
const HEALING = /heal|salve|poultice|bandage|tonic|tea|draught|potion|herb|brandy|balm|remedy|ration|bread|broth|medicine|cordial/i

/** What a player does with this beat: says or notes something first now and then, else acts. */
export function playerUse(view: View, offers: readonly Offer[], chance: Chance, voice: Voice): ToolUse | undefined {
  const me = view.actors.find((actor) => actor.id === view.who)
  if (!me) return passing(offers)
  const plans = plansOf(view, me, offers, chance)
  const said = ownWords(view)
  const bent =
    said === undefined
      ? plans
      : plans.map((plan) =>
          plan.about !== '' && mentions(said, plan.about) ? { ...plan, weight: plan.weight > 0 ? plan.weight * 5 + 60 : 0 } : plan
        )
  const plan = weighted(
    bent.map((one) => [one, one.weight] as const),
    chance
  )
  return speechOf(view, me, offers, plan, chance, voice) ?? plan?.use ?? passing(offers)
}

/** What this player has said in the turn that is going on. */
function ownWords(view: View): string | undefined {
  if ((view.spent['speak'] ?? 0) === 0) return undefined
  return view.log.findLast((entry) => entry.by === view.who && entry.kind === 'speech')?.text
}

function passing(offers: readonly Offer[]): ToolUse | undefined {
  return offerOf(offers, 'pass') ? { tool: 'pass', input: {} } : undefined
}

function plansOf(view: View, me: SeenActor, offers: readonly Offer[], chance: Chance): Plan[] {
  const actions = offers.filter((offer) => offer.cost === 'turn' && offer.name !== 'pass' && !unfillable(offer))
  const open = actions.reduce((sum, offer) => sum + (offer.name === 'search' || offer.name === 'talk' ? (choiceOf(offer)?.enum?.length ?? 0) : 0), 0)
  const plans = actions.flatMap((offer) => plansFor(view, me, offer, open, chance))
  const { temper } = temperOf(view, me.id)
  const taste: Partial<Record<Plan['occasion'], number>> =
    temper === 'bold'
      ? { go: 1.5, fight: 1.3, rest: 0.6 }
      : temper === 'curious'
        ? { search: 1.5, look: 1.4 }
        : temper === 'careful'
          ? { rest: 1.5, ask: 1.3, mend: 1.3 }
          : { ask: 1.4, go: 1.1 }
  return plans.map((plan) => ({ ...plan, weight: plan.weight * (taste[plan.occasion] ?? 1) }))
}

/** Every way in which an offer could be used, weighed. `open` counts what could still be searched or asked here. */
function plansFor(view: View, me: SeenActor, offer: Offer, open: number, chance: Chance): Plan[] {
  const choice = choiceOf(offer)
  const plan = (occasion: Plan['occasion'], about: string, weight: number, value?: string): Plan => ({
    use: { tool: offer.name, input: inputOf(offer, choice, value, chance) },
    occasion,
    about,
    weight
  })
  const fight = view.mode === 'combat'
  if (!choice?.enum) {
    if (offer.name === 'flee') return [plan('run', '', fleeing(view, me))]
    if (offer.name === 'rest') return [plan('rest', '', fight ? 0 : resting(view, me))]
    if (offer.name === 'explore') return [plan('look', '', fight ? 0 : exploring(view))]
    if (offer.name === 'break-free') return [plan('run', '', fight ? 4 : 8)]
    if (offer.name === 'douse') return [plan('mend', '', 9)]
    return [plan('other', '', fight ? 0.3 : 0.15)]
  }
  return choice.enum.flatMap((value) => {
    if (offer.name === 'rest') return [plan('rest', '', fight ? 0 : resting(view, me) * lengthOf(view, value, choice.labels?.[value] ?? ''), value)]
    const exit = view.place?.exits.find((one) => one.journey === value || one.to === value)
    if (exit) return [plan(fight ? 'run' : 'go', exit.label, fight ? fleeing(view, me) / 2 : going(view, me, exit.to, open), value)]
    const feature = view.place?.features[value]
    if (feature !== undefined) return [plan('search', feature, fight ? 0 : searching(view, feature), value)]
    if (offer.name === 'search') return [plan('search', choice.labels?.[value] ?? value, taking(me, choice.labels?.[value] ?? value), value)]
    const held = me.sheet?.inventory[value]
    if (held) {
      const words = `${value} ${held.item.replaceAll('-', ' ')} ${held.name ?? ''} ${choice.labels?.[value] ?? ''}`
      const about = held.name ?? choice.labels?.[value] ?? value
      return withThing(view, me, offer, words, chance).map(([weight, more]) => {
        const made = plan('mend', about, weight, value)
        return { ...made, use: { ...made.use, input: { ...made.use.input, ...more } } }
      })
    }
    const other = view.actors.find((actor) => actor.id === value)
    if (!other) return [plan('other', choice.labels?.[value] ?? '', fight ? 0.3 : 0.15, value)]
    if (offer.name === 'help') return [plan('mend', other.name, helping(view, other), value)]
    if (VIOLENT.test(offer.name)) return [plan('fight', other.name, striking(view, me, other, offer.name), value)]
    return [plan('ask', other.name, fight ? 0.2 : asking(view, other), value)]
  })
}

/** What could be done with one thing: use it, read from it, put it down, hand it to any of those who could take it. */
function withThing(view: View, me: SeenActor, offer: Offer, words: string, chance: Chance): [number, ToolUse['input']][] {
  if (offer.name === 'cast-spell') {
    const target = onWhom(view, offer, words)
    return [[casting(view, me, words), target === undefined ? {} : { target }]]
  }
  if (offer.name === 'drop-item') {
    const weapons = Object.values(me.sheet?.inventory ?? {}).filter((entry) =>
      /dagger|sword|axe|club|cudgel|staff|spear|pick/.test(entry.item)
    ).length
    return [[shedding(me, words, weapons), {}]]
  }
  if (offer.name === 'give') {
    const taker = pick(offer.params.find((def) => def.name === 'target')?.enum ?? [], chance)
    const other = view.actors.find((actor) => actor.id === taker)
    return taker === undefined ? [] : [[sharing(view, me, words, other), { target: taker }]]
  }
  return [[mending(view, me, words), {}]]
}

/** The chosen value and, for further required parameters, any of those allowed. */
function inputOf(offer: Offer, choice: ParamDef | undefined, value: string | undefined, chance: Chance): ToolUse['input'] {
  const input: ToolUse['input'] = {}
  for (const def of offer.params) {
    if (def === choice && value !== undefined) input[def.name] = def.many ? [value] : value
    else if (def.required && def.enum) {
      const other = pick(def.enum, chance)
      if (other !== undefined) input[def.name] = def.many ? [other] : other
    } else if (def.required) input[def.name] = anything(def)
  }
  return input
}

const anything = (def: ParamDef): string | number => (def.type === 'number' ? 1 : 'As it comes.')

/** Deeds in this place since the party last moved, newest last. */
function deedsHere(view: View): ReturnType<typeof deeds> {
  return deeds(since(view.log, (entry) => entry.kind === 'system' && (entry.action === 'travel' || entry.action === 'traverse')))
}

function searching(view: View, feature: string): number {
  const tries = deeds(view.log).filter((entry) => entry.action === 'search' && mentions(entry.text, feature)).length
  return 3 * 0.45 ** tries + overlap(feature, view.scene?.aim ?? '')
}

/** What lies about draws, as long as there is room for more than just it. */
function taking(me: SeenActor, label: string): number {
  const free = (me.sheet?.load?.of ?? 99) - (me.sheet?.load?.used ?? 0)
  if (/as can be carried/.test(label) || free < 2) return 0
  return /book|primer|draught|sword|ration|shield|torch|lantern|bandage/i.test(label) ? 2.2 : 0.6
}

function exploring(view: View): number {
  if (view.place?.tags['explored']) return 0.05
  return 2.6 * 0.35 ** deedsHere(view).filter((entry) => entry.action === 'explore').length
}

function asking(view: View, other: SeenActor): number {
  if (other.kind === 'player') return 0.05
  if (other.attitude === 'hostile') return 0.15
  const talks = deeds(view.log).filter((entry) => entry.action === 'talk' && mentions(entry.text, other.name))
  const early = (view.scene?.turns ?? 0) < 10 ? 1.5 : 1
  return 2.6 * early * 0.5 ** talks.length
}

/** Rest draws as much as the hurt do; somebody who bleeds to death draws more than anything. */
function resting(view: View, me: SeenActor): number {
  if (foesIn(view, me.location).length > 0) return 0
  const mates = partyOf(view).filter((actor) => actor.location === me.location)
  if (mates.some((actor) => !actor.canAct && 'critical' in actor.conditions)) return 40
  const rested = deedsHere(view).filter((entry) => entry.action === 'rest').length
  const need = Math.max(1 - vigour(me), ...mates.filter((actor) => Object.keys(actor.conditions).length > 0 && actor.canAct).map(() => 0.35))
  return need < 0.15 ? 0.02 : 7 * need * need * 0.3 ** rested
}

/** A whole night is for those whom a breather does not mend. */
function lengthOf(view: View, kind: string, label: string): number {
  const long = /night|long|sleep|day/i.test(`${kind} ${label}`)
  const worn = Math.min(...partyOf(view).map((actor) => vigour(actor))) < 0.6
  return long === worn ? 1 : long ? 0.05 : 0.4
}

function mending(view: View, me: SeenActor, words: string): number {
  const hurt = 1 - vigour(me)
  if (/ration|bread|biscuit/i.test(words)) return view.mode === 'combat' || hurt < 0.25 ? 0 : hurt
  if (HEALING.test(words)) return hurt < 0.25 ? 0 : (view.mode === 'combat' ? 4 : 7) * hurt
  if (/torch|lantern|lamp|candle|lightstone/i.test(words)) return view.place?.tags['dark'] && view.mode === 'story' ? 2.5 : 0
  const ill = Object.keys(me.conditions).some((id) => /poison|fright|fear/.test(id))
  if (ill && /antidote|courage|flask|draught/i.test(words)) return 3
  return view.mode === 'combat' ? 0.3 : 0
}

function striking(view: View, me: SeenActor, other: SeenActor, action: string): number {
  if (other.kind === 'player') return 0
  const hostile = other.attitude === 'hostile'
  if (view.mode === 'story') return hostile ? 1.2 * temperOf(view, me.id).boldness : 0
  if (!hostile) return foesIn(view, me.location).length > 0 ? 0 : 0.3
  const hit = since(view.log, (entry) => entry.kind === 'narration').some((entry) => entry.by !== other.id && mentions(entry.text, other.name))
  return (hit ? 5 : 3) * (action === 'attack' ? 1 : grappling(view, me))
}

function fleeing(view: View, me: SeenActor): number {
  const { boldness } = temperOf(view, me.id)
  const mates = partyOf(view).filter((actor) => actor.id !== me.id)
  const down = mates.filter((actor) => !actor.canAct).length
  const gone = mates.filter((actor) => actor.location !== me.location).length
  const fear = (vigour(me) < 0.45 ? 0.5 : vigour(me) < 0.7 ? 0.15 : 0) + 0.25 * down + 0.3 * gone + 0.08 * (foesIn(view, me.location).length - 1)
  const courage = boldness * 0.6
  return fear <= courage * 0.5 ? 0 : 8 * Math.max(0, fear - courage * 0.5)
}

/** How much an exit draws: the others' place first, then what the aim speaks of, then the unknown, last the known. */
function going(view: View, me: SeenActor, to: string, open: number): number {
  const exit = exitTo(view, to)
  if (!exit || !view.place) return 0
  const mates = partyOf(view).filter((actor) => actor.id !== me.id && actor.canAct)
  const away = mates.filter((actor) => actor.location !== me.location)
  const there = mates.filter((actor) => actor.location === to).length
  if (away.length > 0 && away.length === mates.length && there > 0) return 20
  if (there > 0 && view.party.indexOf(me.id) > 0) return 6
  if (away.length > 0) return 0.1
  const round = since(view.log, (entry) => entry.kind === 'narration')
  const moved = round.some((entry) => entry.kind === 'system' && (entry.action === 'travel' || entry.action === 'traverse'))
    ? open > 0
      ? 0.08
      : 0.3
    : 1
  const patience = moved * Math.min(1, (deedsHere(view).length + 0.6) / (1 + Math.min(open, 5) * 0.8))
  const words = `${view.scene?.aim ?? ''} ${view.scene?.title ?? ''}`
  const wanted = overlap(`${exit.label} ${exit.description}`, words)
  const legs = deeds(view.log).filter(
    (entry) => (entry.action === 'travel' || entry.action === 'traverse') && mentions(entry.text, exit.label)
  ).length
  const trail = deeds(view.log).filter((entry) => entry.action === 'travel' || entry.action === 'traverse')
  const back = trail.slice(-3).some((entry) => mentions(entry.text, exit.label)) || (trail.length < 3 && view.scene?.place === exit.to) ? 0.3 : 1
  const unknown = exit.visited ? 0.5 * 0.35 ** legs : 2
  const hurt = vigour(me) < 0.5 && !exit.visited ? 0.35 : 1
  return (unknown + 2.5 * wanted * 0.5 ** legs) * back * patience * patience * hurt * (open === 0 ? 2.5 : 1)
}
