import type { Beat } from '../../../shared/play'
import type { WorldEdit } from '../../../shared/world-edits'
import type { OldFiles } from '../../campaign/world/drafts'
import { editFiles } from '../../campaign/world/edit-files'
import type { OpenCampaign } from '../open-campaign'
import { WORLD_EDIT } from './edit-line'

/** Edits the world as one beat. Throws Problem; then nothing has changed. */
export async function editWorld(campaign: OpenCampaign, edits: readonly WorldEdit[]): Promise<{ beat: Beat; made: string[] }> {
  const { commit, state, lore } = campaign.standing
  const { files, made, said } = editFiles({ state, lore }, filesAt(campaign, commit.tree), edits)
  const { beat } = await campaign.edit(files, said, { kind: 'edit', action: WORLD_EDIT, params: {} })
  return { beat, made }
}

/** The files of a tree as an edit finds them. */
export const filesAt = (campaign: OpenCampaign, tree: string): OldFiles => ({
  bytes: (path) => campaign.bytes(tree, path),
  under: (folder) => [...campaign.history.files(tree, folder).keys()]
})
