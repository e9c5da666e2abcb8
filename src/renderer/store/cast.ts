import type { GameState } from '../../shared/story/state'

type Actors = GameState['actors']

let last: { actors: Actors; cast: Actors } | undefined

/** Names, kinds and dispositions of actors: one object until one of these changes, so text isn't rendered again at every wound. */
export function castOf(actors: Actors | undefined): Actors | undefined {
  if (!actors || last?.actors === actors) return actors && last?.cast
  last = { actors, cast: last && isSame(last.cast, actors) ? last.cast : actors }
  return last.cast
}

function isSame(one: Actors, other: Actors): boolean {
  const [ids, others] = [Object.keys(one), Object.keys(other)]
  return ids.length === others.length && ids.every((id, i) => id === others[i] && isLike(one[id], other[id]))
}

const isLike = (one: Actors[string] | undefined, other: Actors[string] | undefined): boolean =>
  one === other || (one?.name === other?.name && one?.kind === other?.kind && one?.attitude === other?.attitude)
