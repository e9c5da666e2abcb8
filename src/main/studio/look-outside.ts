import { toProblem } from '../../shared/problem'
import type { EventStream } from './events'
import type { OpenFolder } from './open-folder'

/** Looks for what others did to the folder: edits by hand, commits by native git. While the table plays, each beat looks by itself. */
export async function lookOutside({ campaign, table, info }: Pick<OpenFolder, 'campaign' | 'table' | 'info'>, events: EventStream): Promise<void> {
  if ((table.status.running && table.waiting === undefined) || !events.isHeard || info.readOnly !== undefined) return
  try {
    await table.inOrder(async () => {
      const moved = events.branchesNow() !== events.lastBranches
      if (!(await campaign.inStep()) || moved) events.emit({ kind: 'head' })
      const edits = campaign.edits()
      if (JSON.stringify(edits) !== JSON.stringify(events.edits)) events.emit({ kind: 'edits', edits })
      // What was in the way is gone: windows look again, and should it come back, it is told again.
      if (events.inTheWay !== '') events.emit({ kind: 'head' })
      events.inTheWay = ''
    })
  } catch (thrown) {
    const problem = toProblem(thrown).toJSON()
    if (problem.message !== events.inTheWay) events.emit({ kind: 'problem', problem })
    events.inTheWay = problem.message
  }
}
