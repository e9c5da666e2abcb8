import { join } from 'node:path'
import { diff, type JsonObject } from '../../shared/base/json'
import type { ActionCall, Beat, Spent } from '../../shared/story/play'
import { Problem } from '../../shared/base/problem'
import type { TableSettings } from '../../shared/table/turns'
import type { LinksLeft } from '../../shared/contract/world-edits'
import { lineTo } from '../campaign/commit-line'
import { type Commit, History } from '../campaign/history'
import { authorOf, formatBeatMessage, parseBeatMessage } from '../campaign/beat-message'
import { Chronicle, type KeptFile } from '../campaign/chronicle/chronicle'
import { DESIGNER } from '../engine/people'
import { FILES } from '../campaign/layout'
import { formatYaml } from '../campaign/yaml-splice'
import { chronicleSource, checkCampaign, lanesOf, refuseForeign } from './history/branches'
import { ENGINE, FORMAT, versionFile } from './creation/create'
import { checkEdit } from './edits/check-edit'
import { VerifiedLines } from './checks/verified-lines'
import { versionOf } from './edits/current-file'
import { ExternalChanges, changedFiles } from './edits/external-changes'
import { DraftStore } from './edits/drafts'
import { HeldFiles } from './edits/held-files'
import { committed, type ScratchBeat } from './trying/scratch-line'
import { Repacking } from './history/repacking'
import { Recordings, writerOfReplay } from './turns/recordings'
import { Contradictions } from './contradictions/history'
import { Coverage } from './coverage/coverage'
import { Judgements } from './contradictions/judgements'
import { RunBatches } from './runs/run-batches'
import { RunVotes } from './runs/votes'
import { SealedFiles } from '../machine/sealed-files'
import { Spending } from './turns/spending'
import { withSettings } from './turns/table-settings'
import { LineStory } from './line-story'
import type { SavedBeat } from './story'
import { TurnList } from './turns/turn-list'
import { TurnRecords } from './turns/turn-records'
import { EditHistory, FILE_EDIT, isUndo } from './edits/edit-history'
import { relinkMovedFiles } from './world/links'
import { Past, type Snapshot } from './past'
import type { StoryEditor } from './reader'
import { Writing } from './writing/writing'

/** An open campaign folder. Records beats at its head, one at a time. */
export class OpenCampaign extends LineStory implements StoryEditor {
  readonly past: Past
  readonly turns: TurnRecords
  readonly spending: Spending
  readonly editHistory: EditHistory
  readonly turnList: TurnList
  readonly recordings: Recordings
  readonly chronicle: Chronicle
  readonly verified: VerifiedLines
  readonly contradictions: Contradictions
  readonly coverage: Coverage
  readonly judged: Judgements
  /** The votes of judges on runs. */
  readonly runVotes: RunVotes
  /** The batches of questions to judges that were sent. */
  readonly runBatches: RunBatches
  /** Who wrote each text of the log. */
  readonly writing: Writing
  readonly held: HeldFiles
  readonly drafts: DraftStore
  readonly external: ExternalChanges
  readonly #repacking: Repacking
  #snapshot!: Snapshot

  private constructor(
    readonly history: History,
    clock: () => number,
    sealed: SealedFiles
  ) {
    super(clock)
    const folder = history.home
    const stored = (name: string): KeptFile => {
      const file = sealed.at(join(folder, name))
      return history.isReadOnly ? { ...file, write: () => false } : file
    }
    this.judged = new Judgements(stored('judged.json'))
    this.runVotes = new RunVotes(stored('run-votes.json'))
    this.runBatches = new RunBatches(stored('run-batches.json'))
    this.held = new HeldFiles(stored('held.json'), (path) => {
      const bytes = history.workingFile(path)
      return bytes && versionOf(bytes)
    })
    this.drafts = new DraftStore(join(folder, 'drafts'), (path) => sealed.at(path))
    this.external = new ExternalChanges(history, this.held)
    this.turns = new TurnRecords(
      folder,
      () => this.judged.ledger(),
      (usage) => this.spending.recorded(usage)
    )
    this.spending = new Spending(this)
    this.past = new Past(history, this.turns, () => this.#snapshot?.game)
    this.turnList = new TurnList(this.turns, history)
    this.recordings = new Recordings(folder, this.turnList, history)
    this.writing = new Writing(this)
    this.#repacking = new Repacking(history)
    this.editHistory = new EditHistory(history)
    this.chronicle = new Chronicle(chronicleSource(history), sealed.at(join(folder, 'chronicle')))
    this.verified = new VerifiedLines(this.chronicle, stored('verified.json'))
    this.contradictions = new Contradictions(this, stored('contradictions.json'), this.judged)
    this.coverage = new Coverage(this, stored('coverage.zlib'))
    history.rememberParents((id) => this.chronicle.parentOf(id))
  }

  /**
   * Opens a folder. `sealed` is the machine's store of sealed files; without it nothing is cached on the disk. Throws Problem: `not-a-campaign`,
   * `bad-repository`, `bad-file`, `rule-failed`.
   */
  static async open(dir: string, options: { readOnly?: boolean; clock: () => number; sealed?: SealedFiles }): Promise<OpenCampaign> {
    const { readOnly = false, clock, sealed = new SealedFiles(undefined) } = options
    const campaign = new OpenCampaign(History.open(dir, { readOnly }), clock, sealed)
    try {
      refuseForeign(campaign.history)
      campaign.#checkVersion()
      campaign.#snapshot = await campaign.past.snapshotAt(campaign.history.head().commit)
      campaign.#repacking.startLater()
    } catch (thrown) {
      campaign.dispose()
      throw thrown
    }
    return campaign
  }

  /** Throws Problem `bad-file` for a folder with a newer format or engine than this app's. */
  #checkVersion(): void {
    const version = this.past.versionAt(this.history.commit(this.history.head().commit).tree)
    if (version.format > FORMAT || version.engine > ENGINE)
      throw new Problem('bad-file', 'A newer version of Proscenium made this campaign. Update the app to open it.', { file: FILES.version })
  }

