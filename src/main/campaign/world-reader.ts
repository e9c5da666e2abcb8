import { z } from 'zod'
import { Beliefs } from '../../shared/story/beliefs'
import {
  actorFolder,
  fileAt,
  fileName,
  groupOf,
  idIn,
  isArrowPath,
  pathOf,
  PORTRAIT_FILES,
  regionFolder,
  sceneDocument
} from '../../shared/story/layout'
import { canonical, type Json, type JsonObject, own } from '../../shared/base/json'
import { ActorLore, FactTitles, isNarrative, Lore, Narrative, PlaceLore, type Portrait, StoryEvent, type Topic } from '../../shared/story/lore'
import { PICTURES } from '../../shared/story/pictures'
import { Problem } from '../../shared/base/problem'
import type { Actor, GameState, Journey, Place } from '../../shared/story/state'
import { splitFrontMatter } from './front-matter'
import { checkChanged, checkIds, JourneysFile, PlaceFile, SheetFile, TableFile, WorldFile } from './file-schemas'
import { checkMode, type ParsedFiles, type FolderEntries, type ObjectReader, textOfEntry } from './parsed-files'
import { FOLDER, type TreeEntry } from './git/oid'
import { entryAt } from './git/trees'
import { FILES, IN_STATE_FILE } from './layout'
import { beatsLinked } from './notes/wikilinks'
import { checkKey, checkReferences, checkRegions } from './world-faults'
import { parseYamlShared } from './yaml-splice'

/** The world's part of a state: the content of world/ and table.yaml. */
export type WorldState = Omit<GameState, 'scene' | 'next'>

/** File names that are the same in every folder of their kind. */
const [SHEET, BELIEFS, ABOUT, MAP, JOURNEYS] = [fileName('sheet'), fileName('beliefs'), fileName('actor'), fileName('map'), fileName('journeys')]

const WORLD = 'world/'
/** The bits of a mode for the type of an entry, and their value for a plain file. */
const [FILE_TYPE, PLAIN_FILE] = [0o170000, 0o100000]

const NO_PLACE = { place: {}, lore: {} }

interface ActorFolder {
  actor: Actor
  lore: ActorLore
  portrait?: Portrait
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

/** Reads the world from world/ and table.yaml. Each folder and file is parsed once by object id. */
export class WorldReader {
  readonly #read: ParsedFiles

  constructor(
    private readonly objects: ObjectReader,
    read: ParsedFiles
  ) {
    this.#read = read
  }

