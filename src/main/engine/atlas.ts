import type { Atlas } from '../../shared/table/agents'
import { own } from '../../shared/base/json'
import { memoized } from '../../shared/base/memoized'
import type { Lore } from '../../shared/story/lore'
import { factsIn, wantOf } from '../../shared/story/premises'
import type { GameState } from '../../shared/story/state'

const featuresOf = memoized((places: GameState['places']): Atlas['features'] =>
  Object.entries(places).flatMap(([place, { features }]) =>
    Object.entries(features).map(([id, { name, text, fact, item, after = [], searched }]) => ({
      place,
      id,
      name,
      text,
      after,
      ...(fact === undefined ? {} : { fact }),
      ...(item === undefined ? {} : { item }),
      ...(searched ? { searched } : {})
    }))
  )
)

const journeysOf = memoized((journeys: GameState['journeys']): Atlas['journeys'] =>
  Object.values(journeys).map(({ from, to, difficulty, requires }) => ({
    from,
    to,
    difficulty,
    ...(requires === undefined ? {} : { requires })
  }))
)

/** The whole world for a DM that plans: the features, what people can tell and what they want, the places, and the journeys between them. */
export function atlasOf(state: GameState, lore: Lore): Atlas {
  return {
    features: featuresOf(state.places),
    tellings: Object.entries(state.actors).flatMap(([who, { location, attitude, reveals = {} }]) =>
      Object.entries(reveals).flatMap(([fact, { text, after = [], needs = 'wary' }]) =>
        attitude === 'hostile'
          ? []
          : { who, place: location, fact, text, after, isOpen: isAtLeast(attitude, needs), ...(own(state.facts, fact) ? { isTold: true } : {}) }
      )
    ),
    journeys: journeysOf(state.journeys),
    places: Object.entries(state.places).map(([id, { name, tags }]) => ({
      id,
      name,
      description: own(lore.places, id)?.description ?? '',
      isVisited: Boolean(tags['visited'])
    })),
    people: Object.entries(state.actors).map(([id, { name, kind, location }]) => {
      const { wants, pronoun = 'they' } = own(lore.actors, id) ?? {}
      const { now } = wantOf(id, lore, state)
      const met = typeof wants === 'object' ? wants.find(({ want }) => want === now)?.met : undefined
      const more = met === undefined ? {} : { metBy: factsIn(met) }
      return { id, name, kind, place: location, pronoun, wants: now, isBounded: typeof wants === 'object', ...more }
    })
  }
}

const ATTITUDES = ['hostile', 'wary', 'neutral', 'friendly'] as const
const isAtLeast = (attitude: (typeof ATTITUDES)[number] = 'neutral', needed: (typeof ATTITUDES)[number]): boolean =>
  ATTITUDES.indexOf(attitude) >= ATTITUDES.indexOf(needed)
