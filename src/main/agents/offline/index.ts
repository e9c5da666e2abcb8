import type { Agent, ToolUse, View } from '../../../shared/agents'
import type { Offer } from '../../../shared/game'
import type { Chance } from './chance'
import { dmUse } from './dm'
import { withKinds } from './kinds'
import { Mind } from './mind'
import { npcUse } from './npc'
import { playPlan } from './planner'
import { playerUse } from './player'
import { asOutput } from './scene-trees'
import { voiceOf } from './voice'

export { frameOf, namesOne } from './frame'
export { Mind }

/** What the built-in table does now: a pure function of the view, the offers and two streams of chance, one of them the mind's, which notes why. */
export function decide(seen: View, offers: readonly Offer[], mind: Mind, words: Chance): ToolUse | undefined {
  const view = withKinds(seen)
  const voice = voiceOf(view, words)
  if (view.phase === 'npc') return npcUse(view, offers, mind)
  const use = view.role === 'dm' ? dmUse(view, offers, mind, voice) : playerUse(view, offers, mind, voice)
  return use && takesOutput(use, offers) ? asOutput(view, use, voice) : use
}

/** Whether a narration in plain text has to be an output of a narrator. */
const takesOutput = ({ tool, input }: ToolUse, offers: readonly Offer[]): boolean =>
  tool === 'narrate' &&
  input['output'] === undefined &&
  offers.some(({ name, as, params }) => name === tool && as === undefined && params.some((one) => one.name === 'output'))

/** The number of last log entries that it reacts to; a summary uses all that it sees. */
const MAX_HEARD_ENTRIES = 48

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
      const mind = new Mind(turn.chance('policy'))
      const heard = view.phase === 'close' ? view : { ...view, log: view.log.slice(-MAX_HEARD_ENTRIES) }
      if (turn.plan) {
        const words = turn.chance('voice')
        await playPlan(turn, turn.plan, heard, (seen, offers) => decide(seen, offers, mind, words))
        turn.addReasons(mind.reasons)
        return
      }
      const use = decide(heard, turn.offers, mind, turn.chance('voice'))
      turn.addReasons(mind.reasons)
      const answer = use && (await turn.use(use))
      if (answer?.ok || answer?.over) return
      const other = plainest(turn.offers)
      if (!other) return
      turn.addReasons([
        {
          kind: 'note',
          words: use
            ? 'The choice was refused, so the seat took the simplest action.'
            : 'No option had any weight, so the seat took the simplest action.'
        }
      ])
      await turn.use(other)
    }
  }
}
