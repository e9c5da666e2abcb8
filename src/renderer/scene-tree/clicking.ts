import { own } from '../../shared/base/json'
import { MAX_CLICKS } from '../../shared/narrator/open-words'
import type { ActionCall } from '../../shared/story/play'
import { api } from '../client'
import { playCall } from '../operations'
import { runCall } from '../run-call'
import { useSession, type Session } from '../session'
import { nameOf } from '../ui/names'
/** The player who can click now, or a sentence about why nobody can; `canStep`: playing a beat helps. */
export type Clicker =
  | { who: string; name: string; canClick: boolean; why?: string; canStep?: boolean }
  | { who?: undefined; why: string; canStep?: boolean }

/** The player who clicks the words of the scene now. */
export function clickerOf({ present, cursor }: Pick<Session, 'present' | 'cursor'>): Clicker {
  if (!present || cursor !== undefined) return { why: 'This is the past. Press Esc to come back to now, and click there.' }
  const { next, actors } = present.state
  if (present.campaign.readOnly !== undefined) return { why: 'This campaign is open for reading only.' }
  const clicked = Object.values(present.state.scene?.clicked ?? {})
  const isWaiting = next.phase === 'dm' && own(next.spent, 'narrate') === undefined && clicked.includes(next.beat)
  if (present.table.running)
    return { why: isWaiting ? 'Your words are said. The DM is answering…' : 'The table is playing. Pause it to click words yourself.' }
  if (next.mode === 'combat')
    return {
      why: 'There is no scene tree in a fight: turns are played in the log. Words can be clicked again when the fight is over.',
      canStep: true
    }
  if (next.phase !== 'player')
    return {
      why: isWaiting ? 'Your words are said. The DM answers next: play on.' : 'It is the DM’s turn. Play on until a player’s turn comes.',
      canStep: true
    }
  const name = nameOf(actors, next.actor)
  const canClick = (own(next.spent, 'click') ?? 0) < MAX_CLICKS
  return { who: next.actor, name, canClick, ...(canClick ? {} : { why: `${name} has clicked enough in this turn. Play on.`, canStep: true }) }
}

/**
 * Speaks for the player whose turn it is: clicks words, or says a text. The designer controls the seat until its turn is over. Returns whether it
 * succeeded.
 */
export async function sayFor(who: string, action: 'click' | 'speak', params: ActionCall['params']): Promise<boolean> {
  const call: ActionCall = { kind: 'play', action, actor: who, params, agent: 'hand' }
  const beat = await runCall(async () => {
    const isHeld = own(useSession.getState().present?.table.hands, who) !== undefined
    if (!isHeld) await api.take.mutate({ who, how: 'turn' })
    return await playCall(call, () => void sayFor(who, action, params))
  })
  return beat !== undefined
}
