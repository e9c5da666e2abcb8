import type { Expression } from '../predicate/parse'
import { typeOf, type ComparisonOperator, type Leaf, type NameKind, type Node } from '../predicate/tree'
import { factWords } from './fact-words'

/** The name for readers of something that an expression names. */
type TitleOf = (kind: NameKind, id: string) => string

const COMPARED: Readonly<Record<ComparisonOperator, string>> = {
  '==': 'is',
  '!=': 'isn’t',
  '<': 'is less than',
  '<=': 'is at most',
  '>': 'is more than',
  '>=': 'is at least'
}

/** How a value that names two things is said, by the word between them in the expression. */
const OF_TWO: Readonly<Record<string, (a: string, b: string) => string>> = {
  is: (who, condition) => `${who} is ${condition}`,
  has: (who, thing) => `${who} has ${thing}`,
  count: (who, thing) => `the number of ${thing} of ${who}`,
  searched: (place, thing) => `${thing} in ${place} is searched`
}

/** A condition as a reader says it: `fact.lamp-lit and actor.Wren.hp >= 2` → “lamp lit” and the hp of Wren is at least 2. */
export function conditionWords({ root }: Expression, source: string, titleOf: TitleOf): string {
  const words = (node: Node): string => {
    switch (node.kind) {
      case 'leaf':
        return leafWords(node, source.slice(node.at, node.end), titleOf)
      case 'value':
        return node.value === undefined ? 'nothing' : String(node.value)
      case 'not':
        return `not ${grouped(node.of)}`
      case 'and':
      case 'or':
        return `${grouped(node.left, node.kind)} ${node.kind} ${grouped(node.right, node.kind)}`
      case 'compare': {
        const place = (side: Node, other: Node): string =>
          side.kind === 'value' && other.kind === 'leaf' && other.places ? titleOf('place', String(side.value)) : words(side)
        return `${place(node.left, node.right)} ${COMPARED[node.op]} ${place(node.right, node.left)}`
      }
      case 'sum':
        return `${words(node.left)} ${node.op} ${words(node.right)}`
      default:
        return `for ${node.how} ${node.of}: ${words(node.body)}`
    }
  }
  const grouped = (node: Node, within?: 'and' | 'or'): string =>
    node.kind === 'leaf' || (within !== undefined && (node.kind === within || node.kind === 'not' || node.kind === 'compare'))
      ? words(node)
      : `(${words(node)})`
  return words(root)
}

function leafWords(leaf: Leaf, path: string, titleOf: TitleOf): string {
  const [first, second] = leaf.names
  if (first?.kind === 'fact') {
    const title = titleOf('fact', first.id)
    return `“${title === first.id ? factWords(first.id, (id) => titleOf('actor', id)) : title}”`
  }
  const [word = ''] = /[\p{L}_-]+(?=\(|$)/u.exec(path) ?? []
  const said = `${path.includes('.max.') ? 'maximum ' : ''}${word.replaceAll(/[-_]+/g, ' ')}`
  const [, how, group = ''] = /^(any|all|sum|least|most)\.(\w+)/.exec(path) ?? []
  if (how === 'any' || how === 'all') return first && Object.hasOwn(OF_TWO, word) ? `${word} ${titleOf(first.kind, first.id)}` : `the ${said}`
  if (how !== undefined) return `the ${how} ${said} of every ${group}`
  if (!first) return path.replaceAll(/[."()_-]+/g, ' ').trim()
  const title = titleOf(first.kind, first.id)
  if (word === 'present') return `${title} is in the scene`
  const two = second && Object.hasOwn(OF_TWO, word) ? OF_TWO[word] : undefined
  if (second && two) return two(title, titleOf(second.kind, second.id))
  return typeOf(leaf) === 'truth' || ['visited', 'explored'].includes(word) ? `${title} is ${said}` : `the ${said} of ${title}`
}
