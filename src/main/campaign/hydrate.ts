import { fileAt, fileName, groupOf, type FileKind } from '../../shared/story/layout'
import { canonical, equal, own } from '../../shared/base/json'
import type { Lore } from '../../shared/story/lore'
import { Problem } from '../../shared/base/problem'
import { type Actor, firstNext, type GameState, Next, type SceneState } from '../../shared/story/state'
import type { TableSettings } from '../../shared/table/turns'
import { SheetFile, TableFile, WorldFile } from './file-schemas'
import { checkMode, ParsedFiles, type FolderEntries, type ObjectReader, textOfEntry } from './parsed-files'
import { type TreeEntry, FOLDER, sameEntry } from './git/oid'
import { difference, entryAt } from './git/trees'
import { FILES } from './layout'
import { checkedTurn, checkReferences, currentSceneIn, missingScene, sceneIn } from './world-faults'
import { sceneTreeIn } from './narrator/scene-tree-file'
import { canonicalStateFile, canonicalFacts, WorldReader } from './world-reader'

/** The whole state at one commit, with its prose. */
export interface Hydrated {
  state: GameState
  lore: Lore
}

/** The world at a root tree, without the state of the turn. */
export interface WorldThen {
  tree: string
  state: Omit<GameState, 'next'>
  lore: Lore
}
const NO_TURN = firstNext('')

/** Kinds of files that don't affect the state. The scene's files do, but they are read separately. */
const BESIDE_THE_STATE: ReadonlySet<FileKind> = new Set([
  ...(['summary', 'currentScene', 'version', 'timeline', 'playerNote', 'session', 'sessionSummary'] as const),
  ...(['scene', 'sceneSummary', 'sceneTree', 'log', 'laterLog', 'talk'] as const)
])
/** Whether a file's text is a topic of the lore, and nothing else in the world. */
export const isTopic = (path: string): boolean => ['topic', 'ruling'].includes(fileAt(path)?.kind ?? '')
const isBesideTheState = (path: string): boolean => BESIDE_THE_STATE.has(fileAt(path)?.kind as FileKind)

/** If more files than this have changed, all files are read: the tree is then not a neighbour. */
const MAX_NEARBY_FILES = 64
const MAX_CACHED_LORES = 8

/** Reads states from a repository's objects. Parsed files are cached by object id, so a neighbouring commit costs only what changed. */
export class Hydrator {
  readonly #read: ParsedFiles
  readonly #world: WorldReader
  /** The tree that was read last. For a similar tree only the different files are read. */
  #last: { tree: string; read: Hydrated } | undefined

  constructor(
    private readonly objects: ObjectReader,
    cache?: ParsedFiles['cache'],
    /** The lores that were returned last. */
    private readonly lores: { last: readonly Lore[] } = { last: [] }
  ) {
    this.#read = new ParsedFiles(objects, cache)
    this.#world = new WorldReader(objects, this.#read)
  }

