import type { AppliedMutations } from '../../../shared/narrator-calls'
import { readMutations } from '../../../shared/narrator/check'
import { mutationFiles } from '../../campaign/narrator/mutation-files'
import { NARRATOR_EDIT } from '../edits/edit-history'
import type { OpenCampaign } from '../open-campaign'
import { filesAt } from '../world/edit-world'

/** The hit points of somebody about whom nothing is known. */
const HP = 10

/**
 * Applies the mutations of a narrator's output as one beat. Items that can't be applied are reported, and the others are applied; without any there is no
 * beat. Throws Problem `bad-input` for a text without mutations, `dirty`; then nothing has changed.
 */
export async function applyMutations(campaign: OpenCampaign, text: string): Promise<AppliedMutations> {
  const items = readMutations(text)
  const { commit, state, lore, game } = campaign.snapshot
  const { stats, newcomer } = game.manifest
  const max = Object.keys(stats).filter((stat) => stats[stat]?.has_max)
  const dead = Object.entries(game.conditions).flatMap(([id, condition]) => (condition.dead ? id : []))
  const sheet = { stats: { hp: HP, ...newcomer.stats }, max, dead }
  const { files, summary, applied, faults } = mutationFiles({ state, lore }, filesAt(campaign, commit.tree), items, sheet)
  const refused = faults.map(({ index, ...fault }) => ({ ...fault, index, item: items[index] ?? null }))
  if (applied.length === 0) return { applied, refused }
  const { beat } = await campaign.edit(files, summary, { kind: 'edit', action: NARRATOR_EDIT, params: {} })
  return { applied, refused, beat }
}
