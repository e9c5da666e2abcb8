import { own } from '../../../shared/json'
import type { Exit, SeenActor, ToolUse, View } from '../../../shared/agents'
import type { Offer, ParamDef } from '../../../shared/game'
import { pick, type Chance } from './chance'
import { casting, grappling, helping, onWhom, sharing, shedding } from './craft'
import { forceOf, kindOf, tellsOf } from './kinds'
import { personaDraw, personaWords } from './persona'
import { planning, resolved } from './plan'
import { dread, fleeing, flights, lengthOf, resting, spent } from './peril'
import type { Mind } from './mind'
import { choiceOf, deeds, deedsHere, exitTo, foesIn, mentions, offerOf, overlap, partyOf, since, unfillable, wordsFor } from './read'
import { speechOf } from './speech'
import type { Temper } from './phrases/speech'
import { bodyOf, breathOf, temperOf, vigour } from './temper'
import type { Voice } from './voice'

/** A thing that could be done now: what it is about, in words, and how much it draws. */
export interface Plan {
  use: ToolUse
  occasion: 'go' | 'search' | 'ask' | 'fight' | 'rest' | 'mend' | 'look' | 'run' | 'other'
  /** The name of what it is about: a place, a feature, a person, an item. */
  about: string
  /** What is done, in words. */
  words: string
  weight: number
}

/** What each occasion is for, in words. */
const WANTS: Readonly<Record<Plan['occasion'], string>> = {
  go: 'to go on',
  search: 'to search',
  ask: 'to talk',
  fight: 'to fight',
  rest: 'to rest',
  mend: 'to tend and mend',
  look: 'to look around',
  run: 'to get away',
  other: 'to do something else'
}

/** From this weight on a plan presses. */
const PRESSING = 10

const HEALING = /heal|salve|poultice|bandage|tonic|tea|draught|potion|herb|brandy|balm|remedy|ration|bread|broth|medicine|cordial/i

/** What a player does with this beat: says or notes something first now and then, else acts. */
export function playerUse(view: View, offers: readonly Offer[], mind: Mind, voice: Voice): ToolUse | undefined {
  const me = view.actors.find((actor) => actor.id === view.who)
  if (!me) return passing(offers)
  const plans = resolved(view, plansOf(view, me, offers, mind), mind)
  const intent = planning(view, offers, plans, mind)
  if (intent) return intent
  const said = ownWords(view)
  const bent =
    said === undefined
      ? plans
      : plans.map((plan) =>
          plan.about !== '' && mentions(said, plan.about) ? { ...plan, weight: plan.weight > 0 ? plan.weight * 5 + 60 : 0 } : plan
        )
  if (said !== undefined) mind.note('What was said aloud this turn draws much more.')
  const plan = mind.choose(
    'What to do',
    bent.map((one) => ({ value: one, words: one.words, weight: one.weight, want: WANTS[one.occasion] }))
  )
  return speechOf(view, me, offers, plan, mind, voice) ?? plan?.use ?? passing(offers)
}

/** What this player has said in the turn that is going on. */
function ownWords(view: View): string | undefined {
  if ((view.spent['speak'] ?? 0) === 0) return undefined
  return view.log.findLast((entry) => entry.by === view.who && entry.kind === 'speech')?.text
}

function passing(offers: readonly Offer[]): ToolUse | undefined {
  return offerOf(offers, 'pass') ? { tool: 'pass', input: {} } : undefined
}

type Taste = Partial<Record<Plan['occasion'], number>>
/** By how much each temper multiplies the draw of what it likes. */
const TASTES: Readonly<Record<Temper, Taste>> = {
  bold: { go: 1.5, fight: 1.3, rest: 0.6 },
  curious: { search: 1.5, look: 1.4 },
  careful: { rest: 1.5, ask: 1.3, mend: 1.3 },
  dry: { ask: 1.4, go: 1.1 }
}
const tasteWords = (taste: Taste): string =>
  Object.entries(taste)
    .map(([occasion, factor]) => `${WANTS[occasion as Plan['occasion']].slice(3)} × ${factor}`)
    .join(', ')
