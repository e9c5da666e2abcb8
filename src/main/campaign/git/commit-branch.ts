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
import { refuseElsewhere } from './worktrees'

/** Commits beats on a new branch on top of a commit; HEAD, files and index stay. Throws a Problem; then there is no branch. Returns the last. */
export function commitBranch(
  repo: Repo,
  branch: string,
  at: Oid,
  beats: readonly Omit<NewCommit, 'parent' | 'check'>[],
  self: Omit<RefMove, 'why'>
): Commit {
  checkFree(repo, branch)
  refuseWhileBusy(repo.disk, repo.gitDir)
  return saved(repo, at, beats, ({ id }) =>
    repo.refs.move(`refs/heads/${branch}`, undefined, id, { ...self, why: `branch: Created from ${at}` }, false)
  )
}

/**
 * Commits a beat on top of an existing branch that isn't checked out. HEAD, working files and index stay unchanged. Throws a Problem if that fails, such
 * as `conflict` if the branch is checked out or isn't at the parent; then the branch is unchanged.
 */
export function extendBranch(repo: Repo, branch: string, beat: NewCommit, self: Omit<RefMove, 'why'>): Commit {
  const ref = `refs/heads/${branch}`
  if (repo.head().ref === ref)
    throw new Problem(
      'conflict',
      `The branch ${branch} is checked out now, so nothing can be added to it beside the table. Switch to another branch.`,
      {
        branch
      }
    )
  refuseElsewhere(repo.disk, repo, ref)
  refuseWhileBusy(repo.disk, repo.gitDir)
  const { parent } = beat
  if (parent === undefined) throw new Error('A branch is extended from its last commit.')
  const commit = saved(repo, parent, [beat], ({ id }) =>
    repo.refs.move(ref, parent, id, { ...self, why: `commit: ${beat.message.split('\n', 1)[0] ?? ''}` }, false)
  )
  repo.objects.coalesce(repo.clock())
  return commit
}

/** Writes beats one after another on top of a commit, and then `move`s a ref to the last commit. If that fails, nothing is written. */
function saved(repo: Repo, at: Oid, beats: readonly Omit<NewCommit, 'parent'>[], move: (last: Commit) => void): Commit {
  let last = repo.commit(at)
  try {
    for (const { files, author, time, message, check } of beats) {
      const entries = new Map<string, TreeEntry | null>()
      const tree = repo.treeOf(last.id)
      for (const [path, file] of files) {
        checkTreePath(path)
        entries.set(path, file && { mode: modeOf(file, repo.entry(tree, path)), oid: repo.writeBlob(file.bytes) })
      }
      const grown = repo.grow(tree, entries)
      check?.(grown)
      last = repo.writeCommit({ tree: grown, parents: [last.id], author, time, message })
    }
    repo.objects.save()
    move(last)
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
