import type { Objects } from '../campaign/hydrate'

const DIRECTORY = 0o40000
const FILE = 0o100644

/**
 * A tree as it would be with some files changed, without writing anything: what a hand edit is checked against.
 * Object ids of changed trees and blobs are made up and live only as long as the overlay.
 */
export function overlay(objects: Objects, root: string, files: ReadonlyMap<string, Buffer | null>): { objects: Objects; root: string } {
  const trees = new Map<string, ReadonlyMap<string, { mode: number; oid: string }>>()
  const blobs = new Map<string, Buffer>()
  const build = (base: string | undefined, changes: ReadonlyMap<string, Buffer | null>, at: string): string => {
    const entries = new Map(base === undefined ? [] : objects.tree(base))
    const deeper = new Map<string, Map<string, Buffer | null>>()
    for (const [path, bytes] of changes) {
      const [name = '', ...rest] = path.split('/')
      if (rest.length > 0) deeper.set(name, (deeper.get(name) ?? new Map<string, Buffer | null>()).set(rest.join('/'), bytes))
      else if (bytes === null) entries.delete(name)
      else {
        blobs.set(`overlay:${at}/${name}`, bytes)
        entries.set(name, { mode: FILE, oid: `overlay:${at}/${name}` })
      }
    }
    for (const [name, inner] of deeper) {
      const old = entries.get(name)
      const oid = build(old?.mode === DIRECTORY ? old.oid : undefined, inner, `${at}/${name}`)
      if (trees.get(oid)?.size === 0) entries.delete(name)
      else entries.set(name, { mode: DIRECTORY, oid })
    }
    const oid = `overlay:tree:${at}`
    trees.set(oid, entries)
    return oid
  }
  const top = build(root, files, '')
  return { root: top, objects: { tree: (id) => trees.get(id) ?? objects.tree(id), blob: (id) => blobs.get(id) ?? objects.blob(id) } }
}

/** Every file below a tree by its path, as `History.files` gives them, also of an overlay. */
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
