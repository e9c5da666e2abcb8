// Runs inside the sandbox. What `console.log` of a rule says, as text, while somebody listens. Otherwise it does nothing.
import { isObject, namesOf } from './plain'

/** The most lines that one call reports to the host, and the most characters of one line. */
export const MAX_CONSOLE_LINES = 200
const MAX_LINE = 2000
/** The depth to which values are printed, and the most entries of each. */
const MAX_DEPTH = 4
const MAX_ENTRIES = 40

/** The values of a line as text. Getters aren't called, and a value that can't be read is named as such. */
export function consoleText(values: readonly unknown[]): string {
  const text = values.map((value) => {
    try {
      return typeof value === 'string' ? value : shown(value, 0)
    } catch {
      return '[unreadable]'
    }
  })
  return (text.join(' ').slice(0, MAX_LINE) as string & { toWellFormed(): string }).toWellFormed()
}

function shown(value: unknown, depth: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, MAX_LINE))
  if (typeof value === 'function') return '[function]'
  if (typeof value === 'symbol') return '[symbol]'
  if (value instanceof Error) return `${value.name}: ${value.message}`
  if (typeof value !== 'object' || value === null) return String(value)
  if (depth >= MAX_DEPTH) return Array.isArray(value) ? '[…]' : '{…}'
  if (value instanceof Map)
    return `Map ${listed(
      [...value].map(([key, one]) => `${shown(key, depth + 1)} => ${shown(one, depth + 1)}`),
      '{',
      '}'
    )}`
  const all = (list: readonly unknown[]): string[] => list.slice(0, MAX_ENTRIES + 1).map((one) => shown(one, depth + 1))
  if (value instanceof Set) return `Set ${listed(all([...value]), '{', '}')}`
  if (Array.isArray(value)) return listed(all(value), '[', ']')
  if (!isObject(value)) return '{}'
  const holder = value
  const parts = namesOf(holder)
    .slice(0, MAX_ENTRIES + 1)
    .map((key) => {
      const property = Object.getOwnPropertyDescriptor(holder, key)
      return `${key}: ${property && 'value' in property ? shown(property.value, depth + 1) : '[getter]'}`
    })
  return listed(parts, '{ ', ' }')
}

function listed(parts: readonly string[], open: string, close: string): string {
  if (parts.length === 0) return (open + close).replaceAll(' ', '')
  return `${open}${parts.slice(0, MAX_ENTRIES).join(', ')}${parts.length > MAX_ENTRIES ? ', …' : ''}${close}`
}
