import { z } from 'zod'
import { canonical } from '../../shared/json'
import type { Group, Part, Parts } from '../../shared/predicate/parts'
import { Actor, Next, SceneState, type Journey, type Place } from '../../shared/state'
import { check, JourneyFile, PlaceFile, Sheet, WorldFile } from './file-schemas'
import { splitFrontMatter } from './front-matter'
import { FILES } from './layout'
import { Cache } from './git/cache'
import { FOLDER, type Entry, type Oid } from './git/oid'
import { parseYaml } from './yaml-splice'

/** The part of a repository that reading parts needs. */
export interface PartObjects {
  tree(id: Oid): ReadonlyMap<string, Entry>
  blob(id: Oid): Buffer
}

const placeKey = (found: { oid: Oid; region: string } | undefined): string => (found ? `${found.region} ${found.oid}` : '')

const FOLDERS = { player: 'players', npc: 'npcs' } as const
/** How many parsed parts, keys and root trees are cached. */
const KEPT = 200_000
const KEPT_ROOTS = 200_000

/** The entries of a root tree by which parts are found. */
type Root = Readonly<Record<(typeof ROOT)[number], Oid | undefined>>
const ROOT = ['world', FILES.next, FILES.currentScene, 'sessions'] as const

/**
 * Reads single parts of a state from a root tree without the rest. Everything parsed is cached by object id, so that a part costs nothing if its
 * file is unchanged. Throws Problem `bad-file` for a file that doesn't fit.
 */
export class PartReader {
  readonly #known = new Cache<{ value: unknown }>(KEPT, () => 1)
  readonly #roots = new Cache<Root>(KEPT_ROOTS, () => 1)

  constructor(private readonly objects: PartObjects) {}

  /** What a part depends on at a root tree: the same key means the same part. */
  key(root: Oid, part: Part): string {
    const top = this.#root(root)
    if (part.part === 'next') return top[FILES.next] ?? ''
    if (part.part === 'scene') return this.#once(`scene key ${top[FILES.currentScene]} ${top.sessions}`, () => this.#scene(root)?.oid ?? '')
    if (top.world === undefined) return ''
    const { world } = top
    return this.#once(`key ${part.part} ${'id' in part ? part.id : 'of' in part ? part.of : ''} ${world}`, () => this.#keyBelow(root, part))
  }

