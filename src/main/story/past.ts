import { fileName, isSceneFolder } from '../../shared/story/layout'
import { z } from 'zod'
import type { ChangeLine } from '../../shared/analysis/compare'
import type { Game } from '../../shared/story/game'
import { diff, own } from '../../shared/base/json'
import type { Lore } from '../../shared/story/lore'
import type { BeatDetail, LogEntry } from '../../shared/story/play'
import { refusalsOf, type StateAt, type Refusal, type SceneLog, type Availabilities } from '../../shared/table/present'
import { Problem } from '../../shared/base/problem'
import type { GameState } from '../../shared/story/state'
import type { TableSettings } from '../../shared/table/turns'
import { lineTo, parentOf } from '../campaign/commit-line'
import { splitFrontMatter } from '../campaign/front-matter'
import { ifReadable } from '../campaign/parsed-files'
import type { Commit, History } from '../campaign/history'
import { Hydrator } from '../campaign/hydrate'
import { FILES } from '../campaign/layout'
import { parseBeatMessage } from '../campaign/beat-message'
import { searchedBy } from '../campaign/notes/namespaces'
import type { NoteIndex } from '../campaign/notes/note-index'
import { NoteIndexCache } from '../campaign/notes/note-index-cache'
import type { Recall, Recalled } from '../../shared/story/recall'
import { PageReader } from '../campaign/pages'
import { holdsTexts, resolveParams } from '../campaign/replay-beat'
import { parseYaml } from '../campaign/yaml-splice'
import { DM } from '../engine/people'
import { availabilities } from '../engine/availability'
import { verbAvailabilities } from '../engine/verb-availability'
import { loadGame } from '../rules/load-game'
import { changeLines } from './compare/changes'
import type { GameLists } from './compare/sides'
import { recallFrom, rulingsCited } from './notes/recall'
import { authoredFor } from './seats/seat-view'
import type { StorySnapshot } from './story'
import type { TurnRecords } from './turns/turn-records'

const Version = z.looseObject({ engine: z.number().int(), format: z.number().int() })
type Version = z.infer<typeof Version>

/** A story at a commit of a repository. */
export type Snapshot = StorySnapshot & { readonly commit: Commit }

/** Where a scene began and the story event that it plays, in the front matter of its ABOUT.md. */
const Setting = z.object({ place: z.string(), story: z.string() }).partial()

const MAX_LOADED_GAMES = 3

/** Answers queries about any commit of a campaign's history. Reads and caches; never writes. */
export class Past {
  /** Parses the files of a root tree. */
  readonly files: Hydrator
  readonly #pages: PageReader
  /** The notes that each person may search, indexed at their first search. */
  readonly #shelves = new Map<string, NoteIndexCache>()
  readonly #games = new Map<string, Game>()
  /** The parsed narrative-version file, by the id of its blob. */
  #version: { oid: string | undefined; read: Version } | undefined

  /** `inUse`: the game that is being played. It stays loaded. */
  constructor(
    private readonly history: History,
    private readonly turns: TurnRecords,
    private readonly inUse: () => Game | undefined
  ) {
    this.files = new Hydrator(history)
    this.#pages = new PageReader(this.files)
  }

