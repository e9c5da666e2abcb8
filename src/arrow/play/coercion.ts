import type { ArrowValue, VariableType } from '../document'
import { MAX_TEXT, type PlayValue } from './state'
import { clipped } from '../../shared/words/clipped'

/** The whole number at the beginning of a value, as the runtime reads ids, slots and numbers; `otherwise` if there is none. */
export function leadingInteger(value: ArrowValue | undefined, otherwise: number): number {
  const number = Number.parseInt(asText(value), 10)
  return Number.isInteger(number) ? number + 0 : otherwise
}

const asText = (value: ArrowValue | undefined): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** The right side of a condition or an update as the variable's type, converted as the runtime does; undefined if that is impossible. */
export function coerced(value: ArrowValue | undefined, type: VariableType): PlayValue | undefined {
  if (type === 'str') return value === undefined || value === null ? undefined : asText(value)
  if (type === 'num') return typeof value === 'number' ? value : leadingInteger(value, 0)
  if (typeof value === 'string') return value.toLowerCase() === 'true' || (value.toLowerCase() !== 'false' && value !== '')
  return Boolean(value)
}

/** Returns whether a variable of this type may have the value. A text may be up to `MAX_TEXT` long, a number exact in a double. */
export function fitsType(value: PlayValue, type: VariableType): boolean {
  if (type === 'str') return typeof value === 'string' && value.length <= MAX_TEXT
  return type === 'num' ? Number.isInteger(value) : typeof value === 'boolean'
}

/** The value of each type that a variable has if its own can't be used. */
export const DEFAULT_VALUES: Readonly<Record<VariableType, PlayValue>> = { num: 0, str: '', bool: false }

/** A value in words, for messages: texts in quotes, long ones shortened. */
export const inWords = (value: ArrowValue | undefined): string => {
  const text = typeof value === 'string' ? `“${value}”` : (JSON.stringify(value) ?? 'nothing')
  return clipped(text, 60)
}
