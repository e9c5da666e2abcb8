import { Problem } from '../../../shared/base/problem'
import { checkFree } from './branches'
import type { Commit } from './commits'
import { quietly } from './disk'
import { modeOf, type NewCommit } from './commit-files'
import type { TreeEntry, Oid } from './oid'
import type { RefMove } from './refs'
import type { Repo } from './repo'
import { refuseWhileBusy } from './repository'
import { switchBranch } from './switch'
import { checkTreePath } from './trees'

/**
 * Commits beats one after another on top of a commit, on a new branch. HEAD, working files and index stay unchanged. Throws a Problem if that fails;
 * then the branch does not exist. Returns the last commit.
 */
export function commitBranch(
  repo: Repo,
  branch: string,
  at: Oid,
  beats: readonly Omit<NewCommit, 'parent' | 'check'>[],
  self: Omit<RefMove, 'why'>
): Commit {
  checkFree(repo, branch)
  refuseWhileBusy(repo.disk, repo.gitDir)
  let last = repo.commit(at)
  try {
    for (const { files, author, time, message } of beats) {
      const entries = new Map<string, TreeEntry | null>()
      const tree = repo.treeOf(last.id)
      for (const [path, file] of files) {
        checkTreePath(path)
        entries.set(path, file && { mode: modeOf(file, repo.entry(tree, path)), oid: repo.writeBlob(file.bytes) })
      }
      last = repo.writeCommit({ tree: repo.grow(tree, entries), parents: [last.id], author, time, message })
    }
    repo.objects.save()
    repo.refs.move(`refs/heads/${branch}`, undefined, last.id, { ...self, why: `branch: Created from ${at}` }, false)
  } catch (thrown) {
    repo.objects.forget()
    throw thrown
  }
  return last
}

/**
 * Commits files on top of HEAD's commit, on a new branch, and switches to that branch. Other branches, files and index rows stay unchanged. Throws a
 * Problem, with the code `dirty` if a working file is in the way; then nothing has changed.
 */
export function commitBeside(repo: Repo, branch: string, beat: NewCommit, self: Omit<RefMove, 'why'>): Commit {
  const parent = repo.head().commit
  if (parent !== beat.parent)
    throw new Problem('conflict', 'Another program has added to the history. Reload the campaign and try again.', { parent: beat.parent })
  const commit = commitBranch(repo, branch, parent, [beat], self)
  const ref = `refs/heads/${branch}`
  try {
    switchBranch(repo, ref, self)
  } catch (thrown) {
    quietly(() => repo.refs.remove(ref, commit.id))
    throw thrown
  }
  return commit
}
