import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { AbortSignalLike } from '../../shared/base/abort'
import { Problem, toProblem } from '../../shared/base/problem'
import type { LabPlan, LabQueue } from '../../shared/lab/plan'
import type { LabFilter, LabMap, LabProgress, LabReport, LabRun } from '../../shared/lab/report'
import type { SessionRow } from '../../shared/lab/rows'
import type { LabComparison } from '../../shared/lab/comparison'
import { compareRuns, type Side } from './compare'
import { labWorld, type LabWorld } from './lab-world'
import type { OddSessions } from '../../shared/lab/odd'
import { oddSessions } from './results/odd'
import { labMap } from './results/report-map'
import { labReport, type ListedPart, listSessions, NO_RESULTS, type ReadableResults } from './results/report'
import type { NumberChange } from '../../shared/lab/solution'
import type { Game } from '../../shared/story/game'
import { beatFactsOf } from '../campaign/beat-message'
import { ENGINE } from '../story/creation/create'
import type { StoryReader } from '../story/reader'
import type { ScratchBeat } from '../story/trying/scratch-line'
import { type LabMaterial, materialOf } from './material'
import { Opener } from './opener'
import { type Players, type PlayerTask, type PlayOptions, startPlayer, threadPlayers } from './player'
import { Playing } from './playing'
import type { ResultsPort } from './results/port'
import { MEASURES, newRun, Runs, type StoredRun } from './runs'

/** The most results that stay open beside those of the run that is being played. */
const MAX_OPEN = 3
/** How often a run that another process plays is looked at, in ms. */
const LOOK_MS = 500
/** The most answers that are kept. */
const MAX_ANSWERS = 24

export interface LabOptions {
  /** The app's folder with `resources/`. */
  resources: string
  /** Opens the results of a run. */
  open: (file: string) => ResultsPort
  /** Why the lab’s folder can’t be written, in a sentence. That the campaign is open elsewhere is no reason. */
  readOnly: string | undefined
}

/** The playtest lab of one open campaign. */
export class Lab {
  readonly #runs: Runs
  readonly #open = new Map<string, ResultsPort>()
  readonly #answers = new Map<string, Promise<unknown>>()
  #playing: { id: string; now: Playing } | undefined
  readonly #opener = new Opener((id) => this.#taskOf(id))
  #world: { commit: string; game: Game; read: Promise<LabWorld> } | undefined

  constructor(
    private readonly campaign: StoryReader,
    private readonly options: LabOptions
  ) {
    this.#runs = new Runs(join(campaign.history.home, 'lab'))
  }

  runs(): LabRun[] {
    return this.#runs.list(this.#playing?.id)
  }

  /** A run by its id; without one, the newest. Throws Problem `not-found`. */
  run(id?: string): LabRun {
    const newest = id ?? this.runs()[0]?.id
    if (newest === undefined) throw new Problem('not-found', 'This campaign has no runs yet. Begin one with "New run", or with "proscenium lab run".')
    this.#runs.read(newest)
    return this.#runs.shown(newest, this.#playing?.id)
  }

  /** Begins a run at a commit. Throws Problem `locked`, `refused` while another run is played, `bad-input` for its plan, `disk` for its queue. */
  async begin(plan: LabPlan, commit: string, remarks: string[], how: PlayOptions = {}): Promise<LabRun> {
    this.#checkFree()
    const { history, past } = this.campaign
    const found = history.commit(commit)
    const { id, tree } = found
    const task = { material: this.material(id), plan }
    // A plan that can't be played is refused before there is a run.
    ;(await startPlayer(task)).close()
    this.#checkFree()
    const { hash } = await past.gameAt(tree)
    const run = newRun({ commit: id, subject: beatFactsOf(found).facts.subject, rules: hash, plan, remarks })
    return this.#begin(run, id, task, [], how)
  }

  /** Continues a run. Throws as `begin` does, Problem `refused` if the run was measured otherwise, and `locked` while another process plays it. */
  async resume(id: string, how: PlayOptions = {}): Promise<LabRun> {
    this.#checkFree()
    this.#runs.checkFree(id)
    const { commit, status } = this.#runs.read(id)
    if (status === 'done') throw new Problem('refused', 'All sessions of this run are done. Begin a new one for more.')
    if (!this.isOfToday(id))
      throw new Problem('refused', 'Another version of Proscenium began this run, and would measure it otherwise. Begin a new one.')
    const played = await this.results(id).sessions()
    return this.#begin(id, commit, this.#taskOf(id), played, how)
  }

