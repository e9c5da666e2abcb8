import { z } from 'zod'
import { Beliefs } from '../../shared/beliefs'
import { canonical, equal, type Json } from '../../shared/json'
import { ActorLore, Lore, PlaceLore, StoryEvent, type Topic } from '../../shared/lore'
import { Problem } from '../../shared/problem'
import { Actor, GameState, Journey, Next, Place, SceneState } from '../../shared/state'
import type { TableSettings } from '../../shared/turns'
import { splitFrontMatter } from './front-matter'
import { check, checkIds, JourneyFile, PlaceFile, Sheet, TableFile, WorldFile } from './file-schemas'
import { FileReader } from './file-reader'
import { FILES, IN_STATE_FILE } from './layout'
import { Memo } from './memo'
import { checkKey, checkReferences, checkRegions, checkScenePath, checkTurn } from './world-faults'
import { parseYaml } from './yaml-splice'

/** The entries of a folder in the history. */
export type Folder = ReadonlyMap<string, { mode: number; oid: string }>

/** The part of a repository that reading needs: git objects by id. */
export interface Objects {
  tree(id: string): Folder
  blob(id: string): Buffer
}

/** The world's part of a state: the content of world/ and table.yaml. */
type World = Omit<GameState, 'scene' | 'next'>
/** Everything true at one commit, with its prose. */
export interface Moment {
  state: GameState
  lore: Lore
}

const DIRECTORY = 0o40000
const LINK = 0o120000
/** How many different proses are cached. */
const LORES = 8

interface ActorFolder {
  actor: Actor
  lore: ActorLore
}
interface RegionFolder {
  name: string
  about: string
  places: Record<string, Place>
  journeys: Record<string, Journey>
  placeLore: Record<string, PlaceLore>
  journeyLore: Record<string, string>
  map: Lore['map']
}

/**
 * Reads states from a repository's objects. Everything parsed is cached by object id, so a neighbouring commit costs only its changed files, and
 * unchanged parts keep their identity from state to state.
 */
export class Hydrator {
  readonly #read: FileReader
  /** The proses returned last. */
  #lores: readonly Lore[] = []

  constructor(
    private readonly objects: Objects,
    memo = new Memo()
  ) {
    this.#read = new FileReader(objects, memo)
  }

