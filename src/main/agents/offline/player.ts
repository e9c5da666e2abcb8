import { own } from '../../../shared/base/json'
import type { SeenActor, ToolUse, View } from '../../../shared/table/agents'
import type { Offer, ParamDef } from '../../../shared/story/game'
import type { LogEntry } from '../../../shared/story/play'
import { EXITS } from '../../../shared/narrator/open-words'
import type { Chance } from './chance'
import { itemOptions, itemParamOf, takeWeight } from './items'
import { isAction, itemOf, kindOf, powerOf, entryIs, needs } from './kinds'
import type { Mind } from './mind'
import { fleeOptions, fleeWeight, restFactor, restWeight, ailing, isWornOut } from './peril'
import { type Intention, type Temper, personaDraw, personaWords, temperOf, vigour } from './temper'
import { planning, resolved } from './plan'
import { exitOf, exploreWeight, isReadable, moveWeight, newsToTell, riskFactor, searchWeight, pointed } from './places'
import { choiceOf, foesIn, inputFor, labelOf, mentions, offerOf, unfillable, wordsFor, actionsIn, isHostile, overlap, partyOf, since } from './read'
import { withParts } from './climax'
import { agreedOn, dispute, leavesIt } from './disagree'
import { isReaction, speechOf } from './speech'
import type { Voice } from './voice'
import { isNews } from './events'

/** The purpose of each occasion, in words. */
const WANTS: Readonly<Record<Intention['occasion'], string>> = {
  go: 'to go on',
  search: 'to search',
  ask: 'to talk',
  fight: 'to fight',
  rest: 'to rest',
  mend: 'to heal and repair',
  look: 'to look around',
  run: 'to get away',
  other: 'to do something else'
}

/** Options up to this weight are not planned, and talking about their subject does not raise the weight. */
const NEGLIGIBLE_WEIGHT = 0.03
/** Options from this weight on are urgent. */
const PRESSING_WEIGHT = 10

/** The weight of what two players have agreed on. */
const AGREED_WEIGHT = 900

/** Returns whether an option can't wait for others: a rescue, a fight or a flight, but no search and no talk. */
const isUrgent = ({ weight, occasion }: Intention): boolean => weight >= PRESSING_WEIGHT && !['search', 'ask', 'look', 'go'].includes(occasion)

/** The tool use of a player for this beat: sometimes speaking or noting something first, otherwise an action. */
export function playerUse(view: View, offers: readonly Offer[], mind: Mind, voice: Voice): ToolUse | undefined {
  const me = view.actors.find((actor) => actor.id === view.who)
  if (!me) return passing(offers)
  const choosing = offerOf(offers, 'choose_option')
  if (choosing) return chosen(choosing, mind)
  const click = clicking(view, offers, mind)
  if (click) return click
  const plans = resolved(view, plansOf(view, me, offers, mind), mind)
  const intent = planning(view, offers, plans, mind)
  if (intent) return intent
  const argument = dispute(view, me, offers, plans, mind, voice, !plans.some(isUrgent))
  if (argument) return argument
  const agreed = agreedOn(view)
  const lastWords = agreed ?? ownWords(view)
  if (lastWords !== undefined && (isReaction(me, lastWords) || leavesIt(lastWords)) && !plans.some(isUrgent)) {
    mind.note('They have said what they think, so they leave the next step to the others.')
    return passing(offers)
  }
  const weightedPlans =
    lastWords === undefined
      ? plans
      : plans.map((plan) =>
          plan.about !== '' && mentions(lastWords, plan.about)
            ? { ...plan, weight: plan.weight > NEGLIGIBLE_WEIGHT ? plan.weight * 5 + (agreed === undefined ? 60 : AGREED_WEIGHT) : plan.weight }
            : plan
        )
  if (lastWords !== undefined) mind.note('Options mentioned aloud this turn weigh much more.')
  const plan = mind.choose(
    'What to do',
    weightedPlans.map((one) => ({ value: one, words: one.words, weight: one.weight, want: WANTS[one.occasion] }))
  )
  return speechOf(view, me, offers, plan, mind, voice) ?? plan?.use ?? passing(offers)
}

