import type { Beat } from '../../../shared/story/play'
import type { LinksLeft, WorldEdit } from '../../../shared/contract/world-edits'
import type { OldFiles } from '../../campaign/world/file-drafts'
import { editFiles } from '../../campaign/world/edit-files'
import type { StoryEditor, StoryReader } from '../reader'
import { WORLD_EDIT, NARRATOR_EDIT } from '../edits/edit-history'
import { relink } from './links'
import type { AppliedMutations } from '../../../shared/contract/world-calls'
import { readMutations } from '../../../shared/narrator/check'
import { mutationFiles } from '../../campaign/narrator/mutation-files'
import { newcomerOf } from '../../campaign/world/newcomer'

/**
 * Applies the mutations of a narrator's output as one beat. Mutations that can't be applied are reported, and the others are applied. If none can be
 * applied, there is no beat. Throws Problem `bad-input` for a text without mutations, `dirty`; then nothing has changed.
 */
export async function applyMutations(campaign: StoryEditor, text: string): Promise<AppliedMutations> {
  const items = readMutations(text)
  const { commit, state, lore, game } = campaign.snapshot
  const { files, summary, applied, faults, notes } = mutationFiles({ state, lore }, filesAt(campaign, commit.tree), items, newcomerOf(game))
  const refused = faults.map(({ index, ...fault }) => ({ ...fault, index, item: items[index] ?? null }))
  if (applied.length === 0) return { applied, refused }
  const { beat } = await campaign.edit(files, summary, { kind: 'edit', action: NARRATOR_EDIT, params: {} })
  return { applied, refused, beat, ...(notes.length > 0 ? { notes } : {}) }
}

/** Edits the world as one beat. Throws Problem; then nothing has changed. */
export async function editWorld(campaign: StoryEditor, edits: readonly WorldEdit[]): Promise<{ beat: Beat; created: string[]; links?: LinksLeft }> {
  const { commit, state, lore, game } = campaign.snapshot
  const edited = editFiles({ state, lore, newcomer: newcomerOf(game) }, filesAt(campaign, commit.tree), edits)
  const linked = relink(campaign, edited)
  const { beat } = await campaign.edit(linked?.files ?? edited.files, edited.summary, { kind: 'edit', action: WORLD_EDIT, params: {} })
  return { beat, created: edited.created, ...(linked ? { links: linked.links } : {}) }
}

/** The files of a tree, as an edit reads them. */
export const filesAt = (campaign: StoryReader, tree: string): OldFiles => ({
  bytes: (path) => campaign.past.bytes(tree, path),
  under: (folder) => [...campaign.history.files(tree, folder).keys()]
})