  /** The same hydrator over more objects, which must have git's ids, so that both share one cache. */
  over(objects: Objects): Hydrator {
    return new Hydrator(objects, this.#read.memo)
  }

  /** The state and lore at a root tree. Throws Problem `bad-file` (file, line) or `not-a-campaign`. */
  at(tree: string): Moment {
    return this.#read.once(`moment:${tree}`, () => this.#moment(tree))
  }

  /**
   * Like `at`, for a tree that differs from another moment's only in these files. If they are a turn, a scene, or existing sheets and places,
   * only they are read, and everything else keeps its identity. Throws as `at` does.
   */
  following(before: Moment, tree: string, paths: Iterable<string>): Moment {
    let { state } = before
    for (const path of paths) {
      const next = this.#followed(state, before.lore, tree, path)
      if (!next) return this.at(tree)
      state = next
    }
    const { scene: _scene, ...rest } = state
    const scene = this.#currentScene(tree, this.objects.tree(tree))
    return { state: { ...rest, ...(scene ? { scene } : {}) }, lore: before.lore }
  }

  /** A state updated with one file; undefined if more than that may differ. */
  #followed(state: GameState, lore: Lore, tree: string, path: string): GameState | undefined {
    const parts = path.split('/')
    const [top = '', kind = '', id = '', leaf = '', name = ''] = parts
    if (path === FILES.next) return { ...state, next: this.#next(this.objects.tree(tree)) }
    if (path === FILES.currentScene || path === FILES.summary || path === FILES.version || top === 'sessions' || top === 'player-notes') return state
    const folder = parts.length < 2 ? undefined : this.entry(tree, parts.slice(0, -1).join('/'))
    if (folder?.mode !== DIRECTORY) return undefined
    const files = this.objects.tree(folder.oid)
    if (path === FILES.state) {
      const { combat: _combat, ...rest } = state
      return canonicalFacts({ ...rest, ...this.#read.file(files, 'STATE.yaml', FILES.state, WorldFile) })
    }
    if ((kind === 'players' || kind === 'npcs') && parts.length === 4) {
      if (leaf === 'TIMELINE.yaml') return state
      const was = Object.hasOwn(state.actors, id) ? state.actors[id] : undefined
      if (leaf !== 'STATS.yaml' || !was) return undefined
      const actor = this.#sheet(files, kind, path)
      checkReferences({ [id]: actor }, state.places, {})
      return { ...state, actors: { ...state.actors, [id]: actor } }
    }
    if (kind !== 'regions' || leaf !== 'locations' || parts.length !== 5 || !name.endsWith('.yaml')) return undefined
    const place = name.slice(0, -5)
    const entry = files.get(name)
    if (!entry || !Object.hasOwn(state.places, place) || state.places[place]?.region !== id) return undefined
    const now = this.#place(id, entry.oid, path)
    return equal(now.lore, lore.places[place]) ? { ...state, places: { ...state.places, [place]: now.place } } : undefined
  }

  #moment(tree: string): Moment {
    const root = this.objects.tree(tree)
    const worldTree = root.get('world')
    if (!worldTree || !root.has(FILES.next))
      throw new Problem(
        'not-a-campaign',
        'This folder is not a campaign, because world/ or next is missing. Open a folder created with "proscenium new".'
      )
    const about = this.#read.text(root, FILES.about)
    const { world, lore } = this.#world(worldTree.oid, root.get(FILES.table)?.oid, about, root.get(FILES.about)?.oid)
    const scene = this.#currentScene(tree, root)
    const next = this.#next(root)
    return { state: { ...world, ...(scene ? { scene } : {}), next }, lore }
  }

  #world(worldId: string, tableId: string | undefined, about: string | undefined, aboutId: string | undefined): { world: World; lore: Lore } {
    return this.#read.once(`world:${worldId}:${tableId}:${aboutId}`, () => {
      const world = this.objects.tree(worldId)
      const folders = { players: this.#actors(world, 'players'), npcs: this.#actors(world, 'npcs') }
      const clash = Object.keys(folders.players).find((id) => Object.hasOwn(folders.npcs, id))
      if (clash !== undefined)
        throw new Problem('bad-file', `"${clash}" is both a player and an NPC. Rename one of the folders.`, { file: `world/npcs/${clash}` })
      const actors = { ...folders.players, ...folders.npcs }
      checkIds(Object.keys(actors))
      const regions = this.#regions(world)
      const file = this.#read.file(world, 'STATE.yaml', FILES.state, WorldFile)
      const party = tableId === undefined ? [] : this.#read.value(tableId, FILES.table, TableFile).party
      checkRegions(regions)
      const places = Object.assign({}, ...Object.values(regions).map((r) => r.places)) as Record<string, Place>
      const journeys = Object.assign({}, ...Object.values(regions).map((r) => r.journeys)) as Record<string, Journey>
      checkReferences(
        mapValues(actors, (a) => a.actor),
        places,
        journeys
      )
      const kept: World = {
        ...file,
        actors: mapValues(actors, (a) => a.actor),
        places,
        journeys,
        regions: mapValues(regions, (r) => ({ name: r.name })),
        ...(party.length > 0 ? { party } : {})
      }
      return { world: sortRecords(kept), lore: this.#known(this.#lore(world, about, actors, regions)) }
    })
  }

  /** Returns equal prose as one object, whichever states it belongs to. It changes rarely, and a client that has it doesn't need it again. */
  #known(lore: Lore): Lore {
    const same = this.#lores.find((one) => equal(one, lore))
    if (same) return same
    this.#lores = [lore, ...this.#lores].slice(0, LORES)
    return lore
  }

