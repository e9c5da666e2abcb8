import type { ObjectReader } from '../../campaign/parsed-files'
import { EXECUTABLE, FOLDER, PLAIN, oidOf } from '../../campaign/git/oid'
import { encodeTree, entryAt, withChangedFiles, sortTree, type GitTree } from '../../campaign/git/trees'

/** Objects in memory over a repository's, to check or play without saving. They have git's ids, so caches stay valid when they are saved. */
export class MemoryObjects implements ObjectReader {
  readonly #trees = new Map<string, GitTree>()
  readonly #blobs = new Map<string, Buffer>()
  readonly removed = new Set<string>()

  constructor(private readonly below: ObjectReader) {}

  tree = (id: string): GitTree => this.#trees.get(id) ?? this.below.tree(id)

  blob = (id: string): Buffer => this.#blobs.get(id) ?? this.below.blob(id)

  /** The root tree after writing or (with null) removing files in another one. */
  grow(root: string, files: ReadonlyMap<string, Buffer | null>): string {
    for (const [path, bytes] of files) if (bytes === null) this.removed.add(path)
    const modeOf = (path: string): number => (entryAt(this.tree, root, path)?.mode === EXECUTABLE ? EXECUTABLE : PLAIN)
    const entries = new Map([...files].map(([path, bytes]) => [path, bytes && { mode: modeOf(path), oid: this.#keep(bytes) }]))
    return withChangedFiles(this.tree, (tree) => this.#write(tree), root, entries)
  }

  /** A tree in which one entry is replaced by that of another tree. */
  graft(root: string, name: string, from: string): string {
    const [tree, entry] = [new Map(this.tree(root)), this.tree(from).get(name)]
    if (entry) tree.set(name, entry)
    else tree.delete(name)
    return this.#write(tree)
  }

  #keep(bytes: Buffer): string {
    const oid = oidOf('blob', bytes)
    this.#blobs.set(oid, bytes)
    return oid
  }

  #write(entries: GitTree): string {
    const sorted = sortTree(entries)
    const oid = oidOf('tree', encodeTree(sorted))
    this.#trees.set(oid, sorted)
    return oid
  }
}

/** A tree with some files changed, without writing anything. */
export function overlay(objects: ObjectReader, root: string, files: ReadonlyMap<string, Buffer | null>): { objects: ObjectReader; root: string } {
  const memory = new MemoryObjects(objects)
  return { root: memory.grow(root, files), objects: memory }
}

/** A root tree with the rules of another one, without writing anything. */
export function underRules(objects: ObjectReader, root: string, from: string): { objects: ObjectReader; root: string } {
  const memory = new MemoryObjects(objects)
  return { root: memory.graft(root, 'rules', from), objects: memory }
}

/** Every file below a tree by path, like `History.files`, but also for an overlay. */
export function filesOf(objects: ObjectReader, root: string): Map<string, { mode: number; oid: string }> {
  const out = new Map<string, { mode: number; oid: string }>()
  const walk = (tree: string, at: string): void => {
    for (const [name, entry] of objects.tree(tree)) {
      if (entry.mode === FOLDER) walk(entry.oid, `${at}${name}/`)
      else out.set(`${at}${name}`, entry)
    }
  }
  walk(root, '')
  return out
}

/** The bytes of the files below `rules/`, by their path below it. */
export function rulesIn(objects: ObjectReader, root: string): Map<string, Buffer> {
  const rules = objects.tree(root).get('rules')
  return new Map([...(rules ? filesOf(objects, rules.oid) : [])].map(([path, entry]) => [path, objects.blob(entry.oid)]))
}
