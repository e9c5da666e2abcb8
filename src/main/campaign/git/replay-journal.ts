import type { Step } from './journal'
import { type Entry, type Oid, EMPTY_TREE, sameEntry } from './oid'
import { updateFile } from './commit-files'
import type { Recovery } from './recover'
import type { Repo } from './repo'

/**
 * Restores what a power cut destroyed of the beats in the journal: their objects, and the branches with their reflogs. A branch that somebody moved
 * after its last beat stays unchanged. Returns the steps of the current branch if it is at the last of them, otherwise none.
 */
export function replayJournal(repo: Repo, steps: readonly Step[]): readonly Step[] {
  if (steps.length === 0) return []
  repo.makeHome()
  for (const { pack, to } of steps) if (pack) repo.objects.packs.restore(pack, to)
  for (const ref of new Set(steps.map((step) => step.ref))) {
    const own = steps.filter((step) => step.ref === ref)
    const last = own.at(-1)?.to ?? ''
    if (repo.refs.isWithin(ref, own)) {
      repo.refs.repair({ ref, was: undefined, is: `${last}\n`, sentence: '' })
      repo.refs.repairLog(ref, own)
    }
  }
  repo.refs.repairLog('HEAD', steps)
  const current = repo.refs.headRef()
  const own = steps.filter((step) => step.ref === current)
  return own.length > 0 && repo.refs.read(current ?? '') === own.at(-1)?.to ? own : []
}

/** Updates the working files of replayed beats to HEAD. A file may have the content that any of these beats wrote, and parts of it may be lost. */
export function replayFiles(repo: Repo, steps: readonly Step[], result: Recovery): void {
  const [first] = steps
  if (!first) return
  const versions = new Map<string, (Entry | undefined)[]>()
  for (const { from, to } of steps) {
    for (const change of repo.changed(treeOf(repo, from), treeOf(repo, to))) {
      const pathVersions = versions.get(change.path)
      if (pathVersions) pathVersions.push(change.to)
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
