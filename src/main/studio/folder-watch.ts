import { Problem, toProblem } from '../../shared/base/problem'
import type { ExternalChange, NewEvent } from '../../shared/table/present'
import { runsVersion } from '../lab/runs'
import { versionOf } from '../story/edits/current-file'
import { otherBranches } from '../story/history/branches'
import type { OpenCampaign } from '../story/open-campaign'
import type { OpenFolder } from './open-folder'

/** The most changed files that are checked for further changes. */
const MAX_SIGNED = 5000

/** Notices the changes of other programs in the open folder, such as edits or commits, and keeps track of what the windows know. */
export class FolderWatch {
  /** The external changes that the windows know about. */
  changes: readonly ExternalChange[] = []
  /** The problem that prevents reading the folder, as last announced; '' if there is none. */
  #obstacle = ''
  /** The signature of the changed files at the last check; see `History.signOf`. */
  #sign = ''
  /** Whether a window has a text of the folder that no announced change explains. */
  #isAhead = false
  /** The heads of the other branches when windows were last told to refresh. */
  #branches = ''
  /** The runs of the lab that windows were told of. */
  #runs: number
  /** The head that the windows know. Any call may have read a newer one. */
  #head: string

  constructor(
    private readonly open: Pick<OpenFolder, 'campaign' | 'table' | 'info'>,
    private readonly announce: (event: NewEvent) => void
  ) {
    this.#head = open.campaign.snapshot.commit.id
    this.#runs = runsVersion(open.campaign.history.home)
  }

  /** Receives every event before the windows do. */
  onEvent(event: NewEvent): void {
    if (event.kind === 'edits') this.changes = event.edits
    if (event.kind === 'problem' && event.problem.code === 'bad-repository') this.#obstacle = event.problem.message
    if (event.kind === 'beat') this.#head = event.beat.id
    if (event.kind !== 'head') return
    this.#head = this.open.campaign.snapshot.commit.id
    this.#branches = branchesIn(this.open.campaign)
  }

  /**
   * Receives the version of a file that a window was given. If the file has changed since the last check, the next one announces the changes even if
   * the file has changed back by then; otherwise the window would keep its text.
   */
  given(path: string, version: string): void {
    const { campaign } = this.open
    if (this.changes.some((change) => change.path === path)) return
    const saved = campaign.past.bytes(campaign.snapshot.commit.tree, path)
    if (saved === undefined || versionOf(saved) !== version) this.#isAhead = true
  }

  /** Checks the folder and announces changes. While the table plays, each beat does its own check. */
  async poll(): Promise<void> {
    const { campaign, table, info } = this.open
    const runs = runsVersion(campaign.history.home)
    if (runs !== this.#runs) this.announce({ kind: 'runs', runs })
    this.#runs = runs
    if ((table.status.running && table.hands.waiting === undefined) || info.readOnly !== undefined) return
    try {
      await table.inOrder(async () => {
        const moved = branchesIn(campaign) !== this.#branches
        await campaign.inStep()
        if (campaign.snapshot.commit.id !== this.#head || moved) this.announce({ kind: 'head' })
        const edits = await campaign.external.latest()
        // A file that was changed already may have been changed again.
        const sign = campaign.history.fingerprintOf(edits.slice(0, MAX_SIGNED).map(({ path }) => path))
        if (this.#isAhead || sign !== this.#sign || JSON.stringify(edits) !== JSON.stringify(this.changes)) this.announce({ kind: 'edits', edits })
        this.#isAhead = false
        this.#sign = sign
        // The obstacle is gone. Windows refresh, and are informed again if it returns.
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

/** The heads of the other branches; '' if they can't be read, which any call that needs a branch will report. */
function branchesIn(campaign: OpenCampaign): string {
  try {
    return otherBranches(campaign.history)
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown
    return ''
  }
}
