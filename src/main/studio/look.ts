import type { ToolUse } from '../../shared/agents'
import { recallWords } from '../campaign/notes/recall-words'
import { may, roleOf } from '../engine/capabilities'
import { DM, partyPlace } from '../engine/people'
import { exitsOf } from '../engine/project'
import type { OpenCampaign } from './open-campaign'
import { askedIn } from './recall'

/** Answers a tool that only looks: recall, get_location, get_exits. Text for the agent; no beat is made. */
export function look(campaign: OpenCampaign, who: string, use: ToolUse): string {
  if (use.tool === 'recall') return recallWords(campaign.recall(who, askedIn(use.input)))
  const { state, lore, game } = campaign.standing
  const here = who === DM ? partyPlace(state, game) : state.actors[who]?.location
  if (here === undefined) return 'Nobody is anywhere.'
  if (use.tool === 'get_exits') return JSON.stringify(exitsOf(state, lore, here))
  const prose = lore.places[here]
  const { gm_guide, ...open } = prose ?? { gm_guide: '', description: '', senses: [] }
  return JSON.stringify({ id: here, ...state.places[here], ...open, ...(may(roleOf(who), 'read', 'secrets') ? { gm_guide } : {}) })
}
