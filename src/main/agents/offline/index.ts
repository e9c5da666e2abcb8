import type { Agent, ToolUse, View } from '../../../shared/agents'
import type { Offer } from '../../../shared/game'
import type { Chance } from './chance'
import { dmUse } from './dm'
import { npcUse } from './npc'
import { playerUse } from './player'
import { voiceOf } from './voice'

export { frameOf, namesOne } from './frame'

/** What the offline table does now: a pure function of the view, the offers and two streams of chance. */
export function decide(view: View, offers: readonly Offer[], policy: Chance, words: Chance): ToolUse | undefined {
  const voice = voiceOf(view, words)
  if (view.phase === 'npc') return npcUse(view, offers, policy)
  return view.role === 'dm' ? dmUse(view, offers, policy, voice) : playerUse(view, offers, policy, voice)
}

/** Entries of the log that it listens to. */
const HEARS = 48

/** What is left when the first choice was refused, in this order. */
const PLAINEST = ['pass', 'call_on', 'end_scene', 'end_session'] as const

function plainest(offers: readonly Offer[]): ToolUse | undefined {
  const tool = PLAINEST.find((name) => offers.some((offer) => offer.name === name))
  if (tool === undefined) return undefined
  return { tool, input: tool === 'call_on' ? { who: ['all'] } : tool === 'end_scene' ? { outcome: 'The scene ends here.' } : {} }
}

/**
 * The built-in table: plays the DM, the players and the NPCs without any model. It keeps nothing between calls,
 * so that a story goes on the same from any commit. One beat a call.
 */
export function offlineAgent(): Agent {
  return {
    async act(turn) {
      const { view } = turn
      const use = decide({ ...view, log: view.log.slice(-HEARS) }, turn.offers, turn.chance('policy'), turn.chance('voice'))
      const answer = use && (await turn.use(use))
      if (answer?.ok || answer?.over) return
      const other = plainest(turn.offers)
      if (other) await turn.use(other)
    }
  }
}
