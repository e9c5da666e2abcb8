import { diff, pointerKeys } from '../../shared/base/json'
import { memoized } from '../../shared/base/memoized'
import { fileAt } from '../../shared/story/layout'
import type { Lore } from '../../shared/story/lore'
import type { Game } from '../../shared/story/game'
import type { ActionCall, Params, Spent } from '../../shared/story/play'
import type { GameState } from '../../shared/story/state'
import type { TableSettings, TurnRecord } from '../../shared/table/turns'
import { documentsOf } from '../campaign/arrow-documents'
import { beatFiles, mutated, nextFile, proseFiles, resolveCall } from '../campaign/beat-files'
import { ifReadable, textOfBytes, type ObjectReader } from '../campaign/parsed-files'
import { EMPTY_TREE, FOLDER, GITLINK, LINK } from '../campaign/history'
import { Hydrator, isTopic } from '../campaign/hydrate'
import { beatOf } from '../campaign/beat-message'
import { FILES } from '../campaign/layout'
import { notePath } from '../campaign/notes/note-path'
import { searchedBy } from '../campaign/notes/namespaces'
import { buildIndex, type NoteIndex } from '../campaign/notes/note-index'
import { readOwnLog } from '../campaign/lines'
import { PageReader } from '../campaign/pages'
import { readAgain, reopened } from '../campaign/reopened'
import { choiceStream } from '../engine/dice'
import type { Outcome } from '../engine/outcome'
import type { PlayedScene } from '../engine/memory'
import type { TableTexts } from '../engine/project'
import type { StoryReader } from './reader'
import { overlay } from './edits/overlay'
import type { PastTurn, SavedBeat, Story, StorySnapshot, Turns } from './story'

/** A campaign's files as the start of stories in memory. They are read once, for any number of stories. */
export class Beginning {
  readonly state: GameState
  readonly lore: Lore
  readonly settings: TableSettings
  readonly #objects: ObjectReader
  readonly #root: string
  readonly #hydrator: Hydrator
  readonly #texts = new Map<string, string>()
  /** Reads what the stories begin with. */
  readonly pages = new PageReader({ text: (_tree, path) => this.text(path) })

  /** `files` by path; `game` is the game whose files are below rules/. Throws Problem `bad-file` or `not-a-campaign`. */
  constructor(
    readonly files: ReadonlyMap<string, Buffer>,
    readonly game: Game
  ) {
    const { objects, root } = overlay(NOTHING, EMPTY_TREE, files)
    this.#objects = objects
    this.#root = root
    this.#hydrator = new Hydrator(objects)
    const { state, lore } = this.#hydrator.at(root)
    this.state = state
    this.lore = lore
    this.settings = this.#hydrator.table(root)
  }

  /** The text of one of the files, or undefined. Throws Problem `bad-file`. */
  text(path: string): string | undefined {
    const bytes = this.#texts.has(path) ? undefined : this.files.get(path)
    if (bytes !== undefined) this.#texts.set(path, textOfBytes(bytes, path))
    return this.#texts.get(path)
  }