  /** A hydrator that reads from more objects and shares this one's cache. The objects must have git's ids. */
  over(objects: ObjectReader): Hydrator {
    return new Hydrator(objects, this.#read.cache, this.lores)
  }

  /** The state and lore at a root tree. Throws Problem `bad-file` (file, line) or `not-a-campaign`. */
  at(tree: string): Hydrated {
    return this.#read.once(`state:${tree}`, () => {
      const read = this.#nearby(tree) ?? this.#hydrate(tree)
      this.#last = { tree, read }
      return read
    })
  }

  /**
   * Like `at`, for a tree that differs from another commit's only in these files. If these are the turn, a scene, topics, or existing sheets and places,
   * only they are read, and everything else keeps its identity. Throws like `at`.
   */
  following(before: Hydrated, tree: string, paths: Iterable<string>): Hydrated {
    return this.#following(before, tree, paths) ?? this.at(tree)
  }

  /** Like `following`, but returns undefined if more than these files would have to be read. */
  #following(before: Hydrated, tree: string, paths: Iterable<string>): Hydrated | undefined {
    let { state, lore } = before
    let hasTopics = false
    for (const path of paths) {
      hasTopics ||= isTopic(path)
      const next = this.#withFile(state, before.lore, tree, path)
      if (!next) return undefined
      state = next
    }
    const { scene: _scene, next, ...rest } = state
    const scene = this.#currentScene(tree, this.objects.tree(tree))
    const world = hasTopics ? this.objects.tree(tree).get('world') : undefined
    if (world) lore = this.#shared({ ...lore, topics: this.#world.topics(world.oid) })
    return { state: { ...rest, ...(scene ? { scene } : {}), next }, lore }
  }

  /** The state and lore derived from the tree that was read last; undefined if the two are too different, or the tree can't be read. */
  #nearby(tree: string): Hydrated | undefined {
    if (!this.#last) return undefined
    try {
      const paths = this.#worldChanges(this.#last.tree, tree)
      const followed = paths && this.#following(this.#last.read, tree, paths)
      // The turn is read as a whole, because its keys keep the order of its schema.
      return followed && { ...followed, state: { ...followed.state, next: this.#next(this.objects.tree(tree)) } }
    } catch (thrown) {
      // The problem is reported when the whole tree is read.
      if (thrown instanceof Problem) return undefined
      throw thrown
    }
  }

  /** The files of world/ that differ between two root trees; undefined if other files, or added and removed ones, may change the world too. */
  #worldChanges(from: string, to: string): string[] | undefined {
    const [old, root] = [this.objects.tree(from), this.objects.tree(to)]
    const [before, after] = [old.get('world'), root.get('world')]
    const isSame = (path: string): boolean => sameEntry(old.get(path), root.get(path))
    if (before?.mode !== FOLDER || after?.mode !== FOLDER || !isSame(FILES.about) || !isSame(FILES.table)) return undefined
    const changes = difference((id) => this.objects.tree(id), before.oid, after.oid)
    if (changes.length > MAX_NEARBY_FILES) return undefined
    const paths: string[] = []
    for (const { path, from: was, to: now } of changes) {
      // An added or removed file may change more than one part of the state.
      if (!(was && now) && !isBesideTheState(`world/${path}`)) return undefined
      paths.push(`world/${path}`)
    }
    return paths
  }

  /** The world at a root tree. Given the world at a similar tree, it reads only the different files if it can. */
  world(tree: string, before?: WorldThen): WorldThen {
    if (before?.tree === tree) return before
    if (!before) return { ...this.at(tree), tree }
    const paths = this.#worldChanges(before.tree, tree)
    const followed = paths && this.#following({ state: { ...before.state, next: NO_TURN }, lore: before.lore }, tree, paths)
    return { ...(followed ?? this.at(tree)), tree }
  }

  /** The state updated with one file; undefined if that file may have changed more than its own part. */
  #withFile(state: GameState, lore: Lore, tree: string, path: string): GameState | undefined {
    const at = fileAt(path)
    switch (at?.kind) {
      case 'next':
        return { ...state, next: checkedTurn(this.#read.changed(this.entry(tree, path), path, Next, state.next)) }
      case 'state': {
        const { combat: _combat, plays: _plays, ...rest } = state
        return canonicalFacts({ ...rest, ...this.#read.changed(this.entry(tree, path), path, WorldFile, state) }, state)
      }
      case 'sheet': {
        const { id, group } = at.parts
        const was = own(state.actors, id)
        if (!was || groupOf(was.kind) !== group) return undefined
        const sheet = this.#read.changed(this.entry(tree, path), path, SheetFile, was)
        const actor = canonicalStateFile<Actor>({ ...sheet, kind: was.kind }, was)
        checkReferences({ [id]: actor }, state.places, {})
        return { ...state, actors: { ...state.actors, [id]: actor } }
      }
      case 'location': {
        const { id, region } = at.parts
        const entry = this.entry(tree, path)
        const was = own(state.places, id)
        const placeLore = own(lore.places, id)
        if (!entry || was?.region !== region || !placeLore) return undefined
        const now = this.#world.place(region, entry, path, { place: was, lore: placeLore })
        return equal(now.lore, placeLore) ? { ...state, places: { ...state.places, [id]: now.place } } : undefined
      }
      default:
        return isBesideTheState(path) || isTopic(path) ? state : undefined
    }
  }

  #hydrate(tree: string): Hydrated {
    const root = this.objects.tree(tree)
    const worldTree = root.get('world')
    if (!worldTree || !root.has(FILES.next))
      throw new Problem(
        'not-a-campaign',
        'This folder is not a campaign, because world/ or next is missing. Open a folder created with "proscenium new".'
      )
    const about = this.#read.text(root.get(FILES.about), FILES.about)
    const table = root.get(FILES.table)
    if (table) checkMode(table, FILES.table)
    const { world, lore } = this.#read.once(`world:${worldTree.oid}:${table?.oid}:${root.get(FILES.about)?.oid}`, () => {
      const read = this.#world.at(worldTree.oid, table, about)
      return { ...read, lore: this.#shared(read.lore) }
    })
    const scene = this.#currentScene(tree, root)
    const next = this.#next(root)
    return { state: { ...world, ...(scene ? { scene } : {}), next }, lore }
  }

  /** One object for all equal lores, whichever states they belong to, so that a client that has it doesn't need it again. */
  #shared(lore: Lore): Lore {
    const { last } = this.lores
    const same = last.find((one) => equal(one, lore))
    if (same) return same
    this.lores.last = [lore, ...last].slice(0, MAX_CACHED_LORES)
    return lore
  }

  #next(root: FolderEntries): Next {
    return checkedTurn(this.#read.required(root.get(FILES.next), FILES.next, Next))
  }

  #currentScene(tree: string, root: FolderEntries): SceneState | undefined {
    const path = currentSceneIn(this.#read.text(root.get(FILES.currentScene), FILES.currentScene))
    if (path === undefined) return undefined
    const file = `${path}/${fileName('scene')}`
    const entry = this.entry(tree, file)
    if (!entry) throw missingScene(path)
    checkMode(entry, file)
    const scene = this.#read.once(`scene:${path}:${entry.oid}`, () => canonical(sceneIn(textOfEntry(this.objects, entry, file), path)))
    const treeFile = `${path}/${fileName('sceneTree')}`
    const treeEntry = this.entry(tree, treeFile)
    if (!treeEntry) return scene
    checkMode(treeEntry, treeFile)
    const sceneTree = this.#read.once(`scene-tree:${path}:${treeEntry.oid}`, () =>
      sceneTreeIn(textOfEntry(this.objects, treeEntry, treeFile), treeFile)
    )
    return this.#read.once(`scene:${path}:${entry.oid}:${treeEntry.oid}`, () =>
      canonicalStateFile<SceneState>({ ...scene, tree: sceneTree }, { ...scene, tree: sceneTree })
    )
  }

  /** The settings in table.yaml at a root tree. Throws Problem `bad-file`. */
  table(tree: string): TableSettings {
    const entry = this.entry(tree, FILES.table)
    if (entry) checkMode(entry, FILES.table)
    return this.#read.once(`table:${entry?.oid}`, () => (entry ? this.#read.value(entry, FILES.table, TableFile) : TableFile.parse({})))
  }

  /** The entry at a path below a root tree, or undefined. Links are not followed. */
  entry(tree: string, path: string): TreeEntry | undefined {
    return entryAt((oid) => this.objects.tree(oid), tree, path)
  }

  /** The text of a file below a root tree; undefined if the file does not exist. Throws Problem `bad-file` for anything but a text file. */
  text(tree: string, path: string): string | undefined {
    return this.#read.text(this.entry(tree, path), path)
  }
}
