import type { SeenActor, ToolUse, View } from '../../../shared/table/agents'
import type { Offer } from '../../../shared/story/game'
import type { Mind } from './mind'
import { labelOf, offerOfKind, overlap } from './read'

/** During the game's preparation, gives the next player the choice that suits them best and that nobody else has yet. */
export function preparation(view: View, offers: readonly Offer[], mind: Mind): ToolUse | undefined {
  const offer = offerOfKind(view, offers, 'prepare')
  const people = offer?.params.find((def) => def.type === 'target')
  const kinds = offer?.params.find((def) => def.type === 'enum')
  const who = view.actors.find((actor) => people?.enum?.includes(actor.id))
  if (!offer || !people || !kinds?.enum || !who) return undefined
  const taken = view.actors.flatMap((actor) => Object.values(actor.sheet?.tags ?? {}))
  const chosen = mind.best(
    `A choice that suits ${who.name} and that nobody has yet`,
    kinds.enum.map((kind) => ({
      value: kind,
      words: labelOf(kinds, kind),
      weight: 2 * overlap(labelOf(kinds, kind), wordsAbout(who)) - 3 * taken.filter((tag) => tag === kind).length
    }))
  )
  return chosen === undefined ? undefined : { tool: offer.name, input: { [people.name]: who.id, [kinds.name]: chosen } }
}

const wordsAbout = (who: SeenActor): string => `${who.public} ${who.sheet?.wants ?? ''} ${who.sheet?.about ?? ''}`
