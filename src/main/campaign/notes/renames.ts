import { fold } from '../../../shared/story/names'
import { namespaceFolder } from './namespaces'
import { pathForms, pathNames } from './note'
import type { NoteIndex } from './note-index'

/** Folded names by which links no longer find something, or find another note, each with the new name. */
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

/**
 * The names that several notes have and that would mean another note after the moves, each with a name by which only the note is found that it meant.
 * `namesAfter` returns the folded names of a moved note.
 */
export function namesakesOf(
  index: NoteIndex,
  moves: Iterable<readonly [string, string]>,
  namesAfter: (path: string) => ReadonlySet<string>
): Map<string, string> {
  const moved = new Map(moves)
  const targets = new Map([...moved.values()].map((path) => [path, namesAfter(path)]))
  /** The notes of the world with a name. A link means the first one. */
  const before = (name: string): string[] => [...index.named(name)].filter((path) => namespaceFolder(path) === 'world')
  const after = (name: string): string[] => [
    ...new Set([...before(name).filter((path) => !moved.has(path)), ...[...targets].flatMap(([path, names]) => (names.has(name) ? [path] : []))])
  ]
  const clear = (path: string): string => {
    const [, short, about] = pathForms(path)
    const parts = about.split('/')
    const names = parts.map((_, i) => parts.slice(-1 - i).join('/'))
    return names.find((name) => after(fold(name)).length === 1) ?? short
  }
  const renamed = new Map<string, string>()
  for (const name of [...moved].flat().flatMap((path) => pathNames(fold(path)))) {
    const [was] = before(name)
    const [is] = after(name).toSorted()
    const meant = was === undefined ? undefined : (moved.get(was) ?? was)
    if (meant !== undefined && is !== undefined && is !== meant) renamed.set(name, clear(meant))
  }
  return renamed
}