  /** The world and its prose. `about` is the text of the campaign's ABOUT.md. Throws Problem `bad-file` (file, line). */
  at(worldId: string, table: TreeEntry | undefined, about: string | undefined): { world: WorldState; lore: Lore } {
    const world = this.objects.tree(worldId)
    const folders = { players: this.#actors(world, 'player'), npcs: this.#actors(world, 'npc') }
    const clash = Object.keys(folders.players).find((id) => Object.hasOwn(folders.npcs, id))
    if (clash !== undefined)
      throw new Problem('bad-file', `"${clash}" is both a player and an NPC. Rename one of the folders.`, { file: actorFolder('npc', clash) })
    const actors = { ...folders.players, ...folders.npcs }
    checkIds(Object.keys(actors))
    const regions = this.#regions(world)
    const file = this.#worldFile(world.get(fileName('state')))
    const { party = [], dm }: Partial<TableFile> = table ? this.#read.value(table, FILES.table, TableFile) : {}
    checkRegions(regions)
    const places = Object.assign({}, ...Object.values(regions).map((r) => r.places)) as Record<string, Place>
    const journeys = Object.assign({}, ...Object.values(regions).map((r) => r.journeys)) as Record<string, Journey>
    checkReferences(
      mapValues(actors, (a) => a.actor),
      places,
      journeys
    )
    const base: WorldState = {
      ...file,
      actors: mapValues(actors, (a) => a.actor),
      places,
      journeys,
      regions: mapValues(regions, (r) => ({ name: r.name })),
      ...(party.length > 0 ? { party } : {}),
      ...(dm?.narration === 'scene-tree' ? { narration: dm.narration } : {})
    }
    return { world: sortRecords(base), lore: this.#lore(worldId, about, actors, regions) }
  }

  #worldFile(entry: TreeEntry | undefined): z.infer<typeof WorldFile> {
    return this.#read.required(entry, FILES.state, WorldFile)
  }

  #actors(world: FolderEntries, kind: 'player' | 'npc'): Record<string, ActorFolder> {
    const group = groupOf(kind)
    const entry = world.get(group)
    if (!entry) return {}
    return this.#read.once(`${group}:${entry.oid}`, () => {
      const out: Record<string, ActorFolder> = {}
      for (const [id, folder] of this.objects.tree(entry.oid)) {
        if (folder.mode !== FOLDER) continue
        const at = actorFolder(kind, id)
        checkKey(id, at)
        out[id] = this.#read.once(`actor:${kind}:${id}:${folder.oid}`, () => {
          const files = this.objects.tree(folder.oid)
          const actor = this.#sheet(files.get(SHEET), kind, `${at}/${SHEET}`)
          const prose = this.#read.prose(files.get(ABOUT), `${at}/${ABOUT}`, ActorLore.omit({ beliefs: true }), 'about')
          const beliefs = files.get(BELIEFS)
          const lore = { ...prose, beliefs: beliefs ? this.#read.value(beliefs, `${at}/${BELIEFS}`, Beliefs) : {} }
          return { actor, lore, ...portraitIn(files, at) }
        })
      }
      return out
    })
  }

  #sheet(entry: TreeEntry | undefined, kind: 'player' | 'npc', path: string): Actor {
    return canonical<Actor>({ ...this.#read.required(entry, path, SheetFile), kind })
  }

  #regions(world: FolderEntries): Record<string, RegionFolder> {
    const entry = world.get('regions')
    if (!entry) return {}
    return this.#read.once(`regions:${entry.oid}`, () => {
      const out: Record<string, RegionFolder> = {}
      for (const [id, folder] of this.objects.tree(entry.oid)) {
        checkKey(id, regionFolder(id))
        if (folder.mode === FOLDER) out[id] = this.#read.once(`region:${id}:${folder.oid}`, () => this.#region(id, folder.oid))
      }
      return out
    })
  }

  #region(id: string, oid: string): RegionFolder {
    const files = this.objects.tree(oid)
    const at = regionFolder(id)
    const about = this.#read.text(files.get(ABOUT), `${at}/${ABOUT}`)
    const { matter, body } = splitFrontMatter(about ?? '', `${at}/${ABOUT}`)
    const name = z.object({ name: z.string() }).safeParse(matter).data?.name ?? id
    const region: RegionFolder = { name, about: body, places: {}, journeys: {}, placeLore: {}, journeyLore: {}, map: {} }
    const locations = files.get('locations')
    for (const [file, entry] of locations ? this.objects.tree(locations.oid) : []) {
      const name = idIn('location', file)
      if (name === undefined) continue
      const path = `${at}/locations/${file}`
      checkKey(name, path)
      checkMode(entry, path)
      const { place, lore } = this.#read.once(`place:${id}:${name}:${entry.oid}`, () => this.place(id, entry, path))
      region.places[name] = place
      region.placeLore[name] = lore
    }
    const map = files.get(MAP)
    if (map) region.map = this.#read.value(map, `${at}/${MAP}`, Lore.shape.map)
    const journeys = files.get(JOURNEYS)
    for (const [key, value] of journeys ? Object.entries(this.#read.value(journeys, `${at}/${JOURNEYS}`, JourneysFile)) : []) {
      const { description, ...rest } = value as Journey & { description?: string }
      region.journeys[key] = canonical<Journey>({ ...rest, region: id })
      region.journeyLore[key] = description ?? ''
    }
    return region
  }

  /** The place in a location's file. `before` is its previous value: only changed keys are checked, because there may be thousands of places. */
  place(region: string, entry: TreeEntry, path: string, before: { place: object; lore: object } = NO_PLACE): { place: Place; lore: PlaceLore } {
    const text = textOfEntry(this.objects, entry, path)
    const parsed = parseYamlShared(text, path) ?? {}
    const file = checkChanged(PlaceFile, parsed, before.place, path, text)
    const { description: _d, gm_guide: _g, senses: _s, picture: _p, ...rest } = file as Place & Record<string, Json>
    const lore = checkChanged(PlaceLore, parsed, before.lore, path, text)
    return { place: canonicalStateFile<Place>({ ...rest, region }, before.place), lore }
  }

  #lore(worldId: string, about: string | undefined, actors: Record<string, ActorFolder>, regions: Record<string, RegionFolder>): Lore {
    const world = this.objects.tree(worldId)
    const front =
      about === undefined
        ? {}
        : (z.object({ title: z.string(), premise: z.string() }).partial().safeParse(splitFrontMatter(about, FILES.about).matter).data ?? {})
    const story: StoryEvent[] = []
    const narratives: Lore['narratives'] = {}
    for (const [id, entry] of this.#aboutFiles(world, 'story')) {
      const path = pathOf('storyEvent', { id })
      checkKey(id, path)
      if (this.#isNarrative(entry, path)) narratives[id] = this.#narrative(entry, path)
      else story.push({ ...this.#read.prose(entry, path, StoryEvent.omit({ id: true, arrow: true }), 'body'), id })
    }
    const portraits = Object.entries(actors).flatMap(([id, { portrait }]) => (portrait ? [[id, portrait] as const] : []))
    const pictures = this.#pictures(world)
    const facts = world.get(fileName('facts'))
    const attached = story.map((event) => this.#withDocument(worldId, event))
    return {
      title: front.title ?? 'Untitled campaign',
      premise: front.premise ?? '',
      places: Object.assign({}, ...Object.values(regions).map((r) => r.placeLore)) as Lore['places'],
      journeys: Object.assign({}, ...Object.values(regions).map((r) => r.journeyLore)) as Lore['journeys'],
      actors: mapValues(actors, (a) => a.lore),
      ...(portraits.length > 0 ? { portraits: Object.fromEntries(portraits) } : {}),
      ...(pictures ? { pictures } : {}),
      ...(facts ? { facts: this.#read.value(facts, pathOf('facts'), FactTitles) } : {}),
      regions: mapValues(regions, (r) => r.about),
      story: attached.toSorted((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1)),
      narratives,
      topics: this.topics(worldId),
      map: Object.assign({}, ...Object.values(regions).map((r) => r.map)) as Lore['map']
    }
  }

  /** The pictures in world/pictures; undefined if there are none. A link isn't followed. */
  #pictures(world: FolderEntries): Lore['pictures'] {
    const folder = world.get(PICTURES.slice(WORLD.length))
    if (folder?.mode !== FOLDER) return undefined
    return this.#read.once(`pictures:${folder.oid}`, () => {
      const found = [...this.objects.tree(folder.oid)].flatMap(([name, { mode, oid }]) =>
        (mode & FILE_TYPE) === PLAIN_FILE && fileAt(`${PICTURES}/${name}`)?.kind === 'picture' ? [[name, oid] as const] : []
      )
      return found.length > 0 ? Object.fromEntries(found) : undefined
    })
  }

  #isNarrative(entry: TreeEntry, path: string): boolean {
    return this.#read.once(`is-narrative:${path}:${entry.oid}`, () =>
      isNarrative(splitFrontMatter(textOfEntry(this.objects, entry, path), path).matter)
    )
  }

  /** A narrative. The heading of its text repeats the name, so it is left out. */
  #narrative(entry: TreeEntry, path: string): Narrative {
    return this.#read.once(`narrative:${path}:${entry.oid}`, () => {
      const narrative = this.#read.prose(entry, path, Narrative, 'content')
      return { ...narrative, content: narrative.content.replace(/^# .*\n*/, '').trim() }
    })
  }

  /** An event with its Arrow document: the one that its front matter names, otherwise the one beside its ABOUT.md, if it is in world/. */
  #withDocument(world: string, event: StoryEvent): StoryEvent {
    const path = event.document ?? sceneDocument(event.id)
    const found = path.startsWith(WORLD) && isArrowPath(path) ? entryAt((oid) => this.objects.tree(oid), world, path.slice(WORLD.length)) : undefined
    const about = entryAt((oid) => this.objects.tree(oid), world, pathOf('storyEvent', { id: event.id }).slice(WORLD.length))
    if (!found || (found.mode & FILE_TYPE) !== PLAIN_FILE) return event
    return { ...event, arrow: { path, version: `${found.oid.slice(0, 12)}-${about?.oid.slice(0, 12)}` } }
  }

  *#aboutFiles(world: FolderEntries, folder: string): Generator<[string, TreeEntry]> {
    const entry = world.get(folder)
    for (const [id, inner] of entry ? this.objects.tree(entry.oid) : []) {
      const about = inner.mode === FOLDER ? this.objects.tree(inner.oid).get(ABOUT) : undefined
      if (about) yield [id, about]
    }
  }

  /** The topics in world/: events, rulings and other notes. Throws Problem `bad-file`. */
  topics(worldId: string): Topic[] {
    const world = this.objects.tree(worldId)
    const topics: Topic[] = []
    const add = (path: string, fallback: string, entry: TreeEntry): void => {
      topics.push(
        this.#read.once(`topic:${entry.mode}:${path}:${entry.oid}`, () => {
          const { matter, body } = splitFrontMatter(textOfEntry(this.objects, entry, path), path)
          const tags = z.object({ tags: z.array(z.string()) }).safeParse(matter).data?.tags ?? []
          const beats = fileAt(path)?.kind === 'ruling' ? beatsLinked(body) : []
          return { path, title: /^# (.+)$/m.exec(body)?.[1] ?? fallback, tags, body: body.trim(), ...(beats.length > 0 ? { beats } : {}) }
        })
      )
    }
    for (const topics of ['events', 'misc'])
      for (const [id, entry] of this.#aboutFiles(world, topics)) add(pathOf('topic', { topics, id }), id, entry)
    const rulings = world.get('rulings')
    for (const [file, entry] of rulings ? this.objects.tree(rulings.oid) : []) {
      const id = idIn('ruling', file)
      if (id !== undefined) add(pathOf('ruling', { id }), id, entry)
    }
    return topics
  }
}

