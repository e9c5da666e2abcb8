import { Problem } from '../../../shared/base/problem'
import type { Author, Commit } from './commits'
import { type Stat, quietly } from './disk'
import { filtered } from './filters'
import { type TreeEntry, FOLDER, GITLINK, LINK, type Oid, PLAIN, oidOf, sameEntry } from './oid'
import type { Repo } from './repo'
import { refuseWhileBusy } from './repository'
import { checkTreePath } from './trees'
import { logLine } from './refs'
import { type OnDisk, matchesEntry, isMixture, isTorn } from './working'

/** A file's new content; for a link, its target. `appended`: the bytes added to the old content. Without `mode` a file keeps its own. */
export interface NewFile {
  bytes: Buffer
  appended?: Buffer
  mode?: number
}

/**
 * The input of a beat's commit. Without `parent` it is the first commit. `null` removes a file. `time` is in milliseconds. `check` gets the new
 * root tree, already readable, before anything is saved; if it throws, everything stays as it was.
 */
export interface NewCommit {
  parent: Oid | undefined
  files: ReadonlyMap<string, NewFile | null>
  message: string
  author: Author
  time: number
  check?: (tree: Oid) => void
}

/** A file that changes from one entry to another. */
export interface FileUpdate {
  path: string
  from: TreeEntry | undefined
  to: TreeEntry | undefined
  file: NewFile | null
  done: boolean
  seen?: Stat | undefined
}

/** Saves a beat: checks, objects, ref, working files, index; PERFORMANCE explains the order. Returns the commit, or throws with nothing changed. */
export function commitFiles(repo: Repo, beat: NewCommit, unfinished: Map<string, FileUpdate>): Commit {
  const ref = repo.refs.headRef()
  refuseWhileBusy(repo.disk, repo.gitDir)
  if (!ref?.startsWith('refs/heads/')) throw new Problem('bad-repository', 'No branch is checked out (detached HEAD). Run git switch <branch>.')
  if (repo.refs.read(ref) !== beat.parent)
    throw new Problem('conflict', 'Another program has added to the history. Reload the campaign and try again.', { parent: beat.parent, ref })
  repo.working.invalidate()
  let updates: FileUpdate[]
  let commit: Commit
  try {
    repo.staging.begin(beat.parent, ref)
    // Without the lock the index would stay behind, and a commit by the user would undo the beat.
    repo.staging.checkHeld()
    const base = repo.treeOf(beat.parent)
    updates = check(repo, base, beat.files)
    for (const { file, to } of updates) if (file && to) repo.writeBlob(file.bytes, to.oid)
    const tree = repo.grow(base, new Map(updates.map(({ path, to }) => [path, to ?? null])))
    beat.check?.(tree)
    const { author, time, message } = beat
    commit = repo.writeCommit({ tree, parents: beat.parent === undefined ? [] : [beat.parent], author, time, message })
    const pack = repo.objects.save()
    const why = `commit${beat.parent === undefined ? ' (initial)' : ''}: ${beat.message.split('\n', 1)[0] ?? ''}`
    const move = { who: beat.author, time: beat.time, why }
    repo.journal.append({ ref, from: beat.parent, to: commit.id, line: logLine(beat.parent, commit.id, move), ...(pack && { pack }) })
    try {
      repo.refs.move(ref, beat.parent, commit.id, move, true)
    } catch (thrown) {
      quietly(() => repo.journal.withdraw())
      throw thrown
    }
  } catch (thrown) {
    repo.objects.forget()
    repo.staging.abandon()
    throw thrown
  }
  // HEAD names the beat now. A failure from here on must not be reported as a failed commit, because it is repaired later.
  for (const update of updates.toSorted((a, b) => Number(a.file !== null) - Number(b.file !== null))) {
    try {
      finish(repo, update)
    } catch {
      unfinished.set(update.path, update)
    }
  }
  repo.staging.isOwing = unfinished.size > 0
  repo.staging.settle()
  repo.objects.coalesce(repo.clock())
  // A new campaign's folders haven't been flushed to the disk yet.
  if (beat.parent === undefined || repo.journal.isFull) quietly(() => repo.bringToDisk())
  return commit
}

