import type { ToolUse, View } from '../../../shared/table/agents'
import { factSentence } from '../../../shared/words/fact-words'
import type { Offer } from '../../../shared/story/game'
import { offerOf, offerOfKind } from './read'

/** Records a fact by the game's own action for it, or else by the table's verb, with the fact in words if there is a parameter for them. */
export function recordFact(view: View, offers: readonly Offer[], fact: string): ToolUse | undefined {
  const offer = offerOfKind(view, offers, 'set_fact') ?? offerOf(offers, 'establish')
  const [name, words] = (offer?.params ?? []).filter((def) => def.type === 'string' && !def.enum)
  if (!offer || !name) return undefined
  const people = Object.values(view.cast ?? {}).map((actor) => actor.name)
  return { tool: offer.name, input: { [name.name]: fact, ...(words ? { [words.name]: factSentence(fact, people) } : {}) } }
}
