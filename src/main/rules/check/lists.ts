import { own } from '../../../shared/base/json'
import type { GameFiles } from '../read-game'
import type { YamlFile } from '../yaml-file'
import { factsSetIn, isMap, type Kind, type Mention } from './mentions'

/** The id of a file's entry: the file's name without folder and extension. */
export const idOf = (path: string): string => (path.split('/').at(-1) ?? '').replace(/\.(ts|yaml)$/, '')
export const folderOf = (path: string): string => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '')

/** Every name in a game's YAML: manifest, conditions, equipment, tables, actions. `readGame` checks the manifest's lists and hooks. */
export function namesInLists(game: GameFiles, yaml: ReadonlyMap<string, YamlFile>): Mention[] {
  return [...yaml].flatMap(([path, file]): Mention[] => {
    const folder = folderOf(path)
    if (path === 'manifest.yaml') return inManifest(game, file)
    if (folder === 'conditions') return inEntry(file, [], `The condition "${idOf(path)}"`)
    if (folder === 'equipment') {
      const entries = isMap(file.value) ? Object.keys(file.value) : []
      return [...entries.flatMap((id) => inEntry(file, [id], `The item "${id}"`)), ...factsSetIn(path, file.value)]
    }
    if (folder === 'tables') return [...inRows(file), ...factsSetIn(path, file.value)]
    return folder === 'actions' ? factsSetIn(path, file.value) : []
  })
}

export function valueAt(file: YamlFile, path: readonly string[]): unknown {
  let value = file.value
  for (const key of path) value = isMap(value) ? own(value, key) : Array.isArray(value) ? value[Number(key)] : undefined
  return value
}

function inManifest(game: GameFiles, file: YamlFile): Mention[] {
  const mention = (kind: Kind, path: string[], name: string, by: string): Mention => ({ kind, name, file: file.file, line: file.lineOf(path), by })
  const { floors, odds, slots } = game.manifest
  // Free slots are not a stat, but they have a floor too.
  const low = Object.keys(floors).filter((name) => name !== 'slots' || slots === undefined)
  const actions = (['attack', 'travel'] as const).flatMap((key) => {
    const name = odds[key]
    return name === undefined ? [] : [mention('action', ['odds', key], name, `"odds.${key}" names`)]
  })
  return [
    ...low.map((stat) => mention('stat', ['floors', stat], stat, '"floors" names')),
    ...odds.saves.map((stat, i) => mention('stat', ['odds', 'saves', String(i)], stat, '"odds.saves" names')),
    ...odds.hit_points.map((stat, i) => mention('stat', ['odds', 'hit_points', String(i)], stat, '"odds.hit_points" names')),
    ...odds.interact.map((action, i) => mention('action', ['odds', 'interact', String(i)], action, '"odds.interact" names')),
    ...actions
  ]
}

/** The names in a condition's or an item's modifiers and grants. */
function inEntry(file: YamlFile, at: readonly string[], subject: string): Mention[] {
  const out: Mention[] = []
  const add = (kind: Kind, name: unknown, path: readonly string[], verb: string): void => {
    if (typeof name === 'string') out.push({ kind, name, file: file.file, line: file.lineOf(path), by: `${subject} ${verb}` })
  }
  for (const word of ['grants', 'forbids']) {
    const list = valueAt(file, [...at, word])
    if (Array.isArray(list)) list.forEach((name, i) => add('action', name, [...at, word, String(i)], word))
  }
  add('action', valueAt(file, [...at, 'ends']), [...at, 'ends'], 'ends with')
  const stats = valueAt(file, [...at, 'stats'])
  for (const stat of isMap(stats) ? Object.keys(stats) : []) add('stat', stat, [...at, 'stats', stat], 'changes')
  return out
}

/** Rows as a map of ranges or as a list. */
function inRows(file: YamlFile): Mention[] {
  const rows = valueAt(file, ['rows'])
  const kinds: Kind[] = ['table', 'condition', 'item']
  return Object.entries(isMap(rows) || Array.isArray(rows) ? rows : {}).flatMap(([range, row]) =>
    kinds.flatMap((kind): Mention[] => {
      const name: unknown = isMap(row) ? row[kind] : undefined
      if (typeof name !== 'string') return []
      return [{ kind, name, file: file.file, line: file.lineOf(['rows', range, kind]), by: 'This row uses' }]
    })
  )
}