/** The odds that a player clicks words of the scene in a turn, and the low weight of exits and of words that were clicked already. */
const [CLICK_ODDS, UNLIKELY] = [0.4, 0.05]

/** Sometimes clicks words of the scene tree, at most once a turn. */
function clicking({ spent, log }: View, offers: readonly Offer[], mind: Mind): ToolUse | undefined {
  const click = offerOf(offers, 'click')
  const def = choiceOf(click)
  if (!click || !def?.enum || spent['click'] !== undefined || !mind.happens('Click words of the scene', CLICK_ODDS)) return undefined
  const options = def.enum.map((id) => ({
    value: id,
    words: labelOf(def, id),
    weight: Object.values<string>(EXITS).includes(id) || log.some(({ text }) => labelOf(def, id).includes(text)) ? UNLIKELY : 1
  }))
  const words = mind.choose('Which words', options)
  return words === undefined ? undefined : { tool: click.name, input: { [def.name]: words } }
}

/** Chooses one of the options of a prepared scene. A question that needs a text or a number gets no answer. */
function chosen(offer: Offer, mind: Mind): ToolUse {
  const def = choiceOf(offer)
  const value = mind.choose(
    'How the scene continues',
    (def?.enum ?? []).map((one) => ({ value: one, words: labelOf(def, one), weight: 1 }))
  )
  return { tool: offer.name, input: def && value !== undefined ? { [def.name]: value } : {} }
}

/** The last text that this player said in the current turn. */
function ownWords(view: View): string | undefined {
  if ((view.spent['speak'] ?? 0) === 0) return undefined
  return view.log.findLast((entry) => entry.by === view.who && entry.kind === 'speech')?.text
}

function passing(offers: readonly Offer[]): ToolUse | undefined {
  return offerOf(offers, 'pass') ? { tool: 'pass', input: {} } : undefined
}

type Taste = Partial<Record<Intention['occasion'], number>>
/** The factors by which each temper raises or lowers the weight of occasions. */
const TASTES: Readonly<Record<Temper, Taste>> = {
  bold: { go: 1.5, fight: 1.3, rest: 0.6 },
  curious: { search: 1.5, look: 1.4 },
  careful: { rest: 1.5, ask: 1.3, mend: 1.3 },
  dry: { ask: 1.4, go: 1.1 }
}
const tasteWords = (taste: Taste): string =>
  Object.entries(taste)
    .map(([occasion, factor]) => `${WANTS[occasion as Intention['occasion']].slice(3)} × ${factor}`)
    .join(', ')
const strengthWords = (left: number): string => `${Math.round(100 * left)} % of their strength is left.`

/** What can be done although a hostile character is here: fight, leave, help. */
const DESPITE_FOES: readonly Intention['occasion'][] = ['fight', 'go', 'run', 'mend']

