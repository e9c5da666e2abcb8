import { encodeDelta } from './delta'
import { type Commit, parseCommit } from './commits'
import { FOLDER, GITLINK, type GitObject, type Oid } from './oid'
import { type PackEntry, packed, packedSmall, deflateSmall } from './pack-file'
import { parseTree, type GitTree } from './trees'

const MAX_DELTA_CHAIN = 50
/** The approximate size of the encoded distance to a delta's base, in bytes. */
const OFFSET_BYTES = 3
/** Larger objects, in bytes, are neither deltified nor compressed at the highest level. */
const MAX_DELTIFIED_BYTES = 4 << 20

/**
 * Yields objects in an order and encoding that take little space. It follows the history, and encodes each version of a file or folder as a delta to
 * the version before it, if both are included. When a chain of deltas gets too long, a new chain starts from the version at its beginning. The result
 * depends on the objects alone, not on their previous order or encoding.
 */
export function* deltify(names: ReadonlySet<Oid>, read: (oid: Oid) => GitObject | undefined): Generator<PackEntry> {
  /** For each yielded object: the length of its delta chain, and the complete object at the start of the chain. */
  const chains = new Map<Oid, { depth: number; whole: Oid }>()
  const commits = new Map<Oid, Commit>()
  for (const oid of names) {
    const object = read(oid)
    if (object?.kind === 'commit') commits.set(oid, parseCommit(object.body, oid))
  }
  // Trees outside `names` are not read, because none of their entries can be the base of a delta.
  const treeAt = (oid: Oid | undefined): GitTree => {
    const object = oid !== undefined && names.has(oid) ? read(oid) : undefined
    return object?.kind === 'tree' && oid !== undefined ? parseTree(object.body, oid) : new Map()
  }

  function* yieldObject(oid: Oid, before?: Oid): Generator<PackEntry> {
    if (!names.has(oid) || chains.has(oid)) return
    const object = read(oid)
    if (!object) throw Object.assign(new Error(`${oid} is gone`), { code: 'ENOENT' })
    const { kind, body } = object
    const chain = before === undefined ? undefined : chains.get(before)
    if (before !== undefined && chain && body.length < MAX_DELTIFIED_BYTES) {
      const base = chain.depth < MAX_DELTA_CHAIN ? before : chain.whole
      const from = read(base)
      const delta = from?.kind === kind && from.body.length < MAX_DELTIFIED_BYTES ? encodeDelta(from.body, body) : undefined
      const stream = delta && delta.length < body.length ? deflateSmall(delta) : undefined
      // If the delta is longer than half of the object, only the compressed sizes tell which is smaller.
      if (delta && stream && (delta.length * 2 < body.length || stream.length + OFFSET_BYTES < packedSmall(kind, body).length)) {
        chains.set(oid, { depth: base === before ? chain.depth + 1 : 1, whole: chain.whole })
        yield { oid, base, size: delta.length, stream }
        return
      }
    }
    chains.set(oid, { depth: 0, whole: oid })
    yield { oid, bytes: body.length < MAX_DELTIFIED_BYTES ? packedSmall(kind, body) : packed(kind, body) }
  }

  function* yieldFolder(oid: Oid, before: Oid | undefined): Generator<PackEntry> {
    if (oid === before || !names.has(oid) || chains.has(oid)) return
    yield* yieldObject(oid, before)
    const old = treeAt(before)
    for (const [name, entry] of treeAt(oid)) {
      const was = old.get(name)
      if (entry.mode === GITLINK || was?.oid === entry.oid) continue
      const same = was !== undefined && (was.mode === FOLDER) === (entry.mode === FOLDER) ? was.oid : undefined
      yield* entry.mode === FOLDER ? yieldFolder(entry.oid, same) : yieldObject(entry.oid, same)
    }
  }

  for (const { id, tree, parents } of parentsFirst(commits)) {
    const [parent] = parents
    yield* yieldObject(id, parent)
    yield* yieldFolder(tree, parent === undefined ? undefined : commits.get(parent)?.tree)
  }
  for (const oid of [...names].toSorted()) yield* yieldObject(oid)
}

function* parentsFirst(commits: ReadonlyMap<Oid, Commit>): Generator<Commit> {
  const done = new Set<Oid>()
  for (const start of [...commits.values()].toSorted((a, b) => a.time - b.time || (a.id < b.id ? -1 : 1))) {
    const stack = [start.id]
    for (let oid = stack.at(-1); oid !== undefined; oid = stack.at(-1)) {
      const commit = commits.get(oid)
      const waiting = done.has(oid) ? undefined : commit?.parents.find((parent) => commits.has(parent) && !done.has(parent))
      if (waiting !== undefined) stack.push(waiting)
      else {
        stack.pop()
        if (commit && !done.has(oid)) yield commit
        done.add(oid)
      }
    }
  }
}
