import type { ArrowDocument } from './document'
import { dataOf, listOf, textOf } from './node-types'

/** Names of a document for examples of requests; undefined where it has none. */
export interface ExampleNames {
  readonly character: string | undefined
  readonly number: string | undefined
  readonly options: readonly [string, string] | undefined
  readonly macro: string | undefined
  /** The id of a node that others may lead to. */
  readonly node: number
}

const MAX_LENGTH = 40
const isShort = (text: string): boolean => text.trim() !== '' && text.length <= MAX_LENGTH && !/["“”\n]/.test(text)

export function exampleNames({ resources: { characters, variables, nodes, scenes } }: ArrowDocument): ExampleNames {
  const [a, b] =
    [...nodes.values()]
      .filter(({ type }) => type === 'interaction')
      .map((node) => listOf(dataOf(node, 'actions')).map(textOf).filter(isShort))
      .find(({ length }) => length > 1) ?? []
  return {
    character: [...characters.values()].find(({ name }) => isShort(name))?.name.replaceAll('_', ' '),
    number: [...variables.values()].find(({ type, name }) => type === 'num' && isShort(name))?.name,
    options: a === undefined || b === undefined ? undefined : [a, b],
    macro: [...scenes.values()].find(({ macro, name }) => macro && isShort(name))?.name,
    node: [...nodes].findLast(([, { type }]) => type !== 'entry' && type !== 'frame')?.[0] ?? 2
  }
}