  get snapshot(): Snapshot {
    return this.#snapshot
  }

  /** Returns true if HEAD is where this object left it. Otherwise reads the present again from HEAD and returns false. */
  async inStep(): Promise<boolean> {
    const head = this.history.head().commit
    if (head === this.#snapshot.commit.id) return true
    this.#snapshot = await this.past.snapshotAt(head)
    return false
  }

  /**
   * Plays a call at the head and records its beat: the engine resolves it, git commits it, and only then the snapshot changes. Throws Problem; then
   * nothing has changed. `spent` goes into the commit message, not into the story.
   */
  recordBeat(request: ActionCall, spent?: Spent): SavedBeat {
    this.#useThisEngine()
    const { snapshot, ...saved } = this.playBeat(
      request,
      spent,
      (beat) => this.history.commitFiles(beat),
      (call, n) => (call.agent === 'replay' ? writerOfReplay(this, call.actor, n) : undefined)
    )
    this.#snapshot = snapshot
    this.#repacking.startIfDue()
    return saved
  }

  /** Records a beat that moves a campaign from an older engine to this one, so that the engine of every beat is on record. */
  #useThisEngine(): void {
    const { commit, state, game } = this.#snapshot
    if (this.past.versionAt(commit.tree).engine === ENGINE) return
    const next = { ...state.next, beat: state.next.beat + 1 }
    const { game: name, version } = game.manifest
    const files = new Map([
      [FILES.next, { bytes: Buffer.from(formatYaml(next as unknown as JsonObject)) }],
      [FILES.version, { bytes: Buffer.from(versionFile(name, version, game.hash)) }]
    ])
    const call: ActionCall = { kind: 'edit', action: 'engine', actor: 'designer', params: {}, agent: 'hand' }
    const subject = `Update to engine ${ENGINE}`
    const message = formatBeatMessage({ subject, call, beat: next.beat, rolls: [], scene: state.scene?.path, rules: game.hash })
    const saved = this.history.commitFiles({ parent: commit.id, files, message, author: authorOf(state, call), time: this.clock() })
    this.#snapshot = this.past.snapshot({ ...this.#snapshot, commit: saved, state: this.past.files.at(saved.tree).state })
  }

