import type { Beat } from '../../../shared/story/play'
import type { LinksLeft, WorldEdit } from '../../../shared/contract/world-edits'
import type { OldFiles } from '../../campaign/world/drafts'
import { editFiles } from '../../campaign/world/edit-files'
import type { StoryEditor, StoryReader } from '../reader'
import { WORLD_EDIT } from '../edits/edit-history'
import { relink } from './links'

/** Edits the world as one beat. Throws Problem; then nothing has changed. */
export async function editWorld(campaign: StoryEditor, edits: readonly WorldEdit[]): Promise<{ beat: Beat; created: string[]; links?: LinksLeft }> {
  const { commit, state, lore } = campaign.snapshot
  const edited = editFiles({ state, lore }, filesAt(campaign, commit.tree), edits)
  const linked = relink(campaign, edited)
  const { beat } = await campaign.edit(linked?.files ?? edited.files, edited.summary, { kind: 'edit', action: WORLD_EDIT, params: {} })
  return { beat, created: edited.created, ...(linked ? { links: linked.links } : {}) }
}

/** The files of a tree, as an edit reads them. */
export const filesAt = (campaign: StoryReader, tree: string): OldFiles => ({
  bytes: (path) => campaign.past.bytes(tree, path),
  under: (folder) => [...campaign.history.files(tree, folder).keys()]
})
