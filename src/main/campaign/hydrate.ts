import { z } from 'zod'
import { Beliefs } from '../../shared/beliefs'
import { canonical, equal, type Json } from '../../shared/json'
import { ActorLore, Lore, PlaceLore, StoryEvent, type Topic } from '../../shared/lore'
import { Problem } from '../../shared/problem'
import { Actor, GameState, Journey, Next, Place, SceneState } from '../../shared/state'
import type { TableSettings } from '../../shared/turns'
import { splitFrontMatter } from './front-matter'
import { check, checkIds, JourneyFile, PlaceFile, Sheet, TableFile, WorldFile } from './file-schemas'
import { FILES, IN_STATE_FILE } from './layout'
import { Memo } from './memo'
import { checkReferences, checkRegions } from './world-faults'
import { parseYaml } from './yaml-splice'

/** The part of a repository that reading needs: git objects by id. */
export interface Objects {
  tree(id: string): ReadonlyMap<string, { mode: number; oid: string }>
  blob(id: string): Buffer
}

/** The world's half of a state: what stands under world/ and table.yaml. */
type World = Omit<GameState, 'scene' | 'next'>
/** Everything true at one commit, and the prose beside it. */
export interface Moment {
  state: GameState
  lore: Lore
}

const DIRECTORY = 0o40000
const LINK = 0o120000
const MAX_TEXT = 4 << 20
/** Proses that are told apart. */
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
 * Reads states out of a repository's objects. Everything parsed is remembered by object id, so a neighbour
 * commit costs only its changed files, and unchanged parts keep their identity from state to state.
 */
export class Hydrator {
  readonly #memo: Memo
  /** Proses that were told of late. */
  #lores: readonly Lore[] = []

  constructor(
    private readonly objects: Objects,
    memo = new Memo()
  ) {
    this.#memo = memo
  }

  /** The same over more objects, which must have the ids that git gives them: what is read with one is known to the other. */
  over(objects: Objects): Hydrator {
    return new Hydrator(objects, this.#memo)
  }

  /** State and lore at a root tree. Throws Problem `bad-file` (file, line) or `not-a-campaign`. */
  at(tree: string): Moment {
    return this.#once(`moment:${tree}`, () => this.#moment(tree))
  }

  #moment(tree: string): Moment {
    const root = this.objects.tree(tree)
    const worldTree = root.get('world')
    if (!worldTree || !root.has(FILES.next))
      throw new Problem('not-a-campaign', 'There is no campaign here: world/ or next is missing. Open a folder made with "proscenium new".')
    const about = this.#text(root, FILES.about)
    const { world, lore } = this.#world(worldTree.oid, root.get(FILES.table)?.oid, about, root.get(FILES.about)?.oid)
    const current = this.#text(root, FILES.currentScene)
    if (current === undefined)
      throw new Problem('bad-file', 'current-scene is missing; put it back (git has its last version; it is empty between scenes).', {
        file: FILES.currentScene
      })
    const scene = this.#scene(tree, current.trim())
    const next = this.#file(root, FILES.next, FILES.next, Next)
    return { state: { ...world, ...(scene ? { scene } : {}), next }, lore }
  }

  #world(worldId: string, tableId: string | undefined, about: string | undefined, aboutId: string | undefined): { world: World; lore: Lore } {
    return this.#once(`world:${worldId}:${tableId}:${aboutId}`, () => {
      const world = this.objects.tree(worldId)
      const folders = { players: this.#actors(world, 'players'), npcs: this.#actors(world, 'npcs') }
      const clash = Object.keys(folders.players).find((id) => id in folders.npcs)
      if (clash !== undefined)
        throw new Problem('bad-file', `"${clash}" is both a player and an NPC; rename one of the folders.`, { file: `world/npcs/${clash}` })
      const actors = { ...folders.players, ...folders.npcs }
      checkIds(Object.keys(actors))
      const regions = this.#regions(world)
      const file = this.#file(world, 'STATE.yaml', FILES.state, WorldFile)
      const party = tableId === undefined ? [] : this.#value(tableId, FILES.table, TableFile).party
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

  /** The same prose as one object, however many states it stands beside: it changes rarely, and who has it need not be told again. */
  #known(lore: Lore): Lore {
    const same = this.#lores.find((one) => equal(one, lore))
    if (same) return same
    this.#lores = [lore, ...this.#lores].slice(0, LORES)
    return lore
  }

