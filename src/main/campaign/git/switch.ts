import { Problem } from '../../../shared/base/problem'
import { quietly, readWhole, removeFile, syncFolder } from './disk'
import { type Oid, isOid, sameEntry } from './oid'
import { updateFile } from './commit-files'
import { type RefMove, isRefName } from './refs'
import type { Repo } from './repo'
import type { Change } from './trees'
import { matchesEntry } from './working'
import { refuseElsewhere } from './worktrees'

/** A branch switch in progress. It is saved before the first file changes and removed after the last one. */
interface Intent {
  from: { ref: string; commit: Oid }
  to: { ref: string; commit: Oid }
}

const noteOf = (repo: Repo): string => `${repo.home}/switch`

/** Switches to another branch: the differing files and index rows, then HEAD. Throws Problem `dirty`, changing nothing, if a change is in the way. */
export function switchBranch(repo: Repo, ref: string, move: Omit<RefMove, 'why'>): void {
  const head = repo.head()
  const target = repo.refs.read(ref)
  const name = ref.replace('refs/heads/', '')
  if (!target) throw new Problem('not-found', `There is no branch ${name}. Choose an existing branch.`, { branch: name })
  if (ref === head.ref) return
  refuseElsewhere(repo.disk, repo, ref)
  const changes = repo.changed(repo.treeOf(head.commit), repo.treeOf(target))
  repo.working.invalidate()
  repo.staging.flush()
  const intent: Intent = { from: { ref: head.ref, commit: head.commit }, to: { ref, commit: target } }
  try {
    repo.staging.begin(head.commit, head.ref)
    repo.staging.checkHeld()
    checkClean(repo, changes)
    repo.refs.replace(noteOf(repo), JSON.stringify(intent))
    syncFolder(repo.disk, repo.home)
  } catch (thrown) {
    repo.staging.abandon()
    throw thrown
  }
  try {
    applyChanges(repo, changes, true)
    repo.staging.flush()
    repo.refs.setHead(ref, head.commit, target, { ...move, why: `checkout: moving from ${head.branch} to ${name}` })
  } catch (thrown) {
    // Revert the switch. If that fails as well, the intent stays for the next opening.
    quietly(() => finishSwitch(repo, move, false))
    throw thrown
  }
  quietly(() => removeFile(repo.disk, noteOf(repo)))
}

function checkClean(repo: Repo, changes: readonly Change[]): void {
  const dirty = changes.filter(({ path, from, to }) => {
    const staged = repo.staging.entry(path)
    if (!sameEntry(staged, from) && !sameEntry(staged, to)) return true
    const onDisk = repo.working.inspect(path, true)
    return !matchesEntry(onDisk, from) && !matchesEntry(onDisk, to) && !(onDisk.kind === 'other' && losesFilesBelow(changes, path))
  })
  if (dirty.length > 0)
    throw new Problem(
      'dirty',
      `Switching would overwrite your changes to ${dirty.map(({ path }) => path).join(', ')}. Adopt the changes or set them aside first.`,
      { paths: dirty.map(({ path }) => path) }
    )
}

/** Returns whether the changes remove a file below this path, so that a folder there may give way to a file. */
function losesFilesBelow(changes: readonly Change[], path: string): boolean {
  return changes.some((change) => change.path.startsWith(`${path}/`) && change.from && !change.to)
}

/** Applies the changes to files and index, removals first. Returns the paths of files that the user changed, which stay unchanged. */
function applyChanges(repo: Repo, changes: readonly Change[], forward: boolean): string[] {
  const paths: string[] = []
  const steps = changes.map(({ path, from, to }) => (forward ? { path, was: from, want: to } : { path, was: to, want: from }))
  for (const { path, was, want } of steps.toSorted((a, b) => Number(a.want !== undefined) - Number(b.want !== undefined))) {
    const result = updateFile(repo, path, want, [was], 'both ways')
    if (result.leftAlone) paths.push(path)
    repo.staging.step(path, was, want, result.stat)
  }
  return paths
}

/**
 * Completes an interrupted branch switch, or reverts it: if `forward` is false or the target branch has moved, unless HEAD names the target already.
 * Returns the paths of files that the user changed, which stay unchanged; undefined if no switch was in progress.
 */
export function finishSwitch(repo: Repo, move: Omit<RefMove, 'why'>, forward = true): string[] | undefined {
  // Called before every write; checking for existence is cheaper than a failed open.
  const bytes = repo.disk.existsSync(noteOf(repo)) ? readWhole(repo.disk, noteOf(repo)) : undefined
  if (!bytes) return undefined
  const intent = readIntent(bytes.toString('utf8'))
  const ref = repo.refs.headRef()
  let keptPaths: string[] = []
  if (intent && (ref === intent.from.ref || ref === intent.to.ref)) {
    const onward = ref === intent.to.ref || (forward && repo.refs.read(intent.to.ref) === intent.to.commit)
    const end = onward ? intent.to : intent.from
    repo.working.invalidate()
    repo.staging.begin(intent.from.commit, intent.from.ref)
    keptPaths = applyChanges(repo, repo.changed(repo.treeOf(intent.from.commit), repo.treeOf(intent.to.commit)), onward)
    repo.staging.flush()
    if (ref !== end.ref) {
      const why = `checkout: moving from ${intent.from.ref.replace('refs/heads/', '')} to ${end.ref.replace('refs/heads/', '')}`
      repo.refs.setHead(end.ref, intent.from.commit, end.commit, { ...move, why })
    }
  }
  removeFile(repo.disk, noteOf(repo))
  return keptPaths
}

function readIntent(text: string): Intent | undefined {
  try {
    const value = JSON.parse(text) as Partial<Intent>
    const ends = [value.from, value.to]
    return ends.every((end) => end?.ref.startsWith('refs/heads/') && isRefName(end.ref) && isOid(end.commit)) ? (value as Intent) : undefined
  } catch {
    return undefined
  }
}