  /** Plays a new run, or one by its id, in threads of this process or by the workers at a queue. */
  async #begin(run: StoredRun | string, commit: string, task: PlayerTask, played: readonly number[], { until, queue }: PlayOptions): Promise<LabRun> {
    const players = await this.players(commit, task, queue)
    try {
      this.#checkFree()
      const id = typeof run === 'string' ? run : this.#runs.create(run)
      this.#runs.change(id, { status: 'running', done: played.length, problem: undefined })
      this.#play(id, task.plan, players, played, until)
      return this.run(id)
    } catch (thrown) {
      await players.close()
      throw thrown
    }
  }

  /** Players of a commit's sessions, with a number changed if there is a change. Throws Problem `bad-input`, `disk`, `refused` for the queue. */
  async players(commit: string, task: PlayerTask, queue: LabQueue | undefined, change?: NumberChange): Promise<Players> {
    if (!queue) return threadPlayers(task)
    const { history } = this.campaign
    return (await import('./queue/owner')).queuePlayers({ commit, task, queue, history, change })
  }

  #checkFree(): void {
    if (this.options.readOnly !== undefined) throw new Problem('locked', this.options.readOnly)
    if (this.#playing) throw new Problem('refused', 'Another run is being played. Stop it, or wait until it is done.')
  }

  #play(id: string, plan: LabPlan, players: Players, played: readonly number[], until: number | undefined): void {
    const now = new Playing(id, plan, players, this.results(id), played, (done) => this.#runs.change(id, { done }), until)
    this.#playing = { id, now }
    const end = (change: Partial<StoredRun>): void => {
      this.#playing = undefined
      this.#runs.change(id, change)
    }
    void now.over
      .then(
        (status) => end({ status, done: now.progress.done }),
        (thrown: unknown) => end({ status: 'stopped', problem: toProblem(thrown).message })
      )
      // A full disk keeps the run from being written, too; it then counts as interrupted.
      .catch(() => undefined)
  }

  /** Stops a run. Throws Problem `locked` if another process plays it. */
  async stop(id: string): Promise<LabRun> {
    if (this.#playing?.id === id) await this.#playing.now.stop()
    else this.#runs.checkFree(id)
    await new Promise<void>((done) => setImmediate(done))
    return this.run(id)
  }

  /** The progress of a run until it is over; ends at once if it isn't being played. */
  async *watch(id: string, stop?: AbortSignalLike): AsyncGenerator<LabProgress> {
    if (this.#playing?.id === id) {
      yield* this.#playing.now.watch(stop)
      return
    }
    for (;;) {
      const { elsewhere, done, plan } = this.#runs.shown(id)
      if (elsewhere === undefined || stop?.aborted) return
      // Its results can’t be written while this process reads them.
      await this.#closeResults(id)
      yield { run: id, done, of: plan.sessions, beats: 0, beatsPerSecond: 0, failures: 0 }
      await pause(LOOK_MS)
    }
  }

  async #closeResults(id: string): Promise<void> {
    const port = this.#open.get(id)
    this.#open.delete(id)
    await port?.close()
  }

  edit(id: string, change: { name?: string | undefined; pinned?: boolean | undefined }): LabRun {
    if (this.options.readOnly !== undefined) throw new Problem('locked', this.options.readOnly)
    const { name, pinned } = change
    this.#runs.change(id, { ...(name === undefined ? {} : { name }), ...(pinned === undefined ? {} : { pinned }) })
    return this.run(id)
  }

  async remove(id: string): Promise<void> {
    if (this.options.readOnly !== undefined) throw new Problem('locked', this.options.readOnly)
    if (this.#playing?.id === id) throw new Problem('refused', 'This run is being played. Stop it first.')
    this.#runs.checkFree(id)
    this.#opener.close(id)
    await this.#closeResults(id)
    this.#runs.remove(id)
  }

  /** The file with the continuations of a run. Throws Problem `not-found`. */
  continuationsFile(id: string): string {
    this.#runs.read(id)
    return this.#runs.continuations(id)
  }

  /** The results of a run. Those that were read last stay open. Throws Problem `not-found`, `locked` while another process plays it. */
  results(id: string): ResultsPort {
    if (this.#playing?.id !== id) this.#runs.checkFree(id)
    const known = this.#open.get(id)
    if (known) {
      this.#open.delete(id)
      this.#open.set(id, known)
      return known
    }
    for (const [other, port] of this.#open) {
      if (this.#open.size < MAX_OPEN) break
      if (other === this.#playing?.id) continue
      void port.close().catch(() => undefined)
      this.#open.delete(other)
    }
    const port = this.options.open(this.#runs.results(id))
    this.#open.set(id, port)
    return port
  }

  /** What the lab shows of the sessions of a run that pass a filter. Throws Problem `not-found`, and as `ResultsPort.rows`. */
  async report(id: string, filter: LabFilter): Promise<LabReport> {
    const run = this.run(id)
    const read = (): Promise<LabReport> => labReport(this.#readable(run), this.world(run), run, filter)
    return { ...(await this.#kept(run, filter, read)), run }
  }

  /** An answer about the sessions of a run. The last ones about runs that aren't playing are kept. `asked`: what tells it from others. */
  async #kept<Answer>(run: LabRun, asked: unknown, read: () => Promise<Answer>): Promise<Answer> {
    if (run.status === 'running') return read()
    const key = JSON.stringify([run.id, run.done, asked])
    const known = (this.#answers.get(key) as Promise<Answer> | undefined) ?? read()
    // The one that was asked for last is forgotten last.
    this.#answers.delete(key)
    this.#answers.set(key, known)
    for (const oldest of this.#answers.keys()) if (this.#answers.size > MAX_ANSWERS) this.#answers.delete(oldest)
    known.catch(() => this.#answers.delete(key))
    return known
  }

  /** The map of a run's campaign. Throws as `report` does. */
  async map(id: string): Promise<LabMap> {
    const run = this.run(id)
    return labMap(this.#readable(run), await this.world(run))
  }

  /** The report as one HTML page. `words`: what the marks of the filter say. Throws as `report` does. */
  async page(id: string, filter: LabFilter, words: readonly string[]): Promise<string> {
    const [report, map, { lore }] = await Promise.all([this.report(id, filter), this.map(id), this.world(this.run(id))])
    // What draws the charts is large and rarely needed here.
    const { reportPage } = await import('./page')
    return reportPage(report, { campaign: lore.title, map, filter: words })
  }

  /** Sessions of a run that pass a filter. Throws as `report` does. */
  sessions(id: string, part: ListedPart): ReturnType<typeof listSessions> {
    return listSessions(this.#readable(this.run(id)), part)
  }

  /** The most unusual sessions of a run; `only`: among these. Throws as `report` does. */
  async odd(id: string, count: number, only?: readonly number[]): Promise<OddSessions> {
    const run = this.run(id)
    return this.#kept(run, { odd: count, only }, async () => oddSessions(this.#readable(run), await this.world(run), count, only))
  }

  /** The results of a run; none before its first sessions are saved, when it has no file. */
  #readable({ id, done }: LabRun): ReadableResults {
    return done > 0 ? this.results(id) : NO_RESULTS
  }

  /** The names and subjects of the campaign at the commit of a run. The last one is held as long as its game stays loaded. */
  async world({ id, commit }: Pick<LabRun, 'id' | 'commit'>): Promise<LabWorld> {
    const game = await this.campaign.past.gameAt(this.campaign.history.commit(commit).tree)
    if (this.#world?.commit === commit && this.#world.game === game) return this.#world.read
    const kept = { file: this.#runs.world(id), isReadOnly: this.options.readOnly !== undefined }
    const world = { commit, game, read: labWorld(this.campaign, commit, kept) }
    this.#world = world
    world.read.catch(() => {
      if (this.#world === world) this.#world = undefined
    })
    return world.read
  }

  /** Compares two runs on the same seeds in pairs. `confidence`: of all intervals. Throws Problem `bad-input` if they have none in common. */
  async compare(a: string, b: string, confidence?: number): Promise<LabComparison> {
    const [one, other] = [this.run(a), this.run(b)]
    const sideOf = (run: LabRun): Side => ({ run, results: this.results(run.id) })
    return compareRuns(sideOf(one), sideOf(other), await this.world(other), confidence)
  }

  /** The row of a session, and the run's commit. Throws Problem `not-found`. */
  async session(id: string, session: number): Promise<{ commit: string; row: SessionRow }> {
    const { commit } = this.#runs.read(id)
    const [row] = await this.results(id).rows<SessionRow>('SELECT * FROM session WHERE session = $1', [session])
    if (!row) throw new Problem('not-found', `The run has no session ${session} yet. Choose one that is done.`)
    return { commit, row }
  }

  /** A session's beats as they would be committed at the run's commit. Throws Problem `not-found`, `rule-failed`. */
  async beats(id: string, session: number): Promise<ScratchBeat[]> {
    const { row } = await this.session(id, session)
    return this.#opener.beats(id, session, row.digest)
  }

  /**
   * Starts what opens sessions of a run, and plays ahead the one that may be opened next. Does nothing while a run is being played, so that opening one
   * doesn't wait for it. Throws as `beats` does.
   */
  async prepare(id: string, session?: number): Promise<void> {
    if (this.#playing || this.#runs.read(id).done === 0) return
    if (session === undefined) return this.#opener.prepare(id)
    const { row } = await this.session(id, session)
    await this.#opener.expect(id, session, row.digest)
  }

  #taskOf(id: string): PlayerTask {
    const { plan, commit } = this.#runs.read(id)
    return { material: this.material(commit), plan }
  }

  /** What the threads of this campaign's sessions begin with at a commit. Throws Problem `not-found`. */
  material(commit: string): LabMaterial {
    return materialOf(this.campaign, commit, this.options.resources)
  }

  /** Whether today's sessions are measured as those of a run. */
  isOfToday(id: string): boolean {
    const { measures, engine } = this.#runs.read(id)
    return measures === MEASURES && engine === ENGINE
  }

  /** Stops what is being played, and closes all results. */
  async close(): Promise<void> {
    this.#opener.close()
    await this.#playing?.now.stop()
    await Promise.all([...this.#open.values()].map((port) => port.close().catch(() => undefined)))
    this.#open.clear()
  }
}
