import type { ActionCall, Spent } from '../../shared/story/play'
import type { Game } from '../../shared/story/game'
import type { TableSettings } from '../../shared/table/turns'
import type { History } from '../campaign/history'
import { LineStory, type LineTurns } from './line-story'
import type { OpenCampaign } from './open-campaign'
import type { Past, Snapshot } from './past'
import type { SavedBeat } from './story'

/**
 * The story of a branch that isn't checked out. It records beats at the end of the branch, and leaves `HEAD` and the working files alone. Its turns and
 * their cost are recorded as those of the open campaign are.
 */
export class BranchStory extends LineStory {
  readonly history: History
  readonly past: Past
  readonly turns: LineTurns
  #snapshot: Snapshot

  /** `game`: that of the branch, which the caller keeps loaded. `settings`: what counts instead of the table's settings on the branch. */
  constructor(
    { history, past, turns }: Pick<OpenCampaign, 'history' | 'past'> & { turns: LineTurns },
    readonly branch: string,
    head: string,
    game: Game,
    private readonly settings: (own: TableSettings) => TableSettings,
    clock: () => number
  ) {
    super(clock)
    this.history = history
    this.past = past
    this.turns = turns
    const commit = history.commit(head)
    this.#snapshot = this.#with(past.snapshot({ commit, ...past.files.at(commit.tree), game }))
  }

  get snapshot(): Snapshot {
    return this.#snapshot
  }

  #with(snapshot: Snapshot): Snapshot {
    return { ...snapshot, settings: () => this.settings(snapshot.settings()) }
  }

  /** Throws Problem, such as `conflict` once the branch is checked out or was changed; then nothing has changed. */
  recordBeat(request: ActionCall, spent?: Spent): SavedBeat {
    const { snapshot, ...saved } = this.playBeat(request, spent, (beat) => this.history.extendBranch(this.branch, beat))
    this.#snapshot = this.#with(snapshot)
    return saved
  }
}
