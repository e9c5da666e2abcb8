import type { VariableType } from '../document'
import { UPDATES } from '../words'
import type { PlayValue } from './state'

/** Why an update changes nothing. `too-long` and `too-large`: the result is beyond what a variable may hold. */
export type NoUpdate = 'no-operator' | 'no-number' | 'too-large' | 'too-long'
export type Updated = { value: PlayValue } | { none: NoUpdate }

/** A variable's new value: `left` is its current one, `right` has its type, `max` the longest text. `like`: 'js' replaces as the runtime does. */
export function update(type: VariableType, left: PlayValue, operator: string, right: PlayValue, max: number, like?: 'js'): Updated {
  if (!Object.hasOwn(UPDATES[type], operator)) return { none: 'no-operator' }
  if (type === 'bool') return { value: operator === 'set' ? Boolean(right) : !right }
  // A number that a document stores as a text is concatenated, not added.
  if (type === 'num' && like === 'js' && typeof left === 'string' && operator === 'add') return { none: 'no-number' }
  if (type === 'num') return numberOf(Number(left), operator, Number(right), like)
  const text = textOf(String(left), operator, String(right), max, like)
  return text === undefined || text.length > max ? { none: 'too-long' } : { value: text }
}

function numberOf(left: number, operator: string, right: number, like: 'js' | undefined): Updated {
  const result = arithmetic(left, operator, right)
  if (Number.isNaN(result) || (!Number.isFinite(result) && right === 0)) return { none: 'no-number' }
  if (!Number.isFinite(result)) return { none: like === 'js' ? 'no-number' : 'too-large' }
  const rounded = Math.round(result) + 0
  return like !== 'js' && !Number.isSafeInteger(rounded) ? { none: 'too-large' } : { value: rounded }
}

function arithmetic(left: number, operator: string, right: number): number {
  switch (operator) {
    case 'set':
      return right
    case 'add':
      return left + right
    case 'sub':
      return left - right
    case 'div':
      return Math.floor(left / right)
    case 'rem':
      return left % right
    case 'mul':
      return left * right
    case 'exp':
      return left ** right
    default:
      return Math.abs(right)
  }
}

function textOf(left: string, operator: string, right: string, max: number, like: 'js' | undefined): string | undefined {
  switch (operator) {
    case 'set':
      return right
    case 'stc':
      return like === 'js' ? capitalisedLikeRuntime(right) : capitalised(right)
    case 'stl':
      return right.toLowerCase()
    case 'stu':
      return right.toUpperCase()
    case 'ins':
      return left + right
    case 'inb':
      return right + left
    case 'rmc':
      return without(left, left.indexOf(right), right.length)
    case 'rml':
      return without(left, left.toLowerCase().indexOf(right.toLowerCase()), right.length)
    case 'rmr':
      return without(left, left.lastIndexOf(right), right.length)
    case 'rmi':
      return without(left, left.toLowerCase().lastIndexOf(right.toLowerCase()), right.length)
    default:
      return replacedIn(left, right, operator === 'rpi', max, like)
  }
}

const without = (text: string, index: number, length: number): string => (index < 0 ? text : text.slice(0, index) + text.slice(index + length))

/** Replaces every `find` of "find|with". undefined: the result would be too long. */
function replacedIn(text: string, parts: string, anyCase: boolean, max: number, like: 'js' | undefined): string | undefined {
  const [find = '', instead = ''] = parts.split('|')
  if (find === '' && like !== 'js') return text
  const pattern = new RegExp(find.replaceAll(/[-/\\^$*+?.()|[\]{}]/g, String.raw`\$&`), anyCase ? 'gi' : 'g')
  const times = text.match(pattern)?.length ?? 0
  const dollars = like === 'js' ? instead.split('$').length - 1 : 0
  if (text.length + times * (instead.length - find.length + dollars * text.length) > max * (dollars > 0 ? 100 : 1)) return undefined
  return like === 'js' ? text.replace(pattern, instead) : text.replace(pattern, () => instead)
}

/** Capitalises every word as the runtime does: each capital, digit or sign begins a new word, and an initial capital gets a space before it. */
function capitalisedLikeRuntime(text: string): string {
  let split = ''
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i) === '_' ? ' ' : text.charAt(i)
    split += char !== ' ' && char === char.toUpperCase() ? ` ${char}` : char
  }
  return split
    .split(' ')
    .map((word) => withCapital(word.toLowerCase()))
    .join(' ')
}

/** Capitalises every word as Arrow's editor does: words end at spaces, underscores, capitals inside a word, and between letters and digits. */
function capitalised(text: string): string {
  return text
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})|(?<=[\p{Lu}\p{Nd}])(?=\p{Lu}\p{Ll})|(?<=\p{Nd})(?=\p{Ll}\p{Ll})|(?<=\p{L})(?=\p{Nd})/gu, ' ')
    .split(/[ _]+/)
    .filter((word) => word !== '')
    .map((word) => withCapital(word.toLowerCase()))
    .join(' ')
}

const withCapital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
