import type { ActionCall, Params, Spent } from '../../shared/story/play'
import type { Game } from '../../shared/story/game'
import type { TableSettings } from '../../shared/table/turns'
import type { Commit, History } from '../campaign/history'
import { LineStory, type LineTurns } from './line-story'
import type { OpenCampaign } from './open-campaign'
import type { Past, Snapshot } from './past'
import type { SavedBeat } from './story'
import { committed, ScratchLine } from './trying/scratch-line'

/** The story of a branch that isn't checked out: beats go to its end, `HEAD` and the working files stay. Turns are recorded as usual. */
export class BranchStory extends LineStory {
  readonly history: History
  readonly past: Past
  readonly turns: LineTurns
  #snapshot: Snapshot

  readonly #game: Game

  /** `game`: that of the branch, which the caller keeps loaded. `settings`: what counts instead of the table's settings on the branch. */
  constructor(
    { history, past, turns }: Pick<OpenCampaign, 'history' | 'past' | 'turns'>,
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
    this.#game = game
    this.#snapshot = this.#at(history.commit(head))
  }

  get snapshot(): Snapshot {
    return this.#snapshot
  }

  #at(commit: Commit): Snapshot {
    return this.#with(this.past.snapshot({ commit, ...this.past.files.at(commit.tree), game: this.#game }))
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

  /** Records an edit of files, but of no rules, as a beat at the end of the branch. `files`: the new ones, from the texts of those that are there. */
  async edit(files: (text: (path: string) => string | undefined) => ReadonlyMap<string, Buffer>, subject: string, params: Params): Promise<void> {
    const { history, past } = this
    const { tree } = this.#snapshot.commit
    const line = new ScratchLine(history, past.files, { root: tree, ...past.files.at(tree), game: this.#game })
    await line.edit(
      files((path) => line.text(path)),
      subject,
      params
    )
    for (const beat of line.beats)
      this.#snapshot = this.#at(history.extendBranch(this.branch, { parent: this.#snapshot.commit.id, ...committed(beat, this.clock()) }))
  }
}