  /** State and lore, read with some files replaced. Throws Problem `rule-failed` if the files can't be read, or don't give `state`. */
  readWith(
    before: Pick<StorySnapshot, 'state' | 'lore'>,
    files: ReadonlyMap<string, Buffer>,
    state?: GameState
  ): Pick<StorySnapshot, 'state' | 'lore'> {
    const { objects, root } = overlay(this.#objects, this.#root, files)
    const hydrator = this.#hydrator.over(objects)
    if (!state) return readAgain(hydrator, before, root, files.keys())
    return { state, lore: reopened(hydrator, before, root, files.keys(), state) }
  }

  /** The lore after a beat whose topics are in `files`. Throws Problem `rule-failed` if they can't be read. */
  withTopics(before: Pick<StorySnapshot, 'state' | 'lore'>, files: ReadonlyMap<string, Buffer>): Lore {
    const { objects, root } = overlay(this.#objects, this.#root, files)
    return readAgain(this.#hydrator.over(objects), before, root, [...files.keys()].filter(isTopic)).lore
  }
}

/** The present of an open campaign as a start. The campaign still owns its game and disposes of it. */
export function beginningOf({ history, snapshot: { commit, game } }: Pick<StoryReader, 'history' | 'snapshot'>): Beginning {
  const files = [...history.files(commit.tree)].filter(([path, { mode }]) => !path.startsWith('rules/') && mode !== LINK && mode !== GITLINK)
  return new Beginning(new Map(files.map(([path, { oid }]) => [path, history.blob(oid)])), game)
}

const NOTHING: ObjectReader = {
  tree: () => new Map(),
  blob: () => Buffer.alloc(0)
}

/**
 * A story without a repository: the same engine, views, dice and beat messages as in an open campaign. Logs, private talk, notes and summaries are
 * files in memory, in the form in which a campaign's beat writes them. Sheets, places and facts are written only when the lore beside them has to be
 * read again. So a rule's result that no file can hold is refused only then.
 */
export class MemoryStory implements Story {
  readonly turns: MemoryTurns = new MemoryTurns()
  #snapshot: StorySnapshot
  lastParams: Params = {}
  /** The last call and its outcome, before mutations of its narration were applied. */
  resolved: ReturnType<typeof resolveCall> | undefined
  /** The state that the files of sheets, places and facts hold. */
  #written: GameState
  /** Files that differ from the start. */
  readonly #files = new Map<string, Buffer>()
  readonly #texts = new Map<string, string>()
  /** The entries of folders. A folder is removed from the cache when a new entry is added to it. */
  readonly #folders = new Map<string, ReadonlyMap<string, { mode: number }>>()
  readonly #pages: PageReader
  /** How many files that are no logs were written. */
  #writtenBeside = 0
  /** The last texts of the table, and what those beside the log depend on. */
  #besideLog: { on: readonly unknown[]; texts: TableTexts } | undefined

  /** `state`: the initial state, if it isn't the files' state. */
  constructor(
    private readonly beginning: Beginning,
    state = beginning.state
  ) {
    this.#written = beginning.state
    this.#pages = new PageReader({ text: (_tree, path) => this.text(path) }, readOwnLog, beginning.pages)
    this.#snapshot = this.#snapshotOf({ id: `beat-${state.next.beat}` }, { state, lore: beginning.lore })
  }

  get snapshot(): StorySnapshot {
    return this.#snapshot
  }

  #snapshotOf(commit: { id: string }, { state, lore }: Pick<StorySnapshot, 'state' | 'lore'>): StorySnapshot {
    const { game, settings } = this.beginning
    const pages = (): TableTexts => this.#textsAt(state)
    const scenes = (): PlayedScene[] => this.#pages.scenes('', state)
    return { commit, state, lore, game, pages, scenes, settings: () => settings, notes: (who) => this.#notesOf(who) }
  }

  /** The table's texts. Most beats write nothing but log entries, and then only the log is read again. */
  #textsAt(state: GameState): TableTexts {
    const { actors, scene, next } = state
    const on = [this.#writtenBeside, namesIn(actors), scene?.path, next.session, next.scene, next.closing[0]]
    const last = this.#besideLog
    if (last?.on.every((one, i) => one === on[i])) return { ...last.texts, log: scene ? this.#pages.log('', scene.path) : [] }
    const texts = this.#pages.at('', state, this.beginning.settings.direction)
    this.#besideLog = { on, texts }
    return texts
  }

  chance(who: string, stream: 'policy' | 'voice'): () => number {
    return choiceStream(this.#snapshot.state.next, stream, who)
  }

  *turnsOf(who: string): Generator<PastTurn> {
    for (const turn of this.turns.all.toReversed()) if (turn.who === who && turn.beat !== undefined) yield turn
  }

  follows(commit: string): boolean {
    const [, n] = /^beat-(\d+)$/.exec(commit) ?? []
    return n !== undefined && Number(n) <= this.#snapshot.state.next.beat
  }

  /** The index of the notes that `who` may search. */
  #notesOf(who: string): NoteIndex {
    const shelves = searchedBy(who)
    const isSearched = (path: string): boolean => shelves.some(({ at, accepts }) => (path === at || path.startsWith(`${at}/`)) && accepts(path))
    const paths = [...this.#paths()].filter(isSearched)
    const texts = paths.map((path) => [path, ifReadable(() => this.text(path))] as const)
    return buildIndex(new Map(texts.flatMap(([path, text]) => (text === undefined ? [] : [[path, text]]))))
  }

  recordBeat(request: ActionCall, spent?: Spent): SavedBeat {
    const { commit, state, lore, game } = this.#snapshot
    const resolved = resolveCall(this.#snapshot, request, (path) => this.#folder(path), {
      documents: documentsOf(lore, (path) => this.#bytes(path))
    })
    const { call, outcome: played } = resolved
    const prose = proseFiles((path) => this.#bytes(path), state, played)
    let files = new Map([...prose].map(([path, { bytes }]) => [path, bytes]))
    let after = { state: played.state, lore }
    let outcome = played
    const isRead = touchesLore(played)
    if (isRead === 'topics') after.lore = this.beginning.withTopics({ state, lore }, new Map([...this.#files, ...files]))
    else if (isRead) {
      files = this.#withState(files, played.state)
      const updates = new Map([...files].map(([path, bytes]) => [path, { bytes }]))
      const { isMutated, ...mutation } = mutated(updates, (path) => this.#bytes(path), { state, lore }, played, game)
      outcome = mutation.outcome
      files = new Map([...updates].map(([path, { bytes }]) => [path, bytes]))
      after = this.beginning.readWith({ state, lore }, new Map([...this.#files, ...files]), isMutated ? undefined : played.state)
      if (isMutated) outcome = { ...outcome, state: after.state, changes: diff(state, after.state) }
    }
    const id = `beat-${outcome.state.next.beat}`
    for (const [path, bytes] of files) {
      if (this.#bytes(path) === undefined) this.#forgetFoldersWithout(path)
      const [before, update] = [this.#texts.get(path), prose.get(path)]
      this.#files.set(path, bytes)
      // A log only grows, so its whole text isn't decoded again.
      if (before && update?.appended && update.bytes === bytes) this.#texts.set(path, before + textOfBytes(update.appended, path))
      else this.#texts.delete(path)
      if (!isLog(path)) this.#writtenBeside++
    }
    if (isRead === 'world') this.#written = after.state
    this.lastParams = outcome.params
    this.resolved = resolved
    this.#snapshot = this.#snapshotOf({ id }, after)
    return { beat: beatOf({ id, parent: commit.id, time: 0 }, call, outcome, state, spent), outcome }
  }

  /** Writes files as a beat by the designer. `files`: what is written over the texts that it is given. Throws Problem if the story can't be read then. */
  edit(call: ActionCall, subject: string, files: (text: (path: string) => string) => Map<string, Buffer>): SavedBeat {
    const { commit, state, lore } = this.#snapshot
    const present = this.#withState(new Map(), state)
    const edits = files((path) => textOfBytes(present.get(path) ?? this.#bytes(path) ?? Buffer.alloc(0), path))
    const next = Buffer.from(nextFile({ ...state.next, beat: state.next.beat + 1 }))
    for (const [path, bytes] of [...present, ...edits, [FILES.next, next] as const]) {
      if (this.#bytes(path) === undefined) this.#forgetFoldersWithout(path)
      this.#files.set(path, bytes)
      this.#texts.delete(path)
      this.#writtenBeside++
    }
    const after = this.beginning.readWith({ state, lore }, this.#files)
    this.#written = after.state
    this.lastParams = call.params
    const outcome = {
      params: call.params,
      state: after.state,
      changes: diff(state, after.state),
      writes: [],
      rolls: [],
      results: [],
      subject,
      answer: ''
    }
    const id = `beat-${after.state.next.beat}`
    this.#snapshot = this.#snapshotOf({ id }, after)
    return { beat: beatOf({ id, parent: commit.id, time: 0 }, call, outcome, state), outcome }
  }

  /** The text of a file, or undefined. Throws Problem `bad-file`. */
  text(path: string): string | undefined {
    const cached = this.#texts.get(path)
    if (cached !== undefined) return cached
    const bytes = this.#files.get(path)
    if (bytes === undefined) return this.beginning.text(path)
    const text = textOfBytes(bytes, path)
    this.#texts.set(path, text)
    return text
  }

  #bytes(path: string): Buffer | undefined {
    return this.#files.get(path) ?? this.beginning.files.get(path)
  }

  #paths(): Set<string> {
    return new Set([...this.beginning.files.keys(), ...this.#files.keys()])
  }

  /** The files of a beat, together with the files for all changes to the state since it was last written. */
  #withState(prose: Map<string, Buffer>, state: GameState): Map<string, Buffer> {
    const written = beatFiles((path) => prose.get(path) ?? this.#bytes(path), this.#written, {
      state,
      changes: diff(this.#written, state),
      writes: []
    })
    return new Map([...prose, ...[...written].map(([path, { bytes }]) => [path, bytes] as const)])
  }

  /** Removes the folders above a new path from the cache if they have no entry for it yet. */
  #forgetFoldersWithout(path: string): void {
    for (let slash = path.lastIndexOf('/'), end = path.length; end > 0; end = slash, slash = path.lastIndexOf('/', slash - 1)) {
      const folder = slash < 0 ? '' : path.slice(0, slash)
      if (!this.#folders.get(folder)?.has(path.slice(slash + 1, end))) this.#folders.delete(folder)
      if (slash < 0) return
    }
  }

  /** The entries of a folder, or undefined. */
  #folder(path: string): ReadonlyMap<string, { mode: number }> | undefined {
    const known = this.#folders.get(path)
    if (known) return known
    const above = path === '' ? '' : `${path}/`
    const entries = [...this.#paths()].flatMap((file): [string, { mode: number }][] => {
      if (!file.startsWith(above)) return []
      const [name = '', ...below] = file.slice(above.length).split('/')
      return [[name, { mode: below.length > 0 ? FOLDER : 0 }]]
    })
    if (entries.length === 0) return undefined
    const folder = new Map(entries)
    this.#folders.set(path, folder)
    return folder
  }
}

/** Everybody's id, kind and name, on which the table's texts beside the log depend. */
const namesIn = memoized((actors: GameState['actors']) =>
  Object.entries(actors)
    .map(([id, { kind, name }]) => `${id} ${kind} ${name}`)
    .join('\n')
)

const isLog = (path: string): boolean => ['log', 'laterLog'].includes(fileAt(path)?.kind ?? '')

/** What a beat may change of the lore: topics, or anything, as a new actor or place and a mutation do; undefined for nothing. */
function touchesLore({ writes, changes }: Outcome): 'topics' | 'world' | undefined {
  const isNew = (path: string): boolean => /^\/(actors|places)\//.test(path) && pointerKeys(path).length === 2
  const notes = writes.flatMap((write) => (write.kind === 'note' && write.space === 'world' ? notePath(write.space, write.path) : []))
  if (writes.some(({ kind }) => kind === 'mutations') || changes.some(({ path }) => isNew(path)) || !notes.every(isTopic)) return 'world'
  return notes.length > 0 ? 'topics' : undefined
}

/** Turns in memory. */
class MemoryTurns implements Turns {
  readonly all: TurnRecord[] = []
  readonly #attempts = new Map<string, number>()

  keep(record: TurnRecord): undefined {
    this.all.push(record)
    const { parent, who } = record
    this.#attempts.set(`${parent}:${who}`, this.attempts(parent, who) + 1)
  }

  attempts(parent: string, who: string): number {
    return this.#attempts.get(`${parent}:${who}`) ?? 0
  }
}
