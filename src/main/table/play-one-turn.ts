import { type AbortSignalLike, never } from '../../shared/base/abort'
import type { Agent } from '../../shared/table/agents'
import type { Seat } from '../../shared/table/turns'
import { playAgentTurn } from '../agents/play-turn'
import type { TurnResult } from '../agents/turn-host'
import type { SavedBeat, Story } from '../story/story'
import { TableTurn } from './table-turn'

/** Lets the seat whose turn it is play one beat of a story, and records the turn. Undefined if nothing is left to play. Throws Problem. */
export async function playTurn(
  story: Story,
  agentOf: (who: string) => Promise<{ seat: Seat; agent: Agent }>,
  signal: AbortSignalLike = never
): Promise<(TurnResult & { saved?: SavedBeat }) | undefined> {
  const turn = new TableTurn(story, () => undefined)
  const played = await playAgentTurn(turn.host(), async (who) => turn.begin(who, await agentOf(who)), signal)
  if (!played) return undefined
  turn.end(played)
  if (played.problem) throw played.problem
  return turn.saved ? { ...played, saved: turn.saved } : played
}