/** The portrait in a character's folder. A link isn't followed. */
function portraitIn(files: FolderEntries, folder: string): { portrait?: Portrait } {
  for (const name of PORTRAIT_FILES) {
    const entry = files.get(name)
    if (entry && (entry.mode & FILE_TYPE) === PLAIN_FILE) return { portrait: { path: `${folder}/${name}`, oid: entry.oid } }
  }
  return {}
}

const mapValues = <A, B>(record: Record<string, A>, f: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, f(value)]))

/** Sorts the keys of the world's maps. The values keep their identity. */
function sortRecords(world: WorldState): WorldState {
  const sorted = <T>(record: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const out: WorldState = {
    ...world,
    actors: sorted(world.actors),
    places: sorted(world.places),
    journeys: sorted(world.journeys),
    regions: sorted(world.regions)
  }
  return canonicalFacts(out)
}

/** Sorts the keys of the parts in world/STATE.yaml. A part that is the same object in the canonical state `beside` is skipped. */
export function canonicalFacts<T extends WorldState>(world: T, beside?: WorldState): T {
  for (const key of IN_STATE_FILE)
    if (world[key] !== undefined && world[key] !== beside?.[key]) Object.assign(world, { [key]: canonical(world[key]) })
  return world
}

/** The canonical form of an object. Values that another canonical object has under the same key keep their identity. */
export function canonicalStateFile<T extends object>(value: T, beside: object): T {
  const canonicalValues = beside as JsonObject
  const parts = Object.entries(value as JsonObject).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(
    parts.flatMap(([key, part]) => (part === undefined || part === null ? [] : [[key, part === own(canonicalValues, key) ? part : canonical(part)]]))
  ) as T
}
