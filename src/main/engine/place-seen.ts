import type { Exit, SeenPlace } from '../../shared/table/agents'
import { own } from '../../shared/base/json'
import type { Lore } from '../../shared/story/lore'
import { holds } from '../../shared/story/premises'
import type { GameState } from '../../shared/story/state'
import { describedBy } from '../../shared/words/alt-text'
import { factWords } from '../../shared/words/fact-words'
import { party } from './people'

/** A copy of a list; undefined if it is empty. */
export const nonEmpty = <T>(list: readonly T[] | undefined): T[] | undefined => (list && list.length > 0 ? [...list] : undefined)

/** What has been searched at a place, with what it made true: a guide that was written before play doesn't know it. */
const searchedIn = ({ facts }: GameState, { features }: GameState['places'][string]): string[] =>
  Object.values(features).flatMap(({ name, searched, fact }) =>
    searched ? [fact !== undefined && own(facts, fact) ? `${name} (${factWords(fact)})` : name] : []
  )

/** A place as a seat sees it; with `guide`, also what only the DM knows. */
export function seePlace(state: GameState, lore: Lore, id: string, guide: boolean): SeenPlace {
  const place = own(state.places, id) as GameState['places'][string]
  const prose = own(lore.places, id)
  const explored = Boolean(place.tags['explored'])
  const features = Object.entries(place.features).filter(([, f]) => !f.searched && (explored || !f.hidden) && holds(state.facts, f.after ?? []))
  return {
    id,
    name: place.name,
    region: place.region,
    description: prose?.description ?? '',
    picture: describedBy(prose?.picture?.alt),
    senses: prose?.senses ?? [],
    gm_guide: (guide && prose?.gm_guide) || undefined,
    features: Object.fromEntries(features.map(([key, f]) => [key, f.name])),
    searched: nonEmpty(guide ? searchedIn(state, place) : []),
    items: Object.fromEntries(Object.entries(place.inventory).map(([key, item]) => [key, item.name ?? item.item])),
    written: nonEmpty([
      ...features.flatMap(([, { name, written }]) => (written === true ? name : [])),
      ...Object.values(place.inventory).flatMap((item) => (typeof item['text'] === 'string' ? (item.name ?? item.item) : []))
    ]),
    itemIds: Object.fromEntries(Object.entries(place.inventory).map(([key, item]) => [key, item.item])),
    tags: place.tags,
    exits: withMates(state, exitsOf(state, lore, id), id)
  }
}

/** The visible exits of a place. About the place behind an exit they reveal only its name and whether the party has visited it. */
function exitsOf(state: GameState, lore: Lore, place: string): Exit[] {
  return Object.entries(state.journeys)
    .filter(([, journey]) => journey.from === place && (journey.requires === undefined || holds(state.facts, [journey.requires])))
    .map(([id, journey]) => ({
      journey: id,
      to: journey.to,
      label: own(state.places, journey.to)?.name ?? journey.to,
      direction: journey.direction,
      duration: journey.duration,
      risks: journey.risks,
      description: own(lore.journeys, id) ?? '',
      visited: Boolean(own(state.places, journey.to)?.tags['visited'])
    }))
}

/** Marks the first exit of the way to each party member who is elsewhere, through places that the party has visited. */
function withMates(state: GameState, exits: Exit[], from: string): Exit[] {
  const away = new Map(party(state).flatMap((id) => (own(state.actors, id)?.location === from ? [] : [[id, own(state.actors, id)?.location ?? '']])))
  if (away.size === 0) return exits
  const first = new Map<string, string>([[from, '']])
  for (const [place, by] of first)
    for (const { from: start, to, requires } of Object.values(state.journeys))
      if (
        start === place &&
        !first.has(to) &&
        own(state.places, to)?.tags['visited'] === true &&
        (requires === undefined || holds(state.facts, [requires]))
      )
        first.set(to, by === '' ? to : by)
  return exits.map((exit) => {
    const mates = [...away].flatMap(([id, place]) => (first.get(place) === exit.to ? [id] : []))
    return mates.length === 0 ? exit : { ...exit, mates }
  })
}