  #keyBelow(root: Oid, part: Part): string {
    switch (part.part) {
      case 'actor':
        return this.#sheet(root, part.id)?.oid ?? ''
      case 'actors':
        return this.#groups(part.of)
          .map((kind) => this.#entry(root, 'world', FOLDERS[kind])?.oid ?? '')
          .join(' ')
      case 'place':
        return placeKey(this.#place(root, part.id))
      case 'journey':
        return placeKey(this.#journeys(root, part.id))
      default:
        return this.#entry(root, 'world', 'STATE.yaml')?.oid ?? ''
    }
  }

  #root(root: Oid): Root {
    const known = this.#roots.get(root)
    if (known) return known
    const tree = this.objects.tree(root)
    const top = Object.fromEntries(ROOT.map((name) => [name, tree.get(name)?.oid])) as Root
    this.#roots.set(root, top)
    return top
  }

  /** The parts at a root tree, each read on access. */
  at(root: Oid): Parts {
    return {
      actor: (id) => this.#actor(root, id),
      actors: (of) => this.#groups(of).flatMap((kind) => this.#folder(root, FOLDERS[kind]).flatMap(([id]) => this.#actor(root, id) ?? [])),
      world: () => this.#file(this.#entry(root, 'world', 'STATE.yaml'), FILES.state, WorldFile),
      place: (id) => {
        const found = this.#place(root, id)
        return (
          found &&
          this.#once<Place>(`place ${found.region} ${found.oid}`, () => {
            const file = this.#file(found, `world/regions/${found.region}/locations/${id}.yaml`, PlaceFile)
            return { ...file, region: found.region }
          })
        )
      },
      journey: (id) => {
        const found = this.#journeys(root, id)
        return found && canonical<Journey>({ ...(found.all[id] as Journey), region: found.region })
      },
      scene: () => {
        const found = this.#scene(root)
        if (found === undefined) return undefined
        const file = `${found.path}/ABOUT.md`
        return this.#once(`scene ${found.path} ${found.oid}`, () => {
          const text = this.#text(found.oid)
          return check(SceneState, { present: {}, ...(splitFrontMatter(text, file).matter as object), path: found.path }, file, text)
        })
      },
      next: () => this.#file(this.#entry(root, FILES.next), FILES.next, Next)
    }
  }

  #groups = (of: Group): ('player' | 'npc')[] => (of === 'actor' ? ['player', 'npc'] : [of])

  #actor(root: Oid, id: string): Actor | undefined {
    const found = this.#sheet(root, id)
    return (
      found && this.#once(`${found.kind} ${found.oid}`, () => canonical<Actor>({ ...this.#file(found, `${id}/STATS.yaml`, Sheet), kind: found.kind }))
    )
  }

  #sheet(root: Oid, id: string): (Entry & { kind: 'player' | 'npc' }) | undefined {
    for (const kind of ['player', 'npc'] as const) {
      const entry = this.#entry(root, 'world', FOLDERS[kind], id, 'STATS.yaml')
      if (entry) return { ...entry, kind }
    }
    return undefined
  }

  #regions(root: Oid): [string, Entry][] {
    return this.#folder(root, 'regions').filter(([, { mode }]) => mode === FOLDER)
  }

  #place(root: Oid, id: string): (Entry & { region: string }) | undefined {
    for (const [region, { oid }] of this.#regions(root)) {
      const entry = this.#below(oid, 'locations', `${id}.yaml`)
      if (entry) return { ...entry, region }
    }
    return undefined
  }

  #journeys(root: Oid, id: string): { oid: Oid; region: string; all: Record<string, unknown> } | undefined {
    for (const [region, { oid }] of this.#regions(root)) {
      const entry = this.#below(oid, 'journeys.yaml')
      const all = entry && this.#file(entry, `world/regions/${region}/journeys.yaml`, z.record(z.string(), JourneyFile))
      if (entry && all && Object.hasOwn(all, id)) return { oid: entry.oid, region, all }
    }
    return undefined
  }

  #scene(root: Oid): { oid: Oid; path: string } | undefined {
    const current = this.#entry(root, FILES.currentScene)
    const path = current && this.#once(`text ${current.oid}`, () => this.#text(current.oid).trim())
    const about = path?.startsWith('sessions/') ? this.#entry(root, 'sessions', ...path.split('/').slice(1), 'ABOUT.md') : undefined
    return path && about ? { oid: about.oid, path } : undefined
  }

  #entry(root: Oid, name: (typeof ROOT)[number], ...path: string[]): Entry | undefined {
    const oid = this.#root(root)[name]
    if (oid === undefined) return undefined
    return path.length === 0 ? { mode: name === 'world' || name === 'sessions' ? FOLDER : 0, oid } : this.#below(oid, ...path)
  }

  #below(tree: Oid, ...path: string[]): Entry | undefined {
    let entry: Entry | undefined = { mode: FOLDER, oid: tree }
    for (const name of path) {
      if (entry?.mode !== FOLDER) return undefined
      entry = this.objects.tree(entry.oid).get(name)
    }
    return entry
  }

  #folder(root: Oid, ...path: string[]): [string, Entry][] {
    const entry = this.#entry(root, 'world', ...path)
    return entry?.mode === FOLDER ? [...this.objects.tree(entry.oid)] : []
  }

  #file<T>(entry: Entry | undefined, file: string, schema: z.ZodType<T>): T {
    if (!entry) return check(schema, {}, file)
    return this.#once(`file ${file} ${entry.oid}`, () => {
      const text = this.#text(entry.oid)
      return check(schema, parseYaml(text, file) ?? {}, file, text)
    })
  }

  #text(oid: Oid): string {
    return this.objects
      .blob(oid)
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .replaceAll('\r\n', '\n')
  }

  #once<T>(key: string, make: () => T): T {
    const known = this.#known.get(key)
    if (known) return known.value as T
    const value = make()
    this.#known.set(key, { value })
    return value
  }
}