function plansOf(view: View, me: SeenActor, offers: readonly Offer[], mind: Mind): readonly Intention[] {
  const actions = offers.filter((offer) => offer.cost === 'turn' && offer.name !== 'pass' && !unfillable(offer))
  const isOpen = (offer: Offer): boolean =>
    ['search', 'talk'].includes(kindOf(view, offer.name)) || mannerParamOf(view, offer, choiceOf(offer)) !== undefined
  const open = actions.filter(isOpen).reduce((sum, offer) => sum + (choiceOf(offer)?.enum?.length ?? 0), 0)
  const plans = actions.flatMap((offer) => plansFor(view, me, offer, open, mind.chance))
  const { temper } = temperOf(view, me.id)
  const taste = TASTES[temper]
  mind.note(`A ${temper} player: ${tasteWords(taste)}. ${strengthWords(vigour(me))}`)
  const persona = personaWords(view)
  if (persona !== undefined) mind.note(persona)
  const drawn = plans.map((plan) => ({ ...plan, weight: plan.weight * (taste[plan.occasion] ?? 1) * personaDraw(view, plan) }))
  // The DM narrates a new place before anybody does anything there that can wait.
  const isUntold = view.mode === 'story' && newsToTell(view, me) === 'place'
  const hasFights = Object.values(view.guide.actions).some(({ kind }) => kind === 'start_combat')
  // A worn-out party that nobody attacks goes on with what it has come for.
  const isThreatened = view.mode === 'story' && hasFights && foesIn(view, me.location).length > 0 && !isWornOut(view, me)
  const waits = ({ occasion, weight, about }: Intention): boolean =>
    (isUntold && weight < PRESSING_WEIGHT) ||
    (isThreatened && !DESPITE_FOES.includes(occasion) && !foesIn(view, me.location).some(({ name }) => name === about))
  const allowed = withParts(
    view,
    me,
    drawn.map((plan) => (waits(plan) ? { ...plan, weight: 0 } : plan))
  )
  // Urgent options suppress unimportant ones.
  const most = Math.max(0, ...allowed.map((plan) => plan.weight))
  if (most < PRESSING_WEIGHT) return allowed
  mind.note('The situation is urgent, so options with less than a tenth of the highest weight are left out.')
  return allowed.filter((plan) => plan.weight > most / 10)
}

/** Every use of an offer, with its weight. `open` is the number of things that could still be searched or asked here. */
function plansFor(view: View, me: SeenActor, offer: Offer, open: number, chance: Chance): Intention[] {
  const choice = choiceOf(offer)
  const plan = (occasion: Intention['occasion'], about: string, weight: number, chosen: ToolUse['input'] = {}): Intention => {
    const input = inputFor(offer, chosen, chance)
    return { use: { tool: offer.name, input }, occasion, about, words: wordsFor(offer, input), weight }
  }
  if (kindOf(view, offer.name) === 'flee') return fleeOptions(view, me, offer).map(([weight, chosen]) => plan('run', '', weight, chosen))
  if (!choice?.enum) return [plan(...withoutChoice(view, me, offer))]
  const items = itemParamOf(offer, me)
  if (items && items !== choice && kindOf(view, offer.name) === 'give')
    return (items.enum ?? []).flatMap((key) => plansWith(view, me, offer, items, key, chance, plan))
  const manner = mannerParamOf(view, offer, choice)
  return choice.enum.flatMap((value) =>
    (manner?.enum ?? [undefined]).flatMap((how) => {
      const chosen = { [choice.name]: value, ...(manner && how !== undefined ? { [manner.name]: how } : {}) }
      if (isItem(view, me, offer, choice, value)) return plansWith(view, me, offer, choice, value, chance, plan)
      const [occasion, about, weight] = withChoice(view, me, { offer, choice, value, how, open })
      return [plan(occasion, about, weight, chosen)]
    })
  )
}

/** Returns whether a value is an item that the actor carries. A feature here may have the same id; then only a search means the feature. */
function isItem(view: View, me: SeenActor, offer: Offer, choice: ParamDef, value: string): boolean {
  if (own(me.sheet?.inventory, value) === undefined) return false
  const kind = kindOf(view, offer.name)
  if (own(view.place?.features, value) === undefined) return true
  return kind !== 'search' && kind !== 'take' && itemParamOf(offer, me) === choice
}

type MakePlan = (occasion: Intention['occasion'], about: string, weight: number, chosen: ToolUse['input']) => Intention
function plansWith(view: View, me: SeenActor, offer: Offer, items: ParamDef, key: string, chance: Chance, plan: MakePlan): Intention[] {
  const about = own(me.sheet?.inventory, key)?.name ?? own(items.labels, key) ?? key
  return itemOptions(view, me, offer, key, chance).map(([weight, more]) => plan('mend', about, weight, { [items.name]: key, ...more }))
}

