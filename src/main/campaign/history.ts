import { realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Problem } from '../../shared/base/problem'
import { badBranch, createBranch, renameBranch, restoreBranch, type Trashed, trashBranch, trashed } from './git/branches'
import type { Author, Commit } from './git/commits'
import { type Disk, makeFolders, nodeDisk, quietly, syncFolder } from './git/disk'
import { asDisk, guarded } from './git/disk-problem'
import { ChangeFinder, type ExternalChange } from './git/external-changes'
import { checkUnfiltered, filesWithFilter } from './git/filtered-files'
import { setAside } from './git/aside'
import { commitBeside, commitBranch, extendBranch } from './git/commit-branch'
import { type NotesUpdate, readCommitNotes, writeCommitNotes } from './git/commit-notes'
import { PLAIN, type TreeEntry, type Oid } from './git/oid'
import { type FileUpdate, type NewCommit, updateFile, commitFiles } from './git/commit-files'
import { type Recovery, recover } from './git/recover'
import { isBranchName } from './git/refs'
import { type Head, Repo } from './git/repo'
import { resolveRevision } from './git/revisions'
import { isDetached } from './git/git-folders'
import { checkRepository, checkSavable, initRepository, checkCanInit, refuseWhileBusy } from './git/repository'
import { finishSwitch, switchBranch } from './git/switch'
import type { Change, GitTree } from './git/trees'
import { personIn } from './git/user-config'
import { Walk } from './git/walk'
import { type RemoteAccess, cloneRepository, fetchRemote, pushBranch } from './remote/exchange'
import { FILES } from './layout'
import { begins } from './beat-message'
import { fastForward } from './remote/fast-forward'
import { addRemote, remoteOf, removeRemote } from './remote/remotes'
import { type RemoteStatus, RemoteStatuses } from './remote/remote-statuses'

export type { Trashed } from './git/branches'
export type { Author, Commit } from './git/commits'
export { type Disk, nodeDisk } from './git/disk'
export type { ExternalChange } from './git/external-changes'
export { type TreeEntry, type Oid, EMPTY_TREE, FOLDER, GITLINK, LINK } from './git/oid'
export type { NewFile, NewCommit } from './git/commit-files'
export type { Recovery } from './git/recover'
export type { Head } from './git/repo'
export type { Change, GitTree } from './git/trees'
export type { RemoteStatus } from './remote/remote-statuses'

/** `disk` defaults to node:fs, `clock` (ms) to the system's clock. With `readOnly` nothing at all is written. */
export interface HistoryOptions {
  disk?: Disk
  clock?: () => number
  readOnly?: boolean
}

/** Whether a folder's history can be read as it stands. */
function isReadable(dir: string): boolean {
  try {
    History.open(dir, { readOnly: true }).dispose()
    return true
  } catch {
    return false
  }
}

/**
 * The history of a campaign: its git repository, which the app reads and writes by itself, synchronously. It starts git only to reach a
 * server over SSH. Reading never changes
 * anything. After a crash every write is complete or absent (see `recovered`).
 */
export class History {
  readonly dir: string
  /** The damage that was repaired at opening. */
  recovered: Recovery = { completed: [], kept: [], notices: [] }
  readonly #repo: Repo
  readonly #readOnly: boolean
  #unfinished = new Map<string, FileUpdate>()
  readonly #finder: ChangeFinder
  readonly #sight: RemoteStatuses
  #walk: { key: string; last: Oid; walk: Walk } | undefined

  private constructor(dir: string, options: HistoryOptions) {
    this.dir = dir
    this.#readOnly = options.readOnly ?? false
    this.#repo = new Repo(options.disk ?? nodeDisk, dir, options.clock ?? Date.now, this.#readOnly)
    this.#sight = new RemoteStatuses(this.#repo)
    this.#finder = new ChangeFinder(this.#repo)
  }

