import { Problem } from '../../../shared/base/problem'
import { checkFree } from './branches'
import type { Commit } from './commits'
import type { NewCommit } from './commit-files'
import { type Oid, oidOf } from './oid'
import type { Move } from './refs'
import type { Repo } from './repo'
import { refuseWhileBusy } from './repository'
import { hostilePath } from './trees'

/**
 * Commits beats one after another on top of a commit, on a new branch. HEAD, working files and index stay unchanged. Throws a Problem if that fails;
 * then the branch does not exist. Returns the last commit.
 */
export function commitBranch(
  repo: Repo,
  branch: string,
  at: Oid,
  beats: readonly Omit<NewCommit, 'parent' | 'check'>[],
  self: Omit<Move, 'why'>
): Commit {
  checkFree(repo, branch)
  refuseWhileBusy(repo.disk, repo.gitDir)
  let last = repo.commit(at)
  try {
    for (const { files, author, time, message } of beats) {
      const entries = new Map<string, { mode: number; oid: Oid } | null>()
      for (const [path, file] of files) {
        const why = hostilePath(path)
        if (why) throw new Problem('bad-input', `The path ${JSON.stringify(path)} can't be saved, because ${why}.`, { path })
        if (file) repo.writeBlob(file.bytes)
        entries.set(path, file && { mode: 0o100644, oid: oidOf('blob', file.bytes) })
      }
      last = repo.writeCommit({ tree: repo.grow(repo.treeOf(last.id), entries), parents: [last.id], author, time, message })
    }
    repo.objects.save()
    repo.refs.move(`refs/heads/${branch}`, undefined, last.id, { ...self, why: `branch: Created from ${at}` }, false)
  } catch (thrown) {
    repo.objects.forget()
    throw thrown
  }
  return last
}
