import { Problem, toProblem } from '../../shared/problem'
import type { ExternalChange, NewEvent } from '../../shared/present'
import { otherBranches } from '../story/branches'
import type { OpenCampaign } from '../story/open-campaign'
import type { OpenFolder } from './open-folder'

/** Notices what others do to the open folder, such as edits by hand or commits by native git, and remembers what windows were told of it. */
export class ExternalChanges {
  /** The edits by hand that windows know. */
  changes: readonly ExternalChange[] = []
  /** The problem that keeps us from reading the folder, as windows know it; '' if there is none. */
  #obstacle = ''
  /** Where the other branches stood when windows were last told to look. */
  #branches = ''

  constructor(
    private readonly open: Pick<OpenFolder, 'campaign' | 'table' | 'info'>,
    private readonly announce: (event: NewEvent) => void
  ) {}

  /** Hears of every event before the windows do. */
  onEvent(event: NewEvent): void {
    if (event.kind === 'edits') this.changes = event.edits
    if (event.kind === 'problem' && event.problem.code === 'bad-repository') this.#obstacle = event.problem.message
    if (event.kind === 'head') this.#branches = branchesIn(this.open.campaign)
  }

  /** Looks at the folder and announces what has changed. While the table plays, each beat looks by itself. */
  async poll(): Promise<void> {
    const { campaign, table, info } = this.open
    if ((table.status.running && table.waiting === undefined) || info.readOnly !== undefined) return
    try {
      await table.inOrder(async () => {
        const moved = branchesIn(campaign) !== this.#branches
        if (!(await campaign.inStep()) || moved) this.announce({ kind: 'head' })
        const edits = campaign.externalChanges()
        if (JSON.stringify(edits) !== JSON.stringify(this.changes)) this.announce({ kind: 'edits', edits })
        // The obstacle is gone: windows look again, and should it come back, they are told again.
        if (this.#obstacle !== '') this.announce({ kind: 'head' })
        this.#obstacle = ''
      })
    } catch (thrown) {
      const problem = toProblem(thrown).toJSON()
      if (problem.message !== this.#obstacle) this.announce({ kind: 'problem', problem })
      this.#obstacle = problem.message
    }
  }
}

/** Where the other branches stand; '' if that can't be read, which whoever needs a branch will report. */
function branchesIn(campaign: OpenCampaign): string {
  try {
    return otherBranches(campaign)
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown
    return ''
  }
}
