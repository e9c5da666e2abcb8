import { fold } from '../../../shared/story/names'
import { pathNames } from './note'

/** Folded names by which links no longer find something, each with the new name. */
export type Renames = ReadonlyMap<string, string>

/** The renames that links follow: moved files and changed names (old, new), without names that are still taken. `isTaken` gets the folded name. */
export function renamesOf(
  moves: Iterable<readonly [string, string]>,
  called: Iterable<readonly [string, string]>,
  isTaken: (name: string) => boolean
): Renames {
  const renamed = new Map<string, string>()
  const add = (from: string, to: string): void => {
    const name = fold(from)
    if (name !== fold(to) && !renamed.has(name) && !isTaken(name)) renamed.set(name, to)
  }
  for (const [from, to] of called) add(from, to)
  for (const [from, to] of moves) {
    const now = pathNames(to)
    for (const [i, name] of pathNames(from).entries()) add(name, now[i] ?? to)
  }
  return renamed
}
