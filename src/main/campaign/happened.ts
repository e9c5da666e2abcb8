import { z } from 'zod'
import { fileName, idIn } from '../../shared/story/layout'
import { ifReadable, textOfEntry } from './parsed-files'
import { splitFrontMatter } from './front-matter'
import { Cache } from './git/cache'
import { type Commit, FOLDER, type Oid, type GitTree } from './history'
import type { TreeEntry } from './git/oid'
import { FILES } from './layout'
import { actsIn } from './beat-message'
import { currentSceneIn } from './world-faults'
import { parseYaml } from './yaml-splice'

/** The part of a repository that `Whereabouts` reads. */
export interface HistoryReader {
  commit(id: Oid): Commit
  tree(id: Oid): GitTree
  blob(id: Oid): Buffer
}

/** A page of the commits that happened in a place, newest first. `before` is the last examined commit, after which the next page begins. */
export interface PlaceHistoryPage {
  commits: Commit[]
  examined: number
  before?: Oid
}

/** The maximum number of uncached commits examined for one page, so that the first page comes at once. */
const MAX_EXAMINED_COMMITS = 250
/** After so many uncached commits the search yields. */
const COMMITS_PER_SLICE = 50
const MAX_CACHED_ENTRIES = 300_000
const NOWHERE: readonly string[] = []

const [PLAYERS, NPCS] = ['players', 'npcs'] as const
const SHEET = fileName('sheet')

const Located = z.looseObject({ location: z.string() })
const Played = z.looseObject({ place: z.string() })

/**
 * Finds the places in which each commit happened: where its actor was before and after it (for the DM: where the party was), where anybody moved from
 * and to, and which places it changed. It reads no state: folders that are equal in a commit and its parent are skipped, and results are cached.
 */
export class Whereabouts {
  readonly #places = new Cache<readonly string[]>(MAX_CACHED_ENTRIES, () => 1)
  readonly #locations = new Cache<string | undefined>(MAX_CACHED_ENTRIES, () => 1)

  constructor(private readonly read: HistoryReader) {}