  /** Creates an empty repository in a folder, and the folder if needed. Its only branch has no commit yet. */
  static create(dir: string, options: { disk?: Disk; branch?: string; clock?: () => number } = {}): History {
    const disk = options.disk ?? nodeDisk
    const branch = options.branch ?? 'main'
    if (!isBranchName(branch)) throw badBranch(branch)
    return guarded(() => {
      makeFolders(disk, resolve(dir))
      const root = realpathSync.native(dir)
      checkCanInit(disk, root)
      const history = new History(root, options)
      initRepository(history.#repo.disk, root, branch)
      quietly(() => syncFolder(disk, dirname(root)))
      return history
    })
  }

  /** Opens a folder's repository and recovers what a crash left. Throws a Problem for a repository in which beats can't be saved safely. */
  static open(dir: string, options: HistoryOptions = {}): History {
    const disk = options.disk ?? nodeDisk
    return guarded(() => {
      const full = resolve(dir)
      const root = disk.lstatSync(full) ? realpathSync.native(full) : full
      checkRepository(disk, root)
      if (options.readOnly !== true) checkSavable(disk, root)
      const history = new History(root, options)
      history.recovered = recover(history.#repo, history.#readOnly)
      history.#repo.head()
      return history
    })
  }

  /** Why beats can't be saved in a folder whose history can be read, as a sentence; undefined if they can, or if it is for `open` to recover or refuse. */
  static whyReadOnly(dir: string): string | undefined {
    try {
      guarded(() => {
        const root = realpathSync.native(dir)
        const repo = new Repo(nodeDisk, root, Date.now)
        checkSavable(nodeDisk, root)
        // `open` repairs a damaged HEAD or branch. A detached HEAD is intact, so the folder stays read-only.
        if (isDetached(nodeDisk, root)) repo.head()
        repo.staging.checkFormat()
      })
      return undefined
    } catch (thrown) {
      if (!(thrown instanceof Problem) || thrown.code !== 'bad-repository') throw thrown
      return isReadable(dir) ? thrown.message : undefined
    }
  }

  /** The name and the email under which git would commit here, as far as it knows them. */
  person = (): Partial<Author> => guarded(() => personIn(this.#repo.disk, this.#repo))

  /** Our folder in the repository, with everything about the campaign that isn't in its tree. */
  get home(): string {
    return this.#repo.home
  }

  /** HEAD, read again from disk, because the user may have switched branches. */
  head = (): Head => guarded(() => this.#repo.head())

  /** A commit as part of the story: the first commit of a campaign has no parents, also if it was added to an older repository. */
  commit = (id: Oid): Commit => guarded(() => this.#storyCommit(id))

  #storyCommit(id: Oid): Commit {
    const commit = this.#repo.commit(id)
    const [before] = commit.parents
    if (before === undefined || !begins(commit)) return commit
    return this.#repo.entry(this.#repo.treeOf(before), FILES.state) ? commit : { ...commit, parents: [] }
  }

  /** The entries of a folder in the history, in git's order. */
  tree = (id: Oid): GitTree => guarded(() => this.#repo.tree(id))

  /** A file's content. The buffer is shared: never write to it. */
  blob = (id: Oid): Buffer => guarded(() => this.#repo.blob(id))

  entry = (commit: Oid, path: string): TreeEntry | undefined => guarded(() => this.#repo.entry(this.#repo.commit(commit).tree, path))

  /** Every file of a tree (or below a path in it) by full path. */
  files = (tree: Oid, under?: string): Map<string, TreeEntry> => guarded(() => this.#repo.files(tree, under))

  changed = (a: Oid, b: Oid): Change[] => guarded(() => this.#repo.changed(a, b))

  /** The commit of a branch, tag, ref, full or abbreviated id, or HEAD, with an optional `~n` or `^`; undefined if there is none or several. */
  resolve = (rev: string): Oid | undefined => guarded(() => resolveRevision(this.#repo, rev))

  /**
   * Saves a beat as one commit on the branch that HEAD names. Throws a Problem, with nothing changed: `dirty` (data.paths were changed outside the
   * app), `conflict` (HEAD isn't at the parent), `bad-input` (for a path), `disk`. Once it returns, HEAD names the beat, whatever happens.
   */
  commitFiles(beat: NewCommit): Commit {
    const commit = this.#writing(() => commitFiles(this.#repo, beat, this.#unfinished), false)
    this.#finder.follow(beat.parent, commit.id, beat.files.keys())
    return commit
  }

  /** Saves files as one commit on a new branch and switches to it; see `commitBeside`. */
  commitBeside = (branch: string, beat: NewCommit): Commit => this.#writing(() => commitBeside(this.#repo, branch, beat, this.#self()))

  /** Saves beats one after another on a new branch at a commit; see `commitBranch`. */
  commitBranch(branch: string, at: Oid, beats: readonly Omit<NewCommit, 'parent' | 'check'>[]): Commit {
    return this.#writing(() => commitBranch(this.#repo, branch, at, beats, this.#self()))
  }

  /** Saves a beat on a branch that isn't checked out; see `extendBranch`. */
  extendBranch = (branch: string, beat: NewCommit): Commit => this.#writing(() => extendBranch(this.#repo, branch, beat, this.#self()))

  /** Throws a Problem if no beat can be saved now: `locked` while another program holds git's index, `bad-repository` during a merge or rebase. */
  checkCanSave = (): void =>
    guarded(() => {
      refuseWhileBusy(this.#repo.disk, this.#repo.gitDir)
      this.#repo.staging.checkFree()
    })

  /** Writes the waiting rows to git's index. Throws a Problem `locked` if git holds the index. */
  flushIndex = (): void => this.#writing(() => this.#repo.staging.flush(), false)

  /** Whether there are packs of old beats that `repackHistory` would repack. */
  get isRepackable(): boolean {
    return guarded(() => !this.#readOnly && this.#repo.objects.repacker.isRepackable)
  }

  /** Whether index rows of beats still have to be written. */
  get isIndexBehind(): boolean {
    return this.#repo.staging.isBehind
  }

  /** Writes the waiting index rows and releases every lock. Never throws: the next opening repairs what this could not write. */
  dispose(): void {
    if (this.#readOnly) return
    for (let tries = 0; tries < 2; tries++) {
      try {
        this.flushIndex()
        break
      } catch {
        this.#repo.staging.stop()
      }
    }
    this.#repo.objects.settle()
    quietly(() => this.#repo.bringToDisk())
    this.#repo.locks.dispose()
  }

  get isReadOnly(): boolean {
    return this.#readOnly
  }

  branches(): { name: string; head: Oid }[] {
    return guarded(() => this.#repo.refs.list('refs/heads/').map(({ ref, oid }) => ({ name: ref.slice('refs/heads/'.length), head: oid })))
  }

  /** Uses cached parents to count ahead/behind between branches. */
  rememberParents(known: (id: Oid) => { parent: Oid | undefined } | undefined): void {
    this.#sight.remembered = known
  }

  /** Fetched branches under git's names for them: `origin/main`. */
  fetched = (): { name: string; head: Oid }[] => guarded(() => this.#sight.fetched())

  /** Creates a branch at a commit. Throws a Problem if the name is invalid or in use. */
  createBranch = (name: string, at: Oid): void => this.#writing(() => createBranch(this.#repo, name, at, this.#self()))

  /** Renames a branch. Throws a Problem if the new name is invalid or in use. */
  renameBranch = (from: string, to: string): void => this.#writing(() => renameBranch(this.#repo, from, to, this.#self()))

  /** Switches to another branch. Throws `dirty` with data.paths if a change by the user is in the way; other changes stay. */
  switchTo = (branch: string): void => this.#writing(() => switchBranch(this.#repo, `refs/heads/${branch}`, this.#self()))

  /** Deletes a branch and keeps its last commit under refs/proscenium/trash. Returns that ref. */
  trash = (branch: string): string => this.#writing(() => trashBranch(this.#repo, branch, this.#self()))

  trashed = (): Trashed[] => guarded(() => trashed(this.#repo))

  /** Restores a deleted branch by its old name, the next free one, or the given one. Returns its name. */
  restore = (ref: string, name?: string): string => this.#writing(() => restoreBranch(this.#repo, ref, name, this.#self()))

  /** Commits reachable from the heads, newest first, each once. `before` is the last commit of the previous page. */
  log(from: readonly Oid[], limit: number, before?: Oid): Commit[] {
    return guarded(() => {
      const key = from.join(' ')
      let walk = this.#walk?.key === key && before !== undefined && this.#walk.last === before ? this.#walk.walk : undefined
      if (!walk) {
        walk = new Walk((id) => this.#storyCommit(id), from)
        if (before !== undefined) for (let commit = walk.next(); commit && commit.id !== before;) commit = walk.next()
      }
      const page: Commit[] = []
      for (let commit = limit > 0 ? walk.next() : undefined; commit; commit = page.length < limit ? walk.next() : undefined) page.push(commit)
      const last = page.at(-1)
      this.#walk = last && { key, last: last.id, walk }
      return page
    })
  }

  /** The changes made outside the app: the working folder and the index compared with HEAD; see `ChangeFinder.find`. */
  externalChanges = (touched?: ReadonlySet<string>): ExternalChange[] => guarded(() => this.#finder.find(touched))

  /** The paths of copies in the working folder that a sync program kept of conflicting files; see `originalOf`. */
  copies = (): string[] => guarded(() => this.#finder.copies())

  /** The files at HEAD that git passes through a filter, such as LFS, with the filter's name. */
  filteredFiles = (): { path: string; filter: string }[] => guarded(() => filesWithFilter(this.#repo, this.#repo.treeOf(this.#repo.head().commit)))

  /** Throws Problem `bad-file` for a file that git passes through a filter, by the attribute files of the working folder. */
  checkUnfiltered = (paths: readonly string[]): void => guarded(() => checkUnfiltered(this.#repo, paths))

  /** The bytes of a plain file in the working folder; undefined if there is none. Throws Problem `bad-file`, or `bad-folder` for a linked folder. */
  workingFile(path: string): Buffer | undefined {
    return guarded(() => {
      this.#repo.working.invalidate()
      const onDisk = this.#repo.working.inspect(path)
      if (onDisk.kind === 'none') return undefined
      if (onDisk.kind === 'file') return onDisk.bytes
      throw new Problem('bad-file', `${path} is a link or a folder, not a plain file. Replace it with a file or remove it.`, { file: path })
    })
  }

  /** The mode of a plain file in the working folder; undefined if there is none, or if the file system has no executable bit. */
  workingMode(path: string): number | undefined {
    return guarded(() => {
      this.#repo.working.invalidate()
      return this.#repo.working.mode(path)
    })
  }

  /** A text that changes when somebody writes one of these files of the working folder. */
  fingerprintOf(paths: readonly string[]): string {
    return guarded(() => {
      this.#repo.working.invalidate()
      return paths
        .map((path) => this.#repo.working.stat(path))
        .map((stat) => (stat ? `${stat.ino} ${stat.mtimeNs} ${stat.ctimeNs} ${stat.size}` : ''))
        .join('\n')
    })
  }

  /** Writes a plain file in the working folder only. The change is not part of the story. */
  writeWorkingFile(path: string, bytes: Buffer): void {
    this.#writing(() => {
      this.#repo.working.invalidate()
      const saved = this.#repo.entry(this.#repo.treeOf(this.#repo.head().commit), path)
      this.#repo.working.write(path, bytes, this.#repo.working.mode(path) ?? saved?.mode ?? PLAIN)
    })
  }

  /** Copies the user's changes in these paths to a folder in the repository and restores HEAD's files. Returns that folder. */
  setAside = (paths: readonly string[]): string => this.#writing(() => setAside(this.#repo, paths))

  /** The blobs of the director's notes by the commit that they are on; see `readCommitNotes`. */
  notes = (): ReadonlyMap<Oid, { oid: Oid }> => guarded(() => readCommitNotes(this.#repo))

  /** Replaces the director's notes of commits; see `writeCommitNotes`. Branches, files and index stay unchanged. */
  writeNotes = (notes: NotesUpdate, why: string): void => this.#writing(() => writeCommitNotes(this.#repo, notes, why, this.#self()))

  /** The remotes with their fetched branches, and how far the local branch of the same name is ahead or behind. */
  remotes = (): RemoteStatus[] => guarded(() => this.#sight.remotes())

  addRemote = (name: string, url: string): void => this.#writing(() => addRemote(this.#repo, name, url))

  removeRemote = (name: string): void => this.#writing(() => removeRemote(this.#repo, name))

  /** Fetches from a remote; see `fetchRemote`. */
  async fetch(remote: string, access: RemoteAccess): Promise<void> {
    const { url } = this.#writing(() => remoteOf(this.#repo, remote))
    await fetchRemote(this.#repo, remote, url, access).catch(asDisk)
  }

  /** Pushes a branch to a remote; see `pushBranch`. */
  async push(remote: string, branch: string, access: RemoteAccess): Promise<void> {
    const { url } = this.#writing(() => remoteOf(this.#repo, remote))
    await pushBranch(this.#repo, remote, url, branch, access).catch(asDisk)
  }

  /** Fast-forwards a branch to a commit, with the working files if it is current. Throws Problem `conflict` if the commit isn't a descendant. */
  forward = (branch: string, to: Oid): void => this.#writing(() => fastForward(this.#repo, branch, to, this.#self()))

  #self(): { who: { name: string; email: string }; time: number } {
    return { who: { name: 'Proscenium', email: 'studio@proscenium' }, time: this.#repo.clock() }
  }

  /** Runs a write after completing an interrupted one. `lasting`: not journaled, so all files are flushed after it. Throws Problem `locked`. */
  #writing<T>(run: () => T, lasting = true): T {
    if (this.#readOnly)
      throw new Problem('locked', 'This campaign is open for reading only, because another Proscenium is writing to it. Close the other one first.', {
        dir: this.dir
      })
    return guarded(() => {
      finishSwitch(this.#repo, this.#self())
      for (const [path, { from, to }] of this.#unfinished) {
        const updated = updateFile(this.#repo, path, to, [from])
        this.#repo.staging.step(path, from, to, updated.stat)
        this.#unfinished.delete(path)
      }
      this.#repo.staging.isOwing = false
      if (lasting) this.#finder.forget()
      const result = run()
      // Only beats are journaled.
      if (lasting) quietly(() => this.#repo.bringToDisk())
      return result
    })
  }
}

/** Clones a repository into a new or empty folder; see `cloneRepository`. */
export const cloneHistory = (dir: string, url: string, access: RemoteAccess): Promise<string> =>
  cloneRepository(nodeDisk, dir, url, Date.now, access).catch(asDisk)

/**
 * Repacks the packs of old beats so that they are few and small. This takes long, so it may run in its own thread while `History` writes in another.
 * If it is stopped at any point, no object is lost. Throws Problem `disk` or `bad-repository`; then the packs of the failed group stay.
 */
export function repackHistory(dir: string, disk: Disk = nodeDisk): void {
  guarded(() => {
    const root = realpathSync.native(dir)
    checkRepository(disk, root)
    new Repo(disk, root, Date.now).objects.repacker.repack()
  })
}
