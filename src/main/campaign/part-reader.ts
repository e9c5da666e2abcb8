import type { z } from 'zod'
import { canonical, own } from '../../shared/base/json'
import { actorFolder, fileName, groupOf, pathOf } from '../../shared/story/layout'
import type { Group, StatePart, StateParts } from '../../shared/predicate/parts'
import { Next, type Actor, type Journey, type Place, type SceneState } from '../../shared/story/state'
import { checkMode, missingProblem, textOfEntry, type ObjectReader } from './parsed-files'
import { checkSchema, JourneysFile, PlaceFile, SheetFile, WorldFile } from './file-schemas'
import { Cache } from './git/cache'
import { FOLDER, type TreeEntry, type Oid } from './git/oid'
import { FILES } from './layout'
import { checkedTurn, currentSceneIn, missingScene, sceneIn } from './world-faults'
import { parseYaml } from './yaml-splice'

type Kind = Actor['kind']
type FileEntry = TreeEntry & { path: string }

const PLAIN_FILE = 0o100644
const isPlain = (mode: number): boolean => mode >> 12 === PLAIN_FILE >> 12
/** An entry as a key: the id of its object, and its mode if that is not the expected one. */
const keyOf = (entry: TreeEntry | undefined, isFolder = false): string =>
  entry === undefined ? '' : (isFolder ? entry.mode === FOLDER : isPlain(entry.mode)) ? entry.oid : `${entry.mode} ${entry.oid}`

/** How many parsed parts, keys and root trees are cached. */
const MAX_CACHED = 400_000

/** The keys of those entries of a root tree from which parts are read. */
type Root = Readonly<Record<(typeof ROOT)[number], string>>
const ROOT = ['world', FILES.next, FILES.currentScene, 'sessions'] as const
const isRootFolder = (name: string): boolean => name === 'world' || name === 'sessions'

/** Reads single parts of a state from a root tree, cached by object id. Throws Problem `bad-file` for a file that doesn't fit its schema. */
export class PartReader {
  readonly #cache = new Cache<unknown>(MAX_CACHED, () => 1)

  constructor(private readonly objects: ObjectReader) {}

  /** The key of a part at a root tree: if the keys are equal, the parts are equal. */
  key(root: Oid, part: StatePart): string {
    const top = this.#root(root)
    if (part.part === 'next') return top[FILES.next]
    if (part.part === 'scene') return this.#cache.once(`scene key ${top[FILES.currentScene]} ${top.sessions}`, () => keyOf(this.#scene(root)?.about))
    const { world } = top
    return this.#cache.once(`key ${part.part} ${'id' in part ? part.id : 'of' in part ? part.of : ''} ${world}`, () => this.#keyBelow(root, part))
  }

  #keyBelow(root: Oid, part: StatePart): string {
    switch (part.part) {
      case 'actor':
        return keyOf(this.#sheet(root, part.id))
      case 'actors':
        return kindsOf(part.of)
          .map((kind) => keyOf(this.#entry(root, `world/${groupOf(kind)}`), true))
          .join(' ')
      case 'place':
        return regionKey(this.#place(root, part.id))
      case 'journey':
        return regionKey(this.#journeys(root, part.id))
      default:
        return keyOf(this.#entry(root, FILES.state))
    }
  }

  #root(root: Oid): Root {
    return this.#cache.once(`root ${root}`, () => {
      const tree = this.objects.tree(root)
      return Object.fromEntries(ROOT.map((name) => [name, keyOf(tree.get(name), isRootFolder(name))])) as Root
    })
  }

  /** The parts at a root tree, each read on access. */
  at(root: Oid): StateParts {
    return {
      actor: (id) => this.#actor(root, id),
      actors: (of) => kindsOf(of).flatMap((kind) => this.#folder(root, `world/${groupOf(kind)}`).flatMap(([id]) => this.#actor(root, id) ?? [])),
      world: () => this.#required(root, FILES.state, WorldFile, (file) => file),
      place: (id) => {
        const entry = this.#place(root, id)
        return entry && this.#file<z.infer<typeof PlaceFile>, Place>(entry, PlaceFile, (file) => ({ ...file, region: entry.region }))
      },
      journey: (id) => {
        const list = this.#journeys(root, id)
        return list && canonical<Journey>({ ...(own(list.all, id) as Journey), region: list.region })
      },
      scene: () => {
        const scene = this.#scene(root)
        return scene && this.#read<SceneState>(scene.about, (text) => sceneIn(text, scene.path))
      },
      next: () => this.#required(root, FILES.next, Next, checkedTurn)
    }
  }

  #actor(root: Oid, id: string): Actor | undefined {
    const sheet = this.#sheet(root, id)
    return sheet && this.#file(sheet, SheetFile, (file) => canonical<Actor>({ ...file, kind: sheet.kind }))
  }

  /** A character's sheet; undefined if there is no folder of that name. Throws Problem `bad-file` for a folder without a sheet. */
  #sheet(root: Oid, id: string): (FileEntry & { kind: Kind }) | undefined {
    for (const kind of kindsOf('actor')) {
      const folder = this.#entry(root, actorFolder(kind, id))
      if (folder?.mode !== FOLDER) continue
      const path = `${actorFolder(kind, id)}/${fileName('sheet')}`
      const entry = this.objects.tree(folder.oid).get(fileName('sheet'))
      if (!entry) throw missingProblem(path, this.objects)
      return { ...entry, path, kind }
    }
    return undefined
  }

  #regions(root: Oid): [string, TreeEntry][] {
    return this.#folder(root, 'world/regions').filter(([, { mode }]) => mode === FOLDER)
  }

