import { basename, join } from 'node:path'
import { readGitText, type Stat } from './disk'
import { type Ignores, parseIgnore } from './ignore'
import { lfsPointer } from './filters'
import { findRow, matchesStat, rowsBelow, type IndexRow, rowPath, rowPromised, rowSeconds, rowStage, rowUnwatched } from './index-file'
import { filesWithIndex } from './files-with-index'
import { type TreeEntry, EXECUTABLE, FOLDER, GITLINK, LINK, type Oid, PLAIN, oidOf, sameEntry } from './oid'
import type { Repo } from './repo'
import { isLitter, originalOf, placeholderOf } from './litter'
import { entryOf } from './staging'
import { userExcludes } from './user-config'
import { isExecutable } from './working'

/** A file that the user changed since HEAD. `staged`: git's index differs from HEAD. */
export interface ExternalChange {
  path: string
  change: 'added' | 'changed' | 'removed'
  staged: boolean
}

/**
 * The object ids of files whose index rows don't prove their content, by path, so that each file is read only once. `statKey` identifies the stat of
 * the file that was read; `plain` is the id of its content with LF line ends.
 */
type Seen = Map<string, { statKey: string; oid: Oid; plain: Oid }>

const kindOfChange = (from: unknown, to: unknown): ExternalChange['change'] => {
  if (!from) return 'added'
  return to ? 'changed' : 'removed'
}

/** What the working folder is compared with: HEAD and the index. `seconds`: the index's time; a row of that time or later proves nothing. */
interface Sides {
  head: Oid
  rows: readonly IndexRow[]
  seconds: number
}

/** The last comparison: what it compared, and the changes that it found. */
interface Comparison {
  head: Oid
  /** The value of `Staging.reads` at that time. */
  reads: number
  changes: Map<string, ExternalChange>
}

/** Finds the files that the user changed since HEAD. It keeps the result, so that the next time only files that were written since are compared. */
export class ChangeFinder {
  readonly #seen: Seen = new Map()
  #last: Comparison | undefined
  /** The files that the app's own beats wrote since the last comparison. */
  #own = new Set<string>()

  constructor(readonly repo: Repo) {}

