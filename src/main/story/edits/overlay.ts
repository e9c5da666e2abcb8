import type { Objects } from '../../campaign/hydrate'
import { oidOf } from '../../campaign/git/oid'
import { encodeTree, grow, sortTree, type Tree } from '../../campaign/git/trees'

const DIRECTORY = 0o40000
const FILE = 0o100644

/**
 * A tree with some files changed, without writing anything, for checking an edit. Objects have the ids that git would give them, so caches of
 * what is read stay valid when they are saved.
 */
export function overlay(objects: Objects, root: string, files: ReadonlyMap<string, Buffer | null>): { objects: Objects; root: string } {
  const trees = new Map<string, Tree>()
  const blobs = new Map<string, Buffer>()
  const blob = (bytes: Buffer): { mode: number; oid: string } => {
    const oid = oidOf('blob', bytes)
    blobs.set(oid, bytes)
    return { mode: FILE, oid }
  }
  const write = (entries: Tree): string => {
    const sorted = sortTree(entries)
    const oid = oidOf('tree', encodeTree(sorted))
    trees.set(oid, sorted)
    return oid
  }
  const read = (id: string): Tree => trees.get(id) ?? objects.tree(id)
  const top = grow(read, write, root, new Map([...files].map(([path, bytes]) => [path, bytes && blob(bytes)])))
  return { root: top, objects: { tree: read, blob: (id) => blobs.get(id) ?? objects.blob(id) } }
}

/** Every file below a tree by path, as `History.files` returns them; works for an overlay too. */
export function filesOf(objects: Objects, root: string): Map<string, { mode: number; oid: string }> {
  const out = new Map<string, { mode: number; oid: string }>()
  const walk = (tree: string, at: string): void => {
    for (const [name, entry] of objects.tree(tree)) {
      if (entry.mode === DIRECTORY) walk(entry.oid, `${at}${name}/`)
      else out.set(`${at}${name}`, entry)
    }
  }
  walk(root, '')
  return out
}
