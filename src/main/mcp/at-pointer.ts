import { isObject } from '../../shared/base/json'

/** The longest list of names in an answer. */
const MAX_NAMES = 40

/** The part of a value at a path such as `actors/Wren`, and the names of its own parts; or a sentence if there is no such part. */
export function atPointer(whole: unknown, path: string): { value: unknown; keys: string[] } | { missing: string } {
  let value = whole
  const steps = path.split('/').filter((step) => step !== '')
  for (const [i, step] of steps.entries()) {
    const names = namesIn(value)
    if (!names.includes(step)) {
      const where = i === 0 ? 'The state' : `"${steps.slice(0, i).join('/')}"`
      const choices = names.length === 0 ? '' : ` Choose one of: ${shown(names).join(', ')}.`
      return { missing: `${where} has no part "${step.slice(0, 60)}".${choices}` }
    }
    value = (value as Record<string, unknown>)[step]
  }
  return { value, keys: shown(namesIn(value)).map((name) => [...steps, name].join('/')) }
}

const namesIn = (value: unknown): string[] => (isObject(value) || Array.isArray(value) ? Object.keys(value) : [])
const shown = (names: readonly string[]): string[] => names.slice(0, MAX_NAMES)