  #place(root: Oid, id: string): (FileEntry & { region: string }) | undefined {
    for (const [region, { oid }] of this.#regions(root)) {
      const locations = this.objects.tree(oid).get('locations')
      const entry = locations?.mode === FOLDER ? this.objects.tree(locations.oid).get(`${id}.yaml`) : undefined
      if (entry) return { ...entry, path: pathOf('location', { region, id }), region }
    }
    return undefined
  }

  #journeys(root: Oid, id: string): (FileEntry & { region: string; all: Record<string, unknown> }) | undefined {
    for (const [region, { oid }] of this.#regions(root)) {
      const entry = this.objects.tree(oid).get(fileName('journeys'))
      if (!entry) continue
      const entryAt = { ...entry, path: pathOf('journeys', { region }) }
      const all = this.#file(entryAt, JourneysFile, (file) => file)
      if (Object.hasOwn(all, id)) return { ...entryAt, region, all }
    }
    return undefined
  }

  #scene(root: Oid): { about: FileEntry; path: string } | undefined {
    const current = this.#entry(root, FILES.currentScene)
    const path = current ? this.#read(current, currentSceneIn) : currentSceneIn(undefined)
    if (path === undefined) return undefined
    const about = this.#entry(root, `${path}/ABOUT.md`)
    if (!about) throw missingScene(path)
    return { about, path }
  }

  /** An entry of a root tree by its path, which begins with one of the names of `ROOT`. */
  #entry(root: Oid, path: string): FileEntry | undefined {
    const [top = '', ...below] = path.split('/')
    const key = this.#root(root)[top as (typeof ROOT)[number]]
    if (key === '') return undefined
    const space = key.indexOf(' ')
    const mode = space < 0 ? (isRootFolder(top) ? FOLDER : PLAIN_FILE) : Number(key.slice(0, space))
    let entry: TreeEntry | undefined = { mode, oid: key.slice(space + 1) }
    for (const name of below) {
      if (entry?.mode !== FOLDER) return undefined
      entry = this.objects.tree(entry.oid).get(name)
    }
    return entry && { ...entry, path }
  }

  #folder(root: Oid, path: string): [string, TreeEntry][] {
    const entry = this.#entry(root, path)
    return entry?.mode === FOLDER ? [...this.objects.tree(entry.oid)] : []
  }

  #required<F, T>(root: Oid, path: string, schema: z.ZodType<F>, make: (file: F) => T): T {
    const entry = this.#entry(root, path)
    if (!entry) throw missingProblem(path, this.objects)
    return this.#file(entry, schema, make)
  }

  #file<F, T>(source: FileEntry, schema: z.ZodType<F>, make: (file: F) => T): T {
    return this.#read(source, (text) => make(checkSchema(schema, parseYaml(text, source.path) ?? {}, source.path, text)))
  }

  /** Reads a file once for each path and content. */
  #read<T>(source: FileEntry, make: (text: string) => T): T {
    checkMode(source, source.path)
    return this.#cache.once(`file ${source.path} ${source.oid}`, () => make(textOfEntry(this.objects, source, source.path)))
  }
}

const kindsOf = (of: Group): Kind[] => (of === 'actor' ? ['player', 'npc'] : [of])
const regionKey = (journeys: (TreeEntry & { region: string }) | undefined): string => (journeys ? `${journeys.region} ${keyOf(journeys)}` : '')