/** The occasion, subject and weight of an offer without a choice. */
function withoutChoice(view: View, me: SeenActor, offer: Offer): [Intention['occasion'], string, number] {
  const fight = view.mode === 'combat'
  const [foe] = foesIn(view, me.location)
  switch (kindOf(view, offer.name)) {
    case 'rest':
      return ['rest', '', fight ? 0 : restWeight(view, me)]
    case 'explore':
      return ['look', '', fight ? 0 : exploreWeight(view)]
    case 'search':
      return ['search', '', fight ? 0 : searchWeight(view, offer.name)]
    case 'light':
      return ['other', '', !fight && view.place?.tags['dark'] ? 1.5 : 0.02]
    case 'break_free':
      return ['run', '', fight ? 4 : 8]
    case 'recover':
      return ['mend', '', 9]
    case 'heal':
      return ['mend', '', 6 * (1 - vigour(me))]
    case 'protect':
      return ['other', '', fight ? 1 : 0.02]
    case 'attack':
      return ['fight', foe?.name ?? '', foe ? attackWeight(view, me, foe, powerOf(view, offer.name)) : 0]
    default:
      return ['other', '', fight ? 0.3 : 0.15]
  }
}

/** The parameter that says what is done to the chosen target: talk, attack … */
const mannerParamOf = (view: View, offer: Offer, choice: ParamDef | undefined): ParamDef | undefined =>
  offer.params.find((def) => def !== choice && def.required && def.enum?.some((value) => isAction(view, value)))

interface Choice {
  offer: Offer
  choice: ParamDef
  value: string
  how: string | undefined
  open: number
}

function withChoice(view: View, me: SeenActor, { offer, choice, value, how, open }: Choice): [Intention['occasion'], string, number] {
  const fight = view.mode === 'combat'
  const label = own(choice.labels, value) ?? ''
  const action = how !== undefined && isAction(view, how) ? how : offer.name
  const kind = kindOf(view, action)
  if (kind === 'rest') return ['rest', '', fight ? 0 : restWeight(view, me) * restFactor(view, me, value, label)]
  const exit = exitOf(view, action, value)
  if (exit)
    return fight
      ? ['run', exit.label, fleeWeight(view, me) / 2]
      : ['go', exit.label, moveWeight(view, me, exit.to, open) * riskFactor(view, me, exit, label)]
  const feature = own(view.place?.features, value)
  if (feature !== undefined) return ['search', feature, fight ? 0 : searchWeight(view, feature) * powerOf(view, action)]
  const lying = own(view.place?.itemIds, value)
  const lyingName = own(view.place?.items, value) ?? (label || value).split(',')[0] ?? value
  if (lying !== undefined || kind === 'search' || kind === 'take')
    return ['search', lyingName, fight ? 0 : takeWeight(view, me, itemOf(view, lying ?? '')) * (isReadable(view, lyingName) ? 1.6 : 1)]
  const other = view.actors.find((actor) => actor.id === value)
  return other ? withPerson(view, me, other, action, how, choice.enum ?? []) : ['other', label, fight ? 0.3 : 0.15]
}

/** The occasion, subject and weight of an action with a character. */
function withPerson(
  view: View,
  me: SeenActor,
  other: SeenActor,
  action: string,
  how: string | undefined,
  offered: readonly string[]
): [Intention['occasion'], string, number] {
  const fight = view.mode === 'combat'
  switch (kindOf(view, action)) {
    case 'attack':
    case 'start_combat':
      return ['fight', other.name, attackWeight(view, me, other, powerOf(view, action))]
    case 'hold':
      return ['fight', other.name, attackWeight(view, me, other, holdFactor(view, me))]
    case 'heal':
      return ['mend', other.name, healWeight(view, me, other, offered)]
    case 'help':
      if (other.kind === 'player' || how === undefined) return ['mend', other.name, helpWeight(view, other)]
      return ['ask', other.name, fight ? 0 : talkWeight(view, me, other) * 0.4]
    case 'protect':
      return ['other', other.name, other.id === me.id ? 0.4 : 1]
    case 'give':
      return ['other', other.name, 0]
    default:
      return ['ask', other.name, fight ? 0.2 : talkWeight(view, me, other)]
  }
}

