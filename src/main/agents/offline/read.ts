import { own } from '../../../shared/base/json'
import { memoizedText } from '../../../shared/base/memoized'
import type { Exit, SeenActor, ToolUse, View } from '../../../shared/table/agents'
import type { Offer, ParamDef } from '../../../shared/story/game'
import type { LogEntry } from '../../../shared/story/play'
import { isDead, type ActionKind } from '../../../shared/story/guide'
import type { Verb } from '../../../shared/story/names'
import { pick, type Chance } from './chance'
import { entryIs, kindOf } from './kinds'
import { factSentence } from '../../../shared/words/fact-words'

/** The offer of one of the table's own verbs. */
export function offerOf(offers: readonly Offer[], verb: Verb): Offer | undefined {
  return offers.find((offer) => offer.name === verb)
}
/** The first offer of an action of a kind. */
export const offerOfKind = (view: View, offers: readonly Offer[], kind: ActionKind): Offer | undefined =>
  offers.find((offer) => kindOf(view, offer.name) === kind)

/** The first parameter that asks for a choice. */
export function choiceOf(offer: Offer | undefined): ParamDef | undefined {
  return offer?.params.find((def) => def.enum !== undefined)
}

/** Returns whether an offer has a required parameter for which nothing can be chosen. Such an offer is not used. */
export function unfillable(offer: Offer): boolean {
  return offer.params.some((def) => def.required && (def.enum ? def.enum.length === 0 : def.type !== 'string'))
}

/** The input of an offer with the chosen values; other required parameters get any allowed value. */
export function inputFor(offer: Offer, chosen: ToolUse['input'], chance: Chance): ToolUse['input'] {
  const input: ToolUse['input'] = {}
  for (const def of offer.params) {
    const value = own(chosen, def.name) ?? (def.required ? anyValue(def, chance) : undefined)
    if (value !== undefined) input[def.name] = def.many && typeof value === 'string' ? [value] : value
  }
  return input
}

function anyValue({ enum: values, type }: ParamDef, chance: Chance): string | number | undefined {
  // Of several dice the first is the lowest: random harm should hurt, not kill.
  if (values) return /^d\d/.test(values[0] ?? '') ? values[0] : pick(values, chance)
  return type === 'number' ? 1 : 'It happens.'
}

/** The label of a parameter's value. */
export function labelOf(def: ParamDef | undefined, value: string): string {
  return own(def?.labels, value) ?? value
}

/** The words for an offer with an input: "attack: Marl Goss". Free texts are left out. */
export function wordsFor(offer: Offer, input: ToolUse['input']): string {
  const chosen = offer.params.flatMap((def) => {
    const value = own(input, def.name)
    return def.enum && value !== undefined ? (Array.isArray(value) ? value : [String(value)]).map((one) => labelOf(def, one)) : []
  })
  const name = offer.name.replaceAll(/[-_]/g, ' ')
  return chosen.length === 0 ? name : `${name}: ${chosen.join(', ')}`
}

export const isHostile = (actor: SeenActor): boolean => actor.kind === 'npc' && actor.attitude === 'hostile'
/** Hostile NPCs in a place who can act. */
export function foesIn(view: View, place: string | undefined): SeenActor[] {
  return view.actors.filter((actor) => isHostile(actor) && actor.canAct && actor.location === place)
}

/** Members of the party who are alive, in order. */
export function partyOf(view: View): SeenActor[] {
  return view.party.flatMap((id) => view.actors.filter((actor) => actor.id === id && !isDead(actor, view.guide)))
}

/** The entries after the last one for which `fits` is true. */
export function since(log: readonly LogEntry[], fits: (entry: LogEntry) => boolean): LogEntry[] {
  const last = log.findLastIndex(fits)
  return log.slice(last + 1)
}

const lower = memoizedText((text) => text.toLowerCase())
const bareName = memoizedText((name) => name.replace(/^(the|a|an|some)\s+/i, '').toLowerCase())

/** Returns whether a text contains a name, ignoring the name's article. */
export function mentions(text: string, name: string): boolean {
  const bare = bareName(name)
  return bare.length > 1 && lower(text).includes(bare)
}

const INSIGNIFICANT = new Set(
  'the and for with from into out what who has have was were that this them they their back down where when how find get still before after'.split(
    ' '
  )
)

/** The significant words of a text, in lower case. */
export const wordsOf = memoizedText(
  (text): ReadonlySet<string> => new Set((text.toLowerCase().match(/[\p{L}]{3,}/gu) ?? []).filter((word) => !INSIGNIFICANT.has(word)))
)

/** How many significant words two texts have in common. */
export function overlap(a: string, b: string): number {
  const words = wordsOf(b)
  return [...wordsOf(a)].filter((word) => words.has(word) || words.has(`${word}s`) || (word.endsWith('s') && words.has(word.slice(0, -1)))).length
}

/** The exit that leads to a place, if there is one. */
export function exitTo(view: View, place: string | undefined): Exit | undefined {
  return view.place?.exits.find((exit) => exit.to === place)
}

/** The entries of actions, without speech: the results of the rules. */
export function actionsIn(log: readonly LogEntry[]): LogEntry[] {
  return log.filter((entry) => entry.kind === 'system')
}

/** The actions since the party last moved, newest last. */
export function actionsHere(view: View): LogEntry[] {
  return actionsIn(since(view.log, (entry) => entryIs('move', entry)))
}

/** Records a fact by the game's own action for it, or else by the table's verb, with the fact in words if there is a parameter for them. */
export function recordFact(view: View, offers: readonly Offer[], fact: string): ToolUse | undefined {
  const offer = offerOfKind(view, offers, 'set_fact') ?? offerOf(offers, 'establish')
  const [name, words] = (offer?.params ?? []).filter((def) => def.type === 'string' && !def.enum)
  if (!offer || !name) return undefined
  const people = Object.values(view.cast ?? {}).map((actor) => actor.name)
  return { tool: offer.name, input: { [name.name]: fact, ...(words ? { [words.name]: factSentence(fact, people) } : {}) } }
}
