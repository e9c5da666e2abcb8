import type { ProblemData } from '../../../shared/base/problem'
import { Condition, Equipment, Manifest, Table } from '../../../shared/story/game'
import { resolveImport, STANDARD } from '../compile'
import type { YamlFile } from '../yaml-file'
import { perhaps } from '../../../shared/base/suggest'
import { finding } from './finding'
import { folderOf, idOf, valueAt } from './lists'
import { isMap } from './mentions'
import type { ParsedGame } from './parsed-game'
import { stringOf, type Token } from './tokens'

const FOLDERS = ['actions', 'conditions', 'equipment', 'tables']

/** Files without effect: duplicate ids, files in a folder or with an extension that isn't read, modules that nothing imports. */
export function shadowed(all: ParsedGame): ProblemData[] {
  return [...twins(all), ...unread(all), ...unimported(all)]
}

/** Two files in a folder with the same id, on some systems or on all. */
function twins({ game }: ParsedGame): ProblemData[] {
  const seen = new Map<string, string>()
  return [...game.texts.keys()].toSorted().flatMap((path) => {
    const folder = folderOf(path)
    if (!['actions', 'conditions', 'tables'].includes(folder) || !/\.(ts|yaml)$/.test(path)) return []
    const key = `${folder}/${idOf(path).toLowerCase()}`
    const first = seen.get(key)
    seen.set(key, first ?? path)
    // readGame reports an action that exists as both .ts and .yaml.
    if (first === undefined || first.replace(/\.\w+$/, '') === path.replace(/\.\w+$/, '')) return []
    return [finding('problem', path, 1, `Some systems can't tell ${path} from ${first}. Remove or rename one of them.`)]
  })
}

/** Files that look like part of the game but aren't read. */
function unread({ game, yaml }: ParsedGame): ProblemData[] {
  return [...game.texts.keys()].flatMap((path) => {
    const folder = folderOf(path)
    if (/\.ya?ml$/i.test(path) && !path.endsWith('.yaml'))
      return [finding('problem', path, 1, `${path} is never read, because a game's YAML files end in .yaml. Rename it.`)]
    if (/\.(js|mjs|tsx)$/.test(path))
      return [finding('problem', path, 1, `${path} is never read, because rules are written in .ts files. Rename it.`)]
    if (!yaml.has(path) || path === 'manifest.yaml' || FOLDERS.includes(folder)) return []
    const near = perhaps(folder, FOLDERS)
    return [
      finding(
        near === '' ? 'remark' : 'problem',
        path,
        1,
        `${path} is never read, because a game's YAML files belong in ${FOLDERS.join('/, ')}/.${near}`
      )
    ]
  })
}

/** Modules that no action imports. */
function unimported({ game, tokens }: ParsedGame): ProblemData[] {
  const reached = new Set<string>()
  const visit = (file: string): void => {
    if (reached.has(file)) return
    reached.add(file)
    for (const request of importsOf(tokens.get(file) ?? [])) {
      const target = request === STANDARD ? undefined : resolveImport(file, request, game.modules)
      if (target && 'file' in target) visit(target.file)
    }
  }
  for (const { file } of game.rules) visit(file)
  return [...game.modules.keys()].flatMap((file) => {
    if (reached.has(file) || folderOf(file) === 'actions') return []
    const near = FOLDERS.includes(folderOf(file)) ? '' : perhaps(folderOf(file), FOLDERS)
    const message = `${file} has no effect, because no action imports it.${near || ' Import it or delete it.'}`
    return [finding(near === '' ? 'remark' : 'problem', file, 1, message, { unused: true })]
  })
}

function importsOf(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token, at) => {
    const next = tokens[at + 1]
    return token.text === 'from' || token.kind === 'import' ? (stringOf(next) ?? []) : []
  })
}

/** A YAML action that can never be offered although a list of the manifest contains it. */
export function neverOffered({ game, yaml }: ParsedGame): ProblemData[] {
  const lists = ['entry_actions', 'combat_actions', 'dm_actions', 'npc_actions'] as const
  return game.yaml.flatMap(({ name, file, available }) => {
    const list = lists.find((list) => game.manifest[list].includes(name))
    if (available !== false || list === undefined) return []
    const line = yaml.get(file)?.lineOf(['available']) ?? 1
    return [finding('problem', file, line, `"${name}" has "available: false", but is in ${list} of the manifest. Remove one of the two.`)]
  })
}

const keysOf = (schema: { shape: object }): string[] => Object.keys(schema.shape)

/** Keys that differ slightly from a known key. All other unknown keys belong to the game. */
export function misspelt({ yaml }: ParsedGame): ProblemData[] {
  const keys = (file: YamlFile, at: readonly string[], known: readonly string[]): ProblemData[] => {
    const map = valueAt(file, at)
    return Object.keys(isMap(map) ? map : {}).flatMap((key) => {
      const near = known.includes(key) ? '' : perhaps(key, known)
      return near === '' ? [] : [finding('problem', file.file, file.lineOf([...at, key]), `The key "${key}" is never read.${near}`)]
    })
  }
  return [...yaml].flatMap(([path, file]) => {
    if (path === 'manifest.yaml') return keys(file, [], keysOf(Manifest))
    if (folderOf(path) === 'conditions') return keys(file, [], keysOf(Condition))
    if (folderOf(path) === 'tables') return keys(file, [], keysOf(Table))
    if (folderOf(path) !== 'equipment') return []
    return Object.keys(isMap(file.value) ? file.value : {}).flatMap((id) => keys(file, [id], keysOf(Equipment)))
  })
}

/** Rows of tables whose text a comma cuts off: in a map between braces a comma ends a text, and the rest of it becomes a key. */
export function cutTexts({ yaml }: ParsedGame): ProblemData[] {
  return [...yaml].flatMap(([path, file]) => {
    const rows = folderOf(path) === 'tables' ? valueAt(file, ['rows']) : undefined
    return Object.entries(isMap(rows) || Array.isArray(rows) ? rows : {}).flatMap(([key, row]) => {
      const cut = isMap(row) ? Object.entries(row).find(([name, value]) => value === null && /\s/.test(name))?.[0] : undefined
      if (cut === undefined) return []
      const message = `This row's text ends at a comma, before "${cut}". Put the text between quotation marks.`
      return [finding('problem', path, file.lineOf(['rows', key]), message)]
    })
  })
}
