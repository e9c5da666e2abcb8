import { createHash } from 'node:crypto'
import { own } from '../../../shared/base/json'
import { type GameFiles, readGame, type RuleFiles } from '../read-game'
import { readYamlFile, type YamlFile } from '../yaml-file'
import { instrument, type CountedSpan } from './instrument'
import { conditions } from '../vm/conditions'
import { effects } from '../vm/effects'
import { isObject } from '../vm/plain'
import { matchingShape, type ShapePath, type Shape, type Word } from '../vm/shapes'

/** A statement of a TypeScript file, or a condition or effect of a YAML file, that can be counted. Files are paths under rules/. */
interface RulePlace {
  /** Equal for equal files. */
  key: string
  file: string
  line: number
  end: number
  kind: 'statement' | 'arm' | 'condition' | 'effect'
  /** The text of the line, or the word. */
  text: string
}

/** All countable places in a game's files, and the positions of its lists' entries. */
export interface RulePlaces {
  places: RulePlace[]
  /** The actions, conditions, equipment and rows of tables by id (`table/range` for rows), with their positions. */
  lists: Record<'action' | 'condition' | 'item' | 'row', Map<string, { name: string; file: string; line: number }>>
  /** TypeScript files whose statements can't be counted. */
  unread: string[]
}

/** The part of a key that identifies a file's text. */
export const versionOf = (text: string): string => createHash('sha1').update(text).digest('hex').slice(0, 12)

/** The key of a file's statement; `index` counts from 0. */
export const statementKey = (file: string, version: string, index: number): string => `s ${file} ${version} ${index}`
/** The key of a word in a YAML file. */
export const wordKey = (file: string, version: string, key: string): string => `y ${file} ${version} ${key}`

const TEXT_CHARACTERS = 120

/** Finds all countable places in a game's files, in their order. */
export function rulePlaces(files: RuleFiles, read: GameFiles = readGame(files)): RulePlaces {
  const out: RulePlaces = { places: [], lists: { action: new Map(), condition: new Map(), item: new Map(), row: new Map() }, unread: [] }
  for (const { name, file } of read.rules) out.lists.action.set(name, { name, file, line: actionLine(read.texts.get(file) ?? '') })
  for (const [file, code] of read.modules) {
    const instrumented = instrument(code, 0, 'counter')
    if (instrumented) statements(out, file, read.texts.get(file) ?? '', instrumented.places)
    else out.unread.push(file)
  }
  for (const [file, text] of read.texts) if (file.endsWith('.yaml') && file !== 'manifest.yaml') words(out, file, text, read)
  return out
}

const actionLine = (text: string): number => text.slice(0, Math.max(0, text.search(/^export default\b/m))).split('\n').length

function statements({ places }: RulePlaces, file: string, text: string, all: readonly CountedSpan[]): void {
  const lines = text.split('\n')
  const version = versionOf(text)
  for (const [index, { line, end, arm }] of all.entries())
    places.push({
      key: statementKey(file, version, index),
      file,
      line,
      end,
      kind: arm ? 'arm' : 'statement',
      text: (lines[line - 1] ?? '').trim().slice(0, TEXT_CHARACTERS)
    })
}

