import type { VariableType } from '../document'
import { CONDITIONS } from '../words'
import { searchPattern } from './pattern'
import type { PlayValue } from './state'

/** Why a comparison has no result: the operator doesn't exist for the type, or the pattern is invalid or takes too many steps. */
export type NoAnswer = 'no-operator' | 'invalid' | 'given-up'

/** Compares a variable with a value of its type. `like`: 'js' reads lengths and empty ends exactly as the runtime does. */
export function compare(
  type: VariableType,
  left: PlayValue,
  operator: string,
  right: PlayValue,
  like?: 'js',
  search = searchPattern
): boolean | NoAnswer {
  if (!Object.hasOwn(CONDITIONS[type], operator)) return 'no-operator'
  if (type === 'num') return compareNumbers(Number(left), operator, Number(right))
  if (type === 'bool') return (left === right) === (operator === 'eq')
  return compareTexts(String(left), operator, String(right), like, search)
}

function compareNumbers(left: number, operator: string, right: number): boolean {
  switch (operator) {
    case 'eq':
      return left === right
    case 'nq':
      return left !== right
    case 'gt':
      return left > right
    case 'gte':
      return left >= right
    case 'ls':
      return left < right
    default:
      return left <= right
  }
}

function compareTexts(left: string, operator: string, right: string, like: 'js' | undefined, search: typeof searchPattern): boolean | NoAnswer {
  switch (operator) {
    case 'rgx': {
      const match = search(right, left)
      return match === 'invalid' || match === 'given-up' ? match : match !== 'none'
    }
    case 'ct':
      return left.toLowerCase().includes(right.toLowerCase())
    case 'cts':
      return left.includes(right)
    case 'bgn':
      return left.startsWith(right)
    case 'end':
      return left.endsWith(right)
    case 'eql':
      return left.length === lengthMeant(right, like)
    case 'lng':
      return left.length > lengthMeant(right, like)
    default:
      return left.length < lengthMeant(right, like)
  }
}

/** A text that is an integer means that length; any other text means its own. The runtime also accepts "-3" and "NaN" as lengths. */
function lengthMeant(text: string, like: 'js' | undefined): number {
  const number = Number.parseInt(text, 10)
  return String(number) === text && (like === 'js' || number >= 0) ? number : text.length
}
