import type { Preparing } from '../../../shared/analysis/odds'
import type { GameState } from '../../../shared/story/state'
import { ALL_PLAYERS } from '../../store/map-state'

/** The choices for odds on the map: all players, the roles, each player who has chosen. `who` is always included. */
export function oddsChoices(
  actors: GameState['actors'],
  preparing: Preparing | undefined,
  who: string | undefined
): { value: string; label: string }[] {
  const people = Object.entries(actors).filter(([id, { kind, name }]) => id === who || (kind === 'player' && !preparing?.waiting.includes(name)))
  const roles = preparing?.roles ?? []
  return [
    ...(people.length + roles.length > 1 || who === ALL_PLAYERS
      ? [{ value: ALL_PLAYERS, label: preparing ? `Each ${preparing.kind}` : 'All players' }]
      : []),
    ...roles.map(({ id, name }) => ({ value: id, label: `As ${name}` })),
    ...people.map(([id, { name }]) => ({ value: id, label: name }))
  ]
}
