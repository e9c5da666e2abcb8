import type { Agent, ToolUse, View } from '../../../shared/table/agents'
import type { Offer } from '../../../shared/story/game'
import type { Chance } from './chance'
import { dmUse } from './dm'
import { withKinds } from './kinds'
import { Mind } from './mind'
import { npcUse } from './npc'
import { playPlan } from './planner'
import { playerUse } from './player'
import { asOutput } from './scene-trees'
import { voiceOf } from './voice'

export { Mind }

/** The built-in table's next tool use, pure in the view, offers and two random streams; `mind` records reasons. Nothing of `log` is repeated. */
export function nextUse(seen: View, offers: readonly Offer[], mind: Mind, words: Chance, log = seen.log): ToolUse | undefined {
  const view = withKinds(seen)
  const voice = voiceOf({ ...view, log }, words)
  if (view.phase === 'npc') return npcUse(view, offers, mind)
  const use = view.role === 'dm' ? dmUse(view, offers, mind, voice) : playerUse(view, offers, mind, voice)
  return use && takesOutput(use, offers) ? asOutput(view, use, voice) : use
}

/** Returns whether a narration in plain text must be converted to a narrator's output. */
const takesOutput = ({ tool, input }: ToolUse, offers: readonly Offer[]): boolean =>
  tool === 'narrate' &&
  input['output'] === undefined &&
  offers.some(({ name, as, params }) => name === tool && as === undefined && params.some((one) => one.name === 'output'))

/** How many of the last log entries the built-in table uses; a summary uses the whole visible log. */
const MAX_HEARD_ENTRIES = 48

/** The tools to use after the first choice was refused, in this order. */
const PLAINEST = ['pass', 'call_on', 'end_scene', 'end_session'] as const

function plainest(offers: readonly Offer[]): ToolUse | undefined {
  const tool = PLAINEST.find((name) => offers.some((offer) => offer.name === name))
  if (tool === undefined) return undefined
  return { tool, input: tool === 'call_on' ? { who: ['all'] } : tool === 'end_scene' ? { outcome: 'The scene ends here.' } : {} }
}

/** The built-in table plays DM, players and NPCs without a model, one beat a call. It keeps no state, so any commit continues the same way. */
export function offlineAgent(): Agent {
  return {
    async act(turn) {
      const { view } = turn
      const mind = new Mind(turn.chance('policy'))
      const heard = view.phase === 'close' ? view : { ...view, log: view.log.filter(({ kind }) => kind !== 'record').slice(-MAX_HEARD_ENTRIES) }
      if (turn.plan) {
        const words = turn.chance('voice')
        await playPlan(turn, turn.plan, heard, (seen, offers) => nextUse(seen, offers, mind, words, view.log))
        turn.addReasons(mind.reasons)
        return
      }
      const use = nextUse(heard, turn.offers, mind, turn.chance('voice'), view.log)
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
