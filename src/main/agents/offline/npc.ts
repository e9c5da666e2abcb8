import type { SeenActor, ToolUse, View } from '../../../shared/table/agents'
import type { Offer } from '../../../shared/story/game'
import type { ActionKind } from '../../../shared/story/guide'
import { entryIs, kindOf } from './kinds'
import type { Mind, Option } from './mind'
import { choiceOf, inputFor, mentions, offerOf, wordsFor } from './read'
import { vigour } from './temper'

/** What an NPC does in its turn. Beasts attack whoever hurt them last, people attack the weakest; a wounded NPC that is alone may flee. */
export function npcUse(view: View, offers: readonly Offer[], mind: Mind): ToolUse | undefined {
  const me = view.actors.find((actor) => actor.id === view.as)
  const mine = offers.filter((offer) => offer.as === undefined || offer.as === view.as)
  const pass = offerOf(mine, 'pass') ? use('pass', {}, view) : undefined
  if (!me) return pass
  const isFlight = (offer: Offer): boolean => kindOf(view, offer.name) === 'flee'
  const flight = mine.find(isFlight)
  if (flight && mind.happens('Run away', fear(view, me))) return use(flight.name, inputFor(flight, {}, mind.chance), view)
  const actions = mine.filter((offer) => offer.cost === 'turn' && !isFlight(offer) && offer.name !== 'pass' && offer.name !== 'narrate')
  const options = actions.flatMap((offer) => optionsFor(view, me, offer))
  const chosen = me.attitude === 'hostile' || options.length > 0 ? mind.choose('What to do', options) : undefined
  return chosen ? use(chosen.offer.name, inputFor(chosen.offer, targetIn(chosen.offer, chosen.id), mind.chance), view) : pass
}

/** Kinds of actions whose target the rules choose, with their weights. */
const UNTARGETED: Readonly<Partial<Record<ActionKind, (me: SeenActor) => number>>> = {
  break_free: () => 2,
  recover: () => 4,
  cast: () => 0.7,
  use: (me) => (vigour(me) < 0.7 ? 1.2 : 0)
}

/** The uses of an offer, with weights: for each target of an attack or hold; the rules choose the target of other kinds. */
function optionsFor(view: View, me: SeenActor, offer: Offer): Option<{ offer: Offer; id: string | undefined }>[] {
  const kind = kindOf(view, offer.name)
  const untargeted = UNTARGETED[kind]
  const choice = choiceOf(offer)
  if (untargeted) return [{ value: { offer, id: undefined }, words: wordsFor(offer, {}), weight: untargeted(me) }]
  if (!choice?.enum) return kind === 'attack' ? [{ value: { offer, id: undefined }, words: wordsFor(offer, {}), weight: 1 }] : []
  return choice.enum.map((id) => ({
    value: { offer, id },
    words: wordsFor(offer, { [choice.name]: id }),
    weight: kind === 'heal' || kind === 'help' ? needOf(view, me, id) : targetWeight(view, me, id) * (kind === 'attack' ? 1 : 0.22)
  }))
}

/** How much another NPC of the same side needs help. */
function needOf(view: View, me: SeenActor, id: string): number {
  const other = view.actors.find((actor) => actor.id === id)
  return other?.kind === 'npc' && other.attitude === me.attitude ? (other.canAct ? 1 - vigour(other) : 1.5) : 0
}

function use(tool: string, input: ToolUse['input'], view: View): ToolUse {
  return view.as === undefined ? { tool, input } : { tool, as: view.as, input }
}

const isBeast = (actor: SeenActor): boolean => actor.pronoun === 'it'

/** The odds that the NPC runs away: higher if it is hurt or alone. */
function fear(view: View, me: SeenActor): number {
  const friends = view.actors.filter(
    (actor) => actor.kind === 'npc' && actor.id !== me.id && actor.canAct && actor.location === me.location && actor.attitude === me.attitude
  ).length
  const health = vigour(me)
  if (health > 0.66) return 0
  return health < 0.4 ? (friends === 0 ? 0.45 : 0.2) : friends === 0 && !isBeast(me) ? 0.18 : 0.06
}

/** The weight of a target: people prefer the weak, beasts the one who hurt them last. */
function targetWeight(view: View, me: SeenActor, id: string): number {
  const target = view.actors.find((actor) => actor.id === id)
  if (!target || target.kind === 'npc' || !target.canAct) return 0
  if (!isBeast(me)) return 0.4 + 3 * (1 - vigour(target))
  const last = view.log.findLast((entry) => entryIs('attack', entry) && mentions(entry.text, me.name) && entry.by !== me.id)
  return last?.by === id ? 3 : 1
}

function targetIn(offer: Offer, target: string | undefined): ToolUse['input'] {
  const choice = choiceOf(offer)
  return choice && target !== undefined ? { [choice.name]: target } : {}
}
