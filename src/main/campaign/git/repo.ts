import { join } from 'node:path'
import { Problem } from '../../../shared/base/problem'
import { Cache } from './cache'
import { type Commit, encodeCommit, parseCommit } from './commits'
import { type Disk, makeFolders, quietly } from './disk'
import { Filters } from './filters'
import { SyncedDisk } from './synced-disk'
import { Journal } from './journal'
import { Locks } from './locks'
import { ObjectDatabase } from './objects'
import { EMPTY_TREE, EXECUTABLE, PLAIN, type TreeEntry, type Oid } from './oid'
import { Refs } from './refs'
import { gitFolders, homeIn, trustsModes } from './git-folders'
import { refuseWhileBusy } from './repository'
import { Staging } from './staging'
import { type Change, type GitTree, difference, encodeTree, entryAt, flatten, withChangedFiles, parseTree, sortTree } from './trees'
import { Working } from './working'
import { isWrittenElsewhere } from './worktrees'

/** The branch and the commit that HEAD names. */
export interface Head {
  ref: string
  branch: string
  commit: Oid
}

/** The parts of one repository, on which History's operations work. */
export class Repo {
  /** Git's folder with HEAD and the index. */
  readonly gitDir: string
  /** Git's folder with everything that worktrees share. It is the same one, except in a linked worktree. */
  readonly commonDir: string
  /** Our folder in the repository: locks, notes about unfinished work, drafts. */
  readonly home: string
  /** The folder for unfinished files; emptied at every opening. */
  readonly scratch: string
  readonly locks: Locks
  readonly objects: ObjectDatabase
  readonly refs: Refs
  readonly working: Working
  readonly staging: Staging
  readonly filters: Filters
  #commits = new Cache<Commit>(32 << 20, (commit) => commit.message.length * 2 + 400)
  #trees = new Cache<GitTree>(96 << 20, (tree) => tree.size * 180 + 200)
  #blobs = new Cache<Buffer>(96 << 20, (bytes) => bytes.length + 100)

  readonly journal: Journal
  readonly disk: Disk
  readonly #synced: SyncedDisk

  constructor(
    disk: Disk,
    readonly dir: string,
    readonly clock: () => number,
    readonly isReadOnly = false
  ) {
    const { gitDir, commonDir } = gitFolders(disk, dir)
    this.gitDir = gitDir
    this.commonDir = commonDir
    this.home = homeIn(this)
    this.scratch = join(this.home, 'tmp')
    this.journal = new Journal(disk, join(this.home, 'journal'), clock)
    this.#synced = new SyncedDisk(disk, this.scratch)
    this.disk = disk = this.#synced.disk
    this.locks = new Locks(disk, this.scratch, clock)
    this.objects = new ObjectDatabase(disk, join(commonDir, 'objects'), this.scratch, () => isWrittenElsewhere(disk, this))
    this.refs = new Refs(disk, { gitDir, commonDir }, this.locks, this.scratch)
    this.working = new Working(disk, dir, () => trustsModes(disk, { gitDir, commonDir }))
    this.staging = new Staging(this)
    this.filters = new Filters(disk, dir, this)
  }

  /** Flushes all changed files, and then empties the journal, which is not needed any more. Throws a file system error. */
  bringToDisk(): void {
    this.staging.flush()
    // A burst leaves many packs: one joined pack is flushed faster than its sixteen parts.
    this.objects.settle()
    quietly(() => this.refs.shortenLogs())
    this.#synced.flush()
    this.journal.empty()
  }

  makeHome(): void {
    makeFolders(this.disk, this.scratch)
  }

  /** The ref that HEAD names; throws a Problem if it isn't a branch or there is no commit yet. Doesn't read the branch's file. */
  headRef(): string {
    const ref = this.refs.headRef()
    if (!ref?.startsWith('refs/heads/')) {
      refuseWhileBusy(this.disk, this.gitDir)
      const sentence = 'No branch is checked out (detached HEAD). Run git switch <branch> and open the folder again.'
      throw new Problem('bad-repository', sentence, { dir: this.dir })
    }
    if (this.refs.raw(ref) === undefined && !this.refs.read(ref)) {
      const [other] = this.refs.list('refs/heads/')
      const sentence = other
        ? `The branch ${ref.slice('refs/heads/'.length)} has no commit yet. Make one, or run git switch ${other.ref.slice('refs/heads/'.length)}, and open it again.`
        : 'The repository has no commit yet. Make a first commit and open it again.'
      throw new Problem('bad-repository', sentence, { dir: this.dir, ref })
    }
    return ref
  }

  /** Reads HEAD from the disk. Throws a Problem if it names no commit. For reading, HEAD needn't be on a branch. */
  head(): Head {
    const detached = this.isReadOnly && this.refs.headRef() === undefined ? this.refs.read('HEAD') : undefined
    if (detached !== undefined) return { ref: 'HEAD', branch: detached.slice(0, 7), commit: detached }
    const ref = this.headRef()
    const commit = this.refs.read(ref) ?? ''
    return { ref, branch: ref.slice('refs/heads/'.length), commit }
  }

  commit = (id: Oid): Commit => this.#commits.once(id, () => parseCommit(this.objects.read(id, 'commit'), id))

  tree = (id: Oid): GitTree => (id === EMPTY_TREE ? new Map() : this.#trees.once(id, () => parseTree(this.objects.read(id, 'tree'), id)))

  blob(id: Oid): Buffer {
    return this.#blobs.once(id, () => this.objects.read(id, 'blob'))
  }

  knownBlob(id: Oid): Buffer | undefined {
    return this.#blobs.get(id)
  }

  /** Queues a blob and caches it. `known` is the blob's name, if it was computed before. */
  writeBlob(bytes: Buffer, known?: Oid): Oid {
    const oid = this.objects.write('blob', bytes, known)
    this.#blobs.set(oid, bytes)
    return oid
  }

  writeCommit(commit: Omit<Commit, 'id'>): Commit {
    const body = encodeCommit(commit)
    const id = this.objects.write('commit', body)
    const written = parseCommit(body, id)
    this.#commits.set(id, written)
    return written
  }

  /** Queues a tree and caches it. `isSorted` tells that the entries are in git's order already. */
  writeTree = (entries: GitTree, isSorted = false): Oid => {
    const sorted = isSorted ? entries : sortTree(entries)
    const oid = this.objects.write('tree', encodeTree(sorted))
    this.#trees.set(oid, sorted)
    return oid
  }

  treeOf(commit: Oid | undefined): Oid {
    return commit === undefined ? EMPTY_TREE : this.commit(commit).tree
  }

  entry(tree: Oid, path: string): TreeEntry | undefined {
    return entryAt(this.tree, tree, path)
  }

  /** The text of a file in a tree; undefined if there is none. */
  text(tree: Oid, path: string): string | undefined {
    const entry = this.entry(tree, path)
    return entry?.mode === PLAIN || entry?.mode === EXECUTABLE ? this.blob(entry.oid).toString('utf8') : undefined
  }

  files(tree: Oid, under?: string): Map<string, TreeEntry> {
    return flatten(this.tree, tree, under)
  }

  changed(a: Oid, b: Oid): Change[] {
    return difference(this.tree, a, b)
  }

  grow(base: Oid, files: ReadonlyMap<string, TreeEntry | null>): Oid {
    return withChangedFiles(this.tree, this.writeTree, base, files)
  }
}
