import { Problem } from '../../../shared/base/problem'
import { checkFree } from './branches'
import type { Commit } from './commits'
import { quietly } from './disk'
import { oidOf } from './oid'
import type { NewCommit } from './commit-files'
import type { Move } from './refs'
import type { Repo } from './repo'
import { refuseWhileBusy } from './repository'
import { switchBranch } from './switch'
import { hostilePath } from './trees'

/**
 * Commits files on top of HEAD's commit, on a new branch, and switches to that branch. Other branches, files and index rows stay unchanged. Throws a
 * Problem, with the code `dirty` if a working file is in the way; then nothing has changed.
 */
export function commitBeside(repo: Repo, branch: string, beat: NewCommit, self: Omit<Move, 'why'>): Commit {
  checkFree(repo, branch)
  refuseWhileBusy(repo.disk, repo.gitDir)
  const parent = repo.head().commit
  if (parent !== beat.parent)
    throw new Problem('conflict', 'Another program has added to the history. Reload the campaign and try again.', { parent: beat.parent })
  const ref = `refs/heads/${branch}`
  let commit: Commit
  try {
    const entries = new Map<string, { mode: number; oid: string } | null>()
    for (const [path, file] of beat.files) {
      const why = hostilePath(path)
      if (why) throw new Problem('bad-input', `The path ${JSON.stringify(path)} can't be saved, because ${why}.`, { path })
      if (file) repo.writeBlob(file.bytes)
      entries.set(path, file && { mode: 0o100644, oid: oidOf('blob', file.bytes) })
    }
    const { author, time, message } = beat
    commit = repo.writeCommit({ tree: repo.grow(repo.treeOf(parent), entries), parents: [parent], author, time, message })
    repo.objects.save()
    repo.refs.move(ref, undefined, commit.id, { ...self, why: `branch: Created from ${parent}` }, false)
  } catch (thrown) {
    repo.objects.forget()
    throw thrown
  }
  try {
    switchBranch(repo, ref, self)
  } catch (thrown) {
    quietly(() => repo.refs.remove(ref, commit.id))
    throw thrown
  }
  return commit
}