function words({ places, lists }: RulePlaces, file: string, text: string, read: GameFiles): void {
  const [folder, name = ''] = file.split('/')
  const id = (file.split('/').at(-1) ?? name).replace(/\.yaml$/, '')
  let yaml: ReturnType<typeof readYamlFile>
  try {
    yaml = readYamlFile(text, file)
  } catch {
    // `check` reports the problem; the file has no effect.
    return
  }
  const version = versionOf(text)
  const put = ({ key, kind, word, path }: YamlWord): void => {
    const line = yaml.lineOf(path)
    places.push({ key: wordKey(file, version, key), file, line, end: line, kind, text: word })
  }
  for (const word of yamlWords(yaml, id)) put(word)
  if (folder === 'actions') lists.action.set(id, { name: id, file, line: yaml.lineOf(['name']) })
  else if (folder === 'conditions') lists.condition.set(id, { name: own(read.conditions, id)?.name ?? id, file, line: 1 })
  else if (folder === 'equipment' && typeof yaml.value === 'object' && yaml.value !== null)
    for (const item of Object.keys(yaml.value))
      lists.item.set(item, { name: own(read.equipment, item)?.name ?? item, file, line: yaml.lineOf([item]) })
  else if (folder === 'tables') {
    const table = own(read.tables, id)
    const raw = (yaml.value as { rows?: unknown } | null)?.rows
    for (const [index, [range, row]] of Object.entries(table?.rows ?? {}).entries()) {
      const path = ['rows', Array.isArray(raw) ? index : range]
      lists.row.set(`${id}/${range}`, { name: `${table?.name ?? id}: ${range}`, file, line: yaml.lineOf(path) })
      for (const word of rowWords(row, path, id, range)) put(word)
    }
  }
}

/** A condition or effect of the vocabulary in a game's YAML. */
interface YamlWord {
  /** Its key in `vm/counting.ts`. */
  key: string
  kind: 'condition' | 'effect'
  word: string
  path: ShapePath
}

const EFFECTS: Shape = { is: 'effects' }
const CONDITIONS: Shape = { is: 'conditions' }

/** Every condition and effect in a YAML file of a game, in the order of the file. `id`: the name of the file's action or table. */
function yamlWords({ file, value }: YamlFile, id: string): YamlWord[] {
  const [folder] = file.split('/')
  if (!isObject(value)) return []
  if (folder === 'actions')
    return [
      ...wordsIn(value['available'], CONDITIONS, ['available'], `actions\n${id}\navailable`),
      ...wordsIn(value['execute'], EFFECTS, ['execute'], `actions\n${id}\nexecute`)
    ]
  if (folder === 'equipment')
    return Object.entries(value).flatMap(([item, one]) =>
      isObject(one) ? wordsIn(one['effect'], EFFECTS, [item, 'effect'], `equipment\n${item}\neffect`) : []
    )
  return []
}

/** The effects of one row of a table. `path`: the row's position in its file; `range`: its totals. */
const rowWords = (row: unknown, path: ShapePath, table: string, range: string): YamlWord[] =>
  isObject(row) ? wordsIn(row['effect'], EFFECTS, [...path, 'effect'], `tables\n${table}\nrows\n${range}\neffect`) : []

function wordsIn(value: unknown, shape: Shape, path: ShapePath, key: string): YamlWord[] {
  switch (shape.is) {
    case 'effects':
      if (Array.isArray(value)) return value.flatMap((one, i) => wordsIn(one, EFFECTS, [...path, i], `${key}\n${i}`))
      return isObject(value) ? wordsOf(value, 'effect', path, key) : []
    case 'conditions':
      return isObject(value) ? wordsOf(value, 'condition', path, key) : []
    case 'list':
      return Array.isArray(value) ? value.flatMap((one, i) => wordsIn(one, shape.each, [...path, i], `${key}\n${i}`)) : []
    case 'either': {
      const matching = matchingShape(value, shape.of)
      return matching ? wordsIn(value, matching, path, key) : []
    }
    case 'map':
      if (!isObject(value)) return []
      return Object.entries(value).flatMap(([name, one]) => {
        const field = own(shape.fields, name)
        return field ? wordsIn(one, field, [...path, name], `${key}\n${name}`) : []
      })
    default:
      return []
  }
}

function wordsOf(map: Record<string, unknown>, kind: YamlWord['kind'], path: ShapePath, key: string): YamlWord[] {
  const words: Readonly<Record<string, Word>> = kind === 'effect' ? effects : conditions
  return Object.entries(map).flatMap(([word, argument]) => {
    const known = own(words, word)
    if (!known) return []
    const [at, name] = [[...path, word], `${key}\n${word}`]
    // `then` and `else` only contain the effects to run.
    const self = known.beside === undefined ? [{ key: name, kind, word, path: at }] : []
    return [...self, ...wordsIn(argument, known.takes, at, name)]
  })
}
