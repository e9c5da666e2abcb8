import { own } from '../../../shared/json'
import type { SeenActor, ToolUse, View } from '../../../shared/agents'
import type { Offer } from '../../../shared/game'
import { pick, type Chance } from './chance'
import { kindOf, tellsOf } from './kinds'
import type { Mind, Option } from './mind'
import { choiceOf, mentions, offerOf, wordsFor } from './read'
import { vigour } from './temper'

/** What an NPC does in its slot of a round. Beasts go for what is nearest their jaws, people for whom they can bring down; the hurt and lonely run. */
export function npcUse(view: View, offers: readonly Offer[], mind: Mind): ToolUse | undefined {
  const me = view.actors.find((actor) => actor.id === view.as)
  const mine = offers.filter((offer) => offer.as === undefined || offer.as === view.as)
  const waits = offerOf(mine, 'pass') ? use('pass', {}, view) : undefined
  if (!me) return waits
  const flee = mine.find((offer) => kindOf(offer.name) === 'run')
  if (flee && mind.happens('Run away', fear(view, me))) return use(flee.name, inputFor(flee, undefined, mind.chance), view)
  const attacks = mine.filter((offer) => offer.cost === 'turn' && kindOf(offer.name) !== 'run' && offer.name !== 'pass' && offer.name !== 'narrate')
  const options = attacks.flatMap((offer) => waysOf(view, me, offer))
  const chosen = me.attitude === 'hostile' || options.length > 0 ? mind.choose('What to do', options) : undefined
  return chosen ? use(chosen.offer.name, inputFor(chosen.offer, chosen.id, mind.chance), view) : waits
}

/** Ways to use an offer, weighed: blows and holds by their target; what is done with a book or a bottle leaves the target to it. */
function waysOf(view: View, me: SeenActor, offer: Offer): Option<{ offer: Offer; id: string | undefined }>[] {
  const plain = own(PLAIN, offer.name)
  if (plain !== undefined) return [{ value: { offer, id: undefined }, words: wordsFor(offer, {}), weight: plain(me) }]
  const choice = choiceOf(offer)
  return (choice?.enum ?? []).map((id) => ({
    value: { offer, id },
    words: wordsFor(offer, choice ? { [choice.name]: id } : {}),
    weight: draw(view, me, id) * (kindOf(offer.name) === 'fight' ? 1 : 0.22)
  }))
}
const PLAIN: Readonly<Record<string, (me: SeenActor) => number>> = {
  'break-free': () => 2,
  douse: () => 4,
  'cast-spell': () => 0.7,
  'use-item': (me) => (vigour(me) < 0.7 ? 1.2 : 0)
}

function use(tool: string, input: ToolUse['input'], view: View): ToolUse {
  return view.as === undefined ? { tool, input } : { tool, as: view.as, input }
}

const beastly = (actor: SeenActor): boolean => actor.pronoun === 'it'

/** How likely it is to run: grows with its own hurt and with being alone. */
function fear(view: View, me: SeenActor): number {
  const friends = view.actors.filter(
    (actor) => actor.kind === 'npc' && actor.id !== me.id && actor.canAct && actor.location === me.location && actor.attitude === me.attitude
  ).length
  const hurt = vigour(me)
  if (hurt > 0.66) return 0
  return hurt < 0.4 ? (friends === 0 ? 0.45 : 0.2) : friends === 0 && !beastly(me) ? 0.18 : 0.06
}

/** How much a target draws: people pick the weak, beasts the last one that hurt them. */
function draw(view: View, me: SeenActor, id: string): number {
  const target = view.actors.find((actor) => actor.id === id)
  if (!target || target.kind === 'npc' || !target.canAct) return 0
  if (!beastly(me)) return 0.4 + 3 * (1 - vigour(target))
  const last = view.log.findLast((entry) => tellsOf('fight', entry) && mentions(entry.text, me.name) && entry.by !== me.id)
  return last?.by === id ? 3 : 1
}

function inputFor(offer: Offer, target: string | undefined, chance: Chance): ToolUse['input'] {
  const choice = choiceOf(offer)
  const input: ToolUse['input'] = {}
  for (const def of offer.params) {
    if (def === choice && target !== undefined) input[def.name] = def.many ? [target] : target
    else if (def.required && def.enum) {
      const any = pick(def.enum, chance)
      if (any !== undefined) input[def.name] = def.many ? [any] : any
    }
  }
  return input
}
