import { badName, fold } from '../../shared/names'
import { Problem } from '../../shared/problem'
import type { Actor, Journey, Next, Place } from '../../shared/state'
import { FILES } from './layout'

/** The contents of a region's files, by id. */
interface RegionFiles {
  places: Readonly<Record<string, unknown>>
  journeys: Readonly<Record<string, unknown>>
}

/**
 * Checks that ids of places and journeys are unique in a campaign, and that those of regions and places differ on every system. Throws Problem
 * `bad-file` that names both files.
 */
export function checkRegions(regions: Readonly<Record<string, RegionFiles>>): void {
  const folders = new Unique((id) => `world/regions/${id}`, fold)
  const places = new Unique((id, region) => `world/regions/${region}/locations/${id}.yaml`, fold)
  const journeys = new Unique(
    (id, region) => `world/regions/${region}/journeys.yaml`,
    (id) => id
  )
  for (const [region, files] of Object.entries(regions)) {
    folders.take(region, region)
    for (const id of Object.keys(files.places)) places.take(id, region)
    for (const id of Object.keys(files.journeys)) journeys.take(id, region)
  }
}

/** The ids of one kind seen so far, each with its region. */
class Unique {
  readonly #seen = new Map<string, { id: string; region: string }>()

  constructor(
    private readonly file: (id: string, region: string) => string,
    private readonly key: (id: string) => string
  ) {}

  take(id: string, region: string): void {
    const key = this.key(id)
    const twin = this.#seen.get(key)
    if (twin) {
      const files = [this.file(twin.id, twin.region), this.file(id, region)]
      const why =
        twin.id === id ? `both have the id "${id}", and an id must be unique in a campaign` : `some systems can't tell "${twin.id}" from "${id}"`
      throw new Problem('bad-file', `${files.join(' and ')}: ${why}. Rename one of them.`, { file: files[1], files })
    }
    this.#seen.set(key, { id, region })
  }
}

const SCENE = /^sessions\/session-\d{1,9}\/\d{1,9}-scene$/

/** Checks that the one whose turn it is has a valid id, because it may become part of a path. Throws Problem `bad-file`. */
export function checkTurn(next: Next): void {
  const { actor, waiting, initiative, answering = [], resume } = next
  const named = [actor, waiting, initiative, answering, resume?.actor ?? [], resume?.answering ?? []].flat()
  const bad = named.find((id) => badName(id) !== undefined)
  if (bad !== undefined) {
    const sentence = `The file "next" names ${JSON.stringify(bad.slice(0, 60))}, which can't be the id of a character: ${badName(bad)}. Restore the file (git has its last version).`
    throw new Problem('bad-file', sentence, { file: FILES.next })
  }
}

/** Checks that current-scene is empty or names the folder of a scene. Throws Problem `bad-file`. */
export function checkScenePath(scene: string): void {
  if (scene !== '' && !SCENE.test(scene))
    throw new Problem(
      'bad-file',
      `current-scene names ${JSON.stringify(scene.slice(0, 60))}, which is not the folder of a scene. Restore the file (git has its last version).`,
      {
        file: FILES.currentScene
      }
    )
}

/** Checks that an id from a file or folder name can be the key of a map. Throws Problem `bad-file`. */
export function checkKey(id: string, file: string): void {
  if (id === '__proto__') throw new Problem('bad-file', `${file} can't be read: ${badName(id)}. Rename it.`, { file })
}

/** Checks that everybody is in an existing place, and that every journey has two ends. Throws Problem `bad-file` that names the file. */
export function checkReferences(
  actors: Readonly<Record<string, Actor>>,
  places: Readonly<Record<string, Place>>,
  journeys: Readonly<Record<string, Journey>>
): void {
  for (const [id, actor] of Object.entries(actors))
    if (!Object.hasOwn(places, actor.location)) {
      const file = `world/${actor.kind === 'npc' ? 'npcs' : 'players'}/${id}/STATS.yaml`
      throw new Problem('bad-file', `${file}: ${id} is at "${actor.location}", but no such location exists. Write the id of a location.`, { file })
    }
  for (const [id, journey] of Object.entries(journeys))
    for (const end of [journey.from, journey.to])
      if (!Object.hasOwn(places, end)) {
        const file = `world/regions/${journey.region}/journeys.yaml`
        throw new Problem(
          'bad-file',
          `${file}: the journey ${id} leads to or from "${end}", but no such location exists. Write the id of a location.`,
          {
            file
          }
        )
      }
}
