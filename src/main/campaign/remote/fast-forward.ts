import { Problem } from '../../../shared/base/problem'
import type { Oid } from '../git/oid'
import { type RefMove, isRefName } from '../git/refs'
import type { Repo } from '../git/repo'
import { switchBranch } from '../git/switch'
import { refuseElsewhere } from '../git/worktrees'
import { aheadBehind } from './ahead-behind'

/** Moves a branch forward, with the working files if it is current. Throws Problem `conflict` if `to` is no descendant, `not-found`. */
export function fastForward(repo: Repo, branch: string, to: Oid, by: Omit<RefMove, 'why'>): void {
  const ref = `refs/heads/${branch}`
  const from = isRefName(ref) ? repo.refs.read(ref) : undefined
  if (!from) throw new Problem('not-found', `There is no branch ${branch}. Choose an existing branch.`, { branch })
  if (aheadBehind((id) => repo.commit(id).parents[0], from, to)?.ahead !== 0)
    throw new Problem(
      'conflict',
      `${branch} has beats that the other branch doesn't have, so it can't be moved forward. Play on here, or on a new branch from the other one.`,
      { branch }
    )
  const move = { ...by, why: 'merge: Fast-forward' }
  refuseElsewhere(repo.disk, repo, ref)
  if (repo.head().ref !== ref) return repo.refs.move(ref, from, to, move, false)
  // The working files are updated by way of a temporary branch, so that after an interruption at any point the next opening can continue.
  const incomingRef = `refs/heads/${branch}-incoming`
  const old = repo.refs.read(incomingRef)
  repo.refs.move(incomingRef, old, to, move, false)
  switchBranch(repo, incomingRef, by)
  repo.refs.move(ref, from, to, move, false)
  switchBranch(repo, ref, by)
  repo.refs.remove(incomingRef, to)
}