const strengthWords = (left: number): string => `${Math.round(100 * left)} % of the strength is left.`

function plansOf(view: View, me: SeenActor, offers: readonly Offer[], mind: Mind): Plan[] {
  const actions = offers.filter((offer) => offer.cost === 'turn' && offer.name !== 'pass' && !unfillable(offer))
  const open = actions.reduce(
    (sum, offer) =>
      sum + (['search', 'ask'].includes(kindOf(offer.name)) || mannerOf(offer, choiceOf(offer)) ? (choiceOf(offer)?.enum?.length ?? 0) : 0),
    0
  )
  const plans = actions.flatMap((offer) => plansFor(view, me, offer, open, mind.chance))
  const { temper } = temperOf(view, me.id)
  const taste = TASTES[temper]
  mind.note(`A ${temper} player: ${tasteWords(taste)}. ${strengthWords(vigour(me))}`)
  const persona = personaWords(view)
  if (persona !== undefined) mind.note(persona)
  const drawn = plans.map((plan) => ({ ...plan, weight: plan.weight * (taste[plan.occasion] ?? 1) * personaDraw(view, plan.occasion) }))
  // What presses leaves no thought for trifles.
  const most = Math.max(0, ...drawn.map((plan) => plan.weight))
  if (most < PRESSING) return drawn
  mind.note('Something presses, so what draws less than a tenth as much is left out.')
  return drawn.filter((plan) => plan.weight > most / 10)
}

/** Every way in which an offer could be used, weighed. `open` counts what could still be searched or asked here. */
function plansFor(view: View, me: SeenActor, offer: Offer, open: number, chance: Chance): Plan[] {
  const choice = choiceOf(offer)
  const fight = view.mode === 'combat'
  const plan = (occasion: Plan['occasion'], about: string, weight: number, chosen: ToolUse['input'] = {}): Plan => {
    const input = inputOf(offer, chosen, chance)
    return { use: { tool: offer.name, input }, occasion, about, words: wordsFor(offer, input), weight }
  }
  if (kindOf(offer.name) === 'run') return flights(view, me, offer).map(([weight, chosen]) => plan('run', '', weight, chosen))
  if (!choice?.enum) {
    switch (kindOf(offer.name)) {
      case 'rest':
        return [plan('rest', '', fight ? 0 : resting(view, me))]
      case 'look':
        return [plan('look', '', fight ? 0 : exploring(view))]
      case 'light':
        return [plan('other', '', !fight && view.place?.tags['dark'] ? 1.5 : 0.02)]
      case 'free':
        return [plan('run', '', fight ? 4 : 8)]
      case 'douse':
        return [plan('mend', '', 9)]
      default:
        return [plan('other', '', fight ? 0.3 : 0.15)]
    }
  }
  const manner = mannerOf(offer, choice)
  return choice.enum.flatMap((value) =>
    (manner?.enum ?? [undefined]).flatMap((how) => {
      const chosen = { [choice.name]: value, ...(manner && how !== undefined ? { [manner.name]: how } : {}) }
      const held = own(me.sheet?.inventory, value)
      if (!held || own(view.place?.features, value) !== undefined) {
        const [occasion, about, weight] = draw(view, me, { offer, choice, value, how, open })
        return [plan(occasion, about, weight, chosen)]
      }
      const words = `${value} ${held.item.replaceAll('-', ' ')} ${held.name ?? ''} ${own(choice.labels, value) ?? ''}`
      const about = held.name ?? own(choice.labels, value) ?? value
      return withThing(view, me, offer, words, chance).map(([weight, more]) => plan('mend', about, weight, { ...chosen, ...more }))
    })
  )
}

/** The parameter that says in which manner something is done to what is chosen first: talk, attack … */
const mannerOf = (offer: Offer, choice: ParamDef | undefined): ParamDef | undefined =>
  offer.params.find((def) => def !== choice && def.required && def.enum?.some((value) => kindOf(value) !== 'other'))

interface Option {
  offer: Offer
  choice: ParamDef
  value: string
  how: string | undefined
  open: number
}

