import { fold } from '../../../shared/names'
import { pathNames } from './note-names'

/** Names, folded, that links can no longer find something by, and what it is called instead. */
export type Renames = ReadonlyMap<string, string>

/**
 * What links have to follow: files that moved (old path to new) and names that changed (old, new). A name under which there still is
 * something (`stands`, asked with the name folded) is none of them.
 */
export function renamesOf(
  moves: Iterable<readonly [string, string]>,
  called: Iterable<readonly [string, string]>,
  stands: (name: string) => boolean
): Renames {
  const found = new Map<string, string>()
  const add = (from: string, to: string): void => {
    const name = fold(from)
    if (name !== fold(to) && !found.has(name) && !stands(name)) found.set(name, to)
  }
  for (const [from, to] of called) add(from, to)
  for (const [from, to] of moves) {
    const now = pathNames(to)
    for (const [i, name] of pathNames(from).entries()) add(name, now[i] ?? to)
  }
  return found
}