  /** The engine and format numbers at a root tree. Throws Problem `bad-file`. */
  versionAt(tree: string): Version {
    const oid = this.files.entry(tree, FILES.version)?.oid
    // Every beat needs the version, and it hardly ever changes.
    if (oid !== undefined && this.#version?.oid === oid) return this.#version.read
    const text = this.files.text(tree, FILES.version)
    const version = Version.safeParse(text === undefined ? {} : parseYaml(text, FILES.version))
    if (!version.success)
      throw new Problem('bad-file', 'The file narrative-version is missing or damaged. Restore it with "git restore narrative-version".', {
        file: FILES.version
      })
    this.#version = { oid, read: version.data }
    return version.data
  }

  /** The story at a commit, with the rules of that commit. Throws Problem `not-found`. */
  async snapshotAt(id: string): Promise<Snapshot> {
    const commit = this.history.commit(id)
    return this.snapshot({ commit, ...this.files.at(commit.tree), game: await this.gameAt(commit.tree) })
  }

  /** A snapshot of a state that has been read or played already. */
  snapshot(read: Pick<Snapshot, 'commit' | 'state' | 'lore' | 'game'>): Snapshot {
    return { ...read, ...this.#lazily(read.commit.tree, read.state) }
  }

  #lazily(tree: string, state: GameState): Pick<Snapshot, 'pages' | 'scenes' | 'settings' | 'notes'> {
    const settings = (): TableSettings => this.files.table(tree)
    return {
      pages: () => this.#pages.at(tree, state, settings().direction),
      scenes: () => this.#pages.scenes(tree, state),
      settings,
      notes: (who) => this.notesOf(who, tree)
    }
  }

  /** The game at a root tree. Other rules give another game. The last few games stay loaded. */
  async gameAt(tree: string): Promise<Game> {
    const rules = this.files.entry(tree, 'rules')
    if (!rules)
      throw new Problem(
        'not-a-campaign',
        'The folder rules/ is missing, so there is no game to play. Restore it, or create a campaign with "proscenium new".'
      )
    const cached = this.#games.get(rules.oid)
    if (cached) return cached
    const files = new Map([...this.history.files(rules.oid)].map(([path, entry]) => [path, this.history.blob(entry.oid)]))
    const game = await loadGame(files)
    for (const [oid, old] of this.#games) {
      if (this.#games.size < MAX_LOADED_GAMES) break
      if (old === this.inUse()) continue
      old.dispose()
      this.#games.delete(oid)
    }
    this.#games.set(rules.oid, game)
    return game
  }

  /** The lists of the game at a root tree; undefined if its rules don't load, so that the rest can still be read. */
  async listsAt(tree: string): Promise<GameLists | undefined> {
    try {
      return await this.gameAt(tree)
    } catch (thrown) {
      if (thrown instanceof Problem) return undefined
      throw thrown
    }
  }

  /** The bytes of a file below a root tree, or undefined. */
  bytes(tree: string, path: string): Buffer | undefined {
    const entry = this.files.entry(tree, path)
    return entry && entry.mode !== 0o40000 ? this.history.blob(entry.oid) : undefined
  }

  /** The state at a commit. With `have`, as changes to the state at that commit, and without the lore if it is the same there. */
  at(id: string, have?: string): StateAt {
    const { state, lore } = this.hydratedAt(id)
    if (have === undefined) return { commit: id, state, lore }
    const before = this.hydratedAt(have)
    return { commit: id, changes: diff(before.state, state), ...(before.lore === lore ? {} : { lore }) }
  }

  hydratedAt(id: string): { state: GameState; lore: Lore; tree: string } {
    const { tree } = this.history.commit(id)
    return { ...this.files.at(tree), tree }
  }

  /** An actor's availabilities by the rules of a commit. Throws Problem `not-found`. */
  async actions(as: string, id: string): Promise<Availabilities> {
    const { state, lore, tree } = this.hydratedAt(id)
    const game = await this.gameAt(tree)
    const list = availabilities(state, game, as)
    const sits = as === DM || own(state.actors, as)?.kind === 'player'
    return { turn: state.next.actor, list, verbs: sits ? verbAvailabilities(state, game, as, authoredFor({ state, game, lore }, as)) : [] }
  }

  /** The results of a recall at a commit. Throws Problem `not-found`. */
  async recall(who: string, request: Recall, id: string): Promise<Recalled> {
    const { state, lore, tree } = this.hydratedAt(id)
    return recallFrom({ state, lore, game: await this.gameAt(tree), ...this.#lazily(tree, state) }, who, request)
  }

  /** The index of the notes that `who` may search at a root tree. Valid until the next call for the same person. */
  notesOf(who: string, tree: string): NoteIndex {
    const shelf = this.#shelves.get(who) ?? new NoteIndexCache(this.history, searchedBy(who))
    this.#shelves.set(who, shelf)
    return shelf.at(tree)
  }

  /** The log of a scene at a commit; without a path, that of the open scene. */
  log(id: string, scene?: string): SceneLog | undefined {
    const { state, tree } = this.hydratedAt(id)
    const path = scene ?? state.scene?.path
    if (path === undefined || !isSceneFolder(path)) return undefined
    const about = this.files.text(tree, `${path}/${fileName('scene')}`)
    if (about === undefined) return undefined
    const summary = this.files.text(tree, `${path}/${fileName('sceneSummary')}`)
    const refused = this.#refused(id, path)
    return {
      scene: path,
      title: /^# (.+)$/m.exec(about)?.[1] ?? path,
      ...Setting.safeParse(splitFrontMatter(about, path).matter).data,
      entries: [...this.#pages.log(tree, path)],
      private: this.#pages.talk(tree, path, state),
      ...(refused.length === 0 ? {} : { refused }),
      ...(summary === undefined ? {} : { summary })
    }
  }

  /** The refused calls of a scene up to a commit, oldest first. */
  #refused(at: string, scene: string): Refusal[] {
    if (!this.turns.hasRefusals()) return []
    const refusals: Refusal[] = []
    for (const commit of lineTo(this.history, at)) {
      const { beat } = parseBeatMessage(commit)
      if (beat.scene === scene) refusals.unshift(...refusalsOf(beat.n, this.turns.of(commit.id)?.calls ?? []))
      if (beat.scene === scene && beat.action === 'open_scene') break
    }
    return refusals
  }

  /** A beat with its changes, log entries, tool calls and files. */
  async beat(id: string): Promise<BeatDetail> {
    const commit = this.history.commit(id)
    const { beat, params } = parseBeatMessage(commit)
    const parent = parentOf(this.history, commit)
    const changed = parent ? this.history.changed(parent.tree, commit.tree) : []
    const texts = new Map(
      changed.flatMap(({ path, to }) => (to && holdsTexts(path) ? [[path, ifReadable(() => this.files.text(commit.tree, path)) ?? ''] as const] : []))
    )
    const whole = resolveParams(params, beat.n, texts)
    const files = changed.map(({ path }) => path)
    const log: LogEntry[] = beat.scene === undefined ? [] : this.#pages.log(commit.tree, beat.scene).filter((entry) => entry.beat === beat.n)
    return {
      beat,
      params: whole,
      changes: parent ? await this.#changes(parent.tree, commit.tree) : [],
      log,
      toolCalls: this.turns.of(id)?.calls ?? [],
      files,
      cites: rulingsCited(whole, files, () => this.notesOf(DM, commit.tree))
    }
  }

  /** The differences between two root trees in the game's words; without the game's names if its rules don't load. */
  async #changes(before: string, after: string): Promise<ChangeLine[]> {
    const [a, b] = await Promise.all([before, after].map(async (tree) => ({ ...this.files.at(tree), game: await this.listsAt(tree) })))
    return a && b ? changeLines(a, b) : []
  }

  /** Disposes of the loaded games. */
  dispose(): void {
    for (const game of this.#games.values()) game.dispose()
    this.#games.clear()
  }
}
