import type { Game } from '../../shared/story/game'
import type { StoryEvent } from '../../shared/story/lore'
import { isOver } from '../../shared/story/premises'
import type { GameState } from '../../shared/story/state'
import { ready } from './people'

/**
 * Why no agent can end the campaign yet, as a part of a sentence; undefined if they can: the story's last event is over, nobody of the party can act, or the
 * story has no events. An event that only its scene decides may never have been played, so it counts as the last one only if it is over or no other
 * event is there. The designer may end the campaign at any time.
 */
export function closedEnding(state: GameState, game: Game, story: readonly StoryEvent[]): string | undefined {
  const last = story.findLast((event) => event.done_when.length > 0 || event.arrow !== undefined || isOver(event, state)) ?? story.at(-1)
  if (!last || isOver(last, state) || ready(state, game).length === 0) return undefined
  return `the last story event, “${last.title}”, isn't over; until then only the designer can end the campaign`
}
