import { join } from 'node:path'
import { readText } from './disk'
import { userExcludes } from './excludes'
import { type Ignores, parseIgnore } from './ignore'
import { matchesStat, rowPath, rowPromised, rowSeconds, rowStage, rowUnwatched } from './index-file'
import { filesBeside } from './indexed'
import { type Entry, GITLINK, type Oid, oidOf, sameEntry } from './oid'
import type { Repo } from './repo'
import { entryOf } from './staging'

/** A file that the user changed against HEAD. `staged` if git's index differs from HEAD. */
export interface ExternalChange {
  path: string
  change: 'added' | 'changed' | 'removed'
  staged: boolean
}

/** What is known about files that the index can't vouch for, so that each is read only once. */
export type Seen = Map<string, { sign: string; oid: Oid; plain: Oid }>

const word = (from: unknown, to: unknown): ExternalChange['change'] => {
  if (!from) return 'added'
  return to ? 'changed' : 'removed'
}

/** Compares the working folder and the index with HEAD, reading only files whose times changed. Sorted by path. */
export function findExternalChanges(repo: Repo, seen: Seen): ExternalChange[] {
  repo.working.lookAfresh()
  const { rows, seconds } = repo.staging.rows()
  const head = filesBeside(repo.tree, repo.commit(repo.head().commit).tree, rows)
  const edits = new Map<string, ExternalChange>()
  const tracked = new Set<string>()
  for (const row of rows) {
    const path = rowPath(row)
    tracked.add(path)
    const was = head.get(path)
    const index = rowPromised(row) || rowStage(row) !== 0 ? undefined : entryOf(row)
    const staged = !sameEntry(was, index)
    const working = rowUnwatched(row) ? index : workingEntry(repo, path, index, seen, (stat) => rowSeconds(row) < seconds && matchesStat(row, stat))
    if (!sameEntry(was, working)) edits.set(path, { path, change: word(was, working), staged })
    else if (staged) edits.set(path, { path, change: word(was, index), staged })
  }
  for (const [path, entry] of head) {
    if (tracked.has(path)) continue
    const working = workingEntry(repo, path, entry, seen, () => false)
    edits.set(path, { path, change: sameEntry(entry, working) ? 'removed' : word(entry, working), staged: true })
    tracked.add(path)
  }
  for (const path of untracked(repo, tracked)) edits.set(path, { path, change: 'added', staged: false })
  return [...edits.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** The entry of a working file. `like` gives the mode if the content is the same. */
function workingEntry(
  repo: Repo,
  path: string,
  like: Entry | undefined,
  seen: Seen,
  trusted: (stat: NonNullable<ReturnType<Repo['working']['stat']>>) => boolean
): Entry | undefined {
  const stat = repo.working.stat(path)
  if (!stat) return undefined
  if (like?.mode === GITLINK) return stat.isDirectory() ? like : undefined
  const sameMode = like !== undefined && (process.platform === 'win32' || (like.mode === 0o100755) === ((stat.mode & 0o100n) !== 0n && stat.isFile()))
  if (sameMode && trusted(stat)) return like
  const sign = `${stat.ino} ${stat.mtimeNs} ${stat.ctimeNs} ${stat.size}`
  let oids = seen.get(path)?.sign === sign ? seen.get(path) : undefined
  if (!oids) {
    const read = stat.isSymbolicLink() ? linkOids(repo, path) : repo.working.oids(path)
    if (!read) return undefined
    oids = { sign, ...read }
    // A file changed a moment ago may change again without a new time.
    if (repo.clock() - Number(stat.mtimeNs / 1_000_000n) > 2000) seen.set(path, oids)
  }
  const oid = oids.plain === like?.oid ? oids.plain : oids.oid
  const mode = stat.isSymbolicLink() ? 0o120000 : (stat.mode & 0o100n) === 0n ? 0o100644 : 0o100755
  return { mode: sameMode && like && !stat.isSymbolicLink() ? like.mode : mode, oid }
}

function linkOids(repo: Repo, path: string): { oid: Oid; plain: Oid } | undefined {
  const found = repo.working.inspect(path)
  if (found.kind !== 'link') return undefined
  const oid = oidOf('blob', found.bytes)
  return { oid, plain: oid }
}

/** Files that neither HEAD nor the index knows and that no ignore pattern covers. */
function untracked(repo: Repo, tracked: ReadonlySet<string>): string[] {
  const text = (path: string): string => (repo.disk.lstatSync(path)?.isFile() ? (readText(repo.disk, path) ?? '') : '')
  const found: string[] = []
  /** `rules`: the ignore files from the folder itself up to the top. The first one that matches decides. */
  const walk = (folder: string, rules: readonly { below: number; ignores: Ignores }[]): void => {
    const names = repo.disk.readdirSync(join(repo.dir, folder))
    const below = folder === '' ? 0 : folder.length + 1
    const own = names.includes('.gitignore') ? [{ below, ignores: parseIgnore(text(join(repo.dir, folder, '.gitignore'))) }, ...rules] : rules
    for (const name of names) {
      const path = folder === '' ? name : `${folder}/${name}`
      if (tracked.has(path) || (folder === '' && name === '.git')) continue
      const stat = repo.disk.lstatSync(join(repo.dir, path))
      if (!stat) continue
      const isFolder = stat.isDirectory()
      const says = own.map(({ below: from, ignores }) => ignores(path.slice(from), isFolder)).find((one) => one !== undefined)
      if (says) continue
      if (!isFolder) found.push(path)
      else if (!repo.disk.lstatSync(join(repo.dir, path, '.git'))) walk(path, own)
    }
  }
  walk('', [
    { below: 0, ignores: parseIgnore(`.proscenium/\n${text(join(repo.gitDir, 'info/exclude'))}`) },
    { below: 0, ignores: parseIgnore(userExcludes(repo.disk, repo.dir)) }
  ])
  return found
}
