import type { Beat } from '../../../shared/story/play'
import { Problem } from '../../../shared/base/problem'
import type { UndoDirection } from '../../../shared/contract/world-edits'
import { TABLE_WRITES } from './check-edit'
import type { Commit } from '../../campaign/history'
import { mergeSteps, type FileStep, type Merged } from '../../campaign/world/merge'
import type { StoryEditor, StoryReader } from '../reader'
import { type EditHistory, editLabel } from './edit-history'

const VERBS: Record<UndoDirection, string> = { undo: 'Undo', redo: 'Redo' }

/** The maximum number of conflicts and of files to edit that a refusal names. */
const MAX_NAMED = 3

/**
 * Undoes or redoes the designer's last edit on this line, as a new beat. Later beats remain. Throws Problem `refused` if there is nothing to undo or
 * redo, or if a later change conflicts (data.references); then nothing has changed.
 */
export async function undo(campaign: StoryEditor & { editHistory: EditHistory }, direction: UndoDirection): Promise<Beat> {
  const { commit } = campaign.snapshot
  const edit = (await campaign.editHistory.at(commit.id))[direction]
  if (!edit) throw new Problem('refused', direction === 'undo' ? 'This branch has no edit to undo.' : 'There is no edit to redo.')
  const label = editLabel(edit)
  const refused = (references: string[], remedy: string): Problem =>
    new Problem('refused', `Can't ${direction} “${label}”, because ${firstNames(references, '; ')}. ${remedy}`, { references })
  const { files, conflicts } = undoneFiles(campaign, edit, commit.tree, direction)
  if (conflicts.length > 0) {
    const paths = [...new Set(conflicts.map(({ path }) => path))]
    throw refused(
      conflicts.map(({ what }) => what),
      `Edit ${firstNames(paths, ', ')} yourself instead.`
    )
  }
  try {
    const { beat } = await campaign.edit(files, `${VERBS[direction]}: ${label}`, { kind: 'edit', action: direction, params: { edit: edit.id } })
    return beat
  } catch (thrown) {
    // The files no longer fit together, because a newer change depends on the edit.
    if (!(thrown instanceof Problem) || (thrown.code !== 'bad-file' && thrown.code !== 'rule-failed')) throw thrown
    const reason = thrown.message.replace(/\. Write the id of a location\.$/, '').replace(/\.$/, '')
    throw refused([reason], `Correct that first, then ${direction} again.`)
  }
}

/** The first entries of a list as text, and the number of the others. */
function firstNames(all: readonly string[], separator: string): string {
  const more = all.length - MAX_NAMED
  return `${all.slice(0, MAX_NAMED).join(separator)}${more > 0 ? ` and ${more} more` : ''}`
}

/** The files that an undo or redo of an edit would write to a tree. */
export function undoneFiles(campaign: StoryReader, edit: Commit, tree: string, direction: UndoDirection): Merged {
  const [parent] = edit.parents
  if (parent === undefined) throw new Problem('refused', "This beat created the campaign, so it can't be undone.")
  const ends = [campaign.history.commit(parent).tree, edit.tree] as const
  const [from, to] = direction === 'redo' ? ends : [ends[1], ends[0]]
  const steps: FileStep[] = campaign.history
    .changed(from, to)
    .filter(({ path }) => !TABLE_WRITES.includes(path))
    .map(({ path }) => ({ path, from: campaign.past.bytes(from, path), to: campaign.past.bytes(to, path) }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
  return mergeSteps(steps, (path) => campaign.past.bytes(tree, path))
}
