import { attempt } from '../../../shared/base/attempt'
import { own } from '../../../shared/base/json'
import { actorFolder, fileName, pathOf } from '../../../shared/story/layout'
import type { Lore } from '../../../shared/story/lore'
import type { Actor, GameState } from '../../../shared/story/state'
import { lineOf } from '../compile'
import { readYamlFile } from '../yaml-file'
import type { FindingLevel, FindingRemedy } from './finding'

/** A campaign's world, with the texts of its files by path. */
export interface World {
  state: GameState
  lore: Pick<Lore, 'story' | 'actors' | 'narratives'> & Partial<Pick<Lore, 'places'>>
  texts: ReadonlyMap<string, string>
  /** The names of the variables of attached Arrow documents, which are facts. Read on demand. */
  variables?: () => readonly string[]
}

/** Reports a finding on a world file, on the line of a path of keys. */
export type Report = (level: FindingLevel, file: string, path: readonly string[], message: string, remedy?: FindingRemedy) => void

/** The lines of a YAML file by path of keys; for a Markdown file, the first line with the last key as a word. */
export function linesOf(file: string, text: string): (path: readonly string[]) => number {
  if (!file.endsWith('.yaml')) return (path) => lineOf(text, path.at(-1) ?? '')
  let parsed: ((path: readonly string[]) => number) | undefined
  const first = firstKeys(text)
  return (path) => {
    const [key, ...rest] = path
    const known = key === undefined || rest.length > 0 ? undefined : first.get(key)
    return known ?? (parsed ??= parsedLines(file, text))(path)
  }
}

const parsedLines = (file: string, text: string): ((path: readonly string[]) => number) =>
  attempt(
    () => readYamlFile(text, file).lineOf,
    () => 1
  )

/** The lines of unindented plain keys. Journeys are found by these, because parsing a file with thousands of them takes a second. */
function firstKeys(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>()
  for (const [at, line] of text.split('\n').entries()) {
    const key = /^([\w-]+):(?:\s|$)/.exec(line)?.[1]
    if (key !== undefined && !lines.has(key)) lines.set(key, at + 1)
  }
  return lines
}

/** The lines of world files by path of keys. Each file is parsed once, however many findings it has. */
export function linesIn({ texts }: Pick<World, 'texts'>): (file: string, path: readonly string[]) => number {
  const known = new Map<string, (path: readonly string[]) => number>()
  return (file, path) => {
    const lines = known.get(file) ?? linesOf(file, texts.get(file) ?? '')
    known.set(file, lines)
    return lines(path)
  }
}

/** The file of an actor's sheet. */
export const sheetFile = (id: string, { kind }: Actor): string => `${actorFolder(kind, id)}/${fileName('sheet')}`
/** The file of a place. */
export const placeFile = ({ state }: World, id: string): string => pathOf('location', { region: own(state.places, id)?.region ?? '', id })
