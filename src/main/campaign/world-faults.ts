import { badName, fold } from '../../shared/story/names'
import { Problem } from '../../shared/base/problem'
import { SceneState, type Actor, type Journey, type Next, type Place } from '../../shared/story/state'
import { actorFolder, isSceneFolder, pathOf, regionFolder } from '../../shared/story/layout'
import { checkSchema } from './file-schemas'
import { splitFrontMatter } from './front-matter'
import { FILES } from './layout'

interface RegionFiles {
  places: Readonly<Record<string, unknown>>
  journeys: Readonly<Record<string, unknown>>
}

/** Checks that ids of places and journeys are unique, and that regions and places differ on every system. Throws Problem `bad-file`. */
export function checkRegions(regions: Readonly<Record<string, RegionFiles>>): void {
  const folders = new Unique((id) => regionFolder(id), fold)
  const places = new Unique((id, region) => pathOf('location', { region, id }), fold)
  const journeys = new Unique(
    (_, region) => pathOf('journeys', { region }),
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

/** Checks that every actor whom the turn names has a valid id, because an id may become part of a path. Throws Problem `bad-file`. */
export function checkedTurn(next: Next): Next {
  const { actor, waiting, initiative, answering = [], resume } = next
  const named = [actor, waiting, initiative, answering, resume?.actor ?? [], resume?.answering ?? []].flat()
  const bad = named.find((id) => badName(id) !== undefined)
  if (bad !== undefined) {
    const sentence = `The file "next" names ${JSON.stringify(bad.slice(0, 60))}, which can't be the id of a character: ${badName(bad)}. Restore the file (git has its last version).`
    throw new Problem('bad-file', sentence, { file: FILES.next })
  }
  return next
}

/** The folder of the open scene from the text of current-scene; undefined between scenes. Throws Problem `bad-file` if it is not a scene's folder. */
export function currentSceneIn(text: string | undefined): string | undefined {
  const file = FILES.currentScene
  if (text === undefined)
    throw new Problem('bad-file', 'current-scene is missing. Restore it (git has its last version) or, between scenes, add an empty file.', { file })
  const path = text.trim()
  if (path === '') return undefined
  if (!isSceneFolder(path))
    throw new Problem(
      'bad-file',
      `current-scene names ${JSON.stringify(path.slice(0, 60))}, which is not the folder of a scene. Restore the file (git has its last version).`,
      { file }
    )
  return path
}

/** Creates the Problem for an open scene whose file is missing. */
export const missingScene = (path: string): Problem =>
  new Problem('bad-file', `current-scene names "${path.slice(0, 80)}", which has no ABOUT.md. Correct or empty the file current-scene.`, {
    file: FILES.currentScene
  })

/** Parses the text of a scene's file. Throws Problem `bad-file`. */
export function sceneIn(text: string, path: string): SceneState {
  const file = `${path}/ABOUT.md`
  const matter = splitFrontMatter(text, file).matter as object
  // The scene tree is in a file of its own.
  return checkSchema(SceneState.omit({ tree: true }), { present: {}, ...matter, path, tree: undefined }, file, text)
}

/** Checks that an id from a file or folder name can be the key of a map. Throws Problem `bad-file`. */
export function checkKey(id: string, file: string): void {
  if (id === '__proto__') throw new Problem('bad-file', `${file} can't be read: ${badName(id)}. Rename it.`, { file })
}

/** Checks that every character is in an existing place, and that both ends of every journey exist. Throws Problem `bad-file` that names the file. */
export function checkReferences(
  actors: Readonly<Record<string, Actor>>,
  places: Readonly<Record<string, Place>>,
  journeys: Readonly<Record<string, Journey>>
): void {
  for (const [id, actor] of Object.entries(actors))
    if (!Object.hasOwn(places, actor.location)) {
      const file = `${actorFolder(actor.kind, id)}/STATS.yaml`
      throw new Problem('bad-file', `${file}: ${id} is at "${actor.location}", but no such location exists. Write the id of a location.`, { file })
    }
  for (const [id, journey] of Object.entries(journeys))
    for (const end of [journey.from, journey.to])
      if (!Object.hasOwn(places, end)) {
        const file = pathOf('journeys', { region: journey.region })
        throw new Problem(
          'bad-file',
          `${file}: the journey ${id} leads to or from "${end}", but no such location exists. Write the id of a location.`,
          { file }
        )
      }
}
