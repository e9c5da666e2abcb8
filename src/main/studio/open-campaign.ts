import { join } from 'node:path'
import { z } from 'zod'
import type { Stop } from '../../shared/calls'
import type { HandEdit, Moment, SceneLog, Standings } from '../../shared/present'
import type { Game } from '../../shared/game'
import { diff, type JsonObject } from '../../shared/json'
import type { Lore } from '../../shared/lore'
import type { Odds } from '../../shared/odds'
import { type ActionCall, type Beat, type BeatDetail, type LogEntry, type Spent } from '../../shared/play'
import { Problem } from '../../shared/problem'
import type { GameState } from '../../shared/state'
import type { TableSettings } from '../../shared/turns'
import type { LinksLeft } from '../../shared/world-edits'
import { beatFiles } from '../campaign/beat-files'
import { checkPlace, notePath } from '../campaign/notes/place'
import type { NoteIndex } from '../campaign/notes/note-index'
import type { Recall } from '../campaign/notes/recall'
import type { Recalled } from '../campaign/notes/recall-words'
import { saidNote } from '../campaign/notes/said-note'
import { FOLDER, History, type Commit } from '../campaign/history'
import { Hydrator } from '../campaign/hydrate'
import { formatMessage, parseMessage } from '../campaign/message'
import { Chronicle } from '../campaign/chronicle/chronicle'
import { PageReader } from '../campaign/pages'
import { account, digest, resolveParams } from '../campaign/replay'
import { chanceStream } from '../engine/dice'
import type { Outcome } from '../engine/outcome'
import { DESIGNER, DM, nameOf } from '../engine/people'
import { play } from '../engine/play'
import { standings } from '../engine/standing'
import { verbStandings } from '../engine/verb-standing'
import { oddsBetween } from '../odds/odds'
import { loadGame } from '../rules/load'
import { FILES } from '../campaign/layout'
import { formatYaml, parseYaml } from '../campaign/yaml-splice'
import { chronicled, checkCampaign, lanesOf, refuseForeign } from './branches'
import { ENGINE, FORMAT, versionFile } from './create'
import { applyEdit, editedFiles } from './edit'
import { Pressing } from './pressing'
import { Memory, rulingsCited } from './recall'
import type { Seeable } from './seen'
import { Recordings } from './recordings'
import { withSettings } from './set-table'
import { TurnList } from './turn-list'
import { TurnRecords } from './turn-records'
import { EditLine } from './world/edit-line'
import { followedByHand } from './world/links'

const Version = z.looseObject({ engine: z.number().int(), format: z.number().int() })

/** Where the story stands: a commit, the state it holds, the rules in force. */
export interface Standing {
  commit: Commit
  state: GameState
  lore: Lore
  game: Game
}

/** A beat that has been saved, with what watchers want to know of it. */
export interface Saved {
  beat: Beat
  outcome: Pick<Outcome, 'changes' | 'writes' | 'answer'>
}

/** One campaign folder, open: reads any moment of its history and records beats at its head. One at a time, in order. */
export class OpenCampaign {
  readonly #files: Hydrator
  readonly #pages: PageReader
  readonly #games = new Map<string, Game>()
  readonly turns: TurnRecords
  readonly editLine: EditLine
  readonly turnList: TurnList
  readonly recordings: Recordings
  /** Every beat of every branch, for the timeline. */
  readonly chronicle: Chronicle
  readonly #memory: Memory
  readonly #pressing: Pressing
  #standing!: Standing
  /** What narrative-version said last, by its blob. */
  #version: { oid: string | undefined; read: z.infer<typeof Version> } | undefined

