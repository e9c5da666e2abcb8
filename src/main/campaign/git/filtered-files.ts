import { filtered } from './filters'
import type { Oid } from './oid'
import type { Repo } from './repo'

/** The files of a tree that pass through a filter, by the tree's own attribute files. */
export function filesWithFilter(repo: Repo, tree: Oid): { path: string; filter: string; oid: Oid }[] {
  const texts = new Map<string, string | undefined>()
  const read = (path: string): string | undefined => {
    if (!texts.has(path)) texts.set(path, repo.text(tree, path))
    return texts.get(path)
  }
  return [...repo.files(tree)].flatMap(([path, { oid }]) => {
    const filter = repo.filters.of(path, read)
    return filter === undefined ? [] : [{ path, filter, oid }]
  })
}

/** Throws the Problem `filtered` for a file that passes through a filter, by the attribute files of the working folder. */
export function checkUnfiltered(repo: Repo, paths: readonly string[]): void {
  repo.working.invalidate()
  const read = (path: string): string | undefined => {
    const onDisk = repo.working.inspect(path)
    return onDisk.kind === 'file' ? onDisk.bytes.toString('utf8') : undefined
  }
  for (const path of paths) {
    const filter = repo.filters.of(path, read)
    if (filter !== undefined) throw filtered(path, filter)
  }
}