/** What one choice would be for, what it is about, and how much it draws. */
function draw(view: View, me: SeenActor, { offer, choice, value, how, open }: Option): [Plan['occasion'], string, number] {
  const fight = view.mode === 'combat'
  const label = own(choice.labels, value) ?? ''
  const kind = kindOf(offer.name, how)
  if (kind === 'rest') return ['rest', '', fight ? 0 : resting(view, me) * lengthOf(me, value, label)]
  const exit = view.place?.exits.find((one) => one.journey === value || one.to === value)
  if (exit)
    return fight ? ['run', exit.label, fleeing(view, me) / 2] : ['go', exit.label, going(view, me, exit.to, open) * daring(view, me, exit, label)]
  const feature = own(view.place?.features, value)
  if (feature !== undefined) return ['search', feature, fight ? 0 : searching(view, feature) * forceOf(offer.name)]
  if (kind === 'search') return ['search', label || value, taking(me, label || value)]
  const other = view.actors.find((actor) => actor.id === value)
  if (!other) return ['other', label, fight ? 0.3 : 0.15]
  switch (kind) {
    case 'fight':
      return ['fight', other.name, striking(view, me, other, forceOf(offer.name, how))]
    case 'hold':
      return ['fight', other.name, striking(view, me, other, grappling(view, me))]
    case 'mend':
      return ['mend', other.name, tending(me, other)]
    case 'court':
      if (other.kind === 'player' || how === undefined) return ['mend', other.name, helping(view, other)]
      return ['ask', other.name, fight ? 0 : asking(view, other) * 0.4]
    case 'guard':
      return ['other', other.name, other.id === me.id ? 0.4 : 1]
    case 'gift':
      return ['other', other.name, 0]
    default:
      return ['ask', other.name, fight ? 0.2 : asking(view, other)]
  }
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

/** The chosen values and, for further required parameters, any of those allowed. */
function inputOf(offer: Offer, chosen: ToolUse['input'], chance: Chance): ToolUse['input'] {
  const input: ToolUse['input'] = {}
  for (const def of offer.params) {
    const value = own(chosen, def.name)
    if (value !== undefined) input[def.name] = def.many && typeof value === 'string' ? [value] : value
    else if (def.required && def.enum) {
      const other = pick(def.enum, chance)
      if (other !== undefined) input[def.name] = def.many ? [other] : other
    } else if (def.required) input[def.name] = anything(def)
  }
  return input
}

const anything = (def: ParamDef): string | number => (def.type === 'number' ? 1 : 'As it comes.')

function searching(view: View, feature: string): number {
  const tries = deeds(view.log).filter((entry) => tellsOf('search', entry) && mentions(entry.text, feature)).length
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
  return 2.6 * 0.35 ** deedsHere(view).filter((entry) => tellsOf('look', entry)).length
}

function asking(view: View, other: SeenActor): number {
  if (other.kind === 'player') return 0.05
  if (other.attitude === 'hostile') return 0.15
  const talks = deeds(view.log).filter((entry) => (tellsOf('ask', entry) || tellsOf('court', entry)) && mentions(entry.text, other.name))
  const early = (view.scene?.turns ?? 0) < 10 ? 1.5 : 1
  return 2.6 * early * 0.5 ** talks.length
}

/** What is used up on oneself: against an illness first, in a fight for breath, between fights for what no breather brings back. */
function mending(view: View, me: SeenActor, words: string): number {
  const fight = view.mode === 'combat'
  const hurt = 1 - vigour(me)
  const ill = Object.keys(me.conditions).some((id) => /poison|fright|fear/.test(id))
  if (ill && /antidote|courage|flask|draught/i.test(words)) return 3
  if (/ration|bread|biscuit/i.test(words)) return fight ? 0 : 'deprived' in me.conditions ? 9 : hurt < 0.25 ? 0 : hurt
  if (HEALING.test(words)) return fight ? (breathOf(me) < 0.4 ? 3 * (1 - breathOf(me)) : 0) : hurt < 0.25 ? 0 : 5 * hurt
  if (/torch|lantern|lamp|candle|lightstone/i.test(words)) return view.place?.tags['dark'] && !fight ? 2.5 : 0
  return fight ? 0.3 : 0
}

function striking(view: View, me: SeenActor, other: SeenActor, force: number): number {
  if (other.kind === 'player') return 0
  const hostile = other.attitude === 'hostile'
  if (view.mode === 'story') return hostile ? 1.2 * temperOf(view, me.id).boldness : 0
  if (!hostile) return foesIn(view, me.location).length > 0 ? 0 : 0.3
  const hit = since(view.log, (entry) => entry.kind === 'narration').some((entry) => entry.by !== other.id && mentions(entry.text, other.name))
  return (hit ? 5 : 3) * force
}

/** Somebody else's wounds: those on the ground first; a sheet that is not seen counts as a little hurt. */
function tending(me: SeenActor, other: SeenActor): number {
  if (!other.canAct) return 30
  return other.id === me.id ? 6 * (1 - vigour(me)) : 2
}

/**
 * What the risks of a way leave of its draw, 0…1: the offer says which stat decides; one that is low, a way that has failed
 * somebody here before, and being hurt all make it less.
 */
function daring(view: View, me: SeenActor, exit: Exit, label: string): number {
  const stats = me.sheet?.stats ?? {}
  const stat = Object.keys(stats).find((name) => label.includes(`by ${name}`))
  if (stat === undefined) return 1
  const value = own(stats, stat) ?? 0
  const able = value > 4 ? 1 : value > 3 ? 0.8 : value > 2 ? 0.6 : 0.45
  const failed = view.log.filter(
    (entry) => tellsOf('go', entry) && mentions(entry.text, exit.label) && entry.rolls?.some((roll) => roll.outcome === 'failure')
  ).length
  return able * 0.4 ** failed * (vigour(me) < 0.5 ? 0.3 : 1)
}

/** How much an exit draws: the others' place first, then what the aim speaks of, then the unknown, last the known. */
function going(view: View, me: SeenActor, to: string, open: number): number {
  const exit = exitTo(view, to)
  if (!exit || !view.place) return 0
  const mates = partyOf(view).filter((actor) => actor.id !== me.id && actor.canAct)
  const away = mates.filter((actor) => actor.location !== me.location)
  const there = mates.filter((actor) => actor.location === to).length
  const left = partyOf(view).some((actor) => !actor.canAct && actor.location === to)
  if (left) return breathOf(me) < 0.4 && deedsHere(view).every((entry) => !tellsOf('rest', entry)) ? 8 : 40
  if (away.length > 0 && away.length === mates.length && there > 0) return 20
  if (there > 0 && view.party.indexOf(me.id) > 0) return 6
  if (away.length > 0) return 0.1
  const round = since(view.log, (entry) => entry.kind === 'narration')
  const moved = round.some((entry) => tellsOf('go', entry)) ? (open > 0 ? 0.08 : 0.3) : 1
  const patience = moved * Math.min(1, (deedsHere(view).length + 0.6) / (1 + Math.min(open, 5) * 0.8))
  const words = `${view.scene?.aim ?? ''} ${view.scene?.title ?? ''}`
  const wanted = overlap(`${exit.label} ${exit.description}`, words)
  const legs = view.log.filter((entry) => tellsOf('go', entry) && mentions(entry.text, exit.label)).length
  const trail = view.log.filter((entry) => tellsOf('go', entry))
  const back = trail.slice(-3).some((entry) => mentions(entry.text, exit.label)) || (trail.length < 3 && view.scene?.place === exit.to) ? 0.3 : 1
  const unknown = exit.visited ? 0.5 * 0.35 ** legs : 2
  // Whoever is out of breath or hurt goes back rather than on, and out rather than in; away from a foe at once.
  if (spent(view, me)) {
    const risky = exit.risks.length > 0 && breathOf(me) === 0 && bodyOf(me) < 0.35 ? 0.1 : 1
    const home = risky * (exit.visited ? (/up|out|home/i.test(exit.direction) ? 1.5 : 1) : 0.15)
    return home * (foesIn(view, me.location).length > 0 ? 30 : unknown * patience)
  }
  return (unknown + 2.5 * wanted * 0.5 ** legs) * back * patience * patience * dread(view, to) * (open === 0 ? 2.5 : 1)
}
