import type { ToolUse } from '../../shared/agents'
import { buildIndex, recall } from '../campaign/notes'
import { may, roleOf } from '../engine/capabilities'
import { DM, partyPlace } from '../engine/people'
import { exitsOf } from '../engine/project'
import type { OpenCampaign } from './open-campaign'

/** Answers a tool that only looks: recall, get_location, get_exits. Text for the agent; no beat is made. */
export function look(campaign: OpenCampaign, who: string, use: ToolUse): string {
  if (use.tool === 'recall') return recallFor(campaign, who, use.input)
  const { state, lore, game } = campaign.standing
  const here = who === DM ? partyPlace(state, game) : state.actors[who]?.location
  if (here === undefined) return 'Nobody is anywhere.'
  if (use.tool === 'get_exits') return JSON.stringify(exitsOf(state, lore, here))
  const prose = lore.places[here]
  const { gm_guide, ...open } = prose ?? { gm_guide: '', description: '', senses: [] }
  return JSON.stringify({ id: here, ...state.places[here], ...open, ...(may(roleOf(who), 'read', 'secrets') ? { gm_guide } : {}) })
}

function recallFor(campaign: OpenCampaign, who: string, input: ToolUse['input']): string {
  const { commit } = campaign.standing
  const notes = new Map<string, string>()
  const add = (path: string): void => {
    const text = campaign.text(commit.tree, path)
    if (text !== undefined) notes.set(path, text)
  }
  const role = roleOf(who)
  for (const path of campaign.history.files(commit.tree).keys()) {
    if (!path.endsWith('.md')) continue
    const summary = path === 'SUMMARY.md' || /^sessions\/.*SUMMARY\.md$/.test(path)
    if (path.startsWith('world/') && may(role, 'read', 'world')) add(path)
    else if (summary && role === 'dm' && may(role, 'read', 'summaries')) add(path)
    else if (path.startsWith(`player-notes/${who}/`) && may(role, 'read', 'own-notes')) add(path)
  }
  const text = (name: string): string | undefined => (typeof input[name] === 'string' && input[name] !== '' ? input[name] : undefined)
  const tags = text('tags')
  return JSON.stringify(
    recall(buildIndex(notes), {
      query: text('query'),
      tags: tags
        ?.split(',')
        .map((tag) => tag.trim())
        .filter(Boolean),
      link_target: text('link_target'),
      sort: input['sort'] === 'relevance' ? 'relevance' : 'modified',
      limit: typeof input['limit'] === 'number' ? input['limit'] : 10
    })
  )
}
