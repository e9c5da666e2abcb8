import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isObject, type JsonObject, own } from '../../../shared/base/json'
import { Problem } from '../../../shared/base/problem'
import type { Start } from '../../../shared/story/campaign'
import { fileAt } from '../../../shared/story/layout'
import { splitFrontMatter } from '../../campaign/front-matter'
import { parseYaml } from '../../campaign/yaml-splice'

/** A campaign that comes with the app: a game's sample, or one of the small ones in resources/starts. */
export interface BundledStart {
  /** The name of its folder. */
  id: string
  /** Its folder below the app's. */
  folder: string
  game: string
  title: string
  premise: string
  /** What kind of story it is, such as "A mystery". */
  kind: string
  isSample: boolean
}

/** The bundled campaigns: every folder of resources/ and resources/starts whose ABOUT.md names a game. The small ones come first. */
export function bundledStarts(resources: string): BundledStart[] {
  return ['resources/starts', 'resources'].flatMap((parent) =>
    readdirSync(join(resources, parent))
      .toSorted()
      .flatMap((id): BundledStart[] => {
        const file = join(resources, parent, id, 'ABOUT.md')
        if (!existsSync(file)) return []
        const { matter } = splitFrontMatter(textOf(file), file)
        const { game, title = id, premise = '', kind = 'The sample' } = matter as Record<string, string>
        return game === undefined ? [] : [{ id, folder: `${parent}/${id}`, game, title, premise, kind, isSample: parent === 'resources' }]
      })
  )
}

/** The bundled campaign with this id. Throws Problem `not-found`, which names all of them. */
export function bundledStart(resources: string, id: string): BundledStart {
  const all = bundledStarts(resources)
  const found = all.find((one) => one.id === id)
  if (found) return found
  throw new Problem('not-found', `There is no start "${id.slice(0, 60)}". Choose one of: ${all.map((one) => one.id).join(', ')}.`)
}

/** What the gallery of starts shows: each bundled campaign with the sizes of its world and an outline of its map. */
export const startCards = (resources: string): Start[] => bundledStarts(resources).map((one) => cardOf(resources, one))

function cardOf(resources: string, { id, folder, game, title, premise, kind }: BundledStart): Start {
  const root = join(resources, folder)
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/')
    )
  const yaml = (path: string): JsonObject => asObject(parseYaml(textOf(join(root, path)), path))
  const all = (name: string): [string, unknown][] => paths.filter((path) => basename(path) === name).flatMap((path) => Object.entries(yaml(path)))
  const placed = new Map(all('MAP.yaml').map(([place, at]) => [place, pointOf(at)]))
  const places = [...placed.keys()]
  const indexOf = (id: unknown): number => places.findIndex((place) => place === id)
  const sheets = paths.flatMap((path) => {
    const at = fileAt(path)
    return at?.kind === 'sheet' ? [{ path, group: at.parts.group }] : []
  })
  const player = sheets.find(({ group }) => group === 'players')?.path
  const lines = all('journeys.yaml').flatMap(([, journey]): [number, number][] => {
    const ends = [own(asObject(journey), 'from'), own(asObject(journey), 'to')].map(indexOf).toSorted((a, b) => a - b)
    const [from = -1, to = -1] = ends
    return from < 0 || from === to ? [] : [[from, to]]
  })
  return {
    id,
    game,
    title,
    kind,
    premise: premise.trim().split(/(?<=[.!?])\s+/)[0] ?? '',
    places: paths.filter((path) => basename(dirname(path)) === 'locations').length,
    people: sheets.length,
    scenes: paths.filter((path) => path.endsWith('.arrow')).length,
    map: {
      places: [...placed.values()],
      journeys: [...new Map(lines.map((line) => [String(line), line])).values()],
      party: player === undefined ? -1 : indexOf(yaml(player)['location'])
    }
  }
}

const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {})
const pointOf = (at: unknown): { x: number; y: number } => ({ x: Number(own(asObject(at), 'x') ?? 0), y: Number(own(asObject(at), 'y') ?? 0) })
const textOf = (file: string): string => readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
