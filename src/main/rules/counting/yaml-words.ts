import { own } from '../../../shared/base/json'
import { conditions } from '../vm/conditions'
import { effects } from '../vm/effects'
import { isObject } from '../vm/plain'
import { matchingShape, type Path, type Shape, type Word } from '../vm/shapes'
import type { YamlFile } from '../yaml-file'

/** A condition or effect of the vocabulary in a game's YAML. */
export interface YamlWord {
  /** Its key in `vm/counting.ts`. */
  key: string
  kind: 'condition' | 'effect'
  word: string
  path: Path
}

const EFFECTS: Shape = { is: 'effects' }
const CONDITIONS: Shape = { is: 'conditions' }

/** Every condition and effect in a YAML file of a game, in the order of the file. `id`: the name of the file's action or table. */
export function yamlWords({ file, value }: YamlFile, id: string): YamlWord[] {
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
export const rowWords = (row: unknown, path: Path, table: string, range: string): YamlWord[] =>
  isObject(row) ? wordsIn(row['effect'], EFFECTS, [...path, 'effect'], `tables\n${table}\nrows\n${range}\neffect`) : []

function wordsIn(value: unknown, shape: Shape, path: Path, key: string): YamlWord[] {
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

function wordsOf(map: Record<string, unknown>, kind: YamlWord['kind'], path: Path, key: string): YamlWord[] {
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