  #actors(world: Folder, kind: 'players' | 'npcs'): Record<string, ActorFolder> {
    const entry = world.get(kind)
    if (!entry) return {}
    return this.#read.once(`${kind}:${entry.oid}`, () => {
      const out: Record<string, ActorFolder> = {}
      for (const [id, folder] of this.objects.tree(entry.oid)) {
        if (folder.mode !== DIRECTORY) continue
        checkKey(id, `world/${kind}/${id}`)
        out[id] = this.#read.once(`actor:${kind}:${id}:${folder.oid}`, () => {
          const files = this.objects.tree(folder.oid)
          const at = `world/${kind}/${id}`
          const actor = this.#sheet(files, kind, `${at}/STATS.yaml`)
          const prose = this.#read.prose(files.get('ABOUT.md')?.oid, `${at}/ABOUT.md`, ActorLore.omit({ beliefs: true }), 'about')
          const beliefs = files.has('BELIEFS.yaml') ? this.#read.file(files, 'BELIEFS.yaml', `${at}/BELIEFS.yaml`, Beliefs) : {}
          return { actor, lore: { ...prose, beliefs } }
        })
      }
      return out
    })
  }

  #sheet(files: Folder, kind: string, path: string): Actor {
    return canonical<Actor>({ ...this.#read.file(files, 'STATS.yaml', path, Sheet), kind: kind === 'npcs' ? 'npc' : 'player' })
  }

  #regions(world: Folder): Record<string, RegionFolder> {
    const entry = world.get('regions')
    if (!entry) return {}
    return this.#read.once(`regions:${entry.oid}`, () => {
      const out: Record<string, RegionFolder> = {}
      for (const [id, folder] of this.objects.tree(entry.oid)) {
        checkKey(id, `world/regions/${id}`)
        if (folder.mode === DIRECTORY) out[id] = this.#read.once(`region:${id}:${folder.oid}`, () => this.#region(id, folder.oid))
      }
      return out
    })
  }

  #region(id: string, oid: string): RegionFolder {
    const files = this.objects.tree(oid)
    const at = `world/regions/${id}`
    const about = this.#read.text(files, 'ABOUT.md')
    const { matter, body } = splitFrontMatter(about ?? '', `${at}/ABOUT.md`)
    const name = z.object({ name: z.string() }).safeParse(matter).data?.name ?? id
    const region: RegionFolder = { name, about: body, places: {}, journeys: {}, placeLore: {}, journeyLore: {}, map: {} }
    const locations = files.get('locations')
    for (const [file, entry] of locations ? this.objects.tree(locations.oid) : []) {
      if (!file.endsWith('.yaml')) continue
      const name = file.slice(0, -5)
      checkKey(name, `${at}/locations/${file}`)
      const { place, lore } = this.#read.once(`place:${id}:${name}:${entry.oid}`, () => this.#place(id, entry.oid, `${at}/locations/${file}`))
      region.places[name] = place
      region.placeLore[name] = lore
    }
    const map = files.get('MAP.yaml')
    if (map) region.map = this.#read.value(map.oid, `${at}/MAP.yaml`, Lore.shape.map)
    const journeys = files.get('journeys.yaml')
    if (journeys) {
      const path = `${at}/journeys.yaml`
      for (const [key, value] of Object.entries(this.#read.value(journeys.oid, path, z.record(z.string(), JourneyFile)))) {
        const { description, ...rest } = value as Journey & { description?: string }
        region.journeys[key] = canonical<Journey>({ ...rest, region: id })
        region.journeyLore[key] = description ?? ''
      }
    }
    return region
  }

  /** A location's file. Of thousands only the changed ones are read again. */
  #place(region: string, oid: string, path: string): { place: Place; lore: PlaceLore } {
    const text = this.#read.string(oid, path)
    const parsed = parseYaml(text, path) ?? {}
    const { description: _d, gm_guide: _g, senses: _s, ...rest } = check(PlaceFile, parsed, path, text) as Place & Record<string, Json>
    return { place: canonical<Place>({ ...rest, region }), lore: check(PlaceLore, parsed, path, text) }
  }

  #lore(world: Folder, about: string | undefined, actors: Record<string, ActorFolder>, regions: Record<string, RegionFolder>): Lore {
    const front =
      about === undefined
        ? {}
        : (z.object({ title: z.string(), premise: z.string() }).partial().safeParse(splitFrontMatter(about, FILES.about).matter).data ?? {})
    const story: StoryEvent[] = []
    for (const [id, oid] of this.#aboutFiles(world, 'story'))
      story.push({ ...this.#read.prose(oid, `world/story/${id}/ABOUT.md`, StoryEvent.omit({ id: true }), 'body'), id })
    return {
      title: front.title ?? 'Untitled campaign',
      premise: front.premise ?? '',
      places: Object.assign({}, ...Object.values(regions).map((r) => r.placeLore)) as Lore['places'],
      journeys: Object.assign({}, ...Object.values(regions).map((r) => r.journeyLore)) as Lore['journeys'],
      actors: mapValues(actors, (a) => a.lore),
      regions: mapValues(regions, (r) => r.about),
      story: story.toSorted((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1)),
      topics: this.#topics(world),
      map: Object.assign({}, ...Object.values(regions).map((r) => r.map)) as Lore['map']
    }
  }

  *#aboutFiles(world: Folder, folder: string): Generator<[string, string]> {
    const entry = world.get(folder)
    for (const [id, inner] of entry ? this.objects.tree(entry.oid) : []) {
      const about = inner.mode === DIRECTORY ? this.objects.tree(inner.oid).get('ABOUT.md') : undefined
      if (about) yield [id, about.oid]
    }
  }

  #topics(world: Folder): Topic[] {
    const topics: Topic[] = []
    const add = (path: string, fallback: string, oid: string): void => {
      const { matter, body } = splitFrontMatter(this.#read.string(oid, path), path)
      const tags = z.object({ tags: z.array(z.string()) }).safeParse(matter).data?.tags ?? []
      topics.push({ path, title: /^# (.+)$/m.exec(body)?.[1] ?? fallback, tags, body: body.trim() })
    }
    for (const folder of ['events', 'misc']) for (const [id, oid] of this.#aboutFiles(world, folder)) add(`world/${folder}/${id}/ABOUT.md`, id, oid)
    const rulings = world.get('rulings')
    for (const [file, entry] of rulings ? this.objects.tree(rulings.oid) : [])
      if (file.endsWith('.md')) add(`world/rulings/${file}`, file.slice(0, -3), entry.oid)
    return topics
  }

  #next(root: Folder): Next {
    const next = this.#read.file(root, FILES.next, FILES.next, Next)
    checkTurn(next)
    return next
  }

  #currentScene(tree: string, root: Folder): SceneState | undefined {
    const current = this.#read.text(root, FILES.currentScene)
    if (current === undefined)
      throw new Problem('bad-file', 'current-scene is missing. Restore it (git has its last version) or, between scenes, add an empty file.', {
        file: FILES.currentScene
      })
    const path = current.trim()
    checkScenePath(path)
    return this.#scene(tree, path)
  }

  #scene(tree: string, path: string): SceneState | undefined {
    if (path === '') return undefined
    const entry = this.entry(tree, `${path}/ABOUT.md`)
    if (!entry)
      throw new Problem('bad-file', `current-scene names "${path.slice(0, 80)}", which has no ABOUT.md. Correct or empty the file current-scene.`, {
        file: FILES.currentScene
      })
    const file = `${path}/ABOUT.md`
    return this.#read.once(`scene:${path}:${entry.oid}`, () => {
      const text = this.#read.string(entry.oid, file)
      return canonical(check(SceneState, { present: {}, ...(splitFrontMatter(text, file).matter as object), path }, file, text))
    })
  }

  /** The settings in table.yaml at a root tree. Throws Problem `bad-file`. */
  table(tree: string): TableSettings {
    const oid = this.entry(tree, FILES.table)?.oid
    return this.#read.once(`table:${oid}`, () => {
      const { agents, party, k, tiers, cost_cap } = oid === undefined ? TableFile.parse({}) : this.#read.value(oid, FILES.table, TableFile)
      return { agents, party, k, tiers, ...(cost_cap === undefined ? {} : { cost_cap }) }
    })
  }

  /** The entry at a path below a root tree, or undefined. Links aren't followed. */
  entry(tree: string, path: string): { mode: number; oid: string } | undefined {
    let at: { mode: number; oid: string } | undefined = { mode: DIRECTORY, oid: tree }
    for (const part of path.split('/')) {
      if (at?.mode !== DIRECTORY) return undefined
      at = this.objects.tree(at.oid).get(part)
    }
    return at
  }

  /** The text of a file below a root tree, or undefined. */
  text(tree: string, path: string): string | undefined {
    const entry = this.entry(tree, path)
    return entry && entry.mode !== DIRECTORY && entry.mode !== LINK ? this.#read.string(entry.oid, path) : undefined
  }
}

const mapValues = <A, B>(record: Record<string, A>, f: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, f(value)]))

/** Sorts the keys of the maps. Their values keep their identity. */
function sortRecords(world: World): World {
  const sorted = <T>(record: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const out: World = {
    ...world,
    actors: sorted(world.actors),
    places: sorted(world.places),
    journeys: sorted(world.journeys),
    regions: sorted(world.regions)
  }
  return canonicalFacts(out)
}

/** Sorts the keys of what world/STATE.yaml contains. */
function canonicalFacts<T extends World>(world: T): T {
  for (const key of IN_STATE_FILE) if (world[key] !== undefined) Object.assign(world, { [key]: canonical(world[key]) })
  return world
}
