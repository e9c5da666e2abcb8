import type { AppliedMutations } from '../../../shared/contract/world-calls'
import { readMutations } from '../../../shared/narrator/check'
import { mutationFiles } from '../../campaign/narrator/mutation-files'
import { newcomerOf } from '../../campaign/narrator/files-with-mutations'
import { NARRATOR_EDIT } from '../edits/edit-history'
import type { StoryEditor } from '../reader'
import { filesAt } from './edit-world'

/**
 * Applies the mutations of a narrator's output as one beat. Mutations that can't be applied are reported, and the others are applied. If none can be
 * applied, there is no beat. Throws Problem `bad-input` for a text without mutations, `dirty`; then nothing has changed.
 */
export async function applyMutations(campaign: StoryEditor, text: string): Promise<AppliedMutations> {
  const items = readMutations(text)
  const { commit, state, lore, game } = campaign.snapshot
  const { files, summary, applied, faults } = mutationFiles({ state, lore }, filesAt(campaign, commit.tree), items, newcomerOf(game))
  const refused = faults.map(({ index, ...fault }) => ({ ...fault, index, item: items[index] ?? null }))
  if (applied.length === 0) return { applied, refused }
  const { beat } = await campaign.edit(files, summary, { kind: 'edit', action: NARRATOR_EDIT, params: {} })
  return { applied, refused, beat }
}
