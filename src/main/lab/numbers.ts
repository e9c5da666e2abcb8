import type { Json } from '../../shared/base/json'
import type { FoundNumber, NumberChange, NumberPath } from '../../shared/lab/solution'
import { Problem } from '../../shared/base/problem'
import { parseYaml, splice } from '../campaign/yaml-splice'
import type { LabMaterial } from './material'

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

/** The number at a path. Throws Problem `bad-input`. */
export function numberAt({ files }: Pick<LabMaterial, 'files'>, { path, keys }: NumberPath): number {
  const bytes = files.get(path)
  if (!bytes) throw new Problem('bad-input', `There is no file ${path} in this campaign. Name a YAML file of the rules or the world.`)
  let value: Json | undefined = parseYaml(Buffer.from(bytes).toString('utf8'), path)
  for (const key of keys)
    value = typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Record<string, Json>)[key] : undefined
  if (typeof value !== 'number') throw new Problem('bad-input', `${path} has no number at ${keys.join(' → ')}. Name the keys that lead to one.`)
  return value
}

/** The text of a file with another number at a path; all other bytes stay. */
export const withNumber = (text: string, { keys }: NumberPath, value: number): string => splice(text, [{ keys: [...keys], to: value }])

/** What sessions are played from if a number has another value. */
export function withChange(material: LabMaterial, { of, value }: NumberChange): LabMaterial {
  const text = Buffer.from(material.files.get(of.path) ?? []).toString('utf8')
  return { ...material, files: new Map(material.files).set(of.path, Buffer.from(withNumber(text, of, value))) }
}
