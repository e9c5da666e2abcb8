import type { Beat } from '../../../shared/play'
import { Problem } from '../../../shared/problem'
import { FILES } from '../../campaign/layout'
import type { Commit } from '../../campaign/history'
import { mergeSteps, type FileStep, type Merged } from '../../campaign/world/merge'
import type { OpenCampaign } from '../open-campaign'
import { editLabel } from './edit-history'

/** The direction. */
export type UndoOrRedo = 'undo' | 'redo'

const VERBS: Record<UndoOrRedo, string> = { undo: 'Undo', redo: 'Redo' }

/**
 * Records the inverse of the designer's last edit of the world on this line, or the edit again. Later beats stay. Throws Problem `refused` if
 * there is nothing to undo, or if a later change conflicts (data.references); then nothing has changed.
 */
export async function undo(campaign: OpenCampaign, way: UndoOrRedo): Promise<Beat> {
  const { commit } = campaign.snapshot
  const edit = (await campaign.editHistory.at(commit.id))[way]
  if (!edit) throw new Problem('refused', way === 'undo' ? 'This branch has no edit of the world to undo.' : 'There is no edit to redo.')
  const said = editLabel(edit)
  const { files, conflicts } = undoneFiles(campaign, edit, commit.tree, way)
  const cannot = (references: string[]): Problem => {
    const more = references.length > 3 ? ` and ${references.length - 3} more` : ''
    return new Problem('refused', `Can't ${way} “${said}”, because ${references.slice(0, 3).join('; ')}${more}. Change it yourself instead.`, {
      references
    })
  }
  if (conflicts.length > 0) throw cannot(conflicts)
  try {
    const { beat } = await campaign.edit(files, `${VERBS[way]}: ${said}`, { kind: 'edit', action: way, params: { edit: edit.id } })
    return beat
  } catch (thrown) {
    // The files no longer fit together, because something newer depends on the edit.
    if (thrown instanceof Problem && thrown.code === 'bad-file')
      throw cannot([thrown.message.replace(/\. Write the id of a location\.$/, '').replace(/\.$/, '')])
    throw thrown
  }
}

/** The files that an undo or redo of an edit would write on a tree. */
export function undoneFiles(campaign: OpenCampaign, edit: Commit, tree: string, way: UndoOrRedo): Merged {
  const [parent] = edit.parents
  if (parent === undefined) throw new Problem('refused', "This beat created the campaign, so it can't be undone.")
  const ends = [campaign.history.commit(parent).tree, edit.tree] as const
  const [from, to] = way === 'redo' ? ends : [ends[1], ends[0]]
  const steps: FileStep[] = campaign.history
    .changed(from, to)
    .filter(({ path }) => path !== FILES.next)
    .map(({ path }) => ({ path, from: campaign.past.bytes(from, path), to: campaign.past.bytes(to, path) }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
  return mergeSteps(steps, (path) => campaign.past.bytes(tree, path))
}