  private constructor(
    readonly history: History,
    private readonly clock: () => number
  ) {
    this.#files = new Hydrator(history)
    this.#pages = new PageReader(this.#files)
    const folder = join(history.dir, '.git', 'proscenium')
    this.turns = new TurnRecords(folder)
    this.turnList = new TurnList(this.turns, history)
    this.recordings = new Recordings(folder, this.turnList, history)
    this.#memory = new Memory(history)
    this.#pressing = new Pressing(history)
    this.editLine = new EditLine(history)
    this.chronicle = new Chronicle(chronicled(history), join(folder, 'chronicle'))
    history.rememberParents((id) => this.chronicle.parentOf(id))
  }

  /** Opens a folder. Throws Problem: `not-a-campaign`, `bad-repository`, `bad-file`, `rule-failed`. */
  static async open(dir: string, options: { readOnly?: boolean; clock: () => number }): Promise<OpenCampaign> {
    const campaign = new OpenCampaign(History.open(dir, { readOnly: options.readOnly ?? false }), options.clock)
    try {
      refuseForeign(campaign.history)
      campaign.#checkVersion()
      campaign.#standing = await campaign.#standAt(campaign.history.head().commit)
      campaign.#pressing.lookLater()
    } catch (thrown) {
      campaign.dispose()
      throw thrown
    }
    return campaign
  }

  #versionAt(tree: string): z.infer<typeof Version> {
    const oid = this.#files.entry(tree, FILES.version)?.oid
    // Asked before every beat, and nearly never another one.
    if (oid !== undefined && this.#version?.oid === oid) return this.#version.read
    const text = this.#files.text(tree, FILES.version)
    const version = Version.safeParse(text === undefined ? {} : parseYaml(text, FILES.version))
    if (!version.success)
      throw new Problem('bad-file', 'narrative-version is broken or missing; put it back (git has its last version).', { file: FILES.version })
    this.#version = { oid, read: version.data }
    return version.data
  }

  /** Number of the engine that plays on from a tree. */
  engineAt(tree: string): number {
    return this.#versionAt(tree).engine
  }