  /** Commits that happened in a place, back from `from`, which is included unless `after` is set. `mayContinue` yields and says whether to go on. */
  async page(place: string, from: Oid, after: boolean, limit: number, mayContinue: () => Promise<boolean>): Promise<PlaceHistoryPage> {
    const commits: Commit[] = []
    let examined = 0
    let fresh = 0
    let at = after ? this.read.commit(from).parents[0] : from
    let last = from
    while (at !== undefined && commits.length < limit) {
      const commit = this.read.commit(at)
      if (!this.#places.get(at) && ++fresh > MAX_EXAMINED_COMMITS) break
      if (this.of(commit).includes(place)) commits.push(commit)
      examined++
      last = at
      at = commit.parents[0]
      if (fresh > 0 && fresh % COMMITS_PER_SLICE === 0 && !(await mayContinue())) break
    }
    return { commits, examined, ...(at === undefined ? {} : { before: last }) }
  }

  of(commit: Commit): readonly string[] {
    const [parent] = commit.parents
    return this.#places.once(commit.id, () => (parent === undefined ? NOWHERE : this.#between(commit, this.read.commit(parent))))
  }

  #between(commit: Commit, parent: Commit): readonly string[] {
    const [then, now] = [this.read.tree(parent.tree), this.read.tree(commit.tree)]
    const [worldThen, worldNow] = [this.#folder(then, 'world'), this.#folder(now, 'world')]
    const places = new Set<string>()
    const add = (place: string | undefined): void => void (place !== undefined && places.add(place))
    const actor = actsIn(commit.message)
    let isPresent = false
    for (const kind of [PLAYERS, NPCS]) {
      const [before, after] = [this.#folder(worldThen, kind), this.#folder(worldNow, kind)]
      if (actor !== undefined && (before.has(actor) || after.has(actor))) {
        isPresent = true
        add(this.#location(before.get(actor)))
        add(this.#location(after.get(actor)))
      }
      if (before === after) continue
      for (const [id, folder] of after) {
        const was = before.get(id)
        if (was?.oid === folder.oid) continue
        const [left, reached] = [this.#location(was), this.#location(folder)]
        if (left !== reached) [left, reached].forEach(add)
      }
    }
    this.#changed(this.#folder(worldThen, 'regions'), this.#folder(worldNow, 'regions'), add)
    if (!isPresent && actor !== undefined && actor !== 'designer') add(this.stage(now) ?? this.stage(then))
    return places.size === 0 ? NOWHERE : [...places]
  }

  /** The place of the party at a root tree: that of most of the players; in a tie, the scene's place if it is among them. */
  stage(root: GitTree): string | undefined {
    const folder = this.#folder(root, 'world').get(PLAYERS)
    const most = folder?.mode === FOLDER ? this.#gatherings(folder.oid) : NOWHERE
    if (most.length === 1) return most[0]
    const scene = this.#scene(root)
    return scene !== undefined && most.includes(scene) ? scene : (most[0] ?? scene)
  }

  /** The place of most of the players, or several in a tie, sorted by id. Cached by the object id of the folder of players. */
  #gatherings(players: Oid): readonly string[] {
    return this.#places.once(players, () => {
      const counts = new Map<string, number>()
      for (const folder of this.read.tree(players).values()) {
        const place = this.#location(folder)
        if (place !== undefined) counts.set(place, (counts.get(place) ?? 0) + 1)
      }
      const most = Math.max(0, ...counts.values())
      return [...counts].flatMap(([place, count]) => (count === most ? [place] : [])).toSorted()
    })
  }

  /** The entries of a folder inside another one. An unchanged folder gives the same object. */
  #folder(above: GitTree, name: string): GitTree {
    const entry = above.get(name)
    return entry?.mode === FOLDER ? this.read.tree(entry.oid) : EMPTY
  }

  #changed(then: GitTree, now: GitTree, add: (place: string | undefined) => void): void {
    if (then === now) return
    for (const region of new Set([...then.keys(), ...now.keys()])) {
      const [was, is] = [then.get(region), now.get(region)]
      if (was?.oid === is?.oid) continue
      const [before, after] = [this.#folder(this.#folder(then, region), 'locations'), this.#folder(this.#folder(now, region), 'locations')]
      if (before === after) continue
      for (const file of new Set([...before.keys(), ...after.keys()])) if (before.get(file)?.oid !== after.get(file)?.oid) add(idIn('location', file))
    }
  }

  /** The place of an actor, given their folder; undefined for a sheet that can't be read. */
  #location(folder: TreeEntry | undefined): string | undefined {
    if (folder?.mode !== FOLDER) return undefined
    return this.#locations.once(folder.oid, () => {
      const sheet = this.read.tree(folder.oid).get(SHEET)
      return sheet && ifReadable(() => locationIn(textOfEntry(this.read, sheet, SHEET)))
    })
  }

  #scene(root: GitTree): string | undefined {
    const current = root.get(FILES.currentScene)
    const path = current && ifReadable(() => currentSceneIn(textOfEntry(this.read, current, FILES.currentScene)))
    if (path === undefined) return undefined
    const [session = '', scene = ''] = path.split('/').slice(1)
    const about = this.#folder(this.#folder(this.#folder(root, 'sessions'), session), scene).get(fileName('scene'))
    if (!about) return undefined
    return this.#locations.once(`${about.mode} ${about.oid}`, () => ifReadable(() => placeIn(textOfEntry(this.read, about, path), path)))
  }
}

const EMPTY: GitTree = new Map()

/** The `location` of a sheet. A plain word on its own line is read directly; anything else is parsed as YAML. */
function locationIn(text: string): string | undefined {
  const plain = /^location: ([\p{L}\p{N}][\p{L}\p{N}_-]*)$/mu.exec(text)?.[1]
  if (plain !== undefined && !/^(true|false|null|yes|no|on|off|\d+)$/i.test(plain)) return plain
  return Located.safeParse(parseYaml(text, SHEET)).data?.location
}

const placeIn = (text: string, scene: string): string | undefined => Played.safeParse(splitFrontMatter(text, scene).matter).data?.place
