import type { Step } from './journal'
import { type Entry, type Oid, EMPTY_TREE, sameEntry } from './oid'
import { updateFile } from './commit-files'
import type { Recovery } from './recover'
import type { Repo } from './repo'

/**
 * Puts back what a power cut took from beats that were seen: their objects, and the branches with their logs. A branch that somebody moved
 * after its last beat stays where it is. Returns the steps of the branch that is checked out, if it is at the end of them.
 */
export function replayJournal(repo: Repo, steps: readonly Step[]): readonly Step[] {
  if (steps.length === 0) return []
  repo.makeHome()
  for (const { pack, to } of steps) if (pack) repo.objects.restore(pack, to)
  for (const ref of new Set(steps.map((step) => step.ref))) {
    const own = steps.filter((step) => step.ref === ref)
    const last = own.at(-1)?.to ?? ''
    if (repo.refs.isWithin(ref, own)) {
      repo.refs.repair({ ref, was: undefined, is: `${last}\n`, sentence: '' })
      repo.refs.repairLog(ref, own)
    }
  }
  repo.refs.repairLog('HEAD', steps)
  const present = repo.refs.headRef()
  const own = steps.filter((step) => step.ref === present)
  return own.length > 0 && repo.refs.read(present ?? '') === own.at(-1)?.to ? own : []
}

/** Updates the working files of replayed beats to HEAD. A file may have the content that any of these beats wrote, and parts of it may be lost. */
export function replayFiles(repo: Repo, steps: readonly Step[], result: Recovery): void {
  const [first] = steps
  if (!first) return
  const versions = new Map<string, (Entry | undefined)[]>()
  for (const { from, to } of steps) {
    for (const change of repo.changed(treeOf(repo, from), treeOf(repo, to))) {
      const known = versions.get(change.path)
      if (known) known.push(change.to)
      else versions.set(change.path, [change.from, change.to])
    }
  }
  repo.working.lookAfresh()
  repo.staging.begin(first.from, first.ref)
  const removedFirst = [...versions].toSorted(([, a], [, b]) => Number(a.at(-1) !== undefined) - Number(b.at(-1) !== undefined))
  for (const [path, entries] of removedFirst) {
    const to = entries.at(-1)
    const updated = updateFile(repo, path, to, entries, 'torn')
    if (updated.leftAlone) result.kept.push(path)
    else if (updated.wrote) result.completed.push(path)
    const staged = repo.staging.entry(path)
    repo.staging.step(
      path,
      entries.find((entry) => sameEntry(entry, staged)),
      to,
      updated.stat
    )
  }
}

const treeOf = (repo: Repo, commit: Oid | undefined): Oid => (commit === undefined ? EMPTY_TREE : repo.treeOf(commit))
