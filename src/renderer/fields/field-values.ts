import { own } from '../../shared/base/json'
import type { MapFormat } from '../../shared/contract/world-edits'

type Flag = boolean | string | number
type TagValues = Readonly<Record<string, Flag>>

/** The non-empty lines of a text. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** The items of a list that is separated by commas or lines. */
export const listOf = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter(Boolean)

/** Tags as lines: `dark`, or `encounter: rats`. */
export const tagsText = (tags: TagValues): string =>
  Object.entries(tags)
    .map(([key, value]) => (value === true ? key : `${key}: ${String(value)}`))
    .join('\n')

/** Parses the text of `tagsText`. Returns the first line that is not a tag as `bad`. */
export function tagsOf(text: string): { tags: Record<string, Flag> } | { bad: string } {
  const tags: Record<string, Flag> = {}
  for (const line of linesOf(text)) {
    const at = line.indexOf(':')
    const key = (at < 0 ? line : line.slice(0, at)).trim()
    if (key === '' || (at >= 0 && line.slice(at + 1).trim() === '')) return { bad: line }
    tags[key] = at < 0 ? true : flagOf(line.slice(at + 1).trim())
  }
  return { tags }
}

/** A value from its text: true, false, a number, else the text itself. */
export function flagOf(text: string): Flag {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?(0|[1-9]\d{0,14})(\.\d{1,10})?$/.test(text) ? Number(text) : text
}

/** The tags with or without one tag. */
export function withTag(tags: TagValues, tag: string, on: boolean): Record<string, Flag> {
  const { [tag]: _, ...others } = tags
  return on ? { ...others, [tag]: true } : others
}

/** An object with a field, or without it if the value is undefined. */
export function withField<T extends object, K extends keyof T>(one: T, key: K, value: T[K] | undefined): T {
  const { [key]: _, ...rest } = one
  return (value === undefined ? rest : { ...rest, [key]: value }) as T
}

/** The tags that all places share, with the same values. */
export function commonTags(all: readonly TagValues[]): Record<string, Flag> {
  const [first = {}, ...others] = all
  return Object.fromEntries(Object.entries(first).filter(([key, value]) => others.every((tags) => own(tags, key) === value)))
}

/** A place's tags after its shared tags have changed from `was` to `now`. Its own tags stay. */
export function withCommonTags(own: TagValues, was: TagValues, now: TagValues): Record<string, Flag> {
  const others = Object.entries(own).filter(([key]) => !Object.hasOwn(was, key) || Object.hasOwn(now, key))
  return { ...Object.fromEntries(others), ...now }
}

/** Whether a duration is written as `N[-M] minute|hour|day(s)`. */
export const isDuration = (text: string): boolean => /^\d+(-\d+)? (minute|hour|day)s?$/.test(text)

/** The first free id: `inn`, `inn-2`, … */
export function freeId(wish: string, taken: (id: string) => boolean): string {
  if (!taken(wish)) return wish
  for (let k = 2; ; k++) if (!taken(`${wish}-${k}`)) return `${wish}-${k}`
}

/** Whether two values are equal, regardless of the order of their keys. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && same(a[key as keyof typeof a], b[key as keyof typeof b]))
  )
}

/** Applies the changes from `was` to `next` to `now`: changed keys have their value in `next`, all others their value in `now`. */
export function withChanges<T extends object>(was: T, next: T, now: T): T {
  const changed = (Object.keys({ ...was, ...next }) as (keyof T)[]).filter((key) => !same(was[key], next[key]))
  const out = { ...now }
  for (const key of changed) {
    if (Object.hasOwn(next, key)) out[key] = next[key]
    else delete out[key]
  }
  return out
}

/** The format of a map file, by its name or else by its first character. */
export function formatOf(name: string, text: string): MapFormat {
  if (/\.(graphml|xml)$/i.test(name)) return 'graphml'
  if (/\.json$/i.test(name)) return 'json'
  return text.trimStart().startsWith('<') ? 'graphml' : 'json'
}
