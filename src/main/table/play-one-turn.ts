import { type AbortSignalLike, never } from '../../shared/base/abort'
import type { Agent } from '../../shared/table/agents'
import type { Exchange, Seat } from '../../shared/table/turns'
import { playAgentTurn } from '../agents/play-turn'
import type { TurnResult } from '../agents/turn-host'
import type { SavedBeat, Story } from '../story/story'
import { TableTurn, type TurnOptions } from './table-turn'

/** What limits a turn. */
interface TurnLimits extends Pick<TurnOptions, 'isPriced' | 'others'> {
  signal?: AbortSignalLike
  /** Called before each request to a model, with those of the turn so far. Throws Problem if no more may be sent. */
  mayAsk?: (seat: Seat, before: readonly Exchange[]) => void
}

/** Lets the seat whose turn it is play one beat of a story, and records the turn. Undefined if nothing is left to play. Throws Problem. */
export async function playTurn(
  story: Story,
  agentOf: (who: string) => Promise<{ seat: Seat; agent: Agent }>,
  { signal = never, mayAsk, ...special }: TurnLimits = {}
): Promise<(TurnResult & { saved?: SavedBeat }) | undefined> {
  const turn = new TableTurn(story, () => undefined, special)
  const host = turn.host()
  const checkBudget = (seat: Seat): void => {
    mayAsk?.(seat, turn.exchanges)
    host.checkBudget(seat)
  }
  const played = await playAgentTurn({ ...host, checkBudget }, async (who) => turn.begin(who, await agentOf(who)), signal)
  if (!played) return undefined
  turn.end(played)
  if (played.problem) throw played.problem
  return turn.saved ? { ...played, saved: turn.saved } : played
}