  /** The commit of the beat with a number on the line to the present. */
  beatNumbered(n: number): Commit | undefined {
    for (const commit of lineTo(this.history, this.#snapshot.commit.id)) {
      const { beat } = parseBeatMessage(commit)
      if (beat.n <= n) return beat.n === n ? commit : undefined
    }
    return undefined
  }

  /** The story after the beat with a number on the line to the present, or at the line's beginning. */
  snapshotAfter(beat: number): Promise<Snapshot> {
    let at: Commit = this.#snapshot.commit
    for (at of lineTo(this.history, at.id)) if (parseBeatMessage(at).beat.n <= beat) break
    return this.past.snapshotAt(at.id)
  }

  /** Beats of all branches, or of the current line only, newest first; `before` is the last beat of the previous page. */
  timeline(limit: number, before?: string, line = false): { beats: Beat[]; more: boolean } {
    const heads = line ? [this.#snapshot.commit.id] : lanesOf(this.history).flatMap(({ head, fetched }) => (fetched ? [] : [head]))
    const commits = this.history.log(heads, limit, before)
    return { beats: commits.map((commit) => parseBeatMessage(commit).beat), more: commits.length === limit }
  }

  async createBranch(at: string, name: string): Promise<void> {
    checkCampaign(this.history, at)
    this.history.createBranch(name, at)
    await this.switchTo(name)
  }

  async switchTo(name: string): Promise<void> {
    checkCampaign(this.history, this.history.branches().find((one) => one.name === name)?.head)
    this.history.switchTo(name)
    await this.inStep()
  }

  /** Records all external changes as one beat by the designer. Throws Problem if a file doesn't fit; then nothing has changed. */
  async adopt(): Promise<SavedBeat & { links?: LinksLeft }> {
    const edits = this.external.list()
    this.history.checkUnfiltered(edits.flatMap(({ path, change }) => (change === 'removed' ? [] : [path])))
    const { tree } = this.#snapshot.commit
    const updates = changedFiles(this.history.dir, edits, (path) => this.past.bytes(tree, path))
    const isSaved = ([path, bytes]: [string, Buffer | null]): boolean => {
      const saved = this.past.files.entry(tree, path)
      if (!saved || !bytes) return !saved && !bytes
      return (this.history.workingMode(path) ?? saved.mode) === saved.mode && this.history.blob(saved.oid).equals(bytes)
    }
    if ([...updates].every(isSaved)) throw new Problem('refused', 'No file has changed outside the app, so there is nothing to adopt.')
    const names = edits.map((e) => e.path)
    const subject = `Adopted changes to ${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''}`
    const linked = relinkMovedFiles(this, updates)
    return { ...(await this.#edit(linked?.files ?? updates, subject)), ...(linked ? { links: linked.links } : {}) }
  }

  /** Records new table settings as one beat by the designer. Throws Problem `refused` if nothing changes, `dirty` if the file changed outside. */
  async setTable(settings: TableSettings): Promise<SavedBeat> {
    const text = this.past.files.text(this.#snapshot.commit.tree, FILES.table) ?? ''
    const written = withSettings(text, this.#snapshot.settings(), settings)
    if (written === undefined) throw new Problem('refused', 'The table settings are the same already. There is nothing to save.')
    return this.#edit(new Map([[FILES.table, Buffer.from(written)]]), 'Saved the table settings')
  }

  /** Records edited files as one beat by the designer. Throws Problem if one doesn't fit; then nothing has changed. */
  async #edit(updates: ReadonlyMap<string, Buffer | null>, subject: string): Promise<SavedBeat> {
    return this.edit(updates, subject, { kind: 'edit', action: FILE_EDIT, params: {} })
  }

  /**
   * Records edited files as one beat. Its action and `params` identify the kind of edit. `replaced`: paths whose external changes it replaces; their
   * versions in the folder are copied to the folder `aside`. `modes`: the modes of files that the edit moves or restores.
   */
  async edit(
    updates: ReadonlyMap<string, Buffer | null>,
    subject: string,
    request: Pick<ActionCall, 'kind' | 'action' | 'params'>,
    replaced: readonly string[] = [],
    modes: ReadonlyMap<string, number> = new Map()
  ): Promise<SavedBeat & { aside?: string }> {
    const before = this.#snapshot
    const { files, state, rules } = await checkEdit(this.history, { ...before, files: this.past.files }, updates, {
      mayReopen: isUndo(request.action)
    })
    for (const path of updates.keys()) {
      const file = files.get(path)
      const mode = modes.get(path) ?? this.history.workingMode(path)
      if (file && mode !== undefined) files.set(path, { ...file, mode })
    }
    const aside = replaced.length === 0 ? undefined : this.history.setAside(replaced)
    const call: ActionCall = { ...request, actor: DESIGNER, agent: 'hand' }
    const message = formatBeatMessage({ subject, call, beat: state.next.beat, rolls: [], scene: before.state.scene?.path, rules })
    const author = this.authorOf(before.state, call)
    const commit = this.history.commitFiles({ parent: before.commit.id, files, message, author, time: this.clock() })
    this.#snapshot = await this.past.snapshotAt(commit.id)
    return {
      beat: parseBeatMessage(commit).beat,
      outcome: { changes: diff(before.state, this.#snapshot.state), writes: [], rolls: [], results: [], answer: subject },
      ...(aside === undefined ? {} : { aside })
    }
  }

  /** Saves beats that were played in memory as a new branch at a commit, without switching to it. Throws Problem; then there is no branch. */
  saveBranch(name: string, at: string, beats: readonly ScratchBeat[]): Commit {
    const time = this.clock()
    return this.history.commitBranch(
      name,
      at,
      beats.map((beat) => committed(beat, time))
    )
  }

  dispose(): void {
    this.#repacking.dispose()
    this.external.close()
    this.coverage.dispose()
    this.past.dispose()
    this.chronicle.keep()
    this.history.dispose()
  }
}