/** Compares a beat's base tree with the working folder and the index. Throws a Problem `dirty` for files that the user changed. */
function check(repo: Repo, base: Oid, files: NewCommit['files']): FileUpdate[] {
  const updates: FileUpdate[] = []
  const dirty: string[] = []
  const attributes = (path: string): string | undefined => (files.has(path) ? files.get(path)?.bytes.toString('utf8') : repo.text(base, path))
  for (const [path, file] of files) {
    checkTreePath(path)
    const filter = file ? repo.filters.of(path, attributes) : undefined
    if (filter !== undefined) throw filtered(path, filter)
    const from = repo.entry(base, path)
    if (from?.mode === GITLINK || (from?.mode === LINK && file && file.mode === undefined))
      throw new Problem(
        'bad-file',
        `${path} is a ${from.mode === LINK ? 'symbolic link' : 'submodule'} in the history. Replace it with a file first.`,
        { path }
      )
    const to = file ? { mode: modeOf(file, from), oid: oidOf('blob', file.bytes) } : undefined
    const onDisk = repo.working.inspect(path, file !== null)
    const isExact = (mode: number, bytes: Buffer): boolean =>
      onDisk.kind === (mode === LINK ? 'link' : 'file') && onDisk.bytes.equals(bytes) && (mode === LINK || (repo.working.mode(path) ?? mode) === mode)
    // The comparison is exact: a file with different line ends is written again.
    const done = file && to ? isExact(to.mode, file.bytes) : onDisk.kind === 'none'
    const staged = repo.staging.entry(path)
    const oldEntry = from?.mode === FOLDER ? undefined : from
    if ((!done && !isUnchanged(repo, onDisk, oldEntry) && !matchesEntry(onDisk, to)) || !(sameEntry(staged, oldEntry) || sameEntry(staged, to)))
      dirty.push(path)
    updates.push({
      path,
      from: oldEntry,
      to,
      file: file && withUsableAppend(file, onDisk),
      done,
      seen: onDisk.kind === 'none' ? undefined : onDisk.stat
    })
  }
  if (dirty.length > 0)
    throw new Problem('dirty', `${dirty.join(', ')} changed outside the app. Adopt the changes or set them aside first.`, { paths: dirty })
  return updates
}

/** The mode of a file that replaces an entry. */
export const modeOf = ({ mode }: NewFile, from: TreeEntry | undefined): number => mode ?? (from && from.mode !== FOLDER ? from.mode : PLAIN)

function isUnchanged(repo: Repo, onDisk: OnDisk, entry: TreeEntry | undefined): boolean {
  const cached = entry && onDisk.kind === 'file' && entry.mode !== LINK ? repo.knownBlob(entry.oid) : undefined
  return (cached && onDisk.kind === 'file' && cached.equals(onDisk.bytes)) || matchesEntry(onDisk, entry)
}

/** Drops `appended` if the working file has another length than the old content: its line ends then differ from the history's. */
const withUsableAppend = ({ bytes, appended }: NewFile, onDisk: OnDisk): NewFile =>
  appended && onDisk.kind === 'file' && onDisk.bytes.length + appended.length === bytes.length ? { bytes, appended } : { bytes }

function finish(repo: Repo, update: FileUpdate): void {
  const { path, from, to, file, done, seen } = update
  let stat: Stat | undefined
  if (!file || !to) {
    if (!done) repo.working.remove(path)
  } else if (done) stat = repo.working.stat(path)
  else if (file.appended && from) stat = repo.working.append(path, file.appended)
  else stat = repo.working.write(path, file.bytes, to.mode, seen)
  // A different size means that another program wrote at the same time, so git must check the file itself.
  if (file && stat?.size !== BigInt(file.bytes.length)) stat = undefined
  repo.staging.step(path, from, to, stat)
}

/**
 * Writes the entry `want` to a working file if the file has the content of one of `others`, complete or partly overwritten. Returns `leftAlone` if
 * the user changed the file. `both ways`: `want` may also have been partly overwritten by one of `others`. `torn`: each block may come from another
 * version, or be lost.
 */
export function updateFile(
  repo: Repo,
  path: string,
  want: TreeEntry | undefined,
  others: readonly (TreeEntry | undefined)[],
  also?: 'both ways' | 'torn'
): { leftAlone: boolean; wrote: boolean; stat?: Stat } {
  const onDisk = repo.working.inspect(path)
  if (matchesEntry(onDisk, want)) return { leftAlone: false, wrote: false, ...(onDisk.kind === 'none' ? {} : { stat: onDisk.stat }) }
  const content = (entry: TreeEntry | undefined): Buffer => (entry && entry.mode < 0o160000 ? repo.blob(entry.oid) : Buffer.alloc(0))
  const isLeftover = (other: TreeEntry | undefined): boolean =>
    matchesEntry(onDisk, other) ||
    (onDisk.kind === 'file' && isTorn(onDisk.bytes, content(other), content(want))) ||
    (also === 'both ways' && onDisk.kind === 'file' && isTorn(onDisk.bytes, content(want), content(other)))
  const isMixed = (): boolean => also === 'torn' && onDisk.kind === 'file' && isMixture(onDisk.bytes, [want, ...others].map(content))
  if (onDisk.kind !== 'none' && !others.some(isLeftover) && !isMixed()) return { leftAlone: true, wrote: false }
  if (!want) {
    repo.working.remove(path)
    return { leftAlone: false, wrote: true }
  }
  return { leftAlone: false, wrote: true, stat: repo.working.write(path, content(want), want.mode) }
}