/** How useful it is to help a character with a condition: those who need rescue come first. During a fight the fallen are safest where they lie. */
function helpWeight(view: View, other: SeenActor): number {
  const fight = view.mode === 'combat'
  if (isHostile(other)) return 0
  if (needs(view, other, 'rescue')) return other.canAct ? 6 : fight ? 0.8 : 45
  if (needs(view, other, 'help')) return other.canAct ? 3 : fight ? 4 : 9
  if (!other.canAct) return fight ? 0.3 : 9
  return fight ? 0.08 : 0.035
}

/** How useful it is to heal a character: the fallen first. One with a hidden sheet is judged by hits taken, or by whom the rules offer. */
function healWeight(view: View, me: SeenActor, other: SeenActor, offered: readonly string[]): number {
  if (isHostile(other)) return 0
  if (!other.canAct) return 30
  if (other.id === me.id) return 6 * (1 - vigour(me))
  const isSelective = partyOf(view).some((mate) => mate.id !== me.id && mate.location === me.location && !offered.includes(mate.id))
  return isSelective || ailing(view, other) || needs(view, other, 'heal') ? 2 : 0.02
}

/** The factor by which holding a foe is less useful than attacking: higher for strong characters with able companions. */
function holdFactor(view: View, me: SeenActor): number {
  const strong = (me.sheet?.stats['STR'] ?? 10) >= 12
  const mates = partyOf(view).filter((actor) => actor.id !== me.id && actor.location === me.location)
  const helped = mates.some((actor) => actor.canAct) && mates.every((actor) => actor.canAct)
  return (strong ? 0.3 : 0.08) * (helped ? 1 : 0.2) * (temperOf(view, me.id).boldness + 0.4)
}

/** How useful it is to attack a character: 0 for friends; in a fight, most for a foe who has been hit already. `power` is that of the action. */
function attackWeight(view: View, me: SeenActor, other: SeenActor, power: number): number {
  if (other.kind === 'player' || !other.canAct) return 0
  if (view.mode === 'story') return isHostile(other) ? 1.2 * temperOf(view, me.id).boldness : 0
  if (!isHostile(other)) return foesIn(view, me.location).length > 0 ? 0 : 0.3
  const hit = since(view.log, (entry) => entry.kind === 'narration').some((entry) => entry.by !== other.id && mentions(entry.text, other.name))
  return (hit ? 5 : 3) * power
}

/** The weight of talking with a character whom the aim or the player's want names, as long as nobody has done so. */
const SOUGHT = 14

/** How useful it is to talk with a character: less each time, and most with one that the party is looking for. */
function talkWeight(view: View, me: SeenActor, other: SeenActor): number {
  if (other.kind === 'player') return 0.05
  if (isHostile(other)) return 0.15
  const talks = actionsIn(view.log).filter((entry) => (entryIs('talk', entry) || entryIs('help', entry)) && mentions(entry.text, other.name))
  const isFruitless = (entry: LogEntry): boolean =>
    entryIs('talk', entry) && !isNews(entry) && entry.changes?.actors?.[other.id]?.attitude === undefined
  const fruitless = since(talks, (entry) => !isFruitless(entry)).length
  if (talks.length === 0 && overlap(other.name, `${view.scene?.aim ?? ''} ${me.sheet?.wants ?? ''}`) > 0) return SOUGHT
  const early = (view.scene?.turns ?? 0) < 10 ? 1.5 : 1
  return 2.6 * early * 0.5 ** talks.length * pointed(view, other.name) * (talks.at(-1)?.rolls === undefined ? 0.15 : 0.4) ** fruitless
}
