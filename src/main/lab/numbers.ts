import type { Json } from '../../shared/base/json'
import type { FoundNumber } from '../../shared/lab/solution'
import { Problem } from '../../shared/base/problem'
import { parseYaml } from '../campaign/yaml-splice'

/** Whether a file may have numbers that the solver can change. */
export const mayHaveNumbers = (path: string): boolean => /^(?:rules|world)\/.*\.ya?ml$/.test(path)

/** The most numbers that are offered. */
const MAX_NUMBERS = 20_000

/** The numbers in YAML files, each with the keys of maps that lead to it: difficulties of journeys first. A file that can't be read has none. */
export function numbersIn(files: Iterable<readonly [path: string, bytes: Uint8Array]>): FoundNumber[] {
  const found: FoundNumber[] = []
  for (const [path, bytes] of files) {
    const walk = (value: Json, keys: string[]): void => {
      if (typeof value === 'number') found.push({ path, keys, value })
      else if (typeof value === 'object' && value !== null && !Array.isArray(value))
        for (const [key, part] of Object.entries(value)) if (part !== undefined) walk(part, [...keys, key])
    }
    try {
      walk(parseYaml(Buffer.from(bytes).toString('utf8'), path) ?? null, [])
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown
    }
    if (found.length > MAX_NUMBERS) break
  }
  const rank = ({ path, keys }: FoundNumber): number => (keys.at(-1) === 'difficulty' ? 0 : path.startsWith('world/') ? 1 : 2)
  return found.toSorted((a, b) => rank(a) - rank(b)).slice(0, MAX_NUMBERS)
}