  #actors(world: ReadonlyMap<string, { mode: number; oid: string }>, kind: 'players' | 'npcs'): Record<string, ActorFolder> {
    const entry = world.get(kind)
    if (!entry) return {}
    return this.#once(`${kind}:${entry.oid}`, () => {
      const out: Record<string, ActorFolder> = {}
      for (const [id, folder] of this.objects.tree(entry.oid)) {
        if (folder.mode !== DIRECTORY) continue
        out[id] = this.#once(`actor:${kind}:${id}:${folder.oid}`, () => {
          const files = this.objects.tree(folder.oid)
          const at = `world/${kind}/${id}`
          const actor = canonical<Actor>({ ...this.#file(files, 'STATS.yaml', `${at}/STATS.yaml`, Sheet), kind: kind === 'npcs' ? 'npc' : 'player' })
          const prose = this.#prose(files.get('ABOUT.md')?.oid, `${at}/ABOUT.md`, ActorLore.omit({ beliefs: true }), 'about')
          const beliefs = files.has('BELIEFS.yaml') ? this.#file(files, 'BELIEFS.yaml', `${at}/BELIEFS.yaml`, Beliefs) : {}
          return { actor, lore: { ...prose, beliefs } }
        })
      }
      return out
    })
  }

  #regions(world: ReadonlyMap<string, { mode: number; oid: string }>): Record<string, RegionFolder> {
    const entry = world.get('regions')
    if (!entry) return {}
    return this.#once(`regions:${entry.oid}`, () => {
      const out: Record<string, RegionFolder> = {}
      for (const [id, folder] of this.objects.tree(entry.oid)) {
        if (folder.mode === DIRECTORY) out[id] = this.#once(`region:${id}:${folder.oid}`, () => this.#region(id, folder.oid))
      }
      return out
    })
  }

  #region(id: string, oid: string): RegionFolder {
    const files = this.objects.tree(oid)
    const at = `world/regions/${id}`
    const about = this.#text(files, 'ABOUT.md')
    const { matter, body } = splitFrontMatter(about ?? '', `${at}/ABOUT.md`)
    const name = z.object({ name: z.string() }).safeParse(matter).data?.name ?? id
    const region: RegionFolder = { name, about: body, places: {}, journeys: {}, placeLore: {}, journeyLore: {}, map: {} }
    const locations = files.get('locations')
    for (const [file, entry] of locations ? this.objects.tree(locations.oid) : []) {
      if (!file.endsWith('.yaml')) continue
      const name = file.slice(0, -5)
      const { place, lore } = this.#once(`place:${id}:${name}:${entry.oid}`, () => this.#place(id, entry.oid, `${at}/locations/${file}`))
      region.places[name] = place
      region.placeLore[name] = lore
    }
    const map = files.get('MAP.yaml')
    if (map) region.map = this.#value(map.oid, `${at}/MAP.yaml`, Lore.shape.map)
    const journeys = files.get('journeys.yaml')
    if (journeys) {
      const path = `${at}/journeys.yaml`
      for (const [key, value] of Object.entries(this.#value(journeys.oid, path, z.record(z.string(), JourneyFile)))) {
        const { description, ...rest } = value as Journey & { description?: string }
        region.journeys[key] = canonical<Journey>({ ...rest, region: id })
        region.journeyLore[key] = description ?? ''
      }
    }
    return region
  }

  /** A location's file; with thousands of them only those that are other are read again. */
  #place(region: string, oid: string, path: string): { place: Place; lore: PlaceLore } {
    const text = this.#string(oid, path)
    const parsed = parseYaml(text, path) ?? {}
    const { description: _d, gm_guide: _g, senses: _s, ...rest } = check(PlaceFile, parsed, path, text) as Place & Record<string, Json>
    return { place: canonical<Place>({ ...rest, region }), lore: check(PlaceLore, parsed, path, text) }
  }

  #lore(
    world: ReadonlyMap<string, { mode: number; oid: string }>,
    about: string | undefined,
    actors: Record<string, ActorFolder>,
    regions: Record<string, RegionFolder>
  ): Lore {
    const front =
      about === undefined
        ? {}
        : (z.object({ title: z.string(), premise: z.string() }).partial().safeParse(splitFrontMatter(about, FILES.about).matter).data ?? {})
    const story: StoryEvent[] = []
    for (const [id, oid] of this.#aboutFiles(world, 'story'))
      story.push({ ...this.#prose(oid, `world/story/${id}/ABOUT.md`, StoryEvent.omit({ id: true }), 'body'), id })
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

  *#aboutFiles(world: ReadonlyMap<string, { mode: number; oid: string }>, folder: string): Generator<[string, string]> {
    const entry = world.get(folder)
    for (const [id, inner] of entry ? this.objects.tree(entry.oid) : []) {
      const about = inner.mode === DIRECTORY ? this.objects.tree(inner.oid).get('ABOUT.md') : undefined
      if (about) yield [id, about.oid]
    }
  }

  #topics(world: ReadonlyMap<string, { mode: number; oid: string }>): Topic[] {
    const topics: Topic[] = []
    const add = (path: string, fallback: string, oid: string): void => {
      const { matter, body } = splitFrontMatter(this.#string(oid, path), path)
      const tags = z.object({ tags: z.array(z.string()) }).safeParse(matter).data?.tags ?? []
      topics.push({ path, title: /^# (.+)$/m.exec(body)?.[1] ?? fallback, tags, body: body.trim() })
    }
    for (const folder of ['events', 'misc']) for (const [id, oid] of this.#aboutFiles(world, folder)) add(`world/${folder}/${id}/ABOUT.md`, id, oid)
    const rulings = world.get('rulings')
    for (const [file, entry] of rulings ? this.objects.tree(rulings.oid) : [])
      if (file.endsWith('.md')) add(`world/rulings/${file}`, file.slice(0, -3), entry.oid)
    return topics
  }

  #scene(tree: string, path: string): SceneState | undefined {
    if (path === '') return undefined
    const entry = this.entry(tree, `${path}/ABOUT.md`)
    if (!entry)
      throw new Problem(
        'bad-file',
        `current-scene names "${path.slice(0, 80)}", but there is no ABOUT.md in it; correct or empty the file current-scene.`,
        { file: FILES.currentScene }
      )
    const file = `${path}/ABOUT.md`
    return this.#once(`scene:${path}:${entry.oid}`, () => {
      const text = this.#string(entry.oid, file)
      return canonical(check(SceneState, { present: {}, ...(splitFrontMatter(text, file).matter as object), path }, file, text))
    })
  }

  /** table.yaml at a root tree, as people set it. Throws Problem `bad-file`. */
  table(tree: string): TableSettings {
    const oid = this.entry(tree, FILES.table)?.oid
    return this.#once(`table:${oid}`, () => {
      const { agents, party, k, tiers, cost_cap } = oid === undefined ? TableFile.parse({}) : this.#value(oid, FILES.table, TableFile)
      return { agents, party, k, tiers, ...(cost_cap === undefined ? {} : { cost_cap }) }
    })
  }

  /** The entry at a path below a root tree, or undefined. Links are not followed. */
  entry(tree: string, path: string): { mode: number; oid: string } | undefined {
    let at: { mode: number; oid: string } | undefined = { mode: DIRECTORY, oid: tree }
    for (const part of path.split('/')) {
      if (at?.mode !== DIRECTORY) return undefined
      at = this.objects.tree(at.oid).get(part)
    }
    return at
  }

  /** Text of a file below a root tree, or undefined. */
  text(tree: string, path: string): string | undefined {
    const entry = this.entry(tree, path)
    return entry && entry.mode !== DIRECTORY && entry.mode !== LINK ? this.#string(entry.oid, path) : undefined
  }

  #text(folder: ReadonlyMap<string, { mode: number; oid: string }>, name: string): string | undefined {
    const entry = folder.get(name)
    return entry ? this.#string(entry.oid, name) : undefined
  }

  #prose<T>(oid: string | undefined, file: string, schema: z.ZodType<T>, bodyKey: string): T {
    if (oid === undefined) return check(schema, {}, file)
    return this.#once(`prose:${file}:${oid}`, () => {
      const text = this.#string(oid, file)
      const { matter, body } = splitFrontMatter(text, file)
      return check(schema, { ...(matter as object), [bodyKey]: body.trim() }, file, text)
    })
  }

  #file<T>(folder: ReadonlyMap<string, { mode: number; oid: string }>, name: string, file: string, schema: z.ZodType<T>): T {
    const entry = folder.get(name)
    if (!entry) throw new Problem('bad-file', `${file} is missing; put it back (git has its last version) and try again.`, { file })
    if (entry.mode === LINK)
      throw new Problem('bad-file', `${file} is a symbolic link; a campaign reads only its own files. Put a real file there.`, { file })
    return this.#value(entry.oid, file, schema)
  }

  #value<T>(oid: string, file: string, schema: z.ZodType<T>): T {
    const parsed = this.#once(`yaml:${oid}`, () => parseYaml(this.#string(oid, file), file))
    return check(schema, parsed ?? {}, file, this.#string(oid, file))
  }

  #string(oid: string, file: string): string {
    const bytes = this.objects.blob(oid)
    if (bytes.length > MAX_TEXT)
      throw new Problem('bad-file', `${file} is larger than 4 MB; a campaign's texts are smaller. Move it out of the way.`, { file })
    if (bytes.includes(0)) throw new Problem('bad-file', `${file} is not a text file; put a text there.`, { file })
    return bytes
      .toString('utf8')
      .replace(/\r\n/g, '\n')
      .replace(/^\uFEFF/, '')
  }

  #once<T>(key: string, make: () => T): T {
    return this.#memo.once(key, make)
  }
}

const mapValues = <A, B>(record: Record<string, A>, f: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, f(value)]))

/** Sorts the keys of the maps, keeping the identity of what is in them. */
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
  for (const key of IN_STATE_FILE) if (out[key] !== undefined) Object.assign(out, { [key]: canonical(out[key]) })
  return out
}
