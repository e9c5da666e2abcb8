import { type ArrowObject, type ArrowValue, type VariableType, MAX_ID } from '../document'
import { listed } from '../../shared/words/labels'
import { objectOf } from '../json/members'
import { refusal } from '../refuse'

export type FunctionArguments = Readonly<Record<string, unknown>>
export const isRecord = (value: unknown): value is FunctionArguments => typeof value === 'object' && value !== null && !Array.isArray(value)

const mismatch = (what: string, must: string): Error => refusal('TYPE_MISMATCH', `“${what}” must be ${must}.`)

/** Collects a sentence for each value that a document holds in another form than the caller gave. */
export type Notes = string[]

/** The members of an argument. Each is taken by any of its names; members that are never taken have no meaning. */
export class Members {
  readonly #taken = new Set<string>()

  constructor(
    readonly given: FunctionArguments,
    readonly notes: Notes
  ) {}

  has(...names: string[]): boolean {
    return names.some((name) => this.#present(name))
  }
  #present(name: string): boolean {
    return Object.hasOwn(this.given, name) && this.given[name] !== undefined && this.given[name] !== null
  }
  take(...names: string[]): unknown {
    for (const name of names) this.#taken.add(name)
    const found = names.find((name) => this.#present(name))
    return found === undefined ? undefined : this.given[found]
  }
  ignored(): string[] {
    return Object.keys(this.given).filter((name) => !this.#taken.has(name) && this.#present(name))
  }

  text(...names: string[]): string | undefined {
    const value = this.take(...names)
    return value === undefined ? undefined : toText(value, names[0] ?? '', this.notes)
  }
  integer(...names: string[]): number | undefined {
    const value = this.take(...names)
    return value === undefined ? undefined : toInteger(value, names[0] ?? '', this.notes)
  }
  flag(...names: string[]): boolean | undefined {
    const value = this.take(...names)
    return value === undefined ? undefined : toFlag(value, names[0] ?? '')
  }
  texts(...names: string[]): string[] | undefined {
    const value = this.take(...names)
    if (value === undefined) return undefined
    const list = Array.isArray(value) ? (value as unknown[]) : [value]
    return list.map((item) => {
      const text = isRecord(item) ? (item['text'] ?? item['label']) : item
      if (typeof text !== 'string' && typeof text !== 'number') throw mismatch(names[0] ?? '', 'a list of texts')
      const lost = isRecord(item) ? Object.keys(item).filter((name) => name !== 'text' && name !== 'label') : []
      if (lost.length > 0) this.notes.push(`“${names[0] ?? ''}” holds only texts, so ${listed(lost.map((name) => `“${name}”`))} had no effect.`)
      return toText(text, names[0] ?? '', this.notes)
    })
  }
  record(...names: string[]): FunctionArguments | undefined {
    const value = this.take(...names)
    if (value !== undefined && !isRecord(value)) throw mismatch(names[0] ?? '', 'an object')
    return value
  }
}

/** A whole number from a number or its digits; fractions are cut off, as Arrow does, and noted. Throws a refusal. */
export function toInteger(value: unknown, what: string, notes: Notes): number {
  const number = typeof value === 'string' && /^\s*[-+]?\d+(\.\d*)?\s*$/.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number) || Math.abs(number) > MAX_ID) throw mismatch(what, 'a whole number')
  return whole(number, what, notes)
}

function whole(number: number, what: string, notes: Notes): number {
  const kept = Math.max(-MAX_ID, Math.min(MAX_ID, Math.trunc(number))) || 0
  if (kept !== number && Math.abs(number) > 0) notes.push(`“${what}” is ${kept} instead of ${number}, because Arrow holds only whole numbers.`)
  return kept
}

/** The number of a slot. A fraction is refused, because it would name another slot. */
export function toSlot(value: unknown, what: string): number {
  if (typeof value === 'number' && !Number.isInteger(value)) throw refusal('INVALID_CONNECTION', `“${what}” must be a whole number.`)
  return toInteger(value, what, [])
}

function toFlag(value: unknown, what: string): boolean {
  if (value === true || value === 'true' || value === 1) return true
  if (value === false || value === 'false' || value === 0) return false
  throw mismatch(what, 'true or false')
}

/** Converts a value to a variable's type. Throws a refusal (`TYPE_MISMATCH`) where that would change its meaning. */
export function toType(type: VariableType, value: unknown, what: string, notes: Notes): string | number | boolean {
  if (type === 'num') return toInteger(value, what, notes)
  if (type === 'bool') return toFlag(value, what)
  return toText(value, what, notes)
}

/** Converts a value to text, also a number or a boolean, which is noted. Throws a refusal. */
export function toText(value: unknown, what: string, notes: Notes): string {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') throw mismatch(what, 'a text')
  if (typeof value !== 'string') notes.push(`“${what}” holds a text, so ${value} became "${value}".`)
  return String(value)
}

/** Converts a caller's JSON value to a value of a document: fractions are cut off and noted, depth is limited. */
export function toValue(value: unknown, what: string, notes: Notes, depth = 0): ArrowValue {
  if (depth > 20) throw refusal('TYPE_MISMATCH', 'The data is nested too deep.')
  if (typeof value === 'number') return Number.isFinite(value) ? whole(value, what, notes) : null
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (Array.isArray(value)) return (value as unknown[]).map((item) => toValue(item, what, notes, depth + 1))
  return isRecord(value) ? toObject(value, notes, depth + 1) : null
}
export const toObject = (given: FunctionArguments, notes: Notes, depth = 0): ArrowObject =>
  objectOf(Object.entries(given).map(([name, value]) => [name, toValue(value, name, notes, depth)] as const))
