import { own } from '../../shared/base/json'
import { MAX_CLICKS } from '../../shared/narrator/open-words'
import type { ActionCall } from '../../shared/story/play'
import { api } from '../client'
import { playCall } from '../operations'
import { runCall } from '../run-call'
import { useSession, type Session } from '../session'
import { nameOf } from '../ui/names'
import { sceneTreeTexts as t } from './texts'

/** The player who can click now, or a sentence about why nobody can; `canStep`: playing a beat helps. */
export type Clicker =
  | { who: string; name: string; canClick: boolean; why?: string; canStep?: boolean }
  | { who?: undefined; why: string; canStep?: boolean }

/** The player who clicks the words of the scene now. */
export function clickerOf({ present, cursor }: Pick<Session, 'present' | 'cursor'>): Clicker {
  if (!present || cursor !== undefined) return { why: t.past }
  const { next, actors } = present.state
  if (present.campaign.readOnly !== undefined) return { why: t.readOnly }
  const clicked = Object.values(present.state.scene?.clicked ?? {})
  const isWaiting = next.phase === 'dm' && own(next.spent, 'narrate') === undefined && clicked.includes(next.beat)
  if (present.table.running) return { why: isWaiting ? t.answering : t.running }
  if (next.mode === 'combat') return { why: t.fight, canStep: true }
  if (next.phase !== 'player') return { why: isWaiting ? t.waits : t.dm, canStep: true }
  const name = nameOf(actors, next.actor)
  const canClick = (own(next.spent, 'click') ?? 0) < MAX_CLICKS
  return { who: next.actor, name, canClick, ...(canClick ? {} : { why: t.spent(name), canStep: true }) }
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
