import { lineTo } from '../../campaign/commit-line'
import type { Commit } from '../../campaign/history'
import type { CarriedEdits } from '../../../shared/table/present'
import { Problem } from '../../../shared/base/problem'
import { BROUGHT } from '../today/steps'
import type { StoryEditor, StoryReader } from '../reader'
import { editLabel, editStepOf, FILE_EDIT, undoneFiles } from './edit-history'

/** The designer's edits after a commit on the line to `end`, oldest first, with undos and redos; undefined if it isn't on that line. */
export function editsAfter({ history }: StoryReader, at: string, end: string): Commit[] | undefined {
  const edits: Commit[] = []
  for (const commit of lineTo(history, end)) {
    if (commit.id === at) return edits.toReversed()
    if (editStepOf(commit)) edits.push(commit)
  }
  return undefined
}

/** Makes edits of another line again on this one, each as a beat. One that conflicts with this line, or no longer fits, is left out. */
export async function carryEdits(campaign: StoryEditor, edits: readonly Commit[]): Promise<CarriedEdits> {
  const carried: CarriedEdits = { made: 0, left: [] }
  for (const edit of edits) {
    const label = editLabel(edit)
    const { files, conflicts, modes } = undoneFiles(campaign, edit, campaign.snapshot.commit.tree, 'redo')
    if (conflicts.length === 0 && files.size === 0) continue
    try {
      if (conflicts.length > 0) throw new Problem('refused', conflicts[0]?.what ?? '')
      await campaign.edit(
        files,
        `${label.slice(0, 1).toUpperCase()}${label.slice(1)}`,
        { kind: 'edit', action: FILE_EDIT, params: { [BROUGHT]: [edit.id] } },
        [],
        modes
      )
      carried.made++
    } catch (thrown) {
      // A full disk or a lock of git is no reason to leave an edit out.
      if (!(thrown instanceof Problem) || !['refused', 'bad-file', 'rule-failed'].includes(thrown.code)) throw thrown
      carried.left.push(label)
    }
  }
  return carried
}
