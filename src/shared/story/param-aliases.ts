import type { ParamDef } from './game'

/** Inputs under the parameters' own names. An alias counts only where its parameter isn't given by name; every other key stays as it is. */
export function byParamName<T>(params: readonly Pick<ParamDef, 'name' | 'aliases'>[], input: Readonly<Record<string, T>>): Record<string, T> {
  const names = new Map(params.flatMap(({ name, aliases = [] }) => aliases.map((alias): [string, string] => [alias, name])))
  for (const { name } of params) names.delete(name)
  const entries = Object.entries(input).filter(([key]) => !Object.hasOwn(input, names.get(key) ?? key) || !names.has(key))
  return Object.fromEntries(entries.map(([key, value]) => [names.get(key) ?? key, value]))
}