  /** Refuses a folder whose format or engine is newer than ours. */
  #checkVersion(): void {
    const version = this.#versionAt(this.history.commit(this.history.head().commit).tree)
    if (version.format > FORMAT || version.engine > ENGINE)
      throw new Problem('bad-file', 'This campaign was made by a newer Proscenium; update the app to open it.', { file: FILES.version })
  }

  get standing(): Standing {
    return this.#standing
  }

  async #standAt(id: string): Promise<Standing> {
    const commit = this.history.commit(id)
    return { commit, ...this.#files.at(commit.tree), game: await this.gameAt(commit.tree) }
  }

  /** The rules in force at a root tree. A changed rule is a new game; the last few stay loaded. */
  async gameAt(tree: string): Promise<Game> {
    const rules = this.#files.entry(tree, 'rules')
    if (!rules)
      throw new Problem(
        'not-a-campaign',
        'There is no game here: the folder rules/ is missing. Put it back, or make a campaign with "proscenium new".'
      )
    const known = this.#games.get(rules.oid)
    if (known) return known
    const files = new Map([...this.history.files(rules.oid)].map(([path, entry]) => [path, this.history.blob(entry.oid)]))
    const game = await loadGame(files)
    for (const [oid, old] of this.#games) {
      if (this.#games.size < 3) break
      if (old === this.#standing?.game) continue
      old.dispose()
      this.#games.delete(oid)
    }
    this.#games.set(rules.oid, game)
    return game
  }

  /** True when HEAD is where we left it; else the present is read again from HEAD and false is returned. */
  async inStep(): Promise<boolean> {
    const head = this.history.head().commit
    if (head === this.#standing.commit.id) return true
    this.#standing = await this.#standAt(head)
    return false
  }

  /** Plays a call at the head and saves it: engine, then commit, only then the present moves on. Throws Problem; then nothing has changed. `spent` stands beside the story. */
  record(given: ActionCall, spent?: Spent): Saved {
    this.#useThisEngine()
    const call = given.action === 'record' ? { ...given, params: saidNote(given.params) } : given
    const { commit, state, game, lore } = this.#standing
    const outcome = play(state, call, game)
    for (const write of outcome.writes) if (write.kind === 'note') this.#checkPlace(notePath(write.space, write.path))
    const files = beatFiles((path) => this.bytes(commit.tree, path), state, outcome)
    const message = account(call, outcome, state, game, spent)
    const saved = this.history.record({ parent: commit.id, files, message, author: authorOf(state, call), time: this.clock() })
    // Prose about the world changes only by notes; everything else keeps the lore that is known.
    const touched = outcome.writes.some((write) => write.kind === 'note' && write.space === 'world')
    this.#standing = { commit: saved, state: outcome.state, lore: touched ? this.#files.at(saved.tree).lore : lore, game }
    this.#pressing.look()
    return { beat: parseMessage(saved).beat, outcome }
  }

  #checkPlace(path: string): void {
    const { tree } = this.#standing.commit
    checkPlace(path, (folder) => {
      const entry = folder === '' ? { mode: FOLDER, oid: tree } : this.#files.entry(tree, folder)
      return entry?.mode === FOLDER ? this.history.tree(entry.oid) : undefined
    })
  }

  /** A campaign played so far by an older engine goes on with this one: a beat of its own, so that every beat says which engine made it. */
  #useThisEngine(): void {
    const { commit, state, game } = this.#standing
    if (this.engineAt(commit.tree) === ENGINE) return
    const next = { ...state.next, beat: state.next.beat + 1 }
    const { game: name, version } = game.manifest
    const files = new Map([
      [FILES.next, { bytes: Buffer.from(formatYaml(next as unknown as JsonObject)) }],
      [FILES.version, { bytes: Buffer.from(versionFile(name, version, game.hash)) }]
    ])
    const call: ActionCall = { kind: 'edit', action: 'engine', actor: 'designer', params: {}, agent: 'hand' }
    const subject = `The table goes on with engine ${ENGINE}`
    const message = formatMessage({ subject, call, beat: next.beat, rolls: [], scene: state.scene?.path, rules: game.hash }, digest)
    const saved = this.history.record({ parent: commit.id, files, message, author: authorOf(state, call), time: this.clock() })
    this.#standing = { ...this.#standing, commit: saved, state: this.#files.at(saved.tree).state }
  }

  /** Bytes of a file below a root tree, or undefined. */
  bytes(tree: string, path: string): Buffer | undefined {
    const entry = this.#files.entry(tree, path)
    return entry && entry.mode !== 0o40000 ? this.history.blob(entry.oid) : undefined
  }

  chance(who: string, stream: 'policy' | 'voice'): () => number {
    const { next } = this.#standing.state
    return chanceStream(next.dice.seed, stream, who, next.beat)
  }

  /** The present as a seat's share of it is made from it. */
  seeable(): Seeable {
    const { commit, state, lore, game } = this.#standing
    return this.#seeable(commit.tree, state, lore, game)
  }

  /** The same at any commit, under the rules of that commit. Throws Problem `not-found`. */
  async seeableAt(id: string): Promise<Seeable> {
    const { state, lore, tree } = this.momentAt(id)
    return this.#seeable(tree, state, lore, await this.gameAt(tree))
  }

  #seeable(tree: string, state: GameState, lore: Lore, game: Game): Seeable {
    return { state, lore, game, pages: () => this.#pages.at(tree, state), settings: () => this.#files.table(tree) }
  }

  /** table.yaml as people set it, at the present. */
  settings(): TableSettings {
    return this.#files.table(this.#standing.commit.tree)
  }

  /** State at a commit, as changes when the asker already has one, and the prose unless it is what the asker has. */
  at(id: string, have?: string): Moment {
    const { state, lore } = this.momentAt(id)
    if (have === undefined) return { commit: id, state, lore }
    const before = this.momentAt(have)
    return { commit: id, changes: diff(before.state, state), ...(before.lore === lore ? {} : { lore }) }
  }

  momentAt(id: string): { state: GameState; lore: Lore; tree: string } {
    const { tree } = this.history.commit(id)
    return { ...this.#files.at(tree), tree }
  }

  /** What somebody may do and why not, under the rules of that commit; at the present when none is named. Throws Problem `not-found`. */
  async actions(as: string, at?: string): Promise<Standings> {
    const { state, lore, tree } = this.momentAt(at ?? this.#standing.commit.id)
    const game = await this.gameAt(tree)
    const list = standings(state, game, as)
    const sits = as === DM || state.actors[as]?.kind === 'player'
    const stories = as === DM ? lore.story.map(({ id }) => id) : []
    return { turn: state.next.actor, list, verbs: sits ? verbStandings(state, game, as, stories) : [] }
  }

  /** Exact chances under the rules of that commit; at the present when none is named. Throws Problem `not-found`. */
  async odds(as?: string, at?: string, stop?: Stop): Promise<Odds> {
    const { state, tree } = this.momentAt(at ?? this.#standing.commit.id)
    return oddsBetween(state, await this.gameAt(tree), as, stop)
  }

  /** What somebody finds in their notes at a commit; at the present when none is named. Throws Problem `not-found`. */
  recall(who: string, asked: Recall, at?: string): Recalled {
    const { state, tree } = this.momentAt(at ?? this.#standing.commit.id)
    return this.#memory.recall(who, tree, asked, state, () => this.#pages.at(tree, state))
  }

  /** The index of what somebody may look through now. It stands until the next call for the same one. */
  notesOf(who: string): NoteIndex {
    return this.#memory.of(who, this.#standing.commit.tree)
  }

  text(tree: string, path: string): string | undefined {
    return this.#files.text(tree, path)
  }

  /** The log of a scene as of a commit, the active one when none is named. */
  log(id: string, scene?: string): SceneLog | undefined {
    const { state, tree } = this.momentAt(id)
    const path = scene ?? state.scene?.path
    if (path === undefined || !/^sessions\/session-\d+\/\d+-scene$/.test(path)) return undefined
    const about = this.#files.text(tree, `${path}/ABOUT.md`)
    if (about === undefined) return undefined
    const summary = this.#files.text(tree, `${path}/SUMMARY.md`)
    return {
      scene: path,
      title: /^# (.+)$/m.exec(about)?.[1] ?? path,
      entries: this.#pages.log(tree, path),
      private: this.#pages.talk(tree, path, state),
      ...(summary === undefined ? {} : { summary })
    }
  }

  /** A beat with its changes, log entries, tool calls and files. */
  beat(id: string): BeatDetail {
    const commit = this.history.commit(id)
    const { beat, params } = parseMessage(commit)
    const parent = commit.parents[0] === undefined ? undefined : this.history.commit(commit.parents[0])
    const changed = parent ? this.history.changed(parent.tree, commit.tree) : []
    const texts = new Map(
      changed.flatMap(({ path, to }) => (to && !path.startsWith('rules/') ? [[path, this.#files.text(commit.tree, path) ?? ''] as const] : []))
    )
    const whole = resolveParams(params, beat.n, texts)
    const after = this.#files.at(commit.tree).state
    const files = changed.map(({ path }) => path)
    const log: LogEntry[] = beat.scene === undefined ? [] : this.#pages.log(commit.tree, beat.scene).filter((entry) => entry.beat === beat.n)
    return {
      beat,
      params: whole,
      changes: parent ? diff(this.#files.at(parent.tree).state, after) : [],
      log,
      toolCalls: this.turns.of(id)?.calls ?? [],
      files,
      cites: rulingsCited(whole, files, () => this.#memory.of(DM, commit.tree))
    }
  }

  /** Beats of all branches, or of the present's line alone, newest first; `before` is the last one of the page before. */
  timeline(limit: number, before?: string, line = false): { beats: Beat[]; more: boolean } {
    const heads = line ? [this.#standing.commit.id] : lanesOf(this.history).flatMap(({ head, fetched }) => (fetched ? [] : [head]))
    const commits = this.history.log(heads, limit, before)
    return { beats: commits.map((commit) => parseMessage(commit).beat), more: commits.length === limit }
  }

  async branch(at: string, name: string): Promise<void> {
    checkCampaign(this.history, at)
    this.history.createBranch(name, at)
    await this.switchTo(name)
  }

  async switchTo(name: string): Promise<void> {
    checkCampaign(this.history, this.history.branches().find((one) => one.name === name)?.head)
    this.history.switchTo(name)
    await this.inStep()
  }

  edits(): HandEdit[] {
    return this.history.edits()
  }

  /** Takes every hand edit as one beat by the designer. Throws Problem when an edited file does not fit; then nothing has changed. */
  async adopt(): Promise<Saved & { links?: LinksLeft }> {
    const edits = this.edits()
    if (edits.length === 0) throw new Problem('refused', 'Nothing was changed by hand; there is nothing to adopt.')
    const names = edits.map((e) => e.path)
    const subject = `By hand: ${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''}`
    const given = editedFiles(this.history.dir, edits, (path) => this.bytes(this.#standing.commit.tree, path))
    const linked = followedByHand(this, given)
    return { ...(await this.#edit(linked?.files ?? given, subject)), ...(linked ? { links: linked.links } : {}) }
  }

  /** Sets table.yaml as one beat by the designer. Throws Problem `refused` when nothing is other, `dirty` when the file was changed by hand. */
  async setTable(settings: TableSettings): Promise<Saved> {
    const text = this.#files.text(this.#standing.commit.tree, FILES.table) ?? ''
    const written = withSettings(text, this.settings(), settings)
    if (written === undefined) throw new Problem('refused', 'The table is set like that already; there is nothing to save.')
    return this.#edit(new Map([[FILES.table, Buffer.from(written)]]), 'The designer sets the table')
  }

  /** Saves edited files as one beat by the designer. Throws Problem when one does not fit; then nothing has changed. */
  async #edit(given: ReadonlyMap<string, Buffer | null>, subject: string): Promise<Saved> {
    return this.edit(given, subject, { kind: 'edit', action: 'edit', params: {} })
  }

  /** The same with an account of its own: what kind of edit it was, and what `params` it can be told from. */
  async edit(given: ReadonlyMap<string, Buffer | null>, subject: string, told: Pick<ActionCall, 'kind' | 'action' | 'params'>): Promise<Saved> {
    const before = this.#standing
    const { files, state, rules } = await applyEdit(this.history, { ...before, files: this.#files }, given)
    const call: ActionCall = { ...told, actor: DESIGNER, agent: 'hand' }
    const message = formatMessage({ subject, call, beat: state.next.beat, rolls: [], scene: before.state.scene?.path, rules }, digest)
    const author = authorOf(before.state, call)
    const commit = this.history.record({ parent: before.commit.id, files, message, author, time: this.clock() })
    this.#standing = await this.#standAt(commit.id)
    return { beat: parseMessage(commit).beat, outcome: { changes: diff(before.state, this.#standing.state), writes: [], answer: subject } }
  }

  setAside(): string {
    return this.history.setAside(this.edits().map((edit) => edit.path))
  }

  dispose(): void {
    this.#pressing.dispose()
    for (const game of this.#games.values()) game.dispose()
    this.#games.clear()
    this.chronicle.keep()
    this.history.dispose()
  }
}

/** The name in the commit header: who did it, in words. */
function authorOf(state: GameState, call: ActionCall): { name: string; email: string } {
  const who = call.as ?? call.actor
  return { name: nameOf(state, who), email: `${encodeURIComponent(who).replace(/%/g, '.')}@proscenium.invalid` }
}