  /** To be called after a beat of the app, which changes only these files. */
  follow(from: Oid | undefined, to: Oid, paths: Iterable<string>): void {
    if (!this.#last || this.#last.head !== from) return this.forget()
    this.#last.head = to
    for (const path of paths) this.#own.add(path)
  }

  /** Discards the last result. To be called after anything else that moves HEAD or writes the index. */
  forget(): void {
    this.#last = undefined
  }

  /**
   * Compares the working folder and the index with HEAD. `touched` names the only files that anybody wrote since the last comparison, and the folders
   * that came or went; the files' content is read, whatever their times are. Without it all files are compared, and those with other times than in the index are read. Sorted by path.
   */
  find(touched?: ReadonlySet<string>): ExternalChange[] {
    const { repo } = this
    repo.working.invalidate()
    const head = repo.head().commit
    const sides = { head, ...repo.staging.rows() }
    const { reads } = repo.staging
    const last = this.#last
    this.#last = undefined
    const canUpdate = touched && last && last.head === head && last.reads === reads
    const changes = (canUpdate && this.#updated(sides, last.changes, new Set([...touched, ...this.#own]))) || findAll(repo, sides, this.#seen)
    this.#own.clear()
    this.#last = { head, reads, changes }
    // What a system or a sync program left there is never a part of the story.
    return [...changes.values()]
      .filter(({ path }) => !isLitter(path) && originalOf(path) === undefined)
      .toSorted((a, b) => (a.path < b.path ? -1 : 1))
  }

  /** The paths of copies that a sync program kept of conflicting files, sorted. */
  copies(): string[] {
    this.find()
    return [...(this.#last?.changes.keys() ?? [])].filter((path) => originalOf(path) !== undefined && !isLitter(path)).toSorted()
  }

  /** The last changes, updated for some paths; undefined if one is an ignore file, or has a file that HEAD or the index lacks. */
  #updated({ head, rows }: Sides, before: Comparison['changes'], touched: ReadonlySet<string>): Comparison['changes'] | undefined {
    const { repo } = this
    const changes = new Map(before)
    const tree = repo.treeOf(head)
    const below = [...touched].flatMap((path) => [
      ...rowsBelow(rows, path).map(rowPath),
      ...[...before.keys()].filter((one) => one.startsWith(`${path}/`))
    ])
    for (const path of new Set([...touched, ...below])) {
      const row = findRow(rows, path)
      const was = repo.entry(tree, path)
      if (was?.mode === GITLINK || path.endsWith('.gitignore')) return undefined
      if (!row && (!was || was.mode === FOLDER)) {
        // The files of a folder are among these paths, if HEAD has no others than the index.
        const stat = repo.working.stat(path)
        if ((stat && !stat.isDirectory()) || (was && repo.files(tree, path).size !== rowsBelow(rows, path).length)) return undefined
        changes.delete(path)
        continue
      }
      if (!row || !was || was.mode === FOLDER) return undefined
      const change = changeOf(was, row, (index) => workingEntry(repo, path, index, new Map(), () => false))
      if (change) changes.set(path, { path, ...change })
      else changes.delete(path)
    }
    return changes
  }
}

/** The change of a file that has an index row; undefined if it is unchanged. */
function changeOf(
  was: TreeEntry | undefined,
  row: IndexRow,
  read: (index: TreeEntry | undefined) => TreeEntry | undefined
): Omit<ExternalChange, 'path'> | undefined {
  const index = rowPromised(row) || rowStage(row) !== 0 ? undefined : entryOf(row)
  const staged = !sameEntry(was, index)
  const working = rowUnwatched(row) ? index : read(index)
  if (!sameEntry(was, working)) return { change: kindOfChange(was, working), staged }
  return staged ? { change: kindOfChange(was, index), staged } : undefined
}

function findAll(repo: Repo, { head, rows, seconds }: Sides, seen: Seen): Map<string, ExternalChange> {
  const files = filesWithIndex(repo.tree, repo.treeOf(head), rows)
  const changes = new Map<string, ExternalChange>()
  const tracked = new Set<string>()
  for (const row of rows) {
    const path = rowPath(row)
    tracked.add(path)
    const trusted = (stat: Stat): boolean => rowSeconds(row) < seconds && matchesStat(row, stat)
    const change = changeOf(files.get(path), row, (index) => workingEntry(repo, path, index, seen, trusted))
    if (change) changes.set(path, { path, ...change })
  }
  for (const [path, entry] of files) {
    if (tracked.has(path)) continue
    const working = workingEntry(repo, path, entry, seen, () => false)
    changes.set(path, { path, change: sameEntry(entry, working) ? 'removed' : kindOfChange(entry, working), staged: true })
    tracked.add(path)
  }
  for (const path of untracked(repo, tracked)) changes.set(path, { path, change: 'added', staged: false })
  return changes
}

/**
 * The entry of a working file; undefined if there is none. `like` is the entry in the index, whose mode is kept if it agrees with the file. `trusted`
 * tells whether a stat proves that the file is still equal to `like`.
 */
function workingEntry(repo: Repo, path: string, like: TreeEntry | undefined, seen: Seen, trusted: (stat: Stat) => boolean): TreeEntry | undefined {
  const stat = repo.working.stat(path)
  if (!stat) return isInCloud(repo, path) ? like : undefined
  if (like?.mode === GITLINK) return stat.isDirectory() ? like : undefined
  const sameMode = like !== undefined && (!repo.working.trustsModes || (like.mode === EXECUTABLE) === (isExecutable(stat) && stat.isFile()))
  if (sameMode && trusted(stat)) return like
  const statKey = `${stat.ino} ${stat.mtimeNs} ${stat.ctimeNs} ${stat.size}`
  let oids = seen.get(path)?.statKey === statKey ? seen.get(path) : undefined
  if (!oids) {
    const read = stat.isSymbolicLink() ? linkOids(repo, path) : repo.working.oids(path)
    if (!read) return undefined
    oids = { statKey, ...(like && isLfsContent(repo, path, like, read) ? { oid: like.oid, plain: like.oid } : read) }
    // A file that changed in the last two seconds may change again without a new time.
    if (repo.clock() - Number(stat.mtimeNs / 1_000_000n) > 2000) seen.set(path, oids)
  }
  const oid = oids.plain === like?.oid ? oids.plain : oids.oid
  const mode = stat.isSymbolicLink() ? LINK : (repo.working.mode(path) ?? PLAIN)
  return { mode: sameMode && like && !stat.isSymbolicLink() ? like.mode : mode, oid }
}

/** Whether iCloud has removed a file from this machine to save space. It was not changed then, and comes back when it is opened. */
const isInCloud = (repo: Repo, path: string): boolean =>
  repo.working.stat(`${path.slice(0, path.lastIndexOf('/') + 1)}${placeholderOf(basename(path))}`)?.isFile() === true

/** Whether a file that differs from its entry has the content for which the entry is a pointer of LFS. */
function isLfsContent(repo: Repo, path: string, like: TreeEntry, { oid, plain }: { oid: Oid; plain: Oid }): boolean {
  if (oid === like.oid || plain === like.oid || like.mode === LINK) return false
  const pointer = lfsPointer(repo.blob(like.oid))
  return pointer !== undefined && pointer.size === Number(repo.working.stat(path)?.size) && repo.working.sha256(path) === pointer.sha256
}

function linkOids(repo: Repo, path: string): { oid: Oid; plain: Oid } | undefined {
  const onDisk = repo.working.inspect(path)
  if (onDisk.kind !== 'link') return undefined
  const oid = oidOf('blob', onDisk.bytes)
  return { oid, plain: oid }
}

/** Files that neither HEAD nor the index knows and that no ignore pattern covers. */
function untracked(repo: Repo, tracked: ReadonlySet<string>): string[] {
  const text = (path: string): string => (repo.disk.lstatSync(path)?.isFile() ? (readGitText(repo.disk, path) ?? '') : '')
  const untracked: string[] = []
  /** `rules`: the ignore files from the folder itself up to the top. The first one that matches decides. */
  const walk = (folder: string, rules: readonly { below: number; ignores: Ignores }[]): void => {
    const names = repo.disk.readdirSync(join(repo.dir, folder))
    const below = folder === '' ? 0 : folder.length + 1
    const own = names.includes('.gitignore') ? [{ below, ignores: parseIgnore(text(join(repo.dir, folder, '.gitignore'))) }, ...rules] : rules
    for (const name of names) {
      const path = folder === '' ? name : `${folder}/${name}`
      if (tracked.has(path) || (folder === '' && name === '.git')) continue
      const isFolder = repo.disk.kindSync(join(repo.dir, path))?.isDirectory()
      if (isFolder === undefined) continue
      const isIgnored = own.map(({ below: from, ignores }) => ignores(path.slice(from), isFolder)).find((one) => one !== undefined)
      if (isIgnored || isLitter(path)) continue
      if (!isFolder) untracked.push(path)
      else if (!repo.disk.kindSync(join(repo.dir, path, '.git'))) walk(path, own)
    }
  }
  walk('', [
    { below: 0, ignores: parseIgnore(`.proscenium/\n${text(join(repo.commonDir, 'info/exclude'))}`) },
    { below: 0, ignores: parseIgnore(userExcludes(repo.disk, repo.dir)) }
  ])
  return untracked
}
